package engine

import (
	"bytes"
	"math"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/features/bodies"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// released lets the post of stirred go, as a body of half the density of water, or another.
func released(boundary sph.Boundary, density float64) *sph.Case {
	return releasedOf(stirred(boundary), density)
}

func releasedOf(c *sph.Case, density float64) *sph.Case {
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
	free := &bodies.Body{
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
	bodies.Release(c)
	return c
}

// A free body has the same bits on any number of devices, with slices that move.
func TestFreeBodyOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		caseOnDevices(t, func() *sph.Case {
			c := released(boundary, 0.5)
			c.Params.SplitAxis = 0
			return c
		})
	}
}

// A free body stays rigid: its particles are where its state says, within two quanta.
func TestFreeBodyStaysRigid(t *testing.T) {
	for k, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC, sph.MDBC} {
		c := released(boundary, 0.5)
		if k == 2 {
			verlet(&c.Params)
		}
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

// A flow with a free body continues from a checkpoint with the same bits, on other devices.
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
	states, err := k.Global(s.bodyMotion.States[0].Name, bodyStateBytes)
	if err != nil || bytes.Equal(states, s.bodyMotion.States[0].Start(s.Case)) {
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

// Several processes compute the same bits as one, also from a checkpoint of it.
func TestFreeBodyInProcesses(t *testing.T) {
	o := Options{Stripe: 100, Exchange: exchange.Direct, SampleInterval: 0.004, CopyInterval: 0.02}
	flow := func() *sph.Case { return released(sph.Dummy, 0.5) }
	var want told80
	amid(t, flow, o, []int{1}, func(s *Simulation) { want = tell80(t, s, nil) })
	o.Balance = &shaker{}
	amid(t, flow, o, []int{1, 2}, func(s *Simulation) {
		if got := tell80(t, s, want.checkpoint); got.all != want.all || got.resumed != want.end {
			t.Errorf("%s and %s, want %s and %s", got.all, got.resumed, want.all, want.end)
		}
	})
}

// No pair is missed beside a free body.
func TestNoPairIsMissedByFreeBody(t *testing.T) {
	onOneDevice(t)
	if used := pairsMissed(t, narrow(released(sph.Dummy, 0.5)), 60); used < 0.5 {
		t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
	}
}

// ball is a solid ball of a radius on a floor, which gravity pulls along x as on a ramp, and a drop
// of water away from it.
func ball(radius, slope, friction float64) *sph.Case {
	const dp = 0.02
	c := &sph.Case{Name: "ball", Params: sph.Defaults(dp), End: 10}
	p := &c.Params
	p.Boundary, p.Dim, p.C0 = sph.Dummy, 3, 30
	p.Mass = p.Rho0 * dp * dp * dp
	p.Gravity = [3]float64{9.81 * math.Sin(slope), 0, -9.81 * math.Cos(slope)}
	p.Min, p.Max = [3]float64{-0.2, -0.2, -0.1}, [3]float64{1.6, 0.2, 0.6}
	c.Bodies = []sph.Body{{Name: "ball", Centre: [3]float64{0, 0.003, radius}}}
	for i := range 88 {
		for j := range 18 {
			for k := range 4 {
				depth := (float64(k) + 0.5) * dp
				x, y := -0.18+(float64(i)+0.5)*dp, -0.18+(float64(j)+0.5)*dp
				c.Particles.Add([3]float64{x, y, -depth}, sph.Wall, 0)
			}
		}
	}
	n := int(radius/dp) + 1
	for i := -n; i <= n; i++ {
		for j := -n; j <= n; j++ {
			for k := -n; k <= n; k++ {
				r := [3]float64{float64(i) * dp, float64(j) * dp, float64(k) * dp}
				if far := sph.Norm(r); far > 0 && far <= radius-0.4*dp {
					at := c.Bodies[0].Centre
					for a := range 3 {
						at[a] += r[a]
					}
					c.Particles.Add(at, sph.Wall, 1)
				}
			}
		}
	}
	for i := range 4 {
		c.Particles.Add([3]float64{1.2 + dp*float64(i), 0.1, dp / 2}, sph.Fluid, 0)
	}
	c.FaceOf = func(body int, x [3]float64, within float64) (f sph.Face, ok bool) {
		f = sph.Face{Distance: x[2], Normal: [3]float64{0, 0, 1}}
		if body == 1 {
			for a := range 3 {
				f.Normal[a] = x[a] - c.Bodies[0].Centre[a]
			}
			far := sph.Norm(f.Normal)
			f.Distance = far - radius
			for a := range 3 {
				f.Normal[a] /= far
			}
		}
		return f, math.Abs(f.Distance) < within
	}
	f := &bodies.Body{Mass: 1000 * 4. / 3 * math.Pi * radius * radius * radius, Friction: friction,
		Restitution: 0.5,
		Directions:  [][3]float64{{1}, {0, 1}, {0, 0, 1}}, Axes: [][3]float64{{1}, {0, 1}, {0, 0, 1}}}
	for a := range 3 {
		f.Inertia[a][a] = 0.4 * f.Mass * radius * radius
	}
	c.Bodies[0].Free = f
	bodies.Release(c)
	return c
}

// A ball rolls down a ramp with 5/7 of the acceleration that one has that slides, and slides where
// friction does not hold it.
func TestBallOnRamp(t *testing.T) {
	onOneDevice(t)
	for _, test := range []struct{ friction, want float64 }{
		{0.5, 5. / 7 * 9.81 * math.Sin(0.3)},
		{0, 9.81 * math.Sin(0.3)},
		{0.02, 9.81 * (math.Sin(0.3) - 0.02*math.Cos(0.3))},
	} {
		c := ball(0.1, 0.3, test.friction)
		s := start(t, c, Options{System: open(t, 1)})
		at := func() (sph.BodyPose, float64) {
			m, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			return m.Poses[0], m.Time
		}
		advance(t, s, 300)
		a, begin := at()
		advance(t, s, 600)
		b, end := at()
		got := (b.Velocity[0] - a.Velocity[0]) / (end - begin)
		t.Logf("friction %g: %g m/s², want %g; from %g to %g s, over %g m, height %g m", test.friction,
			got, test.want,
			begin, end, b.Shift[0], b.Shift[2])
		if math.Abs(got/test.want-1) > 0.02 {
			t.Errorf("friction %g: it accelerates with %g m/s², want %g", test.friction, got, test.want)
		}
		if math.Abs(b.Shift[2]) > 0.2*c.Params.DeltaP {
			t.Errorf("friction %g: it is %g m above the ramp", test.friction, b.Shift[2])
		}
	}
}

// What a jet of fluid loses of its momentum and its moment of momentum a free body gains, but for
// the rounding of the particles: also with gradients corrected below surfaces.
func TestFreeBodyTakesMomentum(t *testing.T) {
	for _, corrected := range []bool{false, true} {
		for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
			freeBodyTakesMomentum(t, boundary, corrected)
		}
	}
}

func freeBodyTakesMomentum(t *testing.T, boundary sph.Boundary, corrected bool) {
	c := released(boundary, 0.7)
	if corrected {
		damped(0.5, boundary, 0.8)(&c.Params)
	}
	c.Params.Gravity = [3]float64{}
	free := bodies.Of(&c.Bodies[0])
	free.Velocity, free.Spin = [3]float64{}, [3]float64{}
	q := sph.Particles{}
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid || c.Particles.Body[i] == 1 {
			q.Add(x, c.Particles.Type[i], c.Particles.Body[i])
			if c.Particles.Type[i] == sph.Fluid && x[0] < c.Bodies[0].Centre[0] {
				q.Velocity[q.Len()-1] = [3]float32{1, 0, 0}
			}
		}
	}
	c.Particles = q
	s := start(t, c, Options{System: open(t, 2), Stripe: 500})
	momenta := func() (p, l [3]float64, body float64) {
		for id, of := range held(t, s) {
			if c.Particles.Type[id] == sph.Fluid {
				x := s.grid.Position(of.Pos)
				for a := range 3 {
					b, d := (a+1)%3, (a+2)%3
					p[a] += c.Params.Mass * float64(of.Vel[a])
					l[a] += c.Params.Mass * (x[b]*float64(of.Vel[d]) - x[d]*float64(of.Vel[b]))
				}
			}
		}
		k, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		data, err := k.Global(s.bodyMotion.States[0].Name, bodyStateBytes)
		if err != nil {
			t.Fatal(err)
		}
		var state cuda.BodyState
		copy(unsafe.Slice((*byte)(unsafe.Pointer(&state)), bodyStateBytes), data)
		for a := range 3 {
			b, d := (a+1)%3, (a+2)%3
			p[a] += free.Mass * state.Velocity[a]
			l[a] += state.Momentum[a] + free.Mass*((c.Bodies[0].Centre[b]+state.Shift[b])*state.Velocity[d]-
				(c.Bodies[0].Centre[d]+state.Shift[d])*state.Velocity[b])
		}
		return p, l, free.Mass * sph.Norm(state.Velocity)
	}
	p, l, _ := momenta()
	advance(t, s, 200) // before particles leave the domain
	after, lAfter, body := momenta()
	if body < 0.02*sph.Norm(p) {
		t.Fatalf("%v, corrected %v: the body has %g kg m/s of %g: the test shows nothing", boundary,
			corrected, body, sph.Norm(p))
	}
	for a := range 3 {
		if off := math.Abs(after[a]-p[a]) / sph.Norm(p); off > 2e-5 {
			t.Errorf("%v, corrected %v: the momentum along %v is off by %.1e", boundary, corrected,
				sph.Axis(a), off)
		}
		if off := math.Abs(lAfter[a]-l[a]) / sph.Norm(p); off > 1e-3 {
			t.Errorf("%v, corrected %v: the moment of momentum about %v is off by %.1e m of the momentum",
				boundary, corrected, sph.Axis(a), off)
		}
	}
}
