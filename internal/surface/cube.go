package surface

// A corner of a cell has the number x + 2y + 4z. An edge goes from a corner along an axis.
type edge struct{ corner, axis int }

// cases are the triangles of a cell, as the edges that their points are on, by which corners are
// within: bit c of the index is corner c. They are those of marching cubes (Lorensen & Cline,
// SIGGRAPH 1987). On each side of the cell a line parts the corners within from the others, and of
// two opposite corners within each has its own, so that cells beside each other agree. The lines
// make loops, which triangles fill.
var cases = makeCases()

// squares are the lines of a cell in two dimensions, across y.
var squares = makeSquares()

// side is the corners of a side of the cell, counterclockwise as seen from outside.
func side(axis int, high bool) (corners [4]int) {
	b, c := 1<<((axis+1)%3), 1<<((axis+2)%3)
	corners = [4]int{0, b, b | c, c}
	if high {
		for k := range corners {
			corners[k] |= 1 << axis
		}
	} else {
		corners[1], corners[3] = corners[3], corners[1]
	}
	return corners
}

// between is the edge between two corners.
func between(a, b int) edge {
	for axis := range 3 {
		if a^b == 1<<axis {
			return edge{a & b, axis}
		}
	}
	panic("surface: these corners have no edge")
}

// cuts are the lines on a side, from an edge to an edge: around each run of corners within, from
// where it ends to where it begins.
func cuts(corners [4]int, within int) (lines [][2]edge) {
	is := func(k int) bool { return within>>corners[k%4]&1 == 1 }
	for k := range 4 {
		if is(k) && !is(k+1) { // a run ends here
			begin := k
			for is(begin + 3) {
				begin += 3
			}
			lines = append(lines, [2]edge{between(corners[k], corners[(k+1)%4]),
				between(corners[(begin+3)%4], corners[begin%4])})
		}
	}
	return lines
}

func makeCases() (all [256][][3]edge) {
	for within := range all {
		next := map[edge]edge{}
		var order []edge
		for axis := range 3 {
			for _, high := range []bool{false, true} {
				for _, line := range cuts(side(axis, high), within) {
					next[line[0]] = line[1]
					order = append(order, line[0])
				}
			}
		}
		for _, first := range order {
			var loop []edge
			for e, ok := next[first]; ok; e, ok = next[first] {
				loop = append(loop, first)
				delete(next, first)
				first = e
			}
			if len(loop) > 0 {
				all[within] = append(all[within], fill(loop)...)
			}
		}
	}
	return all
}

// fill is triangles in a loop, all of one point. It is one from which none goes across a side of
// the cell, where the cell beside may have the same edge.
func fill(loop []edge) (triangles [][3]edge) {
	n, best, fewest := len(loop), 0, len(loop)
	for first := range loop {
		across := 0
		for k := 2; k < n-1; k++ {
			if shareSide(loop[first], loop[(first+k)%n]) {
				across++
			}
		}
		if across < fewest {
			best, fewest = first, across
		}
	}
	for k := 1; k < n-1; k++ {
		triangles = append(triangles, [3]edge{loop[best], loop[(best+k+1)%n], loop[(best+k)%n]})
	}
	return triangles
}

// shareSide reports whether two edges are on one side of the cell.
func shareSide(a, b edge) bool {
	for axis := range 3 {
		if a.axis != axis && b.axis != axis && a.corner>>axis&1 == b.corner>>axis&1 {
			return true
		}
	}
	return false
}

func makeSquares() (all [256][][2]edge) {
	for within := range all {
		// Seen from the front x points to the right and z up.
		all[within] = cuts(side(1, false), within)
	}
	return all
}
