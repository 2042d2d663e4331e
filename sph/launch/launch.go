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
	Pass() cuda.PassArgs          // what a pass has besides
	Stores(field int) cuda.Stores // where the half step writes a field
	Reads(field int) gpu.Ptr      // where the half step reads a field of neighbours
	Begins(field int) gpu.Ptr     // where the step finds a field at its beginning
	Tables(feature string) Tables // of Feature.Tables, as the device has them
	// Kernel is that of the pass, where the flow has several materials one that knows these.
	Kernel() cuda.KernelOf[cuda.PassArgs]
	State(feature string) Control // of Feature.State
	// Sums is where the step adds to a feature's sums over all steps, as integers, and how many of
	// these are 1.
	Sums(feature string) (words gpu.Ptr, scale float64)
	// Count is where the last pass of a loop adds the particles that need another iteration: 64 bits.
	Count() gpu.Ptr
}

// Launcher launches the kernel of a pass. It does not wait for it.
type Launcher func(w Work)

// Feature is what a feature gives the engine. What is nil it does not have.
type Feature struct {
	Kernels map[string]Launcher // of its passes, by Pass.Kernel
	// Forces, Passes and Energies complete the arguments of the forces, of passes, and of what samples
	// measure at the beginning of a step. Of the Work there are Case, Grid, Reads, Begins and Tables.
	Forces   func(w Work, args *cuda.ForcesArgs)
	Passes   func(w Work, args *cuda.PassArgs)
	Energies func(w Work, args *cuda.EnergyArgs)
	// ForcesKernel is the kernel of the forces, for walls as kernels call them.
	ForcesKernel func(c *sph.Case, boundary string) cuda.KernelOf[cuda.ForcesArgs]
	// Mixture is the name of flows with the feature in kernels of the forces for several materials.
	Mixture string
	// Material completes the row of one of the case's materials.
	Material func(c *sph.Case, k int, of *cuda.Material)
	// Tables are what each device has of the case.
	Tables     func(c *sph.Case, g *neighbor.Grid) Tables
	State      *State
	FreeMotion *FreeMotion
}

// Tables are those of a feature.
type Tables struct {
	Bytes [][]byte  // of each
	At    []gpu.Ptr // where the device has it
	Kept  any       // what launchers need besides
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

// Each visits what the features of a case give the engine.
func Each(c *sph.Case, visit func(name string, f *Feature)) {
	c.EachFeature(func(of *sph.Feature) {
		if f := features[of.Name]; f != nil {
			visit(of.Name, f)
		}
	})
}

// ForcesKernel is the kernel of the forces that a feature of a case has, "" where none has one.
func ForcesKernel(c *sph.Case, boundary string) (kernel cuda.KernelOf[cuda.ForcesArgs]) {
	Each(c, func(_ string, f *Feature) {
		if f.ForcesKernel != nil {
			kernel = f.ForcesKernel(c, boundary)
		}
	})
	return kernel
}

// Mixture is that of a feature of a case, "" where none has one.
func Mixture(c *sph.Case) (name string) {
	Each(c, func(_ string, f *Feature) {
		if f.Mixture != "" {
			name = f.Mixture
		}
	})
	return name
}

// KindOf numbers the fluid of a material of a case for kernels. Walls have the pressures of one
// with Tait's exponent, which is 0.
func KindOf(c *sph.Case, material int) int {
	first := 0
	if c.PropertiesOf(0).Gamma != sph.Gamma {
		first = 1
	}
	return first + max(c.KindOf()[material], 0)
}

// WholeWarps is how many threads a kernel has that sums over warps, for n particles.
func WholeWarps(n int) int { return (n + 31) / 32 * 32 }
