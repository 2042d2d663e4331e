package engine

import (
	"math"
	"testing"

	"gpusph/features/bodies"
	"gpusph/features/joints"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/motion"
)

// linked is the flow of released, whose post has a tail of two bodies on a hinge with a spring, a
// damper and limits and on a ball, and a third that a motor moves on a rail; another is alone.
func linked(boundary sph.Boundary) *sph.Case {
	c := releasedOf(stirredOf(column(0.04), boundary), 0.5)
	p := &c.Params
	p.SplitAxis = 0
	dp := p.DeltaP
	at := c.Bodies[0].Centre
	at[2] = p.Max[2] - 8*dp
	for k, name := range []string{"tail", "tip", "cart", "alone"} {
		f := bodies.Body{Mass: 10, Directions: bodies.Of(&c.Bodies[0]).Directions,
			Axes: bodies.Of(&c.Bodies[0]).Axes}
		for a := range 3 {
			f.Inertia[a][a] = 1
		}
		x := [3]float64{at[0], at[1] + 3*dp*float64(k-1), at[2]}
		c.Bodies = append(c.Bodies, sph.Body{Name: name, Centre: x, Free: &f})
		for i := range 3 {
			y := x
			y[2] += dp * float64(i-1)
			c.Particles.Add(y, sph.Wall, uint8(k+2))
		}
	}
	bodies.Release(c)
	between := func(k int) (x [3]float64) {
		for a := range 3 {
			x[a] = (c.Bodies[k].Centre[a] + c.Bodies[k+1].Centre[a]) / 2
		}
		return x
	}
	joints.Give(c, []joints.Joint{
		{Name: "hinge", Kind: joints.Hinge, Body: 2, Other: 1, At: between(0), Axis: [3]float64{0, 1},
			Stiff: 200, Damping: 5, Quadratic: 1, Limited: true, Low: -0.02, High: 0.02},
		{Name: "ball", Kind: joints.Ball, Body: 3, Other: 2, At: between(1)},
		{Name: "rail", Kind: joints.Slider, Body: 4, Other: 1, At: c.Bodies[3].Centre,
			Axis: [3]float64{0, 0, 1}, Motor: joints.ForceMotor,
			Law: motion.Law{Pieces: []motion.Piece{{Value: [4]float64{30}}}}},
	})
	for _, ch := range joints.Chains(c) {
		ch.Settle(c)
	}
	return c
}

// Bodies that joints connect have the same bits on any number of devices, with slices that move.
func TestJointsOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		caseOnDevices(t, func() *sph.Case { return linked(boundary) })
	}
}

// They go on from a checkpoint with the same bits, on other devices and with Verlet's predictor,
// which needs the loads of the step before; samples have the same of joints.
func TestJointsResume(t *testing.T) {
	for _, scheme := range []bool{false, true} {
		flow := func() *sph.Case {
			c := linked(sph.Dummy)
			if scheme {
				verlet(&c.Params)
			}
			return c
		}
		run := func(s *Simulation) (string, []float64) {
			advance(t, s, 60)
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			m, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			return snap.SHA256, m.Readings
		}
		s := start(t, flow(), Options{System: open(t, 1), Stripe: 500})
		advance(t, s, 47)
		k, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		want, readings := run(s)
		other := start(t, flow(), Options{System: open(t, 3), Stripe: 500})
		if err := other.Resume(k, nil, &shaker{}); err != nil {
			t.Fatal(err)
		}
		got, of := run(other)
		if got != want {
			t.Errorf("from a checkpoint %s, without one %s", got, want)
		}
		c := other.Case
		for k := range readings {
			if of[k] != readings[k] {
				t.Errorf("reading %d is %g after a checkpoint, %g without", k, of[k], readings[k])
			}
		}
		all := joints.Samples(c, &sph.Sample{Readings: of})
		if all[0].Place == 0 || sph.Norm(all[1].Force) == 0 || all[2].Energy == 0 {
			t.Errorf("the samples of joints are %+v", all)
		}
	}
}

// Several processes compute the same bits as one, also from a checkpoint of it.
func TestJointsInProcesses(t *testing.T) {
	o := Options{Stripe: 100, Exchange: exchange.Direct, SampleInterval: 0.004, CopyInterval: 0.02}
	flow := func() *sph.Case { return linked(sph.Dummy) }
	var want told80
	amid(t, flow, o, []int{1}, func(s *Simulation) { want = tell80(t, s, nil) })
	o.Balance = &shaker{}
	amid(t, flow, o, []int{1, 2}, func(s *Simulation) {
		if got := tell80(t, s, want.checkpoint); got.all != want.all || got.resumed != want.end {
			t.Errorf("%s and %s, want %s and %s", got.all, got.resumed, want.all, want.end)
		}
	})
}

// The points of joints stay together in a flow.
func TestJointsHold(t *testing.T) {
	c := linked(sph.Dummy)
	s := start(t, c, Options{System: open(t, 2), Stripe: 500})
	advance(t, s, 200)
	m, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	for _, j := range joints.Of(c)[:2] {
		var x [2][3]float64
		for e, body := range []int{j.Body, j.Other} {
			pose := m.Poses[body-1].Pose(c.Bodies[body-1].Pivot())
			x[e], _, _ = pose.Point(j.At)
		}
		if far := sph.Norm([3]float64{x[0][0] - x[1][0], x[0][1] - x[1][1],
			x[0][2] - x[1][2]}); !(far < 1e-9) {
			t.Errorf("%s has come %g m apart", j.Name, far)
		}
		if moved := sph.Norm(m.Poses[j.Body-1].Shift); moved < 0.005 || math.IsNaN(moved) {
			t.Errorf("%s has moved by %g m only", c.Bodies[j.Body-1].Name, moved)
		}
	}
}

// Bodies that a joint connects pass through each other, and others do not.
func TestLinkedBodiesDoNotTouch(t *testing.T) {
	onOneDevice(t)
	for _, linked := range []bool{false, true} {
		ball := solid{at: triple{-0.12, 0, 0.5}, radius: 0.1,
			free: bodies.Body{Velocity: triple{1}, Restitution: 1}}
		other := ball
		other.at[0], other.free.Velocity = 0.12, triple{-1}
		c := dry(3, triple{}, false, ball, other)
		if linked {
			joints.Give(c, []joints.Joint{{Name: "pin", Kind: joints.Slider, Body: 1, Other: 2,
				At: triple{0, 0, 0.5}, Axis: triple{1}}})
		}
		s := start(t, c, Options{System: open(t, 1)})
		m := until(t, s, 0.05)
		if v := m.poses[0].Velocity[0]; (v == 1) != linked {
			t.Errorf("linked %v: balls that meet go on with %g m/s", linked, v)
		}
	}
}

// A flap on a joint to the ground moves in water as one that is a hinge of its own: another way of
// integrating the same equations.
func TestJointIsHinge(t *testing.T) {
	flap := func(joint bool) *sph.Case {
		c := released(sph.Dummy, 0.5)
		b := &c.Bodies[0]
		f := bodies.Of(b)
		at, axis := b.Centre, [3]float64{0, 1}
		at[2] -= 0.1
		if f.Velocity, f.Spin = [3]float64{}, [3]float64{}; joint {
			joints.Give(c, []joints.Joint{{Name: "hinge", Kind: joints.Hinge, Body: 1, At: at, Axis: axis}})
		} else {
			f.Directions, f.Axes, f.Pivot = nil, [][3]float64{axis}, at
		}
		bodies.Release(c)
		return c
	}
	var angles [2]float64
	for k := range angles {
		s := start(t, flap(k == 1), Options{System: open(t, 2), Stripe: 500})
		advance(t, s, 200)
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		pose := m.Poses[0].Pose([3]float64{})
		angles[k] = pose.Angles()[1]
	}
	t.Logf("as a hinge %.6f rad, by a joint %.6f rad", angles[0], angles[1])
	if math.Abs(angles[0]) < 0.02 || math.Abs(angles[1]/angles[0]-1) > 0.01 {
		t.Errorf("as a hinge it turns by %g rad, by a joint by %g rad", angles[0], angles[1])
	}
}
