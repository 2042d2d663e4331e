package gridmeasure

import (
	"path/filepath"

	"gpusph/grid"
	"gpusph/output"
)

// Profile is a value along an axis.
type Profile struct {
	Name, Unit string    // of the value
	Axis       string    // along which it is: x or z
	At         []float64 // places [m]
	Values     []float64
}

// Profiles are those that cavities are compared by, on lines through the middle: u along z, w along
// x, and the temperature T along x if there is one, at both ends and in the centres of cells.
func (m *Sampler) Profiles() []Profile {
	all := []Profile{
		m.profile("u", "m/s", 2, func(x [3]float64) float64 { return m.Velocity(0, x) }),
		m.profile("w", "m/s", 0, func(x [3]float64) float64 { return m.Velocity(2, x) }),
	}
	if f := m.Field(Temperature); f != nil {
		all = append(all, m.profile("T", f.Unit, 0,
			func(x [3]float64) float64 { return m.Scalar(Temperature, x) }))
	}
	return all
}

func (m *Sampler) profile(name, unit string, axis int, value func([3]float64) float64) Profile {
	p := Profile{Name: name, Unit: unit, Axis: string(rune('x' + axis))}
	low, high := m.Ends()
	x := [3]float64{(low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2}
	add := func(at float64) {
		x[axis] = at
		p.At, p.Values = append(p.At, at), append(p.Values, value(x))
	}
	add(low[axis])
	for i := range m.Cells[axis] {
		add(m.Centre(axis, i))
	}
	add(high[axis])
	return p
}

// Averages are the means over x and y, along z: of the velocities and of all fields with one
// component, in the centres of cells. The cells of solids do not count; where there are no others
// the mean is NaN. s has all planes.
func Averages(s *grid.Snapshot) (all []Profile) {
	for _, c := range columns(s) {
		all = append(all, average(s, &c))
	}
	return all
}

// Average is that of one column, as vx, pressure or temperature.
func (m *Sampler) Average(name string) (Profile, error) {
	c, err := columnOf(m.Snapshot, name)
	if err != nil {
		return Profile{}, err
	}
	return average(m.Snapshot, c), nil
}

func average(s *grid.Snapshot, c *column) Profile {
	solid := s.Field(Solid)
	p := Profile{Name: c.name, Unit: c.unit, Axis: "z"}
	for k := range s.Planes {
		plane, sum, count := s.Cells[0]*s.Cells[1], 0.0, 0.0
		for n := k * plane; n < (k+1)*plane; n++ {
			if solid != nil && solid.Values[n] != 0 {
				continue
			}
			area := 1.0
			if s.Faces[0] != nil || s.Faces[1] != nil {
				area = s.Width(0, n%s.Cells[0]) * s.Width(1, n/s.Cells[0]%s.Cells[1])
			}
			sum, count = sum+area*Value(c.field, n, c.component), count+area
		}
		p.At = append(p.At, s.Centre(2, s.First+k))
		p.Values = append(p.Values, sum/count)
	}
	return p
}

// toWalls adds the ends of z to averages along it: what a wall gives, or what the two nearest cells
// extrapolate to.
func (p *Profile) toWalls(s *grid.Snapshot, c *column) {
	low, high := Ends(s)
	n := len(p.Values)
	if n < 2 {
		return
	}
	of := func(upper bool, near, next float64) float64 {
		if v, known := c.field.End(c.component, 2, upper); known {
			return v
		}
		if s.Faces[2] == nil {
			return 1.5*near - 0.5*next
		}
		beyond := s.Width(2, 0) / 2 / (p.At[1] - p.At[0])
		if upper {
			beyond = s.Width(2, n-1) / 2 / (p.At[n-1] - p.At[n-2])
		}
		return near + beyond*(near-next)
	}
	first, last := of(false, p.Values[0], p.Values[1]), of(true, p.Values[n-1], p.Values[n-2])
	p.At = append(append([]float64{low[2]}, p.At...), high[2])
	p.Values = append(append([]float64{first}, p.Values...), last)
}

// Peaks are the least and the greatest value of a profile, each with its place, of the parabola
// through three points.
func (p *Profile) Peaks() (least, most Peak) {
	least, most = p.peak(-1), p.peak(1)
	least.Value *= -1
	return least, most
}

// Peak is an extreme along a line.
type Peak struct{ Value, At float64 }

func (p *Profile) peak(sign float64) Peak {
	best := 0
	for i, v := range p.Values {
		if sign*v > sign*p.Values[best] {
			best = i
		}
	}
	if best == 0 || best == len(p.At)-1 {
		return Peak{sign * p.Values[best], p.At[best]}
	}
	x0, x1, x2 := p.At[best-1], p.At[best], p.At[best+1]
	y0, y1, y2 := sign*p.Values[best-1], sign*p.Values[best], sign*p.Values[best+1]
	first := (y1 - y0) / (x1 - x0)
	second := ((y2-y1)/(x2-x1) - first) / (x2 - x0)
	if second >= 0 {
		return Peak{y1, x1}
	}
	at := (x0+x1)/2 - first/(2*second)
	return Peak{y0 + (at-x0)*(first+(at-x1)*second), at}
}

// WriteProfiles writes into a directory, of a flow between walls along z, profile_mean.csv with its
// Averages, to the walls, and where there are walls along x, too, profile_u.csv, profile_w.csv
// and profile_T.csv with its Profiles. Other flows have neither a middle nor an axis, and are
// left alone.
func WriteProfiles(dir string, s *grid.Snapshot) error {
	if s.Periodic[2] {
		return nil
	}
	m, err := New(s)
	if err != nil {
		return err
	}
	means := Averages(s)
	for i, c := range columns(s) {
		means[i].toWalls(s, &c)
	}
	if err := writeProfiles(filepath.Join(dir, "profile_mean.csv"), means...); err != nil {
		return err
	}
	if s.Periodic[0] {
		return nil
	}
	for _, p := range m.Profiles() {
		if err := writeProfiles(filepath.Join(dir, "profile_"+p.Name+".csv"), p); err != nil {
			return err
		}
	}
	return nil
}

// writeProfiles writes profiles with the same places.
func writeProfiles(path string, all ...Profile) error {
	headings := []string{all[0].Axis + "[m]"}
	for _, p := range all {
		headings = append(headings, heading(p.Name, p.Unit))
	}
	return output.WriteTable(path, headings, func(row func(...float64) error) error {
		for i, at := range all[0].At {
			values := []float64{at}
			for _, p := range all {
				values = append(values, p.Values[i])
			}
			if err := row(values...); err != nil {
				return err
			}
		}
		return nil
	})
}
