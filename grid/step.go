package grid

import (
	"errors"
	"math"

	"gpusph/cuda"
)

// stage is the weights of one: of the rates, of those of the stage before, and of diffusion and
// pressure.
type stage struct{ rates, before, whole float64 }

// rungeKutta is the three stages: γ, ζ and their sum α.
var rungeKutta = [3]stage{
	{8.0 / 15, 0, 8.0 / 15},
	{5.0 / 12, -17.0 / 60, 2.0 / 15},
	{3.0 / 4, -5.0 / 12, 1.0 / 3},
}

// step takes the flow on by a step. The host waits where a solve has come to its end, and for the
// maxima that the next step's length depends on.
func (p *incompressible) step() error {
	c := &p.clock
	if p.vanished() {
		p.mask = 0
	}
	dt := p.timeStep()
	last := 1.0 // part of the step that the last stage is
	if p.flow.Scheme == RungeKutta {
		for _, of := range rungeKutta {
			p.combine() // forgets what the stage before has tallied
			if err := p.implicit(dt, of); err != nil {
				return err
			}
			last = of.whole
		}
	} else {
		of := stage{1, 0, 1}
		if c.Step > 0 {
			of.rates, of.before = 1+dt/(2*c.Dt), -dt/(2*c.Dt)
		}
		advance := p.explicit
		if p.flow.Scheme == CrankNicolson {
			advance = p.trapezoidal
		}
		if err := advance(dt, of); err != nil {
			return err
		}
	}
	if err := p.readMaxima(); err != nil {
		return err
	}
	c.Change *= p.flow.timeUnit() / (last * dt * max(c.Speed, 1e-300))
	c.Divergence = c.Residual / (p.speed() / minOf(p.flow.Spacing))
	c.Dt, c.Time, c.Step = dt, c.Time+dt, c.Step+1
	return nil
}

// vanished reports whether the solids are no longer there.
func (p *incompressible) vanished() bool {
	return p.flow.Until > 0 && p.clock.Time >= p.flow.Until
}

// readMaxima takes what the last projection has tallied.
func (p *incompressible) readMaxima() error {
	words, err := p.tallies()
	if err != nil {
		return err
	}
	m := maxima(words)
	p.clock.Courant, p.clock.Speed, p.clock.Change = m[0], m[1], m[2]
	return nil
}

// explicit is a step of Adams and Bashforth.
func (p *incompressible) explicit(dt float64, of stage) error {
	flow := p.flow
	args := p.predictArgs()
	args.Nu = flow.Viscosity
	args.OfRates, args.OfBefore, args.OfPressure = dt*of.rates, dt*of.before, dt
	p.predict(&args, p.next)
	p.conduct(dt*of.rates, dt*of.before)
	return p.project(dt)
}

// implicit is a stage of Runge and Kutta, whose diffusion is the mean of that before and that
// behind.
func (p *incompressible) implicit(dt float64, of stage) error {
	flow := p.flow
	args := p.predictArgs()
	args.OfRates, args.OfBefore, args.OfPressure = dt*of.rates, dt*of.before, dt*of.whole
	args.OfDiffusion = dt * of.whole * flow.Viscosity / 2
	if flow.Viscosity == 0 {
		p.predict(&args, p.next)
	} else {
		p.predict(&args, p.right)
		for c := range 3 {
			p.main.Copy(p.next[c].base, p.u[c].base, p.u[c].bytes)
			e := &equation{x: p.next[c], b: p.right[c], sigma: 1, smallest: 1, component: c,
				limit: p.tolerance() * p.speed()}
			k := args.OfDiffusion
			e.setKappa(flow, [3]float64{k, k, k})
			if err := p.conjugateGradients(e); err != nil {
				return err
			}
		}
	}
	return p.project(dt * of.whole)
}

func (p *incompressible) predictArgs() cuda.GridPredictArgs {
	flow := p.flow
	args := cuda.GridPredictArgs{Slab: p.slab, Pressure: p.pressure.at, Mask: p.mask}
	for c := range 3 {
		args.U[c], args.Before[c], args.Rates[c] = p.u[c].at, p.rates[c].at, p.rates[c].at
		for end := range 2 {
			args.Wall[c][end] = flow.Walls[c][end].Velocity
		}
	}
	if h := flow.Heat; h != nil {
		args.Temperature, args.Reference = p.warm[p.clock.Turn].at, h.Reference
		for c := range 3 {
			args.Buoyancy[c] = -h.Expansion * h.Gravity[c]
		}
	}
	return args
}

// predict computes velocities into a field. Of these the divergence takes the third from the
// neighbour above.
func (p *incompressible) predict(args *cuda.GridPredictArgs, into [3]*field) {
	for c := range 3 {
		args.Out[c] = cuda.GridStore{At: into[c].at}
	}
	args.Out[2] = p.out(into[2])
	exchanged(p.part, onFlow(p, cuda.GridPredict), *args, whole(&p.slab), into[2])
}

// conduct takes the temperature on, by the velocity before.
func (p *incompressible) conduct(rates, before float64) {
	flow := p.flow
	if flow.Heat == nil {
		return
	}
	to := p.warm[1-p.clock.Turn]
	args := p.warmArgs(rates, before)
	args.Diffusivity = flow.Heat.Diffusivity
	exchanged(p.part, onFlow(p, cuda.GridTemperature), args, whole(&p.slab), to)
	p.clock.Turn = 1 - p.clock.Turn
}

// warmArgs are those of a step of the temperature without diffusion, by the velocity before.
func (p *incompressible) warmArgs(rates, before float64) cuda.GridTemperatureArgs {
	flow := p.flow
	from, to := p.warm[p.clock.Turn], p.warm[1-p.clock.Turn]
	args := cuda.GridTemperatureArgs{Slab: p.slab, Temperature: from.at, Before: p.warming.at,
		Rates: p.warming.at, Out: p.out(to), Source: flow.Heat.Source, OfRates: rates,
		OfBefore: before}
	for d := range 3 {
		args.U[d] = p.u[d].at
		for end := range 2 {
			w := flow.Walls[d][end]
			if args.Wall[d][end] = w.Temperature; w.insulated() {
				args.Wall[d][end], args.Insulated[d][end] = 0, 1
			}
		}
	}
	return args
}

// project takes the divergence from the next velocities, over a step of a given length, and makes
// them the flow's.
func (p *incompressible) project(step float64) error {
	divergence := cuda.GridDivergenceArgs{Slab: p.slab, Mask: p.mask, Out: p.right[0].at,
		Slots: p.slots, Scale: -1 / step}
	for c := range 3 {
		divergence.U[c] = p.next[c].at
	}
	launch(p.part, onFlow(p, cuda.GridDivergence), divergence, threads(&p.slab))
	if err := p.solvePressure(step); err != nil {
		return err
	}
	p.apply(step)
	return nil
}

// apply makes velocities from the next ones and φ, and tallies how great they are.
func (p *incompressible) apply(step float64) {
	args := cuda.GridProjectArgs{Slab: p.slab, Phi: p.phi.at, Mask: p.mask, Slots: p.slots, Step: step,
		Pressure: p.out(p.pressure)}
	for c := range 3 {
		args.From[c], args.Before[c], args.U[c] = p.next[c].at, p.u[c].at, p.out(p.u[c])
	}
	exchanged(p.part, onFlow(p, cuda.GridProject), args, whole(&p.slab), p.u[0], p.u[1], p.u[2],
		p.pressure)
}

// The greatest growth of Δt from step to step, and the part of the greatest stable Δt of diffusion
// that explicit steps take: Adams and Bashforth's scheme is stable to λ Δt = -1, and λ is 4 ν Σ
// 1/Δ².
const (
	growth        = 1.1
	partOfStable  = 0.8
	firstOfForces = 0.5
)

// timeStep is the length of the next step.
func (p *incompressible) timeStep() float64 {
	flow := p.flow
	if flow.Step > 0 {
		return flow.Step
	}
	dt := flow.diffusive()
	courant := max(p.clock.Courant, flow.lidCourant())
	if courant > 0 {
		dt = min(dt, flow.CFL/courant)
	}
	if a := flow.force(); a > 0 {
		dt = min(dt, firstOfForces*math.Sqrt(minOf(flow.least())/a))
	}
	if p.clock.Step > 0 {
		dt = min(dt, growth*p.clock.Dt)
	}
	return dt
}

// advance does steps until one of them is the last. It adds to the clock.
func (p *incompressible) advance(steps int) error {
	for range steps {
		if err := p.step(); err != nil {
			return errors.Join(err, p.abandon(err))
		}
		if p.clock.done = p.over(); p.clock.done {
			break
		}
	}
	return nil
}

// checkpointed are the fields from which a flow goes on, by name.
func (p *incompressible) checkpointed() (names []string, fields []*field) {
	for c, name := range []string{"U", "V", "W"} {
		names, fields = append(names, name), append(fields, p.u[c])
	}
	for c, name := range []string{"RateU", "RateV", "RateW"} {
		names, fields = append(names, name), append(fields, p.rates[c])
	}
	names, fields = append(names, "Pressure"), append(fields, p.pressure)
	if p.flow.Heat != nil {
		names = append(names, "Temperature", "RateTemperature")
		fields = append(fields, p.warm[p.clock.Turn], p.warming)
	}
	return names, fields
}

// resumed has nothing to do: halos come with the fields.
func (p *incompressible) resumed() error { return nil }

// over reports whether the flow has come to its end.
func (p *incompressible) over() bool {
	c := &p.clock
	if c.Time >= p.flow.End*(1-1e-12) {
		return true
	}
	return p.flow.Steady > 0 && c.Step > 10 && c.Change < p.flow.Steady
}
