package geometry

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
)

// Triangle has its corners counterclockwise for who looks at it from outside.
type Triangle [3]Vec

// Mesh is a solid with a closed surface of triangles. What is inside is what the surface goes
// around (its winding number is above 0), so bodies that overlap are one. For the nearest point
// they should be apart; Solid makes them so.
type Mesh struct {
	points  []Vec
	corners [][3]int32 // of the triangles, in the order of the tree
	normals []Vec      // of the triangles
	// at the points: the triangles' normals weighted by their angles (Bærentzen & Aanæs 2005), not
	// normalised
	around []Vec
	// the triangle across each edge, from corner i to i+1; -1 if there is not exactly one
	beside [][3]int32
	nodes  []node
	size   float64 // of its bounds
	little float64 // what rounding may be where it is

	// What NewMesh has left out or changed.
	// triangles without an area, or that had one no more when their corners were welded
	Degenerate int
	Flipped    bool    // it was inside out
	Welded     float64 // corners as close as this are one [m]

	Tell func(Vec) string // writes a place in messages; nil writes its coordinates
}

// weldedAt is the default tolerance of welding, in sizes of the mesh. STL files have 24 bits: 6e-8.
const weldedAt = 1e-6

// NewMesh makes a solid of triangles. Corners closer than weld [m] are one; 0 takes a millionth of
// the mesh's size. Triangles without an area are left out. A mesh that is inside out is turned.
// Faults tells what else may be wrong.
func NewMesh(triangles []Triangle, weld float64) (*Mesh, error) {
	b := nowhere
	for i, t := range triangles {
		for _, p := range t {
			if !finite(p[0], p[1], p[2]) {
				return nil, fmt.Errorf("triangle %d of a mesh has a corner at %v", i+1, p)
			}
			b = b.with(Box{p, p})
		}
	}
	if len(triangles) > math.MaxInt32/4 {
		return nil, fmt.Errorf("a mesh has %d triangles; %d can be", len(triangles), math.MaxInt32/4)
	}
	size, far := b.size(), 0.0
	for a := range 3 {
		far = max(far, -b.Min[a], b.Max[a])
	}
	if len(triangles) > 0 && !(size > 1e-9*far && finite(size*size*size)) {
		return nil, fmt.Errorf("a mesh is %g m large and lies up to %g m from the origin; so small and "+
			"so far away its corners cannot be told apart", size, far)
	}
	if weld == 0 {
		weld = weldedAt * size
	}
	if weld < 1e-15*far { // rounding
		weld = 0
	}
	if !(weld >= 0) {
		return nil, fmt.Errorf("corners of a mesh would be welded within %g m, which should be above 0",
			weld)
	}
	points, corners := welded(triangles, weld)
	if err := checkRepeated(points, corners); err != nil {
		return nil, err
	}
	m, err := newMesh(points, corners, size)
	if err != nil {
		return nil, err
	}
	m.Welded = weld
	return m, nil
}

// maxRepeated is how many triangles may have the same corners. A mesh with some is told of; one
// with many takes hours, since each has to be looked at for each.
const maxRepeated = 64

// checkRepeated refuses a mesh with many triangles in one place.
func checkRepeated(points []Vec, corners [][3]int32) error {
	if len(corners) <= maxRepeated {
		return nil
	}
	count := make(map[[3]int32]int, len(corners))
	for _, c := range corners {
		slices.Sort(c[:])
		if count[c]++; count[c] > maxRepeated && c[0] != c[1] && c[1] != c[2] {
			p := points[c[0]]
			return fmt.Errorf("the mesh has more than %d triangles with the same corners, as at "+
				"(%.4g, %.4g, %.4g); remove the repeated ones in the program that made it", maxRepeated,
				p[0], p[1], p[2])
		}
	}
	return nil
}

// newMesh has points that are apart, and triangles between them.
func newMesh(points []Vec, corners [][3]int32, size float64) (*Mesh, error) {
	m := &Mesh{points: points, size: size}
	var boxes []Box
	for _, c := range corners {
		p, q, r := points[c[0]], points[c[1]], points[c[2]]
		n := norm(cross(sub(q, p), sub(r, p)))
		longest := max(distance(p, q), distance(q, r), distance(r, p))
		if !(n > 1e-14*longest*longest) || n == 0 {
			m.Degenerate++
			continue
		}
		m.corners = append(m.corners, c)
		boxes = append(boxes, Box{p, p}.with(Box{q, q}).with(Box{r, r}))
	}
	if len(m.corners) == 0 {
		return nil, errors.New("a mesh has no triangles that have an area")
	}
	nodes, order := newTree(boxes)
	sorted := make([][3]int32, len(order))
	for i, o := range order {
		sorted[i] = m.corners[o]
	}
	m.corners, m.nodes = sorted, nodes
	far := 0.0
	for a := range 3 {
		far = max(far, -nodes[0].box.Min[a], nodes[0].box.Max[a])
	}
	m.little = max(1e-14*size, 1e-15*far)
	if m.Volume() < 0 {
		m.Flipped = true
		for i := range m.corners {
			c := &m.corners[i]
			c[1], c[2] = c[2], c[1]
		}
	}
	m.orient()
	return m, nil
}

// orient computes normals, and what lies across edges.
func (m *Mesh) orient() {
	m.normals, m.around = make([]Vec, len(m.corners)), make([]Vec, len(m.points))
	for i, c := range m.corners {
		t := m.triangle(i)
		n := unit(cross(sub(t[1], t[0]), sub(t[2], t[0])))
		m.normals[i] = n
		for k := range 3 {
			u, v := unit(sub(t[(k+1)%3], t[k])), unit(sub(t[(k+2)%3], t[k]))
			angle := math.Atan2(norm(cross(u, v)), dot(u, v))
			m.around[c[k]] = along(m.around[c[k]], angle, n)
		}
	}
	m.beside = make([][3]int32, len(m.corners))
	e := m.edges()
	for i := range e.points {
		at := e.at(i)
		for n, s := range at {
			m.beside[s.triangle][s.k] = -1
			if len(at) == 2 {
				m.beside[s.triangle][s.k] = at[1-n].triangle
			}
		}
	}
}

// welded makes points that are closer than a tolerance one: the first of them.
func welded(triangles []Triangle, tolerance float64) (points []Vec, corners [][3]int32) {
	same := make(map[Vec]int32, len(triangles)/2+1)
	cells := make(map[[3]int64]int32, len(triangles)/2+1) // the first point in each
	next := make([]int32, 0, len(triangles)/2+1)          // the next in the same cell, or -1
	side := 2 * tolerance
	number := func(p Vec) int32 {
		if i, ok := same[p]; ok {
			return i
		}
		i := int32(-1)
		var cell [3]int64
		if side > 0 {
			var low, high [3]int64
			for a := range 3 {
				cell[a] = int64(math.Floor(p[a] / side))
				low[a], high[a] = int64(math.Floor((p[a]-tolerance)/side)),
					int64(math.Floor((p[a]+tolerance)/side))
			}
			for x := low[0]; x <= high[0]; x++ {
				for y := low[1]; y <= high[1]; y++ {
					for z := low[2]; z <= high[2]; z++ {
						j, ok := cells[[3]int64{x, y, z}]
						for ; ok && j >= 0; j = next[j] {
							if distance(points[j], p) <= tolerance && (i < 0 || j < i) {
								i = j
							}
						}
					}
				}
			}
		}
		if i < 0 {
			i = int32(len(points))
			points = append(points, p)
			first, ok := cells[cell]
			if !ok {
				first = -1
			}
			next = append(next, first)
			cells[cell] = i
		}
		same[p] = i
		return i
	}
	for _, t := range triangles {
		corners = append(corners, [3]int32{number(t[0]), number(t[1]), number(t[2])})
	}
	return points, corners
}

// mapped is the mesh with other corners.
func (m *Mesh) mapped(f func(Vec) Vec) (*Mesh, error) {
	points, b := make([]Vec, len(m.points)), nowhere
	for i, p := range m.points {
		points[i] = f(p)
		b = b.with(Box{points[i], points[i]})
	}
	r, err := newMesh(points, m.corners, b.size())
	if err == nil {
		r.Welded, r.Degenerate, r.Flipped = m.Welded, r.Degenerate+m.Degenerate, m.Flipped
	}
	return r, err
}

// Count is the number of triangles.
func (m *Mesh) Count() int { return len(m.corners) }

func (m *Mesh) triangle(i int) Triangle {
	c := m.corners[i]
	return Triangle{m.points[c[0]], m.points[c[1]], m.points[c[2]]}
}

// Triangles are those of the mesh.
func (m *Mesh) Triangles() []Triangle {
	all := make([]Triangle, len(m.corners))
	for i := range all {
		all[i] = m.triangle(i)
	}
	return all
}

// Volume that the surface goes around [m³].
func (m *Mesh) Volume() float64 {
	sum, o := 0.0, m.points[m.corners[0][0]]
	for i := range m.corners {
		t := m.triangle(i)
		sum += dot(sub(t[0], o), cross(sub(t[1], o), sub(t[2], o)))
	}
	return sum / 6
}

// Area of the surface [m²].
func (m *Mesh) Area() float64 {
	sum := 0.0
	for i := range m.corners {
		t := m.triangle(i)
		sum += norm(cross(sub(t[1], t[0]), sub(t[2], t[0]))) / 2
	}
	return sum
}

// Bounds are those of the corners.
func (m *Mesh) Bounds() Box { return m.nodes[0].box }

// edges are those of a mesh, by their points.
type edges struct {
	points [][2]int32 // the lower number first
	first  []int32    // where an edge's sides begin; one more at the end
	sides  []side     // in the order of triangles
	of     [][3]int32 // the edges of the triangles
}

// side is that of a triangle from corner k to k+1.
type side struct{ triangle, k int32 }

// triangles that have edge i.
func (e *edges) at(i int) []side { return e.sides[e.first[i]:e.first[i+1]] }

// edges are sorted by counting: a map of millions of them would take longer than all else.
func (m *Mesh) edges() *edges {
	ends := func(i, k int) (low, high int32) {
		c := &m.corners[i]
		p, q := c[k], c[(k+1)%3]
		return min(p, q), max(p, q)
	}
	begin := make([]int32, len(m.points)+1)
	for i := range m.corners {
		for k := range 3 {
			low, _ := ends(i, k)
			begin[low+1]++
		}
	}
	for p := range m.points {
		begin[p+1] += begin[p]
	}
	type half struct {
		high int32
		side
	}
	halves, next := make([]half, 3*len(m.corners)), slices.Clone(begin)
	for i := range m.corners {
		for k := range 3 {
			low, high := ends(i, k)
			halves[next[low]] = half{high, side{int32(i), int32(k)}}
			next[low]++
		}
	}
	e := &edges{of: make([][3]int32, len(m.corners)), sides: make([]side, 0, len(halves))}
	for p := range m.points {
		some := halves[begin[p]:begin[p+1]]
		slices.SortStableFunc(some, func(a, b half) int { return cmp.Compare(a.high, b.high) })
		for i, h := range some {
			if i == 0 || h.high != some[i-1].high {
				e.points = append(e.points, [2]int32{int32(p), h.high})
				e.first = append(e.first, int32(len(e.sides)))
			}
			e.of[h.triangle][h.k] = int32(len(e.points) - 1)
			e.sides = append(e.sides, h.side)
		}
	}
	e.first = append(e.first, int32(len(e.sides)))
	return e
}
