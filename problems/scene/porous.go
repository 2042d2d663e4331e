package scene

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/geometry"
	"gpusph/internal/text"
	"gpusph/sph"
)

// PorousShape is a porous layer and where it lies.
type PorousShape struct {
	Path  string // in a case file
	Shape geometry.Shape
	sph.PorousLayer
}

// FillPorous gives a case that is filled its porous layers: the lattice of their values, and fluid
// within them as many spacings apart as the pores have room for.
func (s *Scene) FillPorous(c *sph.Case, layers []PorousShape) error {
	walls, err := s.walls()
	if err != nil {
		return err
	}
	grid, err := s.newPorousGrid(&c.Params, layers)
	if err != nil {
		return err
	}
	field := &sph.PorousField{Low: grid.low, Step: 2 * grid.step, Nodes: grid.nodes()}
	for k := range layers {
		field.Layers = append(field.Layers, layers[k].PorousLayer)
	}
	open := grid.sampled(s, func(x geometry.Vec) bool { return walls == nil || !walls.Inside(x) })
	grid.smooth(open, &c.Params)
	parts := make([][]float32, len(layers))
	for k := range layers {
		in := layers[k].Shape
		parts[k] = grid.sampled(s, func(x geometry.Vec) bool {
			return (walls == nil || !walls.Inside(x)) && in.Inside(x)
		})
		if !slices.ContainsFunc(parts[k], func(v float32) bool { return v > 0 }) {
			return PlacedError{Path: layers[k].Path, error: fmt.Errorf("the porous layer %q has no room "+
				"for fluid in the domain at a spacing of %s m: walls take its place, or it is thinner than "+
				"half of that", layers[k].Name, text.Number(c.Params.DeltaP))}
		}
		for j := range k {
			if x, both := grid.overlap(parts[j], parts[k]); both {
				return PlacedError{Path: layers[k].Path, error: fmt.Errorf("the porous layers %q and %q "+
					"overlap at %s; use difference = [{…}, {…}] so that each place is in one layer",
					layers[j].Name, layers[k].Name, c.Params.Place(x))}
			}
		}
	}
	for k := range parts {
		grid.smooth(parts[k], &c.Params)
	}
	field.At = grid.values(field, open, parts)
	thinOut(c, layers)
	field.Fill(c)
	s.notePorous(c, layers)
	return checkMovers(c, layers)
}

// checkMovers refuses walls that move where there is a layer, which they would push aside.
func checkMovers(c *sph.Case, layers []PorousShape) error {
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] != sph.Wall || !c.BodyMoves(i) || c.Porous.Porosity(x) == 1 {
			continue
		}
		for k := range layers {
			if layers[k].Shape.Inside(x) || k == len(layers)-1 {
				return PlacedError{Path: layers[k].Path, error: fmt.Errorf("the porous layer %q has %q in "+
					"or beside it at %s, which moves, but stones stay where they are; use a layer farther "+
					"from what moves", layers[k].Name, c.Bodies[c.Particles.Body[i]-1].Name, c.Params.Place(x))}
			}
		}
	}
	return nil
}

// porousGrid is a lattice of half the distance between nodes, in which shapes are sampled.
type porousGrid struct {
	low   geometry.Vec // first point [m]
	step  float64      // [m]
	count [3]int       // odd, or 1 across a plane
}

const (
	porousMargin = 2       // kernel widths beyond a layer
	mostPorous   = 1 << 27 // points
)

// newPorousGrid has all layers in it, as far as they are in the domain, and what smoothing adds.
func (s *Scene) newPorousGrid(p *sph.Params, layers []PorousShape) (g porousGrid, err error) {
	g.step = p.DeltaP / 2
	whole, margin := s.Whole(), porousMargin*p.H+p.DeltaP
	low, high := geometry.Vec{}, geometry.Vec{}
	for a := range 3 {
		low[a], high[a] = math.Inf(1), math.Inf(-1)
	}
	for k := range layers {
		b := Clip(layers[k].Shape.Bounds(), whole)
		for _, a := range p.Axes() {
			if !(b.Max[a] > b.Min[a]) {
				return g, PlacedError{Path: layers[k].Path, error: fmt.Errorf("the porous layer %q is not in "+
					"the domain along %v", layers[k].Name, a)}
			}
			low[a], high[a] = min(low[a], b.Min[a]-margin), max(high[a], b.Max[a]+margin)
		}
	}
	g.count = [3]int{1, 1, 1}
	points := 1.0
	for _, a := range p.Axes() {
		g.low[a] = low[a]
		g.count[a] = 2*int(math.Ceil((high[a]-low[a])/(2*g.step))) + 1
		points *= float64(g.count[a])
	}
	if points > mostPorous {
		return g, PlacedError{Path: layers[0].Path, error: fmt.Errorf("the porous layers take %s points "+
			"at half a spacing of %s m, but %d is most; use a larger spacing or smaller layers",
			text.Number(points), text.Number(p.DeltaP), mostPorous)}
	}
	return g, nil
}

// nodes is how many nodes the lattice of the case has: every second point.
func (g *porousGrid) nodes() (n [3]int) {
	for a := range n {
		n[a] = (g.count[a] + 1) / 2
	}
	return n
}

func (g *porousGrid) at(i, j, k int) geometry.Vec {
	return geometry.Vec{g.low[0] + float64(i)*g.step, g.low[1] + float64(j)*g.step,
		g.low[2] + float64(k)*g.step}
}

func (g *porousGrid) index(i, j, k int) int { return (k*g.count[1]+j)*g.count[0] + i }

// foldAll takes a place to the one of the first width that it is an image of, and along periodic
// axes into the domain.
func (s *Scene) foldAll(x geometry.Vec) geometry.Vec {
	for a, periodic := range s.Periodic {
		if size := s.Whole().Size(a); periodic && size > 0 {
			x[a] -= size * math.Floor((x[a]-s.Whole().Min[a])/size)
		}
	}
	return s.fold(x)
}

// sampled is 1 where a place is in something, and 0 elsewhere.
func (g *porousGrid) sampled(s *Scene, in func(geometry.Vec) bool) []float32 {
	values := make([]float32, g.count[0]*g.count[1]*g.count[2])
	inParallel(g.count[1]*g.count[2], func(row int) error {
		j, k := row%g.count[1], row/g.count[1]
		for i := range g.count[0] {
			if in(s.foldAll(g.at(i, j, k))) {
				values[g.index(i, j, k)] = 1
			}
		}
		return nil
	})
	return values
}

// overlap is a place that two layers have in common beyond the points at their faces: one of which
// all that are next to it are in both, too.
func (g *porousGrid) overlap(a, b []float32) (x geometry.Vec, both bool) {
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
func (g *porousGrid) smooth(values []float32, p *sph.Params) {
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
func (g *porousGrid) values(f *sph.PorousField, open []float32, parts [][]float32) []sph.PorousNode {
	all := make([]sph.PorousNode, f.Nodes[0]*f.Nodes[1]*f.Nodes[2])
	for k := range f.Nodes[2] {
		for j := range f.Nodes[1] {
			for i := range f.Nodes[0] {
				from := g.index(min(2*i, g.count[0]-1), min(2*j, g.count[1]-1), min(2*k, g.count[2]-1))
				node, most := sph.PorousNode{Porosity: 1}, float32(0)
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

// thinned is a particle of fluid that a layer has at the start: its number, place and density.
type thinned struct {
	at  int
	x   geometry.Vec
	rel float32
}

// thinOut replaces the particles of fluid in layers by as many as their pores have room for, in
// rows of equal distances.
func thinOut(c *sph.Case, layers []PorousShape) {
	q := &c.Particles
	gone := make([]bool, q.Len())
	var rows []placedFluid
	for k := range layers {
		var in []thinned
		for i, x := range q.Position {
			if q.Type[i] == sph.Fluid && !gone[i] && layers[k].Shape.Inside(x) {
				in = append(in, thinned{i, x, q.RelDensity[i]})
				gone[i] = true
			}
		}
		rows = append(rows, spread(&c.Params, in, layers[k].Porosity)...)
	}
	first := c.Replace(gone, func(add func(like int, x [3]float64, rel float32)) {
		for _, r := range rows {
			add(r.like, r.x, r.rel)
		}
	})
	keepApart(&c.Params, q, first, first+len(rows))
}

// placedFluid is a particle in place of others: like one of them.
type placedFluid struct {
	like int
	x    geometry.Vec
	rel  float32
}

// spread places the part n of some particles evenly where they are: in rows across z, then across
// y, then along x. The space of a particle is a cube of a spacing around it.
func spread(p *sph.Params, in []thinned, n float64) (all []placedFluid) {
	if len(in) == 0 {
		return nil
	}
	apart := p.DeltaP * math.Pow(n, -1/float64(p.Dim))
	axes := []int{2, 1, 0}
	if p.Dim == 2 {
		axes = []int{2, 0}
	}
	var due float64
	var place func(of []part, axes []int, x geometry.Vec)
	place = func(of []part, axes []int, x geometry.Vec) {
		if len(axes) == 1 {
			all = append(all, along(p, in, of, axes[0], x, &due)...)
			return
		}
		for _, row := range slabs(p, in, of, axes[0], apart) {
			x[axes[0]] = row.at
			place(row.of, axes[1:], x)
		}
	}
	whole := make([]part, len(in))
	for k := range in {
		whole[k] = part{k, n}
	}
	place(whole, axes, in[0].x)
	return all
}

// part is how much of a particle there is.
type part struct {
	of int
	n  float64
}

// slab is what lies between two planes.
type slab struct {
	at float64 // its middle [m]
	of []part
}

// slabs cuts particles, as cubes, into slabs of equal thickness across an axis.
func slabs(p *sph.Params, in []thinned, of []part, axis int, apart float64) []slab {
	low, high := math.Inf(1), math.Inf(-1)
	for _, k := range of {
		x := in[k.of].x[axis]
		low, high = min(low, x-p.DeltaP/2), max(high, x+p.DeltaP/2)
	}
	count := max(1, int(math.Round((high-low)/apart)))
	thick := (high - low) / float64(count)
	all := make([]slab, count)
	for s := range all {
		all[s].at = low + (float64(s)+0.5)*thick
	}
	for _, k := range of {
		from, to := in[k.of].x[axis]-p.DeltaP/2, in[k.of].x[axis]+p.DeltaP/2
		for s := max(0, int((from-low)/thick)); s < count; s++ {
			share := min(to, low+float64(s+1)*thick) - max(from, low+float64(s)*thick)
			if share <= 0 {
				break
			}
			all[s].of = append(all[s].of, part{k.of, k.n * share / p.DeltaP})
		}
	}
	return all
}

// edge is where the particles of a row begin or end along it, and by how much more or less of them
// there is in each metre from there on.
type edge struct{ at, more float64 }

// along places whole particles along a row, each in the middle of what it stands for. due is what
// the rows before have left over.
func along(p *sph.Params, in []thinned, of []part, axis int, x geometry.Vec, due *float64) (all []placedFluid) {
	sum, edges := 0.0, make([]edge, 0, 2*len(of))
	for _, k := range of {
		sum += k.n
		at := in[k.of].x[axis]
		edges = append(edges, edge{at - p.DeltaP/2, k.n / p.DeltaP}, edge{at + p.DeltaP/2, -k.n / p.DeltaP})
	}
	count := int(math.Round(sum + *due))
	*due += sum - float64(count)
	if count <= 0 {
		return nil
	}
	slices.SortFunc(edges, func(a, b edge) int { return cmp.Or(cmp.Compare(a.at, b.at), cmp.Compare(b.more, a.more)) })
	each, done, density := sum/float64(count), 0.0, 0.0
	for k := range edges[:len(edges)-1] {
		density += edges[k].more
		here := density * (edges[k+1].at - edges[k].at)
		for len(all) < count && (float64(len(all))+0.5)*each <= done+here && density > 0 {
			x[axis] = edges[k].at + ((float64(len(all))+0.5)*each-done)/density
			all = append(all, likeNearest(p, in, of, x))
		}
		done += here
	}
	return all
}

// likeNearest is a particle at a place like the nearest of some, with the pressure of its depth.
func likeNearest(p *sph.Params, in []thinned, of []part, x geometry.Vec) placedFluid {
	best, least := of[0].of, math.Inf(1)
	for _, k := range of {
		if d := separation2(x, in[k.of].x); d < least {
			best, least = k.of, d
		}
	}
	rel := float64(in[best].rel)
	for a := range 3 {
		rel += p.Gravity[a] * (x[a] - in[best].x[a]) / (p.C0 * p.C0)
	}
	return placedFluid{in[best].at, x, float32(rel)}
}

func separation2(a, b geometry.Vec) (d float64) {
	for k := range a {
		d += (a[k] - b[k]) * (a[k] - b[k])
	}
	return d
}

const (
	clearance = 0.8 // of particles in and beside a layer at the start, in spacings
	clearings = 40  // times that they are moved apart
)

// keepApart moves the particles of fluid from the first on to a last apart from each other and from all
// else: rows of different layers may come close where these meet.
func keepApart(p *sph.Params, q *sph.Particles, first, last int) {
	reach := clearance * p.DeltaP
	cellOf := func(x geometry.Vec) (c [3]int) {
		for a := range c {
			c[a] = int(math.Floor((x[a] - p.Min[a]) / (2 * p.DeltaP)))
		}
		return c
	}
	cells := map[[3]int][]int{}
	for i, x := range q.Position {
		cells[cellOf(x)] = append(cells[cellOf(x)], i)
	}
	near := make([][]int, last-first)
	for i := first; i < last; i++ {
		c := cellOf(q.Position[i])
		for n := range 27 {
			for _, j := range cells[[3]int{c[0] + n%3 - 1, c[1] + n/3%3 - 1, c[2] + n/9 - 1}] {
				if j != i && separation2(q.Position[i], q.Position[j]) < 4*p.DeltaP*p.DeltaP {
					near[i-first] = append(near[i-first], j)
				}
			}
		}
	}
	for range clearings {
		moved := false
		for i := first; i < last; i++ {
			x := &q.Position[i]
			for _, j := range near[i-first] {
				d := math.Sqrt(separation2(*x, q.Position[j]))
				if d >= reach {
					continue
				}
				moved = true
				for _, a := range p.Axes() {
					way := 1.0 // of two at one place
					if d > 0 {
						way = (x[a] - q.Position[j][a]) / d
					}
					x[a] += (reach - d) / 2 * way
				}
			}
		}
		if !moved {
			return
		}
	}
}

// notePorous tells what layers there are, and warns of what they are too small for.
func (s *Scene) notePorous(c *sph.Case, layers []PorousShape) {
	p := &c.Params
	for k := range layers {
		l := &layers[k]
		c.Notes = append(c.Notes, fmt.Sprintf("the porous layer %q has the porosity %s; a hydraulic "+
			"gradient of 1 makes %s m/s through its whole area", l.Name, text.Number(l.Porosity),
			text.Number(text.Three(l.Porosity*l.Speed(1, sph.Norm(p.Gravity)), math.Round))))
		b := Clip(l.Shape.Bounds(), s.Whole())
		for _, a := range p.Axes() {
			if b.Size(int(a)) < 2*p.H {
				c.Warnings = append(c.Warnings, fmt.Sprintf("the porous layer %q is %s m thick along %v, less "+
					"than twice the smoothing length of %s m over which its porosity is smoothed; use a "+
					"smaller spacing", l.Name, text.Number(b.Size(int(a))), a, text.Number(p.H)))
				break
			}
		}
	}
}
