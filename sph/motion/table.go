package motion

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"gpusph/internal/text"
)

// Table is how a body moves, without turning: displacements from where its particles are in the case, at times that rise.
// Before the first time and after the last the body rests. In between each component is a cubic polynomial of time, and
// velocities are continuous. (A turn would be a table of angles beside it.)
type Table struct {
	Times         []float64    // [s]
	Displacements [][3]float64 // at these [m]; the body is where its particles are at time 0
	Velocities    [][3]float64 // at these [m/s]; nil follows from the displacements, see slopes
	Repeat        bool         // it comes again from the last time on: see Lasting
}

// moves says whether there is a motion.
func (m *Table) Moves() bool { return len(m.Times) > 0 }

// velocities are those at the times. Where none are given each component has the slopes of Fritsch & Butland (SIAM J. Sci. Stat.
// Comput. 5, 1984): between two times it is never beyond its values there, and what rests between two times does rest.
func (m *Table) KnotVelocities() [][3]float64 {
	if m.Velocities != nil {
		return m.Velocities
	}
	v := make([][3]float64, len(m.Times))
	for a := range 3 {
		x := make([]float64, len(m.Times))
		for k := range x {
			x[k] = m.Displacements[k][a]
		}
		for k, slope := range slopes(m.Times, x) {
			v[k][a] = slope
		}
	}
	return v
}

// slopes are derivatives of x at times t: weighted harmonic means of the slopes of both intervals, or 0 where these have not the
// same sign; at the ends those of a parabola through three points, with the sign of the first interval and three times its slope at most.
func slopes(t, x []float64) []float64 {
	n := len(t)
	v := make([]float64, n)
	if n < 2 {
		return v
	}
	h, d := make([]float64, n-1), make([]float64, n-1)
	for k := range h {
		h[k] = t[k+1] - t[k]
		d[k] = (x[k+1] - x[k]) / h[k]
	}
	for k := 1; k < n-1; k++ {
		if d[k-1]*d[k] > 0 {
			v[k] = 3 * (h[k-1] + h[k]) / ((2*h[k]+h[k-1])/d[k-1] + (h[k]+2*h[k-1])/d[k])
		}
	}
	if n == 2 {
		return []float64{d[0], d[0]}
	}
	end := func(h0, h1, d0, d1 float64) float64 {
		s := ((2*h0+h1)*d0 - h0*d1) / (h0 + h1)
		switch {
		case s*d0 <= 0:
			return 0
		case d0*d1 < 0 && math.Abs(s) > 3*math.Abs(d0):
			return 3 * d0
		}
		return s
	}
	v[0], v[n-1] = end(h[0], h[1], d[0], d[1]), end(h[n-2], h[n-3], d[n-2], d[n-3])
	return v
}

// Piece is a part of a motion: cubic polynomials of the time since its beginning.
type Piece struct {
	Time float64       // at which it begins [s]
	Of   [3][4]float64 // coefficients of the displacement along each axis, from the constant on [m], [m/s] …
}

// pieces are the polynomials that the motion is made of. The first begins at the first time, or at 0 if that is later, and the last is
// rest.
func (m *Table) Pieces() (all []Piece) {
	if !m.Moves() {
		return nil
	}
	rest := func(time float64, x [3]float64) {
		p := Piece{Time: time}
		for a := range 3 {
			p.Of[a][0] = x[a]
		}
		all = append(all, p)
	}
	if m.Times[0] > 0 {
		rest(0, m.Displacements[0])
	}
	v := m.KnotVelocities()
	for k := range len(m.Times) - 1 {
		h := m.Times[k+1] - m.Times[k]
		p := Piece{Time: m.Times[k]}
		for a := range 3 {
			x, slope := m.Displacements[k][a], (m.Displacements[k+1][a]-m.Displacements[k][a])/h
			u, w := v[k][a], v[k+1][a]
			p.Of[a] = [4]float64{x, u, (3*slope - 2*u - w) / h, (u + w - 2*slope) / (h * h)}
		}
		all = append(all, p)
	}
	rest(m.Times[len(m.Times)-1], m.Displacements[len(m.Times)-1])
	return all
}

// At is the displacement [m], the velocity [m/s] and the acceleration [m/s²] at a time [s].
func (m *Table) At(time float64) (x, v, a [3]float64) {
	all := m.Pieces()
	if all == nil {
		return x, v, a
	}
	p := all[max(sort.Search(len(all), func(k int) bool { return all[k].Time > time })-1, 0)]
	s := time - p.Time
	for k, c := range p.Of {
		x[k] = c[0] + s*(c[1]+s*(c[2]+s*c[3]))
		v[k] = c[1] + s*(2*c[2]+s*3*c[3])
		a[k] = 2*c[2] + s*6*c[3]
	}
	return x, v, a
}

// atBeginning is the velocity at time 0.
func (m *Table) AtBeginning() (v [3]float32) {
	_, u, _ := m.At(0)
	for a := range 3 {
		v[a] = float32(u[a])
	}
	return v
}

// bounds are the least and the greatest displacement along each axis [m], and bounds of the speed [m/s] and the acceleration [m/s²],
// which are exact for motions along an axis.
func (m *Table) PieceBounds() (low, high [3]float64, speed, accel float64) {
	all := m.Pieces()
	for k, p := range all {
		length := 0.0 // of time
		if k+1 < len(all) {
			length = all[k+1].Time - p.Time
		}
		var fastest, strongest [3]float64
		for a, c := range p.Of {
			x := func(s float64) float64 { return c[0] + s*(c[1]+s*(c[2]+s*c[3])) }
			v := func(s float64) float64 { return c[1] + s*(2*c[2]+s*3*c[3]) }
			within := func(s float64, visit func(s float64)) {
				if s > 0 && s < length {
					visit(s)
				}
			}
			place := func(s float64) { low[a], high[a] = min(low[a], x(s)), max(high[a], x(s)) }
			place(0)
			place(length)
			if root := c[2]*c[2] - 3*c[3]*c[1]; root >= 0 && c[3] != 0 {
				within((-c[2]+math.Sqrt(root))/(3*c[3]), place)
				within((-c[2]-math.Sqrt(root))/(3*c[3]), place)
			} else if c[3] == 0 && c[2] != 0 {
				within(-c[1]/(2*c[2]), place)
			}
			fastest[a] = max(math.Abs(v(0)), math.Abs(v(length)))
			if c[3] != 0 {
				within(-c[2]/(3*c[3]), func(s float64) { fastest[a] = max(fastest[a], math.Abs(v(s))) })
			}
			strongest[a] = max(math.Abs(2*c[2]), math.Abs(2*c[2]+6*length*c[3]))
		}
		speed, accel = max(speed, norm(fastest)), max(accel, norm(strongest))
	}
	return low, high, speed, accel
}

// Bounds are the least and the greatest displacement along each axis [m], and the greatest speed [m/s].
func (m *Table) Bounds() (low, high [3]float64, speed float64) {
	low, high, speed, _ = m.PieceBounds()
	return low, high, speed
}

// Check returns the first thing about the motion that cannot be simulated, in a flow that ends at a time.
func (m *Table) Check(end float64) error {
	n := len(m.Times)
	if len(m.Displacements) != n || m.Velocities != nil && len(m.Velocities) != n {
		return fmt.Errorf("has %d times, but %d displacements and %d velocities", n, len(m.Displacements), len(m.Velocities))
	}
	if !m.Moves() {
		return nil
	}
	for k, t := range m.Times {
		if math.IsNaN(t) || math.IsInf(t, 0) {
			return fmt.Errorf("has the time %g s, but times must be numbers", t)
		}
		if k > 0 && !(t > m.Times[k-1]) {
			return fmt.Errorf("has the time %s s behind %s s, but times must rise", text.Number(t), text.Number(m.Times[k-1]))
		}
		for _, x := range [][][3]float64{m.Displacements, m.Velocities} {
			if x != nil && (math.IsNaN(norm(x[k])) || math.IsInf(norm(x[k]), 0)) {
				return fmt.Errorf("has %v at %s s, but must have numbers", x[k], text.Number(t))
			}
		}
	}
	if m.Times[0] < 0 {
		return fmt.Errorf("begins at %s s, but times must not be negative", text.Number(m.Times[0]))
	}
	if x, _, _ := m.At(0); norm(x) > 0 {
		return fmt.Errorf("has the displacement %v m at time 0, but particles are where it begins; displacements less that would do", x)
	}
	v := m.KnotVelocities()
	switch first, last := norm(v[0]), norm(v[n-1]); {
	case m.Times[0] > 0 && first > 0:
		return fmt.Errorf("begins at %s s with %s m/s, all at once; the same displacement at an earlier time, too, would do", text.Number(m.Times[0]), text.Number(first))
	case m.Times[n-1] < end && last > 0 && !m.Repeat:
		return fmt.Errorf("ends at %s s with %s m/s, before the flow does at %s s; a longer table, its last displacement twice or a smaller tend would do", text.Number(m.Times[n-1]), text.Number(last), text.Number(end))
	}
	return nil
}

// mostRepeated is how many times a motion has at most that repeats.
const mostRepeated = 1_000_000

// Lasting is the motion until a time [s], or a little longer: one that repeats has its times as often as it takes. What it is until then
// does not depend on the time.
func (m *Table) Lasting(end float64) (Table, error) {
	n := len(m.Times)
	if !m.Repeat || n == 0 {
		return *m, nil
	}
	if n < 2 || m.Displacements[n-1] != m.Displacements[0] {
		return *m, errors.New("repeats, but does not end where it begins; the first displacement at the last time, too, lets it repeat")
	}
	period := m.Times[n-1] - m.Times[0]
	if rounds := (end + period) / period; !(period > 0) || rounds*float64(n) > mostRepeated {
		return *m, fmt.Errorf("repeats each %s s, too often until %s s; a longer period or a smaller tend is needed", text.Number(period), text.Number(end))
	}
	long := Table{Times: slices.Clone(m.Times), Displacements: slices.Clone(m.Displacements), Velocities: slices.Clone(m.Velocities), Repeat: true}
	for round := 1; long.Times[len(long.Times)-1] < end+period; round++ {
		for k := 1; k < n; k++ {
			long.Times = append(long.Times, m.Times[k]+float64(round)*period)
			long.Displacements = append(long.Displacements, m.Displacements[k])
			if m.Velocities != nil {
				long.Velocities = append(long.Velocities, m.Velocities[k])
			}
		}
	}
	return long, nil
}

func norm(v [3]float64) float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }
