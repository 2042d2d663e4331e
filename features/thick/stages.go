package thick

import (
	"fmt"

	"gpusph/sph"
	"gpusph/sph/scheme"
)

// The viscosity acts in sub-steps, the stages of a Runge-Kutta-Legendre scheme (Meyer, Balsara and
// Aslam 2012): q stages are stable for (q² + q)/2 times the step that is stable without.
const (
	minStages = 3
	maxStages = 48
)

// Stages is how many stages the viscosity of a flow has: as many as the step needs that all else
// allows, maxStages at most.
func Stages(p *sph.Params) int {
	single := sph.DiffusionNumber * p.H * p.H / p.LaminarDiffusivity(greatest(p))
	want := p.CFL * p.H / p.FastestSound()
	if longest, _ := p.PairDiffusiveStep(); longest > 0 {
		want = min(want, longest)
	}
	if p.Dt > 0 {
		want = p.Dt
	}
	n := minStages
	for n < maxStages && gain(n)*single < want {
		n++
	}
	return n
}

// gain is how many times the step of Euler's scheme a number of stages is stable for.
func gain(stages int) float64 { return float64(stages*stages+stages) / 2 }

// longestStep is the longest step that the stages are stable for [s], and the quantity that sets
// it.
func longestStep(p *sph.Params) (dt float64, quantity string) {
	dt = gain(Stages(p)) * sph.DiffusionNumber * p.H * p.H / p.LaminarDiffusivity(greatest(p))
	return dt, Viscosity
}

// warnings are sentences on time steps that the viscosity makes short.
func warnings(p *sph.Params) (all []string) {
	longest, _ := longestStep(p)
	if sound := p.CFL * p.H / p.C0; longest < sound {
		all = append(all, fmt.Sprintf("the viscosity of the thick fluids is up to %.3g m²/s, "+
			"which even %d stages allow a step of %.3g s for, while sound allows %.3g s; a "+
			"smaller regularisation makes steps longer",
			greatest(p), maxStages, longest, sound))
	}
	return all
}

// stages are the passes of the viscosity: its stages in the predictor, and in the corrector what
// adds it to the velocity.
func stages(p *sph.Params, stage scheme.Stage) (rows []sph.Pass) {
	last := Stages(p)
	if stage == scheme.Corrector {
		return []sph.Pass{{
			Name: "viscosity", Kernel: "viscous_end", Over: scheme.Fluid, Carries: true,
			Own: []int{StageField(last)}, Writes: []int{sph.PositionField, sph.VelocityField,
				sph.PackedField, sph.RemainderField},
		}}
	}
	for k := 1; k <= last; k++ {
		rows = append(rows, stagePass(k, last))
	}
	return rows
}

// StageField is the field of the velocity after stage k, or, of the last, of what it adds.
func StageField(k int) int {
	if k%2 == 0 {
		return sph.FieldPlace(EvenStageField)
	}
	return sph.FieldPlace(OddStageField)
}

// stagePass is stage k.
func stagePass(k, last int) sph.Pass {
	pass := sph.Pass{
		Name: fmt.Sprintf("viscosity, stage %d of %d", k, last), Kernel: "viscous_stage",
		Volumes: true, Over: scheme.Fluid, Writes: []int{StageField(k)},
		Neighbours: []int{sph.PackedField, sph.FieldPlace(ViscosityField), sph.VelocityField},
	}
	if k > 1 {
		pass.Neighbours[2] = StageField(k - 1)
	}
	number := k
	if k == last {
		number = -k // the kernel ends the sub-steps
		pass.Writes = append(pass.Writes, sph.VelocityField)
	}
	pass.Constants = func(p *sph.Params, unit float64) [4]float32 {
		mu := 2 - 1/float64(k)
		return [4]float32{float32(mu), float32(mu / gain(last)), float32(scale(p)), float32(number)}
	}
	return pass
}

// scale is the factor of sums over w v μ/ρ0, w being the slope of W over its scale, such that what
// viscosity does is exact on a lattice [1/m²].
func scale(p *sph.Params) float64 {
	return p.Mass * p.SlopeScale() / (p.Rho0 * p.ViscosityOfLattice())
}
