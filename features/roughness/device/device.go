// Package device launches the kernel of rough walls.
package device

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph/launch"
)

// Feature is what rough walls give devices.
var Feature = launch.Feature{Kernels: map[string]launch.Launcher{"rough": rough}}

// rough slows the fluid at rough walls.
func rough(w launch.Work) {
	args := w.Forces()
	args.Constant = w.Constants()
	gpu.Launch(w.Stream(), cuda.Rough, args, 0, w.Len())
}
