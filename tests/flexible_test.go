package tests

import (
	"math"
	"os"
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

// light is a plate as dense as the water around it.
const light = `name = "LightPlate"
dimension = 2
spacing = 0.005
end = 0.15
[domain]
min = [0, 0]
max = [0.24, 0.2]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, 0], max = [0.24, 0.15] }
[[flexible]]
name = "plate"
box = { min = [0.11, -0.03], max = [0.13, 0.12] }
young = 1e6
poisson = 0.3
density = 1000
`

// A light plate in still water stays quiet.
func TestLightFlexibleStaysQuiet(t *testing.T) {
	c, err := fromText(t, light).Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	f := begin(t, c, c.End, testDevices())
	for f.advance() {
	}
	m := f.sample()
	kinetic := m.Energy[0] + flexible.Samples(c, &m)[0].Kinetic
	potential := f.mass() * gravity * 0.15 / 2
	t.Logf("%.3g of the potential energy is kinetic", kinetic/potential)
	if kinetic > 1e-5*potential {
		t.Errorf("the kinetic energy is %g J, the potential energy %g J", kinetic, potential)
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
	r := one
	r.devices, r.shake, r.stripe, r.samples = hosts(3), true, 500, nil
	same(t, "devices", want, r.snapshot(t))
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

// struck is a mast that a free hull holds, in a jet, without gravity.
const struck = `name = "Struck"
dimension = 2
spacing = 0.01
end = 0.3
[domain]
min = [0, 0]
max = [1.4, 0.9]
open = ["xmin", "xmax", "zmin", "zmax"]
[physics]
gravity = [0, 0, 0]
c0 = 20
boundary = "mdbc"
[[fluid]]
name = "jet"
box = { min = [0.3, 0.3], max = [0.5, 0.6] }
velocity = [1, 0, 0.1]
[[body]]
name = "hull"
density = 700
box = { min = [0.5, 0.2], max = [0.7, 0.3] }
[[flexible]]
name = "mast"
box = { min = [0.56, 0.24], max = [0.6, 0.6] }
young = 1e6
poisson = 0.3
density = 1100
`

// A free body gains the momentum that the fluid and the flexible part that it holds lose.
func TestFlexibleOnBodyKeepsMomentum(t *testing.T) {
	c, err := fromText(t, struck).Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	s := flexible.Of(c).Structure()
	own, free := 1100*s.Volume(0), map[[3]float64]bool{}
	for i := range s.Points {
		if s.Points[i].Clamp < 0 {
			free[s.Points[i].At] = true
		}
	}
	f := begin(t, c, c.End, hosts(2))
	momenta := func() (fluid, part, hull [3]float64) {
		at := f.snapshot()
		for i := range at.Len() {
			v := at.Velocity[i]
			for a := range 3 {
				switch {
				case at.Type[i] == sph.Fluid:
					fluid[a] += c.Params.Mass * float64(v[a])
				case free[c.Particles.Position[at.ID[i]]]:
					part[a] += own * float64(v[a])
				}
			}
		}
		for a := range 3 {
			hull[a] = 700 * 0.02 * f.sample().Poses[0].Velocity[a]
		}
		return fluid, part, hull
	}
	before, _, _ := momenta()
	for range 12 {
		f.advance()
	}
	fluid, part, hull := momenta()
	t.Logf("at %.3g s: %.5g of the fluid, which had %.5g, %.5g of the mast, %.5g of the hull",
		f.reached.Time, fluid, before, part, hull)
	if math.Abs(hull[0]) < 0.01*before[0] {
		t.Error("the hull stands: the test shows nothing")
	}
	for _, a := range []int{0, 2} {
		sum := fluid[a] + part[a] + hull[a] - before[a]
		t.Logf("axis %d: %.3g of it", a, sum/before[0])
		if math.Abs(sum) > 1e-5*before[0] {
			t.Errorf("momentum %d changes by %g of %g", a, sum, before[0])
		}
	}
}

// A plate that water has not reached feels nothing of it, and then the same on any devices, whose
// bounds move. What the water gives it is there: elastic, kinetic and potential energy, and what is
// damped.
func TestFlexibleOnMovingBounds(t *testing.T) {
	text, err := os.ReadFile("../features/flexible/testdata/gate.toml")
	if err != nil {
		t.Fatal(err)
	}
	var samples []sph.Sample
	one := run{problem: "ElasticPlate", text: string(text), deltaP: 0.0067, steps: 650,
		devices: hosts(1), each: 0.01, samples: &samples}
	want := one.snapshot(t)
	r := one
	r.devices, r.shake, r.stripe, r.samples = hosts(3), true, 500, nil
	same(t, "devices", want, r.snapshot(t))
	c, err := fromText(t, string(text)).Setup(0.0067)
	if err != nil {
		t.Fatal(err)
	}
	for k := range samples {
		m := &samples[k]
		s := flexible.Samples(c, m)[0]
		if (s.Work != 0) != (m.Front > 0.28) {
			t.Errorf("at %.3g s the front is at %.3g m, and the work is %g J", m.Time, m.Front, s.Work)
		}
		has := s.Elastic + s.Kinetic + s.Potential + s.Damped + s.Hourglass + s.Contact
		if math.Abs(has-s.Work) > 0.01*max(s.Work, s.Elastic+s.Kinetic) {
			t.Errorf("at %.3g s the plate has %g J, and the work is %g J: %+v", m.Time, has, s.Work, s)
		}
	}
	if samples[len(samples)-1].Front < 0.28 {
		t.Errorf("the front is at %g m: the test shows nothing", samples[len(samples)-1].Front)
	}
}
