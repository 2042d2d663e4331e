package sph

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

// fast is column with fluid that hits walls and the post, and a skin so small
// that lists are used up before their period is over.
func fast() *Case {
	c := column(0.05)
	c.Params.Skin = 0.15 * c.Params.H
	for i := range c.Particles.Velocity {
		if c.Particles.Type[i] == Fluid {
			c.Particles.Position[i][0] += 0.13
			c.Particles.Velocity[i] = [3]float32{1, 0.3, 0.2}
		}
	}
	return c
}

// meet is two drops that fly towards each other along an axis, faster than most
// water, or a drop that flies towards a wall, at first a gap apart [m]. Nothing in reach of anything else
// moves relative to it until they are close.
func meet(axis, split int, gap float64, wall bool) *Case {
	c := blob(6)
	p := &c.Params
	p.Gravity = [3]float64{}
	p.SplitAxis = Axis(split)
	drop := c.Particles
	c.Particles = Particles{}
	add := func(offset, velocity float64, kind Type) {
		for i, x := range drop.Position {
			x[axis] += offset
			c.Particles.Add(x, kind, 0)
			if kind == Fluid {
				c.Particles.Rel[c.Particles.Len()-1] = drop.Rel[i] / 100
				c.Particles.Velocity[c.Particles.Len()-1][axis] = float32(velocity)
			}
		}
	}
	gap += 6 * p.DeltaP
	p.Min[axis], p.Max[axis] = -gap, 2*gap
	if wall {
		add(0, 6.5, Fluid)
		add(gap, 0, Wall)
	} else {
		add(0, 4, Fluid)
		add(gap, -4, Fluid)
	}
	return c
}

// No pair is missed: in the middle of a period's last step, the state of which
// the lists are oldest, every pair within the support is in the lists. The flows
// come close to what the lists allow, or the test says nothing.
func TestNoPairIsMissed(t *testing.T) {
	t.Run("water that falls", func(t *testing.T) {
		if used := pairsMissed(t, fast(), 40); used < 0.5 {
			t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
		}
	})
	for _, wall := range []bool{false, true} {
		for axis := range 3 {
			for split := range 2 {
				t.Run(fmt.Sprintf("meet along %v, split along %v, a wall %v", Axis(axis), Axis(split), wall), func(t *testing.T) {
					used := 0.0
					for k := range 10 {
						used = max(used, pairsMissed(t, meet(axis, split, 0.12+0.0025*float64(k), wall), 60))
					}
					if used < 0.5 {
						t.Errorf("no more than %.0f %% of the skin was used: the test shows nothing", 100*used)
					}
				})
			}
		}
	}
}

// pairsMissed runs a flow and returns the greatest part of the skin that was used.
func pairsMissed(t *testing.T, c *Case, steps int32) (used float64) {
	t.Helper()
	s := start(t, c, Options{System: open(t, 1)})
	s.late = true // what is looked at is overwritten when the next lists are built
	attempts, periods, missing, pairs := 0, 0, 0, 0
	support2 := 4 * c.Params.H * c.Params.H
	for s.clock.Step < steps {
		p, err := s.Advance(1 + attempts%10)
		if err != nil {
			t.Fatal(err)
		}
		attempts++
		if p.Steps == 0 || s.clock.Halt != 0 { // in the middle are particles of the rejected step
			continue
		}
		periods++
		used = max(used, float64(s.clock.Used))
		d := s.domains[0]
		pos, packed := make([]byte, 16*d.count), make([]byte, 8*d.count)
		d.main.Download(packed, d.states[halfStep].Packed)
		d.main.Download(pos, d.now().Pos)
		if err := d.main.Sync(); err != nil {
			t.Fatal(err)
		}
		at := make([]vector, d.count)
		for i := range d.count {
			p := [3]int32{int32(word(pos, 4*i)), int32(word(pos, 4*i+1)), int32(word(pos, 4*i+2))}
			if word(pos, 4*i+3)&1 == 0 { // walls do not move, and some have no middle
				p = unpacked(p, word(packed, 2*i), word(packed, 2*i+1), s.grid.Shift)
			}
			at[i] = s.grid.Position(p)
		}
		listed := listedPairs(t, d)
		for i := range at {
			for j := range at {
				r := at[i].plus(at[j], -1)
				bothWalls := word(pos, 4*i+3)&word(pos, 4*j+3)&1 == 1
				if i == j || bothWalls || r.dot(r) >= support2 {
					continue
				}
				pairs++
				if listed[i] != nil && !listed[i][j] {
					missing++
				}
			}
		}
	}
	t.Logf("%d pairs in %d periods, which used %.0f %% of the skin at most", pairs, periods, 100*used)
	if missing > 0 {
		t.Errorf("%d of %d pairs within the support are not in the lists", missing, pairs)
	}
	return used
}

// unpacked is a position of which packed.h keeps 21 bits of each coordinate, near another.
func unpacked(near [3]int32, x, y uint32, shift int) (p [3]int32) {
	for a, top := range [3]uint32{x &^ 0x7ff, y &^ 0x7ff, x<<21 | y&0x7fe<<10} {
		unit := math.Ldexp(1, shift-19) // in quanta
		n := int32(math.Floor(float64(near[a]) / unit))
		p[a] = int32(float64(n+int32(top-uint32(n)<<11)>>11) * unit)
	}
	return p
}

// listedPairs is the neighbours that each particle's list holds, as list.h has
// them; nil for those without a list.
func listedPairs(t *testing.T, d *domain) []map[int]bool {
	t.Helper()
	args := d.list.Args()
	capacity := int(args.Capacity)
	download := func(p uint64, bytes int) []byte {
		to := make([]byte, bytes)
		d.main.Download(to, gpu.Ptr(p))
		return to
	}
	all := d.list.Active()
	columns := int(all.Wall + all.Walls)
	entries := download(args.Entries, (columns+31)/32*32*capacity*2)
	tasks := download(args.Tasks, int(unsafe.Sizeof(cuda.Task{}))*columns)
	start := download(args.Start, 4*(d.window.Layers*d.grid.LayerCells()+1))
	if err := d.main.Sync(); err != nil {
		t.Fatal(err)
	}
	listed := make([]map[int]bool, d.count)
	for k := range columns {
		if k >= int(all.Fluids) && k < int(all.Wall) {
			continue // nobody's
		}
		i, column, count, home := int(word(tasks, 4*k)), int(word(tasks, 4*k+1)), word(tasks, 4*k+2), int(word(tasks, 4*k+3))
		if count>>31 == 1 {
			continue
		}
		listed[i] = make(map[int]bool)
		hold := func(k int) {
			e := binary.LittleEndian.Uint16(entries[2*(((column/32*(capacity/8)+k/8)*32+column%32)*8+k%8):])
			row := home + (int(e>>13)-neighbor.Reach)*int(args.LayerStride) - neighbor.Reach*int(args.RowStride) - neighbor.Reach
			listed[i][int(word(start, row))+int(e&0x1fff)] = true
		}
		for k := range int(count & 0xfff) {
			hold(k)
		}
		for k := range int(count >> 12 & 0xfff) {
			hold(capacity - 1 - k)
		}
	}
	return listed
}

// word is the i-th uint32.
func word(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }

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
	run := func(t *testing.T, boundary Boundary, system *gpu.System, capacity int, always bool) (*Simulation, Sample) {
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
		for _, boundary := range []Boundary{Dynamic, Dummy, LennardJones} {
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

// Where particles are so fast, for skins so thin, that lists of the usual length do
// not allow a single step, the lists after the next, which are planned already, reach
// as far as can be and the step is shortened to what they allow: a period without a
// step is never followed by two others, and no pair is missed.
func TestListsFailedTwice(t *testing.T) {
	thin := func(axis int) *Case {
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
					t.Fatalf("along %v, %d devices: step %d is rejected four times", Axis(axis), devices, p.Step+1)
				}
				if used := max(float64(s.clock.Used), float64(s.clock.LayerApproach)/c.Params.Skin); p.Steps > 0 && used > 1 {
					shortened++
					if s.period.Slack != c.Params.Skin {
						t.Errorf("along %v, %d devices: the lists of step %d reach %g m further, but could %g m",
							Axis(axis), devices, p.Step, s.period.Slack, c.Params.Skin)
					}
					if part := p.Dt * used / c.Params.dtMax(); part < 0.99 || part > 1 {
						t.Errorf("along %v, %d devices: step %d, of which the longest would use %g of the skin, is %g s and uses %g",
							Axis(axis), devices, p.Step, used, p.Dt, part)
					}
				}
			}
			if shortened == 0 {
				t.Errorf("along %v, %d devices: no step was shortened: the test shows nothing", Axis(axis), devices)
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
