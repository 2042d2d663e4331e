package picture

import (
	"math"

	"gpusph/sph"
)

// surfel is a piece of a wall's surface that looks into the domain, half a spacing
// from a particle.
type surfel struct {
	position, normal vec
}

// tank is the walls that line the domain: their surface, and the box that it
// encloses.
type tank struct {
	surface     []surfel
	low, high   vec
	from, until vec // the places between the linings; without end where the tank is open
}

// within reports whether a particle is in the tank, not of its lining.
func (t *tank) within(p vec) bool {
	for a := range 3 {
		if !(p[a] > t.from[a] && p[a] < t.until[a]) {
			return false
		}
	}
	return true
}

// maxCells is how many places are looked at, at most, to find the surface of
// walls; a bit each.
const maxCells = 1 << 32

// liningOf are the walls that are of no body.
func liningOf(s *sph.Snapshot) []vec {
	// NaN is not
	is := func(i int) bool {
		return s.Type[i] == sph.Wall && s.Body[i] == 0 &&
			s.Position[i] == s.Position[i]
	}
	n := 0
	for i := range s.Position {
		if is(i) {
			n++
		}
	}
	walls := make([]vec, 0, n)
	for i, x := range s.Position {
		if is(i) {
			walls = append(walls, point(x))
		}
	}
	return walls
}

// findTank finds the surface of walls: their particles
// that have, on the walls' lattice, a free place beside them that is between walls.
// Normals point there.
func findTank(walls []vec, spacing float64) (t tank) {
	if len(walls) == 0 {
		return t
	}
	low, high := bounds(len(walls), func(i int) vec { return walls[i] })
	l, ok := newLattice(walls, low, high, spacing)
	if !ok {
		return t
	}
	for _, p := range walls {
		if normal := l.free(p); normal != (vec{}) {
			normal = normal.unit()
			t.surface = append(t.surface, surfel{p.plus(normal.times(spacing / 2)), normal})
		}
	}
	t.low, t.high = bounds(len(t.surface), func(i int) vec { return t.surface[i].position })
	for a := range 3 {
		margin := spacing / 4
		t.from[a], t.until[a] = t.low[a]+margin, t.high[a]-margin
		// Where the surface reaches the walls' end there is no lining.
		if t.low[a] < low[a]+margin {
			t.from[a] = math.Inf(-1)
		}
		if t.high[a] > high[a]-margin {
			t.until[a] = math.Inf(1)
		}
	}
	// What stands in the tank is not its lining.
	lining := t.surface[:0]
	for _, q := range t.surface {
		if !t.within(q.position.minus(q.normal.times(spacing / 2))) {
			lining = append(lining, q)
		}
	}
	t.surface = lining
	return t
}

// bounds is the smallest box around n points.
func bounds(n int, at func(int) vec) (low, high vec) {
	for i := range n {
		p := at(i)
		if i == 0 {
			low, high = p, p
		}
		for a := range 3 {
			low[a], high[a] = min(low[a], p[a]), max(high[a], p[a])
		}
	}
	return low, high
}

// lattice says which places of a box have a particle: a bit each, and around them
// some that count as full.
type lattice struct {
	low    vec
	step   vec // between places
	stride [3]int
	full   []uint64
}

// newLattice fills the lattice of walls whose box is from low to high, and whose
// particles are about a spacing apart, unless it is too large.
func newLattice(walls []vec, low, high vec, spacing float64) (*lattice, bool) {
	l := &lattice{low: low, step: steps(walls, low, high, spacing)}
	var size [3]int
	cells := 1.0
	for a := range 3 {
		n := math.Round((high[a]-low[a])/l.step[a]) + 3
		size[a] = int(n)
		cells *= n
	}
	if !(cells < maxCells) {
		return nil, false
	}
	l.stride = [3]int{1, size[0], size[0] * size[1]}
	l.full = make([]uint64, int(cells)/64+1)
	fill := func(i int) { l.full[i/64] |= 1 << (i % 64) }
	for a := range 3 {
		b, c := (a+1)%3, (a+2)%3
		for i := range size[b] {
			for j := range size[c] {
				first := i*l.stride[b] + j*l.stride[c]
				fill(first)
				fill(first + (size[a]-1)*l.stride[a])
			}
		}
	}
	for _, p := range walls {
		fill(l.place(p))
	}
	return l, true
}

// steps are how far apart the walls' particles are along each axis. A problem fits
// its lattice to its tank, so that this is not quite the spacing: it is what divides
// an edge of the box by the particles there.
func steps(walls []vec, low, high vec, spacing float64) (step vec) {
	var count [3]int // of each edge that begins at low
	for _, p := range walls {
		var at [3]bool
		for a := range 3 {
			at[a] = p[a]-low[a] < spacing/4
		}
		for a := range 3 {
			if at[(a+1)%3] && at[(a+2)%3] {
				count[a]++
			}
		}
	}
	for a := range 3 {
		step[a] = spacing
		if s := (high[a] - low[a]) / float64(count[a]-1); s > 0.5*spacing && s < 2*spacing {
			step[a] = s
		}
	}
	return step
}

func (l *lattice) place(p vec) (i int) {
	for a := range 3 {
		i += l.stride[a] * int((p[a]-l.low[a])/l.step[a]+1.5)
	}
	return i
}

// free is the sum of the directions in which the place beside p is free.
func (l *lattice) free(p vec) (sum vec) {
	at := l.place(p)
	for a := range 3 {
		for side := -1; side <= 1; side += 2 {
			if n := at + side*l.stride[a]; l.full[n/64]>>(n%64)&1 == 0 {
				sum[a] += float64(side)
			}
		}
	}
	return sum
}
