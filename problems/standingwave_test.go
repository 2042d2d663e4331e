package problems

import (
	"math"
	"testing"

	"gpusph/sph"
)

// The water of a wave keeps its spacing and its mass. Its surface is the cosine, but for terms in k
// A², and has no pressure. Deep below the pressure is that of still water.
func TestStandingWave(t *testing.T) {
	const amplitude, deltaP = 0.05, 0.02
	c := setup(t, "StandingWave", deltaP)
	still := setup(t, "StandingWave", deltaP, "--amplitude", "1e-6")
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	p, q := &c.Params, &c.Particles
	checkMass(t, c, 1)
	checkApart(t, c, 0.83*deltaP) // k A is 0.16
	top := map[float64]int{}      // by x of the lattice, the particle that is highest
	var mean float64
	for i, x := range still.Particles.Position {
		if still.Particles.Type[i] != sph.Fluid {
			continue
		}
		mean += q.Position[i][0] / float64(q.Count(sph.Fluid))
		at := math.Round(x[0]/deltaP*2) / 2
		if j, ok := top[at]; !ok || x[2] > still.Particles.Position[j][2] {
			top[at] = i
		}
		if x[2] < 0.05 && math.Abs(p.Pressure(float64(q.RelDensity[i]))-9810*(1-x[2])) > 0.01*9810 {
			t.Errorf("the pressure at %v is %g Pa", q.Position[i], p.Pressure(float64(q.RelDensity[i])))
		}
	}
	if len(top) != 50 {
		t.Fatalf("there are %d columns of particles", len(top))
	}
	for _, i := range top {
		x, before := q.Position[i], still.Particles.Position[i]
		if want := amplitude * math.Cos(math.Pi*x[0]); math.Abs(x[2]-before[2]-want) > math.Pi*amplitude*amplitude {
			t.Errorf("the surface at %v is %g m over that at rest, not %g", x, x[2]-before[2], want)
		}
		if pressure := p.Pressure(float64(q.RelDensity[i])); math.Abs(pressure-9810*deltaP/2) > 0.03*9810*deltaP/2+0.01*9810*amplitude {
			t.Errorf("the pressure half a spacing under the surface at %v is %g Pa", x, pressure)
		}
	}
	// Linear theory: the surface's first moment, over the depth, is -2 A/k².
	if want := 0.5 - 2*amplitude/(math.Pi*math.Pi); math.Abs(mean-want) > 2e-4 {
		t.Errorf("the centre of mass is at x = %g m, not %g", mean, want)
	}
}
