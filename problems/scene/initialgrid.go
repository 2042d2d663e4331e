package scene

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/internal/parallel"
	"gpusph/sph"
)

// mostHeadCells are about how many cells the grid of a head field has at most. More would take
// longer than all else at the start.
const mostHeadCells = 1 << 16

// headField is the head with which the fluid of a case begins (relAtHead), on a grid of cells
// around it.
type headField struct {
	p        *sph.Params
	walls    geometry.Shape
	n, step  [3]int
	from     [3]float64
	edge     [3]float64
	periodic [3]bool

	kind   []cellKind
	tight  []bool  // a wall may be between places of the cell
	source []int32 // the nearest cell of fluid; -1 is none within reach
	level  []float64
	cells  []fluidCell // those of fluid
	number []int32     // of a cell of fluid among these, else -1

	densities *densities // nil is fluid of one density; with layers there is no linear part
	pull      [3]float64 // acceleration of the linear part of the head [m/s²]
	origin    [3]float64 // where the linear part is 0
	q         []float64  // of the cells of fluid: head less the linear part [Pa]
}

type cellKind uint8

const (
	cellOfAir cellKind = iota
	cellOfWall
	cellOfFluid
)

// fluidCell is a cell of fluid and its faces: the lower and the upper one along each axis.
type fluidCell struct {
	cell  int32
	faces [6]cellFace
}

// cellFace is what lies at a face of a cell of fluid.
type cellFace struct {
	kind  cellKind // behind it
	to    int32    // number of the cell of fluid behind it
	apart float64  // from the middle of the cell to that of the one behind, or to the free surface [m]
	value float64  // of q at the free surface [Pa]
	// of the fluid between, over that of the reference fluid
	density float64
	// ρ0 times the acceleration out of the cell, less that of the linear part [Pa/m]
	pull float64
}

// newHeadGrid divides the bounds of a scene's fluid into cells, and takes one more beyond each end.
func (s *Scene) newHeadGrid(p *sph.Params, walls geometry.Shape) *headField {
	low, high := s.fluidBounds()
	if p.Dim == 2 {
		low[1], high[1] = -0.5, 0.5
	}
	h := &headField{p: p, walls: walls, periodic: s.Periodic, n: [3]int{1, 1, 1}, edge: [3]float64{1, 1, 1}}
	volume := 1.0
	for _, a := range p.Axes() {
		if s.Periodic[a] {
			low[a], high[a] = s.Tank.Min[a], s.Tank.Max[a]
		}
		volume *= high[a] - low[a]
	}
	edge := max(p.DeltaP, math.Pow(volume/mostHeadCells, 1/float64(p.Dim)))
	for a := range 3 {
		h.from[a] = low[a]
	}
	for _, a := range p.Axes() {
		n := max(1, int((high[a]-low[a])/edge+1e-6))
		h.edge[a], h.n[a] = (high[a]-low[a])/float64(n), n
		if !s.Periodic[a] {
			h.from[a], h.n[a] = low[a]-h.edge[a], n+2
		}
	}
	h.step = [3]int{1, h.n[0], h.n[0] * h.n[1]}
	cells := h.step[2] * h.n[2]
	h.kind, h.tight = make([]cellKind, cells), make([]bool, cells)
	h.source, h.number, h.level = make([]int32, cells), make([]int32, cells), make([]float64, cells)
	return h
}

// fluidBounds are those of all fluid at first.
func (s *Scene) fluidBounds() (low, high [3]float64) {
	for a := range 3 {
		low[a], high[a] = math.Inf(1), math.Inf(-1)
	}
	for _, w := range s.Pools {
		for a := range 3 {
			low[a], high[a] = min(low[a], w.Min[a]), max(high[a], w.Max[a])
		}
	}
	if s.Shaped == nil || s.Shaped.wet == nil {
		return low, high
	}
	l := &s.Shaped.wet.lattice
	for at, runs := range s.Shaped.wet.runs {
		for a, i := range at {
			x := l.along(a, i)
			low[a], high[a] = min(low[a], x-l.step[a]/2), max(high[a], x+l.step[a]/2)
		}
		for _, r := range runs {
			low[2], high[2] = min(low[2], r.floor), max(high[2], r.top)
		}
	}
	return low, high
}

// middle of a cell.
func (h *headField) middle(k int) (x [3]float64) {
	for a := range 3 {
		x[a] = h.from[a] + (float64(k/h.step[a]%h.n[a])+0.5)*h.edge[a]
	}
	if h.p.Dim == 2 {
		x[sph.PlaneAxis] = 0
	}
	return x
}

// cell is the cell that is nearest to a place.
func (h *headField) cell(x [3]float64) (k int) {
	for a := range 3 {
		if h.n[a] == 1 {
			continue
		}
		i := int(math.Floor((x[a] - h.from[a]) / h.edge[a]))
		if h.periodic[a] {
			i = ((i % h.n[a]) + h.n[a]) % h.n[a]
		}
		k += min(max(i, 0), h.n[a]-1) * h.step[a]
	}
	return k
}

// beside is the cell beside another, along an axis and to one of its ends; -1 where the grid ends.
func (h *headField) beside(k, axis, end int) int {
	i := k / h.step[axis] % h.n[axis]
	to := i + 2*end - 1
	if to < 0 || to >= h.n[axis] {
		if !h.periodic[axis] || h.n[axis] == 1 {
			return -1
		}
		to = (to + h.n[axis]) % h.n[axis]
	}
	return k + (to-i)*h.step[axis]
}

// sort finds which cells have fluid, walls and air.
func (h *headField) sort(s *Scene) {
	reach := 0.0 // half of the diagonal of a cell
	for _, a := range h.p.Axes() {
		reach = math.Hypot(reach, h.edge[a]/2)
	}
	parallel.Each(len(h.kind), func(k int) error {
		x := h.middle(k)
		h.kind[k], h.level[k] = s.kindAt(x, h.walls)
		_, h.tight[k] = h.walls.Nearest(x, reach)
		return nil
	})
	for k, kind := range h.kind {
		h.number[k] = -1
		if kind == cellOfFluid {
			h.number[k] = int32(len(h.cells))
			h.cells = append(h.cells, fluidCell{cell: int32(k)})
		}
	}
}

// kindAt is what a place has, and the level of the fluid there. Between a wall and the nearest site
// of fluid there is no air.
func (s *Scene) kindAt(x [3]float64, walls geometry.Shape) (kind cellKind, level float64) {
	for a := range 3 {
		if !s.Periodic[a] && (x[a] < s.Tank.Min[a] && !s.Open[a][0] || x[a] > s.Tank.Max[a] && !s.Open[a][1]) {
			return cellOfWall, 0
		}
	}
	if walls.Inside(x) {
		return cellOfWall, 0
	}
	for i := range s.Pools {
		if w := &s.Pools[i]; w.Distance(x) == 0 {
			return cellOfFluid, w.Max[2]
		}
	}
	if s.Shaped == nil || s.Shaped.wet == nil {
		return cellOfAir, 0
	}
	l := &s.Shaped.wet.lattice
	if r := s.Shaped.wet.at(x); r != nil {
		return cellOfFluid, r.surface
	}
	for a := range 3 {
		x[a] = l.along(a, int(math.Floor((x[a]-l.origin[a])/l.step[a])))
	}
	if walls.Inside(x) || s.inSolid(x, l.step[2]/2) {
		return cellOfWall, 0
	}
	return cellOfAir, 0
}

// at is the run of fluid at a place; nil is none.
func (w *wetColumns) at(x [3]float64) *wetRun {
	i, j := int(math.Floor((x[0]-w.origin[0])/w.step[0])), int(math.Floor((x[1]-w.origin[1])/w.step[1]))
	runs := w.runs[[2]int{i, j}]
	for k := range runs {
		if r := &runs[k]; x[2] >= r.floor && x[2] <= r.top {
			return r
		}
	}
	return nil
}

// inSolid reports whether a place is in a solid with a lattice of its own, or closer to one than a
// gap [m].
func (s *Scene) inSolid(x [3]float64, gap float64) bool {
	for i := range s.Solids {
		if s.Solids[i].Distance(x) < gap*(1-Tolerance) {
			return true
		}
	}
	return false
}

// between reports whether a wall is between two places.
func (h *headField) between(from, to [3]float64) bool {
	var buffer [8]geometry.Interval
	for _, in := range h.walls.Along(from, [3]float64{to[0] - from[0], to[1] - from[1], to[2] - from[2]}, buffer[:0]) {
		if in.Low <= 1 && in.High >= 0 {
			return true
		}
	}
	return false
}

// findFaces finds what is behind the faces of the cells of fluid.
func (h *headField) findFaces(s *Scene, acceleration func(x [3]float64) [3]float64) {
	parallel.Each(len(h.cells), func(i int) error {
		cell := &h.cells[i]
		k, x := int(cell.cell), h.middle(int(cell.cell))
		for f := range cell.faces {
			axis, end := f/2, f%2
			face := &cell.faces[f]
			face.kind, face.apart, face.density = cellOfWall, h.edge[axis], 1
			if axis == int(sph.PlaneAxis) && h.p.Dim == 2 {
				continue
			}
			way := float64(2*end - 1)
			at, y := x, x
			at[axis] += way * h.edge[axis] / 2
			y[axis] += way * h.edge[axis]
			linear := h.pull[axis]
			if h.densities != nil {
				linear = 0
			}
			face.pull = way * h.p.Rho0 * (acceleration(at)[axis] - linear)
			to := h.beside(k, axis, end)
			if to < 0 || h.kind[to] == cellOfWall || (h.tight[k] || h.tight[to]) && h.between(x, y) {
				continue
			}
			if h.densities != nil {
				// Both cells have one mean, also where there is a gap between the fluids: else the
				// matrix would not be symmetric, and conjugate gradients would not find h.
				first, last := x, h.middle(to)
				if to < k && h.kind[to] == cellOfFluid {
					first, last = last, first
				}
				face.density = h.densities.mean(first, last)
			}
			if h.kind[to] == cellOfFluid {
				face.kind, face.to = cellOfFluid, h.number[to]
				continue
			}
			face.kind = cellOfAir
			face.apart = min(max(s.toSurface(x, axis, end, h.edge[axis]), 0.05*h.edge[axis]), 1.5*h.edge[axis])
			at = x
			at[axis] += way * face.apart
			face.value = -h.linear(at)
		}
		return nil
	})
}

// toSurface is how far the free surface is from the middle of a cell, along an axis and to one of
// its ends, where the next cell has air. The edge of the cell is given [m].
func (s *Scene) toSurface(x [3]float64, axis, end int, edge float64) float64 {
	way := float64(2*end - 1)
	for i := range s.Pools {
		if w := &s.Pools[i]; w.Distance(x) == 0 {
			return way * ([2]float64{w.Min[axis], w.Max[axis]}[end] - x[axis])
		}
	}
	if r := s.Shaped.wet.at(x); r != nil {
		if axis == 2 && end == 1 {
			return r.top - x[2]
		}
		var direction [3]float64
		direction[axis] = way
		if r.shape != nil {
			var buffer [8]geometry.Interval
			for _, in := range r.shape.Along(x, direction, buffer[:0]) {
				switch {
				case in.Low > Tolerance || in.High < 0:
				case in.High < 1.5*edge:
					return in.High
				default: // it continues behind what has no site
					return edge / 2
				}
			}
			return 0 // the cell is hardly in the shape
		}
	}
	return edge / 2
}

// findSources finds the nearest cell of fluid for cells within some cells of it.
func (h *headField) findSources() {
	reach := 1
	for _, a := range h.p.Axes() {
		reach = max(reach, int(math.Ceil(h.p.Support()/h.edge[a]))+1)
	}
	var front []int32
	for k, kind := range h.kind {
		h.source[k] = -1
		if kind == cellOfFluid {
			h.source[k] = int32(k)
			front = append(front, int32(k))
		}
	}
	apart := func(k, from int32) float64 {
		x, y, sum := h.middle(int(k)), h.middle(int(from)), 0.0
		for a := range 3 {
			d := math.Abs(x[a] - y[a])
			if h.periodic[a] {
				d = min(d, float64(h.n[a])*h.edge[a]-d)
			}
			sum += d * d
		}
		return sum
	}
	for ; reach > 0 && len(front) > 0; reach-- {
		var next []int32
		for _, k := range front {
			for f := range 6 {
				to := h.beside(int(k), f/2, f%2)
				if to < 0 || h.kind[to] == cellOfFluid {
					continue
				}
				switch was := h.source[to]; {
				case was < 0:
					h.source[to] = h.source[k]
					next = append(next, int32(to))
				case apart(int32(to), h.source[k]) < apart(int32(to), was):
					h.source[to] = h.source[k]
				}
			}
		}
		front = next
	}
}
