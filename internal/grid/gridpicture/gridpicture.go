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
//	gridpicture.WriteLast(dir, title, snapshot) // last.png, and last_heat.png where there is heat
package gridpicture

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"

	"gpusph/internal/grid"
	"gpusph/internal/grid/gridmeasure"
	"gpusph/internal/plot"
	"gpusph/output"
	"gpusph/output/picture"
)

// Options say what a section shows.
type Options struct {
	Title string
	Axis  int     // across which the plane is: 0 is x, 1 y, 2 z
	At    float64 // where on that axis [m]
	Field string  // gridmeasure.Velocity and so on; "" is the velocity
	// of a vector: 1 is x, 2 y and 3 z; 0 is its size
	Component int
	// of the colours; nil or NaN is the least and the greatest value in the plane
	Range *[2]float64
}

// lines is how many isolines a section has.
const lines = 15

// WriteLast draws the last snapshot of a run, through the middle: its speed in last.png, and its
// temperature in last_heat.png if it has one. s has all planes.
func WriteLast(dir, title string, s *grid.Snapshot) error {
	for _, e := range []struct{ file, field string }{{"last.png", gridmeasure.Velocity},
		{"last_heat.png", gridmeasure.Temperature}} {
		if s.Field(e.field) == nil {
			continue
		}
		o := Options{Title: title, Axis: 1, At: float64(s.Cells[1]) * s.Spacing[1] / 2, Field: e.field}
		err := output.WriteFile(filepath.Join(dir, e.file),
			func(w io.Writer) error { return Section(w, s, o) })
		if err != nil {
			return err
		}
	}
	return nil
}

// Section writes a PNG of the cells that a plane cuts, in the colours of a field; of the velocity
// that is its size.
func Section(w io.Writer, s *grid.Snapshot, o Options) error {
	m, err := gridmeasure.New(s)
	if err != nil {
		return err
	}
	if o.Field == "" {
		o.Field = gridmeasure.Velocity
	}
	f := s.Field(o.Field)
	size := m.Size()[o.Axis]
	switch {
	case f == nil:
		return fmt.Errorf("the section cannot be drawn: the snapshot has no field %s", o.Field)
	case !(o.At >= 0 && o.At <= size):
		return fmt.Errorf("the section cannot be drawn: %c = %g is outside the domain, which reaches "+
			"from 0 to %g m", 'x'+o.Axis, o.At, size)
	}
	right, up := across(o.Axis)
	p := &plot.Section{Title: o.Title, X: axis(right), Y: axis(up), Label: label(f, o),
		Cells:   [2]int{s.Cells[right], s.Cells[up]},
		Spacing: [2]float64{s.Spacing[right], s.Spacing[up]},
		Colour:  func(part float64) color.Color { return picture.ScaleColour(part) }}
	p.Note = fmt.Sprintf("t = %.5g s", s.Time)
	if s.Cells[o.Axis] > 1 {
		p.Note += fmt.Sprintf(", %c = %.4g m", 'x'+o.Axis, o.At)
	}
	all := values(s, f, o)
	p.Values, p.Limits = withoutSolids(s, all, o)
	if o.Range != nil {
		for end, v := range o.Range {
			if !math.IsNaN(v) {
				p.Limits[end] = v
			}
		}
	}
	if o.Axis == 1 && s.Cells[1] == 1 {
		if p.Lines, err = isolines(m, f, p, all, o); err != nil {
			return err
		}
	}
	return p.PNG(w)
}

// across is which axes a section has, to the right and upwards.
func across(axis int) (right, up int) {
	return [3]int{1, 0, 0}[axis], [3]int{2, 2, 1}[axis]
}

func axis(a int) string { return fmt.Sprintf("%c [m]", 'x'+a) }

func label(f *grid.Field, o Options) string {
	name := f.Name
	if name == gridmeasure.Velocity {
		name = [...]string{"Speed", "vx", "vy", "vz"}[o.Component]
	}
	if f.Unit == "" {
		return name
	}
	return fmt.Sprintf("%s [%s]", name, f.Unit)
}

// values are those of a field in the cells that the plane cuts.
func values(s *grid.Snapshot, f *grid.Field, o Options) (all []float64) {
	each(s, o, func(n int) {
		component := 0
		if f.Components > 1 {
			component = o.Component - 1
		}
		all = append(all, gridmeasure.Value(f, n, component))
	})
	return all
}

// each goes through the cells that the plane cuts, to the right first.
func each(s *grid.Snapshot, o Options, do func(n int)) {
	right, up := across(o.Axis)
	var x [3]int
	x[o.Axis] = min(int(o.At/s.Spacing[o.Axis]), s.Cells[o.Axis]-1)
	for x[up] = 0; x[up] < s.Cells[up]; x[up]++ {
		for x[right] = 0; x[right] < s.Cells[right]; x[right]++ {
			do(x[0] + s.Cells[0]*(x[1]+s.Cells[1]*x[2]))
		}
	}
}

// withoutSolids makes the values of solid cells NaN, and has the least and the greatest of the
// others.
func withoutSolids(s *grid.Snapshot, all []float64, o Options) (values []float64,
	limits [2]float64) {
	solid := s.Field(gridmeasure.Solid)
	limits = [2]float64{math.Inf(1), math.Inf(-1)}
	each(s, o, func(n int) {
		v := all[len(values)]
		if solid != nil && solid.Values[n] != 0 {
			v = math.NaN()
		} else {
			limits[0], limits[1] = min(limits[0], v), max(limits[1], v)
		}
		values = append(values, v)
	})
	if limits[0] > limits[1] { // all is solid
		limits = [2]float64{0, 1}
	}
	return values, limits
}

// isolines are streamlines over the speed, and over other fields lines of the same value.
func isolines(m *gridmeasure.Sampler, f *grid.Field, p *plot.Section, all []float64,
	o Options) (*plot.Isolines, error) {
	l := &plot.Isolines{Points: p.Cells, Spacing: p.Spacing, Values: all,
		First: [2]float64{p.Spacing[0] / 2, p.Spacing[1] / 2}}
	low, high := p.Limits[0], p.Limits[1]
	if f.Name == gridmeasure.Velocity && o.Component == 0 {
		psi, err := m.Stream()
		if err != nil {
			return nil, err
		}
		l.Points, l.First, l.Values = psi.Points, [2]float64{}, psi.Psi
		least, most := psi.Vortices()
		low, high = least.Value, most.Value
	}
	if !(high > low) || min(l.Points[0], l.Points[1]) < 2 {
		return nil, nil
	}
	for i := range lines {
		l.Levels = append(l.Levels, low+(high-low)*(float64(i)+0.5)/lines)
	}
	return l, nil
}
