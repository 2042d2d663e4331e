package tests

import (
	"fmt"
	"math"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// A plate that turns in a zone does the work that it does in particles that are as fine everywhere.
func TestPlateTurnsInZone(t *testing.T) {
	const plate = `name = "Plate"
dimension = 2
spacing = %g
end = 1
[domain]
min = [0, 0]
max = [2, 0.6]
open = ["zmax"]
[physics]
c0 = 10
[[fluid]]
name = "water"
box = { min = [0, 0], max = [2, 0.4] }
[[wall]]
name = "plate"
box = { min = [0.9, 0.15], max = [1.1, 0.25] }
force = "plate"
[[wall.motion.moves]]
axis = [0, 1, 0]
about = [1, 0, 0.2]
amplitude = 30
period = 0.5
%s`
	work := func(spacing float64, zone string) (all []float64) {
		var samples []sph.Sample
		r := run{text: fmt.Sprintf(plate, spacing, zone), args: []string{"--reduced-pressure=false"},
			devices: hosts(1), steps: 70, each: 0.005, samples: &samples}
		r.snapshot(t)
		for i := range samples {
			all = append(all, samples[i].Work[0])
		}
		return all
	}
	fine := work(0.01, "")
	zoned := work(0.02, "[[zone]]\nname = \"fine\"\nmin = [0.6, 0]\nmax = [1.4, 0.6]\nfiner = 2\n")
	n := min(len(fine), len(zoned))
	if n < 5 || !(math.Abs(fine[n-1]) > 1) {
		t.Fatalf("the work is %g J/m, in the zone %g J/m", fine, zoned)
	}
	for i := range n {
		if math.Abs(zoned[i]-fine[i]) > 2e-3*math.Abs(fine[n-1]) {
			t.Errorf("sample %d: the work is %g J/m, in the zone %g J/m", i, fine[i], zoned[i])
		}
	}
}

// stillWithPath is water at rest, with a zone that moves through it and over a gauge.
func stillWithPath() string {
	return fmt.Sprintf(zoned, 2, "min = [0, 0]\nmax = [2.4, 0.5]",
		"box = { min = [0, 0], max = [2.4, 0.3] }", "min = [0.6, 0]\nmax = [1, 0.5]") +
		"times = [0, 0.2]\ndisplacements = [[0, 0, 0], [0.2, 0, 0]]\n" +
		"[[gauge]]\nname = \"in the way\"\nat = [1.1]\n"
}

// It stays at rest, and gauges and walls read the same whether the zone has come to them or not.
func TestZoneMovesThroughStillWater(t *testing.T) {
	var samples []sph.Sample
	r := run{text: stillWithPath(), devices: hosts(1), steps: 650, each: 0.02, samples: &samples}
	s := r.snapshot(t)
	if s.Time < 0.2 {
		t.Fatalf("the zone is on its way at %g s", s.Time)
	}
	for i := range samples {
		e := samples[i].Energy
		if !(e[sph.Kinetic] < 1e-5*e[sph.Potential]) {
			t.Errorf("at %g s the kinetic energy is %g of %g J", samples[i].Time, e[sph.Kinetic],
				e[sph.Potential])
		}
		if z := samples[i].Height[0]; math.Abs(z-0.3) > 0.004 {
			t.Errorf("at %g s the gauge reads %g m", samples[i].Time, z)
		}
	}
	fine := 0
	for i, x := range s.Position {
		if s.Type[i] != sph.Wall || x[2] > 0 || x[0] < 0.1 || x[0] > 2.3 {
			continue
		}
		if x[0] > 0.85 && x[0] < 1.15 {
			fine++
		}
		if want := 9810 * (0.3 - float64(x[2])); s.Pressure[i] != 0 &&
			math.Abs(float64(s.Pressure[i])-want) > 0.04*9810*0.3 {
			t.Errorf("the wall at %g m has %g Pa in place of %g Pa", x, s.Pressure[i], want)
		}
	}
	if fine < 60 { // two layers of 30, or more
		t.Errorf("%d wall particles are in the zone", fine)
	}
}

// A zone that follows a body resumes from a checkpoint with the same bits, and one with a path.
func TestZoneThatMovesResumes(t *testing.T) {
	system, err := gpu.Open(hosts(2), gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer system.Close()
	for _, text := range []string{zonedBodies(), zonedMoving()} {
		c := run{text: text}.filled(t)
		s, err := engine.New(c, engine.Options{System: system})
		if err != nil {
			t.Fatal(err)
		}
		to := func(step int) *sph.Snapshot {
			for reached := 0; reached < step; {
				p, err := s.Advance(20)
				if err != nil {
					t.Fatal(err)
				}
				reached = p.Step
			}
			snapshot, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			return snapshot
		}
		to(60)
		kept, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		want := to(kept.Step + 80)
		if err := s.Resume(kept, kept.Bounds, nil); err != nil {
			t.Fatal(err)
		}
		same(t, "resumed", want, to(kept.Step+80))
		s.Close()
	}
}
