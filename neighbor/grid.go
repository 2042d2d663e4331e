package neighbor

import (
	"fmt"
	"math"
)

// Reach is how many cells the longest neighbour lists reach, on each side; REACH
// in list.h.
const Reach = 2

// MaxListed is how many neighbours of a kind a list holds at most; MOST in list.h.
const MaxListed = 1<<12 - 1

// maxShift keeps differences of positions within lists below 2²², which the
// kernels convert to floats without rounding.
const maxShift = 20

// minShift keeps a position's rounding below 2·10⁻⁵ of a cell.
const minShift = 16

// Grid is a grid of cubic cells over a domain, with a ring of Reach cells around it. They are
// empty, but along periodic axes: there they hold images of the particles at the opposite end.
type Grid struct {
	Origin    [3]float64 // position 0, the outer corner of the ring [m]
	Edge      float64    // of a cell [m]
	Quantum   float64    // unit of positions [m]
	Unit      float64    // unit of packed positions, see packed.h [m]
	Shift     int        // a cell is 2^Shift quanta
	Axis      int        // that layers, one cell thick, are perpendicular to
	Cells     [3]int     // along x, y, z, with the ring
	rowAxis   int        // that rows of cells lie along
	planeAxis int        // the third: rows lie side by side along it
	// PerLayer is how many slices a layer has: some rows of its cells, whose particles lie together.
	// A device owns whole slices.
	PerLayer int
	rowShift int // a slice has 2^rowShift rows
	low      [3]int32
	limit    [3]int32
	stride   [3]int32
	period   [3]int32 // length of the domain along periodic axes [quanta]; 0 elsewhere
}

// leastPeriod is how many cells a domain has along a periodic axis at least, so that no particle is
// in reach of another and of its image, and none has images on both sides.
const leastPeriod = 2*Reach + 1

// NewGrid covers the domain [min, max] [m] with cells for neighbour lists that reach at most radius
// [m]. Along the split axis a periodic domain is a whole number of cells, so that the cells of
// images are those of their particles.
func NewGrid(min, max [3]float64, radius float64, axis int, periodic [3]bool) (Grid, error) {
	edge := radius / Reach
	for a := range 3 {
		if length := max[a] - min[a]; periodic[a] && length < leastPeriod*edge {
			return Grid{}, fmt.Errorf("the domain is periodic along %c and %g m long, but must be %.4g m "+
				"long at least, or a particle would meet its own image; use a smaller deltap or a "+
				"longer domain",
				"xyz"[a], length, leastPeriod*edge)
		}
	}
	if length := max[axis] - min[axis]; periodic[axis] {
		edge = length / math.Floor(length/edge)
	}
	g := Grid{Edge: edge, Axis: axis, Shift: maxShift}
	for a := range 3 {
		g.Origin[a] = min[a] - Reach*edge
		cells := math.Floor((max[a]-min[a])/edge) + 1 + 2*Reach
		if periodic[a] {
			cells = math.Ceil((max[a]-min[a])/edge-1e-9) + 2*Reach
		}
		if cells >= 1<<(31-minShift) {
			return Grid{}, fmt.Errorf("the domain is %.0f cells of %g m long along %c, but the maximum is "+
				"%d; use a larger deltap or a smaller domain",
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
	for a := range 3 {
		g.low[a] = Reach << g.Shift
		if periodic[a] {
			g.period[a] = int32(math.Round((max[a]-min[a])/g.Quantum/periodUnit)) * periodUnit
			g.low[a], g.limit[a] = math.MinInt32, math.MaxInt32
		}
	}
	rowAxis, planeAxis := g.axesAcross()
	g.rowAxis, g.planeAxis = rowAxis, planeAxis
	g.stride[rowAxis] = 1
	g.stride[planeAxis] = int32(g.Cells[rowAxis])
	if float64(g.Cells[rowAxis])*float64(g.Cells[planeAxis])*float64(g.Cells[axis]) > 1<<30 {
		return Grid{}, fmt.Errorf("the domain has %d x %d x %d cells, more than 2^30; use a larger "+
			"deltap or a smaller domain",
			g.Cells[0], g.Cells[1], g.Cells[2])
	}
	g.stride[axis] = int32(g.Cells[rowAxis] * g.Cells[planeAxis])
	for g.rowShift = blockShift; g.isPeriodic() && g.PerLayer != 1 || g.PerLayer == 0 ||
		g.PerLayer > mostPerLayer; g.rowShift++ {
		g.PerLayer = (g.Cells[planeAxis] + 1<<g.rowShift - 1) >> g.rowShift
	}
	g.rowShift--
	return g, nil
}

// periodUnit is what periods are a multiple of [quanta], so that packed positions, of fewer bits,
// are as far apart.
const periodUnit = 4

// isPeriodic reports whether any axis is. Slices are then whole layers: images across the layers
// are of the slice of their particles.
func (g *Grid) isPeriodic() bool { return g.period != [3]int32{} }

// Periods are the lengths of the domain along periodic axes [quanta]; 0 elsewhere.
func (g *Grid) Periods() [3]int32 { return g.period }

// Wrapped is a position in quanta, taken into the domain along periodic axes.
func (g *Grid) Wrapped(f [3]int32) [3]int32 {
	for a, period := range g.period {
		if period > 0 {
			low := int32(Reach << g.Shift)
			f[a] = low + ((f[a]-low)%period+period)%period
		}
	}
	return f
}

// Images is how many images a particle at a position in quanta has.
func (g *Grid) Images(f [3]int32) int {
	n := 1
	for a, period := range g.period {
		ring := int32(Reach << g.Shift)
		if at := f[a] - ring; period > 0 && (at < ring || at >= period-ring) {
			n *= 2
		}
	}
	return n - 1
}

// Around are the slices that a particle of a slice and its images along the split axis may be in.
func (g *Grid) Around(slice int) []int {
	if g.period[g.Axis] == 0 {
		return []int{slice}
	}
	first, end := g.Inner()
	return []int{slice - (end - first), slice, slice + (end - first)}
}

// axesAcross are the two axes across the split axis. Rows lie along z, or along y if z is split,
// but along the other where it has less than half as many cells: entries of lists tell only that
// many particles of the rows in reach apart.
func (g *Grid) axesAcross() (row, plane int) {
	row, plane = 2, 1
	switch g.Axis {
	case 1:
		plane = 0
	case 2:
		row, plane = 1, 0
	}
	if 2*g.Cells[plane] < g.Cells[row] {
		row, plane = plane, row
	}
	return row, plane
}

// Fixed is a position [m] in quanta.
func (g *Grid) Fixed(x [3]float64) [3]int32 {
	var f [3]int32
	for a := range 3 {
		f[a] = int32(math.Round((x[a] - g.Origin[a]) / g.Quantum))
	}
	return f
}

// Steps is a displacement [m] in quanta.
func (g *Grid) Steps(by [3]float64) (q [3]int32) {
	for a := range 3 {
		q[a] = int32(math.Round(by[a] / g.Quantum))
	}
	return q
}

// Corner is that of a box, which may go on beyond where positions are [m], in quanta.
func (g *Grid) Corner(x [3]float64) [3]int32 {
	var c [3]int32
	for a := range 3 {
		at := math.Round((x[a] - g.Origin[a]) / g.Quantum)
		c[a] = int32(max(math.MinInt32, min(math.MaxInt32, at)))
	}
	return c
}

// Position is a position in quanta in metres.
func (g *Grid) Position(f [3]int32) [3]float64 {
	var x [3]float64
	for a := range 3 {
		x[a] = g.Origin[a] + float64(f[a])*g.Quantum
	}
	return x
}

// mostPerLayer is how many slices a layer is cut into at most: enough that devices can have
// equal work, and few enough that sending the work of all to the host costs nothing.
const mostPerLayer = 8

// Slice is the slice that a position in quanta is in.
func (g *Grid) Slice(f [3]int32) int {
	return g.Layer(f)*g.PerLayer + int(f[g.planeAxis])>>g.Shift>>g.rowShift
}

// Layer is the layer that a position in quanta is in.
func (g *Grid) Layer(f [3]int32) int { return int(f[g.Axis]) >> g.Shift }

// Slices is the number of slices, those of the ring too.
func (g *Grid) Slices() int { return g.Layers() * g.PerLayer }

// Inner are the slices [from, to) that are not of the ring's layers: those that devices own.
func (g *Grid) Inner() (from, to int) {
	return Reach * g.PerLayer,
		(g.Layers() - Reach) * g.PerLayer
}

// Layers is the number of layers; Reach on each side are the ring.
func (g *Grid) Layers() int { return g.Cells[g.Axis] }

// Bytes is the memory of a List on a device for a given number of layers of cells.
func (g *Grid) Bytes(layers int) int64 {
	const blockBytes = 64 + 64 + 8 + 1 + 3*4
	return int64(layers) * (4*int64(g.LayerCells()) + blockBytes*int64(g.layerBlocks()))
}

// LayerCells is the number of cells in a layer.
func (g *Grid) LayerCells() int { return int(g.stride[g.Axis]) }

// Edges is how many slices of a device its neighbour sees: as many as are in reach of its own.
func (g *Grid) Edges() int { return g.apart(Reach) }

// Drift is how many slices a particle that moves into a cell next to its own comes further at most.
func (g *Grid) Drift() int { return g.apart(1) }

// apart is how many slices are between two that are a number of layers apart, and in both
// directions one row of blocks or less.
func (g *Grid) apart(layers int) int {
	if g.PerLayer == 1 {
		return layers
	}
	return layers*g.PerLayer + 1
}
