package geometry

// Filling a lattice from a seed, as water would.

import (
	"fmt"
	"math"
)

// Flooded is the sites that water from a seed comes to.
type Flooded struct {
	Runs   []Run
	Leaked int   // sites at the border of the lattice
	Leaks  []Vec // some of them: the first by i, j, k
}

// states of a site, as bits
const (
	barred  = 1 << iota // in the walls or closer than the gap
	closeBy             // so close to the walls that they may lie between it and the next site
	wet
)

// Flood fills the sites of a lattice that are connected with the one nearest to a seed, lie not
// above a level [m], and neither in the walls nor closer to them than a gap [m]. Sites are
// connected along the axes, where no wall is between them, however thin; with a gap below 0 walls
// are taken to be as thick as a spacing, which is quick. An axis with one site has no border.
func Flood(l Lattice, walls Shape, gap float64, seed Vec, level float64) (*Flooded, error) {
	var at [3]int
	top := l.last(level)
	for a := range 3 {
		at[a] = int(math.Round(min(max((seed[a]-l.Origin[a])/l.Step[a]-0.5, -2), float64(l.N[a])+1)))
		if l.N[a] == 1 && a == 1 {
			at[a] = 0
		}
		if at[a] < 0 || at[a] >= l.N[a] {
			return nil, fmt.Errorf("the seed %s is outside of the lattice from %s to %s", told(l.Tell, seed),
				told(l.Tell, l.Origin), told(l.Tell, l.end()))
		}
	}
	if at[2] >= top {
		return nil, fmt.Errorf("the site that is nearest to the seed %s is above the level; use a "+
			"lower seed", told(l.Tell, seed))
	}
	if n := float64(l.N[0]) * float64(l.N[1]) * float64(l.N[2]); n > 1e10 {
		return nil, fmt.Errorf("filling from a seed takes a byte for each site, but the lattice has "+
			"%.3g; use a coarser one, or a smaller domain", n)
	}
	f := &flood{l: l, walls: walls, top: top, sites: make([]uint8, l.N[0]*l.N[1]*l.N[2])}
	f.bar(gap)
	start := f.number(at)
	if f.sites[start]&barred != 0 {
		return nil, fmt.Errorf("the site that is nearest to the seed %s is in a wall; use a seed "+
			"farther from walls", told(l.Tell, seed))
	}
	f.spread(start)
	return f.result(), nil
}

// end is the corner of the lattice's last cell.
func (l *Lattice) end() (x Vec) {
	for a := range 3 {
		x[a] = l.Origin[a] + float64(l.N[a])*l.Step[a]
	}
	return x
}

type flood struct {
	l     Lattice
	walls Shape
	top   int // sites of a column below the level
	sites []uint8
}

func (f *flood) number(at [3]int) int { return (at[0]*f.l.N[1]+at[1])*f.l.N[2] + at[2] }

func (f *flood) site(n int) [3]int {
	z, rest := n%f.l.N[2], n/f.l.N[2]
	return [3]int{rest / f.l.N[1], rest % f.l.N[1], z}
}

func (f *flood) bar(gap float64) {
	for _, r := range Runs(f.walls, f.l) {
		for k := r.Low; k < r.High; k++ {
			f.sites[f.number([3]int{r.I, r.J, k})] |= barred
		}
	}
	if gap < 0 {
		return
	}
	step := max(f.l.Step[0], f.l.Step[1], f.l.Step[2])
	for _, s := range Near(f.walls, f.l, 0, max(gap, step)) {
		if s.Distance < gap-2*Perturbation*step {
			f.sites[f.number(s.At)] |= barred
		}
		if s.Distance <= step {
			f.sites[f.number(s.At)] |= closeBy
		}
	}
}

// spread wets what is connected with a site.
func (f *flood) spread(start int) {
	f.sites[start] |= wet
	for stack := []int{start}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		at := f.site(n)
		for a := range 3 {
			for _, by := range [2]int{-1, 1} {
				next := at
				next[a] += by
				if next[a] < 0 || next[a] >= f.l.N[a] || next[2] >= f.top {
					continue
				}
				to := f.number(next)
				if f.sites[to]&(barred|wet) != 0 || f.sites[n]&f.sites[to]&closeBy != 0 && f.between(at, next) {
					continue
				}
				f.sites[to] |= wet
				stack = append(stack, to)
			}
		}
	}
}

// between reports whether a wall lies between two sites.
func (f *flood) between(a, b [3]int) bool {
	l := f.l.perturbed() // a site on a wall's surface that is not in the wall has its way out
	from := l.At(a[0], a[1], a[2])
	way := sub(l.At(b[0], b[1], b[2]), from)
	var buffer [8]Interval
	for _, i := range f.walls.Along(from, way, buffer[:0]) {
		if i.Low <= 1 && i.High >= 0 {
			return true
		}
	}
	return false
}

func (f *flood) result() *Flooded {
	r := &Flooded{}
	for i := range f.l.N[0] {
		for j := range f.l.N[1] {
			first := f.number([3]int{i, j, 0})
			for k := 0; k < f.top; k++ {
				if f.sites[first+k]&wet == 0 {
					continue
				}
				at := [3]int{i, j, k}
				border := false
				for a := range 3 {
					border = border || f.l.N[a] > 1 && (at[a] == 0 || at[a] == f.l.N[a]-1)
				}
				if border {
					if r.Leaked++; len(r.Leaks) < places {
						r.Leaks = append(r.Leaks, f.l.At(i, j, k))
					}
				}
				if n := len(r.Runs); n > 0 && r.Runs[n-1].I == i && r.Runs[n-1].J == j &&
					r.Runs[n-1].High == k {
					r.Runs[n-1].High++
				} else {
					r.Runs = append(r.Runs, Run{i, j, k, k + 1})
				}
			}
		}
	}
	return r
}
