package engine

import (
	"math"
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
)

// ForcesLimits is how long the first device takes for one evaluation of the forces on its
// particles, which moves them, and how long without the loads of neighbours. There is no such limit
// by the loads alone: a kernel without the arithmetic needs fewer registers, so that twice as many
// of its threads run at once.
type ForcesLimits struct {
	Forces     float64 `json:"forces_s"`     // all [s]
	Arithmetic float64 `json:"arithmetic_s"` // all but the loads of neighbours [s]
	Active     float64 `json:"active"`       // part of its particles that take part
}

// ForcesLimits times Forces and the kernel of limits.h on the lists as they are: the median
// of several runs, the other devices idle. It builds the lists that the next
// Advance needs, and changes nothing else.
func (s *Simulation) ForcesLimits() (limits ForcesLimits, err error) {
	p := &s.Case.Params
	return limits, s.trial(func(d *domain, argsOf func(cuda.Part) cuda.ForcesArgs) (err error) {
		all := d.list.Active()
		limits.Active = float64(all.Fluids+all.Walls) / float64(max(d.ownCount(), 1))
		for _, part := range []struct {
			kernel  cuda.KernelOf[cuda.ForcesArgs]
			seconds *float64
		}{
			{d.forcesKernels[predictor], &limits.Forces},
			{cuda.Arithmetic(p.Boundary.KernelForm(false)), &limits.Arithmetic},
		} {
			args := argsOf(all)
			if *part.seconds, err = d.median(15, func() { gpu.Launch(d.main, part.kernel, args, 0, args.Part.Len()) }); err != nil {
				return err
			}
		}
		return nil
	})
}

// ForcesOfParts times evaluations of the forces on parts of the first device's active
// particles, in stripes as in steps: the mean of some that follow each other without a
// gap [s]. Parts that do not fill the device take longer than in proportion.
func (s *Simulation) ForcesOfParts(parts []float64) (seconds []float64, err error) {
	return seconds, s.trial(func(d *domain, argsOf func(cuda.Part) cuda.ForcesArgs) error {
		for _, share := range parts {
			stripes := d.stripesOf(share)
			if err := d.ensureStreams(len(stripes)); err != nil {
				return err
			}
			t, err := d.median(5, func() { d.evaluate(stripes, argsOf) })
			if err != nil {
				return err
			}
			seconds = append(seconds, t/evaluations)
		}
		return nil
	})
}

// evaluations is how many are timed at once: about as many as a short period has, so that beginning
// and end, where the device is not full, weigh as much.
const evaluations = 8

// stripesOf cuts the first of the active particles, a part of all, into as many stripes as steps
// would.
func (d *domain) stripesOf(share float64) []cuda.Part {
	all := d.list.Active()
	of := func(n int32) int32 { return int32(math.Ceil(share * float64(n))) }
	fluids, walls := of(all.Fluids), of(all.Walls)
	n := Stripes(int(fluids+walls), d.options.Stripe)
	stripes := make([]cuda.Part, n)
	for i := range stripes {
		// Warps are whole.
		cut := func(particles int32, k int) int32 {
			if k == n {
				return particles
			}
			return int32(int(particles) * k / n / 32 * 32)
		}
		stripes[i].Fluid, stripes[i].Wall = cut(fluids, i), all.Wall+cut(walls, i)
		stripes[i].Fluids, stripes[i].Walls = cut(fluids, i+1)-stripes[i].Fluid, all.Wall+cut(walls, i+1)-stripes[i].Wall
	}
	return stripes
}

// evaluate computes forces again and again, each stripe when those next to it have been computed.
func (d *domain) evaluate(stripes []cuda.Part, argsOf func(cuda.Part) cuda.ForcesArgs) {
	moved, before := make([]gpu.Event, len(stripes)), make([]gpu.Event, len(stripes))
	all := func() {
		for range evaluations {
			for i, part := range stripes {
				for k := max(i-1, 0); k <= min(i+1, len(stripes)-1); k++ {
					d.await(d.streams[i], before[k])
				}
				gpu.Launch(d.streams[i], d.forcesKernels[predictor], argsOf(part), 0, part.Len())
				moved[i] = d.keep(d.streams[i].Signal())
			}
			copy(before, moved)
		}
	}
	if gpu.TakesGraphs(d.main) {
		gpu.Graph(d.main, d.streams, all)
		return
	}
	begun := d.keep(d.main.Signal())
	for i := range stripes {
		before[i] = begun
	}
	all()
	for _, e := range moved {
		d.main.Wait(e)
	}
}

// trial lets f time kernels of the first device, with arguments for a part of its active particles.
func (s *Simulation) trial(f func(d *domain, argsOf func(cuda.Part) cuda.ForcesArgs) error) error {
	if err := s.BuildNeibs(); err != nil {
		return err
	}
	return s.onAllDomains(func(d *domain) error {
		if d.index > 0 {
			return nil
		}
		// Between two steps the state of half a step is free; maxima and clock are the next step's,
		// so others stand for them.
		other, err := d.device.Alloc(maximaBytes + clockBytes)
		if err != nil {
			return err
		}
		defer d.device.Free(other)
		clock := cuda.Clock{Limit: 1}
		d.main.Upload(other+gpu.Ptr(maximaBytes), clock.Bytes())
		d.step = 0
		return f(d, func(part cuda.Part) cuda.ForcesArgs {
			args := d.forcesArgs(predictor, part)
			args.Maxima, args.Clock = other, other+gpu.Ptr(maximaBytes)
			args.Euler.Edges = cuda.Edges{RightFrom: math.MaxInt32}
			return args
		})
	})
}

// median is that of the seconds that the device takes, in several runs, for what f puts on it.
func (d *domain) median(runs int, f func()) (float64, error) {
	warmup := (runs + 4) / 5
	var times []float64
	for k := range warmup + runs {
		begun := d.main.Record()
		f()
		ended := d.main.Record()
		if err := d.main.Sync(); err != nil {
			return 0, err
		}
		if k >= warmup {
			times = append(times, ended.Since(begun).Seconds())
		}
		begun.Free()
		ended.Free()
	}
	slices.Sort(times)
	return times[runs/2], nil
}
