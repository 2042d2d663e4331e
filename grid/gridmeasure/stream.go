package gridmeasure

import (
	"fmt"
	"math"
	"slices"
)

// Stream is the stream function of a flow in the plane x-z, in the corners of cells: u = ∂ψ/∂z and
// w = -∂ψ/∂x. Flow between two of its lines passes neither.
type Stream struct {
	Points  [2]int // along x and z: one more than there are cells
	Origin  [2]float64
	Spacing [2]float64   // of stretched axes the mean
	Places  [2][]float64 // of the points along stretched axes; else nil [m]
	Psi     []float64    // along x first; 0 in the lower left corner [m²/s]
	// How much values differ along two ways, as a part of their range. Of a flow without divergence
	// that is rounding; of another there is no stream function.
	Off float64
}

// Stream integrates the velocities across faces. Where their divergence vanishes in every cell the
// way does not matter; where axes are periodic the values have what flows around, too.
func (m *Sampler) Stream() (*Stream, error) {
	if m.Cells[1] != 1 {
		return nil, fmt.Errorf("a flow of %v cells has no stream function: it needs one cell along y",
			m.Cells)
	}
	n := [2]int{m.Cells[0] + 1, m.Cells[2] + 1}
	p := &Stream{Points: n, Origin: [2]float64{m.Origin[0], m.Origin[2]},
		Spacing: [2]float64{m.Spacing[0], m.Spacing[2]}, Psi: make([]float64, n[0]*n[1])}
	for k, axis := range []int{0, 2} {
		for i := range m.Faces[axis] {
			p.Places[k] = append(p.Places[k], m.Face(axis, i))
		}
	}
	at := func(i, k float64) [3]float64 {
		return [3]float64{p.place(0, i), m.Origin[1] + m.Spacing[1]/2, p.place(1, k)}
	}
	for i := 1; i < n[0]; i++ { // along the floor
		p.Psi[i] = p.Psi[i-1] - m.Velocity(2, at(float64(i)-0.5, 0))*m.Width(0, i-1)
	}
	for k := 1; k < n[1]; k++ {
		for i := range n[0] {
			u := m.Velocity(0, at(float64(i), float64(k)-0.5))
			p.Psi[k*n[0]+i] = p.Psi[(k-1)*n[0]+i] + u*m.Width(2, k-1)
		}
	}
	const rows = 64 // that are compared
	off := 0.0
	for k := 1; k < n[1]; k += 1 + n[1]/rows { // up the left side, then to the right
		other := p.Psi[k*n[0]]
		for i := 1; i < n[0]; i++ {
			other -= m.Velocity(2, at(float64(i)-0.5, float64(k))) * m.Width(0, i-1)
			off = max(off, math.Abs(other-p.Psi[k*n[0]+i]))
		}
	}
	if off > 0 {
		p.Off = off / (slices.Max(p.Psi) - slices.Min(p.Psi))
	}
	return p, nil
}

// place is that of a point along x or z, or between two [m].
func (p *Stream) place(axis int, i float64) float64 {
	places := p.Places[axis]
	if places == nil {
		return p.Origin[axis] + i*p.Spacing[axis]
	}
	k := min(int(i), len(places)-2)
	return places[k] + (i-float64(k))*(places[k+1]-places[k])
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
	found := Vortex{sign * p.Psi[best], p.place(0, float64(i)), p.place(1, float64(k))}
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
	if p.Places[0] != nil || p.Places[1] != nil {
		found.X, found.Z = p.place(0, float64(i)+dx), p.place(1, float64(k)+dz)
		return found
	}
	found.X += dx * p.Spacing[0]
	found.Z += dz * p.Spacing[1]
	return found
}
