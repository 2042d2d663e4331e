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
	Reads(field int) gpu.Ptr      // where the half step reads a field of neighbours
	Table(feature string) gpu.Ptr // of Feature.Table
	// Sums is where the step adds to a feature's sums over all steps, as integers, and how many of
	// these are 1.
	Sums(feature string) (words gpu.Ptr, scale float64)
}

// Launcher launches the kernel of a pass. It does not wait for it.
type Launcher func(w Work)

// Feature is what a feature gives the engine. What is nil it does not have.
type Feature struct {
	Kernels map[string]Launcher // of its passes, by Pass.Kernel
	// Forces completes the arguments of the forces. Of the Work there are no Stream, Len, Constants
	// and Forces.
	Forces func(w Work, args *cuda.ForcesArgs)
	// ForcesKernel is the kernel of the forces, for walls as kernels call them.
	ForcesKernel func(c *sph.Case, boundary string) cuda.KernelOf[cuda.ForcesArgs]
	// Table are the bytes that each device has of the case: Work.Table is where.
	Table func(c *sph.Case) []byte
	State *State
}

var (
	launchers = map[string]Launcher{}
	features  = map[string]*Feature{}
)

// Install adds what a feature gives.
func Install(name string, f *Feature) {
	features[name] = f
	for kernel, l := range f.Kernels {
		if launchers[kernel] != nil {
			panic(fmt.Sprintf("the kernel %s has two launchers", kernel))
		}
		launchers[kernel] = l
	}
}

// Of is the launcher of a kernel; nil is none.
func Of(kernel string) Launcher { return launchers[kernel] }

// Forces is that of a feature; nil is none.
func Forces(feature string) func(w Work, args *cuda.ForcesArgs) {
	if f := features[feature]; f != nil {
		return f.Forces
	}
	return nil
}

// Table is that of a feature; nil is none.
func Table(feature string) func(c *sph.Case) []byte {
	if f := features[feature]; f != nil {
		return f.Table
	}
	return nil
}

// ForcesKernel is the kernel of the forces that a feature of a case has, "" where none has one.
func ForcesKernel(c *sph.Case, boundary string) (kernel cuda.KernelOf[cuda.ForcesArgs]) {
	c.EachFeature(func(f *sph.Feature) {
		if of := features[f.Name]; of != nil && of.ForcesKernel != nil {
			kernel = of.ForcesKernel(c, boundary)
		}
	})
	return kernel
}

// WholeWarps is how many threads a kernel has that sums over warps, for n particles.
func WholeWarps(n int) int { return (n + 31) / 32 * 32 }
