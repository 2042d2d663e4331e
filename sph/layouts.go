package sph

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

const (
	maximaBytes = int(unsafe.Sizeof(cuda.Maxima{}))
	clockBytes  = int(unsafe.Sizeof(cuda.Clock{}))
)

// What tables of the model say in numbers is as large as kernels and lists have it: these do not compile otherwise.
var (
	_ = [1]struct{}{}[MostNeighbours-neighbor.MostListed]
	_ = [1]struct{}{}[terms-cuda.Terms]
	_ = [1]struct{}{}[MotionBins-neighbor.MotionBins]
)

// arrays are the fields of one state in a device's memory, by their places in the table; 0 is none.
type arrays [mostFields]gpu.Ptr

// state is what kernels that move particles know of it.
func (a *arrays) state() cuda.State {
	return cuda.State{Pos: a[positionField], Vel: a[velocityField], Packed: a[packedField], Remainder: a[remainderField]}
}

// particles are the same for lists.
func (a *arrays) particles() neighbor.Particles {
	return neighbor.Particles{Pos: a[positionField], Vel: a[velocityField], ID: a[idField]}
}

// at is the same from the i-th particle on.
func (a arrays) at(i int) arrays {
	for k := range fields {
		a[k] += gpu.Ptr(i * fields[k].Bytes)
	}
	return a
}
