package surface

import (
	"slices"

	"gpusph/sph"
)

// Options say how a surface is found. The zero value is good.
type Options struct {
	Spacing float64             // of the grid [m]; 0 is that of the particles
	Level   float64             // of the sum over particles, which is 1 within the fluid; 0 is a half
	Smooth  int                 // how often bumps are smoothed; below 0 is not at all, 0 is usual
	Open    bool                // without what lies at walls
	Value   func(i int) float64 // a field that the points take from the particles around; nil is none
}

// UsualSmooth is how often bumps are smoothed.
const UsualSmooth = 10

// Of is the surface of the fluid in a snapshot of a flow. It is closed but for periodic ends of the
// domain, unless it is to be open. Drops of a few particles have none: the sum over them is nowhere
// so high. Walls count as if the fluid went on in them, so that the surface goes straight to them,
// and it goes along their faces.
func Of(s *sph.Snapshot, p *sph.Params, o Options) (*Mesh, error) {
	if o.Spacing == 0 {
		o.Spacing = p.DeltaP
	}
	if o.Level == 0 {
		o.Level = 0.5
	}
	if o.Smooth == 0 {
		o.Smooth = UsualSmooth
	}
	far := reach * p.DeltaP
	fluid := gather(s, sph.Fluid, p, far, o.Value, s.Masses())
	if len(fluid.at) == 0 {
		return &Mesh{}, nil
	}
	g, err := newGrid(&fluid, p, o.Spacing)
	if err != nil {
		return nil, err
	}
	volume := p.DeltaP * p.DeltaP // of each particle; in two dimensions the area
	if !g.flat {
		volume *= p.DeltaP
	}
	if p.Mass > 0 && p.Rho0 > 0 {
		volume = p.Mass / p.Rho0
	}
	sorted := g.sort(&fluid)
	g.keep(&sorted)
	g.sum, g.value = g.add(&fluid, &sorted, volume)
	var masses []float32
	if p.Finest() > 1 { // those of walls differ, too
		masses = s.Masses()
	}
	walls := gather(s, sph.Wall, p, far+mostWall*p.DeltaP, nil, masses)
	sorted = g.sort(&walls)
	g.walls, _ = g.add(&walls, &sorted, volume)
	g.level, g.repel = float32(o.Level), !p.Boundary.Model().Layers
	g.findInside()
	m, atWalls := g.mesh()
	m.smooth(max(0, o.Smooth), func(x [3]float32) bool { return g.atEnd(x, p.Periodic) })
	if o.Open {
		m.open(atWalls)
	}
	m.findNormals()
	return m, nil
}

// mostWall is how deep walls go beyond the domain at most, in particle spacings.
const mostWall = 8

// findInside finds what is within: below the free surface, and not in a wall.
func (g *grid) findInside() {
	g.inside = make([]float32, len(g.sum))
	inParts(len(g.sum), func(from, until int) {
		for i := from; i < until; i++ {
			below, outside := g.below(g.sum[i], g.walls[i])
			g.inside[i] = min(below, outside)
		}
	})
}

// below is above 0 below the free surface, and outside is where there is no wall, by the sums over
// fluid and walls. Below the free surface the fluid fills more than a part of what walls leave.
// Half of what is around a wall's face is wall. Walls that repel are one layer, of which there is
// as much as of the fluid.
func (g *grid) below(fluid, walls float32) (below, outside float32) {
	below, outside = fluid-g.level*(1-walls), 0.5-walls
	if g.repel {
		outside = fluid - walls
	}
	return below, outside
}

// found is what a block has of the surface.
type found struct {
	points [][3]float32
	values []float32
	walls  []bool  // which points lie at walls
	number []int32 // of the point of each edge, by node and axis; nil if there is none
	first  int32   // number of its first point in the mesh
	cells  []cell  // that the surface goes through
}

// cell is one of a block: its lowest node, and which corners are within.
type cell struct {
	node   int16
	within uint8
}

// mesh is the surface around what is inside, and which of its points are at walls. The blocks'
// points and triangles follow each other in the order of the blocks.
func (g *grid) mesh() (m *Mesh, atWalls []bool) {
	all := make([]found, len(g.kept))
	inParts(len(all), func(from, until int) {
		for k := from; k < until; k++ {
			g.find(&all[k], k)
		}
	})
	m = &Mesh{}
	for k := range all {
		all[k].first = int32(len(m.Points))
		m.Points = append(m.Points, all[k].points...)
		m.Values = append(m.Values, all[k].values...)
		atWalls = append(atWalls, all[k].walls...)
	}
	triangles, lines := make([][][3]int32, len(all)), make([][][2]int32, len(all))
	inParts(len(all), func(from, until int) {
		for k := from; k < until; k++ {
			triangles[k], lines[k] = g.join(all, k)
		}
	})
	for k := range all {
		m.Triangles = append(m.Triangles, triangles[k]...)
		m.Lines = append(m.Lines, lines[k]...)
	}
	return m, atWalls
}

// atEnd reports whether a point of the surface is where the domain ends along a periodic axis.
func (g *grid) atEnd(x [3]float32, periodic [3]bool) bool {
	for a := range 3 {
		if periodic[a] && (x[a] == g.coordinate(a, 0) || x[a] == g.coordinate(a, g.size[a]-1)) {
			return true
		}
	}
	return false
}

// coordinate is where a node is along an axis [m].
func (g *grid) coordinate(axis, node int) float32 {
	return float32(g.low[axis] + g.step[axis]*float64(node))
}

// Around a block are the first nodes beyond its ends.
const (
	side9  = side8 + 1
	nodes9 = side9 * side9 * side9
)

// around9 copies values of a block and the first ones beyond. Where there is none it is 0.
func (n *neighbours) around9(of []float32, to *[nodes9]float32) {
	for z := range side9 {
		for y := range side9 {
			row := to[(z*side9+y)*side9:][:side9]
			clear(row)
			if i := n.index([3]int{0, y, z}); i >= 0 {
				copy(row, of[i:i+side8])
			}
			if i := n.index([3]int{side8, y, z}); i >= 0 {
				row[side8] = of[i]
			}
		}
	}
}

// find finds the points on the edges that begin in a block, and the cells that the surface goes
// through.
func (g *grid) find(f *found, k int) {
	at := g.place(int(g.kept[k]))
	n := g.neighbours(at)
	var around sums
	n.around9(g.inside, &around.inside)
	inside := &around.inside
	if low, high := slices.Min(inside[:]), slices.Max(inside[:]); low > 0 || high <= 0 {
		return
	}
	n.around9(g.sum, &around.sum)
	n.around9(g.walls, &around.walls)
	if g.value != nil {
		n.around9(g.value, &around.value)
	}
	// of the nodes of the block that are in the grid, and of those that begin a cell
	var ends, cells [3]int
	for a := range 3 {
		ends[a] = min(side8, g.size[a]-side8*at[a])
		cells[a] = min(side8, g.size[a]-1-side8*at[a])
	}
	all := uint8(255)
	if g.flat {
		all, cells[1] = 0x33, 1
	}
	step := [3]int{1, side9, side9 * side9}
	f.number = make([]int32, 3*nodes)
	for z := range ends[2] {
		for y := range ends[1] {
			for x := range ends[0] {
				here, node, i := [3]int{x, y, z}, (z*side8+y)*side8+x, (z*side9+y)*side9+x
				for a := range 3 {
					if here[a] < cells[a] && inside[i] > 0 != (inside[i+step[a]] > 0) && !(g.flat && a == 1) {
						f.number[3*node+a] = int32(len(f.points))
						f.add(g, at, here, a, i, i+step[a], &around)
					}
				}
				if x >= cells[0] || y >= cells[1] || z >= cells[2] {
					continue
				}
				within := uint8(0)
				for c := range 8 {
					if all>>c&1 == 1 && inside[i+c&1+c>>1&1*side9+c>>2*side9*side9] > 0 {
						within |= 1 << c
					}
				}
				if within != 0 && within != all {
					f.cells = append(f.cells, cell{int16(node), within})
				}
			}
		}
	}
}

// sums are those at the nodes of a block and the first ones beyond.
type sums struct{ inside, sum, walls, value [nodes9]float32 }

// add finds the point on the edge that begins in a node of a block; i and j are the ends of it.
func (f *found) add(g *grid, at, here [3]int, axis, i, j int, s *sums) {
	const margin = 1e-3 // or triangles would have no area
	part := min(max(s.inside[i]/(s.inside[i]-s.inside[j]), margin), 1-margin)
	between := func(of *[nodes9]float32) float32 { return of[i] + part*(of[j]-of[i]) }
	var p [3]float32
	for a := range 3 {
		p[a] = g.coordinate(a, side8*at[a]+here[a])
	}
	p[axis] += part * float32(g.step[axis])
	f.points = append(f.points, p)
	sum, walls := between(&s.sum), between(&s.walls)
	below, outside := g.below(sum, walls)
	f.walls = append(f.walls, outside < below)
	if g.value != nil {
		f.values = append(f.values, between(&s.value)/sum)
	}
}

// neighbours are a block and the seven beyond its ends. Where there is none the sum is 0.
type neighbours struct{ slots [8]int32 }

func (g *grid) neighbours(at [3]int) (n neighbours) {
	for c := range n.slots {
		n.slots[c] = -1
		var b [3]int
		ok := true
		for a := range 3 {
			b[a] = at[a] + c>>a&1
			ok = ok && b[a] < g.blocks[a]
		}
		if ok {
			n.slots[c] = g.slot[(b[2]*g.blocks[1]+b[1])*g.blocks[0]+b[0]]
		}
	}
	return n
}

// index is where a node is, whose coordinates are those in the block, from 0 to 8; -1 is nowhere.
func (n *neighbours) index(x [3]int) int {
	c := x[0]/side8 | x[1]/side8<<1 | x[2]/side8<<2
	if n.slots[c] < 0 {
		return -1
	}
	return nodes*int(n.slots[c]) + (x[2]%side8*side8+x[1]%side8)*side8 + x[0]%side8
}

// join makes the triangles or lines of a block of the points that were found.
func (g *grid) join(all []found, k int) (triangles [][3]int32, lines [][2]int32) {
	n := g.neighbours(g.place(int(g.kept[k])))
	for _, c := range all[k].cells {
		low := [3]int{int(c.node) % side8, int(c.node) / side8 % side8, int(c.node) / (side8 * side8)}
		point := func(e edge) int32 {
			x := low
			for a := range 3 {
				x[a] += e.corner >> a & 1
			}
			i := n.index(x)
			f := &all[i/nodes]
			return f.first + f.number[3*(i%nodes)+e.axis]
		}
		if g.flat {
			for _, l := range squares[c.within] {
				lines = append(lines, [2]int32{point(l[0]), point(l[1])})
			}
			continue
		}
		for _, t := range cases[c.within] {
			triangles = append(triangles, [3]int32{point(t[0]), point(t[1]), point(t[2])})
		}
	}
	return triangles, lines
}
