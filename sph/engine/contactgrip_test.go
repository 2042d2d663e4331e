package engine

import (
	"math"
	"testing"

	"gpusph/features/bodies"
	"gpusph/sph"
)

// stuck is a box of a width that stands on the floor so deep, and hardly slides, in a small domain.
func stuck(width, depth float64, spin triple) *sph.Case {
	b := standing(width, 0.1, 20)
	b.at = triple{0, 0, 0.05 - depth}
	b.free.Spin = spin
	c := dry(3, slope(0), true, b)
	c.Params.Min, c.Params.Max = triple{-0.2, -0.16, -0.08}, triple{0.24, 0.16, 0.12}
	all := c.Particles
	c.Particles = sph.Particles{}
	for i, x := range all.Position {
		if all.Type[i] == sph.Fluid {
			x[0] = 0.16
		}
		if math.Abs(x[0]) < 0.2 && math.Abs(x[1]) < 0.15 {
			c.Particles.Add(x, all.Type[i], all.Body[i])
		}
	}
	return c
}

// A box that sticks to the floor and is given a spin swings about its middle as the spring and the
// damper of friction let it: with its moment of inertia I, the stiffness k of the contact and the
// mean distance l of its face from the middle,
//
//	I φ'' + l √(k I) φ' + l² k φ = 0,   φ(0) = 0,
//
// which has half of the critical damping. It stays m g/k below the face. Points on its edges make l
// some per cent longer.
func TestStickingBoxSwings(t *testing.T) {
	onOneDevice(t)
	const width, spin, depth = 0.2, 0.01, 4.36e-5
	s := start(t, stuck(width, depth, triple{0, 0, spin}), Options{System: open(t, 1)})
	rate, free := bodies.ContactRate(&s.Case.Params), bodies.Of(&s.Case.Bodies[0])
	stiff := rate * rate / bodies.Yields(&s.Case.Bodies[0], bodies.Touching(s.Case)[0].Points)
	if weight := free.Mass * 9.81; !(math.Abs(stiff*depth/weight-1) < 0.01) {
		t.Fatalf("it begins %g m deep, but its weight presses it %g m deep", depth, weight/stiff)
	}
	// of a square of side 1 the mean distance is (√2 + asinh 1)/6
	lever := width * (math.Sqrt2 + math.Asinh(1)) / 6
	omega := lever * math.Sqrt(stiff/free.Inertia[2][2])
	off, lowest := 0.0, 0.0
	for range 40 {
		advance(t, s, 1)
		m := motionOf(t, s)
		fade, phase := math.Exp(-omega*m.time/2), math.Sqrt(0.75)*omega*m.time
		want := spin * fade * (math.Cos(phase) - math.Sin(phase)/math.Sqrt(3))
		off = max(off, math.Abs(m.poses[0].Spin[2]-want))
		lowest = min(lowest, m.poses[0].Spin[2])
		if moved := m.poses[0].Shift[2]; math.Abs(moved) > 0.03*depth {
			t.Fatalf("it comes %g m from where it is held, %g m deep", moved, depth)
		}
	}
	if !(off < 0.06*spin && lowest < -0.2*spin) {
		t.Errorf("its spin is off by %.3f of what it was, and comes to %.3f of it", off/spin,
			lowest/spin)
	}
}
