package sph

import "math"

// eachNear visits the fluid in the cell of a place and those around it.
func (t *SnapshotProbe) eachNear(x [3]float64, visit func(in inCell)) {
	middle := t.cell(x)
	for n := range int32(27) {
		for _, in := range t.fluid[[3]int32{middle[0] + n/9 - 1, middle[1] + n/3%3 - 1,
			middle[2] + n%3 - 1}] {
			visit(in)
		}
	}
}

// finenessAt is the least fineness of the fluid whose kernels reach a place. Where finer and
// coarser particles meet the wider kernel adds up all of them to 1.
func (t *SnapshotProbe) finenessAt(x [3]float64) float64 {
	if t.finer == nil {
		return 1
	}
	least := math.Inf(1)
	t.eachNear(x, func(in inCell) {
		r := Norm([3]float64{x[0] - in.at[0], x[1] - in.at[1], x[2] - in.at[2]})
		if f := t.finer[in.i]; f < least && f*r < t.reach {
			least = f
		}
	})
	return least
}

// fineness is how much finer particle i is than the flow.
func (t *SnapshotProbe) fineness(i int32) float64 {
	if t.finer == nil {
		return 1
	}
	return t.finer[i]
}
