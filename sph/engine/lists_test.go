package engine

import (
	"fmt"
	"math"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
)

// apart is how far two runs' particles are apart, in places [m] and velocities
// [m/s], at most.
func apart(t *testing.T, a, b *Simulation) (position, velocity float64) {
	t.Helper()
	pa, pb := held(t, a), held(t, b)
	if len(pa) != len(pb) {
		t.Fatalf("%d particles and %d", len(pa), len(pb))
	}
	for id, p := range pa {
		q, ok := pb[id]
		if !ok {
			t.Fatalf("particle %d is in one run only", id)
		}
		position = max(position, vector(a.grid.Position(p.Pos)).plus(vector(b.grid.Position(q.Pos)), -1).norm())
		for k := range 3 {
			velocity = max(velocity, math.Abs(float64(p.Vel[k])-float64(q.Vel[k])))
		}
	}
	return position, velocity
}

// What runs of fast may differ by that take sums in other orders [m], [m/s]. 60
// steps let the fluid, which moves at ~1 m/s, come 5 cm; float32 keeps velocities
// of that to 6e-8 a step, the flow magnifies differences some tenfold, and
// positions are rounded to 7e-8 m in each step. Pairs that are missed show as 1e-4
// m and 1e-2 m/s and more.
const toleratedPosition, toleratedVelocity = 1e-6, 1e-4

// How often lists are built does not matter but for rounding: sums are taken in
// another order.
func TestRebuildEvery(t *testing.T) {
	var every1 *Simulation
	for _, every := range []int{1, 3, 10, 1000} {
		c := fast()
		c.Params.RebuildEvery = every
		s := start(t, c, Options{System: open(t, 1)})
		calls := 0
		for s.clock.Step < 60 {
			if _, err := s.Advance(60 - int(s.clock.Step)); err != nil {
				t.Fatal(err)
			}
			calls++
		}
		if every == 1 {
			if calls != 60 {
				t.Errorf("%d periods of one step for 60 steps", calls)
			}
			every1 = s
			continue
		}
		position, velocity := apart(t, every1, s)
		t.Logf("every %d: %d periods, positions differ by %.1e m, velocities by %.1e m/s", every, calls, position, velocity)
		if position > toleratedPosition || velocity > toleratedVelocity {
			t.Errorf("lists every %d steps: positions differ by %g m and velocities by %g m/s from those with lists every step", every, position, velocity)
		}
		if every == 1000 && calls < 3 {
			t.Errorf("%d periods: the skin is not used up", calls)
		}
	}
}

// Advance takes the steps it is asked for, at most RebuildEvery and at most as
// many as the lists are good for, and begins with new lists. That changes nothing
// but rounding: the order of the sums is where particles will be in the middle of
// the period that the lists are made for.
func TestAdvanceInParts(t *testing.T) {
	run := func(every, atMost int) *Simulation {
		c := column(0.05)
		c.Params.RebuildEvery = every
		s := start(t, c, Options{System: openStrict(t, 1)})
		for s.clock.Step < 24 {
			before := s.clock.Step
			p, err := s.Advance(min(atMost, 24-int(before)))
			if err != nil {
				t.Fatal(err)
			}
			if p.Steps < 1 || p.Steps > min(atMost, every) || p.Step != int(before)+p.Steps {
				t.Errorf("Advance(%d) took %d steps from %d to %d, with RebuildEvery %d", atMost, p.Steps, before, p.Step, every)
			}
		}
		return s
	}
	ones := run(10, 1)
	for name, s := range map[string]*Simulation{"RebuildEvery 1": run(1, 24), "as many steps as may be": run(24, 24), "at most 5": run(10, 5)} {
		if position, velocity := apart(t, ones, s); position > toleratedPosition || velocity > toleratedVelocity {
			t.Errorf("24 calls of Advance(1) and %s differ by %g m and %g m/s", name, position, velocity)
		}
	}
}

// hash is that of the particles as the devices hold them.
func hash(t testing.TB, s *Simulation) string {
	t.Helper()
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	return snap.SHA256
}

// Particles whose lists have no room walk over the cells, and lists get longer
// for the next time. Whether a list had room changes no bit, of the flow or of
// what is measured: neither for the first period, nor where no particle ever has
// one, nor where some have.
func TestListsWithoutRoom(t *testing.T) {
	run := func(t *testing.T, boundary sph.Boundary, system *gpu.System, capacity int, always bool) (*Simulation, sph.Sample) {
		c := fast()
		c.Params.Boundary, c.Params.LJForce = boundary, 5*9.81*0.4
		s := start(t, c, Options{System: system, Stripe: 100})
		room := s.capacity
		if capacity > 0 {
			s.capacity = capacity
		}
		for s.clock.Step < 40 {
			if always {
				s.capacity = capacity
			}
			if _, err := s.Advance(40 - int(s.clock.Step)); err != nil {
				t.Fatal(err)
			}
		}
		if always {
			s.capacity = capacity
		} else if s.capacity < room*3/4 {
			t.Errorf("there is room for %d entries: it has not grown", s.capacity)
		}
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		if m.Force[0] == [3]float64{} {
			t.Error("there is no force on the post: the test does not test what is measured")
		}
		return s, m
	}
	for form, system := range map[string]func(testing.TB, int) *gpu.System{"strict": openStrict, "fast": open, "eight lanes": openEight} {
		for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy, sph.LennardJones} {
			t.Run(form+" "+boundary.String(), func(t *testing.T) {
				room, measured := run(t, boundary, system(t, 1), 0, false)
				for _, short := range []struct {
					devices, capacity int
					always            bool
				}{{2, 8, false}, {1, 8, true}, {1, 72, true}, {3, 80, true}, {1, 88, true}} {
					s, m := run(t, boundary, system(t, short.devices), short.capacity, short.always)
					if hash(t, room) != hash(t, s) || fmt.Sprint(m) != fmt.Sprint(measured) {
						position, velocity := apart(t, room, s)
						t.Errorf("%+v changes positions by %g m, velocities by %g m/s, and what is measured from\n%+v to\n%+v", short, position, velocity, measured, m)
					}
				}
			})
		}
	}
}

// Measuring between periods changes nothing.
func TestSampleChangesNothing(t *testing.T) {
	var hashes [2]string
	for i := range hashes {
		s := start(t, column(0.05), Options{System: open(t, 2), Stripe: 100})
		for s.clock.Step < 30 {
			if i == 1 {
				if _, err := s.Sample(); err != nil {
					t.Fatal(err)
				}
				if _, err := s.Snapshot(); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.Advance(10); err != nil {
				t.Fatal(err)
			}
		}
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		hashes[i] = snap.SHA256
	}
	if hashes[0] != hashes[1] {
		t.Error("a run that is measured and one that is not differ")
	}
}

// Where particles are too fast for their skins, lists of the usual length do not allow a single
// step. The next lists are planned already. Those after them reach as far as can be, and the step
// is shortened to what they allow. So a period without a step is never followed by two others,
// and no pair is missed.
func TestListsFailedTwice(t *testing.T) {
	thin := func(axis int) *sph.Case {
		c := meet(axis, 0, 0.02, false)
		c.Params.Skin = 0.04 * c.Params.H
		return c
	}
	for axis := range 2 { // across the slices and along them
		for _, devices := range []int{1, 2} {
			c := thin(axis)
			s := start(t, c, Options{System: open(t, devices), Stripe: 100})
			shortened := 0
			for rejected := 0; s.clock.Step < 40; {
				p, err := s.Advance(10)
				if err != nil {
					t.Fatal(err)
				}
				if rejected++; p.Steps > 0 {
					rejected = 0
				}
				if rejected == 4 {
					t.Fatalf("along %v, %d devices: step %d is rejected four times", sph.Axis(axis), devices, p.Step+1)
				}
				if used := max(float64(s.clock.Used), float64(s.clock.LayerApproach)/c.Params.Skin); p.Steps > 0 && used > 1 {
					shortened++
					if s.period.Slack != c.Params.Skin {
						t.Errorf("along %v, %d devices: the lists of step %d reach %g m further, but could %g m",
							sph.Axis(axis), devices, p.Step, s.period.Slack, c.Params.Skin)
					}
					if part := p.Dt * used / c.Params.DtMax(); part < 0.99 || part > 1 {
						t.Errorf("along %v, %d devices: step %d, of which the longest would use %g of the skin, is %g s and uses %g",
							sph.Axis(axis), devices, p.Step, used, p.Dt, part)
					}
				}
			}
			if shortened == 0 {
				t.Errorf("along %v, %d devices: no step was shortened: the test shows nothing", sph.Axis(axis), devices)
			}
		}
		pairsMissed(t, thin(axis), 40)
	}
}

// Lists that are used up at once are good for no step and no measurement. The next are: the same on
// any number of devices, whether the flow is measured or goes on.
func TestListsUsedUpAtOnce(t *testing.T) {
	hashes := make(map[string]bool)
	for _, devices := range []int{1, 3, 6} {
		for _, sampled := range []bool{false, true} {
			s := start(t, fast(), Options{System: open(t, devices), Stripe: 100})
			s.late = true
			for range 2 {
				if _, err := s.Advance(5); err != nil {
					t.Fatal(err)
				}
			}
			s.next.period.Half = 1 // as if nothing moved apart
			before := s.clock.Step
			if sampled {
				if _, err := s.Sample(); err != nil {
					t.Fatal(err)
				}
			} else if p, err := s.Advance(5); err != nil || p.Steps > 0 || s.listFailures != 1 {
				t.Errorf("%d devices: %d steps with lists that are used up, %d failures: %v", devices, p.Steps, s.listFailures, err)
			}
			if p, err := s.Advance(5); err != nil || p.Steps == 0 || s.clock.Step != before+int32(p.Steps) {
				t.Errorf("%d devices, measured %v: %d steps follow: %v", devices, sampled, p.Steps, err)
			}
			hashes[hash(t, s)] = true
		}
	}
	if len(hashes) != 1 {
		t.Errorf("%d runs differ", len(hashes))
	}
}

// Fluid near walls that are too many for a list has none, whatever its room, and is counted; fluid
// that is far away has lists. No more room is asked for, and devices agree.
func TestTooManyForLists(t *testing.T) {
	const dp, near, far = 0.02, 7, 20
	dense := func() *sph.Case {
		c := &sph.Case{Name: "dense", Params: sph.Defaults(dp), End: 1}
		p := &c.Params
		p.H, p.Boundary, p.LJRadius, p.LJForce, p.Mass = 4*dp, sph.LennardJones, 0.01*dp, 1, p.Rho0*dp*dp*dp
		p.Min, p.Max = [3]float64{-0.2, -0.2, -0.2}, [3]float64{2.2, 0.2, 0.2}
		for i := range 17 * 17 * 17 { // more than 4095 in a cube of 4 Δp
			x := [3]float64{float64(i % 17), float64(i / 17 % 17), float64(i / 289)}
			for a := range x {
				x[a] = (x[a] - 8) * dp / 4
			}
			c.Particles.Add(x, sph.Wall, 0)
		}
		for i := range near {
			c.Particles.Add([3]float64{(float64(i) - 3) * dp / 2, 0, 2.5 * dp}, sph.Fluid, 0)
		}
		for i := range far {
			c.Particles.Add([3]float64{0.6 + float64(i)*4*dp, 0, 0}, sph.Fluid, 0)
		}
		return c
	}
	hashes := make(map[string]bool)
	for _, devices := range []int{1, 3} {
		s := start(t, dense(), Options{System: open(t, devices)})
		capacity := s.capacity
		for range 3 {
			p, err := s.Advance(4)
			if err != nil {
				t.Fatal(err)
			}
			if p.Steps != 4 || p.Unlisted > near || p.Unlisted < (near+devices-1)/devices || devices == 1 && p.Unlisted != near {
				t.Errorf("%d devices: after %d steps %d particles have no list, want %d", devices, p.Steps, p.Unlisted, near)
			}
		}
		if s.capacity != capacity {
			t.Errorf("%d devices: the room for %d entries has become %d", devices, capacity, s.capacity)
		}
		hashes[hash(t, s)] = true
	}
	if len(hashes) != 1 {
		t.Error("one device and three differ")
	}
}
