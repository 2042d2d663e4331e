package tests

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// zoned is a column of water that breaks into a zone, in two dimensions or three.
const zoned = `name = "Zoned"
dimension = %d
spacing = 0.02
end = 1
[domain]
%s
open = ["zmax"]
[[fluid]]
name = "water"
%s
[[zone]]
name = "fine"
%s
finer = 2
`

func zonedPlane() string {
	return fmt.Sprintf(zoned, 2, "min = [0, 0]\nmax = [1.2, 0.6]",
		"box = { min = [0, 0], max = [0.5, 0.3] }", "min = [0.4, 0]\nmax = [0.8, 0.6]")
}

func zonedSpace() string {
	return fmt.Sprintf(zoned, 3, "min = [0, 0, 0]\nmax = [0.8, 0.4, 0.3]",
		"box = { min = [0, 0, 0], max = [0.4, 0.4, 0.16] }",
		"min = [0.3, 0.1, 0]\nmax = [0.6, 0.3, 0.2]")
}

// zonedTwice has a zone within another one.
func zonedTwice() string {
	return zonedPlane() + "[[zone]]\nname = \"finest\"\nmin = [0.5, 0]\nmax = [0.7, 0.2]\nfiner = 4\n"
}

// zonedBodies has a zone that follows a body which floats, with a flap that swings in it.
func zonedBodies() string {
	return fmt.Sprintf(zoned, 2, "min = [0, 0]\nmax = [1.6, 0.6]",
		"box = { min = [0, 0], max = [1.6, 0.3] }", "min = [0.5, 0]\nmax = [1.1, 0.6]") + `follows = "box"
[[body]]
name = "box"
box = { min = [0.7, 0.25], max = [0.86, 0.37] }
density = 500
velocity = [0.3, 0]
[[wall]]
name = "flap"
box = { min = [1, 0.1], max = [1.06, 0.4] }
force = "flap"
[[wall.motion.moves]]
axis = [0, 1, 0]
about = [1.03, 0, 0.1]
amplitude = 15
period = 0.5
`
}

// zonedMoving has a zone that moves through the water, and a finer one within it.
func zonedMoving() string {
	way := "times = [0, 0.5]\ndisplacements = [[0, 0, 0], [0.2, 0, 0]]\n"
	return zonedPlane() + way +
		"[[zone]]\nname = \"finest\"\nmin = [0.5, 0]\nmax = [0.7, 0.2]\nfiner = 4\n" + way +
		"[[gauge]]\nname = \"in the way\"\nat = [0.7]\n"
}

// Flows with zones have the same bits on any number of devices whose slices move.
func TestZonesOnHosts(t *testing.T) {
	for _, test := range []struct {
		text  string
		steps int
	}{{zonedPlane(), 300}, {zonedTwice(), 150}, {zonedSpace(), 40}, {zonedBodies(), 200},
		{zonedMoving(), 200}} {
		r := run{text: test.text, steps: test.steps, devices: hosts(1), stripe: 300}
		one := r.snapshot(t)
		r.shake = true
		for _, n := range []int{2, 3} {
			r.devices, r.way = hosts(n), []exchange.Mode{exchange.Direct, exchange.Overlap}[n%2]
			same(t, fmt.Sprint(n, " host devices"), one, r.snapshot(t))
		}
	}
}

// So they have on GPUs.
func TestZonesOnGPUs(t *testing.T) {
	run{text: zonedPlane(), steps: 300}.onGPUs(t)
	run{text: zonedTwice(), steps: 300}.onGPUs(t)
	run{text: zonedBodies(), steps: 300}.onGPUs(t)
	run{text: zonedMoving(), steps: 300}.onGPUs(t)
	run{text: zonedSpace(), steps: 60}.onGPUs(t)
}

// Water at rest in a tank that has a zone in its middle stays at rest, as deep in the zone as
// beside it, with the pressure of its depth.
func TestZonesKeepStillWater(t *testing.T) {
	text := fmt.Sprintf(zoned, 2, "min = [0, 0]\nmax = [1.2, 0.5]",
		"box = { min = [0, 0], max = [1.2, 0.3] }", "min = [0.4, 0]\nmax = [0.8, 0.5]")
	var samples []sph.Sample
	r := run{text: text, steps: 1700, devices: hosts(1), each: 0.05, samples: &samples}
	c := r.filled(t)
	mass := c.FluidMass()
	if want := 1000 * 1.2 * 0.3; math.Abs(mass/want-1) > 0.006 { // its weight compresses it
		t.Errorf("the fluid has %g kg, in place of %g", mass, want)
	}
	s := r.snapshot(t)
	last := samples[len(samples)-1]
	kinetic, potential := last.Energy[sph.Kinetic], last.Energy[sph.Potential]
	if !(kinetic < 1e-5*potential) {
		t.Errorf("after %g s the kinetic energy is %g of %g J", last.Time, kinetic, potential)
	}
	if got := s.Masses(); got == nil {
		t.Fatal("the snapshot has no masses")
	}
	sum, off := 0.0, 0.0
	for i, m := range s.Masses() {
		if s.Type[i] != sph.Fluid {
			continue
		}
		sum += float64(m)
		depth := 0.3 - float64(s.Position[i][2])
		off = max(off, math.Abs(float64(s.Pressure[i])-9810*depth))
	}
	if math.Abs(sum/mass-1) > 0.003 {
		t.Errorf("the snapshot has %g kg of %g", sum, mass)
	}
	if off > 0.05*9810*0.3 {
		t.Errorf("the pressure is off that of the depth by up to %.0f Pa", off)
	}
	measuredInZones(t, s, &r.filled(t).Params)
}

// measuredInZones measures in a snapshot of still water, in the zone and beside it.
func measuredInZones(t *testing.T, s *sph.Snapshot, p *sph.Params) {
	t.Helper()
	still, err := sph.NewSnapshotProbe(s, *p)
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range []float64{0.2, 0.39, 0.41, 0.6} {
		at := still.At([3]float64{x, 0, 0.1})
		if math.Abs(at.Filled-1) > 0.03 || math.Abs(at.Pressure/(9810*0.2)-1) > 0.03 {
			t.Errorf("at %g m %g of a kernel is filled, and the pressure is %g Pa", x, at.Filled,
				at.Pressure)
		}
		if z := still.Height(&sph.Gauge{X: x}); math.Abs(z-0.3) > 0.004 {
			t.Errorf("at %g m the surface is at %g m, but the water 0.3 m deep", x, z)
		}
	}
}

// Water that falls through a zone loses little of its mass: columns have a whole number of rows,
// and behind the zone the flow is four rows deep.
func TestZonesKeepMass(t *testing.T) {
	var last sph.Progress
	r := run{text: zonedPlane(), steps: 1200, devices: hosts(1), options: gpu.Options{}, last: &last}
	before := r.filled(t).FluidMass()
	s := r.snapshot(t)
	sum, fastest := 0.0, 0.0
	for i, m := range s.Masses() {
		if s.Type[i] == sph.Fluid {
			sum += float64(m)
			fastest = max(fastest, s.Speed(i))
		}
	}
	if !(math.Abs(last.Speed/fastest-1) < 0.1) {
		t.Errorf("the fastest particle has %g m/s, but %g are told", fastest, last.Speed)
	}
	if math.Abs(sum/before-1) > 0.03 {
		t.Errorf("%g kg become %g", before, sum)
	}
}

// A plate that is too thin for the flow around a zone, but thick enough in it, is not warned of.
func TestZoneResolvesPlate(t *testing.T) {
	thin := func(x float64) bool {
		text := zonedPlane() + fmt.Sprintf("[[wall]]\nname = \"plate\"\nbox = { min = [%g, 0], "+
			"max = [%g, 0.2] }\n", x, x+0.04)
		c := run{text: text, steps: 1, devices: hosts(1)}.filled(t)
		return slices.ContainsFunc(c.Warnings, func(w string) bool {
			return strings.Contains(w, "spacings thick")
		})
	}
	if thin(0.42) || !thin(0.2) {
		t.Errorf("a plate is too thin in a zone: %v, outside: %v", thin(0.42), thin(0.2))
	}
}
