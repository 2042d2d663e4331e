package engine

import (
	"bytes"
	"math"
	"testing"

	"gpusph/sph"
)

// released lets the post of stirred go, as a body of half the density of water, or another.
func released(boundary sph.Boundary, density float64) *sph.Case {
	c := stirred(boundary)
	c.Params.LJForce = 5 * 9.81 * 0.4
	b := &c.Bodies[0]
	low, high, n := [3]float64{9, 9, 9}, [3]float64{-9, -9, -9}, 0
	for i, x := range c.Particles.Position {
		if c.Particles.Body[i] == 1 {
			n++
			for a := range 3 {
				low[a], high[a] = min(low[a], x[a]), max(high[a], x[a])
			}
		}
	}
	free := &sph.FreeBody{
		Mass:       density * float64(n) * c.Params.Mass,
		Velocity:   [3]float64{-0.5, 0.2, 0.3},
		Spin:       [3]float64{1, 2, -3},
		Directions: [][3]float64{{1}, {0, 1}, {0, 0, 1}}, Axes: [][3]float64{{1}, {0, 1}, {0, 0, 1}},
	}
	var size [3]float64
	for a := range 3 {
		b.Centre[a] = (low[a] + high[a]) / 2
		size[a] = high[a] - low[a] + c.Params.DeltaP
	}
	for a := range 3 {
		d, e := size[(a+1)%3], size[(a+2)%3]
		free.Inertia[a][a] = free.Mass * (d*d + e*e) / 12
	}
	b.Motion.Links, b.Free = nil, free
	c.Release()
	return c
}

// A free body has the same bits on any number of devices, with slices that move.
func TestFreeBodyOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC, sph.LennardJones} {
		caseOnDevices(t, func() *sph.Case {
			c := released(boundary, 0.5)
			c.Params.SplitAxis = 0
			return c
		})
	}
}

// A free body stays rigid: its particles are where its state says, within two quanta.
func TestFreeBodyStaysRigid(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		c := released(boundary, 0.5)
		s := start(t, c, Options{System: open(t, 2), Stripe: 500, Balance: &shaker{}})
		before := held(t, s)
		advance(t, s, 201)
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		pose := m.Poses[0].Pose(c.Bodies[0].Centre)
		if far := sph.Norm(pose.Shift); far < 0.005 || sph.Norm(pose.Angles()) < 0.02 {
			t.Fatalf("%v: it has moved by %v m and turned by %v only", boundary, pose.Shift, pose.Angles())
		}
		for id, p := range held(t, s) {
			x := s.grid.Position(before[id].Pos)
			if !c.BodyMoves(int(id)) {
				continue
			}
			by := pose.Displacement(x)
			for a := range 3 {
				if off := float64(p.Pos[a]-before[id].Pos[a]) - by[a]/s.grid.Quantum; math.Abs(off) > 2 {
					t.Fatalf("%v: particle %d is off by %g quanta along %v", boundary, id, off, sph.Axis(a))
				}
			}
		}
	}
}

// A flow with a free body goes on from a checkpoint with the same bits, on other devices.
func TestFreeBodyResumes(t *testing.T) {
	run := func(s *Simulation) string {
		advance(t, s, 60)
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		return snap.SHA256
	}
	s := start(t, released(sph.Dummy, 0.5), Options{System: open(t, 1), Stripe: 500})
	advance(t, s, 47)
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	states, err := k.Global(bodiesName, bodyStateBytes)
	if err != nil || bytes.Equal(states, s.beginningStates()) {
		t.Fatalf("the checkpoint has the body as at the beginning: %v", err)
	}
	want := run(s)
	other := start(t, released(sph.Dummy, 0.5), Options{System: open(t, 3), Stripe: 500})
	if err := other.Resume(k, nil, &shaker{}); err != nil {
		t.Fatal(err)
	}
	if got := run(other); got != want {
		t.Errorf("from a checkpoint %s, without one %s", got, want)
	}
}

// No pair is missed beside a free body.
func TestNoPairIsMissedByFreeBody(t *testing.T) {
	onOneDevice(t)
	if used := pairsMissed(t, released(sph.Dummy, 0.5), 60); used < 0.5 {
		t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
	}
}
