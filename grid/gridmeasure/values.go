package gridmeasure

import (
	"math"
	"strings"
	"unicode"

	"gpusph/grid"
)

// column is a number that each cell of a flow has.
type column struct {
	name, unit string
	field      *grid.Field
	component  int
}

// Word is the name of a field in options and tables: potential-temperature of PotentialTemperature.
func Word(field string) string {
	var b strings.Builder
	for i, r := range field {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

func heading(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + "[" + unit + "]"
}

// columns are the components of the velocity, and the fields of one component.
func columns(s *grid.Snapshot) (all []column) {
	if u := s.Field(Velocity); u != nil {
		for c, name := range []string{"vx", "vy", "vz"} {
			all = append(all, column{name, u.Unit, u, c})
		}
	}
	for i := range s.Fields {
		f := &s.Fields[i]
		if f.Components != 1 || f.Name == Solid {
			continue
		}
		name := Word(f.Name)
		if f.Name == Pressure {
			name = "p"
		}
		all = append(all, column{name, f.Unit, f, 0})
	}
	return all
}

// Columns are what Values has of a point: the velocity, and fields of one component.
func (m *Sampler) Columns() (all []string) {
	for _, c := range columns(m.Snapshot) {
		all = append(all, heading(c.name, c.unit))
	}
	return all
}

// Values are those at a point.
func (m *Sampler) Values(x [3]float64) (all []float64) {
	for _, c := range columns(m.Snapshot) {
		all = append(all, m.at(&c, x))
	}
	return all
}

func (m *Sampler) at(c *column, x [3]float64) float64 {
	if c.field.Components > 1 {
		return m.Velocity(c.component, x)
	}
	return m.Scalar(c.field.Name, x)
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

// Range is the least and the greatest value of a column.
type Range struct {
	Name, Unit  string
	Least, Most Extreme
}

// Ranges are those of the speed and of all columns in the centres of cells.
func Ranges(s *grid.Snapshot) (all []Range) {
	of := columns(s)
	if u := s.Field(Velocity); u != nil {
		of = append([]column{{"speed", u.Unit, u, -1}}, of...)
	}
	for _, c := range of {
		least, most := Extremes(s, c.field, c.component)
		all = append(all, Range{c.name, c.unit, least, most})
	}
	return all
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
	return [3]float64{s.Centre(0, i), s.Centre(1, j), s.Centre(2, k)}
}
