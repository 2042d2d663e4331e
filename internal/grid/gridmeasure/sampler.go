// Package gridmeasure measures flows on a grid: values at points and along lines, profiles on
// centre lines, extremes, the stream function of a flow in a plane, and the energy spectrum of
// turbulence in a periodic box. It works on snapshots, from memory or from files.
package gridmeasure

import (
	"fmt"
	"math"

	"gpusph/internal/grid"
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
// staggered grid the faces across it. Towards a wall values are extrapolated from the two nearest.
// The cells of solids count as fluid at rest. A Sampler is not for several goroutines at a time.
type Sampler struct {
	*grid.Snapshot
	faces [3]*lattice // of the components of the velocity; nil until it is asked for
	other map[string]lattice
}

// lattice is values at places (i + offset) h along each axis.
type lattice struct {
	count    [3]int
	offset   [3]float64
	spacing  [3]float64
	periodic [3]bool
	origin   [3]float64
	stride   int // from one value to the next, and the first of them
	first    int
	values   []float64
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
	return lattice{m.Cells, [3]float64{0.5, 0.5, 0.5}, m.Spacing, m.Periodic, m.Origin,
		f.Components, c, f.Values}
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
	l.values = make([]float64, l.count[0]*l.count[1]*l.count[2])
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
			if m.Periodic[c] {
				balance(line[:n], line[n])
			} else {
				left = math.Max(left, math.Abs(line[n]))
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

// balance makes the faces of a periodic line from those after a first of 0, of which end is the one
// beyond the last. Adding ±a keeps the means.
func balance(line []float64, end float64) {
	a := end / 2
	if len(line)%2 == 0 {
		a = 0
		for i, v := range line {
			a -= v * float64(1-2*(i%2))
		}
		a /= float64(len(line))
	}
	for i := range line {
		line[i] += a * float64(1-2*(i%2))
	}
}

func (l *lattice) index(x [3]int) int {
	return l.first + l.stride*(x[0]+l.count[0]*(x[1]+l.count[1]*x[2]))
}

func (l *lattice) at(x [3]int) float64 { return l.values[l.index(x)] }

// interpolate is linear along each axis.
func (l *lattice) interpolate(x [3]float64) (sum float64) {
	var low, high [3]int
	var part [3]float64
	for a, n := range l.count {
		t := (x[a]-l.origin[a])/l.spacing[a] - l.offset[a]
		i := int(math.Floor(t))
		if l.periodic[a] {
			part[a] = t - float64(i)
			low[a], high[a] = ((i%n)+n)%n, ((i+1)%n+n)%n
			continue
		}
		low[a] = min(max(i, 0), max(n-2, 0))
		high[a] = min(low[a]+1, n-1)
		if n > 1 {
			part[a] = t - float64(low[a])
		}
	}
	for corner := range 8 {
		weight, at := 1.0, low
		for a := range at {
			if corner>>a&1 == 1 {
				at[a] = high[a]
				weight *= part[a]
			} else {
				weight *= 1 - part[a]
			}
		}
		if weight != 0 {
			sum += weight * l.at(at)
		}
	}
	return sum
}

// Ends are the lower and the upper corner of the domain [m].
func (m *Sampler) Ends() (low, high [3]float64) { return Ends(m.Snapshot) }

// Ends are the lower and the upper corner of the domain of a snapshot [m].
func Ends(s *grid.Snapshot) (low, high [3]float64) {
	low = s.Origin
	for a := range high {
		high[a] = low[a] + float64(s.Cells[a])*s.Spacing[a]
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
