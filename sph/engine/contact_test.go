package engine

import (
	"bytes"
	"fmt"
	"math"
	"testing"

	"gpusph/features/bodies"
	"gpusph/sph"
)

// solid is a ball or a box that is free.
type solid struct {
	at     triple
	radius float64 // of a ball; 0 is a box
	half   triple  // of a box
	mass   float64 // [kg]; 0 follows from 1000 kg/m³
	free   bodies.Body
}

// nearest is the nearest face of a solid.
func (s *solid) nearest(x triple, dim int) (f sph.Face) {
	d := plus(x, times(-1, s.at))
	if s.radius > 0 {
		far := sph.Norm(d)
		return sph.Face{Distance: far - s.radius, Normal: times(1/max(far, 1e-9), d)}
	}
	var out triple
	best, axis := math.Inf(-1), 0
	for a := range 3 {
		if dim == 2 && a == 1 {
			continue
		}
		off := math.Abs(d[a]) - s.half[a]
		out[a] = math.Copysign(max(off, 0), d[a])
		if off > best {
			best, axis = off, a
		}
	}
	if best > 0 {
		far := sph.Norm(out)
		return sph.Face{Distance: far, Normal: times(1/far, out)}
	}
	f.Distance, f.Normal[axis] = best, math.Copysign(1, d[axis])
	return f
}

// inertia are the mass and the principal moments of a solid; in two dimensions those of a metre.
func (s *solid) inertia(dim int) (mass float64, of triple) {
	mass = 1000 * 4. / 3 * math.Pi * s.radius * s.radius * s.radius
	if s.radius == 0 {
		mass = 1000 * 4 * s.half[0] * s.half[2]
		if dim == 3 {
			mass *= 2 * s.half[1]
		}
	}
	if s.mass > 0 {
		mass = s.mass
	}
	for a := range 3 {
		d, e := s.half[(a+1)%3], s.half[(a+2)%3]
		if of[a] = mass * (d*d + e*e) / 3; s.radius > 0 {
			of[a] = 0.4 * mass * s.radius * s.radius
		}
	}
	return mass, of
}

// dry is solids above a floor at z = 0 without water, but for a drop far away that Δt follows from.
func dry(dim int, gravity triple, floor bool, solids ...solid) *sph.Case {
	const dp = 0.02
	c := &sph.Case{Name: "dry", Params: sph.Defaults(dp), End: 100}
	p := &c.Params
	p.Boundary, p.Dim, p.C0, p.Gravity = sph.Dummy, dim, 30, gravity
	p.Mass = p.Rho0 * math.Pow(dp, float64(dim))
	p.Min, p.Max = triple{-1, -0.5, -0.1}, triple{1, 0.5, 1}
	rows := 1
	if dim == 3 {
		rows = 30
	}
	lateral := func(j, n int) float64 { return (float64(j) - float64(n-1)/2) * dp }
	for i := range 100 {
		for j := range rows {
			for k := range 3 {
				if floor || i > 90 && k == 0 {
					c.Particles.Add(triple{lateral(i, 100), lateral(j, rows), -(float64(k) + 0.5) * dp},
						sph.Wall, 0)
				}
			}
		}
	}
	c.Particles.Add(triple{0.9, 0, dp}, sph.Fluid, 0)
	for k := range solids {
		addSolid(c, &solids[k], k)
	}
	c.FaceOf = func(body int, x triple, within float64) (f sph.Face, ok bool) {
		if body == 0 {
			f = sph.Face{Distance: x[2], Normal: triple{0, 0, 1}}
		} else {
			f = solids[body-1].nearest(x, dim)
		}
		return f, math.Abs(f.Distance) <= within
	}
	bodies.Release(c)
	return c
}

// addSolid adds the k-th solid to a case.
func addSolid(c *sph.Case, s *solid, k int) {
	dp, dim := c.Params.DeltaP, c.Params.Dim
	n := [3]int{}
	for a := range 3 {
		if n[a] = int(math.Round(2 * (s.half[a] + s.radius) / dp)); dim == 2 && a == 1 {
			n[a] = 1
		}
	}
	for i := range n[0] * n[1] * n[2] {
		at := [3]int{i % n[0], i / n[0] % n[1], i / n[0] / n[1]}
		x := s.at
		for a := range 3 {
			x[a] += (float64(at[a]) + 0.5 - float64(n[a])/2) * dp
		}
		if s.nearest(x, dim).Distance < -0.4*dp {
			c.Particles.Add(x, sph.Wall, uint8(k+1))
		}
	}
	free := s.free
	mass, inertia := s.inertia(dim)
	free.Mass = mass
	free.Directions, free.Axes = [][3]float64{{1}, {0, 0, 1}}, [][3]float64{{0, 1}}
	free.Inertia[1][1] = inertia[1]
	if dim == 3 {
		free.Directions = [][3]float64{{1}, {0, 1}, {0, 0, 1}}
		free.Axes = free.Directions
		for a := range 3 {
			free.Inertia[a][a] = inertia[a]
		}
	}
	c.Bodies = append(c.Bodies, sph.Body{Name: fmt.Sprint("s", k), Centre: s.at, Free: &free})
}

// motionAt is how solids move at a time.
type motionAt struct {
	time  float64
	poses []sph.BodyPose
	c     *sph.Case
}

func motionOf(t *testing.T, s *Simulation) motionAt {
	t.Helper()
	m, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	return motionAt{m.Time, m.Poses, s.Case}
}

// totals are momentum, angular momentum about the origin and kinetic energy of all. Moments of
// inertia are those of time 0: balls and bodies that hardly turn.
func (m *motionAt) totals() (p, l triple, energy float64) {
	for k, pose := range m.poses {
		b := &m.c.Bodies[k]
		of := times(bodies.Of(b).Mass, pose.Velocity)
		p = plus(p, of)
		l = plus(l, crossed(plus(b.Centre, pose.Shift), of))
		energy += product(of, pose.Velocity) / 2
		for a, w := range pose.Spin {
			l[a] += bodies.Of(b).Inertia[a][a] * w
			energy += bodies.Of(b).Inertia[a][a] * w * w / 2
		}
	}
	return p, l, energy
}

// until advances to a time.
func until(t *testing.T, s *Simulation, time float64) motionAt {
	t.Helper()
	for {
		m := motionOf(t, s)
		if m.time >= time {
			return m
		}
		advance(t, s, 20)
	}
}

// Two balls that meet keep momentum, angular momentum and, if nothing is lost, energy. The part of
// the speed that is left along the line of their centres is the restitution, the lesser of two; and
// friction stops their sliding. Distances are linear between the nodes of a grid, so normals are
// off by some per cent.
func TestBallsCollide(t *testing.T) {
	onOneDevice(t)
	for _, test := range []struct{ first, second, friction, aside float64 }{
		{1, 1, 0, 0}, {0.5, 0.8, 0, 0}, {0.3, 0.2, 0, 0.08}, {0, 0.5, 0, 0}, {0.7, 1, 0.3, 0.1},
	} {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			const radius, speed = 0.1, 1
			way, gap := triple{2. / 3, 1. / 3, 2. / 3}, 0.004
			across := triple{1 / math.Sqrt2, 0, -1 / math.Sqrt2}
			// where they touch
			along := math.Sqrt(4*radius*radius - test.aside*test.aside)
			a := solid{at: triple{-0.2, 0.05, 0.3}, radius: radius, free: bodies.Body{
				Velocity: times(speed, way), Friction: test.friction, Restitution: test.first}}
			b := solid{radius: radius, mass: 6, free: bodies.Body{Friction: test.friction + 0.2,
				Restitution: test.second}}
			b.at = plus(a.at, plus(times(along+gap, way), times(test.aside, across)))
			c := dry(3, triple{}, false, a, b)
			s := start(t, c, Options{System: open(t, 1)})
			before := motionOf(t, s)
			after := until(t, s, 0.02)
			p, l, energy := before.totals()
			q, k, left := after.totals()
			for axis := range 3 {
				if off := math.Abs(q[axis]-p[axis]) / sph.Norm(p); off > 1e-6 {
					t.Errorf("the momentum along %v is off by %.1e", sph.Axis(axis), off)
				}
				if off := math.Abs(k[axis]-l[axis]) / (sph.Norm(p) * radius); off > 1e-6 {
					t.Errorf("the angular momentum about %v is off by %.1e", sph.Axis(axis), off)
				}
			}
			normal := plus(times(along/(2*radius), way), times(test.aside/(2*radius), across))
			rate := func(m *motionAt) float64 {
				return product(normal, plus(m.poses[1].Velocity, times(-1, m.poses[0].Velocity)))
			}
			want := min(test.first, test.second)
			if want == 0 {
				want = 0.135 // what a critical damper leaves
			}
			if e := -rate(&after) / rate(&before); math.Abs(e-want) > 0.03+0.3*test.aside {
				t.Errorf("the restitution is %g, want %g", e, want)
			}
			if want == 1 && math.Abs(left/energy-1) > 0.01 || left > energy*1.001 {
				t.Errorf("the energy was %g J and is %g J", energy, left)
			}
			// what stops the sliding of two solid balls
			sticks := 2. / 7 * test.aside / along / (1 + want)
			friction := min(test.friction, sticks)
			gained := times(b.mass, after.poses[1].Velocity)
			push := product(gained, normal)
			if drag := sph.Norm(plus(gained, times(-push, normal))); math.Abs(drag/push-friction) > 0.04 {
				t.Errorf("friction gave %g of the push, want %g", drag/push, friction)
			}
			// about the centre of the second ball
			spin := 0.4 * b.mass * radius * radius * sph.Norm(after.poses[1].Spin)
			if want := radius * friction * push; math.Abs(spin-want) > 0.04*radius*push {
				t.Errorf("it spins with %g N m s, want %g", spin, want)
			}
		})
	}
}

// slope is gravity on a plane that falls along x by an angle [rad].
func slope(angle float64) triple {
	return triple{9.81 * math.Sin(angle), 0, -9.81 * math.Cos(angle)}
}

// standing is a box of a width and a height that stands on the floor.
func standing(width, height, friction float64) solid {
	half := triple{width / 2, width / 2, height / 2}
	return solid{at: triple{-0.3, 0, height / 2}, half: half, free: bodies.Body{Friction: friction}}
}

// A block slides down a slope if it is steeper than the friction holds, with what friction leaves
// of gravity, and otherwise stays where it is: it creeps by less than a millimetre in a minute.
func TestBlockOnSlope(t *testing.T) {
	onOneDevice(t)
	const angle = 0.35
	hold := math.Tan(angle)
	for _, test := range []struct {
		dim      int
		friction float64
	}{{2, 0.7 * hold}, {2, 1.1 * hold}, {3, 0.9 * hold}, {3, 1.5 * hold}} {
		c := dry(test.dim, slope(angle), true, standing(0.2, 0.1, test.friction))
		s := start(t, c, Options{System: open(t, 1)})
		from := until(t, s, 0.1)
		to := until(t, s, 0.2)
		dt := to.time - from.time
		if test.friction > hold {
			if v := math.Abs(to.poses[0].Shift[0]-from.poses[0].Shift[0]) / dt; v > 0.001/60 {
				t.Errorf("%+v: it creeps by %g mm/min", test, v*60e3)
			}
			continue
		}
		want := 9.81 * (math.Sin(angle) - test.friction*math.Cos(angle))
		got := (to.poses[0].Velocity[0] - from.poses[0].Velocity[0]) / dt
		if math.Abs(got/want-1) > 0.01 {
			t.Errorf("%+v: it accelerates with %g m/s², want %g m/s²", test, got, want)
		}
	}
}

// A block topples on a slope that is 2 % steeper than the one whose vertical through its centre
// leads to its edge, and stands on one that is 2 % less steep.
func TestBlockTopples(t *testing.T) {
	onOneDevice(t)
	for _, ratio := range []float64{0.25, 1} {
		for _, part := range []float64{0.98, 1.02} {
			angle := part * math.Atan(ratio)
			c := dry(2, slope(angle), true, standing(0.2, 0.2/ratio, 2))
			s := start(t, c, Options{System: open(t, 1)})
			turned := 0.0
			for turned < 0.1 {
				m := until(t, s, motionOf(t, s).time+0.1)
				turned = 2 * m.poses[0].Turn[2]
				if m.time > 1.5 {
					break
				}
			}
			if falls := turned > 0.05; falls != (part > 1) {
				t.Errorf("of width over height %g, on a slope of %g of the angle at which it topples, it "+
					"has turned by %g rad", ratio, part, turned)
			}
		}
	}
}

// A box that spins on a floor is braked by μ g times the mean distance of its face from its middle,
// over its moment of inertia, until it rests.
func TestBoxSpinsOnFloor(t *testing.T) {
	onOneDevice(t)
	b := standing(0.2, 0.1, 0.4)
	b.free.Spin = triple{0, 0, 3}
	c := dry(3, slope(0), true, b)
	s := start(t, c, Options{System: open(t, 1)})
	from, to := until(t, s, 0.02), until(t, s, 0.05)
	// of a square of side 1 the mean distance is (√2 + asinh 1)/6
	want := 0.4 * 9.81 * (math.Sqrt2 + math.Asinh(1)) / 6 * 0.2 / (0.2 * 0.2 / 6)
	got := (from.poses[0].Spin[2] - to.poses[0].Spin[2]) / (to.time - from.time)
	if math.Abs(got/want-1) > 0.05 {
		t.Errorf("it is braked by %g 1/s², want %g", got, want)
	}
	if rest := until(t, s, 0.1); math.Abs(rest.poses[0].Spin[2]) > 1e-3 {
		t.Errorf("it still spins with %g 1/s", rest.poses[0].Spin[2])
	}
}

// A block that slides on a block is braked by μ g, which pushes the one below: the lesser friction
// of the two counts. The one below lies on a floor that holds it.
func TestBlockOnBlock(t *testing.T) {
	below, above := standing(0.5, 0.1, 0.3), standing(0.1, 0.1, 0.6)
	above.at = triple{-0.4, 0, 0.15}
	above.free.Velocity = triple{0.8, 0, 0}
	c := dry(2, slope(0), true, below, above)
	s := start(t, c, Options{System: open(t, 1)})
	from, to := until(t, s, 0.05), until(t, s, 0.15)
	dt := to.time - from.time
	got, want := (from.poses[1].Velocity[0]-to.poses[1].Velocity[0])/dt, 0.3*9.81
	if math.Abs(got/want-1) > 0.02 {
		t.Errorf("it is braked by %g m/s², want %g m/s²", got, want)
	}
	if v := to.poses[0].Velocity; sph.Norm(v) > 1e-3 {
		t.Errorf("the block below moves with %v m/s", v)
	}
	if lower := to.poses[1].Shift[2]; math.Abs(lower) > 0.02*c.Params.DeltaP {
		t.Errorf("it is %g m below its place", lower)
	}
}

// A disc rolls down a slope on its spring: its friction is 1/3 of what pulls it along, also where
// the limit is hardly more.
func TestDiscRolls(t *testing.T) {
	const angle, radius = 0.3, 0.1
	disc := solid{at: triple{-0.5, 0, radius}, radius: radius, mass: 30,
		free: bodies.Body{Friction: 1.2 / 3 * math.Tan(angle)}}
	c := dry(2, slope(angle), true, disc)
	bodies.Of(&c.Bodies[0]).Inertia[1][1] = 0.5 * disc.mass * radius * radius
	s := start(t, c, Options{System: open(t, 1)})
	from, to := until(t, s, 0.1), until(t, s, 0.4)
	want := 2. / 3 * 9.81 * math.Sin(angle)
	got := (to.poses[0].Velocity[0] - from.poses[0].Velocity[0]) / (to.time - from.time)
	if math.Abs(got/want-1) > 0.01 {
		t.Errorf("it accelerates with %g m/s², want %g m/s²", got, want)
	}
	if slip := to.poses[0].Velocity[0] - radius*to.poses[0].Spin[1]; math.Abs(slip) > 0.01 {
		t.Errorf("it slips with %g m/s", slip)
	}
}

// A disc that slides is braked by μ times the normal force, and friction turns it.
func TestDiscSlides(t *testing.T) {
	const angle, radius, friction = 0.5, 0.1, 0.08
	disc := solid{at: triple{-0.5, 0, radius}, radius: radius, mass: 30,
		free: bodies.Body{Friction: friction}}
	c := dry(2, slope(angle), true, disc)
	bodies.Of(&c.Bodies[0]).Inertia[1][1] = 0.5 * disc.mass * radius * radius
	s := start(t, c, Options{System: open(t, 1)})
	from, to := until(t, s, 0.1), until(t, s, 0.3)
	dt, normal := to.time-from.time, 9.81*math.Cos(angle)
	want := 9.81*math.Sin(angle) - friction*normal
	got := (to.poses[0].Velocity[0] - from.poses[0].Velocity[0]) / dt
	if math.Abs(got-want) > 0.02*friction*normal {
		t.Errorf("it accelerates with %g m/s², want %g m/s²", got, want)
	}
	want = friction * normal / (0.5 * radius)
	if got = (to.poses[0].Spin[1] - from.poses[0].Spin[1]) / dt; math.Abs(got/want-1) > 0.03 {
		t.Errorf("it is turned with %g 1/s², want %g 1/s²", got, want)
	}
}

// A ball that falls on a floor comes back with its restitution.
func TestBallBounces(t *testing.T) {
	for _, restitution := range []float64{1, 0.6, 0.3} {
		ball := solid{at: triple{0, 0, 0.103}, radius: 0.1, free: bodies.Body{Restitution: restitution,
			Velocity: triple{0, 0, -1}}}
		s := start(t, dry(2, triple{}, true, ball), Options{System: open(t, 1)})
		m := until(t, s, 0.02)
		if got := m.poses[0].Velocity[2]; math.Abs(got-restitution) > 0.03 {
			t.Errorf("it comes back with %g m/s, want %g m/s", got, restitution)
		}
	}
}

// Friction springs are part of the state: a block that sticks has the same bits on any number of
// devices and from a checkpoint, whose springs hold it.
func TestContactResumes(t *testing.T) {
	flow := func() *sph.Case {
		c := dry(2, slope(0.3), true, standing(0.2, 0.2, 0.8), solid{at: triple{-0.05, 0, 0.05},
			half: triple{0.05, 0.05, 0.05}, free: bodies.Body{Friction: 0.1, Restitution: 0.3}})
		c.Params.SplitAxis = 0
		return c
	}
	run := func(s *Simulation) []byte {
		advance(t, s, 83)
		k, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		var all []byte
		for _, name := range []string{s.bodyMotion.States[0].Name, s.bodyMotion.States[1].Name} {
			for _, g := range k.Globals {
				if g.Name == name {
					all = append(all, g.Data...)
				}
			}
		}
		return all
	}
	s := start(t, flow(), Options{System: open(t, 1)})
	advance(t, s, 57)
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	springs, err := k.Global(s.bodyMotion.States[1].Name, s.bodyMotion.bytes[1])
	if err != nil || bytes.Equal(springs, make([]byte, len(springs))) {
		t.Fatalf("no spring of the checkpoint holds: %v", err)
	}
	want := run(s)
	for _, n := range []int{2, 3} {
		other := start(t, flow(), Options{System: open(t, n)})
		if err := other.Resume(k, nil, &shaker{}); err != nil {
			t.Fatal(err)
		}
		if got := run(other); !bytes.Equal(got, want) {
			t.Errorf("from a checkpoint on %d devices bodies and springs differ", n)
		}
		other = start(t, flow(), Options{System: open(t, n)})
		advance(t, other, 57)
		if got := run(other); !bytes.Equal(got, want) {
			t.Errorf("on %d devices bodies and springs differ", n)
		}
	}
}
