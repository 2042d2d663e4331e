package problems

import (
	"math"

	"gpusph/sph"
)

// When the gate of a dam is taken away the pressure behind it is another one at once. In water that cannot be compressed it is p with
//
//	∇²p = 0 in the water, p = 0 at its surfaces, ∂p/∂n = ρ g·n at walls.
//
// Water that can be compressed comes to that by a wave, as strong as the pressure was, which runs to and fro at the speed of sound. Where the
// wave pulls, fine particles come apart (DambreakColumn with 320 spacings in its width had a tear beside the wall behind). In real water the
// wave is over in a hundredth of the time. So runs begin with p.
//
// It is found on a grid, as q: by how much p differs from what the water above weighs. At walls ∂q/∂n is 0, and at a surface on top q
// is. Water that rests in a tank has no other surfaces, so it begins as before.

// mostReleaseCells are about how many cells the grid has at most. More would take longer than all else that is done at the start.
const mostReleaseCells = 1 << 16

// releaseCells are the water of a case on a grid.
type releaseCells struct {
	n, step  [3]int
	from     [3]float64
	edge     [3]float64
	periodic [3]bool
	kind     []cellKind
	walls    []bool    // which have walls, too
	weight   []float64 // mean of the pressure that the water above makes [Pa]
	q        []float64 // [Pa]
}

type cellKind uint8

const (
	cellOfAir cellKind = iota
	cellOfWall
	cellOfWater
)

// release gives the water of a case the pressures that it has once nothing holds it back.
func release(c *sph.Case) {
	p := &c.Params
	if weight(p) == 0 || c.Particles.Count(sph.Fluid) == 0 {
		return
	}
	heavy := p.Rho0 * weight(p)
	g := newReleaseCells(c)
	all, some := g.equations(heavy)
	if !some {
		return
	}
	g.solve(all)
	g.spread(all)
	q := &c.Particles
	for i, t := range q.Type {
		x := q.Position[i]
		if t != sph.Fluid {
			if q.Rel[i] == 0 {
				continue
			}
			x = g.inside(x) // a wall has the pressure of the water before it
		}
		if more := g.at(x, heavy); more < 0 { // it is nowhere above 0 but by the corners of cells
			q.Rel[i] = float32(p.RelativeDensity(max(0, p.Pressure(float64(q.Rel[i]))+more)))
		}
	}
}

// newReleaseCells is the grid around the water, with a cell more on each side.
func newReleaseCells(c *sph.Case) *releaseCells {
	p, q := &c.Params, &c.Particles
	low, high := [3]float64{}, [3]float64{}
	for a := range 3 {
		low[a], high[a] = math.Inf(1), math.Inf(-1)
	}
	for i, t := range q.Type {
		if t == sph.Fluid {
			for a, x := range q.Position[i] {
				low[a], high[a] = min(low[a], x-p.DeltaP/2), max(high[a], x+p.DeltaP/2)
			}
		}
	}
	g := &releaseCells{periodic: p.Periodic, n: [3]int{1, 1, 1}, edge: [3]float64{1, 1, 1}}
	volume := 1.0
	for _, a := range p.Axes() {
		volume *= high[a] - low[a]
	}
	edge := max(2.1*p.DeltaP, math.Pow(volume/mostReleaseCells, 1/float64(p.Dim)))
	for _, a := range p.Axes() {
		n := max(1, int((high[a]-low[a])/edge*(1+tolerance))) // of two layers at least
		g.edge[a] = (high[a] - low[a]) / float64(n)
		g.from[a], g.n[a] = low[a], n
		if !p.Periodic[a] {
			g.from[a], g.n[a] = low[a]-g.edge[a], n+2
		}
	}
	g.step = [3]int{1, g.n[0], g.n[0] * g.n[1]}
	cells := g.step[2] * g.n[2]
	g.kind, g.walls, g.weight, g.q = make([]cellKind, cells), make([]bool, cells), make([]float64, cells), make([]float64, cells)

	count := make([]int32, cells)
	for i, t := range q.Type {
		k, ok := g.cell(q.Position[i])
		switch {
		case !ok:
		case t == sph.Fluid:
			count[k]++
			g.weight[k] += p.Pressure(float64(q.Rel[i]))
		default:
			g.kind[k], g.walls[k] = cellOfWall, true
		}
	}
	enough := 0.3 // a cell may have two layers where it has room for nearly three
	for _, a := range p.Axes() {
		enough *= g.edge[a] / p.DeltaP
	}
	for k, n := range count {
		if n > 0 {
			g.weight[k] /= float64(n)
		}
		if float64(n) >= enough {
			g.kind[k] = cellOfWater
		}
	}
	return g
}

// cell is the cell of a place, and whether the grid has one.
func (g *releaseCells) cell(x [3]float64) (k int, ok bool) {
	for a := range 3 {
		if g.n[a] == 1 && !g.periodic[a] {
			continue
		}
		i := int(math.Floor((x[a] - g.from[a]) / g.edge[a]))
		if i < 0 || i >= g.n[a] {
			return 0, false
		}
		k += i * g.step[a]
	}
	return k, true
}

// inside is the nearest place that is not in the cells at the ends of the grid.
func (g *releaseCells) inside(x [3]float64) [3]float64 {
	for a := range 3 {
		if g.n[a] > 1 && !g.periodic[a] {
			low, high := g.from[a]+g.edge[a], g.from[a]+g.edge[a]*float64(g.n[a]-1)
			x[a] = min(max(x[a], low+tolerance*g.edge[a]), high-tolerance*g.edge[a])
		}
	}
	return x
}

// beside is the cell beside another, along an axis and to one of its ends; -1 where the grid ends.
func (g *releaseCells) beside(k, axis, end int) int {
	i := k / g.step[axis] % g.n[axis]
	to := i + 2*end - 1
	if to < 0 || to >= g.n[axis] {
		if !g.periodic[axis] {
			return -1
		}
		to = (to + g.n[axis]) % g.n[axis]
	}
	return k + (to-i)*g.step[axis]
}

// closed says whether a wall is between a cell of water and the one beside. In a cell of water with walls a gate may stand that is thinner
// than the cell, so no surface is taken to be there.
func (g *releaseCells) closed(k, to int) bool {
	return g.kind[to] == cellOfWall || g.walls[k] && g.kind[to] == cellOfAir
}

// atFace is q at the face between a cell of water and air, where ρ g is given [Pa/m]. At a surface on top, and
// where a cell has little water above it, as at steps of a sloping surface, q is 0.
func (g *releaseCells) atFace(k, axis, end int, heavy float64) float64 {
	p := g.weight[k]
	if axis == 2 {
		p += heavy * g.edge[2] * (0.5 - float64(end))
	}
	if p < heavy*g.edge[2] {
		return 0
	}
	return -p
}

// equation is that of a cell of water: all q = Σ part q of those beside + fixed.
type equation struct {
	cell   int
	beside [6]int // cells, or itself
	part   [6]float64
	fixed  float64
	all    float64
}

// equations are those of all cells of water, and whether any has a surface where q is not 0.
func (g *releaseCells) equations(heavy float64) (all []equation, some bool) {
	for k, kind := range g.kind {
		if kind != cellOfWater {
			continue
		}
		e := equation{cell: k}
		for f := range e.beside {
			axis, end := f/2, f%2
			e.beside[f] = k
			to := g.beside(k, axis, end)
			if to < 0 || to == k || g.closed(k, to) {
				continue
			}
			part := 1 / (g.edge[axis] * g.edge[axis])
			if g.kind[to] == cellOfWater {
				e.beside[f], e.part[f] = to, part
			} else { // the surface is half a cell away
				part *= 2
				at := g.atFace(k, axis, end, heavy)
				e.fixed += part * at
				some = some || at != 0
			}
			e.all += part
		}
		if e.all > 0 {
			all = append(all, e)
		}
	}
	return all, some
}

// solve finds q by successive over-relaxation, always in the same order.
func (g *releaseCells) solve(all []equation) {
	across := max(g.n[0], g.n[1], g.n[2])
	over := 2 / (1 + math.Sin(math.Pi/float64(across+1)))
	for range 10 * across {
		var moved, greatest float64
		for i := range all {
			e := &all[i]
			sum := e.fixed
			for f, to := range e.beside {
				sum += e.part[f] * g.q[to]
			}
			by := over * (sum/e.all - g.q[e.cell])
			g.q[e.cell] += by
			moved, greatest = max(moved, math.Abs(by)), max(greatest, math.Abs(g.q[e.cell]))
		}
		if moved <= 1e-5*greatest {
			return
		}
	}
}

// spread gives cells with little water the mean of the cells of water beside them.
func (g *releaseCells) spread(all []equation) {
	near := make([]uint8, len(g.q))
	for i := range all {
		for f := range 6 {
			if to := g.beside(all[i].cell, f/2, f%2); to >= 0 && g.kind[to] != cellOfWater {
				g.q[to] += g.q[all[i].cell]
				near[to]++
			}
		}
	}
	for k, n := range near {
		if n > 0 {
			g.q[k] /= float64(n)
		}
	}
}

// at is q at a place, linear in each cell of water [Pa].
func (g *releaseCells) at(x [3]float64, heavy float64) float64 {
	k, ok := g.cell(x)
	if !ok {
		return 0
	}
	q := g.q[k]
	if g.kind[k] != cellOfWater {
		return q
	}
	for axis := range 3 {
		if g.n[axis] == 1 {
			continue
		}
		var beside [2]float64
		for end := range beside {
			to := g.beside(k, axis, end)
			switch {
			case to < 0 || g.closed(k, to):
				beside[end] = g.q[k]
			case g.kind[to] == cellOfWater:
				beside[end] = g.q[to]
			default:
				beside[end] = 2*g.atFace(k, axis, end, heavy) - g.q[k]
			}
		}
		i := k / g.step[axis] % g.n[axis]
		middle := g.from[axis] + (float64(i)+0.5)*g.edge[axis]
		q += (beside[1] - beside[0]) / 2 * (x[axis] - middle) / g.edge[axis]
	}
	return q
}
