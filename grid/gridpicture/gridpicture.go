// Package gridpicture draws sections of the flow on a grid: colours of a field with their scale,
// and, of a flow in a plane, streamlines over the speed and isolines over everything else.
//
// A run that has written a snapshot goes on with
//
//	gridmeasure.WriteSpectrum(dir, n, snapshot, ν) // of periodic boxes; else nothing
//
// and ends with
//
//	gridmeasure.WriteProfiles(dir, snapshot)    // of flows between walls; else nothing
//	gridpicture.WriteLast(dir, title, snapshot) // last.png, and others
package gridpicture

import (
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"path/filepath"

	"gpusph/grid"
	"gpusph/grid/gridmeasure"
	"gpusph/internal/plot"
	"gpusph/output"
	"gpusph/output/picture"
)

// Options say what a section shows.
type Options struct {
	Title string
	Axis  int     // across which the plane is: 0 is x, 1 y, 2 z
	At    float64 // where on that axis [m]
	Field string  // one of Fields; "" is that which shows the flow best
	// of the colours; nil or NaN is the least and the greatest value in the plane
	Range *[2]float64
	// as in plot.Section
	Pixels [2]int
	Fill   bool
}

// Middle are the options of a section through the middle of the domain.
func Middle(s *grid.Snapshot, axis int) Options {
	low, high := gridmeasure.Ends(s)
	return Options{Axis: axis, At: (low[axis] + high[axis]) / 2}
}

// WriteLast draws the last snapshot of a run, through the middle: last.png is the field that shows
// the flow best, and last_speed.png the speed where that is another. s has all planes.
func WriteLast(dir, title string, s *grid.Snapshot) error {
	for _, e := range lastOf(s) {
		o := Middle(s, 1)
		o.Title, o.Field = title, e.field
		err := output.WriteFile(filepath.Join(dir, e.file),
			func(w io.Writer) error { return Section(w, s, o) })
		if err != nil {
			return err
		}
	}
	return nil
}

// lastOf are the pictures of the last snapshot of a run.
func lastOf(s *grid.Snapshot) (all []struct{ file, field string }) {
	best := Best(s)
	all = append(all, struct{ file, field string }{"last.png", best})
	if best != speed {
		all = append(all, struct{ file, field string }{"last_speed.png", speed})
	}
	return all
}

// Section writes a PNG of the cells that a plane cuts, in the colours of a field. Its title is the
// name of the field.
func Section(w io.Writer, s *grid.Snapshot, o Options) error {
	img, err := Draw(s, o)
	if err != nil {
		return err
	}
	f, err := fieldOf(s, o)
	if err != nil {
		return err
	}
	return picture.EncodeTitled(w, img, f.name)
}

// Draw draws a section.
func Draw(s *grid.Snapshot, o Options) (*image.RGBA, error) {
	m, err := gridmeasure.New(s)
	if err != nil {
		return nil, err
	}
	c, err := cut(s, o)
	if err != nil {
		return nil, err
	}
	unit, size := unitOf(s)
	right, up := across(o.Axis)
	axis := func(a int) string { return label(string(rune('x'+a)), unit) }
	p := &plot.Section{Title: o.Title, X: axis(right), Y: axis(up), Label: label(c.name, c.unit),
		Limits: withRange(c.limits(), o.Range), Pixels: o.Pixels, Fill: o.Fill}
	p.Note = fmt.Sprintf("t = %.5g %s", s.Time, timeUnit(s))
	if s.Cells[o.Axis] > 1 {
		p.Note += fmt.Sprintf(", %c = %.4g %s", 'x'+o.Axis, o.At/size, unit)
	}
	p.Colour = colours(c.word, &p.Limits)
	p.Cells, p.Values = c.few()
	for k, a := range []int{right, up} {
		p.Origin[k] = s.Origin[a] / size
		p.Spacing[k] = float64(s.Cells[a]) * s.Spacing[a] / size / float64(p.Cells[k])
	}
	if o.Axis == 1 && s.Cells[1] == 1 {
		if p.Lines, err = isolines(m, c, p, size); err != nil {
			return nil, err
		}
	}
	return p.Image()
}

// Limits are the least and the greatest value in a section.
func Limits(s *grid.Snapshot, o Options) (limits [2]float64, err error) {
	c, err := cut(s, o)
	if err != nil {
		return limits, err
	}
	return c.limits(), nil
}

// withRange are the limits of the colours, apart from each other: those of a range where it has
// numbers.
func withRange(limits [2]float64, other *[2]float64) [2]float64 {
	if other != nil {
		for end, v := range other {
			if !math.IsNaN(v) {
				limits[end] = v
			}
		}
	}
	if !(limits[1] > limits[0]) {
		half := max(math.Abs(limits[0])*0.05, 1e-12)
		limits = [2]float64{limits[0] - half, limits[0] + half}
	}
	return limits
}

// colours are those between two limits. Where 0 is among them they are blue below it and red
// above, by the distance from it, but for the speed.
func colours(word string, limits *[2]float64) func(part float64) color.Color {
	low, high := limits[0], limits[1]
	if !signed(word, *limits) {
		return func(part float64) color.Color { return picture.ScaleColour(part) }
	}
	most := max(-low, high)
	return func(part float64) color.Color {
		return picture.DivergingColour((low + part*(high-low)) / most)
	}
}

func signed(word string, limits [2]float64) bool {
	return word != speed && limits[0] <= 0 && limits[1] >= 0
}
