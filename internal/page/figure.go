package page

import (
	"bytes"
	"fmt"
	"html/template"
	"math"
	"strings"

	"gpusph/internal/plot"
)

// The most charts of a section, and points of a curve: in a drawing, and where a figure zooms.
const (
	mostCharts = 16
	mostPoints = 600
	mostZoomed = 3000
)

// Section is charts of one kind.
type Section struct {
	Title  string
	Note   string
	Charts []plot.Chart
}

// NewSection is a section with those of the charts that have something to draw, up to 16 of them.
// Where there are more its note says so.
func NewSection(title, note string, charts []plot.Chart) Section {
	s := Section{Title: title, Note: note}
	for _, c := range charts {
		if c = Thinned(c); HasPoints(c) {
			s.Charts = append(s.Charts, c)
		}
	}
	if n := len(s.Charts); n > mostCharts {
		s.Note = strings.TrimSpace(fmt.Sprintf("%s The first %d of %d figures; the tables have all.",
			note, mostCharts, n))
		s.Charts = s.Charts[:mostCharts]
	}
	return s
}

// Drawn is a section as a part of a page.
type Drawn struct {
	Title, Note string
	Figures     []Figure
}

// Figure is a drawing, and its numbers as JSON where it can zoom.
type Figure struct {
	Drawing template.HTML
	Numbers template.JS
}

// DrawAll draws sections.
func DrawAll(all []Section) (parts []Drawn, err error) {
	for _, s := range all {
		part := Drawn{Title: s.Title, Note: s.Note}
		for i := range s.Charts {
			f, err := newFigure(s.Charts[i])
			if err != nil {
				return nil, err
			}
			part.Figures = append(part.Figures, f)
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// newFigure returns a chart as a part of a page: a drawing of few points, and all its numbers.
func newFigure(c plot.Chart) (f Figure, err error) {
	if f.Numbers, err = numbers(&c); err != nil {
		return f, err
	}
	few := c
	if f.Numbers != "" {
		few = thinned(c, mostPoints)
	}
	f.Drawing, err = Drawing(&few)
	return f, err
}

// Drawing is a chart as a part of a page, without the head of a file. Texts in it are escaped.
func Drawing(c *plot.Chart) (template.HTML, error) {
	var b bytes.Buffer
	if err := c.SVG(&b); err != nil {
		return "", err
	}
	svg := b.Bytes()
	return template.HTML(svg[max(0, bytes.Index(svg, []byte("<svg"))):]), nil
}

// HasPoints reports whether there is anything to draw.
func HasPoints(c plot.Chart) bool {
	for _, v := range c.Curves {
		for _, y := range v.Y {
			if !math.IsNaN(y) {
				return true
			}
		}
	}
	return false
}

// drawable is the greatest value that is drawn: float32 has no greater ones.
const drawable = math.MaxFloat32

// Thinned returns the chart with as many points as a figure that zooms has at most: the least and
// the greatest value of each of equally many rows. Values that cannot be drawn are left out.
func Thinned(c plot.Chart) plot.Chart { return thinned(c, mostZoomed) }

func thinned(c plot.Chart, most int) plot.Chart {
	curves := c.Curves
	c.Curves = nil
	for _, v := range curves {
		if v.Least == nil {
			n, y := finite(v.N, v.Y)
			v.N, v.Y = thin(n, y, most)
		}
		c.Curves = append(c.Curves, v)
	}
	return c
}

func finite(x, y []float64) (n, of []float64) {
	for i := range y {
		if math.Abs(y[i]) <= drawable && math.Abs(x[i]) <= drawable {
			n, of = append(n, x[i]), append(of, y[i])
		}
	}
	return n, of
}

// thin keeps at most a given number of points: of each of equally many rows the least and the
// greatest, in their order.
func thin(x, y []float64, most int) (n, of []float64) {
	if len(y) <= most {
		return x, y
	}
	parts := most / 2
	for k := range parts {
		from, to := k*len(y)/parts, (k+1)*len(y)/parts
		low, high := from, from
		for i := from; i < to; i++ {
			if y[i] < y[low] {
				low = i
			}
			if y[i] > y[high] {
				high = i
			}
		}
		first, second := min(low, high), max(low, high)
		n, of = append(n, x[first]), append(of, y[first])
		if second != first {
			n, of = append(n, x[second]), append(of, y[second])
		}
	}
	return n, of
}
