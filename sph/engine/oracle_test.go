package engine

import (
	"math"
	"slices"

	"gpusph/features/thick"
	"gpusph/sph"
)

// oracle is a second implementation of the time step: all pairs, float64, SI
// units, written from the published equations and not from the kernels. It
// shares with the program nothing but Params.
//
//   - Kernels: Wendland C2 (Wendland 1995), cubic spline (Monaghan 1992), quintic spline (Morris et
//     al. 1997), in two and three dimensions.
//   - P = B((ρ/ρ0)^7 - 1), B = ρ0 c0²/7 (Monaghan 1994).
//   - Momentum, artificial viscosity, continuity: Monaghan 1992 and 1994, with the mean speed of
//     sound c0. Laminar viscosity: Morris et al. 1997; Monaghan & Gingold 1983, with d + 2 in d
//     dimensions for a viscosity of ν (Monaghan 2005). ν is such that Morris's is exact on a
//     lattice.
//   - Density diffusion between fluid particles, with volumes m/ρ0: Molteni and
//     Colagrossi 2009; Fourtakas et al. 2019, whose hydrostatic part is
//     linearised.
//   - Walls: Lennard-Jones (Monaghan 1994), dynamic (Crespo et al. 2007), dummy (after Adami et al.
//     2012, by mirror images: docs/design/walls.md), mdbc (after English et al. 2022:
//     docs/design/mdbc.md, mdbc_test.go).
//   - Antuono et al. 2010: with renormalised gradients of the density, in the second half of a
//     step; Fourtakas' in the first: correction_test.go.
//   - Corrected gradients: Zhang et al. 2024, of pressure only; below surfaces Bonet & Lok 1999:
//     correction_test.go.
//   - Walls that move, where a function says: the pressure of dummy walls goes on by g - a_w (Adami
//     et al. 2012).
//   - A passive scalar between fluid particles: Cleary & Monaghan 1999, with m/ρ_j.
//   - Sub-particle scale turbulence: Dalrymple & Rogers 2006, with C_I = 0.0066, of fluid
//     particles, in the second half of a step, with the stresses of its beginning: sps_test.go.
//   - Thick fluids: Herschel & Bulkley 1926, Papanastasiou 1987: thick_test.go. Porous layers:
//     docs/design/porous.md, porous_test.go.
//   - Predictor, corrector and time step as GPUSPH has them (Rustico et al. 2014). Position Verlet:
//     docs/design/scheme.md, verlet_test.go.
type oracle struct {
	p     sph.Params
	fluid []bool
	now   oracleState
	dt    float64 // of the last step [s]

	steps  int
	verlet oracleRates // that the next step predicts with, of position Verlet
	nu     float64     // the laminar viscosity that comes to that of p on a lattice [m²/s]
	dtNext float64     // that the forces in the middle of the step before the last allow [s]
	dtThen float64     // and of the last step

	masses   []float64                  // of the particles [kg]; nil is all that of p
	mix      *oracleMix                 // of several fluids: mixed_test.go
	rheology func(i int) thick.Rheology // of particle i, where fluids are thick: thick_test.go
	porous   *oraclePorous              // nil without layers: porous_test.go
	surfaces []oracleSurface            // of walls, where these are mdbc
	faces    []oracleSurface            // and at time 0
	// a normal of wall i, as the turn of its body has turned it
	turned     func(i int, time float64, normal vector) vector
	wallRho    []float64 // the densities of the step's beginning, where they are
	turbulence []tensor  // stresses of the beginning of the step
	// L of the beginning of the step, where the whole step has it
	kept    []tensor
	strains []tensor  // and rates of strain; nil without viscosity on the residual
	damped  []float64 // what divergence damping adds to P/ρ²; nil without

	// of the state whose rates are being summed, by whether the other one is fluid and the
	// particle's index
	pairs  map[bool][][]oraclePair
	room   map[bool][][]oraclePair // memory of pairs
	nearby [][2]int32              // pairs that are in the support, or may come into it
	seen   []vector                // positions for which nearby was found [m]
	within float64                 // distance up to which pairs are nearby [m]
	flat   []flatWall              // what a flat wall comes to at the heights 0 and half a spacing
	slope  lastSlope               // of the pair whose terms are being added

	gravity func(time float64) [3]float64 // in place of that of p
	frame   *oracleFrame                  // or nil
	time    float64                       // [s]

	// displacement, velocity and acceleration of those that move; or nil
	walls     func(i int, time float64) (moves bool, x, v, a vector)
	base      []vector // places at time 0, for these
	wallAccel []vector // of the time
	wallMoves []bool
	strongest float64 // acceleration of a wall at any time [m/s²]
}

// oraclePair is a particle in the support of another: its index, the way from it, and how long that
// is [m].
type oraclePair struct {
	j int
	d vector
	r float64
}

// flatWall is Σ -∇W, Σ -r W', and the mean of r² in this, of a flat wall.
type flatWall struct{ size, all, mean float64 }

// oracleSurface is the nearest point of a wall particle's surface: the outward normal there, and
// how far it is [m].
type oracleSurface struct {
	normal   vector
	distance float64
}

// oracleFrame is a frame that turns. Forces in it are the sum of gravity and of Coriolis', the
// centrifugal and Euler's, times a factor each.
type oracleFrame struct {
	point, axis vector
	angle       func(time float64) (angle, velocity, acceleration float64)
	gravity     vector // while the angle is 0
	omega       vector // of the time [1/s]
	change      vector // of omega [1/s²]
	factors     [3]float64
}

// set sets omega and its change to what they are at a time, and tells gravity then.
func (f *oracleFrame) set(time float64) (gravity vector) {
	angle, velocity, acceleration := f.angle(time)
	f.omega, f.change = vector{}.plus(f.axis, velocity), vector{}.plus(f.axis, acceleration)
	return sph.Turned(f.gravity, f.axis, -angle)
}

// inertia is the acceleration of a particle in the frame besides gravity's.
func (f *oracleFrame) inertia(x, v vector) (a vector) {
	r := x.plus(f.point, -1)
	a = a.plus(f.omega.cross(v), -2*f.factors[0])
	a = a.plus(f.omega.cross(f.omega.cross(r)), -f.factors[1])
	return a.plus(f.change.cross(r), -f.factors[2])
}

// oracleState is the particles at one time: positions [m], velocities [m/s] and
// densities [kg/m³].
type oracleState struct {
	x, v []vector
	rho  []float64
	c, n []float64 // the scalar, 0 at walls; porosities, nil without layers
	// d(1/n)/dt, nil without layers and in the first predictor
	opens []float64
}

// oracleRates is what the sums over all pairs come to: accelerations and rates
// of density.
type oracleRates struct {
	a     []vector
	rho   []float64
	c     []float64
	dt    float64 // that they allow
	force float64 // greatest |a|
}

// power is x^n. math.Pow takes ten times as long.
func power(x float64, n int) float64 {
	product := 1.0
	for range n {
		product *= x
	}
	return product
}

// mass is that of a particle [kg].
func (o *oracle) mass(i int) float64 {
	if o.masses == nil {
		return o.p.Mass
	}
	return o.masses[i]
}

// norm is what makes the integral of W 1 [1/m³, in two dimensions 1/m²].
func (o *oracle) norm() float64 {
	h := o.p.H
	if o.p.Dim == 2 {
		return []float64{sph.Wendland: 7. / 4, sph.CubicSpline: 10. / 7, sph.Quintic: 7. / 478}[o.p.Kernel] / (math.Pi * h * h)
	}
	return []float64{sph.Wendland: 21. / 16, sph.CubicSpline: 1, sph.Quintic: 1. / 120}[o.p.Kernel] / (math.Pi * h * h * h)
}

// slopeAt is dW/dr [1/m⁴, in two dimensions 1/m³].
func (o *oracle) slopeAt(r float64) float64 {
	q, perMetre := r/o.p.H, o.norm()/o.p.H
	if o.p.Kernel == sph.Quintic {
		sum := 0.0
		for k, factor := range []float64{15, -6, 1} {
			if u := float64(k+1) - q; u > 0 {
				sum += factor * power(u, 4)
			}
		}
		return -5 * perMetre * sum
	}
	if q >= 2 {
		return 0
	}
	if o.p.Kernel == sph.Wendland {
		// W ∝ (1-q/2)⁴(2q+1): W' ∝ -2(1-q/2)³(2q+1) + 2(1-q/2)⁴
		return perMetre * (2*power(1-q/2, 4) - 2*power(1-q/2, 3)*(2*q+1))
	}
	if q < 1 {
		return perMetre * (2.25*q*q - 3*q)
	}
	return -perMetre * 0.75 * (2 - q) * (2 - q)
}

func (o *oracle) pressure(rho float64) float64 {
	return o.p.Rho0 * o.p.C0 * o.p.C0 / 7 * (power(rho/o.p.Rho0, 7) - 1)
}

// rates sums over all pairs. The greatest density is that of the fluid, and ρ0
// at least.
func (o *oracle) rates(s oracleState, h stepStage) oracleRates {
	n := len(s.x)
	o.pairs = o.allPairs(s)
	defer func() { o.pairs = nil }()
	s = o.withWalls(s, h)
	f := oracleRates{a: make([]vector, n), rho: make([]float64, n), c: make([]float64, n)}
	greatest := o.p.Rho0
	o.nu = o.p.Nu / o.onLattice()
	corrections := o.corrections(s, h)
	o.strainRates(s, h)
	o.damping(s, h)
	stress := o.stresses(s, h)
	gradients := o.densityGradients(s, h)
	for i := range n {
		switch {
		case o.fluid[i]:
			f.a[i], f.rho[i] = o.onFluid(s, i, gradients)
			f.a[i] = f.a[i].plus(o.byStress(s, stress, i), 1)
			a, rho := o.corrected(s, corrections, i)
			f.a[i], f.rho[i] = f.a[i].plus(a, 1), f.rho[i]+rho
			f.c[i] = o.ofScalar(s, i)
			f.force = max(f.force, f.a[i].norm())
			greatest = max(greatest, s.rho[i])
		case o.p.Boundary == sph.Dynamic:
			f.rho[i] = o.onDynamic(s, i)
		}
		if o.walls != nil && o.wallMoves[i] {
			f.force = max(f.force, o.wallAccel[i].norm())
		}
	}
	c := o.p.C0 * math.Pow(greatest/o.p.Rho0, 3)
	f.dt = min(o.p.CFL*min(math.Sqrt(o.p.H/f.force), o.p.H/c), o.diffusive())
	return f
}

func (o *oracle) onFluid(s oracleState, i int, gradients []vector) (a vector, rate float64) {
	if o.mix != nil {
		return o.onMixed(s, i)
	}
	p := &o.p
	a = o.onLone(s, i)
	rhoI, pI := s.rho[i], o.pressure(s.rho[i])
	pressureAndLaminar := func(j int, d vector, r float64) {
		gradient := o.dw(r) / r // ∇W is this times d
		rhoJ, pJ := s.rho[j], o.pressure(s.rho[j])
		push := pI/(rhoI*rhoI) + pJ/(rhoJ*rhoJ) + o.dampedAt(i) + o.dampedAt(j)
		if p.Boundary == sph.MDBC && !o.fluid[j] {
			push = max(push, 0)
		}
		a = a.plus(d, -o.bulk(s, j)*push*gradient)
		if p.Nu > 0 && (o.fluid[j] || !p.Further.Slip) {
			muI, muJ := o.nu*rhoI, o.nu*rhoJ
			v := o.against(s, i, j)
			if p.Boundary == sph.MDBC && !o.fluid[j] {
				part, _ := o.through(j, d, 5)
				v = v.plus(v, part)
			}
			if p.Laminar == sph.MonaghanGingold {
				v = vector{}.plus(d, float64(p.Dim+2)*v.dot(d)/(r*r+0.01*p.H*p.H))
			}
			a = a.plus(v, o.bulk(s, j)*(muI+muJ)/(rhoI*rhoJ)*gradient)
		}
	}
	artificial := func(j int, d vector, r float64) {
		if vr := o.approach(i, j, d, o.against(s, i, j).dot(d)); vr < 0 && (o.fluid[j] || !p.Further.Slip) {
			mu := p.H * vr / (r*r + 0.01*p.H*p.H)
			alpha := p.Alpha
			if p.Boundary == sph.MDBC && !o.fluid[j] {
				alpha /= 4
			}
			alpha *= o.limit(-mu * p.Rho0 / ((rhoI + s.rho[j]) / 2))
			a = a.plus(d, -o.bulk(s, j)*(-alpha*p.C0*mu/((rhoI+s.rho[j])/2))*o.dw(r)/r)
		}
	}
	o.near(s, i, true, func(j int, d vector, r float64) {
		pressureAndLaminar(j, d, r)
		artificial(j, d, r)
		gradient := o.dw(r) / r
		rate += o.bulk(s, j) * s.v[i].plus(s.v[j], -1).dot(d) * gradient
		rate += o.opening(s, j) * o.w(r)
		if p.Diffusion != sph.NoDiffusion {
			excess := rhoI - s.rho[j]
			switch {
			case gradients != nil:
				excess -= gradients[i].plus(gradients[j], 1).dot(d) / 2
			case p.Diffusion == sph.Fourtakas || p.Diffusion == sph.Antuono:
				midway := s.x[i].plus(d, -0.5)
				excess -= p.Rho0 * o.still(p.Gravity).plus(o.central(midway), 1).dot(d) / (p.C0 * p.C0)
			}
			part := (s.porosity(i) + s.porosity(j)) / 2 / s.porosity(i)
			rate += 2 * p.Xi * p.H * p.C0 * part * o.bulk(s, j) / p.Rho0 * excess * gradient
		}
	})
	rate += o.opening(s, i) * o.w(0)
	byFluid := rate
	o.near(s, i, false, func(j int, d vector, r float64) {
		switch p.Boundary {
		case sph.LennardJones:
			if r0 := p.LJRadius; r < r0 {
				a = a.plus(d, p.LJForce*(math.Pow(r0/r, 12)-math.Pow(r0/r, 6))/(r*r))
			}
		case sph.Dynamic, sph.MDBC:
			pressureAndLaminar(j, d, r)
			artificial(j, d, r)
			v := s.v[i].plus(s.v[j], -1)
			rate += o.mass(j) * v.dot(d) * o.dw(r) / r
			if p.Boundary == sph.MDBC {
				if part, over := o.through(j, d, 1); over > 0 {
					n := vector(o.surfaces[j].normal)
					rate += o.mass(j) * part / 2 * v.dot(n) * n.dot(d) * o.dw(r) / r
				}
			}
		}
	})
	if p.Boundary == sph.MDBC && rhoI < p.Rho0 { // a wall that does not pull does not draw fluid out
		rate = max(rate, byFluid)
	}
	if p.Boundary == sph.Dummy {
		force, compression := o.dummyWalls(s, i)
		a, rate = a.plus(force, 1), rate+compression
	}
	return a, rate
}

// onLone is the acceleration of a particle that is by itself.
func (o *oracle) onLone(s oracleState, i int) vector {
	a := vector(o.p.Gravity).plus(o.central(s.x[i]), 1)
	if o.frame == nil {
		return a
	}
	return o.frame.inertia(s.x[i], s.v[i]).plus(a, 1)
}

// central is the acceleration of the central force at a place.
func (o *oracle) central(x vector) vector {
	return vector{}.plus(x.plus(o.p.Central.Centre, -1), -o.p.Central.Omega*o.p.Central.Omega)
}

// dummyWalls is the acceleration that all dummy walls near a particle of fluid give it, and
// the rate of its density. Each wall particle has the pressure that continues the
// particle's hydrostatically, and pushes only.
func (o *oracle) dummyWalls(s oracleState, i int) (a vector, rate float64) {
	p, m, v, pull := &o.p, o.p.Mass, s.v[i], o.still(o.onLone(s, i))
	rho, pressure := s.rho[i], o.pressure(s.rho[i])
	var away vector            // Σ -∇W, out of the wall
	var squares, all float64   // of distances, weighted by r² times the slope
	var moves vector           // the wall's velocity
	var nearest, leaves vector // the first of leaves is -Σ v_w·-∇W of walls that move
	o.near(s, i, false, func(j int, d vector, r float64) {
		slope := -o.dw(r) / r
		wall := pressure - rho*pull.dot(d)
		if o.walls != nil && o.wallMoves[j] {
			wall += rho * o.wallAccel[j].dot(d)
			leaves = leaves.plus(vector{s.v[j].dot(d)}, -slope)
		}
		a = a.plus(d, m*max((pressure+wall)/(rho*rho)+2*o.dampedAt(i), 0)*slope)
		away = away.plus(d, slope)
		squares += slope * r * r * r * r
		all += slope * r * r
		moves = moves.plus(s.v[j], slope*r*r)
		if nearest == (vector{}) || r < nearest.norm() {
			nearest = d
		}
	})
	if all == 0 {
		return a, 0
	}
	// The velocity against the wall is linear through the face, half a spacing before the nearest
	// wall particle. At a depth d it is 1 + d/z times that of i, and d + z is n·r.
	face := max(nearest.dot(away)/away.norm()-p.DeltaP/2, p.DeltaP/4)
	slides := v.plus(moves, -1/all)
	// Friction acts where it is more than laminar viscosity does.
	a = a.plus(slides, -m*max(2*o.nu/face, p.Further.Friction*slides.norm())*away.norm()/rho)
	height := max(o.height(away.norm(), all, squares/all), o.heightByNearest(nearest.norm()))
	separation, omega := v.dot(away)+leaves[0], p.C0/(2*p.DeltaP)
	if close := p.DeltaP/4 - height; close > 0 {
		a = a.plus(away, max(omega*omega*close-omega*separation/away.norm(), 0)/away.norm())
	}
	if separation < 0 && !p.Further.Residual {
		// Artificial viscosity of the particle and its image, at the distance h and twice the speed
		// towards the face.
		normal := -separation / away.norm()
		a = a.plus(away, m*p.Alpha*o.limit(2*normal)*p.C0*p.H*2*normal/(p.H*rho))
	}
	if separation > 0 && rho < p.Rho0 {
		return a, 0
	}
	return a, -m * separation
}

// limit is the part of the artificial viscosity that acts between particles which approach with a
// speed, by the limiter (Zhang et al. 2017).
func (o *oracle) limit(speed float64) float64 {
	if o.p.Further.Limiter == 0 {
		return 1
	}
	return min(o.p.Further.LimiterFloor+o.p.Further.Limiter*max(speed, 0)/o.p.C0, 1)
}

// onLattice is what Morris's sum makes of a viscosity of 1 on a lattice.
func (o *oracle) onLattice() (sum float64) {
	p, across := &o.p, 9.0
	if p.Dim == 2 {
		across = 0
	}
	for x := 1.0; x <= 9; x++ {
		for y := -across; y <= across; y++ {
			for z := -9.0; z <= 9; z++ {
				r := p.DeltaP * math.Sqrt(x*x+y*y+z*z)
				sum -= 2 * math.Pow(p.DeltaP, float64(p.Dim)) * x * x * p.DeltaP * p.DeltaP * o.dw(r) / r
			}
		}
	}
	return sum
}

// flatWall sums over the particles of a flat wall, from a height over its face [m].
func (o *oracle) flatWall(height float64) (f flatWall) {
	across := 9.0
	if o.p.Dim == 2 {
		across = 0
	}
	for x := -9.0; x <= 9; x++ {
		for y := -across; y <= across; y++ {
			for z := 0.5; z < 9; z++ {
				at := vector{x * o.p.DeltaP, y * o.p.DeltaP, z*o.p.DeltaP + height}
				r := at.norm()
				f.size += -o.dw(r) * at[2] / r
				f.all += -o.dw(r) * r
				f.mean += -o.dw(r) * r * r * r
			}
		}
	}
	f.mean /= f.all
	return f
}

func (o *oracle) ofScalar(s oracleState, i int) (rate float64) {
	o.near(s, i, true, func(j int, d vector, r float64) {
		rate += 2 * o.p.Further.Scalar * o.mass(j) / s.rho[j] * (s.c[i] - s.c[j]) * o.dw(r) / r
	})
	return rate
}

func (o *oracle) onDynamic(s oracleState, i int) (rate float64) {
	o.near(s, i, true, func(j int, d vector, r float64) {
		rate += o.mass(j) * s.v[i].plus(s.v[j], -1).dot(d) * o.dw(r) / r
	})
	return rate
}

// step is one time step, whose length is what the evaluation in the middle of the step
// before the last allows.
func (o *oracle) step() {
	o.forcing(o.time)
	o.moveWalls(&o.now, o.time)
	first := o.predicting(o.rates(o.now, predictor)) // which computes walls, too
	if o.steps == 0 {
		o.dtNext = o.firstStep()
		o.dtThen = o.dtNext
	}
	o.dt = o.dtNext
	if o.p.Dt > 0 {
		o.dt = o.p.Dt
	}
	middle := o.moved(first, o.dt/2)
	for i := range middle.x {
		if o.fluid[i] {
			middle.x[i] = o.now.x[i].plus(o.now.v[i], o.dt/2)
		}
	}
	added := o.viscous(first)
	o.thicken(&middle, added, 0.5)
	o.soak(&middle, middle.x, o.dt/2)
	o.forcing(o.time + o.dt/2)
	o.moveWalls(&middle, o.time+o.dt/2)
	o.time += o.dt
	second := o.rates(middle, corrector)
	o.left(second)
	o.dtNext, o.dtThen = o.dtThen, second.dt
	next := o.moved(second, o.dt)
	o.thicken(&next, added, 1)
	o.soak(&next, o.reached(next), o.dt)
	for i := range next.x {
		if o.fluid[i] {
			next.x[i] = o.now.x[i].plus(o.now.v[i].plus(next.v[i], 1), o.dt/2)
		}
	}
	o.shift(middle, next)
	o.xsph(middle, next)
	o.moveWalls(&next, o.time)
	o.now = next
	o.steps++
}

// moveWalls puts walls where they are at a time.
func (o *oracle) moveWalls(s *oracleState, time float64) {
	if o.walls == nil {
		return
	}
	if o.base == nil {
		o.base, o.faces = slices.Clone(o.now.x), o.surfaces
	}
	if o.turned != nil && o.surfaces != nil && s == &o.now { // the predictor computes walls
		o.surfaces = slices.Clone(o.faces)
		for i := range o.surfaces {
			o.surfaces[i].normal = o.turned(i, time, o.faces[i].normal)
		}
	}
	n := len(s.x)
	s.x, s.v = slices.Clone(s.x), slices.Clone(s.v)
	o.wallAccel, o.wallMoves = make([]vector, n), make([]bool, n)
	for i := range s.x {
		if moves, x, v, a := o.walls(i, time); moves {
			s.x[i], s.v[i], o.wallAccel[i], o.wallMoves[i] = o.base[i].plus(x, 1), v, a, true
		}
	}
}

// forcing sets gravity and the frame to those of a time.
func (o *oracle) forcing(time float64) {
	if o.gravity != nil {
		o.p.Gravity = o.gravity(time)
	}
	if o.frame != nil {
		o.p.Gravity = o.frame.set(time)
	}
}

// firstStep is what the densities, gravity, viscosities and diffusion allow.
func (o *oracle) firstStep() float64 {
	dt := math.Inf(1)
	for i, rho := range o.now.rho {
		if o.fluid[i] {
			dt = min(dt, o.p.CFL*o.p.H/(o.p.C0*math.Pow(max(rho/o.p.Rho0, 1), 3)))
		}
	}
	g := vector(o.p.Gravity).norm()
	for i := range o.wallAccel {
		g = max(g, o.strongest, o.wallAccel[i].norm())
	}
	if g > 0 {
		dt = min(dt, o.p.CFL*math.Sqrt(o.p.H/g))
	}
	return min(dt, o.diffusive())
}

// diffusive is what viscosities and the diffusion of density allow.
func (o *oracle) diffusive() float64 {
	viscous, dense := o.p.Nu+o.p.Alpha*o.p.C0*o.p.H/2/float64(o.p.Dim), 0.0
	if o.p.Laminar == sph.MonaghanGingold {
		viscous += 11. / 7 * o.p.Nu
	}
	if o.p.Diffusion != sph.NoDiffusion {
		dense = o.p.Xi * o.p.C0 * o.p.H
	}
	stable := 0.125
	if o.p.Scheme() == sph.Verlet {
		stable *= (1 - 0.4) / 2
	}
	return stable * o.p.H * o.p.H / max(viscous, dense, o.p.Further.Scalar)
}

// moved is the velocities and densities that rates lead to in a time.
func (o *oracle) moved(f oracleRates, dt float64) oracleState {
	n := len(o.now.x)
	next := oracleState{slices.Clone(o.now.x), make([]vector, n), make([]float64, n), make([]float64, n), nil, nil}
	for i := range next.x {
		next.c[i] = o.now.c[i] + f.c[i]*dt
		switch {
		case o.fluid[i]:
			next.v[i], next.rho[i] = o.now.v[i].plus(f.a[i], dt), o.now.rho[i]+f.rho[i]*dt
		case o.p.Boundary == sph.Dynamic:
			next.v[i], next.rho[i] = o.now.v[i], max(o.now.rho[i]+f.rho[i]*dt, o.p.Rho0)
		default:
			next.v[i], next.rho[i] = o.now.v[i], o.now.rho[i]
		}
	}
	return next
}
