package surface

import "gpusph/sph"

// Options say how a surface is found. The zero value is good.
type Options struct {
	Spacing float64             // of the grid [m]; 0 is that of the particles
	Level   float64             // of the sum, which is 1 within the fluid; 0 is a half
	Smooth  int                 // how often bumps are smoothed; below 0 is not at all, 0 is usual
	Value   func(i int) float64 // a field that the points take from the particles around; nil is none
}

// usualSmooth is how often bumps are smoothed.
const usualSmooth = 10

// Of is the surface of the fluid in a snapshot of a flow. It is closed, along walls too, but for periodic ends of the domain, where it is open. Drops of a few particles
// have none: the sum over them is nowhere so high.
func Of(s *sph.Snapshot, p *sph.Params, o Options) (*Mesh, error) {
	if o.Spacing == 0 {
		o.Spacing = p.DeltaP
	}
	if o.Level == 0 {
		o.Level = 0.5
	}
	if o.Smooth == 0 {
		o.Smooth = usualSmooth
	}
	c := gather(s, p, reach*p.DeltaP, o.Value)
	if len(c.at) == 0 {
		return &Mesh{}, nil
	}
	g, err := newGrid(&c, p, o.Spacing)
	if err != nil {
		return nil, err
	}
	volume := p.DeltaP * p.DeltaP
	if !g.flat {
		volume *= p.DeltaP
	}
	g.add(&c, volume)
	m := g.mesh(float32(o.Level))
	m.smooth(max(0, o.Smooth))
	m.findNormals()
	return m, nil
}

// found is what a block has of the surface.
type found struct {
	points [][3]float32
	values []float32
	number []int32 // of the point of each edge, by node and axis; nil if there is none
	first  int32   // number of its first point in the mesh
	cells  []cell  // that the surface goes through
}

// cell is one of a block: its lowest node, and which corners are within.
type cell struct {
	node   int16
	within uint8
}

// mesh is the surface where sums pass a level. The blocks' points and triangles follow each other in the order of the blocks.
func (g *grid) mesh(level float32) *Mesh {
	all := make([]found, len(g.kept))
	inParts(len(all), func(from, until int) {
		for k := from; k < until; k++ {
			g.find(&all[k], k, level)
		}
	})
	m := &Mesh{}
	for k := range all {
		all[k].first = int32(len(m.Points))
		m.Points = append(m.Points, all[k].points...)
		m.Values = append(m.Values, all[k].values...)
		all[k].points, all[k].values = nil, nil
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
	return m
}

// find finds the points on the edges that begin in a block, and the cells that the surface goes through.
func (g *grid) find(f *found, k int, level float32) {
	at := g.place(int(g.kept[k]))
	n := g.neighbours(at)
	ends := [3]int{side8, side8, side8} // nodes of the block that are in the grid
	for a := range 3 {
		ends[a] = min(ends[a], g.size[a]-side8*at[a])
	}
	for z := range ends[2] {
		for y := range ends[1] {
			for x := range ends[0] {
				here := [3]int{x, y, z}
				from := n.sum(here)
				within := uint8(0)
				whole := true // all corners are in the grid
				for c := range 8 {
					there := here
					for a := range 3 {
						there[a] += c >> a & 1
						if side8*at[a]+there[a] >= g.size[a] && !(g.flat && a == 1) {
							whole = false
						}
					}
					if g.flat && c&2 != 0 || !whole {
						continue
					}
					if n.sum(there) > level {
						within |= 1 << c
					}
				}
				node := (z*side8+y)*side8 + x
				if whole && within != 0 && (within != 255 && !g.flat || g.flat && within != 0x33) {
					f.cells = append(f.cells, cell{int16(node), within})
				}
				for a := range 3 {
					there := here
					there[a]++
					if side8*at[a]+there[a] >= g.size[a] {
						continue
					}
					to := n.sum(there)
					if from > level == (to > level) {
						continue
					}
					if f.number == nil {
						f.number = make([]int32, 3*nodes)
					}
					f.number[3*node+a] = int32(len(f.points))
					const margin = 1e-3 // or triangles would have no area
					part := min(max((level-from)/(to-from), margin), 1-margin)
					var p [3]float32
					for b := range 3 {
						p[b] = float32(g.low[b] + g.step[b]*float64(side8*at[b]+here[b]))
					}
					p[a] = float32(g.low[a] + g.step[a]*(float64(side8*at[a]+here[a])+float64(part)))
					f.points = append(f.points, p)
					if g.value != nil {
						v, w := n.value(here), n.value(there)
						f.values = append(f.values, (v+part*(w-v))/level)
					}
				}
			}
		}
	}
}

// neighbours are a block and the seven beyond its ends. Where there is none the sum is 0.
type neighbours struct {
	g     *grid
	slots [8]int32
}

func (g *grid) neighbours(at [3]int) (n neighbours) {
	n.g = g
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

func (n *neighbours) sum(x [3]int) float32 {
	if i := n.index(x); i >= 0 {
		return n.g.sum[i]
	}
	return 0
}

func (n *neighbours) value(x [3]int) float32 {
	if i := n.index(x); i >= 0 {
		return n.g.value[i]
	}
	return 0
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
