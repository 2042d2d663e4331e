package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// disagreement is how far a Simulation is from an oracle after the same steps,
// as the L2 norm of the difference over that of the oracle's change since the
// beginning.
type disagreement struct {
	velocity, density, position float64 // of the fluid
	wallVelocity, wallDensity   float64 // of walls
	dt                          float64
	quanta                      float64 // greatest difference of positions
}

// worst is the greatest of them, each over its tolerance.
func (d disagreement) worst(tolerance disagreement) float64 {
	return max(d.velocity/tolerance.velocity, d.density/tolerance.density, d.position/tolerance.position,
		d.wallVelocity/tolerance.wallVelocity, d.wallDensity/tolerance.wallDensity, d.dt/tolerance.dt, d.quanta/tolerance.quanta)
}

// After one step, what differs is the rounding of float32 numbers (6e-8 of each)
// in sums of ~60 terms and in velocities to which a change of 1/20 is added, and
// that of positions: Forces sees them to 2⁻¹⁹ of a cell, which is 2e-6 of the
// spacing. All this comes to 3e-6 at most; 1e-5 is far below what an error of
// 1 % in a term makes, see TestOracleSeesErrors. A displacement of ~7000 quanta is
// rounded to whole ones once. (The program's P/ρ² is a polynomial that at this
// case's 2 % is off by 3e-9.)
var afterOneStep = disagreement{velocity: 1e-5, density: 1e-5, position: 2e-4, wallVelocity: 1e-5, wallDensity: 1e-5, dt: 1e-6, quanta: 0.51}

// oneStep is afterOneStep; the spring of dummy walls is stiff, so where particles are on a face,
// and a rounding in their height over it is felt, velocities come to 1.2e-5.
func oneStep(b sph.Boundary) disagreement {
	d := afterOneStep
	if b == sph.Dummy {
		d.velocity, d.quanta = 2e-5, 0.6
	}
	return d
}

// After 20 steps the roundings of 20 steps have added up, and the flow has
// magnified them, as random fluid does.
var afterManySteps = disagreement{velocity: 5e-5, density: 5e-5, position: 5e-5, wallVelocity: 5e-5, wallDensity: 5e-5, dt: 1e-5, quanta: 20}

// compare says how far s is from o, both having come from the state begun.
func compare(t testing.TB, s *Simulation, o *oracle, begun oracleState, dt float64) disagreement {
	t.Helper()
	all := held(t, s)
	if len(all) != len(o.fluid) {
		t.Fatalf("%d of %d particles are left", len(all), len(o.fluid))
	}
	var d disagreement
	type sum struct{ difference, change float64 }
	var velocity, density, position, wallVelocity, wallDensity sum
	add := func(s *sum, got, want, was vector) {
		difference, change := got.plus(want, -1), want.plus(was, -1)
		s.difference += difference.dot(difference)
		s.change += change.dot(change)
	}
	for id, p := range all {
		v := vector{float64(p.Vel[0]), float64(p.Vel[1]), float64(p.Vel[2])}
		x := vector(s.grid.Position(p.Pos))
		x = o.now.x[id].plus(o.nearest(x.plus(o.now.x[id], -1)), 1)
		rho := vector{float64(p.Rel)}
		want, was := vector{o.now.rho[id]/s.Case.Params.Rho0 - 1}, vector{begun.rho[id]/s.Case.Params.Rho0 - 1}
		if o.fluid[id] {
			add(&velocity, v, o.now.v[id], begun.v[id])
			add(&density, rho, want, was)
			add(&position, x, o.now.x[id], begun.x[id])
			for a := range 3 {
				d.quanta = max(d.quanta, math.Abs(x[a]-o.now.x[id][a])/s.grid.Quantum)
			}
		} else {
			add(&wallVelocity, v, o.now.v[id], begun.v[id])
			add(&wallDensity, rho, want, was)
			off := s.grid.Quantum / 2
			if o.walls != nil {
				off = 2 * s.grid.Quantum // it is in quanta from where it was in quanta
			}
			if x.plus(o.now.x[id], -1).norm() > off {
				t.Fatalf("wall particle %d is at %v, want %v", id, x, o.now.x[id])
			}
		}
	}
	relative := func(s sum) float64 {
		if s.difference == 0 {
			return 0
		}
		return math.Sqrt(s.difference / s.change)
	}
	d.velocity, d.density, d.position = relative(velocity), relative(density), relative(position)
	d.wallVelocity, d.wallDensity = relative(wallVelocity), relative(wallDensity)
	d.dt = math.Abs(dt-o.dt) / o.dt
	return d
}
