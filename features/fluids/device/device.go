// Package device has for kernels what several fluids add to materials.
package device

import (
	"gpusph/cuda"
	"gpusph/features/fluids"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// Feature is what several fluids give devices.
var Feature = launch.Feature{
	Material: func(c *sph.Case, _ int, of *cuda.Material) {
		of.Sharpness = float32(*c.Params.Number(fluids.Sharpness))
	},
}
