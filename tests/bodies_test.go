package tests

import "testing"

// afloat is three bodies in a dam break: one on a mooring, one that falls and is tied to it, and a
// heavy one that slides along the floor into a wall.
const afloat = `name = "Afloat"
spacing = 0.04
end = 1
[domain]
min = [0, 0, 0]
max = [2, 1, 1.2]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1.2, 1, 0.6] }
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
box = { min = [1.5, 0.03, 0.015], max = [1.74, 0.24, 0.255] }
`

// Free bodies with contacts, springs and moorings have the same bits on the host and on GPUs,
// and so has a paddle that absorbs waves.
func TestFreeBodiesOnGPUs(t *testing.T) {
	for _, args := range [][]string{{}, {"--boundary=dummy"}, {"--preset=waves"}} {
		run{problem: "Afloat", text: afloat, args: args, steps: 150}.onGPUs(t)
	}
	run{problem: "RollDecay", deltaP: 0.01, steps: 300}.onGPUs(t)
	run{problem: "ClosedFlume", text: closedFlume, steps: 300}.onGPUs(t)
}

// They have the same bits on any number of devices of the host, in the middle of contacts.
func TestFreeBodiesOnDevices(t *testing.T) {
	one := run{problem: "Afloat", text: afloat, args: []string{"--boundary=dummy"}, steps: 80,
		devices: hosts(1)}
	want := one.snapshot(t)
	for _, n := range []int{2, 3} {
		r := one
		r.devices, r.shake, r.stripe = hosts(n), true, 500
		same(t, "devices", want, r.snapshot(t))
	}
}
