package wavemaker

import (
	"math"
	"math/cmplx"
	"testing"
)

// TestAbsorberReflects compares what paddles reflect with nothing at the frequency of the waves,
// and with bounds around it.
func TestAbsorberReflects(t *testing.T) {
	for _, period := range []float64{1, 1.5, 2.5, 5} {
		p := &Paddle{Depth: 0.5, Gravity: gravity}
		a := Absorb(p, &Regular{Height: 0.02, Period: period, Order: 2}, 0.05)
		if got := a.Reflection(p, 1/period, 0.05); !(got < 1e-9) {
			t.Errorf("waves of %g s are reflected by %g", period, got)
		}
		for _, part := range []float64{0.5, 0.75, 1.25} {
			if got := a.Reflection(p, part/period, 0.05); !(got < 0.08) {
				t.Errorf("waves of %g s before a paddle for %g s are reflected by %g", period/part, period, got)
			}
		}
		if !(a.Gain > 0 && a.Lag > 0) {
			t.Errorf("a paddle for %g s has the gain %g and the lag %g", period, a.Gain, a.Lag)
		}
	}
}

// In long waves the gain is that of shallow water, √(g/d).
func TestAbsorberInShallowWater(t *testing.T) {
	p := &Paddle{Depth: 0.5, Gravity: gravity}
	f := p.absorbing(0.001, 0.05)
	near(t, "the velocity over the error", -real(f), math.Sqrt(gravity/0.5), 1e-3)
}

// Far from the paddle the level of second order is Stokes', and at the paddle the volume that it
// displaces is there: the flux of the level over the whole of a flume is that of the piston.
func TestLevelOfSecondOrder(t *testing.T) {
	p := &Paddle{Depth: 0.5, Gravity: gravity}
	r := &Regular{Height: 0.1, Period: 1.5, Order: 2}
	s := newSecond(p, r.Height/2, 1/r.Period)
	x2 := s.displacement()
	first, double, mean := s.level(x2, 4)
	near(t, "the first order", cmplx.Abs(first), 0.05, 1e-6)
	k := r.number(p)
	slope := complex(0, -k) * first
	near(t, "the second order", cmplx.Abs(double-s.x/2*slope), r.bound(p), 1e-3)
	near(t, "the mean where the paddle has come", mean, real(cmplx.Conj(s.x)*slope)/2, 1e-6)
	// bound waves are a crest where the first order is
	turned := (double - s.x/2*slope) / (first * first)
	near(t, "the phase", math.Abs(cmplx.Phase(turned))+1, 1, 1e-3)
}
