package scene

import "gpusph/sph"

// SiteVolume is the volume of a particle of a side, a wall or a body, on the mean [m³]; in two
// dimensions its area [m²].
func (s *Scene) SiteVolume(name string, p *sph.Params) float64 {
	step := s.lattice(p).step
	for i := range s.Solids {
		if s.Solids[i].Name == name {
			step = latticeOf(s.Solids[i].Box, p).step
		}
	}
	if s.Shaped != nil {
		for i := range s.Shaped.Walls {
			if w := &s.Shaped.Walls[i]; w.Name == name && w.Free != nil {
				of := s.ownLattice(w, p)
				scale := of.frame.Scale()
				for a := range 3 {
					step[a] = of.Step[a] * scale
				}
			}
		}
	}
	volume := 1.0
	for _, a := range p.Axes() {
		volume *= step[a]
	}
	return volume
}
