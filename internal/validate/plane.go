package validate

import (
	"math"

	"gpusph/sph"
)

// plane finds velocities at places of a flow in two dimensions: those of the plane that fits the
// fluid within 2.6 Δp best, weighted by Wendland's kernel of h = 1.3 Δp. What is linear is read
// exactly, at walls too, where a weighted mean is that of a place further in.
type plane struct {
	of    *sph.Snapshot
	h     float64          // [m]
	cells map[[2]int][]int // fluid, by squares of 2h
}

func planeOf(s *sph.Snapshot) *plane {
	p := &plane{s, 1.3 * s.Case.Params.DeltaP, map[[2]int][]int{}}
	fluid(s, func(i int) {
		k := p.cell(float64(s.Position[i][0]), float64(s.Position[i][2]))
		p.cells[k] = append(p.cells[k], i)
	})
	return p
}

func (p *plane) cell(x, z float64) [2]int {
	return [2]int{int(math.Floor(x / (2 * p.h))), int(math.Floor(z / (2 * p.h)))}
}

// at is the velocity [m/s] at a place; NaN where there are not three particles around that are not
// on a line.
func (p *plane) at(x, z float64) (u, w float64) {
	var m [3][3]float64 // Σ weight (1, dx, dz)ᵀ (1, dx, dz)
	var b [2][3]float64 // Σ weight (1, dx, dz) velocity
	k := p.cell(x, z)
	for n := range 9 {
		for _, i := range p.cells[[2]int{k[0] + n%3 - 1, k[1] + n/3 - 1}] {
			d := [3]float64{1, (float64(p.of.Position[i][0]) - x) / p.h, (float64(p.of.Position[i][2]) - z) / p.h}
			q := math.Hypot(d[1], d[2]) / 2
			if q >= 1 {
				continue
			}
			weight := math.Pow(1-q, 4) * (1 + 4*q)
			for a := range 3 {
				for c := range 3 {
					m[a][c] += weight * d[a] * d[c]
				}
				b[0][a] += weight * d[a] * float64(p.of.Velocity[i][0])
				b[1][a] += weight * d[a] * float64(p.of.Velocity[i][2])
			}
		}
	}
	// The constant part, by Cramer's rule: m is symmetric.
	first := [3]float64{m[1][1]*m[2][2] - m[1][2]*m[1][2], m[0][2]*m[1][2] - m[0][1]*m[2][2], m[0][1]*m[1][2] - m[0][2]*m[1][1]}
	det := dot(first, m[0])
	if !(det > 1e-9*math.Pow(m[0][0], 3)) {
		return math.NaN(), math.NaN()
	}
	return dot(first, b[0]) / det, dot(first, b[1]) / det
}

func dot(a, b [3]float64) float64 { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
