package engine

import (
	"math"
	"reflect"
	"testing"

	"gpusph/features/damping"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// workOf advances a flow to a step, and returns what is summed over all steps then, and the work of
// the force on the first body between samples after each step, by trapezoids [J].
func workOf(t *testing.T, s *Simulation, steps int, sampled bool) (last sph.Sample,
	trapezoids float64) {
	t.Helper()
	var err error
	if last, err = s.Sample(); err != nil {
		t.Fatal(err)
	}
	for int(s.clock.Step) < steps {
		n := steps - int(s.clock.Step)
		if sampled {
			n = 1
		}
		before := last
		if p, err := s.Advance(n); err != nil || p.Done {
			t.Fatalf("done %t: %v", p.Done, err)
		}
		if last, err = s.Sample(); err != nil {
			t.Fatal(err)
		}
		trapezoids += 0.5 * (powerOn(s.Case, &before) + powerOn(s.Case,
			&last)) * (last.Time - before.Time)
	}
	return last, trapezoids
}

// powerOn is that of the fluid on the first body of a case [W].
func powerOn(c *sph.Case, m *sph.Sample) (sum float64) {
	pose := c.Bodies[0].Motion.Pose(m.Time, c.Bodies[0].Centre)
	_, v, _ := pose.Point(c.Bodies[0].Centre)
	w := pose.AngularVelocity()
	for a := range 3 {
		sum += m.Force[0][a]*v[a] + m.Moment[0][a]*w[a]
	}
	return sum
}

// The work of the fluid on a body that shifts, or turns, is that of the forces which samples have
// after each step.
func TestWorkIsThatOfForces(t *testing.T) {
	for name, c := range map[string]*sph.Case{
		"dummy": stirred(sph.Dummy), "dynamic": stirred(sph.Dynamic), "mdbc": stirred(sph.MDBC),
		"turning": stirrer(sph.Dummy),
	} {
		t.Run(name, func(t *testing.T) {
			last, want := workOf(t, start(t, c, Options{System: open(t, 1)}), 150, true)
			if len(last.Work) != len(c.Bodies) || !(math.Abs(last.Work[0]-want) < 0.02*math.Abs(want)) ||
				want == 0 {
				t.Errorf("the work is %g J, that of the samples %g J", last.Work, want)
			}
		})
	}
}

// Sums over all steps have the same bits on one, three and six devices, and after going on from a
// checkpoint.
func TestTotalsAreTheSame(t *testing.T) {
	make := func() *sph.Case {
		c := stirred(sph.Dummy)
		damping.Give(c, damping.Of(dampedColumn()))
		return c
	}
	var want sph.Sample
	for _, test := range []struct {
		devices int
		way     exchange.Mode
	}{{1, exchange.Fastest}, {3, exchange.Overlap}, {6, exchange.Direct}} {
		o := Options{System: open(t, test.devices), Stripe: 500, Exchange: test.way}
		if test.devices > 1 {
			o.Balance = &shaker{}
		}
		s := start(t, make(), o)
		advance(t, s, 60)
		k, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		last, _ := workOf(t, s, 120, false)
		for _, devices := range []int{1, 2} { // elsewhere, and here again
			again := s
			if devices != 2 {
				again = start(t, make(), Options{System: open(t, devices)})
			}
			if err := again.Resume(k, nil, nil); err != nil {
				t.Fatal(err)
			}
			if got, _ := workOf(t, again, 120, false); !reflect.DeepEqual(got.Work,
				last.Work) || got.Sums[0] != last.Sums[0] {
				t.Errorf("%d devices, from a checkpoint on %d: %g and %g J, not %g and %g", test.devices,
					devices, got.Work, got.Sums, last.Work, last.Sums)
			}
		}
		if want.Work == nil {
			want = last
		}
		if !reflect.DeepEqual(want.Work,
			last.Work) || want.Sums[0] != last.Sums[0] || last.Sums[0] == 0 || last.Work[0] == 0 {
			t.Errorf("%d devices: %g and %g J, one has %g and %g", test.devices, last.Work, last.Sums,
				want.Work, want.Sums)
		}
	}
}

// The energy that a zone takes from a uniform flow is what the flow has lost.
func TestDampedEnergy(t *testing.T) {
	c := drifting([3]float32{0.1, 0.05, -0.1}, everywhere(10, [3]bool{true, false, true}))
	s := start(t, c, Options{System: open(t, 3)})
	first, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	advance(t, s, 100)
	last, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	lost := first.Energy[sph.Kinetic] - last.Energy[sph.Kinetic]
	taken := damping.Taken(c, &last)
	if !(math.Abs(taken-lost) < 1e-6*lost) || !(lost > 0.5*first.Energy[sph.Kinetic]) ||
		damping.Taken(c, &first) != 0 || last.Work != nil {
		t.Errorf("%g J were damped, %g of %g J lost", taken, lost, first.Energy[sph.Kinetic])
	}
}
