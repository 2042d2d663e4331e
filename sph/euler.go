package sph

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

// euler moves the active particles, and the copies of neighbours': the forces on
// these have been sent, so both devices come to the same bits.
func (d *domain) euler(h half) {
	d.awaitForces()
	d.begin(Euler)
	out := d.half
	if h == correct {
		out = d.now
	}
	left, right := d.slices(0, neighbor.Reach), d.slices(-neighbor.Reach, 0)
	gpu.Launch(d.main, cuda.Euler, cuda.EulerArgs{
		P: d.physics, Pos: d.now.Pos, Vel: d.now.Vel, Force: d.force[(d.evaluation+1)%2], // MinimumScan has counted it

		Column: d.list.Columns(), Left: int32(left.len()), Right: int32(right.len()), RightFrom: int32(right.from),
		PosOut: out.Pos, VelOut: out.Vel, Packed: d.packed, Clock: d.clock,
		PerQuantum: float32(1 / d.grid.Quantum), Half: int32(h), Shift: int32(d.grid.Shift),
	}, 0, left.len()+right.len()+d.active)
}
