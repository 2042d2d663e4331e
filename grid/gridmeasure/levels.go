package gridmeasure

import (
	"fmt"
	"math"
	"slices"

	"gpusph/grid"
	"gpusph/internal/text"
)

// Crossings are the distances [m] from the beginning of a line at which the value of a column, as
// vx, pressure or temperature, crosses a level. Values are compared at all places where the
// interpolation has a kink, so along an axis they are linear between, and the places exact for the
// interpolation.
func (m *Sampler) Crossings(name string, level float64, from, to [3]float64) ([]float64, error) {
	c, err := columnOf(m.Snapshot, name)
	if err != nil {
		return nil, err
	}
	var at, values []float64
	length := math.Hypot(math.Hypot(to[0]-from[0], to[1]-from[1]), to[2]-from[2])
	for _, part := range m.kinks(from, to) {
		var x [3]float64
		for a := range x {
			x[a] = from[a] + part*(to[a]-from[a])
		}
		at, values = append(at, part*length), append(values, m.at(c, x))
	}
	return crossings(at, values, level), nil
}

// columnOf is that of a name; p is the pressure.
func columnOf(s *grid.Snapshot, name string) (*column, error) {
	var names []string
	for _, c := range columns(s) {
		word := c.name
		if c.field.Components == 1 {
			word = Word(c.field.Name)
		}
		if name == word || name == c.name {
			return &c, nil
		}
		names = append(names, word)
	}
	return nil, fmt.Errorf("the flow has no %s; use %s", name, text.Or(names))
}

// Crossings are where a profile crosses a level, between its places on straight lines [m].
func (p *Profile) Crossings(level float64) []float64 { return crossings(p.At, p.Values, level) }

// crossings are where values at places cross a level, between them on straight lines. A value that
// touches it does not cross.
func crossings(at, values []float64, level float64) (all []float64) {
	for i := 1; i < len(at); i++ {
		u, v := values[i-1]-level, values[i]-level
		if !math.IsNaN(u) && !math.IsNaN(v) && (u < 0) != (v < 0) {
			all = append(all, at[i-1]+u/(u-v)*(at[i]-at[i-1]))
		}
	}
	return all
}

// kinks are the parts of a line at its ends and at the centres and the faces of cells on its way,
// ascending: there is a value, and so a kink of the linear interpolation.
func (m *Sampler) kinks(from, to [3]float64) []float64 {
	all := []float64{0, 1}
	for a := range from {
		if m.Faces[a] != nil {
			if way := to[a] - from[a]; way != 0 {
				for i := range m.Cells[a] {
					for _, x := range []float64{m.Face(a, i), m.Centre(a, i)} {
						if part := (x - from[a]) / way; part > 0 && part < 1 {
							all = append(all, part)
						}
					}
				}
			}
			continue
		}
		h := m.Spacing[a] / 2
		first, last := (from[a]-m.Origin[a])/h, (to[a]-m.Origin[a])/h
		if first == last {
			continue
		}
		for k := math.Ceil(min(first, last)); k <= max(first, last); k++ {
			all = append(all, min(max((k-first)/(last-first), 0), 1))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}
