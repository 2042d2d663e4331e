package geometry

// What is wrong with a mesh, and where: also walls and gaps that are thinner than a length.

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// FaultKind is a kind of fault.
type FaultKind int

const (
	Degenerate  FaultKind = iota // triangles without an area, which are left out
	InsideOut                    // the whole mesh, or a closed part of it, which is turned
	Hole                         // edges with one triangle
	NonManifold                  // edges with more than two triangles
	Inverted                     // triangles whose order of corners differs from their neighbours'
	Crossing                     // triangles that go through others
	ThinWall                     // opposite faces with the solid between them
	ThinGap                      // opposite faces with nothing between them
	Within                       // closed parts in others, which add nothing
	Cavity                       // closed parts that face inwards in others
)

// Fault is what is wrong with a mesh.
type Fault struct {
	Kind  FaultKind
	Count int     // of triangles, edges, holes or places
	Where []Vec   // some of them, the worst first
	Size  float64 // the way around the largest hole, the least thickness [m]; 0 for others
	Text  string  // a sentence
}

// places is how many places a fault tells.
const places = 8

// Faults finds what is wrong with the mesh. Walls and gaps are thin if they are thinner than
// spacing [m]; 0 does not look for them.
func (m *Mesh) Faults(spacing float64) (all []Fault) {
	tell := func(kind FaultKind, count int, size float64, where []Vec, format string, values ...any) {
		if count == 0 {
			return
		}
		where = where[:min(len(where), places)]
		text := fmt.Sprintf(format, values...)
		if len(where) > 0 {
			is, would, advised := strings.Cut(text, ";")
			text = is + m.at(where, count)
			if advised {
				text += ";" + would
			}
		}
		all = append(all, Fault{kind, count, slices.Clone(where), size, text})
	}
	tell(Degenerate, m.Degenerate, 0, nil, "%s no area, and %s left out", numbered(m.Degenerate, "triangle has", "triangles have"), isAre(m.Degenerate))
	if m.Flipped {
		tell(InsideOut, 1, 0, nil, "the mesh is inside out; its triangles are turned")
	}
	e := m.edges()
	holes := m.holes(e)
	var where []Vec
	longest := 0.0
	for _, h := range holes {
		where = append(where, h.centre)
		longest = max(longest, h.around)
	}
	tell(Hole, len(holes), longest, where, "the mesh has %s, of which the largest is %.4g m around and has %d edges; close it in the program that made the mesh",
		numbered(len(holes), "hole", "holes"), longest, most(holes))
	where = where[:0]
	for i, points := range e.points {
		if len(e.at(i)) > 2 {
			where = append(where, m.middle(points))
		}
	}
	tell(NonManifold, len(where), 0, where, "%s more than two triangles, so that it is not clear what is inside", numbered(len(where), "edge has", "edges have"))
	bodies, inverted := m.orientation(e)
	where = where[:0]
	for _, i := range inverted {
		where = append(where, m.centre(i))
	}
	tell(Inverted, len(inverted), 0, where, "%s inside out as %s neighbours see it; turn it in the program that made the mesh", numbered(len(inverted), "triangle is", "triangles are"), map[bool]string{true: "its", false: "their"}[len(inverted) == 1])
	parts := m.roles(bodies)
	tell(InsideOut, len(parts[isTurned]), 0, parts[isTurned], "%s inside out and no cavity of another; %s turned",
		numbered(len(parts[isTurned]), "closed part of the mesh is", "closed parts of the mesh are"), isAre(len(parts[isTurned])))
	tell(Within, len(parts[isInner]), 0, parts[isInner], "%s in another one; what is solid already stays so",
		numbered(len(parts[isInner]), "closed part of the mesh is", "closed parts of the mesh are"))
	tell(Cavity, len(parts[isCavity]), 0, parts[isCavity], "%s inwards in another one; taken as %s",
		numbered(len(parts[isCavity]), "closed part of the mesh faces", "closed parts of the mesh face"),
		map[bool]string{true: "a cavity", false: "cavities"}[len(parts[isCavity]) == 1])
	count, where := m.crossings()
	tell(Crossing, count, 0, where, "%s through each other; the program that made the mesh may unite its parts", numbered(count, "pair of triangles goes", "pairs of triangles go"))
	if spacing > 0 {
		walls, gaps := m.thin(spacing)
		tell(ThinWall, walls.count, walls.least, walls.where, "the mesh is %.4g m thick at its thinnest, less than %.4g m", walls.least, spacing)
		tell(ThinGap, gaps.count, gaps.least, gaps.where, "a gap in the mesh is %.4g m wide at its narrowest, less than %.4g m", gaps.least, spacing)
	}
	return all
}

// roles are where the parts of the mesh are, by what they do. Of a mesh of one part there is
// nothing to tell.
func (m *Mesh) roles(bodies []body) (where [4][]Vec) {
	if len(bodies) == 1 {
		return where // turned by its volume
	}
	all, err := m.pieces(bodies)
	if err != nil {
		return where
	}
	for i := range all {
		where[all[i].role] = append(where[all[i].role], all[i].at)
	}
	return where
}

func numbered(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func isAre(n int) string {
	if n == 1 {
		return "is"
	}
	return "are"
}

// told is a place in a message.
func told(tell func(Vec) string, p Vec) string {
	if tell != nil {
		return tell(p)
	}
	return fmt.Sprintf("(%.4g, %.4g, %.4g)", p[0], p[1], p[2])
}

// at says where, without the rounding of what is 0.
func (m *Mesh) at(where []Vec, count int) string {
	var b strings.Builder
	b.WriteString(", at ")
	for i, p := range where[:min(len(where), 3)] {
		if i > 0 {
			b.WriteString(", ")
		}
		for a := range 3 {
			if math.Abs(p[a]) < 1e-9*m.size {
				p[a] = 0
			}
		}
		b.WriteString(told(m.Tell, p))
	}
	if count > 3 {
		b.WriteString(" and elsewhere")
	}
	return b.String()
}

// middle of an edge.
func (m *Mesh) middle(e [2]int32) Vec { return times(0.5, add(m.points[e[0]], m.points[e[1]])) }

func (m *Mesh) centre(i int32) Vec {
	t := m.triangle(int(i))
	return times(1.0/3, add(add(t[0], t[1]), t[2]))
}

// hole is a ring of edges that have one triangle.
type hole struct {
	edges  int
	around float64 // [m]
	centre Vec
}

func most(holes []hole) int {
	if len(holes) == 0 {
		return 0
	}
	return holes[0].edges
}

// holes are sorted, the longest way around first.
func (m *Mesh) holes(e *edges) (all []hole) {
	from := make(map[int32][]int32) // the edges at each point, by their number in ring
	var ring [][2]int32
	for i, points := range e.points {
		if len(e.at(i)) == 1 {
			for _, p := range points {
				from[p] = append(from[p], int32(len(ring)))
			}
			ring = append(ring, points)
		}
	}
	used := make([]bool, len(ring))
	for i := range ring {
		if used[i] {
			continue
		}
		used[i] = true
		h := hole{}
		begin, at := ring[i][0], ring[i][1]
		next := i
		for {
			key := ring[next]
			h.edges++
			length := distance(m.points[key[0]], m.points[key[1]])
			h.around += length
			h.centre = along(h.centre, length, m.middle(key))
			if at == begin {
				break
			}
			next = -1
			for _, k := range from[at] {
				if !used[k] {
					next = int(k)
					break
				}
			}
			if next < 0 {
				break // an end: the ring goes on at an edge with more triangles
			}
			used[next] = true
			if key = ring[next]; key[0] == at {
				at = key[1]
			} else {
				at = key[0]
			}
		}
		h.centre = times(1/h.around, h.centre)
		all = append(all, h)
	}
	slices.SortStableFunc(all, func(a, b hole) int {
		switch {
		case a.around > b.around:
			return -1
		case a.around < b.around:
			return 1
		}
		return 0
	})
	return all
}

// thinness is where opposite faces are close.
type thinness struct {
	count int
	least float64
	where []Vec // the thinnest first
}

// thin looks from points of all triangles, about a length apart, along their normals: back for
// walls, forward for gaps. Of faces at an edge only those count that nearly face each other.
func (m *Mesh) thin(length float64) (walls, gaps thinness) {
	type place struct {
		at    Vec
		width float64
	}
	const opposite = -0.7
	var found [2][]place
	var buffer [32]hit
	for i := range m.corners {
		t, n := m.triangle(i), m.normals[i]
		longest := max(distance(t[0], t[1]), distance(t[1], t[2]), distance(t[2], t[0]))
		parts := int(min(math.Ceil(longest/length), 16))
		for u := range parts {
			for v := range parts - u {
				p, q := (float64(u)+1.0/3)/float64(parts), (float64(v)+1.0/3)/float64(parts)
				x := along(along(t[0], p, sub(t[1], t[0])), q, sub(t[2], t[0]))
				least := [2]float64{length, length}
				for _, h := range m.hits(x, n, buffer[:0]) {
					if int(h.triangle) == i || dot(m.normals[h.triangle], n) > opposite {
						continue
					}
					if h.t > 0 {
						least[1] = min(least[1], h.t)
					} else {
						least[0] = min(least[0], -h.t)
					}
				}
				for k := range 2 {
					if least[k] < length {
						found[k] = append(found[k], place{x, least[k]})
					}
				}
			}
		}
	}
	for k, to := range [2]*thinness{&walls, &gaps} {
		slices.SortStableFunc(found[k], func(a, b place) int {
			switch {
			case a.width < b.width:
				return -1
			case a.width > b.width:
				return 1
			}
			return 0
		})
		to.count = len(found[k])
		for _, p := range found[k][:min(len(found[k]), places)] {
			to.where = append(to.where, p.at)
		}
		if len(found[k]) > 0 {
			to.least = found[k][0].width
		}
	}
	return walls, gaps
}
