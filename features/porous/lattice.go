package porous

import (
	"math"
	"runtime"
	"sync"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// lattice is a lattice of half the distance between nodes, in which shapes are sampled.
type lattice struct {
	low   geometry.Vec // first point [m]
	step  float64      // [m]
	count [3]int       // odd, or 1 across a plane
}

const (
	margin     = 2       // kernel widths beyond a layer
	mostPoints = 1 << 27 // points
)

// newLattice has all layers in it, as far as they are in the domain, and what smoothing adds.
func newLattice(s *scene.Scene, p *sph.Params, layers []shaped) (g lattice, err error) {
	g.step = p.DeltaP / 2
	whole, margin := s.Whole(), margin*p.H+p.DeltaP
	low, high := geometry.Vec{}, geometry.Vec{}
	for a := range 3 {
		low[a], high[a] = math.Inf(1), math.Inf(-1)
	}
	for k := range layers {
		b := scene.Clip(layers[k].Shape.Bounds(), whole)
		for _, a := range p.Axes() {
			if !(b.Max[a] > b.Min[a]) {
				return g, scene.ErrorAt(layers[k].Path, "the porous layer %q is not in "+
					"the domain along %v", layers[k].Name, a)
			}
			low[a], high[a] = min(low[a], b.Min[a]-margin), max(high[a], b.Max[a]+margin)
		}
	}
	g.count = [3]int{1, 1, 1}
	points := 1.0
	for _, a := range p.Axes() {
		// faces, which lie on whole or half spacings as a rule, are midway between points
		g.low[a] = (math.Floor(low[a]/g.step) + 0.5) * g.step
		g.count[a] = 2*int(math.Ceil((high[a]-g.low[a])/(2*g.step))) + 1
		points *= float64(g.count[a])
	}
	if points > mostPoints {
		return g, scene.ErrorAt(layers[0].Path, "the porous layers take %s points "+
			"at half a spacing of %s m, but %d is most; use a larger spacing or smaller layers",
			text.Number(points), text.Number(p.DeltaP), mostPoints)
	}
	return g, nil
}

// nodes is how many nodes the lattice of the case has: every second point.
func (g *lattice) nodes() (n [3]int) {
	for a := range n {
		n[a] = (g.count[a] + 1) / 2
	}
	return n
}

func (g *lattice) at(i, j, k int) geometry.Vec {
	return geometry.Vec{g.low[0] + float64(i)*g.step, g.low[1] + float64(j)*g.step,
		g.low[2] + float64(k)*g.step}
}

func (g *lattice) index(i, j, k int) int { return (k*g.count[1]+j)*g.count[0] + i }

// sampled is 1 where a place is in something, and 0 elsewhere.
func (g *lattice) sampled(s *scene.Scene, in func(geometry.Vec) bool) []float32 {
	values := make([]float32, g.count[0]*g.count[1]*g.count[2])
	var wait sync.WaitGroup
	workers := runtime.GOMAXPROCS(0)
	for first := range workers {
		wait.Go(func() {
			for row := first; row < g.count[1]*g.count[2]; row += workers {
				j, k := row%g.count[1], row/g.count[1]
				for i := range g.count[0] {
					if in(s.Folded(g.at(i, j, k))) {
						values[g.index(i, j, k)] = 1
					}
				}
			}
		})
	}
	wait.Wait()
	return values
}

// overlap is a place that two layers have in common beyond the points at their faces: one of which
// all that are next to it are in both, too.
func (g *lattice) overlap(a, b []float32) (x geometry.Vec, both bool) {
	strides := [3]int{1, g.count[0], g.count[0] * g.count[1]}
	for k := range g.count[2] {
		for j := range g.count[1] {
			for i := range g.count[0] {
				n, inside := g.index(i, j, k), true
				for axis, at := range [3]int{i, j, k} {
					if g.count[axis] == 1 {
						continue
					}
					if at == 0 || at == g.count[axis]-1 {
						inside = false
						break
					}
					for _, m := range []int{n - strides[axis], n, n + strides[axis]} {
						inside = inside && a[m] > 0 && b[m] > 0
					}
				}
				if inside {
					return g.at(i, j, k), true
				}
			}
		}
	}
	return x, false
}

// smooth takes means with weights that fall linearly to 0 at a smoothing length, along one axis
// after the other.
func (g *lattice) smooth(values []float32, p *sph.Params) {
	reach := int(math.Ceil(p.H/g.step)) - 1
	weights := make([]float32, 2*reach+1)
	var sum float32
	for m := range weights {
		weights[m] = 1 - float32(math.Abs(float64(m-reach))*g.step/p.H)
		sum += weights[m]
	}
	strides := [3]int{1, g.count[0], g.count[0] * g.count[1]}
	for axis, n := range g.count {
		if n == 1 {
			continue
		}
		line := make([]float32, n)
		for first := range values {
			if first/strides[axis]%n != 0 {
				continue
			}
			for i := range n {
				var mean float32
				for m, w := range weights {
					at := min(max(i+m-reach, 0), n-1)
					mean += w * values[first+at*strides[axis]]
				}
				line[i] = mean / sum
			}
			for i := range n {
				values[first+i*strides[axis]] = line[i]
			}
		}
	}
}

// values are those of the nodes: of the space that walls leave, the parts that are of each layer.
// Drag is that part of each layer's on n u, so a layer as a whole resists as without smoothing.
func (g *lattice) values(f *Field, open []float32,
	parts [][]float32) []Node {
	all := make([]Node, f.Nodes[0]*f.Nodes[1]*f.Nodes[2])
	for k := range f.Nodes[2] {
		for j := range f.Nodes[1] {
			for i := range f.Nodes[0] {
				from := g.index(min(2*i, g.count[0]-1), min(2*j, g.count[1]-1), min(2*k, g.count[2]-1))
				node, most := Node{Porosity: 1}, float32(0)
				for l := range parts {
					if !(open[from] > 0 && parts[l][from] > 0) {
						continue
					}
					of, part := &f.Layers[l], min(1, parts[l][from]/open[from])
					n := float32(of.Porosity)
					node.Porosity -= part * (1 - n)
					node.Linear += part * float32(of.Linear) / n
					node.Quadratic += part * float32(of.Quadratic) / (n * n)
					if part > most {
						most, node.Layer = part, float32(l+1)
					}
				}
				node.Linear *= node.Porosity
				node.Quadratic *= node.Porosity * node.Porosity
				all[f.Index(i, j, k)] = node
			}
		}
	}
	return all
}
