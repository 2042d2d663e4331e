package grid

import (
	"math"

	"gpusph/cuda"
	"gpusph/gpu"
)

// level is a grid of multigrid on a device.
type level struct {
	cells    [3]int
	slab     cuda.GridSlab
	kappa    [3]float64
	stiffest [3]float64 // 1/Δ² of the shortest cells along each axis
	x, b     *field
	scratch  *field // of the smallest
	shared   bool   // every device has all of it
	own      span   // of a shared level: the planes that this device restricts to
	smallest bool
}

// fieldsOfLevel is x and b: the smallest level has another, which takes nothing.
const fieldsOfLevel = 2

// mostShared is how many cells a level has, at most, that every device solves for itself: to tell
// the others would take longer.
const mostShared = 32 * 32 * 32

// mostCoarsest is how many cells the coarsest level may have.
const mostCoarsest = 4096

func (p *incompressible) openLevels() error {
	if p.sim.options.Solver != Multigrid {
		return nil
	}
	flow := p.flow
	all, cut := flow.shapes()
	at := p.span
	for n := range all {
		shape := &all[n]
		l := level{cells: shape.cells, shared: n > cut && !p.alone(), smallest: n == len(all)-1}
		if shape.halved[2] {
			at = span{at.first / 2, at.planes / 2}
		}
		of := at
		if l.shared {
			of = span{0, l.cells[2]}
			if n == cut+1 {
				l.own = at
			}
		}
		l.slab = slabOf(l.cells, shape.spacing, flow.Periodic, of)
		deepen(&l.slab, p.device)
		if !l.smallest {
			l.slab.Coloured = 1
		}
		l.kappa, l.stiffest = kappaOf(shape.spacing), kappaOf(shape.least())
		if err := p.stretch(shape, &l.slab); err != nil {
			return err
		}
		fields := []**field{&l.x, &l.b}
		if l.smallest {
			fields = append(fields, &l.scratch)
		}
		for _, f := range fields {
			var err error
			if *f, err = p.newField(l.cells, of.planes); err != nil {
				return err
			}
		}
		p.levels = append(p.levels, l)
	}
	return nil
}

// levelOut is where a kernel stores a field of a level.
func (p *incompressible) levelOut(l *level, f *field) cuda.GridStore {
	if l.shared {
		return cuda.GridStore{At: f.at}
	}
	return p.out(f)
}

// stretched reports whether the cells of a level have lengths of their own.
func (l *level) stretched() bool { return l.slab.Along[0] != 0 }

// ofLevel is the kernel for the cells of a level.
func ofLevel[A any](l *level, k cuda.KernelOf[A]) cuda.KernelOf[A] {
	if l.stretched() {
		return cuda.OfStretched(k)
	}
	return k
}

// onLevel runs a kernel of a level, which computes a field.
func (p *incompressible) onLevel(l *level, k cuda.KernelOf[cuda.GridLevelArgs],
	args cuda.GridLevelArgs, of work, f *field) {
	k = ofLevel(l, k)
	if l.shared {
		launch(p.part, k, args, of.threads)
		return
	}
	exchanged(p.part, k, args, of, f)
}

// omega is the over-relaxation of the first sweep of a level and of the last.
const omega = 1.2

// relax does half a sweep.
func (p *incompressible) relax(l *level, colour int, fromZero int32, omega float64) {
	args := cuda.GridLevelArgs{Slab: l.slab, Solve: p.solve, B: l.b.at, Out: p.levelOut(l, l.x),
		Kappa: l.kappa, Colour: int32(colour), Omega: omega,
		FromZero: fromZero}
	p.onLevel(l, cuda.GridRelax, args, halves(&l.slab), l.x)
}

// sweep relaxes both colours. What is in the field before may count as zero.
func (p *incompressible) sweep(l *level, first int, fromZero bool, omega float64) {
	var ofFirst, ofOther int32
	if fromZero {
		ofFirst, ofOther = 2, 1
	}
	p.relax(l, first, ofFirst, omega)
	p.relax(l, 1-first, ofOther, omega)
}

// weightsOf are those of the sweeps of the smallest level: 1/λ for the roots λ of Chebyshev's
// polynomial on the eigenvalues of D⁻¹A, from about the smallest that is not 0 to 2. They come in
// the order of Lebedev and Finogenov (1971), in which rounding does not grow.
func weightsOf(l *level) (omega []float64) {
	side, sum, least := 0, 0.0, math.Inf(1)
	for d, n := range l.cells {
		if n > 1 {
			side, sum = max(side, n), sum+l.stiffest[d]
		}
	}
	for d, n := range l.cells {
		if n > 1 {
			wave := math.Pi / float64(n) // between walls; a period's is longer
			least = min(least, l.kappa[d]*(1-math.Cos(wave))/sum)
		}
	}
	order := []int{1}
	if l.stretched() {
		side = cuda.GridSweeps
	}
	for len(order) < min(max(4*side, 8), cuda.GridSweeps) {
		var next []int
		for _, k := range order {
			next = append(next, k, 4*len(order)-k)
		}
		order = next
	}
	low, high := least/2, 2.0
	for _, k := range order {
		root := (high+low)/2 - (high-low)/2*math.Cos(math.Pi*float64(k)/float64(2*len(order)))
		omega = append(omega, 1/root)
	}
	return omega
}

// cycle does a V-cycle from a level on. On the finest it counts, by the residual after the first
// sweeps, and what follows does nothing where that is small enough. On stretched grids it begins
// from zero and does not count: see accelerated.
func (p *incompressible) cycle(n int) {
	l := &p.levels[n]
	if l.smallest {
		weights := weightsOf(l)
		args := cuda.GridCoarsestArgs{Slab: l.slab, Solve: p.solve, X: l.x.at, Scratch: l.scratch.at,
			B: l.b.at, Kappa: l.kappa, Sweeps: int32(len(weights))}
		copy(args.Omega[:], weights)
		gpu.Launch(p.main, precise(p.part, ofLevel(l, cuda.GridCoarsest)), args, 0, 128)
		return
	}
	p.sweep(l, 0, n > 0 || l.stretched(), omega)
	p.sweep(l, 0, false, 1)
	if n > 0 && n == p.sim.options.Levels-1 { // truncated: what is left stays for the next cycle
		p.sweep(l, 1, false, 1)
		p.sweep(l, 1, false, omega)
		return
	}
	p.restrict(l, &p.levels[n+1], n == 0 && !l.stretched())
	p.cycle(n + 1)
	args := cuda.GridLevelArgs{Slab: l.slab, Coarse: p.levels[n+1].slab, Solve: p.solve,
		In: p.levels[n+1].x.at, Out: p.levelOut(l, l.x)}
	p.onLevel(l, cuda.GridProlong, args, whole(&l.slab), l.x)
	p.sweep(l, 1, false, 1)
	p.sweep(l, 1, false, omega)
}

// restrict gives the coarser level its right side, of all devices where each has all of it.
// On the finest level it counts a cycle, by the greatest residual.
func (p *incompressible) restrict(l, coarse *level, counts bool) {
	args := cuda.GridLevelArgs{Slab: l.slab, Coarse: coarse.slab, Solve: p.solve, In: l.x.at,
		B: l.b.at, Kappa: l.kappa, Out: cuda.GridStore{At: coarse.b.at},
		Own: [2]int32{0, coarse.slab.Cells[2]}}
	if counts {
		args.Slots = p.slots
	}
	gathered := coarse.shared && !l.shared
	if gathered {
		args.Own = [2]int32{int32(coarse.own.first), int32(coarse.own.first + coarse.own.planes)}
	}
	launch(p.part, ofLevel(l, cuda.GridRestrict), args, threads(&coarse.slab))
	if counts {
		p.scalar(cuda.GridSolveCount)
	}
	if gathered {
		// where one device has numbers, the others have zeros, so sums of their bits are what they
		// are
		n := p.sim.gathered / 8
		p.combineWords(p.gather, coarse.b.at, n, n)
	}
}

// multigrid solves the pressure by V-cycles.
func (p *incompressible) multigrid(e *equation) error {
	l := &p.levels[0]
	if l.stretched() {
		return p.accelerated(e)
	}
	launch(p.part, cuda.GridIntoLevel, cuda.GridLevelArgs{Slab: l.slab, In: e.b.at,
		Out: cuda.GridStore{At: l.b.at}}, threads(&p.slab))
	p.main.Fill(l.x.base, 0, l.x.bytes)
	p.begin(e, [2]float64{1 / e.bound(), 0}, 0)
	if err := p.untilCycled(e, func() { p.cycle(0) }); err != nil {
		return err
	}
	args := cuda.GridLevelArgs{Slab: l.slab, In: l.x.at, Out: p.out(e.x)}
	exchanged(p.part, cuda.GridOutOfLevel, args, whole(&p.slab), e.x)
	return nil
}

// accelerated solves the pressure of a stretched grid by conjugate gradients from zero with a cycle
// as preconditioner: where cells are long a cycle leaves much of what varies along them, and that
// is little of all.
func (p *incompressible) accelerated(e *equation) error {
	cg, l := &p.cg, &p.levels[0]
	launch(p.part, cuda.GridIntoLevel, cuda.GridLevelArgs{Slab: l.slab, In: e.b.at,
		Out: cuda.GridStore{At: l.b.at}}, threads(&p.slab))
	p.main.Copy(cg.r[0].base, e.b.base, e.b.bytes)
	p.begin(e, [2]float64{1 / e.smallest, 0}, 0)
	turn := 0
	return p.untilCycled(e, func() {
		p.accelerate(e, turn)
		turn = 1 - turn
	})
}

// accelerate does an iteration of that. turn says which p and r are the last ones.
func (p *incompressible) accelerate(e *equation, turn int) {
	cg, l := &p.cg, &p.levels[0]
	p.cycle(0)
	args := p.iterationArgs(e)
	args.Slab, args.Z = l.slab, l.x.at
	args.R, args.W, args.Out[0] = cg.r[turn].at, cg.r[1-turn].at, p.out(cg.z)
	exchanged(p.part, cuda.GridPrecondition, args, whole(&l.slab), cg.z)
	p.scalar(cuda.GridSolveFlexible)
	p.direction(e, turn)
	args = p.iterationArgs(e)
	args.Slab, args.P, args.W, args.R = l.slab, cg.p[1-turn].at, cg.w.at, cg.r[turn].at
	args.Out = [3]cuda.GridStore{{At: cg.r[1-turn].at}, {At: l.b.at}, p.out(e.x)}
	exchanged(p.part, cuda.GridDescend, args, whole(&l.slab), e.x)
	p.scalar(cuda.GridSolveCount)
}

// untilCycled does cycles until the equation is solved: the last time's, and then one at a time.
// What follows the count of the last does nothing.
func (p *incompressible) untilCycled(e *equation, cycle func()) error {
	last := &p.clock.lastIterations[0]
	for batch := max(*last, 1); ; batch = 1 {
		for range batch {
			p.together(cycle)
		}
		if err := p.readSolve(); err != nil {
			return err
		}
		if p.state.Done != cuda.GridGoesOn {
			break
		}
	}
	*last = int(p.state.Iterations)
	p.clock.Iterations += *last
	return p.verdict(e)
}
