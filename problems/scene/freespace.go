package scene

import (
	"math"

	"gpusph/sph"
)

// freeSpace is the cells of a lattice that fluid can come to, from where it begins, without
// crossing a wall. Moving walls count where they begin.
type freeSpace struct {
	lattice
	periodic [3]bool
	state    []uint8
}

const (
	cellWall uint8 = 1 << iota
	cellWet
)

// reached reports whether fluid can come to a place, or to a cell beside it. It is true where the
// lattice would be too large to find out.
func (r *resolution) reached(x [3]float64) bool {
	if r.free == nil {
		r.free = newFreeSpace(r.s, r.c, r.l.tank)
	}
	f := r.free
	if f.state == nil {
		return true
	}
	at := f.cell(x)
	low, high := at, at
	for a := range 3 {
		if f.n[a] > 1 {
			low[a], high[a] = at[a]-1, at[a]+1
		}
	}
	for i := low[0]; i <= high[0]; i++ {
		for j := low[1]; j <= high[1]; j++ {
			for k := low[2]; k <= high[2]; k++ {
				if n, ok := f.number([3]int{i, j, k}); ok && f.state[n]&cellWet != 0 {
					return true
				}
			}
		}
	}
	return false
}

// newFreeSpace has one cell more than the tank beyond each end that is not periodic.
func newFreeSpace(s *Scene, c *sph.Case, tank lattice) *freeSpace {
	f := &freeSpace{lattice: tank, periodic: s.Periodic}
	size := 1.0
	for a := range 3 {
		if !f.periodic[a] && f.n[a] > 1 {
			f.n[a] += 2
			f.origin[a] -= f.step[a]
		}
		size *= float64(f.n[a])
	}
	if size > mostCells {
		return f
	}
	f.state = make([]uint8, int(size))
	q := &c.Particles
	for i, x := range q.Position {
		if n, ok := f.number(f.cell(x)); ok && q.Type[i] == sph.Wall {
			f.state[n] |= cellWall
		}
	}
	var stack []int
	for i, x := range q.Position {
		if n, ok := f.number(f.cell(x)); ok && q.Type[i] == sph.Fluid && f.state[n] == 0 {
			f.state[n] |= cellWet
			stack = append(stack, n)
		}
	}
	f.spread(stack)
	return f
}

func (f *freeSpace) spread(stack []int) {
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at := [3]int{n / (f.n[1] * f.n[2]), n / f.n[2] % f.n[1], n % f.n[2]}
		for a := range 3 {
			for _, by := range [2]int{-1, 1} {
				next := at
				next[a] += by
				if to, ok := f.number(next); ok && f.state[to] == 0 {
					f.state[to] |= cellWet
					stack = append(stack, to)
				}
			}
		}
	}
}

func (f *freeSpace) cell(x [3]float64) (at [3]int) {
	for a := range 3 {
		at[a] = int(math.Floor((x[a] - f.origin[a]) / f.step[a]))
	}
	return at
}

// number is that of a cell, over the end of a periodic axis where it is beyond; false is outside.
func (f *freeSpace) number(at [3]int) (int, bool) {
	for a := range 3 {
		if f.periodic[a] {
			at[a] = (at[a]%f.n[a] + f.n[a]) % f.n[a]
		}
		if at[a] < 0 || at[a] >= f.n[a] {
			return 0, false
		}
	}
	return (at[0]*f.n[1]+at[1])*f.n[2] + at[2], true
}
