package grid

import (
	"gpusph/cuda"
)

// level is a grid of multigrid on a device.
type level struct {
	cells    [3]int
	slab     cuda.GridSlab
	kappa    [3]float64
	x, b, r  *field
	shared   bool // every device has all of it
	own      span // of a shared level: the planes that this device restricts to
	smallest bool
}

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

func (p *part) openLevels() error {
	if p.sim.options.Solver != Multigrid {
		return nil
	}
	flow := p.sim.flow
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
		for _, f := range []**field{&l.x, &l.b, &l.r} {
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
func (p *part) levelOut(l *level, f *field) cuda.GridStore {
	if l.shared {
		return cuda.GridStore{At: f.at}
	}
	return p.out(f)
}

// onLevel runs a kernel of a level, which computes a field.
func (p *part) onLevel(l *level, k cuda.KernelOf[cuda.GridLevelArgs], args cuda.GridLevelArgs,
	of work, f *field) {
	if l.shared {
		launch(p, k, args, of.threads)
		return
	}
	exchanged(p, k, args, of, f)
}

// relax does half a sweep.
func (p *part) relax(l *level, colour int, fromZero bool) {
	args := cuda.GridLevelArgs{Slab: l.slab, Solve: p.solve, B: l.b.at, Out: p.levelOut(l, l.x),
		Kappa: l.kappa, Colour: int32(colour)}
	if fromZero {
		args.FromZero = 1
	}
	p.onLevel(l, cuda.GridRelax, args, halves(&l.slab), l.x)
}

// sweeps is half sweeps in the order of colours.
func (p *part) sweeps(l *level, fromZero bool, colours ...int) {
	for i, c := range colours {
		p.relax(l, c, fromZero && i == 0)
	}
}

// cycle does a V-cycle from a level on. On the finest it counts, by the residual after the first
// sweeps, and what follows does nothing where that is small enough.
func (p *part) cycle(n int) {
	l := &p.levels[n]
	if l.smallest {
		side := max(l.cells[0], l.cells[1], l.cells[2])
		args := cuda.GridLevelArgs{Slab: l.slab, Solve: p.solve, In: l.r.at, B: l.b.at,
			Out: cuda.GridStore{At: l.x.at}, Kappa: l.kappa,
			Sweeps: int32(min(max(side*side/2, 8), 256) + 1)}
		launch(p, cuda.GridCoarsest, args, 128)
		return
	}
	p.sweeps(l, n > 0, 0, 1, 0, 1)
	p.leave(l, n == 0)
	p.restrict(l, &p.levels[n+1])
	p.cycle(n + 1)
	args := cuda.GridLevelArgs{Slab: l.slab, Coarse: p.levels[n+1].slab, Solve: p.solve,
		In: p.levels[n+1].x.at, Out: p.levelOut(l, l.x)}
	p.onLevel(l, cuda.GridProlong, args, whole(&l.slab), l.x)
	p.sweeps(l, false, 1, 0, 1, 0)
}

// leave computes the residual of a level.
func (p *part) leave(l *level, counts bool) {
	args := cuda.GridLevelArgs{Slab: l.slab, Solve: p.solve, In: l.x.at, B: l.b.at,
		Out: p.levelOut(l, l.r), Kappa: l.kappa}
	if counts {
		args.Slots = p.slots
	}
	p.onLevel(l, cuda.GridLeave, args, whole(&l.slab), l.r)
	if counts {
		p.scalar(cuda.GridSolveCount)
	}
}

// restrict gives the coarser level its right side, of all devices where each has all of it.
func (p *part) restrict(l, coarse *level) {
	args := cuda.GridLevelArgs{Slab: l.slab, Coarse: coarse.slab, Solve: p.solve, In: l.r.at,
		Out: cuda.GridStore{At: coarse.b.at}, Own: [2]int32{0, coarse.slab.Cells[2]}}
	gathered := coarse.shared && !l.shared
	if gathered {
		args.Own = [2]int32{int32(coarse.own.first), int32(coarse.own.first + coarse.own.planes)}
	}
	launch(p, cuda.GridRestrict, args, threads(&coarse.slab))
	if gathered {
		// where one device has numbers, the others have zeros, so sums of their bits are what they
		// are
		n := p.sim.gatheredWords()
		p.combineWords(p.gather, coarse.b.at, n, n)
	}
}

// multigrid solves the pressure by V-cycles.
func (p *part) multigrid(e *equation) error {
	l := &p.levels[0]
	launch(p, cuda.GridIntoLevel, cuda.GridLevelArgs{Slab: l.slab, In: e.b.at,
		Out: cuda.GridStore{At: l.b.at}}, threads(&p.slab))
	p.main.Fill(l.x.base, 0, l.x.bytes)
	p.begin(e, [2]float64{1 / e.bound(), 0}, 0)
	if err := p.untilCycled(e); err != nil {
		return err
	}
	exchanged(p, cuda.GridOutOfLevel, cuda.GridLevelArgs{Slab: l.slab, In: l.x.at, Out: p.out(e.x)},
		whole(&p.slab), e.x)
	return nil
}

// untilCycled does cycles until the equation is solved: the last time's, and then one at a time.
// What follows the count of the last does nothing.
func (p *part) untilCycled(e *equation) error {
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
