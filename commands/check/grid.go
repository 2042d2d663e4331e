package check

import (
	"math"

	"gpusph/sph"
)

// grid has the particles by cells no smaller than the support.
type grid struct {
	low    [3]float64 // corner [m]
	edge   [3]float64 // of a cell [m]
	cells  [3]int
	period [3]float64 // of periodic axes [m]; 0 elsewhere
	start  []int32    // of each cell, in what follows
	id     []int32
	at     [][3]float64
}

// cellsOfAParticle bounds the number of cells where there are few particles in a large box.
const cellsOfAParticle = 8

func newGrid(c *sph.Case) *grid {
	p, params := &c.Particles, &c.Params
	g := &grid{}
	g.low, g.edge = [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}, [3]float64{}
	high := [3]float64{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	for _, x := range p.Position {
		for a := range 3 {
			g.low[a], high[a] = min(g.low[a], x[a]), max(high[a], x[a])
		}
	}
	for a := range 3 {
		if params.Periodic[a] {
			g.low[a], high[a] = params.Min[a], params.Max[a]
			g.period[a] = high[a] - g.low[a]
		}
	}
	for edge := params.Support(); ; edge *= 1.25 {
		all := 1.0
		for a := range 3 {
			count := max(math.Floor((high[a]-g.low[a])/edge), 1)
			g.cells[a], g.edge[a] = int(count), max((high[a]-g.low[a])/count, edge)
			all *= count
		}
		if all <= float64(cellsOfAParticle*p.Len()+1000) {
			break
		}
	}
	g.fill(p.Position)
	return g
}

// fill sorts the particles into cells, in each in the order of their ids.
func (g *grid) fill(position [][3]float64) {
	g.start = make([]int32, g.cells[0]*g.cells[1]*g.cells[2]+1)
	for _, x := range position {
		g.start[g.index(g.cell(x))+1]++
	}
	for k := 1; k < len(g.start); k++ {
		g.start[k] += g.start[k-1]
	}
	next := append([]int32(nil), g.start...)
	g.id, g.at = make([]int32, len(position)), make([][3]float64, len(position))
	for i, x := range position {
		k := g.index(g.cell(x))
		g.id[next[k]], g.at[next[k]] = int32(i), x
		next[k]++
	}
}

func (g *grid) cell(x [3]float64) (k [3]int) {
	for a := range 3 {
		k[a] = max(0, min(int((x[a]-g.low[a])/g.edge[a]), g.cells[a]-1))
	}
	return k
}

func (g *grid) index(k [3]int) int { return (k[0]*g.cells[1]+k[1])*g.cells[2] + k[2] }

// around calls visit for the particles in the cells around x and for their images, with the square
// of how far away they are.
func (g *grid) around(x [3]float64, visit func(j int, distance2 float64)) {
	home := g.cell(x)
	var k [3]int
	var from [3]float64 // x, seen from the image
	var along func(a int)
	along = func(a int) {
		if a == 3 {
			cell := g.index(k)
			for m := g.start[cell]; m < g.start[cell+1]; m++ {
				y := &g.at[m]
				visit(int(g.id[m]), square(from[0]-y[0])+square(from[1]-y[1])+square(from[2]-y[2]))
			}
			return
		}
		for step := -1; step <= 1; step++ {
			at := home[a] + step
			from[a] = x[a]
			if at < 0 || at >= g.cells[a] {
				if g.period[a] == 0 {
					continue
				}
				from[a] -= float64(step) * g.period[a]
				at -= step * g.cells[a]
			}
			k[a] = at
			along(a + 1)
		}
	}
	along(0)
}
