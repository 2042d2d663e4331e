package grid

import "math"

// The oracle is a step of the scheme as plain sums over neighbours, one cell at a time and in
// float64. It is slow, and shares nothing with the kernels. Convection has divergence form with
// simple averages (Harlow and Welch 1965), so it keeps kinetic energy.
//
//   - A face next to a wall or a solid cell is fixed: nothing passes it.
//   - Beyond a wall a velocity along it is 2 U - u, where U is that of the wall.
//   - Of two neighbouring faces along the surface of a solid, one with solid cells on both sides
//     is -u; one with a single solid cell is fixed, so 0.
//   - Beyond a wall temperature is 2 Tw - T; beyond an insulated wall and in solids, T. No heat
//     enters solids, and their cells keep their temperature.
//   - An axis of one cell is none: nothing changes along it.
//   - Cells of stretched axes have widths of their own. Between two centres lies half of each; a
//     flux through a face of both has the mean of their velocities by their widths.

// oracleState is the flow between two steps.
type oracleState struct {
	U    [3][]float64 // on the lower faces of cells; the faces of upper walls are not among them
	P, T []float64    // in centres; the mean of P over the fluid is 0

	old   [4][]float64 // rates of U and T in the step before
	oldDt float64      // 0 before the first step
}

// oracle is a flow and which of its cells are solid.
type oracle struct {
	*incompressibleFlow
	solid []bool
}

func newOracle(flow *incompressibleFlow) *oracle {
	o := &oracle{flow, make([]bool, flow.Cells[0]*flow.Cells[1]*flow.Cells[2])}
	for n := range o.solid {
		x := o.place(n)
		for _, b := range flow.Solids {
			in := true
			for a := range x {
				in = in && b.Min[a] <= x[a] && x[a] < b.Max[a]
			}
			o.solid[n] = o.solid[n] || in
		}
	}
	return o
}

// oracleStart is the flow at the beginning, with fixed faces at rest. Its divergence is that of
// Flow.Velocity.
func oracleStart(flow *incompressibleFlow) *oracleState {
	o := newOracle(flow)
	s := &oracleState{P: make([]float64, len(o.solid)), T: make([]float64, len(o.solid))}
	for c := range s.U {
		s.U[c] = make([]float64, len(o.solid))
	}
	for n := range o.solid {
		var centre [3]float64
		for a, i := range o.place(n) {
			centre[a] = (float64(i) + 0.5) * flow.Spacing[a]
			if faces := flow.Faces[a]; faces != nil {
				centre[a] = (faces[i] + faces[i+1]) / 2
			}
		}
		for c := range s.U {
			face := centre
			face[c] -= o.width(n, c, 0) / 2
			if flow.Velocity != nil && !o.fixed(c, n) {
				s.U[c][n] = flow.Velocity(c, face)
			}
		}
		if flow.Heat != nil {
			s.T[n] = flow.Heat.Reference
			if flow.Heat.Temperature != nil {
				s.T[n] = flow.Heat.Temperature(centre)
			}
		}
	}
	return s
}

// place is where a cell is, and cell the number of the cell at a place.
func (o *oracle) place(n int) [3]int {
	return [3]int{n % o.Cells[0], n / o.Cells[0] % o.Cells[1], n / o.Cells[0] / o.Cells[1]}
}

func (o *oracle) cell(x [3]int) int { return x[0] + o.Cells[0]*(x[1]+o.Cells[1]*x[2]) }

// periodic axes are those of one cell, too.
func (o *oracle) periodic(a int) bool { return o.Periodic[a] || o.Cells[a] == 1 }

// next is the cell one before (way -1) or after (way 1) along an axis, and whether there is one,
// not a wall.
func (o *oracle) next(n, a, way int) (int, bool) {
	x := o.place(n)
	x[a] += way
	if o.periodic(a) {
		x[a] = (x[a] + o.Cells[a]) % o.Cells[a]
	}
	if x[a] < 0 || x[a] >= o.Cells[a] {
		return -1, false
	}
	return o.cell(x), true
}

// width is that of the cell some cells from n along an axis; beyond a wall it is mirrored.
func (o *oracle) width(n, a, from int) float64 {
	faces := o.Faces[a]
	if faces == nil {
		return o.Spacing[a]
	}
	i := o.place(n)[a] + from
	if o.periodic(a) {
		i = (i + o.Cells[a]) % o.Cells[a]
	}
	i = min(max(i, 0), o.Cells[a]-1)
	return faces[i+1] - faces[i]
}

// apart is the distance between the centre of that cell and the one before it.
func (o *oracle) apart(n, a, from int) float64 {
	return (o.width(n, a, from-1) + o.width(n, a, from)) / 2
}

// weight is the volume of a cell, or that between two centres along an axis, over the mean.
func (o *oracle) weight(n, between int) float64 {
	w := 1.0
	for a := range 3 {
		if a == between {
			w *= o.apart(n, a, 0) / o.Spacing[a]
		} else {
			w *= o.width(n, a, 0) / o.Spacing[a]
		}
	}
	return w
}

// fixed faces are those in walls, and those of solid cells.
func (o *oracle) fixed(c, n int) bool {
	m, ok := o.next(n, c, -1)
	return !ok || o.solid[n] || o.solid[m]
}

// upper is the velocity on the upper face of cell n along c, which may be a wall's.
func (o *oracle) upper(u []float64, c, n int) float64 {
	if m, ok := o.next(n, c, 1); ok {
		return u[m]
	}
	return 0
}

// along reports whether the face before or after that of cell n along axis a is between two cells
// of a solid.
func (o *oracle) along(c, n, a, way int) bool {
	m, ok := o.next(n, a, way)
	if !ok || !o.solid[m] {
		return false
	}
	below, ok := o.next(m, c, -1)
	return ok && o.solid[below]
}

// neighbour is component c on the face one before or after that of cell n along axis a.
func (o *oracle) neighbour(u []float64, c, n, a, way int) float64 {
	m, ok := o.next(n, a, way)
	switch {
	case !ok && a == c: // the upper wall
		return 0
	case !ok: // along a wall
		end := max(way, 0)
		return 2*o.Walls[a][end].Velocity[c] - u[n]
	case a != c && o.along(c, n, a, way):
		return -u[n]
	}
	return u[m]
}

// laplace is Σ ∂²u/∂x² of component c on a face.
func (o *oracle) laplace(u []float64, c, n int) (sum float64) {
	for a := range 3 {
		if o.Cells[a] == 1 {
			continue
		}
		before, after, own := o.apart(n, a, 0), o.apart(n, a, 1), o.width(n, a, 0)
		if a == c {
			before, after, own = o.width(n, a, -1), o.width(n, a, 0), o.apart(n, a, 0)
		}
		if a != c && o.along(c, n, a, -1) { // half a cell to the surface
			before = own
		}
		if a != c && o.along(c, n, a, 1) {
			after = own
		}
		sum += ((o.neighbour(u, c, n, a, 1)-u[n])/after - (u[n]-o.neighbour(u, c, n, a, -1))/before) / own
	}
	return sum
}

// convection is -Σ ∂(u_a u_c)/∂x_a on the lower face of cell n along c. Each flux is the average of
// u_a, along c, times the average of u_c, along a.
func (o *oracle) convection(u *[3][]float64, c, n int) (sum float64) {
	below, _ := o.next(n, c, -1)
	mean := func(of, ofBelow float64) float64 {
		h, hBelow := o.width(n, c, 0), o.width(n, c, -1)
		return (h*of + hBelow*ofBelow) / (h + hBelow)
	}
	for a := range 3 {
		if o.Cells[a] == 1 {
			continue
		}
		var before, after float64
		if a == c { // fluxes in the centres of the two cells
			before = (u[c][below] + u[c][n]) / 2
			after = (u[c][n] + o.upper(u[c], c, n)) / 2
			sum -= (after*after - before*before) / o.apart(n, a, 0)
			continue
		}
		before = mean(u[a][n], u[a][below]) * (o.neighbour(u[c], c, n, a, -1) + u[c][n]) / 2
		after = mean(o.upper(u[a], a, n), o.upper(u[a], a, below)) *
			(u[c][n] + o.neighbour(u[c], c, n, a, 1)) / 2
		sum -= (after - before) / o.width(n, a, 0)
	}
	return sum
}

// buoyancy is -β (T - T∞) g on a face.
func (o *oracle) buoyancy(t []float64, c, n int) float64 {
	if o.Heat == nil {
		return 0
	}
	below, _ := o.next(n, c, -1)
	return -o.Heat.Expansion * ((t[below]+t[n])/2 - o.Heat.Reference) * o.Heat.Gravity[c]
}

// conduction is Σ ∂²T/∂x² in a cell.
func (o *oracle) conduction(t []float64, n int) (sum float64) {
	for a := range 3 {
		for end, way := range []int{-1, 1} {
			m, ok := o.next(n, a, way)
			other := t[n]
			if ok && !o.solid[m] {
				other = t[m]
			} else if !ok && !math.IsNaN(o.Walls[a][end].Temperature) {
				other = 2*o.Walls[a][end].Temperature - t[n]
			}
			sum += (other - t[n]) / (o.width(n, a, 0) * o.apart(n, a, end))
		}
	}
	return sum
}

// carried is -Σ ∂(u_a T)/∂x_a in a cell, with T averaged to the faces. Nothing passes walls and
// solids.
func (o *oracle) carried(u *[3][]float64, t []float64, n int) (sum float64) {
	for a := range 3 {
		h := o.width(n, a, 0)
		if m, ok := o.next(n, a, -1); ok {
			sum += u[a][n] * (t[m] + t[n]) / 2 / h
		}
		if m, ok := o.next(n, a, 1); ok {
			sum -= u[a][m] * (t[n] + t[m]) / 2 / h
		}
	}
	return sum
}

// divergence is that of a cell.
func (o *oracle) divergence(u *[3][]float64, n int) (sum float64) {
	for a := range 3 {
		sum += (o.upper(u[a], a, n) - u[a][n]) / o.width(n, a, 0)
	}
	return sum
}

// gradient is that of p on a face that is not fixed.
func (o *oracle) gradient(p []float64, c, n int) float64 {
	below, _ := o.next(n, c, -1)
	return (p[n] - p[below]) / o.apart(n, c, 0)
}

// project takes Δt ∇φ off the velocities so that their divergence vanishes, and returns φ, whose
// mean over the fluid is 0.
func (o *oracle) project(u *[3][]float64, dt float64) []float64 {
	b := make([]float64, len(o.solid))
	for n := range b {
		if !o.solid[n] {
			b[n] = -o.divergence(u, n) / dt * o.weight(n, -1)
		}
	}
	phi := oracleSolve(b, func(p []float64, n int) float64 { // -∇²; the mean makes it regular
		if o.solid[n] {
			return p[n]
		}
		sum := o.mean(p) / (o.Spacing[0] * o.Spacing[0])
		for a := range 3 {
			for end, way := range []int{-1, 1} {
				if m, ok := o.next(n, a, way); ok && !o.solid[m] {
					sum += (p[n] - p[m]) / (o.width(n, a, 0) * o.apart(n, a, end)) * o.weight(n, -1)
				}
			}
		}
		return sum
	})
	for c := range u {
		for n := range u[c] {
			if !o.fixed(c, n) {
				u[c][n] -= dt * o.gradient(phi, c, n)
			}
		}
	}
	return phi
}

// mean is that over the fluid, which is one region.
func (o *oracle) mean(p []float64) float64 {
	sum, fluid := 0.0, 0
	for n := range p {
		if !o.solid[n] {
			sum, fluid = sum+p[n], fluid+1
		}
	}
	return sum / float64(fluid)
}

// rates are those of convection and buoyancy, and of temperature those of convection and the
// source. With diffusion they are whole. Fixed faces and solid cells have none.
func (o *oracle) rates(s *oracleState, diffusion bool) (all [4][]float64) {
	for c := range all {
		all[c] = make([]float64, len(o.solid))
		for n := range all[c] {
			switch {
			case c < 3 && !o.fixed(c, n):
				all[c][n] = o.convection(&s.U, c, n) + o.buoyancy(s.T, c, n)
				if diffusion {
					all[c][n] += o.Viscosity * o.laplace(s.U[c], c, n)
				}
			case c == 3 && o.Heat != nil && !o.solid[n]:
				all[c][n] = o.carried(&s.U, s.T, n) + o.Heat.Source
				if diffusion {
					all[c][n] += o.Heat.Diffusivity * o.conduction(s.T, n)
				}
			}
		}
	}
	return all
}

// oracleStep advances a state by Δt.
func oracleStep(flow *incompressibleFlow, state *oracleState, dt float64) {
	o := newOracle(flow)
	switch flow.Scheme {
	case RungeKutta:
		for stage := range 3 {
			gamma := [...]float64{8.0 / 15, 5.0 / 12, 3.0 / 4}[stage]
			o.stage(state, dt, gamma, [...]float64{0, -17.0 / 60, -5.0 / 12}[stage])
		}
	case CrankNicolson:
		r := 0.0
		if state.oldDt > 0 {
			r = dt / state.oldDt
		}
		o.stage(state, dt, 1+r/2, -r/2)
	default:
		o.adamsBashforth(state, dt)
	}
	state.oldDt = dt
}

// adamsBashforth: u* = u + Δt ((1 + r/2) R - r/2 R_old), where r is Δt over the step before; the
// first step has r = 0. Then u = u* - Δt ∇p without divergence.
func (o *oracle) adamsBashforth(s *oracleState, dt float64) {
	now := o.rates(s, true)
	r := 0.0
	if s.oldDt > 0 {
		r = dt / s.oldDt
	}
	for c, values := range [][]float64{s.U[0], s.U[1], s.U[2], s.T} {
		for n := range values {
			change := (1 + r/2) * now[c][n]
			if r > 0 {
				change -= r / 2 * s.old[c][n]
			}
			values[n] += dt * change
		}
	}
	s.P, s.old = o.project(&s.U, dt), now
}

// stage is one of three, or a step with trapezoidal diffusion:
//
//	u* = u + Δt (γ N + ζ N_old) + Δt α ν/2 ∇²(u + u*) - Δt α ∇p,
//
// where α = γ + ζ and N is convection with buoyancy. Then φ takes the divergence off, and p grows
// by φ.
func (o *oracle) stage(s *oracleState, dt, gamma, zeta float64) {
	alpha := gamma + zeta
	now := o.rates(s, false)
	explicit := func(c, n int) float64 {
		if zeta == 0 {
			return dt * gamma * now[c][n]
		}
		return dt * (gamma*now[c][n] + zeta*s.old[c][n])
	}
	for c := range s.U {
		u := s.U[c]
		b := make([]float64, len(u))
		for n := range b {
			if !o.fixed(c, n) {
				b[n] = u[n] + explicit(c, n) - dt*alpha*o.gradient(s.P, c, n) +
					dt*alpha*o.Viscosity/2*o.laplace(u, c, n)
			}
		}
		s.U[c] = oracleTrapezoidal(b, dt*alpha*o.Viscosity/2, func(x []float64, n int) float64 {
			if o.fixed(c, n) {
				return 0
			}
			return o.laplace(x, c, n)
		}, func(n int) float64 { return o.weight(n, c) })
	}
	if o.Heat != nil {
		k := dt * alpha * o.Heat.Diffusivity / 2
		b := make([]float64, len(s.T))
		for n := range b {
			b[n] = s.T[n] + explicit(3, n)
			if !o.solid[n] {
				b[n] += k * o.conduction(s.T, n)
			}
		}
		s.T = oracleTrapezoidal(b, k, func(x []float64, n int) float64 {
			if o.solid[n] {
				return 0
			}
			return o.conduction(x, n)
		}, func(n int) float64 { return o.weight(n, -1) })
	}
	for n, phi := range o.project(&s.U, dt*alpha) {
		s.P[n] += phi
	}
	s.old = now
}
