package engine

import (
	"math"
	"reflect"
	"testing"

	"gpusph/features/absorption"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/motion"
)

// absorbing is stirred, whose post is a paddle besides: the level before it corrects its motion, by
// some centimetres within the test.
func absorbing(boundary sph.Boundary) *sph.Case {
	c := stirred(boundary)
	c.Bodies[0].Corrected = &motion.Correction{Way: [3]float64{0.8, -0.6}, Shift: 0.02, Speed: 0.4,
		Accel: 40}
	c.Give(absorption.Name, []absorption.Paddle{{
		Body: 1, Lines: [][3]float64{{0.75, 0.2, -0.05}, {0.72, 0.12, -0.05}}, Height: 0.5,
		Still: 0.2, Base: -0.05,
		Wanted: []motion.Law{
			motion.Sinusoid(0.05, 20, 0.1, motion.During{Finish: motion.Never}),
			motion.Sinusoid(0.02, 3, 0, motion.During{Finish: motion.Never}),
		},
		Gain: 4, Lag: 0.02, Leak: 0.3,
	}})
	return c
}

// The correction has the same bits on any number of devices, however these exchange, and makes a
// difference.
func TestAbsorptionOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC} {
		with := caseOnDevices(t, func() *sph.Case { return absorbing(boundary) })
		if with == caseOnDevices(t, func() *sph.Case { return stirred(boundary) }) {
			t.Errorf("%v: absorption makes no difference", boundary)
		}
	}
}

// Several processes compute the same bits as one.
func TestAbsorptionInProcesses(t *testing.T) {
	o := Options{Stripe: 100, Exchange: exchange.Direct, SampleInterval: 0.004, CopyInterval: 0.02}
	flow := func() *sph.Case { return absorbing(sph.Dummy) }
	var want told80
	amid(t, flow, o, []int{1}, func(s *Simulation) { want = tell80(t, s, nil) })
	o.Balance = &shaker{}
	amid(t, flow, o, []int{1, 2}, func(s *Simulation) {
		if got := tell80(t, s, want.checkpoint); got.all != want.all || got.resumed != want.end {
			t.Errorf("%s and %s, want %s and %s", got.all, got.resumed, want.all, want.end)
		}
	})
}

// corrected advances a flow to a step, and returns the sample there.
func corrected(t *testing.T, s *Simulation, steps int) sph.Sample {
	t.Helper()
	advance(t, s, steps-int(s.clock.Step))
	m, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// From a checkpoint in the middle of a stroke the same corrections follow, on other devices too.
func TestAbsorptionResumes(t *testing.T) {
	s := start(t, absorbing(sph.Dummy), Options{System: open(t, 3), Stripe: 500, Balance: &shaker{}})
	for _, step := range []int{30, 45} {
		middle := corrected(t, s, step)
		k, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		want := corrected(t, s, step+40)
		if middle.Corrections[0] == want.Corrections[0] || middle.Corrections[0][1] == 0 {
			t.Fatalf("the correction is %v at step %d and %v later: the test shows nothing",
				middle.Corrections, step, want.Corrections)
		}
		for _, devices := range []int{1, 3} { // elsewhere, and here again
			again := s
			if devices == 1 {
				again = start(t, absorbing(sph.Dummy), Options{System: open(t, 1)})
			}
			if err := again.Resume(k, nil, nil); err != nil {
				t.Fatal(err)
			}
			if got := corrected(t, again, step+40); !reflect.DeepEqual(got, want) {
				t.Errorf("%d devices from step %d: %+v, want %+v", devices, step, got, want)
			}
		}
	}
}

// A checkpoint without the corrections is refused.
func TestAbsorptionNotInCheckpoint(t *testing.T) {
	s := start(t, absorbing(sph.Dummy), Options{System: open(t, 1)})
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	k.Globals = k.Globals[:1]
	if err := s.Resume(k, nil, nil); err == nil {
		t.Error("it is not refused")
	}
}

// The body is where its motion and the correction of the sample say, with that velocity, within the
// bounds; rejected steps leave no trace in it.
func TestPaddleIsWhereItsSampleSays(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		c := absorbing(boundary)
		s := start(t, c, Options{System: open(t, 2), Stripe: 500, Balance: &shaker{}})
		before := held(t, s)
		for _, step := range []int{7, 150, 401} {
			m := corrected(t, s, step)
			a, n := c.Bodies[0].Corrected, m.Corrections[0]
			if !(math.Abs(n[0]) <= a.Shift) || !(math.Abs(n[1]) <= a.Speed) || n[0] == 0 {
				t.Fatalf("%v: the correction is %v", boundary, n)
			}
			pose := c.Bodies[0].Pose(s.clock.Time, [3]float64{}, n)
			for id, p := range held(t, s) {
				if !c.BodyMoves(int(id)) {
					continue
				}
				for k := range 3 {
					off := float64(p.Pos[k]-before[id].Pos[k]) - pose.Shift[k]/s.grid.Quantum
					if d := math.Abs(float64(p.Vel[k]) - pose.Velocity[k]); math.Abs(off) > 1.01 || d > 1e-5 {
						t.Fatalf("%v: particle %d is off by %g quanta and %g m/s along %v", boundary, id,
							off, d, sph.Axis(k))
					}
				}
			}
		}
	}
}

// No pair is missed beside a paddle whose correction is as fast as it may be.
func TestNoPairIsMissedByAbsorption(t *testing.T) {
	c := absorbing(sph.Dummy)
	a, by := &absorption.Of(c)[0], c.Bodies[0].Corrected
	a.Gain, a.Lag, by.Speed, by.Accel, by.Shift = 100, 0.002, 1.5, 300, 0.04
	if used := pairsMissed(t, c, 60); used < 0.3 {
		t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
	}
}
