package engine

import (
	"math"
	"testing"

	"gpusph/cuda"
	"gpusph/features/bodies"
	"gpusph/features/lines"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// tethered is a body in stirred water at two lines, one of which another one ends at.
func tethered(boundary sph.Boundary, water lines.Water) *sph.Case {
	c := released(boundary, 0.5)
	x := c.Bodies[0].Centre
	at := func(dx, dy, dz float64) [3]float64 { return [3]float64{x[0] + dx, x[1] + dy, x[2] + dz} }
	kind := lines.Kind{Mass: 0.5, Diameter: 0.01, Stiffness: 200, Damping: 0.5, Bending: 1e-4,
		Drag: [2]float64{1.2, 0.1}, Added: [2]float64{1, 0}, Friction: 0.3}
	low := c.Params.Min[2]
	lines.Give(c, &lines.Flow{Lines: []lines.Line{
		{Name: "front", From: lines.End{At: [3]float64{x[0] - 0.2, x[1], low}}, Length: 0.37,
			To:       lines.End{Kind: lines.OnBody, Body: 1, At: at(-0.02, 0, -0.05)},
			Segments: 12, Kind: kind, Clumps: []lines.Clump{{Along: 0.2, Mass: 0.02, Volume: 1e-5}}},
		{Name: "side", From: lines.End{At: [3]float64{x[0], x[1] + 0.15, low}}, Length: 0.25,
			To: lines.End{Kind: lines.OnLine, Line: 0, Along: 0.2}, Segments: 10, Kind: kind},
	}, Bed: lines.Bed{Is: true, Level: low, Damping: 1}, Water: water, Level: 0.2})
	return c
}

// Lines have the same bits on any number of devices, however these exchange, and make a difference,
// with fluid of particles and at rest, and with a predictor that has no forces of its own.
func TestLinesOnDevices(t *testing.T) {
	without := caseOnDevices(t, func() *sph.Case { return released(sph.Dummy, 0.5) })
	for _, water := range []lines.Water{lines.Particles, lines.StillWater} {
		for _, steps := range []func(p *sph.Params){func(*sph.Params) {}, verlet} {
			with := caseOnDevices(t, func() *sph.Case {
				c := tethered(sph.Dummy, water)
				steps(&c.Params)
				return c
			})
			if with == without {
				t.Errorf("lines in %v make no difference", water)
			}
		}
	}
}

// Several processes compute the same bits as one.
func TestLinesInProcesses(t *testing.T) {
	o := Options{Stripe: 100, Exchange: exchange.Direct, SampleInterval: 0.004, CopyInterval: 0.02}
	flow := func() *sph.Case { return tethered(sph.Dummy, lines.Particles) }
	var want told80
	amid(t, flow, o, []int{1}, func(s *Simulation) { want = tell80(t, s, nil) })
	o.Balance = &shaker{}
	amid(t, flow, o, []int{1, 2}, func(s *Simulation) {
		if got := tell80(t, s, want.checkpoint); got.all != want.all || got.resumed != want.end {
			t.Errorf("%s and %s, want %s and %s", got.all, got.resumed, want.all, want.end)
		}
	})
}

// From a checkpoint lines go on with the same bits, on other devices too.
func TestLinesResume(t *testing.T) {
	resumes(t, func() *sph.Case { return tethered(sph.Dummy, lines.Particles) })
}

// A line that crosses a periodic side bows alike on both sides of it in fluid that drifts over it.
func TestLineOverPeriodicSide(t *testing.T) {
	c := around([3]bool{true, true}, 14)
	p := &c.Params
	p.Gravity = triple{0, 0, -9.81}
	for i, of := range c.Particles.Type {
		if c.Particles.RelDensity[i] = 0; of == sph.Fluid {
			c.Particles.Velocity[i] = [3]float32{0, 1, 0}
		}
	}
	lines.Give(c, &lines.Flow{Lines: []lines.Line{{Name: "across", Length: 0.4, Segments: 20,
		From: lines.End{At: triple{p.Max[0] - 0.18, 0.6, 0.25}},
		To:   lines.End{At: triple{p.Max[0] + 0.18, 0.6, 0.25}},
		Kind: lines.Kind{Mass: 0.5, Diameter: 0.02, Stiffness: 100, Damping: 0.5,
			Drag: [2]float64{1.2, 0}, Added: [2]float64{1, 0}},
	}}, Water: lines.Particles})
	s := start(t, c, Options{System: open(t, 2)})
	advance(t, s, 120)
	m, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	at := lines.Samples(c, &m)[0].At
	for k := 1; k < 10; k++ {
		here, beyond := at[k][1]-0.6, at[20-k][1]-0.6
		if !(here > 1e-4) || math.Abs(here/beyond-1) > 0.1 {
			t.Errorf("node %d has come %g m along, its mirror image beyond the side %g m", k, here, beyond)
		}
	}
}

// A body that hangs on a line swings as a pendulum and keeps its amplitude: each feels the other as
// it is in both halves of a step.
func TestBodyOnLineSwings(t *testing.T) {
	const far, stiff = 0.5, 2000.0
	for _, steps := range []func(p *sph.Params){func(*sph.Params) {}, verlet} {
		sine := 0.1
		at := triple{far * sine, 0, 0.9 - far*math.Sqrt(1-sine*sine)}
		c := dry(3, triple{0, 0, -9.81}, false, solid{at: at, half: triple{0.05, 0.05, 0.05}})
		steps(&c.Params)
		mass := bodies.Of(&c.Bodies[0]).Mass
		lines.Give(c, &lines.Flow{Lines: []lines.Line{{
			Name: "string", From: lines.End{At: triple{0, 0, 0.9}}, Segments: 5,
			To:     lines.End{Kind: lines.OnBody, Body: 1, At: at},
			Length: far / (1 + mass*9.81/stiff),
			Kind:   lines.Kind{Mass: 1e-3, Diameter: 1e-3, Stiffness: stiff, Damping: 0.5},
		}}})
		s := start(t, c, Options{System: open(t, 1)})
		var crossings []float64
		last, before, greatest := 0.0, 0.0, 0.0
		for s.clock.Time < 3.4 {
			advance(t, s, 40)
			m, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			x := at[0] + m.Poses[0].Shift[0]
			if x*last < 0 {
				crossings = append(crossings, before+(m.Time-before)*last/(last-x))
			}
			if last, before = x, m.Time; m.Time > 2 {
				greatest = max(greatest, math.Abs(x))
			}
		}
		n := len(crossings) - 1
		period := 2 * (crossings[n] - crossings[0]) / float64(n)
		want := 2 * math.Pi * math.Sqrt(far/9.81) * (1 + sine*sine/16)
		t.Logf("period %.5g s, %+.3f %%; amplitude %+.2f %%", period, 100*(period/want-1),
			100*(greatest/at[0]-1))
		if math.Abs(period/want-1) > 0.005 || math.Abs(greatest/at[0]-1) > 0.01 {
			t.Errorf("the period is %g s, not %g s, and the amplitude %g m, not %g m", period, want,
				greatest, at[0])
		}
	}
}

// Nodes of lines feel the velocity of the fluid around them, and that there is none elsewhere.
func TestLinesFeelFluid(t *testing.T) {
	want := [3]float32{0.3, -0.1, 0.2}
	c := drifting(want)
	c.Params.Gravity = triple{0, 0, -1e-6}
	p := &c.Params
	middle := triple{0.5, 0.2, 0.2}
	c.Particles = sph.Particles{}
	for k := range 14 * 14 * 14 {
		x := triple{float64(k%14) - 6.5, float64(k/14%14) - 6.5, float64(k/196) - 6.5}
		c.Particles.Add(plus(middle, times(p.DeltaP, x)), sph.Fluid, 0)
		c.Particles.Velocity[k] = want
	}
	far := triple{middle[0], middle[1], p.Max[2] + 1}
	lines.Give(c, &lines.Flow{Water: lines.Particles, Level: math.Inf(-1), Lines: []lines.Line{{
		Name: "drifts", From: lines.End{At: middle}, To: lines.End{At: far}, Segments: 4,
		Length: far[2] - middle[2] + 0.1, Kind: lines.Kind{Mass: 1, Diameter: 0.01, Stiffness: 10},
	}}})
	s := start(t, c, Options{System: open(t, 2)})
	advance(t, s, 30)
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	state, err := k.Global("lines", 8*5*cuda.NodeWords)
	if err != nil {
		t.Fatal(err)
	}
	words := make([]float64, len(state)/8)
	copy(sph.BytesOf(words), state)
	for node, wet := range map[int]float64{0: 1, 4: 0} {
		of := words[node*cuda.NodeWords+cuda.WetWord-3:]
		if math.Abs(of[3]-wet) > 1e-9 {
			t.Errorf("the part of fluid at node %d is %g, not %g", node, of[3], wet)
		}
		for a := range 3 {
			if v := wet * float64(want[a]); math.Abs(of[a]-v) > 0.01 {
				t.Errorf("the fluid at node %d has %g m/s along %v, not %g", node, of[a], sph.Axis(a), v)
			}
		}
	}
}
