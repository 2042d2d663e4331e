// Package plot draws charts: curves, or groups of bars.
package plot

import (
	"bytes"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"strconv"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The size of a plot on paper: a column and a half, in 300 dots per inch.
const (
	plotWidth  = 12 * vg.Centimeter
	plotHeight = 8 * vg.Centimeter
	plotDPI    = 300
)

// Chart is lines over numbers of devices, or over what x says, or bars.
type Chart struct {
	Name   string   // of the files
	Title  string   // the flow
	Note   string   // what is to be known of the curves; may be ""
	X      string   // what is to the right; "" is the number of devices
	Y      string   // what is upwards
	Log    bool     // both axes
	Places bool     // values are coordinates: where all are far from 0, it is left out
	Counts []int    // to be marked on the x axis; nil marks round numbers
	Groups []string // not nil: a group of bars, one of each curve, for each of these
	Bands  []Band   // behind the curves
	Curves []Curve
}

// Curve is a line of a chart. Values that are NaN are left out.
type Curve struct {
	Name  string
	Style Style
	N     []float64
	Y     []float64
	Least []float64 // if not nil, bars go from here
	Most  []float64 // to here
}

// Style is how a curve is told from others, also without colour.
type Style struct {
	Colour color.Color
	Glyph  draw.GlyphDrawer // nil for a line alone
	Dashes []vg.Length
	Open   bool // no line
}

// The colours are Okabe and Ito's, which colour-blind people can tell apart.
var (
	StyleOff      = Style{Colour: color.RGBA{213, 94, 0, 255}, Glyph: draw.BoxGlyph{}}
	StyleOn       = Style{Colour: color.RGBA{0, 114, 178, 255}, Glyph: draw.CircleGlyph{}}
	StyleIdeal    = Style{Colour: color.Gray{110}}
	StyleExpected = Style{Colour: color.RGBA{0, 158, 115, 255},
		Dashes: []vg.Length{vg.Points(5), vg.Points(2.5)}}
	StylePredicted = Style{Colour: color.RGBA{150, 70, 130, 255},
		Dashes: []vg.Length{vg.Points(1.2), vg.Points(2)}, Glyph: draw.CrossGlyph{}}
	StyleFitted = Style{Colour: color.RGBA{230, 159, 0, 255},
		Dashes: []vg.Length{vg.Points(8), vg.Points(2), vg.Points(1.5), vg.Points(2)}}
)

// Write writes the chart as PNG and SVG. file makes a file of what write writes.
func (c *Chart) Write(dir string, file func(path string, write func(io.Writer) error) error) error {
	if err := file(filepath.Join(dir, c.Name+".png"), c.PNG); err != nil {
		return err
	}
	return file(filepath.Join(dir, c.Name+".svg"), c.SVG)
}

// PNG writes the chart as a picture.
func (c *Chart) PNG(w io.Writer) error {
	return c.writeTo(w, vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(plotWidth, plotHeight),
		vgimg.UseDPI(plotDPI))})
}

// SVG writes the chart as a drawing. Where there is no font Liberation Sans, others of the same
// widths do.
func (c *Chart) SVG(w io.Writer) error {
	var b bytes.Buffer
	if err := c.writeTo(&b, vgsvg.NewWith(vgsvg.UseWH(plotWidth, plotHeight))); err != nil {
		return err
	}
	const family = "font-family:Liberation Sans"
	_, err := w.Write(bytes.ReplaceAll(b.Bytes(), []byte(family),
		[]byte(family+",Arimo,Arial,Helvetica,sans-serif")))
	return err
}

func (c *Chart) writeTo(w io.Writer, canvas interface {
	vg.CanvasSizer
	io.WriterTo
}) error {
	if err := c.draw(draw.New(canvas)); err != nil {
		return err
	}
	_, err := canvas.WriteTo(w)
	return err
}

// draw draws the curves, and above them what they are.
func (c *Chart) draw(canvas draw.Canvas) error {
	p := c.newPlot()
	legends, err := c.addCurves(p)
	if err != nil {
		return err
	}
	c.scale(p)

	// From above: title, note, legend, plot.
	const line = vg.Length(13)
	top := canvas.Max.Y - vg.Points(4)
	write := func(s string, points float64, grey uint8) {
		if s == "" {
			return
		}
		style := p.Title.TextStyle
		sans(&style, points)
		style.Color, style.XAlign, style.YAlign = color.Gray{grey}, text.XLeft, text.YTop
		canvas.FillText(style, vg.Point{X: canvas.Min.X + vg.Points(40), Y: top}, s)
		top -= line
	}
	write(c.Title, 9, 0)
	write(c.Note, 6.5, 90)
	rows := legendRows(canvas, legends)
	p.Draw(draw.Crop(canvas, vg.Points(6), -vg.Points(10), vg.Points(4),
		top-line*vg.Length(max(len(rows), 1))-canvas.Max.Y))
	for _, row := range rows {
		left := canvas.Min.X + legendLeft
		for _, l := range row {
			at := draw.Canvas{Canvas: canvas, Rectangle: vg.Rectangle{
				Min: vg.Point{X: left, Y: top - line}, Max: vg.Point{X: canvas.Max.X, Y: top},
			}}
			l.Draw(at)
			left += l.Rectangle(at).Size().X + legendGap
		}
		top -= line
	}
	return nil
}

// sans sets the font of a style and its size in points.
func sans(s *text.Style, points float64) {
	s.Font.Variant, s.Font.Size = "Sans", vg.Points(points)
}

// newPlot is a plot with axes and a grid, and without curves.
func (c *Chart) newPlot() *plot.Plot {
	p := plot.New()
	for _, a := range []*plot.Axis{&p.X, &p.Y} {
		sans(&a.Label.TextStyle, 9)
		sans(&a.Tick.Label, 8)
		a.Label.Padding = vg.Points(3)
		a.LineStyle.Width, a.Tick.LineStyle.Width = vg.Points(0.5), vg.Points(0.5)
		a.Tick.Length = vg.Points(4)
	}
	p.X.Label.Text, p.Y.Label.Text = c.X, c.Y
	if c.X == "" {
		p.X.Label.Text = "number of devices n"
	}
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{225}, color.Gray{225}
	grid.Vertical.Width, grid.Horizontal.Width = vg.Points(0.4), vg.Points(0.4)
	p.Add(grid)
	return p
}

// addCurves adds bands, and curves or bars, to a plot. It returns a legend for each that has a
// name.
func (c *Chart) addCurves(p *plot.Plot) (legends []plot.Legend, err error) {
	entry := func(name string, thumbnails []plot.Thumbnailer) {
		if len(thumbnails) == 0 || name == "" {
			return
		}
		l := plot.NewLegend()
		sans(&l.TextStyle, 8)
		l.Left, l.Top, l.ThumbnailWidth = true, true, vg.Points(20)
		l.Add(" "+name, thumbnails...)
		legends = append(legends, l)
	}
	for i := range c.Bands {
		thumbnails, err := c.Bands[i].addTo(p, c.at)
		if err != nil {
			return nil, err
		}
		entry(c.Bands[i].Name, thumbnails)
	}
	for i := range c.Curves {
		add := func() ([]plot.Thumbnailer, error) { return c.Curves[i].addTo(p, c.at) }
		if c.Groups != nil {
			add = func() ([]plot.Thumbnailer, error) { return c.addBars(p, i) }
		}
		thumbnails, err := add()
		if err != nil {
			return nil, err
		}
		entry(c.Curves[i].Name, thumbnails)
	}
	return legends, nil
}

// Where legends begin, and how far they are apart.
var legendLeft, legendGap = vg.Points(40), vg.Points(16)

// legendRows puts legends beside each other, in as many rows as they need.
func legendRows(canvas draw.Canvas, legends []plot.Legend) (rows [][]plot.Legend) {
	room := vg.Length(0)
	for _, l := range legends {
		width := l.Rectangle(canvas).Size().X
		if width > room {
			rows, room = append(rows, nil), canvas.Max.X-canvas.Min.X-legendLeft
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], l)
		room -= width + legendGap
	}
	return rows
}

// at is where a value is along an axis. (The package's own logarithmic axes leave
// room for labels where none are.)
func (c *Chart) at(value float64) float64 {
	if c.Log {
		return math.Log2(value)
	}
	return value
}

// scale sets the ends of the axes and the marks on them.
func (c *Chart) scale(p *plot.Plot) {
	p.X.Tick.Marker = Round{}
	var marks plot.ConstantTicks
	for _, n := range c.Counts {
		marks = append(marks, plot.Tick{Value: c.at(float64(n)), Label: strconv.Itoa(n)})
	}
	for i, name := range c.Groups {
		marks = append(marks, plot.Tick{Value: float64(i), Label: name})
	}
	switch {
	case c.Groups != nil:
		p.X.Tick.Marker = marks
		p.X.Min, p.X.Max = -0.5, float64(len(c.Groups))-0.5
	case marks != nil:
		p.X.Tick.Marker = marks
		first, last := marks[0].Value, marks[len(marks)-1].Value
		room := 0.04 * max(1, last-first)
		p.X.Min, p.X.Max = first-room, last+room
	}
	if c.Log {
		p.Y.Min, p.Y.Max = p.Y.Min-0.2, p.Y.Max+0.2
		p.Y.Tick.Marker = powers{}
		return
	}
	if span := p.Y.Max - p.Y.Min; c.Places && (p.Y.Min > span || p.Y.Max < -span) {
		room := max(0.06*span, 1e-3)
		p.Y.Min, p.Y.Max, p.Y.Tick.Marker = p.Y.Min-room, p.Y.Max+room, Round{}
		return
	}
	p.Y.Min = min(0, p.Y.Min*1.1)
	p.Y.Max = max(p.Y.Max*1.06, 1e-9)
	p.Y.Tick.Marker = Round{}
}

// powers marks the powers of two, where logarithms are.
type powers struct{}

func (powers) Ticks(least, most float64) []plot.Tick {
	var ticks []plot.Tick
	for k := math.Ceil(least); k <= most; k++ {
		ticks = append(ticks, plot.Tick{Value: k, Label: strconv.FormatFloat(math.Exp2(k), 'g', 4, 64)})
	}
	return ticks
}

// Round marks round numbers: four to eight, or where Most is less than eight, as many as that or
// some fewer.
type Round struct{ Most int }

// Ticks are the marks between two values.
func (r Round) Ticks(least, most float64) []plot.Tick {
	step := math.Pow(10, math.Ceil(math.Log10(most-least)))
	parts := []float64{0.25, 0.2, 0.1, 0.05, 0.025, 0.02}
	if r.Most > 0 && r.Most < 8 {
		step *= r.few((most - least) / step)
		parts = nil
	}
	for _, part := range parts {
		if n := (most - least) / (step * part); n >= 4 {
			step *= part
			break
		}
	}
	digits := 6
	if far := max(math.Abs(least), math.Abs(most)) / step; far > 1e3 { // six may not tell them apart
		digits = int(math.Ceil(math.Log10(far))) + 2
	}
	var ticks []plot.Tick
	for k := math.Ceil(least/step) + 0; k*step <= most; k++ { // + 0 takes the sign from -0
		ticks = append(ticks, plot.Tick{Value: k * step, Label: label(k*step, digits)})
	}
	return ticks
}

// few is the least part of a power of ten that a range has no more than Most of.
func (r Round) few(times float64) float64 {
	for _, part := range []float64{0.02, 0.025, 0.05, 0.1, 0.2, 0.25, 0.5} {
		if times/part < float64(r.Most) {
			return part
		}
	}
	return 1
}

// label is a number with a given number of digits at most, plain where six are not enough.
func label(x float64, digits int) string {
	if digits <= 6 {
		return strconv.FormatFloat(x, 'g', 6, 64)
	}
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// Sans is text without serifs, of a size in points.
func Sans(points float64, c color.Color, x text.XAlignment) text.Style {
	f := font.From(plot.DefaultFont, vg.Points(points))
	f.Variant = "Sans"
	return text.Style{Color: c, Font: f, XAlign: x, YAlign: draw.YCenter,
		Handler: plot.DefaultTextHandler}
}
