// Command gpusph simulates free-surface flows with smoothed particle
// hydrodynamics on one or many GPUs of one machine, or on its processor.
//
//	gpusph --problem DamBreak3D --gpus 6
package main

import (
	"os"

	"gpusph/commands/app"
)

func main() { os.Exit(app.Main()) }
