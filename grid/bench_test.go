package grid

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"gpusph/cuda"
	"gpusph/gpu"
)

// benchDevices are those that benchmarks run on: GPUSPH_GRID_DEVICES as cuda:0,cuda:1, or the host.
func benchDevices(b *testing.B) *gpu.System {
	names := strings.Split(os.Getenv("GPUSPH_GRID_DEVICES"), ",")
	if names[0] == "" {
		names = []string{"host"}
	}
	system, err := gpu.Open(names, gpu.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { system.Close() })
	return system
}

// benchSizes are the cells along a side, by GPUSPH_GRID_SIZES as 256,512.
func benchSizes(b *testing.B) (all []int) {
	words := os.Getenv("GPUSPH_GRID_SIZES")
	if words == "" {
		words = "128"
	}
	for word := range strings.SplitSeq(words, ",") {
		n, err := strconv.Atoi(word)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, n)
	}
	return all
}

func cube(n int) *incompressibleFlow {
	d := 6.283185307179586 / float64(n)
	return flowOf(Flow{Name: "cube", Cells: [3]int{n, n, n}, Spacing: [3]float64{d, d, d},
		Periodic: [3]bool{true, true, true}, CFL: 0.5, End: 1}, Incompressible{Viscosity: 1e-3})
}

// BenchmarkSolvers times the parts of solvers on a periodic cube, and tells how much of the
// bandwidth of a copy they reach, by the bytes that they move at least.
func BenchmarkSolvers(b *testing.B) {
	for _, n := range benchSizes(b) {
		for _, precision := range []Precision{Double, Single} {
			b.Run(fmt.Sprintf("%d/%s", n, precision), func(b *testing.B) {
				benchSolvers(b, n, precision)
			})
		}
	}
}

func benchSolvers(b *testing.B, n int, precision Precision) {
	system := benchDevices(b)
	for k, solver := range []Solver{PPCG, Multigrid, Multigrid} {
		f := cube(n)
		f.Precision = precision
		if k == 2 {
			stretch(f)
		}
		s, err := New(f.Flow, Options{System: system, Solver: solver})
		if err != nil {
			b.Fatal(err)
		}
		// so that no solve is done
		if err := s.each(func(part *part) error {
			p := part.scheme.(*incompressible)
			p.main.Upload(p.solve, bytesOf(&cuda.GridSolve{Beta: 0.5, Alpha: 1e-3, PerGamma: 1,
				PerDelta: 1, Gamma: 1, Most: 1 << 30, Limit: -1}))
			return p.main.Sync()
		}); err != nil {
			b.Fatal(err)
		}
		parts := benchParts(solver)
		if k == 2 {
			parts = stretchedParts()
		}
		for _, of := range parts {
			seconds := timeOf(b, s, func(p *part) { of.do(p.scheme.(*incompressible)) })
			cells := float64(f.count()) / float64(len(system.Devices))
			b.ReportMetric(1e3*seconds, of.name+"-ms")
			if of.bytes > 0 {
				b.ReportMetric(of.bytes*float64(precision.Bytes())*cells/seconds/1e9, of.name+"-GB/s")
			}
		}
		s.Close()
	}
}

type benchPart struct {
	name  string
	bytes float64 // numbers a cell
	do    func(p *incompressible)
}

func benchParts(solver Solver) []benchPart {
	e := func(p *incompressible) *equation {
		return &equation{x: p.phi, b: p.right[0], kappa: kappaOf(p.flow.Spacing), component: -1,
			smallest: 1}
	}
	if solver == Multigrid {
		return []benchPart{{"cycle", 0, func(p *incompressible) { p.together(func() { p.cycle(0) }) }}}
	}
	return []benchPart{
		{"copy", 2, func(p *incompressible) {
			p.main.Copy(p.cg.w.at, p.cg.z.at, p.cg.z.plane*p.cg.z.planes)
		}},
		{"residual", 3, func(p *incompressible) {
			args := p.iterationArgs(e(p))
			args.Solve, args.Out[0] = 0, p.out(p.cg.r[0])
			exchanged(p.part, cuda.GridResidual, args, whole(&p.slab), p.cg.r[0])
		}},
		{"direction", 4, func(p *incompressible) { p.direction(e(p), 0) }},
		{"update", 7, func(p *incompressible) { p.update(e(p), [2]float64{1, 0.5}, 0) }},
		{"iteration", 11, func(p *incompressible) {
			p.together(func() {
				p.direction(e(p), 0)
				p.update(e(p), [2]float64{1, 0.5}, 1)
			})
		}},
	}
}

// stretchedParts are those of multigrid on a stretched grid: an iteration moves a cycle and 15
// numbers.
func stretchedParts() []benchPart {
	e := func(p *incompressible) *equation {
		e := &equation{x: p.phi, b: p.right[0], component: -1, smallest: 1}
		e.setKappa(p.flow, [3]float64{1, 1, 1})
		return e
	}
	return []benchPart{
		{"stretched-residual", 3, func(p *incompressible) {
			args := p.iterationArgs(e(p))
			args.Solve, args.Out[0] = 0, p.out(p.cg.r[0])
			exchanged(p.part, cuda.OfStretched(cuda.GridResidual), args, whole(&p.slab), p.cg.r[0])
		}},
		{"stretched-cycle", 0, func(p *incompressible) { p.together(func() { p.cycle(0) }) }},
		{"stretched-iteration", 0, func(p *incompressible) {
			p.together(func() { p.accelerate(e(p), 0) })
		}},
	}
}

// timeOf is what a part takes, of a device, in the mean of many.
func timeOf(b *testing.B, s *Simulation, do func(p *part)) float64 {
	run := func(times int) float64 {
		begun := time.Now()
		if err := s.each(func(p *part) error {
			for range times {
				do(p)
			}
			return p.main.Sync()
		}); err != nil {
			b.Fatal(err)
		}
		return time.Since(begun).Seconds()
	}
	run(2)
	once := run(1)
	times := min(max(int(0.3/once), 3), 200)
	return run(times) / float64(times)
}
