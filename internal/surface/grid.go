package surface

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"gpusph/sph"
)

// reach is how far a particle is spread, in particle spacings: as (1 - r²/R²)³. Within it are about
// 45 particles.
const reach = 2.2

// The edge of a block, in nodes of the grid. Only blocks that particles reach are kept.
const (
	side8 = 8
	nodes = side8 * side8 * side8
)

// LeastSpacing is that of a grid, in particle spacings: a particle reaches no further than the next
// block.
const LeastSpacing = 0.3

// mostBlocks is how many blocks there may be from end to end of the fluid.
const mostBlocks = 1 << 25

// grid is the sums over particles at nodes.
type grid struct {
	flat      bool // two dimensions, across y
	low, step [3]float64
	size      [3]int // nodes along each axis
	blocks    [3]int // along each axis
	slot      []int32
	kept      []int32   // the numbers of the blocks that are kept, ascending
	sum       []float32 // over the fluid
	walls     []float32 // the same sum over walls
	value     []float32 // sum over the fluid of the field, if there is one
	inside    []float32 // above 0 within the surface
	reach     float64

	level float32 // of the sum, at the surface
	repel bool    // walls do
}

// cloud is the particles of the fluid or of walls, and images of those near periodic ends.
type cloud struct {
	at    [][3]float32
	value []float32
	mass  []float32 // over that of the parameters; nil is all 1
}

// gather takes the particles of a type of a snapshot, without what is not in the domain or near it.
func gather(s *sph.Snapshot, of sph.Type, p *sph.Params, reach float64, value func(i int) float64,
	masses []float32) (c cloud) {
	add := func(x [3]float32, i int) {
		c.at = append(c.at, x)
		if value != nil {
			c.value = append(c.value, float32(value(i)))
		}
		if masses != nil {
			c.mass = append(c.mass, masses[i]/float32(p.Mass))
		}
	}
	for i, x := range s.Position {
		if s.Type[i] != of || !inDomain(x, p, reach) {
			continue
		}
		add(x, i)
	}
	for a := range 3 {
		if !p.Periodic[a] {
			continue
		}
		length := p.Max[a] - p.Min[a]
		for i, n := 0, len(c.at); i < n; i++ {
			for _, way := range []float64{-1, 1} {
				image := c.at[i]
				image[a] = float32(float64(image[a]) + way*length)
				if x := float64(image[a]); x > p.Min[a]-reach && x < p.Max[a]+reach {
					c.at = append(c.at, image)
					if value != nil {
						c.value = append(c.value, c.value[i])
					}
					if masses != nil {
						c.mass = append(c.mass, c.mass[i])
					}
				}
			}
		}
	}
	return c
}

// inDomain reports whether a place is in the domain, or hardly beyond it.
func inDomain(x [3]float32, p *sph.Params, slack float64) bool {
	for a := range 3 {
		if y := float64(x[a]); !(y > p.Min[a]-slack && y < p.Max[a]+slack) {
			return false
		}
	}
	return true
}

// newGrid lays a grid around particles: beyond their reach, and along periodic axes from end to end
// of the domain.
func newGrid(c *cloud, p *sph.Params, spacing float64) (*grid, error) {
	g := &grid{flat: p.Dim == 2, reach: reach * p.DeltaP}
	total := 1.0
	for a := range 3 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, x := range c.at {
			low, high = min(low, float64(x[a])), max(high, float64(x[a]))
		}
		switch {
		case g.flat && a == 1:
			g.low[a], g.step[a], g.size[a] = 0, spacing, 1
		case p.Periodic[a]:
			n := math.Max(2, math.Round((p.Max[a]-p.Min[a])/spacing))
			g.low[a], g.step[a], g.size[a] = p.Min[a], (p.Max[a]-p.Min[a])/n, int(n)+1
		default:
			// Nodes are at multiples of the spacing, so that a surface that rests is the same in
			// each snapshot.
			first, last := math.Floor((low-g.reach)/spacing)-1, math.Ceil((high+g.reach)/spacing)+1
			g.low[a], g.step[a], g.size[a] = first*spacing, spacing, int(last-first)+1
		}
		g.blocks[a] = (g.size[a] + side8 - 1) / side8
		total *= float64(g.blocks[a])
	}
	if total > mostBlocks {
		return nil, fmt.Errorf("a surface with a spacing of %.3g m would take %.2g nodes from end to "+
			"end of the fluid; use a larger --spacing", spacing, total*nodes)
	}
	return g, nil
}

// blockOf is the number of the block of a particle.
func (g *grid) blockOf(x [3]float32) (n int) {
	for a := 2; a >= 0; a-- {
		b := int(math.Floor((float64(x[a])-g.low[a])/g.step[a])) / side8
		n = n*g.blocks[a] + max(0, min(b, g.blocks[a]-1))
	}
	return n
}

// place is where a block is, in blocks.
func (g *grid) place(block int) (at [3]int) {
	for a := range 3 {
		at[a] = block % g.blocks[a]
		block /= g.blocks[a]
	}
	return at
}

// around calls f for the blocks around one, and itself.
func (g *grid) around(at [3]int, f func(block int)) {
	for z := max(0, at[2]-1); z <= min(at[2]+1, g.blocks[2]-1); z++ {
		for y := max(0, at[1]-1); y <= min(at[1]+1, g.blocks[1]-1); y++ {
			for x := max(0, at[0]-1); x <= min(at[0]+1, g.blocks[0]-1); x++ {
				f((z*g.blocks[1]+y)*g.blocks[0] + x)
			}
		}
	}
}

// sorted is particles by their blocks, those of a block in the order of the snapshot.
type sorted struct {
	from []int32 // by block: where its particles begin
	at   []int32 // particles
}

func (g *grid) sort(c *cloud) sorted {
	n := g.blocks[0] * g.blocks[1] * g.blocks[2]
	of := make([]int32, len(c.at))
	inParts(len(of), func(from, until int) {
		for i := from; i < until; i++ {
			of[i] = int32(g.blockOf(c.at[i]))
		}
	})
	s := sorted{make([]int32, n+2), make([]int32, len(of))}
	for _, b := range of {
		s.from[b+2]++
	}
	for b := range n {
		s.from[b+2] += s.from[b+1]
	}
	for i, b := range of {
		s.at[s.from[b+1]] = int32(i)
		s.from[b+1]++
	}
	return s
}

// keep finds the blocks that particles may reach.
func (g *grid) keep(s *sorted) {
	g.slot = make([]int32, len(s.from)-2)
	for b := range g.slot {
		if s.from[b] < s.from[b+1] {
			g.around(g.place(b), func(near int) { g.slot[near] = 1 })
		}
	}
	for b := range g.slot {
		if g.slot[b] == 1 {
			g.slot[b] = int32(len(g.kept))
			g.kept = append(g.kept, int32(b))
		} else {
			g.slot[b] = -1
		}
	}
}

// add sums over particles of the given volume, at the nodes of blocks that are kept. Each node is
// summed by one goroutine in one order, so sums are the same however many there are.
func (g *grid) add(c *cloud, s *sorted, volume float64) (sum, value []float32) {
	sum = make([]float32, nodes*len(g.kept))
	if c.value != nil {
		value = make([]float32, nodes*len(g.kept))
	}
	top := volume * 315 / (64 * math.Pi * g.reach * g.reach * g.reach)
	if g.flat {
		top = volume * 4 / (math.Pi * g.reach * g.reach)
	}
	inParts(len(g.kept), func(from, until int) {
		for k := from; k < until; k++ {
			var values []float32
			if value != nil {
				values = value[nodes*k:][:nodes]
			}
			g.addBlock(k, c, s, float32(top), sum[nodes*k:][:nodes], values)
		}
	})
	return sum, value
}

// addBlock sums at the nodes of a block that is kept.
func (g *grid) addBlock(k int, c *cloud, s *sorted, top float32, sum, value []float32) {
	at := g.place(int(g.kept[k]))
	inverse := float32(1 / (g.reach * g.reach))
	g.around(at, func(near int) {
	particles:
		for _, i := range s.at[s.from[near]:s.from[near+1]] {
			var first, last [3]int
			var offset [3]float32 // of the first node from the particle
			top := top
			if c.mass != nil {
				top *= c.mass[i]
			}
			for a := range 3 {
				if g.flat && a == 1 {
					continue
				}
				x := (float64(c.at[i][a]) - g.low[a]) / g.step[a]
				r := g.reach / g.step[a]
				first[a] = max(int(math.Ceil(x-r))-side8*at[a], 0)
				last[a] = min(int(math.Floor(x+r)), g.size[a]-1) - side8*at[a]
				last[a] = min(last[a], side8-1)
				if last[a] < first[a] {
					continue particles
				}
				offset[a] = float32((float64(side8*at[a]+first[a]) - x) * g.step[a])
			}
			dz := offset[2]
			for z := first[2]; z <= last[2]; z++ {
				dy := offset[1]
				for y := first[1]; y <= last[1]; y++ {
					dx, rest := offset[0], 1-(dy*dy+dz*dz)*inverse
					n := (z*side8+y)*side8 + first[0]
					for x := first[0]; x <= last[0]; x++ {
						if q := rest - dx*dx*inverse; q > 0 {
							w := top * q * q * q
							sum[n] += w
							if value != nil {
								value[n] += w * c.value[i]
							}
						}
						dx += float32(g.step[0])
						n++
					}
					dy += float32(g.step[1])
				}
				dz += float32(g.step[2])
			}
		}
	})
}

// inParts calls f for parts of the numbers below n, on all cores.
func inParts(n int, f func(from, until int)) {
	workers := runtime.GOMAXPROCS(0)
	part := max(1, min(1<<14, n/(8*workers)))
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(workers, (n+part-1)/part) {
		wait.Go(func() {
			for from := (int(next.Add(1)) - 1) * part; from < n; from = (int(next.Add(1)) - 1) * part {
				f(from, min(from+part, n))
			}
		})
	}
	wait.Wait()
}
