package motion

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
)

// Table is how a body moves, without turning: displacements from where its particles are in the case, at times that rise.
// Before the first time and after the last the body rests. In between each component is a cubic polynomial of time, and
// velocities are continuous.
type Table struct {
	Times         []float64    // [s]
	Displacements [][3]float64 // at these [m]; the body is where its particles are at time 0
	Velocities    [][3]float64 // at these [m/s]; nil follows from the displacements, see slopes
	Repeat        bool         // it comes again from the last time on
}

// slopes are derivatives of x at times t, after Fritsch & Butland (SIAM J. Sci. Stat. Comput. 5, 1984): between two times x is never
// beyond its values there, and what rests between two times does rest. They are weighted harmonic means of the slopes of both intervals, or 0 where these have not the
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

// column is a law that has these values at these times, with these speeds there, or those of slopes where none are given.
func column(times, x, v []float64, repeat bool) (l Law) {
	n := len(times)
	if n == 0 {
		return l
	}
	t := times
	if repeat { // once more, and again for the slopes of the last row
		l.Period = times[n-1] - times[0]
		l.From = times[0] + l.Period
		t, x, v = slices.Clone(times), slices.Clone(x), slices.Clone(v)
		for round := 1; round < 3; round++ {
			for k := 1; k < n; k++ {
				t, x = append(t, times[k]+float64(round)*l.Period), append(x, x[k])
				if v != nil {
					v = append(v, v[k])
				}
			}
		}
	}
	if v == nil {
		v = slopes(t, x)
	}
	rest := func(time, x float64) { l.Pieces = append(l.Pieces, Piece{Time: time, Value: [4]float64{x}}) }
	if t[0] > 0 {
		rest(0, x[0])
	}
	last := n - 1
	if repeat {
		last = 2 * (n - 1)
	}
	for k := range last {
		l.Pieces = append(l.Pieces, hermite(t[k], t[k+1]-t[k], x[k], x[k+1], v[k], v[k+1]))
	}
	if !repeat {
		rest(t[last], x[last])
	}
	return l
}

// Rigid is the motion that the table describes: a shift along each axis along which it has one, at least along one. The table must be checked.
func (m *Table) Rigid() (r Rigid) {
	for a := range 3 {
		of := func(all [][3]float64) (x []float64) {
			for _, row := range all {
				x = append(x, row[a])
			}
			return x
		}
		l := Link{Law: column(m.Times, of(m.Displacements), of(m.Velocities), m.Repeat)}
		l.Axis[a] = 1
		if l.Law.moves() || a == 0 && m.rests() {
			r.Links = append(r.Links, l)
		}
	}
	return r
}

// rests reports whether the table has rows, but no displacement.
func (m *Table) rests() bool {
	zero := func(x [3]float64) bool { return x == [3]float64{} }
	return len(m.Times) > 0 && !slices.ContainsFunc(m.Displacements, func(x [3]float64) bool { return !zero(x) }) &&
		!slices.ContainsFunc(m.Velocities, func(v [3]float64) bool { return !zero(v) })
}

// Check returns the first mistake in the rows.
func (m *Table) Check() error {
	n := len(m.Times)
	if len(m.Displacements) != n || m.Velocities != nil && len(m.Velocities) != n {
		return fmt.Errorf("has %d times, but %d displacements and %d velocities", n, len(m.Displacements), len(m.Velocities))
	}
	if n == 0 {
		return nil
	}
	if err := CheckTimes(m.Times); err != nil {
		return err
	}
	for k, t := range m.Times {
		for _, x := range [][][3]float64{m.Displacements, m.Velocities} {
			if x != nil && (math.IsNaN(norm(x[k])) || math.IsInf(norm(x[k]), 0)) {
				return fmt.Errorf("has %v at %s s, but must have numbers", x[k], text.Number(t))
			}
		}
	}
	if m.Repeat && (n < 2 || m.Displacements[n-1] != m.Displacements[0]) {
		return errors.New("repeats, but does not end where it begins; the first displacement at the last time, too, lets it repeat")
	}
	return nil
}

// CheckTimes returns the first mistake in the times of a table's rows.
func CheckTimes(times []float64) error {
	for k, t := range times {
		if math.IsNaN(t) || math.IsInf(t, 0) {
			return fmt.Errorf("has the time %g s, but times must be numbers", t)
		}
		if k > 0 && !(t > times[k-1]) {
			return fmt.Errorf("has the time %s s after %s s, but times must increase", text.Number(t), text.Number(times[k-1]))
		}
	}
	if times[0] < 0 {
		return fmt.Errorf("begins at %s s, but times must not be negative", text.Number(times[0]))
	}
	return nil
}
