package engine

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"
	"gpusph/sph/motion"
)

// stirring swings about twice as fast as water that falls, along x and y, and begins at once with a
// speed of 1.5 m/s.
func stirring(end float64) motion.Table {
	m := motion.Table{}
	for k := 0; float64(k-1)*0.004 < end; k++ {
		t := float64(k) * 0.004
		m.Times = append(m.Times, t)
		m.Displacements = append(m.Displacements, [3]float64{-0.05 * math.Sin(30*t), 0.03 * (1 - math.Cos(30*t)), 0})
		m.Velocities = append(m.Velocities, [3]float64{-1.5 * math.Cos(30*t), 0.9 * math.Sin(30*t), 0})
	}
	return m
}

// stirred is column with the post in the water, which it stirs.
func stirred(boundary sph.Boundary) *sph.Case { return stirredOf(column(0.05), boundary) }

func stirredOf(c *sph.Case, boundary sph.Boundary) *sph.Case {
	c.Params.Boundary = boundary
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid {
			c.Particles.Position[i][0] = 0.8 - x[0] // to the side of the post
			c.Particles.Velocity[i] = [3]float32{}
		}
	}
	// Water is where the post is not, with room for its motion.
	q := sph.Particles{}
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid && max(math.Abs(x[0]-0.6), math.Abs(x[1]-0.2)) < 0.07 {
			continue
		}
		q.Add(x, c.Particles.Type[i], c.Particles.Body[i])
	}
	c.Particles = q
	m := stirring(c.End)
	c.Bodies[0].Motion = m.Rigid()
	return c
}

// A body is where its table says, within a quantum, after hundreds of steps and tens of lists, and
// has that velocity; other walls are where they were.
func TestBodyIsWhereItsTableSays(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC, sph.LennardJones} {
		c := stirred(boundary)
		c.Params.LJForce = 5 * 9.81 * 0.4
		s := start(t, c, Options{System: open(t, 2), Stripe: 500, Balance: &shaker{}})
		before := held(t, s)
		advance(t, s, 401)
		x, v, _ := c.Bodies[0].Motion.At(s.clock.Time)
		moved := 0
		for id, p := range held(t, s) {
			if c.Particles.Type[id] == sph.Fluid {
				continue
			}
			var by [3]float64
			if c.BodyMoves(int(id)) {
				by = x
				moved++
				for a := range 3 {
					if d := math.Abs(float64(p.Vel[a]) - v[a]); d > 1e-5 {
						t.Fatalf("%v: the velocity of particle %d is %v m/s, want %v m/s", boundary, id, p.Vel, v)
					}
				}
			}
			for a := range 3 {
				if off := float64(p.Pos[a]-before[id].Pos[a]) - by[a]/s.grid.Quantum; math.Abs(off) > 0.51 {
					t.Fatalf("%v: particle %d is off by %g quanta along %v", boundary, id, off, sph.Axis(a))
				}
			}
		}
		if moved == 0 {
			t.Error("nothing has moved")
		}
	}
}

// The same bits on any number of devices, with slices that move.
func TestMovingBodyOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC} {
		for _, nu := range []float64{0, 0.01} {
			caseOnDevices(t, func() *sph.Case {
				c := stirred(boundary)
				c.Params.Nu, c.Params.SplitAxis = nu, 0
				return c
			})
		}
	}
}

// coming lets the wall at the side of corner come, and slide, as a table says.
func coming(c *sph.Case) *sph.Case {
	c.Bodies = []sph.Body{{Name: "side"}}
	var m motion.Table
	for k := range 41 {
		t := 0.002 * float64(k)
		m.Times = append(m.Times, t)
		m.Displacements = append(m.Displacements, [3]float64{0.02 * (1 - math.Cos(20*t)), 0.005 * math.Sin(30*t), 0.2 * t})
		m.Velocities = append(m.Velocities, [3]float64{0.4 * math.Sin(20*t), 0.15 * math.Cos(30*t), 0.2})
	}
	m.Displacements[40], m.Velocities[40] = m.Displacements[39], [3]float64{}
	c.Bodies[0].Motion = m.Rigid()
	c.End = 0.07
	c.Params.Min[0] -= 0.1
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Wall && x[0] < 0 && x[2] > 0.005 {
			c.Particles.Body[i] = 1
			c.Particles.Velocity[i] = [3]float32{}
		}
	}
	return c
}

// Steps beside a body that moves are what the equations say: the water's and the body's. One with 1
// % more of its velocity, or of its acceleration beside dummy walls, is seen.
func TestMovingBodyAgainstOracle(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC} {
		for name, change := range map[string]func(*sph.Case){
			"ideal": func(*sph.Case) {}, "laminar": func(c *sph.Case) { c.Params.Nu = 0.02 },
			"any kernel": func(c *sph.Case) { c.Params.Kernel = sph.CubicSpline },
			"antuono":    func(c *sph.Case) { c.Params.Diffusion = sph.Antuono },
			"verlet":     func(c *sph.Case) { verlet(&c.Params) },
		} {
			errors := name == "ideal" // whether errors are seen does not depend on the term
			var right, fast, strong *oracle
			var begun oracleState
			sims := make(map[string]*Simulation)
			for form, system := range forms {
				c := coming(corner(1))
				c.Params.Boundary = boundary
				change(c)
				s := start(t, c, Options{System: system(t, 1)})
				right, fast, strong = movedOracle(t, s, 1, 1), movedOracle(t, s, 1.01, 1), movedOracle(t, s, 1, 1.05)
				sims[form], begun = s, right.now
			}
			for k, tolerance := range []disagreement{oneStep(boundary), afterManySteps} {
				steps := 1 + 6*k
				if errors {
					steps = 1 + 18*k // in which they grow
				}
				for range steps {
					right.step()
					if errors {
						fast.step()
					}
					if errors && boundary == sph.Dummy {
						strong.step()
					}
				}
				for form, s := range sims {
					dt := advance(t, s, steps).Dt
					if d := compare(t, s, right, begun, dt); !(d.worst(tolerance) < 1) {
						t.Errorf("%v, %s, %s, after %d steps: %+v", boundary, name, form, right.steps, d)
					}
					if k == 0 || !errors {
						continue
					}
					d := compare(t, s, fast, begun, dt)
					d.wallVelocity = 0
					if !(d.worst(afterManySteps) > 3) {
						t.Errorf("%v, %s, %s: another velocity is not seen: %+v", boundary, name, form, d)
					}
					if boundary != sph.Dummy {
						continue
					}
					if d := compare(t, s, strong, begun, dt); !(d.worst(afterManySteps) > 1.5) {
						t.Errorf("%v, %s, %s: another acceleration is not seen: %+v", boundary, name, form, d)
					}
				}
			}
		}
	}
}

// movedOracle is the oracle of a flow beside its first body, which moves, with its velocity and
// acceleration times a factor.
func movedOracle(t *testing.T, s *Simulation, velocity, acceleration float64) *oracle {
	o, c := newOracle(t, s), s.Case
	o.strongest = s.walls.Accel
	then := math.NaN()
	var pose motion.Pose
	at := func(time float64) {
		if time != then { // it is the same for all walls
			then = time
			pose = c.Bodies[0].Motion.Pose(time, [3]float64{})
		}
	}
	o.walls = func(i int, time float64) (moves bool, _, _, _ vector) {
		at(time)
		_, v, a := pose.Point(o.base[i])
		return c.BodyMoves(i), vector(pose.Displacement(o.base[i])), vector{}.plus(vector(v), velocity), vector{}.plus(vector(a), acceleration)
	}
	o.turned = func(i int, time float64, normal vector) vector {
		at(time)
		if !c.BodyMoves(i) {
			return normal
		}
		end, _, _ := pose.Point(normal)
		origin, _, _ := pose.Point([3]float64{})
		return vector(end).plus(vector(origin), -1)
	}
	o.moveWalls(&o.now, 0)
	return o
}

// Drops of few particles, which say nothing of a gradient, have that of a wall of mdbc that
// accelerates: another acceleration is seen.
func TestDropsBesideMovingWall(t *testing.T) {
	for form, system := range forms {
		c := corner(1)
		all := c.Particles
		c.Particles = sph.Particles{}
		for i, x := range all.Position {
			if all.Type[i] == sph.Wall || i%13 < 2 {
				c.Particles.Add(x, all.Type[i], 0)
				k := c.Particles.Len() - 1
				c.Particles.RelDensity[k], c.Particles.Velocity[k] = all.RelDensity[i], all.Velocity[i]
			}
		}
		c = coming(c)
		c.Params.Boundary = sph.MDBC
		s := start(t, c, Options{System: system(t, 1)})
		right, strong := movedOracle(t, s, 1, 1), movedOracle(t, s, 1, 1.2)
		begun := right.now
		right.step()
		strong.step()
		dt := advance(t, s, 1).Dt
		if d := compare(t, s, right, begun, dt); !(d.worst(oneStep(sph.MDBC)) < 1) {
			t.Errorf("%s: %+v", form, d)
		}
		if d := compare(t, s, strong, begun, dt); !(d.worst(oneStep(sph.MDBC)) > 3) {
			t.Errorf("%s: another acceleration is not seen: %+v", form, d)
		}
	}
}

// A tank that rises with an acceleration and without gravity is a tank at rest with gravity: water
// in it has the same places in the tank, pressures, heights at gauges and force on it.
func TestTankThatRisesIsGravity(t *testing.T) {
	onOneDevice(t)
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC} {
		t.Run(boundary.String(), func(t *testing.T) { tankThatRises(t, boundary) })
	}
}

func tankThatRises(t *testing.T, boundary sph.Boundary) {
	const accel, end = 9.81, 0.1
	build := func(rises bool) *sph.Case {
		c := still(end)
		c.Params.Boundary = boundary
		c.Gauges = []sph.Gauge{{Name: "middle", X: 0.06, Y: 0.06}, {Name: "corner", X: 0.01, Y: 0.01}}
		c.Bodies = []sph.Body{{Name: "tank"}}
		for i, kind := range c.Particles.Type {
			if kind == sph.Wall {
				c.Particles.Body[i] = 1
			}
		}
		if !rises {
			return c
		}
		c.Params.Gravity = [3]float64{}
		c.Params.Diffusion = sph.MolteniColagrossi // gravity's part is not left out of either
		var m motion.Table
		for k := range 61 {
			t := 0.002 * float64(k)
			m.Times = append(m.Times, t)
			m.Displacements = append(m.Displacements, [3]float64{0, 0, accel * t * t / 2})
			m.Velocities = append(m.Velocities, [3]float64{0, 0, accel * t})
		}
		c.Bodies[0].Motion = m.Rigid()
		c.Params.Max[2] += 0.2
		return c
	}
	rest := build(false)
	rest.Params.Diffusion = sph.MolteniColagrossi
	a, b := start(t, rest, Options{System: open(t, 1)}), start(t, build(true), Options{System: open(t, 1)})
	advance(t, a, 100_000)
	advance(t, b, 100_000)
	x, v, _ := b.Case.Bodies[0].Motion.At(b.clock.Time)
	if d := b.clock.Time - a.clock.Time; math.Abs(d) > 2e-4 {
		t.Fatalf("one is at %g s, the other at %g s", a.clock.Time, b.clock.Time)
	}
	at, moved := held(t, a), held(t, b)
	for id, p := range at {
		q := moved[id]
		if c := a.Case; c.Particles.Type[id] == sph.Wall {
			continue
		}
		for k := range 3 {
			place := float64(q.Pos[k]-p.Pos[k])*a.grid.Quantum - x[k] + (b.grid.Origin[k] - a.grid.Origin[k])
			speed := float64(q.Vel[k]-p.Vel[k]) - v[k]
			if math.Abs(place) > 2e-4 || math.Abs(speed) > 0.02 {
				t.Fatalf("particle %d is off by %g m and %g m/s along %v", id, place, speed, sph.Axis(k))
			}
		}
		if d := float64(p.Rel - q.Rel); math.Abs(d) > 1e-4 {
			t.Fatalf("the relative density of particle %d is %g and %g", id, p.Rel, q.Rel)
		}
	}
	one, err := a.Sample()
	if err != nil {
		t.Fatal(err)
	}
	other, err := b.Sample()
	if err != nil {
		t.Fatal(err)
	}
	for k, h := range one.Height {
		if g := other.Height[k] - x[2]; !(h > 0.18) || math.Abs(g-h) > 0.1*rest.Params.DeltaP {
			t.Errorf("at %s water is %g m high at rest and %g m where it rises", rest.Gauges[k].Name, h, g)
		}
	}
	weight := rest.Params.Mass * float64(rest.Particles.Count(sph.Fluid)) * accel
	if f, g := one.Force[0][2], other.Force[0][2]; math.Abs(f+weight) > 0.05*weight || math.Abs(f-g) > 0.02*weight {
		t.Errorf("the force on the tank is %g N at rest and %g N where it rises, want %g N", f, g, -weight)
	}
	for k := range 3 {
		if d := one.Moment[0][k] - other.Moment[0][k]; math.Abs(d) > 0.02*weight*0.06 {
			t.Errorf("the moments about the tank's origin are %v and %v N m", one.Moment[0], other.Moment[0])
		}
	}
	if low, high := inFloor(t, a), floorAt(t, b, x); math.Abs(low-high) > 0.02*low {
		t.Errorf("the pressure in the floor is %g Pa at rest and %g Pa where it rises", low, high)
	}
}

// floorAt is inFloor of a tank that has moved.
func floorAt(t *testing.T, s *Simulation, by [3]float64) float64 {
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range snap.Position {
		if math.Abs(float64(x[0])-0.05) < 1e-3 && math.Abs(float64(x[1])-0.05) < 1e-3 && math.Abs(float64(x[2])-by[2]+0.01) < 1e-3 {
			return float64(snap.Pressure[i])
		}
	}
	t.Fatal("the floor has no such particle")
	return 0
}

// A motion that cannot be simulated is refused at the start.
func TestMotionRefused(t *testing.T) {
	var refused error // a table
	table := func(c *sph.Case, times []float64, x ...float64) {
		m := motion.Table{Times: times}
		for _, x := range x {
			m.Displacements = append(m.Displacements, [3]float64{x})
		}
		if err := m.Check(); err != nil {
			refused = err
			return
		}
		c.Bodies[0].Motion = m.Rigid()
	}
	for want, change := range map[string]func(*sph.Case){
		"2 times, but 1 displ": func(c *sph.Case) { table(c, []float64{0, 1}, 0) },
		"times must increase":  func(c *sph.Case) { table(c, []float64{0, 1, 1}, 0, 0.1, 0.1) },
		"must be numbers":      func(c *sph.Case) { table(c, []float64{0, math.NaN()}, 0, 0) },
		"must not be negative": func(c *sph.Case) { table(c, []float64{-1, 1}, 0, 0) },
		"at time 0, but":       func(c *sph.Case) { table(c, []float64{0, 2}, 0.1, 0.1) },
		"begins at 0.5 s":      func(c *sph.Case) { table(c, []float64{0.5, 1, 2}, 0, 0.05, 0.1) },
		"ends at 0.5 s":        func(c *sph.Case) { table(c, []float64{0, 0.25, 0.5}, 0, 0.01, 0.02) },
		"outside the domain":   func(c *sph.Case) { table(c, []float64{0, 1, 2}, 0, 0.4, 0.4) },
		"into another wall":    func(c *sph.Case) { table(c, []float64{0, 0.5, 1, 2}, 0, 0.2, 0, 0) },
		"a larger c0":          func(c *sph.Case) { table(c, []float64{0, 0.01, 1}, 0, -0.2, -0.2) },
		"velocity of its own":  func(c *sph.Case) { c.Particles.Velocity[post(c)] = [3]float32{0, 0, 1} },
		"which moves, but the probe stays": func(c *sph.Case) {
			x := c.Particles.Position[post(c)]
			x[2] += c.Params.DeltaP / 2
			c.Probes = []sph.Probe{{Name: "face", Position: x, Normal: [3]float64{0, 0, 1}}}
		},
		"is periodic": func(c *sph.Case) { c.Params.Periodic[0] = true },
	} {
		c := stirred(sph.Dummy)
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		refused = nil
		change(c)
		err := refused
		if err == nil {
			err = c.Check()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one that says %q", err, want)
		}
	}
}

// post is a particle of the post.
func post(c *sph.Case) int {
	for i, body := range c.Particles.Body {
		if body > 0 {
			return i
		}
	}
	return -1
}

// The speeds and the accelerations of walls are among the maxima, where water is slower.
func TestWallsAreInMaxima(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC} {
		c := lone(1)
		c.Params.Boundary, c.Params.Gravity = boundary, [3]float64{}
		c.Bodies = []sph.Body{{Name: "plate", Motion: (&motion.Table{Times: []float64{0, 1, 2}, Displacements: [][3]float64{{}, {0.2}, {0.2}}, Velocities: [][3]float64{{0.3}, {}, {}}}).Rigid()}}
		c.Particles.Add([3]float64{-0.5, 0, 0}, sph.Wall, 1)
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 10)
		_, v, a := c.Bodies[0].Motion.At(s.clock.Time)
		if speed, accel := float64(s.clock.Speed), float64(s.clock.Accel); math.Abs(speed-sph.Norm(v)) > 0.01 || math.Abs(accel-sph.Norm(a)) > 0.05 {
			t.Errorf("%v: the greatest speed is %g m/s and the greatest acceleration %g m/s², want %g and %g", boundary, speed, accel, sph.Norm(v), sph.Norm(a))
		}
	}
}
