package geometry

// Meshes of several parts.
//
// A point is in a mesh if the surface goes around it: its winding number is not 0. Of parts that
// lie in each other, that is not what the nearest triangle says. So a part in another one that adds
// nothing is left out, and parts that touch or go through each other are combined as shapes are.

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// role is what a part of a mesh does.
type role uint8

const (
	isSolid  role = iota
	isTurned      // a solid whose triangles face inwards, and are turned
	isCavity      // faces inwards in a solid
	isInner       // has solid on both sides, and adds nothing
)

// piece is a part of a mesh, whose triangles hang together by edges.
type piece struct {
	*Mesh         // faces outwards
	at       Vec  // the middle of its first triangle
	inward   bool // as it is in the whole mesh
	role     role
	in       []int // larger pieces that have it in them
	crosses  []int // larger pieces that it goes through
	contacts []int // pieces that it touches or goes through
}

// pieces are the parts of a mesh, and what each does. Larger ones come before those in them.
func (m *Mesh) pieces(bodies []body) ([]piece, error) {
	all := make([]piece, 0, len(bodies))
	for _, b := range bodies {
		part, err := m.some(b.triangles)
		if err != nil {
			return nil, err
		}
		all = append(all, piece{Mesh: part, at: m.centre(b.triangles[0]), inward: part.Flipped})
	}
	slices.SortStableFunc(all, func(a, b piece) int { return cmp.Compare(b.Volume(), a.Volume()) })
	if err := checkOverlaps(all); err != nil {
		return nil, err
	}
	little := max(m.Welded, 1e-9*m.size)
	for i := range all {
		for j := range i {
			all[i].compare(&all[j], i, j, little)
		}
		all[i].settle(all)
	}
	return all, nil
}

// How many pairs of parts of a mesh may lie over each other: some for each part, and some more.
const overlapsOfPart, overlapsOfAll = 100, 5000

// checkOverlaps refuses parts of which each lies over many, since every pair has to be looked at.
func checkOverlaps(all []piece) error {
	left := overlapsOfPart*len(all) + overlapsOfAll
	for i := range all {
		b := all[i].Bounds()
		for j := range i {
			if c := all[j].Bounds(); overlap(&b, &c) {
				if left--; left < 0 {
					return fmt.Errorf("the %d parts of the mesh lie over each other, more than %d of them "+
						"at (%.4g, %.4g, %.4g); unite them in the program that made it", len(all),
						overlapsOfPart, b.Min[0], b.Min[1], b.Min[2])
				}
			}
		}
	}
	return nil
}

// some is a mesh of some triangles, facing outwards.
func (m *Mesh) some(triangles []int32) (*Mesh, error) {
	points, corners, box := []Vec(nil), make([][3]int32, 0, len(triangles)), nowhere
	number := map[int32]int32{}
	for _, t := range triangles {
		var c [3]int32
		for k, p := range m.corners[t] {
			n, ok := number[p]
			if !ok {
				n = int32(len(points))
				number[p] = n
				points = append(points, m.points[p])
				box = box.with(Box{m.points[p], m.points[p]})
			}
			c[k] = n
		}
		corners = append(corners, c)
	}
	return newMesh(points, corners, box.size())
}

// compare finds out how a piece lies to a larger one.
func (p *piece) compare(o *piece, i, j int, little float64) {
	b := p.Bounds().Grown(little)
	if c := o.Bounds(); !overlap(&b, &c) {
		return
	}
	touches, crosses := p.meets(o.Mesh, little)
	if touches {
		p.contacts, o.contacts = append(p.contacts, j), append(o.contacts, i)
	}
	inside, outside := p.sides(o.Mesh, touches, little)
	switch {
	case crosses || inside && outside:
		p.crosses = append(p.crosses, j)
	case !outside:
		p.in = append(p.in, j)
	}
}

// sides reports whether corners or middles of a piece's triangles are in a mesh, and whether some
// are outside. Where the two do not touch, one point says it of all.
func (p *piece) sides(o *Mesh, touches bool, little float64) (inside, outside bool) {
	const looks = 2000
	look := func(x Vec) {
		if _, on := o.closest(x, little); on {
			return
		}
		if o.side(x) > 0 {
			inside = true
		} else {
			outside = true
		}
	}
	if !touches {
		look(p.points[p.corners[0][0]])
		return inside, outside
	}
	for t := 0; t < len(p.corners); t += max(1, len(p.corners)/looks) {
		for _, x := range p.triangle(t) {
			look(x)
		}
		look(p.centre(int32(t)))
		if inside && outside {
			break
		}
	}
	return inside, outside
}

// settle says what a piece does, once the larger ones are settled.
func (p *piece) settle(all []piece) {
	around := 0 // winding number around it
	for _, j := range p.in {
		around += all[j].winds()
	}
	crosses := len(p.crosses) > 0
	switch {
	case around <= 0 && p.inward && !crosses:
		p.role = isTurned
	case around <= 0 && p.inward || around == 1 && p.inward:
		p.role = isCavity
	case around > 0 && (p.inward || !crosses):
		p.role = isInner
	}
}

// winds is by how much a piece raises the winding number in it.
func (p *piece) winds() int {
	if p.inward && p.role != isTurned {
		return -1
	}
	return 1
}

// Solid is what the mesh goes around, as a shape whose nearest point is right also where parts lie
// in each other, touch, or go through each other.
func (m *Mesh) Solid() (Shape, error) {
	bodies, _ := m.orientation(m.edges())
	if len(bodies) == 1 {
		return m, nil
	}
	all, err := m.pieces(bodies)
	if err != nil {
		return nil, err
	}
	kept := func(i int) bool { return all[i].role != isInner }
	cavities := make([][]int, len(all)) // in each piece
	alone := make([]bool, len(all))
	for i := range all {
		p := &all[i]
		alone[i] = !slices.ContainsFunc(p.contacts, kept)
		if p.role == isCavity {
			for _, j := range slices.Concat(p.in, p.crosses) {
				if r := all[j].role; r == isSolid || r == isTurned {
					cavities[j] = append(cavities[j], i)
				}
			}
		}
	}
	var together [][]int // of the pieces that no other touches, with their cavities
	var shapes []Shape
	for i := range all {
		if r := all[i].role; r != isSolid && r != isTurned {
			continue
		}
		if alone[i] && !slices.ContainsFunc(cavities[i], func(k int) bool { return !alone[k] }) {
			together = append(together, append([]int{i}, cavities[i]...))
			continue
		}
		var less []Shape
		for _, k := range cavities[i] {
			less = append(less, all[k].Mesh)
		}
		shapes = append(shapes, Difference(Shape(all[i].Mesh), less...))
	}
	if len(together) > 0 {
		rest, err := m.joined(all, together)
		if err != nil {
			return nil, err
		}
		shapes = append([]Shape{rest}, shapes...)
	}
	return Union(shapes[0], shapes[1:]...), nil
}

// joined is one mesh of some pieces and the cavities in them. A cavity may be in several.
func (m *Mesh) joined(all []piece, lists [][]int) (*Mesh, error) {
	var points []Vec
	var corners [][3]int32
	box, has := nowhere, make([]bool, len(all))
	for _, i := range slices.Concat(lists...) {
		if has[i] {
			continue
		}
		has[i] = true
		p, first := &all[i], int32(len(points))
		points, box = append(points, p.points...), box.with(p.Bounds())
		for _, c := range p.corners {
			if p.role == isCavity {
				c[1], c[2] = c[2], c[1]
			}
			corners = append(corners, [3]int32{c[0] + first, c[1] + first, c[2] + first})
		}
	}
	r, err := newMesh(points, corners, box.size())
	if err == nil {
		r.Welded, r.Degenerate, r.Flipped = m.Welded, m.Degenerate+r.Degenerate, m.Flipped
	}
	return r, err
}

// meets reports whether the surfaces of two meshes come closer than little, and whether an edge of
// one goes through a triangle of the other.
func (m *Mesh) meets(o *Mesh, little float64) (touches, crosses bool) {
	type pair struct{ a, b int32 }
	stack := []pair{{0, 0}}
	for len(stack) > 0 && !crosses {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		a, b := &m.nodes[p.a], &o.nodes[p.b]
		box := a.box.Grown(little)
		if !overlap(&box, &b.box) {
			continue
		}
		switch {
		case a.leaf() && b.leaf():
			for i := a.first; i < a.last; i++ {
				for j := b.first; j < b.last; j++ {
					touches = touches || closer(m.triangle(int(i)), o.triangle(int(j)), little)
					if m.pierces(o, i, j) || o.pierces(m, j, i) {
						return true, true
					}
				}
			}
		case b.leaf() || !a.leaf() && a.last-a.first > b.last-b.first:
			stack = append(stack, pair{a.right, p.b}, pair{p.a + 1, p.b})
		default:
			stack = append(stack, pair{p.a, b.right}, pair{p.a, p.b + 1})
		}
	}
	return touches, crosses
}

// pierces reports whether an edge of triangle i goes through the inside of triangle j of another
// mesh.
func (m *Mesh) pierces(o *Mesh, i, j int32) bool {
	t := m.triangle(int(i))
	for k := range 3 {
		if _, ok := o.through(t[k], t[(k+1)%3], j); ok {
			return true
		}
	}
	return false
}

// closer reports whether two triangles that do not go through each other are closer than little.
func closer(s, t Triangle, little float64) bool {
	for k := range 3 {
		if p, _ := nearestOfTriangle(s[k], t[0], t[1], t[2]); distance(p, s[k]) <= little {
			return true
		}
		if p, _ := nearestOfTriangle(t[k], s[0], s[1], s[2]); distance(p, t[k]) <= little {
			return true
		}
	}
	for i := range 3 {
		for j := range 3 {
			if segments(s[i], s[(i+1)%3], t[j], t[(j+1)%3]) <= little {
				return true
			}
		}
	}
	return false
}

// segments is the distance of two segments, a b and c d, of which neither is a point. It is least
// where both are free, or else at an end.
func segments(a, b, c, d Vec) float64 {
	u, v, w := sub(b, a), sub(d, c), sub(a, c)
	uu, uv, vv, uw, vw := dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w)
	if det := uu*vv - uv*uv; det > 1e-12*uu*vv {
		s, t := (uv*vw-vv*uw)/det, (uu*vw-uv*uw)/det
		if s >= 0 && s <= 1 && t >= 0 && t <= 1 {
			return distance(along(a, s, u), along(c, t, v))
		}
	}
	best := math.Inf(1)
	end := func(x, from, way Vec, square float64) {
		t := min(max(dot(sub(x, from), way)/square, 0), 1)
		best = min(best, distance(x, along(from, t, way)))
	}
	end(a, c, v, vv)
	end(b, c, v, vv)
	end(c, a, u, uu)
	end(d, a, u, uu)
	return best
}
