package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// velocityBlock is fluid of which each particle has a velocity that its position gives.
func velocityBlock(velocity func(x [3]float64) [3]float64) *sph.Case {
	const dp, n = 0.02, 16
	c := &sph.Case{Name: "block", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	p.Mass = p.Rho0 * dp * dp * dp
	p.Min, p.Max = [3]float64{-dp, -dp, -dp}, [3]float64{(n + 9) * dp, (n + 1) * dp, (n + 9) * dp}
	for i := range n * n * n {
		x := [3]float64{(float64(i/n/n) + 0.5) * dp, (float64(i/n%n) + 0.5) * dp,
			(float64(i%n) + 0.5) * dp}
		c.Particles.Add(x, sph.Fluid, 0)
		v := velocity(x)
		c.Particles.Velocity[i] = [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
	}
	return c
}

// Probes that measure velocities read those of a uniform flow and of one that is linear,
// whatever else is measured beside them, on any number of devices. A snapshot gives the same.
func TestVelocityProbes(t *testing.T) {
	const dp, n = 0.02, 16
	middle := [3]float64{n / 2 * dp, n / 2 * dp, n / 2 * dp}
	for _, test := range []struct {
		name     string
		velocity func(x [3]float64) [3]float64
	}{
		{"uniform", func([3]float64) [3]float64 { return [3]float64{0.31, -0.22, 0.73} }},
		{"linear", func(x [3]float64) [3]float64 {
			return [3]float64{0.5 - 2*x[0] + x[2], 0.25 + 3*x[1], -0.125 + 4*x[0] - x[2]}
		}},
	} {
		for _, devices := range []int{1, 2} {
			c := velocityBlock(test.velocity)
			c.Probes = []sph.Probe{
				{Name: "pressure only", Position: [3]float64{middle[0], middle[1], 0.1}},
				{Name: "middle", Position: middle, Velocity: true},
				{Name: "pressure", Position: middle},
				{Name: "air", Position: [3]float64{(n + 7) * dp, middle[1], middle[2]},
					Velocity: true},
				{Name: "patch", Position: middle, Normal: [3]float64{0, 0, 2}, Size: 4 * dp,
					Velocity: true},
				{Name: "away", Position: [3]float64{4 * dp, 8 * dp, 11 * dp}, Velocity: true},
				{Name: "at a face", Position: [3]float64{0.5 * dp, 8 * dp, 11 * dp}, Velocity: true},
				{Name: "in a corner", Position: [3]float64{0.5 * dp, 0.5 * dp, 15 * dp},
					Velocity: true},
			}
			c.Gauges = []sph.Gauge{{Name: "G", X: middle[0], Y: middle[1]}}
			s := start(t, c, Options{System: open(t, devices)})
			m, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			if len(m.Velocity) != 6 {
				t.Fatalf("%d velocities", len(m.Velocity))
			}
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			still, err := sph.NewSnapshotProbe(snap, c.Params)
			if err != nil {
				t.Fatal(err)
			}
			k := 0
			for i := range c.Probes {
				b := &c.Probes[i]
				if !b.Velocity {
					continue
				}
				want, got := test.velocity(b.Position), m.Velocity[k]
				if b.Name == "air" {
					want = [3]float64{}
				}
				if b.Name == "patch" && test.name == "linear" { // it reads above itself only
					want = got
				}
				tolerated := 1e-5
				if b.Name == "at a face" || b.Name == "in a corner" { // see narrow
					tolerated = 2e-3
				}
				for a := range 3 {
					if math.Abs(got[a]-want[a]) > tolerated {
						t.Errorf("%s, %d devices: %s reads %v m/s, want %v m/s", test.name,
							devices, b.Name, got, want)
						break
					}
				}
				for a, v := range still.Velocity(b) {
					if math.Abs(v-got[a]) > 1e-4 {
						t.Errorf("%s: %s reads %v m/s in the run, and %v m/s in the snapshot",
							test.name, b.Name, got, still.Velocity(b))
						break
					}
				}
				k++
			}
			if math.Abs(m.Height[0]-n*dp) > 0.1*dp {
				t.Errorf("behind probes the gauge has %g m, not %g m", m.Height[0], n*dp)
			}
		}
	}
}

// A probe that moves with a body reads what one reads that is where it has come to, also across
// the slices of devices.
func TestProbeMovesWithBody(t *testing.T) {
	for devices, c := range map[int]*sph.Case{1: stirred(sph.Dummy), 2: stirred(sph.Dummy), 3: stirrer(sph.Dummy)} {
		at := [3]float64{0.5, 0.2, 0.1}
		c.Bodies = append(c.Bodies, sph.Body{Name: "still"})
		c.Probes = []sph.Probe{
			{Name: "moves", Position: at, Velocity: true, Body: 1},
			{Name: "stays", Position: at, Velocity: true},
			{Name: "of a body at rest", Position: at, Velocity: true, Body: 2},
			{Name: "face", Position: at, Normal: [3]float64{1, 2, 0}, Distance: 0.01, Body: 1},
		}
		s := start(t, c, Options{System: open(t, devices)})
		advance(t, s, 61)
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		pose := c.Bodies[0].Motion.Pose(m.Time, [3]float64{})
		if by := pose.Displacement(at); sph.Norm(by) < 0.5*c.Params.DeltaP {
			t.Fatalf("the body has moved by %v m only", by)
		}
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		still, err := sph.NewSnapshotProbe(snap, c.Params)
		if err != nil {
			t.Fatal(err)
		}
		for _, probe := range []struct{ number, velocity int }{{0, 0}, {3, -1}} {
			there := c.Probes[probe.number]
			there.Position, _, _ = pose.Point(at)
			for a := range 3 {
				for b := range 3 {
					there.Normal[a] += (pose.Rotation[a][b] - map[bool]float64{true: 1}[a == b]) * c.Probes[probe.number].Normal[b]
				}
			}
			want := still.Pressure(&there)
			if got := m.Pressure[probe.number]; math.Abs(got-want) > 1e-3*math.Abs(want)+0.5 ||
				want == 0 {
				t.Errorf("%d devices: %s reads %g Pa, but where it is there are %g Pa", devices,
					there.Name, got, want)
			}
			if probe.velocity < 0 {
				continue
			}
			got, v := m.Velocity[probe.velocity], still.Velocity(&there)
			if sph.Norm([3]float64{got[0] - v[0], got[1] - v[1], got[2] - v[2]}) > 1e-3 {
				t.Errorf("%d devices: %s reads %v m/s, but where it is there are %v m/s", devices,
					there.Name, got, v)
			}
		}
		if m.Velocity[1] == m.Velocity[0] || m.Velocity[2] != m.Velocity[1] ||
			m.Pressure[2] != m.Pressure[1] {
			t.Errorf("%d devices: probes that stay read %v m/s and %v m/s", devices,
				m.Velocity[1], m.Velocity[2])
		}
	}
}
