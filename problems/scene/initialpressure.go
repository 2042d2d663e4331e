package scene

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/internal/parallel"
	"gpusph/sph"
)

// The pressure with which a flow begins is that of fluid which cannot be compressed, once nothing
// but its walls holds it:
//
//	∇²h = ρ0 ∇·g in the fluid, h = 0 at free surfaces, ∂h/∂n = ρ0 g·n at walls,
//
// where h is the head (relAtHead), and g all that accelerates fluid at rest: gravity of any
// direction, the inertia of a frame that turns, a central force. Fluid that rests beneath its
// surface, in a closed tank or under a solid has the pressure of rest. Along a periodic axis
// without walls across gravity drives the flow and makes no pressure.
//
// A compressible fluid that began otherwise would come to that by a wave, as strong as the
// difference of the pressures, which runs to and fro at the speed of sound. Where the wave pulls,
// fine particles come apart: DambreakColumn with 320 spacings in its width had a tear beside the
// wall behind the column. In real water the wave is over in a hundredth of the time.
//
// The head is a linear part, ρ0 g·(x - origin) with g at the middle of the fluid and without
// periodic axes, and q, which is found on a grid. At walls ∂q/∂n is 0, at surfaces q is minus the
// linear part. So q is constant, and the head exact, wherever fluid is at rest.

// newHeadField finds it for a scene with fluid; nil is where nothing accelerates.
func (s *Scene) newHeadField(c *sph.Case, walls geometry.Shape) *headField {
	p, acceleration := &c.Params, c.Acceleration()
	if p.Dim == 2 {
		walls = geometry.Section(walls)
	}
	low, high := s.fluidBounds()
	var middle [3]float64
	for a := range 3 {
		middle[a] = (low[a] + high[a]) / 2
	}
	still := true
	for corner := range 9 {
		x := [3]float64{low[0], low[1], low[2]}
		for a := range 3 {
			if corner>>a&1 == 1 {
				x[a] = high[a]
			}
		}
		if corner == 8 {
			x = middle
		}
		still = still && Norm(acceleration(x)) == 0
	}
	if still {
		return nil
	}
	h := s.newHeadGrid(p, walls)
	h.densities = s.newLayers(p)
	h.origin, h.pull = middle, acceleration(middle)
	for a := range 3 {
		if s.Periodic[a] || p.Dim == 2 && a == int(sph.PlaneAxis) {
			h.pull[a] = 0
		}
	}
	h.sort(s)
	h.findSources()
	h.findFaces(s, acceleration)
	h.solve()
	return h
}

// linear part of the head at a place [Pa].
func (h *headField) linear(x [3]float64) (head float64) {
	if h.densities != nil {
		return 0
	}
	for a := range 3 {
		head += h.p.Rho0 * h.pull[a] * (x[a] - h.origin[a])
	}
	return head
}

// part is the weight of a face in the equation of its cell [1/m²]; 0 is a wall.
func (h *headField) part(f int, face *cellFace) float64 {
	if face.kind == cellOfWall {
		return 0
	}
	return 1 / (h.edge[f/2] * face.apart * face.density)
}

// solve finds q: in each cell Σ part (q - q beside) = Σ part value - Σ pull/edge, over the faces
// that are no walls. It takes conjugate gradients, always in the same order.
func (h *headField) solve() {
	n := len(h.cells)
	h.q = make([]float64, n)
	whole, closed := h.bodies()
	diagonal, rest := h.equations()
	way, product := make([]float64, n), make([]float64, n)
	m := h.matrix(diagonal)
	m.multiply(h.q, product)
	for i := range rest {
		rest[i] -= product[i]
		way[i] = rest[i] / diagonal[i]
	}
	most := greatest(rest)
	small := max(h.smallRest(diagonal), 1e-7*most)
	energy := scaled(rest, diagonal)
	for range 20 * (h.n[0] + h.n[1] + h.n[2]) {
		if most <= small {
			break
		}
		m.multiply(way, product)
		var across float64
		for i := range way {
			across += way[i] * product[i]
		}
		if !(across > 0) {
			break
		}
		step, before := energy/across, energy
		most, energy = 0, 0
		for i, r := range rest {
			h.q[i] += step * way[i]
			r -= step * product[i]
			rest[i] = r
			most = max(most, math.Abs(r))
			energy += r * r / diagonal[i]
		}
		for i, r := range rest {
			way[i] = r/diagonal[i] + energy/before*way[i]
		}
	}
	h.lift(whole, closed)
}

// equations are the diagonal of the matrix of the equations of q, and their right-hand sides.
func (h *headField) equations() (diagonal, right []float64) {
	diagonal, right = make([]float64, len(h.cells)), make([]float64, len(h.cells))
	for i := range h.cells {
		for f := range h.cells[i].faces {
			face := &h.cells[i].faces[f]
			part := h.part(f, face)
			diagonal[i] += part
			if face.kind != cellOfWall {
				right[i] -= face.pull / h.edge[f/2]
			}
			if face.kind == cellOfAir {
				right[i] += part * face.value
			}
		}
		if diagonal[i] == 0 {
			diagonal[i] = 1 // a cell by itself
		}
	}
	return diagonal, right
}

// matrixRow is a row of the matrix of the equations of q: its diagonal, and the other columns with
// their elements, which are negative. Faces without a cell of fluid behind them have 0.
type matrixRow struct {
	diagonal float64
	parts    [6]float64
	columns  [6]int32
}

// matrix is a row for each cell of fluid.
type matrix []matrixRow

func (h *headField) matrix(diagonal []float64) matrix {
	m := make(matrix, len(h.cells))
	for i := range m {
		m[i].diagonal = diagonal[i]
		for f := range h.cells[i].faces {
			m[i].columns[f] = int32(i)
			if face := &h.cells[i].faces[f]; face.kind == cellOfFluid {
				m[i].parts[f], m[i].columns[f] = h.part(f, face), face.to
			}
		}
	}
	return m
}

// multiply multiplies with x.
func (m matrix) multiply(x, product []float64) {
	parallel.Blocks(len(m), func(_, from, to int) {
		for i := from; i < to; i++ {
			row := &m[i]
			sum := row.diagonal * x[i]
			for f, part := range row.parts {
				sum -= part * x[row.columns[f]]
			}
			product[i] = sum
		}
	})
}

// smallRest is a residual that no pressure of the flow shows.
func (h *headField) smallRest(diagonal []float64) float64 {
	var extent, pull, scale float64
	for _, a := range h.p.Axes() {
		extent += float64(h.n[a]) * h.edge[a]
	}
	for i := range h.cells {
		for f := range h.cells[i].faces {
			pull = max(pull, math.Abs(h.cells[i].faces[f].pull))
		}
		scale = max(scale, diagonal[i])
	}
	pull += h.p.Rho0 * Norm(h.pull)
	return 1e-10 * scale * pull * extent // of what a cell lacks
}

// greatest is the greatest |x|.
func greatest(all []float64) (most float64) {
	for _, x := range all {
		most = max(most, math.Abs(x))
	}
	return most
}

// scaled is the sum of x²/d.
func scaled(x, d []float64) (sum float64) {
	for i := range x {
		sum += x[i] * x[i] / d[i]
	}
	return sum
}

// bodies finds which cells are connected, and begins q with the mean of its values at the surfaces
// of each body. closed are the bodies without a surface.
func (h *headField) bodies() (body []int32, closed []bool) {
	body = make([]int32, len(h.cells))
	for i := range body {
		body[i] = -1
	}
	for first := range h.cells {
		if body[first] >= 0 {
			continue
		}
		number := int32(len(closed))
		body[first] = number
		members := []int32{int32(first)}
		var sum float64
		surfaces := 0
		for at := 0; at < len(members); at++ {
			for f := range h.cells[members[at]].faces {
				face := &h.cells[members[at]].faces[f]
				switch {
				case face.kind == cellOfAir:
					sum += face.value
					surfaces++
				case face.kind == cellOfFluid && body[face.to] < 0:
					body[face.to] = number
					members = append(members, face.to)
				}
			}
		}
		closed = append(closed, surfaces == 0)
		for _, i := range members {
			if surfaces > 0 {
				h.q[i] = sum / float64(surfaces)
			}
		}
	}
	return body, closed
}

// lift adds to q of bodies without a surface what makes the least head there that which the level
// above their top makes.
func (h *headField) lift(body []int32, closed []bool) {
	least, top, level := make([]float64, len(closed)), make([]float64, len(closed)), make([]float64, len(closed))
	for b := range closed {
		least[b], top[b], level[b] = math.Inf(1), math.Inf(-1), math.Inf(-1)
	}
	for i, b := range body {
		if !closed[b] {
			continue
		}
		k := int(h.cells[i].cell)
		x := h.middle(k)
		head := h.linear(x) + h.q[i]
		rho := h.p.Rho0
		if h.densities != nil {
			rho *= h.densities.at(x, 1)
		}
		for a := range 3 {
			head -= rho * math.Abs(h.pull[a]) * h.edge[a] / 2
		}
		least[b], top[b], level[b] = min(least[b], head), max(top[b], x[2]+h.edge[2]/2), max(level[b], h.level[k])
	}
	for i, b := range body {
		if closed[b] {
			h.q[i] += h.p.Rho0*max(0, -h.pull[2])*max(0, level[b]-top[b]) - least[b]
		}
	}
}

// wall is the head of a wall at a place, where the nearest place of the tank is given: that of the
// fluid before it, as if it continued there [Pa].
func (h *headField) wall(x, within [3]float64) float64 {
	if h == nil {
		return 0
	}
	at := h.cell(within)
	k := h.source[at]
	if k < 0 || h.kind[at] == cellOfAir {
		return 0
	}
	return max(0, h.linear(x)+h.in(int(k), x))
}

// fluid is the head of fluid at a place below the level of its surface [Pa]. A cell that a wall
// separates from the place has no say. Where all are, the head is that of the depth.
func (h *headField) fluid(x [3]float64, level float64) float64 {
	if h == nil {
		return 0
	}
	k := h.cell(x)
	if h.kind[k] != cellOfFluid || h.tight[k] && h.between(x, h.middle(k)) {
		k = h.seen(k, x)
	}
	if k < 0 {
		return max(0, h.p.Rho0*max(0, -h.pull[2])*(level-x[2]))
	}
	return max(0, h.linear(x)+h.in(k, x))
}

// seen is the nearest cell of fluid around one that no wall separates from a place; -1 is none.
func (h *headField) seen(k int, x [3]float64) int {
	best, least := -1, math.Inf(1)
	for n := range 27 {
		at := k
		for a, by := range [3]int{n%3 - 1, n/3%3 - 1, n/9 - 1} {
			if by != 0 && at >= 0 {
				at = h.beside(at, a, (by+1)/2)
			}
		}
		if at < 0 || h.kind[at] != cellOfFluid {
			continue
		}
		y := h.unwrapped(h.middle(at), x)
		d := Norm([3]float64{x[0] - y[0], x[1] - y[1], x[2] - y[2]})
		if d < least && !h.between(x, y) {
			best, least = at, d
		}
	}
	return best
}

// unwrapped is the image of a place that is nearest to x.
func (h *headField) unwrapped(y, x [3]float64) [3]float64 {
	for a := range 3 {
		if h.periodic[a] {
			size := float64(h.n[a]) * h.edge[a]
			y[a] += size * math.Round((x[a]-y[a])/size)
		}
	}
	return y
}

// in is q at a place, by a cell of fluid: along each axis the parabola through its value and those
// at both faces. Places outside have that of the nearest place in the cell [Pa].
func (h *headField) in(k int, x [3]float64) float64 {
	if h.densities != nil {
		return h.inLayers(k, x)
	}
	i := h.number[k]
	q, middle := h.q[i], h.unwrapped(h.middle(k), x)
	sum := q
	for f := 0; f < 6; f += 2 {
		axis := f / 2
		if h.n[axis] == 1 && !h.periodic[axis] {
			continue
		}
		t := min(max(x[axis]-middle[axis], -h.edge[axis]/2), h.edge[axis]/2)
		low, high := &h.cells[i].faces[f], &h.cells[i].faces[f+1]
		down, up := -h.slope(low, q), h.slope(high, q)
		sum += t*(down*high.apart+up*low.apart)/(low.apart+high.apart) + t*t*(up-down)/(low.apart+high.apart)
	}
	return sum
}

// slope of q out of a cell, through a face [Pa/m].
func (h *headField) slope(face *cellFace, q float64) float64 {
	switch face.kind {
	case cellOfFluid:
		return (h.q[face.to] - q) / face.apart
	case cellOfAir:
		return (face.value - q) / face.apart
	}
	return face.pull
}
