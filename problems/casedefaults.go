package problems

import (
	"gpusph/problems/reading"
	"gpusph/sph"
)

// water are the parameters of a flow with gravity: other defaults where it has what the usual ones
// do not go with.
func (f *caseProblem) water(deltaP float64) sph.Params {
	p := water(deltaP, f.depth, 0).params
	d := reading.Defaults{Params: &p, Narrow: len(f.file.Materials) > 1}
	d.Change(&readFile{f})
	if f.narrow = d.Narrow; f.narrow {
		p.Further.Correction = false
	}
	return p
}

// ownDefaults are options whose defaults follow from the fluids, so that no preset gives them.
func (f *caseProblem) ownDefaults() []string {
	names := reading.Kept(&readFile{f})
	if f.params.Further.Fluids > 1 {
		names = append(names, "boundary", "correction")
	}
	return names
}
