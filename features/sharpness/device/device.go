// Package device has the repulsion between different fluids for kernels.
package device

import (
	"gpusph/cuda"
	"gpusph/features/sharpness"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// Feature is what the repulsion gives devices.
var Feature = launch.Feature{
	Material: func(c *sph.Case, _ int, of *cuda.Material) {
		of.Sharpness = float32(*c.Params.Number(sharpness.Option))
	},
}
