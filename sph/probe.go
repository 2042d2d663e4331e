package sph

import "math"

// Probe is a fixed point where the pressure of the fluid is measured, or a square, over which the mean is taken as a sensor does.
type Probe struct {
	Name     string
	Position [3]float64 // the point, or the middle of the square [m]
	Size     float64    // side of the square [m]; 0 is a point
	Normal   [3]float64 // of the square
}

// patchPoints is how many points there are along a side of a square.
const patchPoints = 5

// count is how many points there are.
func (p *Probe) count(dim int) int {
	switch {
	case p.Size == 0 || p.Normal == [3]float64{}:
		return 1
	case dim == 2:
		return patchPoints
	}
	return patchPoints * patchPoints
}

// points are those at which a probe measures: the middles of equal parts of the square. In two dimensions it is a line.
func (p *Probe) points(dim int) [][3]float64 {
	if p.count(dim) == 1 {
		return [][3]float64{p.Position}
	}
	n, size := p.Normal, norm(p.Normal)
	for a := range n {
		n[a] /= size
	}
	// One side is horizontal, the other is across both.
	first := [3]float64{-n[1], n[0], 0}
	if length := math.Hypot(n[0], n[1]); length > 1e-9 {
		first[0], first[1] = first[0]/length, first[1]/length
	} else {
		first = [3]float64{0, 1, 0}
	}
	second := [3]float64{n[1]*first[2] - n[2]*first[1], n[2]*first[0] - n[0]*first[2], n[0]*first[1] - n[1]*first[0]}
	at := func(i int) float64 { return p.Size * ((float64(i)+0.5)/patchPoints - 0.5) }
	var all [][3]float64
	for i := range patchPoints {
		if dim == 2 && i > 0 {
			break
		}
		for j := range patchPoints {
			u, v := at(i), at(j)
			if dim == 2 {
				u = 0
			}
			x := p.Position
			for a := range x {
				x[a] += u*first[a] + v*second[a]
			}
			all = append(all, x)
		}
	}
	return all
}
