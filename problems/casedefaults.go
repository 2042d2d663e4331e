package problems

import (
	"gpusph/problems/reading"
	"gpusph/sph"
)

// water are the parameters of a flow with gravity: other defaults where it has what the usual ones
// do not go with.
func (f *caseProblem) water(deltaP float64) sph.Params {
	p := water(deltaP, f.depth, 0).params
	f.narrow = len(f.file.Materials) > 1 || f.file.Thick()
	if f.narrow {
		p.Further.Correction = false
	}
	if f.file.Thick() { // its own viscosity is enough, and it sticks to walls
		p.Alpha, p.Further.Residual, p.Further.Friction = 0, false, 0
	}
	reading.Defaults(&readFile{f}, &p)
	return p
}

// ownDefaults are options whose defaults follow from the fluids, so that no preset gives them.
func (f *caseProblem) ownDefaults() (names []string) {
	if f.file.Thick() {
		names = append(names, "alpha")
	}
	if f.params.Further.Fluids > 1 {
		names = append(names, "boundary", "correction")
	}
	return names
}
