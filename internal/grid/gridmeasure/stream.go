package gridmeasure

import "fmt"

// Stream is the stream function of a flow in the plane x-z, in the corners of cells: u = ∂ψ/∂z and
// w = -∂ψ/∂x. Flow between two of its lines passes neither.
type Stream struct {
	Points  [2]int // along x and z: one more than there are cells
	Spacing [2]float64
	Psi     []float64 // along x first; 0 in the lower left corner [m²/s]
}

// Stream integrates the velocities across faces. As their divergence vanishes in every cell the way
// does not matter; where axes are periodic the values have what flows around, too.
func (m *Sampler) Stream() (*Stream, error) {
	if m.Cells[1] != 1 {
		return nil, fmt.Errorf("a flow of %v cells has no stream function: it needs one cell along y",
			m.Cells)
	}
	n := [2]int{m.Cells[0] + 1, m.Cells[2] + 1}
	p := &Stream{n, [2]float64{m.Spacing[0], m.Spacing[2]}, make([]float64, n[0]*n[1])}
	y := m.Spacing[1] / 2
	for i := 1; i < n[0]; i++ { // along the floor
		x := [3]float64{(float64(i) - 0.5) * p.Spacing[0], y, 0}
		p.Psi[i] = p.Psi[i-1] - m.Velocity(2, x)*p.Spacing[0]
	}
	for k := 1; k < n[1]; k++ {
		for i := range n[0] {
			x := [3]float64{float64(i) * p.Spacing[0], y, (float64(k) - 0.5) * p.Spacing[1]}
			p.Psi[k*n[0]+i] = p.Psi[(k-1)*n[0]+i] + m.Velocity(0, x)*p.Spacing[1]
		}
	}
	return p, nil
}

// Vortex is an extreme of the stream function and its place [m].
type Vortex struct{ Value, X, Z float64 }

// Vortices are the least and the greatest value with their places, which are the middles of
// vortices, of the parabola through the points around.
func (p *Stream) Vortices() (least, most Vortex) {
	least, most = p.extreme(-1), p.extreme(1)
	least.Value *= -1
	return least, most
}

func (p *Stream) extreme(sign float64) Vortex {
	best := 0
	for n, v := range p.Psi {
		if sign*v > sign*p.Psi[best] {
			best = n
		}
	}
	i, k := best%p.Points[0], best/p.Points[0]
	found := Vortex{sign * p.Psi[best], float64(i) * p.Spacing[0], float64(k) * p.Spacing[1]}
	if i == 0 || k == 0 || i == p.Points[0]-1 || k == p.Points[1]-1 {
		return found
	}
	at := func(di, dk int) float64 { return sign * p.Psi[best+di+dk*p.Points[0]] }
	gx, gz := (at(1, 0)-at(-1, 0))/2, (at(0, 1)-at(0, -1))/2
	xx, zz := at(1, 0)-2*at(0, 0)+at(-1, 0), at(0, 1)-2*at(0, 0)+at(0, -1)
	xz := (at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / 4
	det := xx*zz - xz*xz
	if det <= 0 {
		return found
	}
	dx, dz := -(zz*gx-xz*gz)/det, -(xx*gz-xz*gx)/det
	found.Value += (gx*dx + gz*dz) / 2
	found.X += dx * p.Spacing[0]
	found.Z += dz * p.Spacing[1]
	return found
}
