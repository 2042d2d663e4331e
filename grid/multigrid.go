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

// coarser halves a grid. It returns false where an axis cannot be halved.
func coarser(cells [3]int) ([3]int, bool) {
	for d, n := range cells {
		if n == 1 && d == 1 {
			continue
		}
		if n%2 != 0 || n < 4 {
			return cells, false
		}
		cells[d] = n / 2
	}
	return cells, true
}

// coarsenings is how many levels below the finest there are, and how many of them are cut into
// slabs.
func coarsenings(cells [3]int) (all, cut int) {
	for {
		next, ok := coarser(cells)
		if !ok {
			return all, cut
		}
		all++
		if next[0]*next[1]*next[2] > mostShared {
			cut++
		}
		cells = next
	}
}

// coarsest is the smallest grid.
func coarsest(cells [3]int) [3]int {
	for {
		next, ok := coarser(cells)
		if !ok {
			return cells
		}
		cells = next
	}
}

func (p *incompressible) openLevels() error {
	if p.sim.options.Solver != Multigrid {
		return nil
	}
	flow := p.flow
	all, cut := coarsenings(flow.Cells)
	cells, spacing, at := flow.Cells, flow.Spacing, p.span
	for n := 0; n <= all; n++ {
		l := level{cells: cells, shared: n > cut && !p.alone(), smallest: n == all}
		of := at
		if l.shared {
			of = span{0, cells[2]}
			if n == cut+1 {
				l.own = at
			}
		}
		l.slab = slabOf(cells, spacing, flow.Periodic, of)
		deepen(&l.slab, p.device)
		if !l.smallest {
			l.slab.Coloured = 1
		}
		l.kappa = kappaOf(spacing)
		fields := []**field{&l.x, &l.b}
		if l.smallest {
			fields = append(fields, &l.scratch)
		}
		for _, f := range fields {
			var err error
			if *f, err = p.newField(cells, of.planes); err != nil {
				return err
			}
		}
		p.levels = append(p.levels, l)
		for d := range 3 {
			if cells[d] > 1 || d != 1 {
				spacing[d] *= 2
			}
		}
		cells, _ = coarser(cells)
		at = span{at.first / 2, at.planes / 2}
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

// onLevel runs a kernel of a level, which computes a field.
func (p *incompressible) onLevel(l *level, k cuda.KernelOf[cuda.GridLevelArgs],
	args cuda.GridLevelArgs, of work, f *field) {
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
			side, sum = max(side, n), sum+l.kappa[d]
		}
	}
	for d, n := range l.cells {
		if n > 1 {
			wave := math.Pi / float64(n) // between walls; a period's is longer
			least = min(least, l.kappa[d]*(1-math.Cos(wave))/sum)
		}
	}
	order := []int{1}
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
// sweeps, and what follows does nothing where that is small enough.
func (p *incompressible) cycle(n int) {
	l := &p.levels[n]
	if l.smallest {
		weights := weightsOf(l)
		args := cuda.GridCoarsestArgs{Slab: l.slab, Solve: p.solve, X: l.x.at, Scratch: l.scratch.at,
			B: l.b.at, Kappa: l.kappa, Sweeps: int32(len(weights))}
		copy(args.Omega[:], weights)
		gpu.Launch(p.main, precise(p.part, cuda.GridCoarsest), args, 0, 128)
		return
	}
	p.sweep(l, 0, n > 0, omega)
	p.sweep(l, 0, false, 1)
	if n > 0 && n == p.sim.options.Levels-1 { // truncated: what is left stays for the next cycle
		p.sweep(l, 1, false, 1)
		p.sweep(l, 1, false, omega)
		return
	}
	p.restrict(l, &p.levels[n+1], n == 0)
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
	launch(p.part, cuda.GridRestrict, args, threads(&coarse.slab))
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
	launch(p.part, cuda.GridIntoLevel, cuda.GridLevelArgs{Slab: l.slab, In: e.b.at,
		Out: cuda.GridStore{At: l.b.at}}, threads(&p.slab))
	p.main.Fill(l.x.base, 0, l.x.bytes)
	p.begin(e, [2]float64{1 / e.bound(), 0}, 0)
	if err := p.untilCycled(e); err != nil {
		return err
	}
	args := cuda.GridLevelArgs{Slab: l.slab, In: l.x.at, Out: p.out(e.x)}
	exchanged(p.part, cuda.GridOutOfLevel, args, whole(&p.slab), e.x)
	return nil
}

// untilCycled does cycles until the equation is solved: the last time's, and then one at a time.
// What follows the count of the last does nothing.
func (p *incompressible) untilCycled(e *equation) error {
	last := &p.clock.lastIterations[0]
	for batch := max(*last, 1); ; batch = 1 {
		for range batch {
			p.together(func() { p.cycle(0) })
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
