package engine

import (
	"math"
	"testing"

	_ "gpusph/features"
	"gpusph/sph"
)

// reduced is water at rest, 0.2 m deep in a tank of 1.2 by 0.12 m, whose forces leave out the
// pressure of still water, or do not.
func reduced(on bool, end float64) *sph.Case {
	const dp, long, across, deep = 0.02, 60, 6, 10
	c := &sph.Case{Name: "still", Params: sph.Defaults(dp), End: end}
	p := &c.Params
	p.Boundary, p.Further.ReducedPressure, p.Mass = sph.Dummy, on, p.Rho0*dp*dp*dp
	p.Min = [3]float64{-3 * dp, -3 * dp, -3 * dp}
	p.Max = [3]float64{(long + 3) * dp, (across + 3) * dp, 2 * deep * dp}
	for x := -3; x < long+3; x++ {
		for y := -3; y < across+3; y++ {
			for z := -3; z < deep+3; z++ {
				at := [3]float64{(float64(x) + .5) * dp, (float64(y) + .5) * dp, (float64(z) + .5) * dp}
				if x < 0 || x >= long || y < 0 || y >= across || z < 0 {
					c.Particles.Add(at, sph.Wall, 0)
				} else if z < deep {
					c.Particles.Add(at, sph.Fluid, 0)
					rel := p.RelativeDensity(p.Rho0 * 9.81 * (deep*dp - at[2]))
					c.Particles.RelDensity[c.Particles.Len()-1] = float32(rel)
				}
			}
		}
	}
	return c
}

// What is left out is put back by the body force: on a lattice, where both sums are exact, forces
// are the same, beside walls and below the surface too. Left out without the other it would be g.
func TestReducedPressureIsThePressure(t *testing.T) {
	onOneDevice(t)
	for _, wall := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		var velocity [2][][3]float32
		var time float64
		for k, on := range []bool{false, true} {
			c := reduced(on, 1)
			c.Params.Boundary = wall
			s := start(t, c, Options{System: open(t, 1)})
			advance(t, s, 6)
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			velocity[k], time = snap.Velocity, snap.Time
			if (s.clock.Still != 0) != on {
				t.Errorf("%v, reduced %v: still water begins at %d", wall, on, s.clock.Still)
			}
		}
		worst := 0.0
		for i, v := range velocity[0] {
			for a := range v {
				worst = max(worst, math.Abs(float64(v[a]-velocity[1][i][a])))
			}
		}
		if worst > 0.03*9.81*time {
			t.Errorf("%v: velocities differ by %.3g m/s after %.3g s, %.2g g", wall, worst, time,
				worst/time/9.81)
		}
	}
}

// Still water begins two smoothing lengths below the lowest surface, which is that of a hole here,
// and of a box that is full it is all.
func TestStillWaterIsBelowSurfaces(t *testing.T) {
	onOneDevice(t)
	begins := func(c *sph.Case) float64 {
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 4)
		return s.grid.Origin[2] - float64(s.clock.Still)*s.grid.Quantum
	}
	c := reduced(true, 1)
	h, dp := c.Params.H, c.Params.DeltaP
	if z := begins(c); math.Abs(z-(0.2-dp/2-2*h)) > h {
		t.Errorf("still water begins at %.4f m below a surface at 0.2 m with h %.3g m", z, h)
	}
	hole := reduced(true, 1)
	var left sph.Particles
	for i, x := range hole.Particles.Position {
		if hole.Particles.Type[i] != sph.Fluid || x[2] < 0.1 || x[0] > 0.08 {
			left.Add(x, hole.Particles.Type[i], 0)
			left.RelDensity[left.Len()-1] = hole.Particles.RelDensity[i]
		}
	}
	hole.Particles = left
	if z := begins(hole); math.Abs(z-(0.1-dp/2-2*h)) > h {
		t.Errorf("still water begins at %.4f m with a hole down to 0.1 m", z)
	}
}

func TestReducedPressureOnDevices(t *testing.T) {
	if caseOnDevices(t, func() *sph.Case { return reduced(true, 1) }) ==
		caseOnDevices(t, func() *sph.Case { return reduced(false, 1) }) {
		t.Error("nothing was left out")
	}
}

// A level that forces found goes on with the flow.
func TestReducedPressureResumes(t *testing.T) {
	c := func() *sph.Case { return reduced(true, 1) }
	s := start(t, c(), Options{System: open(t, 1)})
	advance(t, s, 20)
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	advance(t, s, 20)
	again := start(t, c(), Options{System: open(t, 3)})
	if err := again.Resume(k, nil, nil); err != nil {
		t.Fatal(err)
	}
	advance(t, again, 20)
	if s.clock.Still != again.clock.Still || s.clock.Still == 0 {
		t.Errorf("still water begins at %d, and after a resume at %d", s.clock.Still, again.clock.Still)
	}
	if a, b := hash(t, s), hash(t, again); a != b {
		t.Error("after a resume the bits are others")
	}
}

// Checkpoints of before have a clock without a level.
func TestClockWithoutStillWater(t *testing.T) {
	onOneDevice(t)
	s := start(t, reduced(false, 1), Options{System: open(t, 1)})
	advance(t, s, 20)
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	clock, err := k.Global("clock", clockBytes)
	if err != nil {
		t.Fatal(err)
	}
	k.SetGlobal("clock", clock[:80])
	k.Convert()
	advance(t, s, 10)
	again := start(t, reduced(false, 1), Options{System: open(t, 1)})
	if err := again.Resume(k, nil, nil); err != nil {
		t.Fatal(err)
	}
	advance(t, again, 10)
	if hash(t, s) != hash(t, again) {
		t.Error("after a resume the bits are others")
	}
}
