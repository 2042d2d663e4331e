//go:build cuda

package cuda

import _ "embed"

// The kernels compiled for GPUs; `make kernels` makes the files.
var (
	//go:embed kernels_fast.fatbin
	fast string
	//go:embed kernels_strict.fatbin
	strict string
	//go:embed grid.fatbin
	ofGrids string
)

// GridModule returns those of grids, which have one form.
func GridModule() string { return ofGrids }

// Module returns the GPU kernels as the driver loads them. The strict ones have
// no fused or approximate operations.
func Module(isStrict bool) string {
	if isStrict {
		return strict
	}
	return fast
}
