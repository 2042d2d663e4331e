package geometry

import (
	"fmt"
	"math"
)

// HeightMap is the ground: what is below heights over a grid, down to a level. Between the middles
// of four cells the ground is two triangles, which meet along the line from the least x and y to
// the greatest. The outer half of a border cell is as high as its middle.
type HeightMap struct {
	*Mesh
	x, y    []float64 // of the nodes, from border to border
	heights []float64 // at the nodes, along x first
}

// NewHeightMap is the ground down to a level [m], below all heights.
func NewHeightMap(g *Grid, base float64) (*HeightMap, error) {
	h, err := nodes(g)
	if err != nil {
		return nil, err
	}
	for i, z := range h.heights {
		if !(base < z) {
			return nil, fmt.Errorf("the ground of a height map reaches down to %g m, but at (%g, %g) it "+
				"is at %g m; use a lower level", base, h.x[i%len(h.x)], h.y[i/len(h.x)], z)
		}
	}
	if h.Mesh, err = h.solid(func(int) float64 { return base },
		func(i int) float64 { return h.heights[i] }); err != nil {
		return nil, err
	}
	return h, nil
}

// NewCover is what lies up to a depth [m] above the ground: water on a beach, or snow. On cells
// that FillFromNear has given a height there is next to nothing: it becomes thin from the middles
// of the cells beside.
func NewCover(g *Grid, depth float64) (*HeightMap, error) {
	if !finite(depth) || !(depth > 0) {
		return nil, fmt.Errorf("a height map is covered %g m deep, which should be above 0", depth)
	}
	h, err := nodes(g)
	if err != nil {
		return nil, err
	}
	ground := h.heights
	h.heights = make([]float64, len(ground))
	const thin = 1e-3 // parts of the depth
	for i := range ground {
		h.heights[i] = ground[i] + depth
		if g.Filled != nil && g.Filled[g.cellOf(i)] {
			h.heights[i] = ground[i] + thin*depth
		}
	}
	if h.Mesh, err = h.solid(func(i int) float64 { return ground[i] },
		func(i int) float64 { return h.heights[i] }); err != nil {
		return nil, err
	}
	return h, nil
}

// nodes are the middles of the cells, and points of the border beside them.
func nodes(g *Grid) (*HeightMap, error) {
	if g.Missing > 0 {
		for i, z := range g.Heights {
			if math.IsNaN(z) {
				x, y := g.Middle(i%g.Columns, i/g.Columns)
				return nil, fmt.Errorf("%d of the %d cells of a height map have no height, the first at (%g, "+
					"%g); use another area, or a height for all of these",
					g.Missing, len(g.Heights), x, y)
			}
		}
	}
	line := func(from, cell float64, n int) []float64 {
		at := []float64{from}
		for i := range n {
			at = append(at, from+(float64(i)+0.5)*cell)
		}
		return append(at, from+float64(n)*cell)
	}
	h := &HeightMap{x: line(g.X, g.Cell[0], g.Columns), y: line(g.Y, g.Cell[1], g.Rows)}
	for i := range len(h.x) * len(h.y) {
		h.heights = append(h.heights, g.Heights[g.cellOf(i)])
	}
	return h, nil
}

// cellOf is the cell whose height a node has; nodes go along x first.
func (g *Grid) cellOf(node int) int {
	wide := g.Columns + 2
	return min(max(node/wide-1, 0), g.Rows-1)*g.Columns + min(max(node%wide-1, 0), g.Columns-1)
}

// solid is what is between two heights at each node.
func (h *HeightMap) solid(low, high func(node int) float64) (*Mesh, error) {
	nx, ny := len(h.x), len(h.y)
	points := make([]Vec, 0, 2*nx*ny)
	box := nowhere
	for _, z := range []func(int) float64{high, low} {
		for n := range nx * ny {
			p := Vec{h.x[n%nx], h.y[n/nx], z(n)}
			points = append(points, p)
			box = box.with(Box{p, p})
		}
	}
	top := func(i, j int) int32 { return int32(j*nx + i) }
	bottom := func(i, j int) int32 { return int32(nx*ny + j*nx + i) }
	var corners [][3]int32
	for j := range ny - 1 {
		for i := range nx - 1 {
			corners = append(corners,
				[3]int32{top(i, j), top(i+1, j), top(i+1, j+1)},
				[3]int32{top(i, j), top(i+1, j+1), top(i, j+1)},
				[3]int32{bottom(i, j), bottom(i+1, j+1), bottom(i+1, j)},
				[3]int32{bottom(i, j), bottom(i, j+1), bottom(i+1, j+1)})
		}
	}
	side := func(i, j, k, l int) { // from (i, j) to (k, l), the solid being at the left
		corners = append(corners, [3]int32{bottom(i, j), bottom(k, l), top(k, l)},
			[3]int32{bottom(i, j), top(k, l), top(i, j)})
	}
	for i := range nx - 1 {
		side(i, 0, i+1, 0)
		side(i+1, ny-1, i, ny-1)
	}
	for j := range ny - 1 {
		side(nx-1, j, nx-1, j+1)
		side(0, j+1, 0, j)
	}
	return newMesh(points, corners, box.size())
}

// Height of its upper side above (x, y) [m]; false beside the map.
func (h *HeightMap) Height(x, y float64) (float64, bool) {
	i, u, ok := place(h.x, x)
	j, v, also := place(h.y, y)
	if !ok || !also {
		return 0, false
	}
	at := func(i, j int) float64 { return h.heights[j*len(h.x)+i] }
	a, d := at(i, j), at(i+1, j+1)
	if u > v {
		b := at(i+1, j)
		return a + u*(b-a) + v*(d-b), true
	}
	c := at(i, j+1)
	return a + v*(c-a) + u*(d-c), true
}

// place is the interval between two nodes that has x, and where in it x is. All but the first and
// the last are as long.
func place(nodes []float64, x float64) (int, float64, bool) {
	n := len(nodes)
	if !(x >= nodes[0] && x <= nodes[n-1]) {
		return 0, 0, false
	}
	low, high := 0, n-1
	for high-low > 1 {
		if middle := (low + high) / 2; nodes[middle] <= x {
			low = middle
		} else {
			high = middle
		}
	}
	return low, (x - nodes[low]) / (nodes[high] - nodes[low]), true
}
