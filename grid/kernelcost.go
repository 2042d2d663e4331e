package grid

import (
	"strings"

	"gpusph/cuda"
	"gpusph/grid/atmosphere"
	"gpusph/grid/lattice"
)

// kernelNumbers are the numbers that kernels read and write of a cell at least, of those whose
// launches go over whole grids.
var kernelNumbers = map[string]float64{
	string(cuda.GridPredict):                   3 + 1 + 3 + 3 + 3, // u, p and rates before; u, rates
	string(cuda.GridTemperature):               3 + 1 + 1 + 2,
	string(cuda.GridDivergence):                3 + 1,
	string(cuda.GridProject):                   3 + 3 + 2 + 3 + 1, // u, u before, φ, p; u, p
	string(cuda.GridResidual):                  3,
	string(cuda.GridJacobi):                    3,
	string(cuda.GridDirection):                 4,
	string(cuda.GridUpdate):                    7,
	string(cuda.OfWalls(cuda.GridDirection)):   4,
	string(cuda.OfWalls(cuda.GridUpdate)):      7,
	string(cuda.OfPressure(cuda.GridUpdate)):   7,
	string(cuda.OfPressure(cuda.GridResidual)): 3,
	string(cuda.GridPrecondition):              4,
	string(cuda.GridDescend):                   7,
	string(cuda.AirSweepX):                     2 * cuda.AirVariables,
	string(cuda.AirSweepZ):                     2 * cuda.AirVariables,
	string(cuda.LatticeStep):                   2 * lattice.Populations,
	string(cuda.LatticePropagate):              2 * lattice.Populations,
	string(cuda.LatticeCollide):                2 * lattice.Populations,
}

// kernelFlops are the operations of a cell, where they are counted.
var kernelFlops = map[string]float64{
	string(cuda.AirSweepX): atmosphere.FlopsStep / 2, string(cuda.AirSweepZ): atmosphere.FlopsStep / 2,
	string(cuda.LatticeStep): latticeFlops, string(cuda.LatticeCollide): latticeFlops,
}

// KernelCost is what a kernel moves of a cell at least [bytes], and its operations; 0 is not known.
func KernelCost(name string, p Precision) (bytes, flops float64) {
	name = strings.TrimSuffix(strings.TrimSuffix(name, "_single"), "_stretched")
	return kernelNumbers[name] * float64(p.Bytes()), kernelFlops[name]
}
