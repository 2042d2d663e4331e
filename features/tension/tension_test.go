package tension

import (
	"math"
	"testing"

	"gpusph/sph"
)

// Where surface tension limits a step, the phase of the shortest capillary waves, ω² = σk³/ρ with k
// = 2π/h, turns by a quarter in it.
func TestCapillaryStep(t *testing.T) {
	sph.Install(flow)
	p := sph.Defaults(0.05)
	p.Alpha, p.Diffusion = 0, sph.NoDiffusion
	p.Further.Features = sph.FeaturesOf(Name)
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got/want-1) > 1e-12 {
			t.Errorf("%s: %g, not %g", what, got, want)
		}
	}
	*p.Number(Capillary) = 50
	k := 2 * math.Pi / p.H
	near("the phase of capillary waves", p.DefaultStep()*math.Sqrt(50*k*k*k), math.Pi/2)
	if _, by := p.ConstantStep(); by.String() != Name {
		t.Errorf("the step is limited by %v", by)
	}
	*p.Number(Capillary) = 1e-9
	near("what sound passes with little tension", p.DefaultStep()*p.C0, p.CFL*p.H)
}
