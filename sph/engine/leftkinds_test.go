package engine

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gpusph/cuda"
	"gpusph/features/bodies"
	"gpusph/sph"
)

// overboard is the flow of released, in which two bodies leave the domain: one upwards as a whole,
// and half of one sideways, with some fluid.
func overboard() *sph.Case {
	c := releasedOf(stirredOf(column(0.04), sph.Dummy), 0.5)
	p := &c.Params
	dp := p.DeltaP
	for k, velocity := range [][3]float64{{0, 0, 6}, {0, 3, 0}} {
		at := [3]float64{p.Max[0] - 4*dp, p.Max[1] - 4*dp, p.Max[2] - 4*dp}
		if k == 1 {
			at[0], at[2] = p.Min[0]+4*dp, p.Max[2]-10*dp
		}
		f := bodies.Body{Mass: 10, Velocity: velocity,
			Directions: bodies.Of(&c.Bodies[0]).Directions, Axes: bodies.Of(&c.Bodies[0]).Axes}
		for a := range 3 {
			f.Inertia[a][a] = 1
		}
		c.Bodies = append(c.Bodies, sph.Body{Name: []string{"cork", "plank"}[k], Centre: at, Free: &f})
		for i := range 3 + k {
			x := at
			x[1] -= 4 * dp * float64(i) * float64(k)
			x[2] += dp * float64(i) * float64(1-k)
			c.Particles.Add(x, sph.Wall, uint8(k+2))
		}
		y := at
		y[0] += 3 * dp * float64(2*k-1) // a drop beside that leaves before, at 0.02 and 0.03 s
		y[2] += 4 * dp * float64(k)
		c.Particles.Add(y, sph.Fluid, 0)
		c.Particles.Velocity[c.Particles.Len()-1] = [3]float32{0, 0, 8}
	}
	c.Params.SplitAxis = 0
	bodies.Release(c)
	return c
}

// Particles that leave the domain are counted by what they were, the same on one device and on
// three with slices that move, and on from a checkpoint.
func TestLeftByKind(t *testing.T) {
	want := sph.LeftDomain{0: 2, sph.MaxMaterials + 2: 3, sph.MaxMaterials + 3: 1}
	for _, devices := range []int{1, 3} {
		s := start(t, overboard(), Options{System: open(t, devices), Stripe: 500, Balance: &shaker{}})
		var last sph.Progress
		until := func(done func() bool) {
			for k := 0; k < 40 && !done(); k++ {
				p, err := s.Advance(10)
				if err != nil {
					t.Fatal(err)
				}
				last = p
			}
		}
		until(func() bool { return last.Left.OfBody(2) > 0 })
		k, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		until(func() bool { return last.Left.OfBody(3) > 0 })
		if last.Left != want || last.Lost != 6 || last.EscapedFluid() != 2 || last.Left.Walls() != 4 {
			t.Errorf("%d devices: %d have left: %d of fluid, %d of bodies", devices, last.Lost,
				last.EscapedFluid(), last.Left.Walls())
		}
		if err := s.Resume(k, nil, &shaker{}); err != nil {
			t.Fatal(err)
		}
		if s.ledger.Left.OfBody(2) == 0 || s.ledger.Left == want {
			t.Errorf("the checkpoint has %d: the test does not test it", s.ledger.Left.Total())
		}
		last = sph.Progress{}
		if until(func() bool { return last.Left.OfBody(3) > 0 }); last.Left != want {
			t.Errorf("%d devices: from a checkpoint %d and %d have left", devices, last.Left.Fluid(),
				last.Left.Walls())
		}
		other := start(t, overboard(), Options{System: open(t, 2), Stripe: 500})
		if err := other.Resume(k, nil, nil); err != nil {
			t.Fatal(err)
		}
		s = other
		last = sph.Progress{}
		if until(func() bool { return last.Left.OfBody(3) > 0 }); last.Left != want {
			t.Errorf("%d devices: elsewhere from a checkpoint %d and %d have left", devices,
				last.Left.Fluid(), last.Left.Walls())
		}
	}
	old := &sph.Checkpoint{ListState: sph.ListState{LeftDomain: 5}}
	if left := old.Left(); left.Total() != 5 || left.Fluid() != 5 {
		t.Errorf("a checkpoint without kinds has %d", left.Total())
	}
}

// A body that becomes faster than sound ends the flow with its name, though nothing is near it, and
// so does one whose state is not a number.
func TestFastBodyIsNamed(t *testing.T) {
	for _, test := range []struct {
		speed float64
		want  string
	}{{50, "faster than sound, which has 40 m/s: body free with 5"},
		{math.NaN(), "the velocity of the bodies free"}} {
		for _, devices := range []int{1, 2} {
			s := start(t, inVacuum(sph.Verlet), Options{System: open(t, devices)})
			advance(t, s, 5)
			k, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			states := make([]cuda.BodyState, 3)
			data, err := k.Global(s.bodyMotion.States[0].Name, len(sph.BytesOf(states)))
			if err != nil {
				t.Fatal(err)
			}
			copy(sph.BytesOf(states), data)
			states[0].Velocity[1] = test.speed
			k.SetGlobal(s.bodyMotion.States[0].Name, sph.BytesOf(states))
			if err := s.Resume(k, nil, nil); err != nil {
				t.Fatal(err)
			}
			_, err = s.Advance(20)
			if !errors.Is(err, ErrBlewUp) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%d devices: a speed of %g ends with %v", devices, test.speed, err)
			}
		}
	}
}
