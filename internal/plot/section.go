package plot

import (
	"errors"
	"image"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Section is a value in the cells of a plane, as colours with a scale, and lines over it. Both axes
// have the same scale.
type Section struct {
	Title, Note string
	X, Y        string // what is to the right, and upwards
	Cells       [2]int
	Spacing     [2]float64
	Values      []float64 // along X first; NaN is left grey
	Label       string    // of the values, with their unit
	Limits      [2]float64
	Colour      func(part float64) color.Color // 0 is the lower limit, 1 the upper
	Lines       *Isolines                      // nil is none
}

// Isolines are lines along which a value is the same.
type Isolines struct {
	Points  [2]int
	First   [2]float64 // where the first value is
	Spacing [2]float64
	Values  []float64 // along X first
	Levels  []float64
}

// Plot draws the lines: in each square of four values a straight piece of each level that crosses
// it. (plotter.Contour joins pieces, for which it takes minutes and gigabytes at 512² values.)
func (l *Isolines) Plot(canvas draw.Canvas, p *plot.Plot) {
	x, y := p.Transforms(&canvas)
	canvas.SetLineWidth(vg.Points(0.4))
	canvas.SetLineDash(nil, 0)
	canvas.SetColor(color.Gray{40})
	for _, level := range l.Levels {
		var path vg.Path
		for row := range l.Points[1] - 1 {
			for column := range l.Points[0] - 1 {
				ends := l.crossings(column, row, level)
				for i := 0; i+1 < len(ends); i += 2 {
					path.Move(vg.Point{X: x(ends[i][0]), Y: y(ends[i][1])})
					path.Line(vg.Point{X: x(ends[i+1][0]), Y: y(ends[i+1][1])})
				}
			}
		}
		canvas.Stroke(path)
	}
}

// crossings are where a level crosses the sides of a square: none, two or, at a saddle, four, of
// which the first two and the last two belong together.
func (l *Isolines) crossings(column, row int, level float64) (all [][2]float64) {
	corners := [5][2]int{{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0, 0}}
	for i, a := range corners[:4] {
		b := corners[i+1]
		u := l.Values[(row+a[1])*l.Points[0]+column+a[0]] - level
		v := l.Values[(row+b[1])*l.Points[0]+column+b[0]] - level
		if (u < 0) == (v < 0) {
			continue
		}
		part := u / (u - v)
		all = append(all, [2]float64{
			l.First[0] + (float64(column+a[0])+part*float64(b[0]-a[0]))*l.Spacing[0],
			l.First[1] + (float64(row+a[1])+part*float64(b[1]-a[1]))*l.Spacing[1]})
	}
	return all
}

// The size of a section on paper: the longer side of its plane, the least of the shorter, and the
// room at the right, for the scale.
const (
	sectionLength = 11 * vg.Centimeter
	sectionWidth  = 2 * vg.Centimeter
	scaleRoom     = 2.6 * vg.Centimeter
	sectionHead   = vg.Length(36) // title and note
	sectionDPI    = 220
)

// PNG writes the section as a picture.
func (s *Section) PNG(w io.Writer) error {
	if n := s.Cells[0] * s.Cells[1]; n == 0 || n != len(s.Values) {
		return errors.New("a section without a value in each of its cells cannot be drawn")
	}
	p := (&Chart{X: s.X, Y: s.Y}).newPlot()
	size := [2]float64{float64(s.Cells[0]) * s.Spacing[0], float64(s.Cells[1]) * s.Spacing[1]}
	p.X.Tick.Marker, p.Y.Tick.Marker = Round{}, Round{}
	p.X.Padding, p.Y.Padding = 0, 0
	p.Add(plotter.NewImage(s.raster(), 0, 0, size[0], size[1]))
	if s.Lines != nil {
		p.Add(s.Lines)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = 0, size[0], 0, size[1]

	// The plane gets its proportions, however much room marks and labels take.
	longer := max(size[0], size[1])
	plane := vg.Point{X: max(sectionWidth, sectionLength*vg.Length(size[0]/longer)),
		Y: max(sectionWidth, sectionLength*vg.Length(size[1]/longer))}
	trial := draw.New(vgimg.NewWith(vgimg.UseWH(2*sectionLength, 2*sectionLength), vgimg.UseDPI(20)))
	inner := p.DataCanvas(trial).Rectangle
	around := trial.Size().Sub(inner.Size())
	width := vg.Points(6) + around.X + plane.X + scaleRoom
	height := vg.Points(4) + around.Y + plane.Y + sectionHead
	img := vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(sectionDPI))
	canvas := draw.New(img)
	main := draw.Crop(canvas, vg.Points(6), -scaleRoom, vg.Points(4), -sectionHead)
	p.Draw(main)
	s.write(canvas, 12, 9, 0, s.Title)
	s.write(canvas, 25, 6.5, 90, s.Note)
	s.drawScale(canvas, p.DataCanvas(main).Rectangle)
	_, err := vgimg.PngCanvas{Canvas: img}.WriteTo(w)
	return err
}

// write writes a line with its middle so far below the upper edge.
func (s *Section) write(canvas draw.Canvas, below, points float64, grey uint8, words string) {
	canvas.FillText(textStyle(points, grey, text.XLeft), vg.Point{X: canvas.Min.X + vg.Points(12),
		Y: canvas.Max.Y - vg.Points(below)}, words)
}

func textStyle(points float64, grey uint8, align text.XAlignment) text.Style {
	style := Sans(points, color.Gray{grey}, align)
	style.YAlign = text.YCenter
	return style
}

// drawScale draws the colours at the right of the plane.
func (s *Section) drawScale(canvas draw.Canvas, plane vg.Rectangle) {
	b := (&Chart{}).newPlot()
	b.X.Label.Text = ""
	b.HideX()
	b.Y.Tick.Marker = Round{}
	b.Y.Padding = 0
	const steps = 256
	img := image.NewRGBA(image.Rect(0, 0, 1, steps))
	for i := range steps {
		img.Set(0, steps-1-i, s.Colour((float64(i)+0.5)/steps))
	}
	low, high := s.limits()
	b.Add(plotter.NewImage(img, 0, low, 1, high))
	b.X.Min, b.X.Max, b.Y.Min, b.Y.Max = 0, 1, low, high
	at := draw.Canvas{Canvas: canvas.Canvas, Rectangle: vg.Rectangle{
		Min: vg.Point{X: plane.Max.X + vg.Points(10), Y: plane.Min.Y},
		Max: vg.Point{X: canvas.Max.X - vg.Points(16), Y: plane.Max.Y}}}
	at.Min.Y -= b.DataCanvas(at).Min.Y - plane.Min.Y // marks take no room below
	b.Draw(at)
	canvas.FillText(textStyle(8, 0, text.XRight), vg.Point{X: canvas.Max.X - vg.Points(6),
		Y: plane.Max.Y + vg.Points(9)}, s.Label)
}

// limits are those of the scale, apart from each other.
func (s *Section) limits() (low, high float64) {
	low, high = s.Limits[0], s.Limits[1]
	if !(high > low) {
		half := max(math.Abs(low)*0.05, 1e-12)
		return low - half, low + half
	}
	return low, high
}

// raster has some dots for each cell, in its colour.
func (s *Section) raster() image.Image {
	const enough = 1000
	scale := max(1, enough/max(s.Cells[0], s.Cells[1]))
	low, high := s.limits()
	img := image.NewRGBA(image.Rect(0, 0, s.Cells[0]*scale, s.Cells[1]*scale))
	for n, v := range s.Values {
		i, k := n%s.Cells[0], s.Cells[1]-1-n/s.Cells[0]
		var c color.Color = color.Gray{170}
		if !math.IsNaN(v) {
			c = s.Colour(min(max((v-low)/(high-low), 0), 1))
		}
		for dy := range scale {
			for dx := range scale {
				img.Set(i*scale+dx, k*scale+dy, c)
			}
		}
	}
	return img
}
