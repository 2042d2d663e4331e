package scene

import (
	"slices"

	"gpusph/sph"
)

// Unheld is the holder of a place of a wall that is free.
const Unheld = "\x00"

// HolderOf is what has a place in a wall besides: the name under which the force on another wall is
// measured, or "" of one without a name and of what is outside of the tank; or Unheld.
func (s *Scene) HolderOf(w *ShapedWall, x [3]float64) string {
	for i := range s.Shaped.Walls {
		if o := &s.Shaped.Walls[i]; o.Path != w.Path && o.Shape.Inside(x) {
			return o.Force
		}
	}
	i := slices.IndexFunc(s.Solids, func(o Solid) bool { return o.Distance(x) < 0 })
	if i >= 0 {
		return s.Solids[i].Force
	}
	for a := range 3 {
		if !s.Periodic[a] && (x[a] < s.Tank.Min[a] || x[a] > s.Tank.Max[a]) {
			return s.Force
		}
	}
	return Unheld
}

// Sites are all places of particles of a wall with a lattice of its own, as fillings have them,
// with those in other walls.
func (s *Scene) Sites(w *ShapedWall, p *sph.Params) (all [][3]float64) {
	of := s.ownLattice(w, p)
	of.each(w.deep(), p, func(x [3]float64) { all = append(all, x) })
	return all
}

// deep is deeper than any place of the wall is [m].
func (w *ShapedWall) deep() float64 {
	b := w.Shape.Bounds()
	return Norm([3]float64{b.Max[0] - b.Min[0], b.Max[1] - b.Min[1], b.Max[2] - b.Min[2]})
}
