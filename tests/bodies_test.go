package tests

import (
	"math"
	"testing"

	"gpusph/sph"
)

// afloat is three bodies in a dam break: one on a mooring, one that falls and is tied to it, and a
// heavy one that slides along the floor into a wall.
const afloat = `name = "Afloat"
spacing = 0.04
end = 1
[domain]
min = [0, 0, 0]
max = [1.84, 0.72, 1.2]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1, 0.72, 0.6] }
[[body]]
name = "buoy"
density = 500
friction = 0.3
box = { min = [0.1, 0.2, 0.54], max = [0.34, 0.44, 0.78] }
[[body.mooring]]
at = [0.22, 0.32, 0.54]
anchor = [0.3, 0.32, 0]
length = 0.7
weight = 20
[[body]]
name = "crate"
density = 300
friction = 0.3
restitution = 0.5
velocity = [0, 0, -0.5]
spin = [20, 30, 10]
box = { min = [0.6, 0.4, 0.62], max = [0.84, 0.64, 0.86] }
[[body.spring]]
at = [0.72, 0.52, 0.8]
to = [0.22, 0.32, 0.7]
body = "buoy"
stiffness = 100
damping = 5
[[body]]
name = "stone"
density = 2500
friction = 0.2
velocity = [0, -0.5, 0]
box = { min = [1.5, 0.012, 0.005], max = [1.74, 0.222, 0.245] }
`

// Free bodies with contacts, springs and moorings have the same bits on the host and on GPUs,
// and so has a paddle that absorbs waves.
func TestFreeBodiesOnGPUs(t *testing.T) {
	for _, args := range [][]string{{}, {"--boundary=dummy"}, {"--preset=classic"}} {
		run{problem: "Afloat", text: afloat, args: args, steps: 150}.onGPUs(t)
	}
	run{problem: "RollDecay", deltaP: 0.01, steps: 300}.onGPUs(t)
	run{problem: "ClosedFlume", text: closedFlume, steps: 300}.onGPUs(t)
}

// They have the same bits on any number of devices of the host, in the middle of contacts. The
// stone falls freely, without turning, and then lies on the floor at a wall, which takes its
// velocity.
func TestFreeBodiesOnDevices(t *testing.T) {
	var samples []sph.Sample
	one := run{problem: "Afloat", text: afloat, args: []string{"--boundary=dummy"}, steps: 80,
		devices: hosts(1), each: 0.002, samples: &samples}
	want := one.snapshot(t)
	for _, n := range []int{3} {
		r := one
		r.devices, r.shake, r.stripe, r.samples = hosts(n), true, 500, nil
		same(t, "devices", want, r.snapshot(t))
	}
	const gap, wall = 0.005, 0.012
	for _, m := range samples {
		p, fall := &m.Poses[2], [3]float64{0, -0.5 * m.Time, -gravity * m.Time * m.Time / 2}
		if fall[1] < 1e-3-wall {
			continue // it is at the wall
		}
		for a, x := range fall {
			if math.Abs(p.Shift[a]-x) > 1e-5 || p.Spin != [3]float64{} {
				t.Errorf("at %.4f s the stone has fallen by %v m and turns with %v rad/s, not %v m", m.Time,
					p.Shift, p.Spin, fall)
			}
		}
	}
	last := samples[len(samples)-1]
	p := &last.Poses[2]
	if math.Abs(p.Shift[2]+gap) > 0.1*gap || math.Abs(p.Shift[1]+wall) > 0.1*wall ||
		sph.Norm(p.Velocity) > 0.2 || last.Time < 0.045 {
		t.Errorf("at %g s the stone is %v m from where it began, and has %v m/s", last.Time, p.Shift,
			p.Velocity)
	}
}
