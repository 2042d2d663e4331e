// Package launch has the kernels of features: how each is launched for a part of the particles. The
// engine knows no feature, and features do not know the engine.
package launch

import (
	"fmt"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
)

// Work is a part of a device's active particles, in half a step, for which the kernel of a pass is
// to be launched.
type Work interface {
	Case() *sph.Case
	Grid() *neighbor.Grid
	Stream() gpu.Stream
	Len() int                     // particles
	Constants() [4]float32        // of the pass
	Forces() cuda.ForcesArgs      // what the forces on them are computed from
	Stores(field int) cuda.Stores // where the half step writes a field
	// Sums is where the step adds to a feature's sums over all steps, as integers, and how many of
	// these are 1.
	Sums(feature string) (words gpu.Ptr, scale float64)
}

// Launcher launches the kernel of a pass. It does not wait for it.
type Launcher func(w Work)

var launchers = map[string]Launcher{}

// Install adds launchers, by Pass.Kernel.
func Install(all map[string]Launcher) {
	for kernel, l := range all {
		if launchers[kernel] != nil {
			panic(fmt.Sprintf("the kernel %s has two launchers", kernel))
		}
		launchers[kernel] = l
	}
}

// Of is that of a kernel; nil is none.
func Of(kernel string) Launcher { return launchers[kernel] }

// WholeWarps is how many threads a kernel has that sums over warps, for n particles.
func WholeWarps(n int) int { return (n + 31) / 32 * 32 }
