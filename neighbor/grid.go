package neighbor

import (
	"fmt"
	"math"

	"gpusph/cuda"
)

// Reach is how many cells the longest neighbour lists reach, on each side; REACH
// in list.h.
const Reach = 2

// maxShift keeps differences of positions within lists below 2²², which the
// kernels convert to floats without rounding.
const maxShift = 20

// minShift keeps a position's rounding below 2·10⁻⁵ of a cell.
const minShift = 16

// Grid is a grid of cubic cells over a domain, with a ring of Reach empty cells
// around it.
type Grid struct {
	Origin  [3]float64 // position 0, the outer corner of the ring [m]
	Edge    float64    // of a cell [m]
	Quantum float64    // unit of positions [m]
	Unit    float64    // unit of packed positions, see packed.h [m]
	Shift   int        // a cell is 2^Shift quanta
	Axis    int        // that slices, one cell thick, are perpendicular to
	Cells   [3]int     // along x, y, z, with the ring
	minor   int        // the axis that rows of cells lie along
	middle  int        // the third axis
	limit   [3]int32
	stride  [3]int32
}

// NewGrid covers the domain [min, max] [m] with cells for neighbour lists that
// reach at most radius [m].
func NewGrid(min, max [3]float64, radius float64, axis int) (Grid, error) {
	edge := radius / Reach
	g := Grid{Edge: edge, Axis: axis, Shift: maxShift}
	for a := range 3 {
		g.Origin[a] = min[a] - Reach*edge
		cells := math.Floor((max[a]-min[a])/edge) + 1 + 2*Reach
		if cells >= 1<<(31-minShift) {
			return Grid{}, fmt.Errorf("the domain is %.0f cells of %g m long along %c, but %d are the most; a larger deltap or a smaller domain would do",
				cells, edge, "xyz"[a], 1<<(31-minShift)-1)
		}
		g.Cells[a] = int(cells)
		for g.Cells[a]<<g.Shift > math.MaxInt32 {
			g.Shift--
		}
	}
	g.Quantum = edge / float64(int(1)<<g.Shift)
	g.Unit = edge / (1 << 30) // the reach is 2³¹
	g.limit = g.Fixed(max)
	minor, middle := 2, 1 // the axes of rows and of planes of cells
	switch axis {
	case 1:
		middle = 0
	case 2:
		minor, middle = 1, 0
	}
	g.minor, g.middle = minor, middle
	g.stride[minor] = 1
	g.stride[middle] = int32(g.Cells[minor])
	if float64(g.Cells[minor])*float64(g.Cells[middle])*float64(g.Cells[axis]) > 1<<30 {
		return Grid{}, fmt.Errorf("the domain has %d x %d x %d cells, more than 2^30; a larger deltap or a smaller domain would do",
			g.Cells[0], g.Cells[1], g.Cells[2])
	}
	g.stride[axis] = int32(g.Cells[minor] * g.Cells[middle])
	return g, nil
}

// Fixed is a position [m] in quanta.
func (g *Grid) Fixed(x [3]float64) [3]int32 {
	var f [3]int32
	for a := range 3 {
		f[a] = int32(math.Round((x[a] - g.Origin[a]) / g.Quantum))
	}
	return f
}

// Position is a position in quanta in metres.
func (g *Grid) Position(f [3]int32) [3]float64 {
	var x [3]float64
	for a := range 3 {
		x[a] = g.Origin[a] + float64(f[a])*g.Quantum
	}
	return x
}

// Slice is the slice that a position in quanta is in.
func (g *Grid) Slice(f [3]int32) int { return int(f[g.Axis]) >> g.Shift }

// Slices is the number of slices; Reach on each side are the ring.
func (g *Grid) Slices() int { return g.Cells[g.Axis] }

// SliceCells is the number of cells in a slice.
func (g *Grid) SliceCells() int { return int(g.stride[g.Axis]) }

// window is the part of the grid that a device sees, as kernels take it.
func (g *Grid) window(first, slices int) cuda.Grid {
	return cuda.Grid{
		Stride: g.stride, Limit: g.limit, Shift: int32(g.Shift), Axis: int32(g.Axis),
		Minor: int32(g.minor), Middle: int32(g.middle), First: int32(first), Slices: int32(slices),
	}
}
