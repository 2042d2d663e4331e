package gridmeasure

import (
	"math"
	"path/filepath"
	"strings"

	"gpusph/internal/grid"
	"gpusph/output"
)

// Profile is a value along a centre line of the domain.
type Profile struct {
	Name, Unit string    // of the value: u, w or T
	Axis       string    // along which it is: x or z
	At         []float64 // places [m]: both ends, and the centres of cells
	Values     []float64
}

// Profiles are those that cavities are compared by: u along z through the middle, w along x, and
// the temperature along x if there is one.
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
	size := m.Size()
	x := [3]float64{size[0] / 2, size[1] / 2, size[2] / 2}
	add := func(at float64) {
		x[axis] = at
		p.At, p.Values = append(p.At, at), append(p.Values, value(x))
	}
	add(0)
	for i := range m.Cells[axis] {
		add((float64(i) + 0.5) * m.Spacing[axis])
	}
	add(size[axis])
	return p
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

// WriteProfiles writes profile_u.csv, profile_w.csv and profile_T.csv into a directory, of a flow
// between walls along x and z. Other flows have no middle, and are left alone.
func WriteProfiles(dir string, s *grid.Snapshot) error {
	if s.Periodic[0] || s.Periodic[2] {
		return nil
	}
	m, err := New(s)
	if err != nil {
		return err
	}
	for _, p := range m.Profiles() {
		err := output.WriteTable(filepath.Join(dir, "profile_"+p.Name+".csv"),
			[]string{p.Axis + "[m]", heading(p.Name, p.Unit)}, func(row func(...float64) error) error {
				for i := range p.At {
					if err := row(p.At[i], p.Values[i]); err != nil {
						return err
					}
				}
				return nil
			})
		if err != nil {
			return err
		}
	}
	return nil
}

func heading(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + "[" + unit + "]"
}

// Columns are what Values has of a point: the velocity, and fields of one component.
func (m *Sampler) Columns() []string {
	all := []string{"vx[m/s]", "vy[m/s]", "vz[m/s]"}
	for _, f := range m.scalars() {
		name := strings.ToLower(f.Name)
		if f.Name == Pressure {
			name = "p"
		}
		all = append(all, heading(name, f.Unit))
	}
	return all
}

// Values are those at a point.
func (m *Sampler) Values(x [3]float64) (all []float64) {
	for c := range x {
		all = append(all, m.Velocity(c, x))
	}
	for _, f := range m.scalars() {
		all = append(all, m.Scalar(f.Name, x))
	}
	return all
}

func (m *Sampler) scalars() (all []*grid.Field) {
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Components == 1 && f.Name != Solid {
			all = append(all, f)
		}
	}
	return all
}

// Line are the points of a line, both ends among them, at most a spacing apart.
func Line(from, to [3]float64, spacing float64) (all [][3]float64) {
	length := math.Hypot(math.Hypot(to[0]-from[0], to[1]-from[1]), to[2]-from[2])
	n := max(1, int(math.Ceil(length/spacing*(1-1e-9))))
	for i := range n + 1 {
		part := float64(i) / float64(n)
		var x [3]float64
		for a := range x {
			x[a] = from[a] + part*(to[a]-from[a])
		}
		all = append(all, x)
	}
	return all
}

// Extreme is a value and the centre of the cell that has it.
type Extreme struct {
	Value float64
	At    [3]float64 // [m]
}

// Extremes are the least and the greatest value of a component of a field in the cells of fluid; -1
// is the size of a vector. Of equal values the first counts.
func Extremes(s *grid.Snapshot, f *grid.Field, component int) (least, most Extreme) {
	least.Value, most.Value = math.Inf(1), math.Inf(-1)
	solid := s.Field(Solid)
	for n := range len(f.Values) / f.Components {
		if solid != nil && solid.Values[n] != 0 {
			continue
		}
		v := Value(f, n, component)
		if v < least.Value {
			least = Extreme{v, centre(s, n)}
		}
		if v > most.Value {
			most = Extreme{v, centre(s, n)}
		}
	}
	return least, most
}

// Value is a component of a field in a cell; -1 is the size of a vector.
func Value(f *grid.Field, n, component int) float64 {
	v := f.Values[n*f.Components : (n+1)*f.Components]
	switch {
	case component >= 0:
		return v[component]
	case len(v) == 1:
		return v[0]
	}
	return math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
}

// centre is that of a cell of those planes that a snapshot has.
func centre(s *grid.Snapshot, n int) [3]float64 {
	i, j, k := n%s.Cells[0], n/s.Cells[0]%s.Cells[1], n/s.Cells[0]/s.Cells[1]+s.First
	return [3]float64{(float64(i) + 0.5) * s.Spacing[0], (float64(j) + 0.5) * s.Spacing[1],
		(float64(k) + 0.5) * s.Spacing[2]}
}
