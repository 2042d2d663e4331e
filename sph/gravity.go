package sph

import (
	"fmt"
	"math"
)

// GravityTable is gravity that changes in time: at equal intervals from time 0 on, and linear
// between. It is off from what it stands for by an eighth of the interval's square times the
// second derivative.
type GravityTable struct {
	Interval float64      // [s]
	Values   [][3]float64 // [m/s²]
}

// check returns the first thing about the table that cannot be simulated.
func (t *GravityTable) check() error {
	if len(t.Values) == 0 {
		return nil
	}
	if !(t.Interval > 0) || math.IsInf(t.Interval, 0) {
		return fmt.Errorf("the interval of the table of gravity is %g s, but must be a positive number", t.Interval)
	}
	for k, g := range t.Values {
		if size := Norm(g); math.IsNaN(size) || math.IsInf(size, 0) {
			return fmt.Errorf("gravity is %v m/s² at %g s, but must be numbers", g, float64(k)*t.Interval)
		}
	}
	return nil
}

// forcings is the table as devices have it.
func (t *GravityTable) forcings() BodyForces {
	f := BodyForces{Interval: t.Interval}
	for _, g := range t.Values {
		f.At = append(f.At, BodyForce{Gravity: g})
	}
	return f
}

// norm is a vector's length.
func Norm(v [3]float64) float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}
