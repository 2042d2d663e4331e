package engine

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// twoBodies makes all walls of corner two bodies, the floor and the side, with one centre.
func twoBodies(c *sph.Case, centre [3]float64) {
	c.Bodies = []sph.Body{{Name: "floor", Centre: centre}, {Name: "side", Centre: centre}}
	for i, kind := range c.Particles.Type {
		if kind != sph.Wall {
			continue
		}
		c.Particles.Body[i] = 1
		if c.Particles.Position[i][2] > 0 {
			c.Particles.Body[i] = 2
		}
	}
}

// onWalls is the force and the moment about a place that the fluid has on walls, by the oracle:
// what it loses of its momentum and its angular momentum, but for gravity's and the frame's.
// (Forces between fluid particles are opposite, and without laminar viscosity along the line
// between them.) The size is that of all forces.
func (o *oracle) onWalls(centre [3]float64) (force, moment vector, size float64) {
	rates := o.rates(o.now, predictor)
	var sizes vector
	for i, a := range rates.a {
		if !o.fluid[i] {
			continue
		}
		a = a.plus(o.onLone(o.now, i), -1)
		x := o.now.x[i].plus(centre, -1)
		for k := range 3 {
			force[k] -= o.mass(i) * a[k]
			sizes[k] += o.mass(i) * math.Abs(a[k])
			l, m := (k+1)%3, (k+2)%3
			moment[k] -= o.mass(i) * (x[l]*a[m] - x[m]*a[l])
		}
	}
	return force, moment, sizes.norm()
}

// without is the oracle with some particles far away.
func (o *oracle) without(which func(i int) bool) *oracle {
	other := *o
	other.now.x = slices.Clone(o.now.x)
	for i := range other.now.x {
		if which(i) {
			other.now.x[i] = vector{1e3, 1e3, 1e3}
		}
	}
	return &other
}

// byForces is what the kernel of Forces itself gives all of the fluid, but for gravity: Σ m (dv/dt
// - g) [N]. Walls of mdbc have the state that a Sample has given them.
func byForces(t *testing.T, s *Simulation) (all vector) {
	t.Helper()
	g := s.Case.Params.Gravity
	for _, d := range s.domains {
		err := s.onAllDomains(func(e *domain) error {
			if e != d {
				return nil
			}
			bytes := make([]byte, 16*d.count)
			out, err := d.device.Alloc(len(bytes))
			if err != nil {
				return err
			}
			defer d.device.Free(out)
			args := d.forcesArgs(predictor, d.list.Active())
			args.Force, args.Clock, args.Euler.To = out, d.always, cuda.State{}
			d.main.Fill(out, 0, len(bytes))
			gpu.Launch(d.main, d.forcesKernels[predictor], args, 0, args.Part.Len())
			d.main.Download(bytes, out)
			info := make([]byte, 16*d.count)
			d.main.Download(info, d.states[sph.StateEven][sph.PositionField])
			if err := d.main.Sync(); err != nil {
				return err
			}
			own := d.owned()
			for i := own.from; i < own.to; i++ {
				word, mass := binary.LittleEndian.Uint32(info[16*i+12:]), s.Case.Params.Mass
				if word&cuda.WallInfo != 0 {
					continue
				}
				if all := s.Case.Materials; len(all) > 0 {
					mass = all[cuda.MaterialOf(word)].Mass
				}
				for a := range 3 {
					all[a] += mass * (float64(math.Float32frombits(binary.LittleEndian.Uint32(bytes[16*i+4*a:]))) - g[a])
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// What the fluid does to bodies is the reaction to what these do to the fluid. Where all walls are
// bodies, the sums of forces and moments are what the fluid loses, by the oracle and by Forces
// itself, to rounding. Each body has what its own walls do.
func TestForceOnBody(t *testing.T) {
	for k := range 2 * len(sph.Boundaries) {
		boundary, laminar, kernel := sph.Boundary(k/2), k%2 > 0, sph.Kernel(k%len(sph.Kernels))
		t.Run(fmt.Sprintf("%v, laminar %v, %v", boundary, laminar, kernel), func(t *testing.T) {
			c := corner(5)
			c.Params.Boundary, c.Params.Kernel = boundary, kernel
			var frame *oracleFrame
			if laminar {
				c.Params.Nu = 0.02
				if boundary != sph.LennardJones {
					alongY(c)
				}
				c.Gravity = tabulate(1e-3, c.End, shaken)
				c.Params.Gravity = shaken(0) // for the oracle
			} else {
				turning, f := spun(c.End)
				c.RotatingFrame, frame, f.gravity = turning, &f, c.Params.Gravity
			}
			centre := [3]float64{0.1, -0.05, 0.2}
			twoBodies(c, centre)
			for _, devices := range []int{1, 2} {
				s := start(t, c, Options{System: open(t, devices), Stripe: 100})
				measured, err := s.Sample()
				if err != nil {
					t.Fatal(err)
				}
				o := newOracle(t, s)
				o.frame = frame
				o.forcing(0)
				same := func(what string, got, want vector, size float64) {
					t.Helper()
					// Of sums of ~3 x 1e5 pairs that cancel but for those with walls.
					if off := got.plus(want, -1).norm(); !(off <= 1e-5*size) {
						t.Errorf("%d devices: the %s is %v, want %v, off by %.2g of %g in all", devices, what, got, want, off, size)
					} else {
						t.Logf("%d devices: the %s is off by %.1g of %g", devices, what, off, size)
					}
				}
				force, moment, size := o.onWalls(centre)
				if force.norm() < 1e-3*size {
					t.Errorf("the force is %v N only", force)
				}
				all, turned := vector(measured.Force[0]).plus(measured.Force[1], 1), vector(measured.Moment[0]).plus(measured.Moment[1], 1)
				same("force", all, force, size)
				if !laminar {
					same("moment", turned, moment, 0.3*size)
				}
				if frame == nil {
					same("force by Forces", all, vector{}.plus(byForces(t, s), -1), size)
				}
				for body := range 2 {
					if boundary == sph.Dummy {
						break // to a particle of fluid all of them are one wall
					}
					alone, _, _ := o.without(func(i int) bool { return c.Particles.Body[i] == uint8(2-body) }).onWalls(centre)
					same("force on "+c.Bodies[body].Name, measured.Force[body], alone, size)
				}
			}
		})
	}
}

// Where two bodies share a wall particle, one has the part along its normal, and the other the
// rest, on any number of devices.
func TestForceOnSharedWalls(t *testing.T) {
	shared := func() (c *sph.Case, corner1 []int) {
		c = corner(5)
		c.Params.Boundary = sph.MDBC
		twoBodies(c, [3]float64{})
		for i, x := range c.Particles.Position {
			if c.Particles.Type[i] == sph.Wall && x[2] < 0 && x[0] < 0 {
				corner1 = append(corner1, i)
			}
		}
		return c, corner1
	}
	sample := func(c *sph.Case, devices int) sph.Sample {
		m, err := start(t, c, Options{System: open(t, devices), Stripe: 100}).Sample()
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	apart, corner1 := shared()
	apart.Bodies = append(apart.Bodies, sph.Body{Name: "corner"})
	for _, i := range corner1 {
		apart.Particles.Body[i] = 3
	}
	want := sample(apart, 1)
	f := want.Force[2]
	if math.Abs(f[0]) < 1e-4*math.Abs(want.Force[0][2]) {
		t.Fatalf("the corner has %v N of %v N", f, want.Force)
	}
	n, m := vector{0.6, 0, 0.8}, vector{0, 0, 1}
	dual := n.plus(m, -n.dot(m))
	dual = vector{}.plus(dual, 1/dual.dot(n))
	part := vector{}.plus(n, dual.dot(f))
	floor, side := vector(want.Force[0]).plus(f, 1).plus(part, -1), vector(want.Force[1]).plus(part, 1)
	for _, devices := range []int{1, 2, 3} {
		c, corner1 := shared()
		for _, i := range corner1 {
			l := sph.Load{ID: uint32(i), First: 1, Second: 2}
			for a := range 3 {
				l.Normal[a], l.Dual[a] = float32(n[a]), float32(dual[a])
			}
			c.Loads = append(c.Loads, l)
		}
		got := sample(c, devices)
		for body, want := range []vector{floor, side} {
			if off := vector(got.Force[body]).plus(want, -1).norm(); !(off < 1e-6*floor.norm()) {
				t.Errorf("%d devices: the force on body %d is %v N, not %v N", devices, body+1, got.Force[body], want)
			}
		}
		if resumed := sampleOfOlder(t, c, devices); !slices.Equal(resumed.Force, got.Force) {
			t.Errorf("%d devices: from a checkpoint without marks of loads, forces are %v N, not %v N",
				devices, resumed.Force, got.Force)
		}
	}
}

// sampleOfOlder samples the beginning of a case, from a checkpoint whose wall particles do not tell
// that they have loads, as in files of programs before.
func sampleOfOlder(t *testing.T, c *sph.Case, devices int) sph.Sample {
	s := start(t, c, Options{System: open(t, devices), Stripe: 100})
	k, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	pos, marked := k.Fields[sph.PositionField].Data, 0
	for i := range k.Starts[len(k.Starts)-1] {
		if info := infoOf(k, i); info&cuda.SharedInfo > 0 {
			marked++
			binary.LittleEndian.PutUint32(pos[neighbor.PosBytes*i+12:], info&^cuda.SharedInfo)
		}
	}
	if marked < len(c.Loads) {
		t.Fatalf("%d of %d loads are marked", marked, len(c.Loads))
	}
	if err := s.Resume(k, nil, nil); err != nil {
		t.Fatal(err)
	}
	m, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// measuredWalls makes all walls of a case those of mdbc, and bodies: those of none the second.
func measuredWalls(c *sph.Case) *sph.Case {
	c.Params.Boundary = sph.MDBC
	c.Bodies = append(c.Bodies, sph.Body{Name: "tank"})
	for i, kind := range c.Particles.Type {
		if kind == sph.Wall && c.Particles.Body[i] == 0 {
			c.Particles.Body[i] = 2
		}
	}
	return c
}

// What is measured of walls of mdbc inside of a period, beside the passes, has the bits of what is
// measured between periods, however many devices there are and however they exchange edges. So do
// pressures of walls in captures. One of the walls may move.
func TestMeasuredInsideOfPeriods(t *testing.T) {
	t.Run("still", func(t *testing.T) { measuredInsideOfPeriods(t, func() *sph.Case { return column(0.05) }) })
	t.Run("moving", func(t *testing.T) { measuredInsideOfPeriods(t, func() *sph.Case { return stirred(sph.MDBC) }) })
}

func measuredInsideOfPeriods(t *testing.T, flow func() *sph.Case) {
	const steps = 6
	var first string
	for _, test := range []struct {
		devices int
		way     exchange.Mode
	}{{1, exchange.Fastest}, {2, exchange.Direct}, {3, exchange.Overlap}, {6, exchange.Direct}} {
		c := measuredWalls(flow())
		c.Params.RebuildEvery = 1
		every := c.Params.DtMax() / 50
		s := start(t, c, Options{System: open(t, test.devices), Stripe: 100, Exchange: test.way, SampleInterval: every, CopyInterval: every})
		var all string
		for range steps {
			before, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			between, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			if p, err := s.Advance(1); err != nil || p.Steps != 1 {
				t.Fatal(p.Steps, err)
			}
			inside := s.publishedMoments().Sample(0)
			captures, err := s.StateCopies(true)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := fmt.Sprint(inside.Force, inside.Moment), fmt.Sprint(before.Force, before.Moment); got != want || max(vector(before.Force[0]).norm(), vector(before.Force[1]).norm()) < 1 {
				t.Errorf("%d devices, %v, step %d: forces and moments are\n%s inside of the period and\n%s before", test.devices, test.way, before.Step, got, want)
			}
			if before.Step > 0 { // none is made of the beginning
				if len(captures) != 1 || !slices.Equal(captures[0].Snapshot().Pressure, between.Pressure) {
					t.Errorf("%d devices, %v, step %d: %d captures, or other pressures than before the period", test.devices, test.way, before.Step, len(captures))
				}
			}
			all += fmt.Sprint(before.Force, before.Moment, between.Pressure)
		}
		if first == "" {
			first = all
		} else if all != first {
			t.Errorf("%d devices, %v: others than of one device", test.devices, test.way)
		}
	}
}

// The pressure of walls of mdbc in snapshots is what Forces takes, by the oracle, where fluid is in
// reach.
func TestPressureOfMDBC(t *testing.T) {
	for _, devices := range []int{1, 3} {
		c := corner(2)
		c.Params.Boundary = sph.MDBC
		s := start(t, c, Options{System: open(t, devices), Stripe: 100})
		o := newOracle(t, s)
		walls := o.withWalls(o.now, predictor)
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		seen := 0
		for i, id := range snap.ID {
			if snap.Type[i] != sph.Wall {
				continue
			}
			want := o.pressure(walls.rho[id])
			if want > 0 {
				seen++
			}
			if got := float64(snap.Pressure[i]); !(math.Abs(got-want) <= 1e-5*o.pressure(1.02*o.p.Rho0)) {
				t.Fatalf("%d devices: the pressure at the wall particle %d at %v is %g Pa, want %g Pa", devices, id, snap.Position[i], got, want)
			}
		}
		if seen < 60 {
			t.Errorf("%d walls have a pressure", seen)
		}
	}
}
