package scene

import (
	"math"

	"gpusph/internal/geometry"
	"gpusph/sph"
)

const (
	// asExact is the part by which the volume of a body's sites may be off before other lattices are
	// tried.
	asExact = 0.01
	// stretch is how far the spacing of such a lattice may be off, in hundredths.
	stretch = 4
	// towards is the part of its distance from the centre by which a site is moved inwards to decide
	// whether it is in a body. So of sites on its surface all are, and mirror images alike. It is more
	// than geometry.Perturbation for sites that are a spacing away, and little for others.
	towards = 1e-4
	// nearFace is the depth below which sites are moved inwards [spacings]. Those of boxes have half
	// a spacing, or a little less where it is stretched.
	nearFace = 0.4
)

// bodyLattice is that of a free body, in axes of its own. Its sites lie alike on both sides of the
// middle of the shape, since a difference would turn the body. Along each axis a whole number of
// spacings fits the shape, so that the outermost sites of a box are half of one inside its faces.
type bodyLattice struct {
	geometry.Lattice                // in the frame, in its lengths
	own              geometry.Shape // in the frame
	frame            geometry.Frame
	filled           float64 // volume of its sites [m³], in two dimensions area [m²]
}

// ownLattice is the lattice of a free body. Where its sites have another volume than the shape, as
// those in a ball have, it is the one of the best volume among such as have sites or faces of cells
// in the middle, and spacings that differ a little.
func (s *Scene) ownLattice(w *ShapedWall, p *sph.Params) bodyLattice {
	best := bodyLattice{own: w.Shape, frame: geometry.Upright()}
	if own, frame := geometry.InFrame(w.Shape); p.Dim == 3 || frame.InPlane() {
		best.own, best.frame = own, frame
	}
	bounds := best.own.Bounds()
	if p.Dim == 2 {
		best.own = geometry.Section(best.own)
	}
	size := p.DeltaP / best.frame.Scale()
	var n [3]int
	for a := range 3 {
		n[a] = max(1, int(math.Round((bounds.Max[a]-bounds.Min[a])/size)))
		best.Step[a] = (bounds.Max[a] - bounds.Min[a]) / float64(n[a])
	}
	best.centre(n, bounds, p)
	off := func(b *bodyLattice) float64 { return math.Abs(b.filled/w.Volume - 1) }
	if off(&best) <= asExact {
		return best
	}
	for k := range 2*stretch + 1 {
		part := 0.01 * float64((k+1)/2*(1-k%2*2)) // 0, -0.01, 0.01 …
		for odd := range 1 << len(p.Axes()) {
			other := best
			for i, a := range p.Axes() {
				other.Step[a] = size * (1 + part)
				half := (bounds.Max[a] - bounds.Min[a]) / (2 * other.Step[a])
				if n[a] = 2 * int(math.Ceil(half)); odd>>i&1 == 1 {
					n[a]++
				}
			}
			if other.centre(n, bounds, p); off(&other) < off(&best)*(1-1e-6) {
				best = other
			}
		}
		if off(&best) <= asExact/2 {
			break
		}
	}
	return best
}

// centre puts a number of sites along each axis about the middle of bounds, and finds what they
// fill. In two dimensions there is one layer, at y = 0.
func (b *bodyLattice) centre(n [3]int, bounds geometry.Box, p *sph.Params) {
	if b.N = n; p.Dim == 2 {
		b.N[sph.PlaneAxis], b.Step[sph.PlaneAxis] = 1, p.DeltaP/b.frame.Scale()
		bounds.Min[sph.PlaneAxis], bounds.Max[sph.PlaneAxis] = 0, 0
	}
	cell := 1.0
	for a := range 3 {
		middle := bounds.Min[a] + (bounds.Max[a]-bounds.Min[a])/2
		b.Origin[a] = middle - float64(b.N[a])/2*b.Step[a]
		if p.Dim == 3 || a != int(sph.PlaneAxis) {
			cell *= b.Step[a] * b.frame.Scale()
		}
	}
	b.filled = cell * float64(geometry.Sites(geometry.Runs(b.own, b.deciding())))
}

// deciding is the lattice by whose sites it is decided which are in the body.
func (b *bodyLattice) deciding() geometry.Lattice {
	l := b.Lattice
	for a := range 3 {
		l.Origin[a] += towards / 2 * float64(l.N[a]) * l.Step[a]
		l.Step[a] *= 1 - towards
	}
	return l
}

// sites are those that are no deeper in the body than a depth [m].
func (b *bodyLattice) sites(depth float64) []geometry.Site {
	return geometry.Near(b.own, b.deciding(), -depth/b.frame.Scale(), 0)
}

// each calls f for each site that is no deeper in the body than a depth [m]. Sites that are nearer
// to its surface than half a spacing are moved inwards: fluid may be as near to it.
func (b *bodyLattice) each(depth float64, p *sph.Params, f func(x [3]float64)) {
	size := p.DeltaP / b.frame.Scale()
	for _, site := range b.sites(depth) {
		x := b.At(site.At[0], site.At[1], site.At[2])
		if -site.Distance < nearFace*size { // of the point that decides, which is not the site
			if face, ok := b.own.Nearest(x, size); ok {
				mean, _ := geometry.NearestOfAll(b.own, x, size, equallyNear*size)
				deep, cos := -face.Distance/size, 1.0
				if mean.Distance < 0 {
					cos = face.Distance / mean.Distance
				}
				x = moved(x, (deep-away(max(0, deep)))*size/cos, mean.Normal)
			}
		}
		f(b.frame.Out(x))
	}
}
