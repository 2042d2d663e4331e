package engine

import (
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/opening"
)

const (
	maximaBytes = int(unsafe.Sizeof(cuda.Maxima{}))
	clockBytes  = int(unsafe.Sizeof(cuda.Clock{}))
)

// What tables of the model say in numbers is as large as kernels and lists have it: these do not
// compile otherwise.
var (
	_ = [1]struct{}{}[sph.MaxNeighbours-neighbor.MaxListed]
	_ = [1]struct{}{}[sph.ForceTerms-cuda.Terms]
	_ = [1]struct{}{}[sph.MotionBins-neighbor.MotionBins]
	_ = cuda.Clock(sph.Clock{})
)

// arrays are the fields of one state in a device's memory, by their places in the table; 0 is none.
type arrays [sph.MaxFields]gpu.Ptr

// state is what kernels that move particles know of it.
func (a *arrays) state() cuda.State {
	return cuda.State{Pos: a[sph.PositionField], Vel: a[sph.VelocityField], Packed: a[sph.PackedField], Remainder: a[sph.RemainderField]}
}

// particles are the same for lists.
func (a *arrays) particles() neighbor.Particles {
	return neighbor.Particles{Pos: a[sph.PositionField], Vel: a[sph.VelocityField], ID: a[sph.IDField]}
}

// at is the same from the i-th particle on.
func (a arrays) at(i int) arrays {
	for k := range sph.Fields {
		a[k] += gpu.Ptr(i * sph.Fields[k].Bytes)
	}
	return a
}

// Where things are in domain.hostCopy.
const (
	publishedClock, publishedLost, publishedMotion, publishedOpenings = 0, 96, 128, 288
	publishedNumbers                                                  = 832
	publishedWork                                                     = publishedNumbers + 32
)

// Each fits before the next, or this does not compile.
var (
	_ [publishedLost - publishedClock - unsafe.Sizeof(cuda.Clock{})]byte
	_ [publishedOpenings - publishedMotion - unsafe.Sizeof(cuda.Motion{})]byte
	_ [publishedNumbers - publishedOpenings - (opening.MaxOpenings+1)*unsafe.Sizeof(cuda.OpeningCounts{})]byte
	_ [publishedWork - publishedNumbers - unsafe.Sizeof(cuda.Numbers{})]byte
)

// number is how kernels take a bool.
func number(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
