package plot

import (
	"errors"
	"image"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
)

// Section is a value in the cells of a plane, as colours with a scale, and lines over it. Both axes
// have the same scale, unless one is very short.
type Section struct {
	Title, Note string
	X, Y        string // what is to the right, and upwards
	Cells       [2]int
	Origin      [2]float64 // the lower left corner
	Spacing     [2]float64
	Values      []float64 // along X first; NaN is left grey
	Label       string    // of the values, with their unit
	Limits      [2]float64
	Colour      func(part float64) color.Color // 0 is the lower limit, 1 the upper
	Lines       *Isolines                      // nil is none

	Pixels [2]int // the picture is as large as fits into these; 0 is its own size
	Fill   bool   // it has just these pixels, white where nothing is
}

// The sizes of a section on paper: the longer side of its plane, the least of the shorter, the room
// for the scale, at the right or, of a wide plane, below, and for what is written above.
const (
	sectionLength = 11 * vg.Centimeter
	sectionWide   = 17 * vg.Centimeter
	sectionWidth  = 1.8 * vg.Centimeter
	scaleRoom     = 2.6 * vg.Centimeter
	scaleBelow    = 1.3 * vg.Centimeter
	sectionHead   = vg.Length(36) // title and note
	sectionDPI    = 220
)

// wide is how much wider than high the plane of a section is that has its scale below.
const wide = 2.5

// layout is where the parts of a section are [points].
type layout struct {
	width, height vg.Length // of all
	plane         vg.Point  // its size
	right, below  vg.Length // room for the scale
}

// layout gives the plane its proportions, however much room marks and labels take.
func (s *Section) layout(p *plot.Plot) (l layout) {
	size := s.size()
	length := sectionLength
	l.right = scaleRoom
	if size[0] > wide*size[1] {
		length, l.right, l.below = sectionWide, vg.Points(20), scaleBelow
	}
	longer := max(size[0], size[1])
	l.plane = vg.Point{X: max(sectionWidth, length*vg.Length(size[0]/longer)),
		Y: max(sectionWidth, length*vg.Length(size[1]/longer))}
	trial := draw.New(vgimg.NewWith(vgimg.UseWH(2*length, 2*length), vgimg.UseDPI(20)))
	around := trial.Size().Sub(p.DataCanvas(trial).Size())
	title := textStyle(titlePoints, 0, text.XLeft).Width(s.Title) + vg.Points(24)
	l.width = max(title, vg.Points(6)+around.X+l.plane.X+l.right)
	l.height = vg.Points(4) + around.Y + l.plane.Y + l.below + sectionHead
	l.right = l.width - (vg.Points(6) + around.X + l.plane.X)
	return l
}

// dpi is the resolution of the picture.
func (s *Section) dpi(l *layout) int {
	if s.Pixels == [2]int{} {
		return sectionDPI
	}
	return max(1, int(min(float64(s.Pixels[0])/l.width.Points(),
		float64(s.Pixels[1])/l.height.Points())*vg.Inch.Points()))
}

func (s *Section) size() [2]float64 {
	return [2]float64{float64(s.Cells[0]) * s.Spacing[0], float64(s.Cells[1]) * s.Spacing[1]}
}

// Image draws the section.
func (s *Section) Image() (*image.RGBA, error) {
	if n := s.Cells[0] * s.Cells[1]; n == 0 || n != len(s.Values) {
		return nil, errors.New("a section without a value in each of its cells cannot be drawn")
	}
	p := (&Chart{X: s.X, Y: s.Y}).newPlot()
	p.X.Padding, p.Y.Padding = 0, 0
	size := s.size()
	high := [2]float64{s.Origin[0] + size[0], s.Origin[1] + size[1]}
	p.Add(plotter.NewImage(s.raster(), s.Origin[0], s.Origin[1], high[0], high[1]))
	if s.Lines != nil {
		p.Add(s.Lines)
	}
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = s.Origin[0], high[0], s.Origin[1], high[1]
	p.X.Tick.Marker, p.Y.Tick.Marker = Round{}, Round{}
	l := s.layout(p)
	p.X.Tick.Marker, p.Y.Tick.Marker = marks(l.plane.X, 3), marks(l.plane.Y, 1.2)
	l = s.layout(p)
	dpi := s.dpi(&l)
	dots := func(x vg.Length) int { return int(math.Round(x.Dots(float64(dpi)))) }
	pixels := [2]int{dots(l.width), dots(l.height)}
	if s.Fill {
		pixels = s.Pixels
	}
	points := func(n int) vg.Length { return vg.Length(n) * vg.Inch / vg.Length(dpi) }
	paper := vgimg.NewWith(vgimg.UseWH(points(pixels[0]), points(pixels[1])), vgimg.UseDPI(dpi))
	canvas := draw.New(paper)
	if s.Fill {
		x, y := (canvas.Size().X-l.width)/2, (canvas.Size().Y-l.height)/2
		canvas = draw.Crop(canvas, x, -x, y, -y)
	}
	main := draw.Crop(canvas, vg.Points(6), -l.right, vg.Points(4)+l.below, -sectionHead)
	p.Draw(main)
	s.write(canvas, 12, titlePoints, 0, s.Title)
	s.write(canvas, 25, 6.5, 90, s.Note)
	s.drawScale(canvas, p.DataCanvas(main).Rectangle, l.below > 0)
	return paper.Image().(*image.RGBA), nil
}

const titlePoints = 9

// marks are as many as have room along an axis, at most eight: two take this many centimetres.
func marks(length vg.Length, room float64) Round {
	return Round{Most: min(8, max(2, int(2*length.Points()/(room*vg.Centimeter.Points()))))}
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

// drawScale draws the colours at the right of the plane, or below it.
func (s *Section) drawScale(canvas draw.Canvas, plane vg.Rectangle, below bool) {
	b := (&Chart{}).newPlot()
	b.X.Label.Text = ""
	b.X.Padding, b.Y.Padding = 0, 0
	low, high := s.limits()
	const steps = 256
	label := textStyle(8, 0, text.XRight)
	if below {
		b.HideY()
		img := image.NewRGBA(image.Rect(0, 0, steps, 1))
		for i := range steps {
			img.Set(i, 0, s.Colour((float64(i)+0.5)/steps))
		}
		b.Add(plotter.NewImage(img, low, 0, high, 1))
		b.X.Min, b.X.Max, b.Y.Min, b.Y.Max = low, high, 0, 1
		third := plane.Size().X / 3
		b.X.Tick.Marker = marks(third*2, 3)
		b.Draw(draw.Canvas{Canvas: canvas.Canvas, Rectangle: vg.Rectangle{
			Min: vg.Point{X: plane.Min.X + third, Y: canvas.Min.Y + vg.Points(4)},
			Max: vg.Point{X: plane.Max.X, Y: canvas.Min.Y + scaleBelow - vg.Points(8)}}})
		canvas.FillText(label, vg.Point{X: plane.Min.X + third - vg.Points(8),
			Y: canvas.Min.Y + scaleBelow - vg.Points(15)}, s.Label)
		return
	}
	b.HideX()
	img := image.NewRGBA(image.Rect(0, 0, 1, steps))
	for i := range steps {
		img.Set(0, steps-1-i, s.Colour((float64(i)+0.5)/steps))
	}
	b.Add(plotter.NewImage(img, 0, low, 1, high))
	b.X.Min, b.X.Max, b.Y.Min, b.Y.Max = 0, 1, low, high
	b.Y.Tick.Marker = marks(plane.Size().Y, 1.2)
	right := plane.Max.X + scaleRoom
	at := draw.Canvas{Canvas: canvas.Canvas, Rectangle: vg.Rectangle{
		Min: vg.Point{X: plane.Max.X + vg.Points(10), Y: plane.Min.Y},
		Max: vg.Point{X: right - vg.Points(16), Y: plane.Max.Y}}}
	at.Min.Y -= b.DataCanvas(at).Min.Y - plane.Min.Y // marks take no room below
	b.Draw(at)
	canvas.FillText(label, vg.Point{X: right - vg.Points(6), Y: plane.Max.Y + vg.Points(9)}, s.Label)
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
		c := color.RGBA{170, 170, 170, 255}
		if !math.IsNaN(v) {
			c = color.RGBAModel.Convert(s.Colour(min(max((v-low)/(high-low), 0), 1))).(color.RGBA)
		}
		for dy := range scale {
			for dx := range scale {
				img.SetRGBA(i*scale+dx, k*scale+dy, c)
			}
		}
	}
	return img
}
