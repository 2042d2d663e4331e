package tests

import (
	"math"
	"testing"

	"gpusph/features/flexible"
	"gpusph/sph"
)

// pressed is a slab between water and a stop, on a floor that does not hold it.
const pressed = `name = "Pressed"
dimension = 2
spacing = 0.01
end = 1
[domain]
min = [0, 0]
max = [0.5, 0.4]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0], max = [0.2, 0.2] }
[[wall]]
name = "stop"
box = { min = [0.245, 0], max = [0.5, 0.3] }
[[flexible]]
name = "slab"
box = { min = [0.2, 0], max = [0.24, 0.25] }
young = 1e6
poisson = 0.3
density = 2500
damping = 2e-3
`

// Water at rest presses a slab against a stop, which bears the force of the water, as the floor
// bears the weight.
func TestFlexiblePressedByWater(t *testing.T) {
	p := fromText(t, pressed)
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	f := begin(t, c, c.End, testDevices())
	var force, bears [3]float64
	n, shift, lowest := 0.0, 0.0, math.Inf(1)
	f.each(0.005, func() {
		if f.reached.Time < 0.6 {
			return
		}
		m := f.sample()
		s := flexible.Samples(c, &m)[0]
		n++
		for a := range 3 {
			bears[a] -= s.Force[a]
			force[a] += m.Force[0][a]
		}
		at := f.snapshot()
		x, parts := 0.0, 0.0
		for i := range at.Len() {
			if at.Body[i] == 1 {
				x, parts = x+float64(at.Position[i][0]), parts+1
				lowest = min(lowest, float64(at.Position[i][2]))
			}
		}
		shift += x/parts - 0.22
	})
	for a := range 3 {
		bears[a], force[a] = bears[a]/n, force[a]/n
	}
	wide := 0.2 + shift/n
	still := gravity * 1000 * math.Pow(0.2*0.2/wide, 2) / 2
	weight := gravity * 2500 * 0.04 * 0.25
	t.Logf("the stop bears %.2f N/m, the water has %.2f, at rest %.2f; the floor bears %.2f of %.2f; "+
		"the slab came %.4f m", bears[0], force[0], still, -bears[2], weight, shift/n)
	if math.Abs(bears[0]/force[0]-1) > 0.02 || math.Abs(bears[0]/still-1) > 0.05 ||
		math.Abs(-bears[2]/weight-1) > 0.02 || math.Abs(shift/n-0.005) > 0.001 || lowest < 0.005-0.01/3 {
		t.Error("the slab is not held as it should be")
	}
}

// collisions are reeds that a block strikes, one of which strikes the other, in shallow water.
const collisions = `name = "Collisions"
dimension = 2
spacing = 0.01
end = 1
[domain]
min = [0, 0]
max = [1, 0.5]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0], max = [1, 0.08] }
[[flexible]]
name = "first"
box = { min = [0.5, -0.03], max = [0.54, 0.3] }
young = 1e6
poisson = 0.3
density = 1500
[[flexible]]
name = "second"
box = { min = [0.555, -0.03], max = [0.595, 0.25] }
young = 3e6
poisson = 0.3
density = 1200
[[body]]
name = "block"
density = 600
velocity = [1.5, 0, 0]
box = { min = [0.38, 0.15], max = [0.488, 0.24] }
`

// Flexible parts that touch bodies and each other have the same bits on any number of devices, and
// in the middle of contacts.
func TestFlexibleContactsOnDevices(t *testing.T) {
	var samples []sph.Sample
	one := run{problem: "Collisions", text: collisions, steps: 250, devices: hosts(1), each: 0.002,
		samples: &samples}
	want := one.snapshot(t)
	for _, n := range []int{3} {
		r := one
		r.devices, r.shake, r.stripe, r.samples = hosts(n), true, 500, nil
		same(t, "devices", want, r.snapshot(t))
	}
	c, err := fromText(t, collisions).Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	most, second := 0.0, 0.0
	for k := range samples {
		s := flexible.Samples(c, &samples[k])
		most, second = max(most, s[0].Force[0]), max(second, s[1].Force[0])
	}
	last := samples[len(samples)-1]
	t.Logf("at %.3g s the block has %.3g m/s; greatest forces %.3g and %.3g N/m", last.Time,
		last.Poses[0].Velocity[0], most, second)
	if last.Poses[0].Velocity[0] > 1 || !(most > 10 && second > 10) {
		t.Error("nothing touches: the test shows nothing")
	}
}

// From a checkpoint in the middle of contacts they go on with the same bits.
func TestFlexibleContactsResume(t *testing.T) {
	c, err := fromText(t, collisions).Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	f := begin(t, c, c.End, hosts(2))
	touches := func() bool {
		m := f.sample()
		s := flexible.Samples(c, &m)
		return s[0].Force[0] != 0 && s[1].Force[0] != 0
	}
	for !touches() {
		if !f.advance() || f.reached.Time > 0.3 {
			t.Fatal("nothing touches: the test shows nothing")
		}
	}
	k, err := f.sim.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		f.advance()
	}
	g := begin(t, c, c.End, hosts(3))
	if err := g.sim.Resume(k, nil, nil); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		g.advance()
	}
	if a, b := f.snapshot(), g.snapshot(); a.SHA256 != b.SHA256 {
		t.Errorf("it goes on with %s, not %s", b.SHA256, a.SHA256)
	}
}
