package grid

import (
	"time"

	"gpusph/cuda"
	"gpusph/gpu"
)

// Stages times the stages of a product of the pressure's matrix, one after the other. What the flow
// is remains.
func (s *Simulation) Stages() (all Stages, err error) {
	of := make([]Stages, len(s.parts))
	err = s.each(func(p *part) error {
		return p.scheme.timeStages(&of[p.member.Index-s.group.First])
	})
	for _, t := range of {
		all.B, all.Copy, all.F = max(all.B, t.B), max(all.Copy, t.Copy), max(all.F, t.F)
	}
	return all, err
}

func (p *incompressible) timeStages(t *Stages) error {
	e := &equation{x: p.phi, b: p.right[0], component: -1}
	e.setKappa(p.flow, [3]float64{1, 1, 1})
	args := p.iterationArgs(e)
	// a step writes these before it reads them
	args.Solve, args.Out[0] = 0, cuda.GridStore{At: p.next[0].at}
	k, of := precise(p.part, p.variant(cuda.GridResidual, e)), whole(&p.slab)
	layer := of.threads / of.layers
	stages := []struct {
		to *time.Duration
		do func()
	}{
		{&t.B, func() { gpu.Launch(p.main, k, args, layer, of.threads-layer) }},
		{&t.F, func() {
			gpu.Launch(p.main, k, args, 0, layer)
			gpu.Launch(p.main, k, args, of.threads-layer, of.threads)
		}},
		{&t.Copy, func() { p.copyEdges(p.phi) }},
	}
	for _, stage := range stages {
		var err error
		if *stage.to, err = p.timed(stage.do); err != nil {
			return err
		}
	}
	p.combine() // forgets what was tallied
	return p.main.Sync()
}

// copyEdges copies the edges of a field to the neighbours of this process, into a field of theirs
// that a step writes before it reads it.
func (p *part) copyEdges(f *field) {
	if p.alone() {
		return
	}
	for _, side := range p.member.Sides {
		k := side.Neighbour - p.sim.group.First
		if k < 0 || k >= len(p.sim.parts) {
			continue
		}
		to := p.sim.parts[k]
		for _, a := range f.exchanged(nil, side.Left) {
			p.main.Send(to.device, to.halos(!side.Left)[a.To], a.Send, a.SendBytes)
		}
	}
}

// timed is what something takes on the device, in the mean of some times.
func (p *part) timed(do func()) (took time.Duration, err error) {
	const enough, most = 200 * time.Millisecond, 20
	for times := 1; ; times = min(int(enough/max(took, 1))+1, most) {
		begun := time.Now()
		for range times {
			do()
		}
		if err := p.main.Sync(); err != nil {
			return 0, err
		}
		if took = time.Since(begun) / time.Duration(times); times > 1 || took > enough {
			return took, nil
		}
	}
}
