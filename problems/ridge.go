package problems

import (
	"math"

	"gpusph/sph"
)

// ridge is a wedge of wall particles across the floor, along y: an isosceles triangle in x and z. The walls of a ridge are
// lattices of their own, aligned with its two slopes, which have the sites in the plane below the top in common.
type ridge struct {
	x, floor, height, half float64 // of its top and of its foot, its height, half its width [m]
}

// slope is the length of a side [m], and the sine and cosine of its angle with the floor.
func (r *ridge) slope() (length, sin, cos float64) {
	length = math.Hypot(r.height, r.half)
	return length, r.height / length, r.half / length
}

// distance from x to the ridge; 0 inside [m].
func (r *ridge) distance(x [3]float64) float64 {
	length, sin, cos := r.slope()
	u, v := math.Abs(x[0]-r.x), x[2]-r.floor-r.height
	along, above := u*cos-v*sin, u*sin+v*cos // down the slope from the top, and off it
	switch {
	case along < 0:
		return math.Hypot(along, above)
	case along > length:
		return math.Hypot(along-length, max(above, 0))
	}
	return max(above, 0)
}

// shared is the volume that the ridge has in common with a box [m³].
func (r *ridge) shared(b box) float64 {
	triangle := polygon{{r.x - r.half, r.floor}, {r.x + r.half, r.floor}, {r.x, r.floor + r.height}}
	face := polygon{{b.min[0], b.min[2]}, {b.max[0], b.min[2]}, {b.max[0], b.max[2]}, {b.min[0], b.max[2]}}
	return b.size(1) * triangle.clip(face).area()
}

// ridgeLattice is the sites of a ridge at a spacing: layers behind each slope, each with its own number of sites.
type ridgeLattice struct {
	*ridge
	deltaP float64
	step   float64 // along the slopes; about Δp, so that the first layer ends where it should
	sites  []int   // of a slope, by layer, with the one in the middle
}

// lattice has as many layers as are asked for, or as there is room for. Sites end some third of a spacing over the floor, where
// the floor's particles begin half a spacing under it.
func (r *ridge) lattice(p *sph.Params, layers int) ridgeLattice {
	l := ridgeLattice{ridge: r, deltaP: p.DeltaP}
	_, sin, cos := r.slope()
	for k := range layers {
		depth := (float64(k) + 0.5) * l.deltaP
		room := r.height - depth/cos - 0.3*l.deltaP // of height - depth cos - s sin, s = depth sin/cos + i step along the slope
		if room < 0 {
			break
		}
		if k == 0 {
			l.step = room / sin / max(1, math.Round(room/(sin*l.deltaP)))
		}
		l.sites = append(l.sites, 1+int(min(room/(sin*l.step)+tolerance, math.MaxInt32)))
	}
	return l
}

// size is how many sites there are, on both slopes, at one y.
func (l *ridgeLattice) size() (n float64) {
	for _, sites := range l.sites {
		n += 2*float64(sites) - 1
	}
	return n
}

// each calls f for each site, at some y.
func (l *ridgeLattice) each(y float64, f func(x [3]float64)) {
	_, sin, cos := l.slope()
	for k, sites := range l.sites {
		depth := (float64(k) + 0.5) * l.deltaP
		for i := range sites {
			u, z := float64(i)*l.step*cos, l.floor+l.height-depth/cos-float64(i)*l.step*sin
			if i > 0 {
				f([3]float64{l.x - u, y, z})
			}
			f([3]float64{l.x + u, y, z})
		}
	}
}
