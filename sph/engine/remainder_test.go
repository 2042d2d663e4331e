package engine

import (
	"math"
	"testing"

	"gpusph/sph/exchange"
)

// What is below a quantum goes with its particle: from step to step, into the next lists, over
// devices whose slices move, and from a checkpoint on. A block without forces, which comes a
// quarter of a quantum in a step, is where its speed takes it.
func TestRemaindersGoWithParticles(t *testing.T) {
	for _, test := range []struct {
		devices int
		way     exchange.Mode
	}{{1, exchange.Fastest}, {3, exchange.Direct}, {3, exchange.Overlap}} {
		c := blob(6)
		velocity := [3]float32{12e-6, -16e-6, 20e-6}
		for i := range c.Particles.Velocity {
			c.Particles.Velocity[i], c.Particles.RelDensity[i] = velocity, 0
		}
		o := Options{System: open(t, test.devices), Stripe: 50, Exchange: test.way}
		if test.devices > 1 {
			o.Balance = &boundJumper{}
		}
		s := start(t, c, o)
		periods := func() {
			for range 15 {
				advance(t, s, 7) // so that particles end in the state of odd steps
			}
		}
		periods()
		middle, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Resume(middle, middle.Bounds, o.Balance); err != nil {
			t.Fatal(err)
		}
		periods()
		worst := 0.0
		for id, p := range held(t, s) {
			begin := s.grid.Fixed(c.Particles.Position[id])
			for a := range 3 {
				way := float64(velocity[a]) * s.clock.Time / s.grid.Quantum
				worst = max(worst, math.Abs(float64(p.Pos[a]-begin[a])-way))
			}
		}
		if worst > 0.51 {
			t.Errorf("%d devices, %v: after %d steps a particle is %.1f quanta off", test.devices, test.way, s.clock.Step, worst)
		}
	}
}
