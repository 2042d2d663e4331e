// Package scene fills fluid, walls and solids with particles: those of a tank with boxes and shapes
// in it (Scene), or a box full of fluid (Filled), at whatever spacing and kind of boundary the user
// asks for. It knows no problem by name and no case file. Its errors name the options of the
// command line at fault.
package scene

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

// Norm is the length of a vector.
func Norm(v [3]float64) float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }

// Box is an axis-aligned box [m].
type Box struct{ Min, Max [3]float64 }

// Size is the length of the box along an axis [m].
func (b Box) Size(axis int) float64 { return b.Max[axis] - b.Min[axis] }

// Distance from x to the box; 0 inside [m].
func (b Box) Distance(x [3]float64) float64 {
	var sum float64
	for a := range 3 {
		d := max(b.Min[a]-x[a], x[a]-b.Max[a], 0)
		sum += d * d
	}
	return math.Sqrt(sum)
}

// Nearest is the point of the box that is nearest to x.
func (b Box) Nearest(x [3]float64) [3]float64 {
	for a := range 3 {
		x[a] = min(max(x[a], b.Min[a]), b.Max[a])
	}
	return x
}

// lattice divides a box evenly into cells of about Δp along each axis. Its
// sites are the cells' centres, so it fits the box at any Δp and the outermost
// sites are half a spacing inside the faces. Sites with indices below 0 or from
// n on continue it outside.
type lattice struct {
	origin [3]float64 // the box's least corner [m]
	step   [3]float64 // spacing along each axis [m]
	n      [3]int     // sites inside the box
}

func divide(b Box, deltaP float64) lattice {
	l := lattice{origin: b.Min}
	for a := range 3 {
		l.n[a] = max(1, int(math.Round(b.Size(a)/deltaP)))
		l.step[a] = b.Size(a) / float64(l.n[a])
	}
	return l
}

// latticeOf is the lattice of a box of a flow. In two dimensions it has one layer, at y = 0.
func latticeOf(b Box, p *sph.Params) lattice {
	l := divide(b, p.DeltaP*p.Parts())
	for a := range 3 {
		l.n[a] *= int(p.Parts())
		l.step[a] /= p.Parts()
	}
	if p.Dim == 2 {
		const a = sph.PlaneAxis
		l.origin[a], l.step[a], l.n[a] = -p.DeltaP/2, p.DeltaP, 1
	}
	return l
}

// spacings are the least and the greatest of the lattices [m].
func spacings(lattices ...lattice) (least, greatest float64) {
	least = math.Inf(1)
	for _, l := range lattices {
		least = min(least, l.step[0], l.step[1], l.step[2])
		greatest = max(greatest, l.step[0], l.step[1], l.step[2])
	}
	return least, greatest
}

func (l lattice) along(axis, i int) float64 {
	return l.origin[axis] + (float64(i)+0.5)*l.step[axis]
}

// sites are indices from lo up to, not including, hi.
type sites struct{ lo, hi [3]int }

// inside are the sites of the lattice in its box.
func (l lattice) inside() sites { return sites{hi: l.n} }

// count is how many there are; size is that of as many as you like.
func (s sites) count() int { return int(s.size()) }

func (s sites) size() float64 {
	n := 1.0
	for a := range 3 {
		n *= float64(max(0, s.hi[a]-s.lo[a]))
	}
	return n
}

// grown by n[a] sites at both ends of each axis; negative is shrunk.
func (s sites) grown(n [3]int) sites {
	for a := range 3 {
		s.lo[a] -= n[a]
		s.hi[a] += n[a]
	}
	return s
}

// shell is what outer has and inner, which lies in it, has not.
type shell struct{ outer, inner sites }

func (s shell) size() float64 { return s.outer.size() - s.inner.size() }

// planes is how many indices along x the outer sites have, and plane is what the k-th has.
func (s shell) planes() int { return max(0, s.outer.hi[0]-s.outer.lo[0]) }

func (s shell) plane(k int) shell {
	i := s.outer.lo[0] + k
	s.outer.lo[0], s.outer.hi[0] = i, i+1
	if s.inner.count() > 0 && i >= s.inner.lo[0] && i < s.inner.hi[0] {
		s.inner.lo[0], s.inner.hi[0] = i, i+1
	} else {
		s.inner = sites{}
	}
	return s
}

// each calls f for each site, z fastest, x slowest; iz is its index along z.
func (l lattice) each(s shell, f func(x [3]float64, iz int)) {
	empty := s.inner.count() == 0
	for i := s.outer.lo[0]; i < s.outer.hi[0]; i++ {
		for j := s.outer.lo[1]; j < s.outer.hi[1]; j++ {
			solid := empty || i < s.inner.lo[0] || i >= s.inner.hi[0] || j < s.inner.lo[1] || j >= s.inner.hi[1]
			x := [3]float64{l.along(0, i), l.along(1, j)}
			for k := s.outer.lo[2]; k < s.outer.hi[2]; k++ {
				if !solid && k == s.inner.lo[2] {
					k = s.inner.hi[2] - 1
					continue
				}
				x[2] = l.along(2, k)
				f(x, k)
			}
		}
	}
}

// Clip is the part of a box within bounds.
func Clip(bounds geometry.Box, b Box) Box {
	for a := range 3 {
		b.Min[a], b.Max[a] = max(b.Min[a], bounds.Min[a]), min(b.Max[a], bounds.Max[a])
	}
	return b
}

// Between is the point at the part t of the way from one point to another.
func Between(from, to [3]float64, t float64) (x [3]float64) {
	for a := range 3 {
		x[a] = from[a] + t*(to[a]-from[a])
	}
	return x
}
