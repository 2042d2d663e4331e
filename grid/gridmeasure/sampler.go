// Package gridmeasure measures flows on a grid: values at points and along lines, profiles on
// centre lines, extremes, the stream function of a flow in a plane, and the energy spectrum of
// turbulence in a periodic box. It works on snapshots, from memory or from files.
package gridmeasure

import (
	"fmt"
	"math"

	"gpusph/grid"
)

// Names of fields of a snapshot.
const (
	Velocity    = "Velocity"
	Pressure    = "Pressure"
	Temperature = "Temperature"
	Solid       = "Solid"
)

// Sampler gives values of a snapshot at points, to second order in the spacing: linear between the
// places where values are, which are centres of cells, and for each component of the velocity of a
// staggered grid the faces across it. Towards a wall they are linear to the value there, which a
// snapshot has of what its equations give, and else extrapolated from the two nearest. A Sampler is
// not for several goroutines at a time.
type Sampler struct {
	*grid.Snapshot
	faces [3]*lattice // of the components of the velocity; nil until it is asked for
	other map[string]lattice
}

// New prepares a snapshot of all planes with a velocity.
func New(s *grid.Snapshot) (*Sampler, error) {
	if err := check(s); err != nil {
		return nil, err
	}
	m := &Sampler{Snapshot: s, other: map[string]lattice{}}
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Components == 1 {
			m.other[f.Name] = m.inCentres(f, 0)
		}
	}
	return m, nil
}

// check refuses snapshots that lack something.
func check(s *grid.Snapshot) error {
	if s.First != 0 || s.Planes != s.Cells[2] {
		return fmt.Errorf("a snapshot with planes %d to %d of %d cannot be measured in; all pieces "+
			"are needed", s.First, s.First+s.Planes-1, s.Cells[2])
	}
	u := s.Field(Velocity)
	if u == nil || u.Components != 3 || len(u.Values) != 3*s.Cells[0]*s.Cells[1]*s.Cells[2] {
		return fmt.Errorf("a snapshot without the velocity of its %v cells cannot be measured in",
			s.Cells)
	}
	return nil
}

// inCentres are the values of a component where the snapshot has them.
func (m *Sampler) inCentres(f *grid.Field, c int) lattice {
	l := lattice{count: m.Cells, offset: [3]float64{0.5, 0.5, 0.5}, spacing: m.Spacing,
		periodic: m.Periodic, origin: m.Origin, stride: f.Components, first: c, values: f.Values,
		stops: f.Name == Velocity}
	for a := range l.ends {
		if faces := m.Faces[a]; faces != nil {
			l.faces[a] = faces
			for i := range m.Cells[a] {
				l.nodes[a] = append(l.nodes[a], (faces[i]+faces[i+1])/2)
			}
		}
		for end := range l.ends[a] {
			if v, known := f.End(c, a, end == 1); known {
				l.ends[a][end] = &v
			}
		}
	}
	if solid := m.Field(Solid); solid != nil {
		cells := lattice{count: m.Cells, stride: 1, values: solid.Values}
		l.solid = func(x [3]int) bool { return cells.at(x) != 0 }
	}
	return l
}

// onFaces are the velocities across faces. A snapshot has the mean of the two faces of a cell, from
// which those of the grid follow: on a wall there is none, and f(i+1) = 2 mean(i) - f(i). Along a
// periodic axis the sum of ±f is chosen: of an odd number of cells the mean gives it, and of an
// even one it is set to 0, so that a wave of two cells, which the mean does not see, is lost. Where
// the velocities at the second wall do not vanish the values are no such means, and stay in the
// centres.
func (m *Sampler) onFaces(f *grid.Field, c int) lattice {
	centres := m.inCentres(f, c)
	n := m.Cells[c]
	if n == 1 || !m.Staggered {
		return centres
	}
	l := centres
	l.offset[c], l.stride, l.first = 0, 1, 0
	if !m.Periodic[c] {
		l.count[c]++
	}
	if m.Faces[c] != nil {
		l.nodes[c] = m.Faces[c][:l.count[c]]
	}
	l.values = make([]float64, l.count[0]*l.count[1]*l.count[2])
	if of := centres.solid; of != nil {
		l.solid = func(x [3]int) bool { // of the two cells that a face is between
			above, below := x, x
			below[c]--
			if m.Periodic[c] {
				below[c] = (below[c] + n) % n
			}
			return above[c] < n && of(above) || below[c] >= 0 && of(below)
		}
	}
	largest, left := 0.0, 0.0
	line := make([]float64, n+1)
	var x [3]int
	a, b := (c+1)%3, (c+2)%3
	for x[a] = range m.Cells[a] {
		for x[b] = range m.Cells[b] {
			line[0] = 0
			for i := range n {
				x[c] = i
				v := centres.at(x)
				line[i+1] = 2*v - line[i]
				largest = math.Max(largest, math.Abs(v))
			}
			switch {
			case m.Periodic[c] && m.stopped(line[:n], c, x):
			case m.Periodic[c]:
				balance(line[:n], line[n])
			default:
				left = math.Max(left, math.Abs(line[n]))
				if l.ends[c][1] != nil {
					line[n] = *l.ends[c][1]
				}
			}
			for i := range l.count[c] {
				x[c] = i
				l.values[l.index(x)] = line[i]
			}
		}
	}
	if left > 1e-3*largest {
		return centres
	}
	return l
}

// stopped makes the faces of a periodic line through a solid, at whose faces they are 0, from those
// after a first of 0. It returns false where there is none.
func (m *Sampler) stopped(line []float64, c int, x [3]int) bool {
	solid := m.Field(Solid)
	if solid == nil {
		return false
	}
	cells := lattice{count: m.Cells, stride: 1, values: solid.Values}
	for i := range line {
		if x[c] = i; cells.at(x) != 0 {
			alternate(line, -line[i]*float64(1-2*(i%2)))
			return true
		}
	}
	return false
}

// balance makes the faces of a periodic line from those after a first of 0, of which end is the one
// beyond the last.
func balance(line []float64, end float64) {
	a := end / 2
	if len(line)%2 == 0 {
		a = 0
		for i, v := range line {
			a -= v * float64(1-2*(i%2))
		}
		a /= float64(len(line))
	}
	alternate(line, a)
}

// alternate adds ±a, which keeps the means.
func alternate(line []float64, a float64) {
	for i := range line {
		line[i] += a * float64(1-2*(i%2))
	}
}

// Ends are the lower and the upper corner of the domain [m].
func (m *Sampler) Ends() (low, high [3]float64) { return Ends(m.Snapshot) }

// Ends are the lower and the upper corner of the domain of a snapshot [m].
func Ends(s *grid.Snapshot) (low, high [3]float64) {
	low = s.Origin
	for a := range high {
		high[a] = s.Face(a, s.Cells[a])
	}
	return low, high
}

// Check refuses points outside the domain.
func (m *Sampler) Check(x [3]float64) error {
	low, high := m.Ends()
	for a := range x {
		if !(x[a] >= low[a] && x[a] <= high[a]) {
			return fmt.Errorf("the point %g,%g,%g is outside the domain, which reaches from %g to %g m "+
				"along %c", x[0], x[1], x[2], low[a], high[a], 'x'+a)
		}
	}
	return nil
}

// Velocity is a component at a point [m/s].
func (m *Sampler) Velocity(c int, x [3]float64) float64 {
	if m.faces[c] == nil {
		l := m.onFaces(m.Field(Velocity), c)
		m.faces[c] = &l
	}
	return m.faces[c].interpolate(x)
}

// Scalar is the value of a field with one component at a point; NaN where there is no such field.
func (m *Sampler) Scalar(name string, x [3]float64) float64 {
	l, ok := m.other[name]
	if !ok {
		return math.NaN()
	}
	return l.interpolate(x)
}
