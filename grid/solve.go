package grid

import (
	"fmt"
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
)

// conjugate is what conjugate gradients keep. p and r have an old and a new one.
type conjugate struct {
	z, w *field
	p, r [2]*field
}

// equation is (sigma - Σ kappa δ²) x = b.
type equation struct {
	x, b      *field
	sigma     float64
	kappa     [3]float64 // of stretched grids what multiplies δ²
	stiffest  [3]float64 // kappa of the shortest cells
	component int        // of velocity; -1 is the pressure
	limit     float64    // of the residual
	smallest  float64    // eigenvalue, about
	// x is what it was at walls, and the right side that of its increments: see diffuse
	increment bool
	ends      [3][2]float64 // of increments, see cuda.GridIterationArgs
}

// setKappa sets what δ² along each axis is multiplied by.
func (e *equation) setKappa(f *incompressibleFlow, k [3]float64) {
	e.kappa, e.stiffest = k, k
	mean, least := kappaOf(f.Spacing), kappaOf(f.least())
	for d := range 3 {
		e.stiffest[d] *= least[d]
		if !f.Stretched() {
			e.kappa[d] *= mean[d]
		}
	}
}

// bound is the greatest eigenvalue, at most.
func (e *equation) bound() float64 {
	return e.sigma + 4*(e.stiffest[0]+e.stiffest[1]+e.stiffest[2])
}

// preconditioner is the weights of r and A r in z. With eigenvalues λ from a to b, (1 + ω - 2 ω
// λ/b) λ is alike at both ends for ω = b/(b + 2a), and nearest to constant in between of all
// polynomials of the first degree that are not negative there.
func (e *equation) preconditioner(solver Solver) [2]float64 {
	if solver == CG {
		return [2]float64{1, 0}
	}
	b := e.bound()
	omega := b / (b + 2*e.smallest)
	return [2]float64{(1 + omega) / b, 2 * omega / (b * b)}
}

// variant is the kernel of an iteration for an equation.
func (p *incompressible) variant(k cuda.GridIteration, e *equation) cuda.GridIteration {
	switch {
	case p.slab.Along[0] != 0:
		return cuda.OfStretched(k)
	case e.increment:
		return cuda.OfWalls(k)
	case p.mask == 0:
		return k
	case e.component < 0:
		return cuda.OfPressure(k)
	}
	return cuda.OfFaces(k)
}

func (p *incompressible) iterationArgs(e *equation) cuda.GridIterationArgs {
	return cuda.GridIterationArgs{Slab: p.slab, Solve: p.solve, Slots: p.slots, X: e.x.at, B: e.b.at,
		Mask: p.mask, Sigma: e.sigma, Kappa: e.kappa, Component: int32(e.component), Bound: e.ends}
}

// begin sets up a solve, whose residual the last kernel has tallied.
func (p *incompressible) begin(e *equation, pre [2]float64, iterations int) {
	args := cuda.GridScalarArgs{Solve: p.solve, Limit: e.limit, Bound: e.bound(), Pre: pre[0],
		Cells: float64(p.sim.flow.count()), Most: int32(p.most()), Iterations: int32(iterations)}
	args.Slots, args.Words = p.tallied()
	gpu.Launch(p.main, cuda.GridSolveBegin, args, 0, 1)
}

func (p *incompressible) scalar(k cuda.KernelOf[cuda.GridScalarArgs]) {
	args := cuda.GridScalarArgs{Solve: p.solve, Cells: float64(p.sim.flow.count())}
	args.Slots, args.Words = p.tallied()
	gpu.Launch(p.main, k, args, 0, 1)
}

// conjugateGradients solves an equation from what x has. Its planes beyond the slab are right at
// the beginning, and in the end.
func (p *incompressible) conjugateGradients(e *equation) error {
	cg, pre := &p.cg, e.preconditioner(p.sim.options.Solver)
	args, first := p.iterationArgs(e), cuda.GridResidual
	args.Solve, args.Out[0] = 0, p.out(cg.r[0])
	if e.increment {
		args.Kappa = [3]float64{} // b - x is what an explicit step would add
	} else {
		first = p.variant(first, e)
	}
	exchanged(p.part, first, args, whole(&p.slab), cg.r[0])
	p.begin(e, pre, -1)
	p.update(e, pre, 0)
	turn := 0
	return p.untilDone(e, func() {
		p.direction(e, turn)
		turn = 1 - turn
		p.update(e, pre, turn)
	})
}

// direction makes the next p and A p, and α. turn says which p is the last one.
func (p *incompressible) direction(e *equation, turn int) {
	cg, args := &p.cg, p.iterationArgs(e)
	args.Z, args.P = cg.z.at, cg.p[turn].at
	args.Out[0], args.Out[1] = p.out(cg.p[1-turn]), p.out(cg.w)
	of := whole(&p.slab)
	exchanged(p.part, p.variant(cuda.GridDirection, e), args, of, cg.p[1-turn], cg.w)
	p.scalar(cuda.GridSolveAlpha)
}

// update makes the next x, r and z, and β. turn says which p is the latest, and r the last one.
func (p *incompressible) update(e *equation, pre [2]float64, turn int) {
	cg, args := &p.cg, p.iterationArgs(e)
	args.Pre, args.P, args.W, args.R = pre, cg.p[turn].at, cg.w.at, cg.r[turn].at
	args.Out = [3]cuda.GridStore{p.out(cg.r[1-turn]), p.out(cg.z), p.out(e.x)}
	of := whole(&p.slab)
	exchanged(p.part, p.variant(cuda.GridUpdate, e), args, of, cg.r[1-turn], cg.z, e.x)
	p.scalar(cuda.GridSolveBeta)
}

// jacobi iterates on x and on another field in turn.
func (p *incompressible) jacobi(e *equation) error {
	args := p.iterationArgs(e)
	args.Solve, args.Out[0] = 0, p.out(p.cg.w)
	exchanged(p.part, p.variant(cuda.GridResidual, e), args, whole(&p.slab), p.cg.w)
	p.begin(e, [2]float64{1 / e.bound(), 0}, 0)
	fields, turn := [2]*field{e.x, p.cg.z}, 0
	err := p.untilDone(e, func() {
		args := p.iterationArgs(e)
		args.X, args.Out[0], args.Pre[0] = fields[turn].at, p.out(fields[1-turn]), jacobiWeight
		exchanged(p.part, p.variant(cuda.GridJacobi, e), args, whole(&p.slab), fields[1-turn])
		p.scalar(cuda.GridSolveCount)
		turn = 1 - turn
	})
	if p.state.Iterations%2 == 1 {
		p.main.Copy(e.x.base, p.cg.z.base, e.x.bytes)
	}
	return err
}

// jacobiWeight is that of system 001.
const jacobiWeight = 0.86

// batches are how many iterations are put on a device at least and at most before the host looks
// whether they are enough. Those behind the last return at once.
const leastBatch, mostBatch = 4, 32

// untilDone puts iterations on the device until the equation is solved: as many as the last time,
// and then few at a time.
func (p *incompressible) untilDone(e *equation, iterate func()) error {
	last := &p.lastOfHeat
	if !e.increment || e.component >= 0 {
		last = &p.clock.lastIterations[e.component+1]
	}
	batch := min(max(*last, leastBatch), mostBatch)
	for {
		batch = (batch + leastBatch - 1) / leastBatch * leastBatch
		p.together(func() {
			for range batch {
				iterate()
			}
		})
		if err := p.readSolve(); err != nil {
			return err
		}
		if p.state.Done != cuda.GridGoesOn {
			break
		}
		batch = min(max(leastBatch, int(p.state.Iterations)/4), mostBatch)
	}
	*last = int(p.state.Iterations)
	p.clock.Iterations += int(p.state.Iterations)
	return p.verdict(e)
}

// together lets a GPU take kernels as one graph, where nothing else is among them.
func (p *part) together(f func()) {
	if (p.alone() || p.member.WaitsInKernels()) && gpu.TakesGraphs(p.main) {
		gpu.Graph(p.main, nil, f)
		return
	}
	f()
}

func (p *incompressible) readSolve() error {
	p.main.Download(p.readState, p.solve)
	err := p.main.Sync()
	copy(bytesOf(&p.state), p.readState)
	return err
}

// verdict is an error where a solve has failed.
func (p *incompressible) verdict(e *equation) error {
	what := "the pressure"
	switch {
	case e.component >= 0:
		what = "the diffusion of " + []string{"u", "v", "w"}[e.component]
	case e.increment:
		what = "the diffusion of heat"
	}
	s := &p.state
	switch s.Done {
	case cuda.GridTooMany:
		if p.sim.options.Solver == Jacobi && p.sim.options.Iterations > 0 {
			return nil // as many as are asked for, whatever divergence they leave
		}
		return &NotConverged{what, p.sim.options.Solver, int(s.Iterations), s.Residual / s.Limit,
			p.clock.Step, p.clock.Time}
	case cuda.GridNotFinite:
		return fmt.Errorf("the flow blew up in step %d at %.4g s: the residual of %s is not a number; "+
			"use a smaller --cfl", p.clock.Step, p.clock.Time, what)
	}
	return nil
}

// NotConverged is the error of a solve that has come to its limit.
type NotConverged struct {
	What       string
	Solver     Solver
	Iterations int
	Over       float64 // what is left, over what is allowed
	Step       int
	Time       float64
}

func (e *NotConverged) Error() string {
	return fmt.Sprintf("step %d at %.4g s: %s has not converged within %d iterations of %s, and the "+
		"residual is %.3g times what --tolerance allows; use a larger --tolerance, more "+
		"--solver-iterations, or --solver multigrid", e.Step, e.Time, e.What, e.Iterations, e.Solver,
		e.Over)
}

// solvePressure solves -∇² φ = b for a step of a given length, and leaves φ with its planes beyond
// the slab.
func (p *incompressible) solvePressure(step float64) error {
	flow := p.flow
	e := &equation{x: p.phi, b: p.right[0], component: -1,
		limit: p.tolerance() * p.speed() * maxOf(p.slab.PerDelta) / step}
	e.setKappa(flow, [3]float64{1, 1, 1})
	for d, n := range flow.Cells {
		if n > 1 {
			// half a wave between walls is the longest
			wave := math.Pi / (float64(n) * flow.Spacing[d])
			if flow.Periodic[d] {
				wave *= 2
			}
			if k := wave * wave; e.smallest == 0 || k < e.smallest {
				e.smallest = k
			}
		}
	}
	p.main.Fill(p.phi.base, 0, p.phi.bytes)
	var err error
	switch p.sim.options.Solver {
	case Multigrid:
		err = p.multigrid(e)
	case Jacobi:
		err = p.jacobi(e)
	default:
		err = p.conjugateGradients(e)
	}
	p.clock.Solves++
	p.clock.Residual = p.state.Residual * step
	return err
}

func maxOf(v [3]float64) float64 { return max(v[0], v[1], v[2]) }

// speed is what divergence is compared with [m/s].
func (p *incompressible) speed() float64 { return max(p.clock.Speed, p.flow.scale()) }
