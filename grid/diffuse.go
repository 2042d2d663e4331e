package grid

import (
	"gpusph/cuda"
)

// trapezoidal is a step of Adams and Bashforth whose diffusion is the mean of that before and that
// after it.
func (p *incompressible) trapezoidal(dt float64, of stage) error {
	flow := p.flow
	args := p.predictArgs()
	args.OfRates, args.OfBefore, args.OfPressure = dt*of.rates, dt*of.before, dt
	args.OfDiffusion = dt * flow.Viscosity
	p.predict(&args, p.right)
	limit := p.diffusionTolerance() * p.speed()
	for c := range 3 {
		p.main.Copy(p.next[c].base, p.u[c].base, p.u[c].bytes)
		if p.flow.still(c) {
			continue
		}
		e := &equation{x: p.next[c], b: p.right[c], component: c, limit: limit}
		if err := p.diffuse(e, dt*flow.Viscosity/2, p.sticks(c)); err != nil {
			return err
		}
	}
	if flow.Heat != nil {
		if err := p.diffuseHeat(dt, of); err != nil {
			return err
		}
	}
	return p.project(dt)
}

// diffuseHeat is the same of the temperature, by the velocity before.
func (p *incompressible) diffuseHeat(dt float64, of stage) error {
	heat, now, next := p.flow.Heat, p.warm[p.clock.Turn], p.warm[1-p.clock.Turn]
	args := p.warmArgs(dt*of.rates, dt*of.before)
	args.OfDiffusion = dt * heat.Diffusivity
	exchanged(p.part, onFlow(p, cuda.GridTemperature), args, whole(&p.slab), next)
	var warm [3][2]float64
	for d := range 3 {
		for end := range 2 {
			if p.walled(d) && !p.flow.Walls[d][end].insulated() {
				warm[d][end] = 2
			}
		}
	}
	limit := p.diffusionTolerance() * max(p.flow.difference(), heat.Source*dt, p.flow.warmest()*1e-6)
	e := &equation{x: now, b: next, component: -1, limit: limit}
	return p.diffuse(e, dt*heat.Diffusivity/2, warm)
}

// diffuse makes of x, and of b, which is what x would be after an explicit step, what it is after a
// trapezoidal one:
//
//	(1 - k ∇²) (x' - x) = b - x,   k = ν Δt/2.
//
// Since walls do not change, the increment is zero there.
func (p *incompressible) diffuse(e *equation, k float64, bound [3][2]float64) error {
	e.increment, e.ends, e.sigma, e.smallest = true, bound, 1, 1
	var of [3]float64
	for d, n := range p.flow.Cells {
		if n > 1 {
			of[d] = k
		}
	}
	e.setKappa(p.flow, of)
	return p.conjugateGradients(e)
}

// diffusionTolerance is what remains of increments, as a part of the velocity: no more than by
// default, since increments vanish as the flow comes to rest.
func (p *incompressible) diffusionTolerance() float64 {
	if p.flow.Precision == Single {
		return min(p.tolerance(), 1e-6)
	}
	return min(p.tolerance(), 1e-10)
}

// walled reports whether the ends of an axis are walls.
func (p *incompressible) walled(axis int) bool {
	return !p.flow.Periodic[axis] && p.flow.Cells[axis] > 1
}

// sticks is what walls add to rows of a component of velocity: across an axis the next face is the
// wall, along it the wall is halfway to what mirrors it.
func (p *incompressible) sticks(c int) (bound [3][2]float64) {
	for d := range 3 {
		switch {
		case !p.walled(d):
		case d == c:
			bound[d] = [2]float64{0, 1}
		default:
			bound[d] = [2]float64{2, 2}
		}
	}
	return bound
}
