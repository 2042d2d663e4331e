package problems

import (
	"gpusph/problems/reading"
	"gpusph/sph"
)

// water are the parameters of a flow with gravity: other defaults where it has what the usual ones
// do not go with.
func (f *caseProblem) water(deltaP float64) sph.Params {
	p := water(deltaP, f.depth, 0).params
	d := reading.Defaults{Params: &p}
	d.Change(&readFile{f})
	f.narrow = d.Narrow
	return p
}
