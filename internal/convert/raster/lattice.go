package raster

import (
	"maps"
	"math"
	"slices"
)

// page is the number of nodes that are kept together. A page without a drawn node takes no memory.
const page = 1 << 16

// maxDomain is the most nodes of a domain, most of them void.
const maxDomain = 1 << 40

// A lattice holds the code of the mk of each node of the domain; 0 is void.
type lattice struct {
	dp     float64
	origin [3]float64
	n      [3]int
	pages  map[int]*[page]uint16
	limit  int // most pages

	last     int // the page of the last node, kept at hand
	lastPage *[page]uint16
	full     bool
}

// at is the coordinate of node i of an axis [m].
func (l *lattice) at(axis, i int) float64 { return l.origin[axis] + float64(i)*l.dp }

// index is a coordinate in spacings from the first node.
func (l *lattice) index(axis int, x float64) float64 { return (x - l.origin[axis]) / l.dp }

// slack is how far [spacings] a coordinate may be off a half spacing or a node by rounding.
const slack = 1e-6

// near is the node nearest to an index; the upper one of two that are equally near.
func near(index float64) int { return int(math.Floor(index + 0.5 + slack)) }

func (l *lattice) inside(i, j, k int) bool {
	return i >= 0 && j >= 0 && k >= 0 && i < l.n[0] && j < l.n[1] && k < l.n[2]
}

func (l *lattice) get(i, j, k int) uint16 {
	at := (k*l.n[1]+j)*l.n[0] + i
	if number := at / page; number != l.last || l.lastPage == nil {
		l.last, l.lastPage = number, l.pages[number]
		if l.lastPage == nil {
			return 0
		}
	}
	return l.lastPage[at%page]
}

// set gives a node of the domain a code. Nodes outside the domain are left out.
func (l *lattice) set(i, j, k int, code uint16) {
	if !l.inside(i, j, k) {
		return
	}
	at := (k*l.n[1]+j)*l.n[0] + i
	if number := at / page; number != l.last || l.lastPage == nil {
		l.last, l.lastPage = number, l.pages[number]
	}
	if l.lastPage == nil {
		if code == 0 {
			return
		}
		if len(l.pages) >= l.limit {
			l.full = true
			return
		}
		l.lastPage = new([page]uint16)
		l.pages[l.last] = l.lastPage
	}
	l.lastPage[at%page] = code
}

// A span is a range of nodes of each axis, both ends included.
type span struct{ min, max [3]int }

// clip is the part of a span inside the domain.
func (l *lattice) clip(s span) span {
	for a := range 3 {
		s.min[a] = max(s.min[a], 0)
		s.max[a] = min(s.max[a], l.n[a]-1)
	}
	return s
}

// domain is the span of all nodes.
func (l *lattice) domain() span {
	return span{max: [3]int{l.n[0] - 1, l.n[1] - 1, l.n[2] - 1}}
}

// maxVisits is the most nodes that a command may look at.
const maxVisits = 1 << 30

// each calls do for the nodes of a span that are inside the domain.
func (l *lattice) each(s span, do func(i, j, k int)) {
	s = l.clip(s)
	visits := 1.0
	for a := range 3 {
		visits *= float64(max(s.max[a]-s.min[a]+1, 0))
	}
	if visits > maxVisits {
		l.full = true
	}
	for k := s.min[2]; k <= s.max[2]; k++ {
		for j := s.min[1]; j <= s.max[1] && !l.full; j++ {
			for i := s.min[0]; i <= s.max[0]; i++ {
				do(i, j, k)
			}
		}
	}
}

// replace gives the nodes of a span with one code another.
func (l *lattice) replace(s span, was, becomes uint16) {
	l.each(s, func(i, j, k int) {
		if l.get(i, j, k) == was {
			l.set(i, j, k, becomes)
		}
	})
}

// An extent is the number of nodes with one code and their range.
type extent struct {
	count int
	sum   [3]float64 // of the indices
	span
}

// count gives the extent of each code.
func (l *lattice) count(codes int) []extent {
	extents := make([]extent, codes)
	for _, number := range slices.Sorted(maps.Keys(l.pages)) {
		p := l.pages[number]
		for at, code := range p {
			if code == 0 {
				continue
			}
			whole := number*page + at
			row := whole / l.n[0]
			extents[code].add([3]int{whole % l.n[0], row % l.n[1], row / l.n[1]})
		}
	}
	return extents
}

func (e *extent) add(node [3]int) {
	if e.count == 0 {
		e.min, e.max = node, node
	}
	e.count++
	for a := range 3 {
		e.sum[a] += float64(node[a])
		e.min[a] = min(e.min[a], node[a])
		e.max[a] = max(e.max[a], node[a])
	}
}
