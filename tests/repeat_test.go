package tests

import (
	"fmt"
	"math"
	"testing"

	"gpusph/sph"
)

// A flow comes to the same bits each time, on one device and on three, however
// often it is measured on the way.
func TestRepeats(t *testing.T) {
	const end = 0.06
	measuring := []struct {
		name              string
		samples, snapshot int // one every n periods; 0: none
	}{
		{"nothing", 0, 0},
		{"nothing, again", 0, 0},
		{"samples", 1, 0},
		{"snapshots", 0, 1},
		{"some of both", 3, 2},
	}
	var one *sph.Snapshot
	for _, n := range []int{1, 3} {
		for _, m := range measuring {
			f := begin(t, setup(t, "DamBreak3D", 0.05), end, hosts(n))
			for period := 1; f.advance(); period++ {
				if m.samples > 0 && period%m.samples == 0 {
					f.sample()
				}
				if m.snapshot > 0 && period%m.snapshot == 0 {
					f.snapshot()
				}
			}
			got := f.snapshot()
			if got.Time < end {
				t.Fatalf("the flow ends at %g s, before %g s", got.Time, end)
			}
			if one == nil {
				one = got
			}
			same(t, fmt.Sprintf("%d devices, measuring %s", n, m.name), one, got)
		}
	}
}

// The water weighs ρ0 V and what its weight compresses it by, whatever the spacing and the walls.
// The speed of sound of 10 √(g d) or more makes that 0.5 % at most.
func TestMassOfWater(t *testing.T) {
	volumes := map[string]float64{ // [m³]
		"DamBreak3D":  damColumn * damWidth * damColumn,
		"BoreInABox":  0.43,
		"Spheric2":    1.228 * 1 * 0.55,
		"Hydrostatic": 0.5 * 0.5 * 0.4,
	}
	for problem, volume := range volumes {
		for _, deltaP := range []float64{0, 0.05, 0.043, 0.037} {
			for _, boundary := range sph.Boundaries {
				c := setup(t, problem, deltaP, "--boundary="+boundary)
				mass := c.Params.Mass * float64(c.Particles.Count(sph.Fluid))
				compression := 0.0
				for i, kind := range c.Particles.Type {
					if kind == sph.Fluid {
						compression += float64(c.Particles.RelDensity[i])
					}
				}
				compression /= float64(c.Particles.Count(sph.Fluid))
				if want := c.Params.Rho0 * volume * (1 + compression); math.Abs(mass/want-1) > 2e-5 {
					t.Errorf("%s at deltap %g with %s walls has %.9g kg of water, want %.9g kg",
						problem, c.Params.DeltaP, boundary, mass, want)
				}
			}
		}
	}
}
