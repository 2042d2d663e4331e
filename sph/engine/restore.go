package engine

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// restore takes the particles to the state of even steps, in which they are between periods.
func (d *domain) restore() {
	left, right, all := d.receiveHalo(true), d.receiveHalo(false), d.list.Active()
	n := left.len() + right.len() + all.Len()
	args := cuda.RestoreArgs{
		Clock: d.clock, From: d.states[sph.StateOdd].state(), To: d.states[sph.StateEven].state(), Column: d.list.Columns(), Part: all,
		Left: int32(left.len()), Right: int32(right.len()), RightFrom: int32(right.from),
	}
	walls := d.Case.Params.Boundary.HasState()
	args.Walls = 1 + number(walls)
	gpu.Launch(d.main, cuda.Restore, args, 0, n)
	for _, f := range d.Extra {
		if f.Changes() {
			args.Walls = 2 * number(walls && f.Walls)
			gpu.Launch(d.main, cuda.RestoreField, cuda.RestoreFieldArgs{Of: args, From: d.states[sph.StateOdd][f.Index], To: d.states[sph.StateEven][f.Index], Bytes: int32(f.Bytes)}, 0, n)
		}
	}
	d.restoreImages()
}

// number is how kernels take a bool.
func number(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
