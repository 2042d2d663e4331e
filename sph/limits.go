package sph

import (
	"math"
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
)

// ForcesLimits is how long the first device takes for one evaluation of the
// forces on its particles, which moves them, and for parts of it alone. What binds Forces is the
// part that takes nearly as long.
type ForcesLimits struct {
	Forces     float64 `json:"forces_s"`     // all [s]
	Loads      float64 `json:"loads_s"`      // the walk over the lists and the loads of neighbours [s]
	Arithmetic float64 `json:"arithmetic_s"` // all but the loads of neighbours [s]
	Active     float64 `json:"active"`       // part of its particles that take part
}

// ForcesLimits times the kernels of limits.h on the lists as they are: the median
// of several runs, the other devices idle. It builds the lists that the next
// Advance needs, and changes nothing else.
func (s *Simulation) ForcesLimits() (limits ForcesLimits, err error) {
	p := &s.Case.Params
	return limits, s.trial(func(d *domain, time func(cuda.KernelOf[cuda.ForcesArgs], cuda.Part) (float64, error)) (err error) {
		all := d.list.Active()
		limits.Active = float64(all.Fluids+all.Walls) / float64(max(d.owned().len(), 1))
		for _, part := range []struct {
			kernel  cuda.KernelOf[cuda.ForcesArgs]
			seconds *float64
		}{
			{d.kernel, &limits.Forces},
			{cuda.Gather, &limits.Loads},
			{cuda.Arithmetic(p.Kernel.String(), p.Nu > 0, p.Boundary.String()), &limits.Arithmetic},
		} {
			if *part.seconds, err = time(part.kernel, all); err != nil {
				return err
			}
		}
		return nil
	})
}

// ForcesOfParts times one evaluation of the forces on parts of the first device's
// active particles, in one kernel each, as ForcesLimits does [s]. Small parts take longer
// than in proportion, where they do not fill the device.
func (s *Simulation) ForcesOfParts(parts []float64) (seconds []float64, err error) {
	return seconds, s.trial(func(d *domain, time func(cuda.KernelOf[cuda.ForcesArgs], cuda.Part) (float64, error)) error {
		all := d.list.Active()
		for _, share := range parts {
			of := func(n int32) int32 { return int32(math.Ceil(share * float64(n))) }
			t, err := time(d.kernel, cuda.Part{Fluids: of(all.Fluids), Wall: all.Wall, Walls: of(all.Walls)})
			if err != nil {
				return err
			}
			seconds = append(seconds, t)
		}
		return nil
	})
}

// trial lets f time kernels on parts of the active particles of the first device.
func (s *Simulation) trial(f func(d *domain, time func(cuda.KernelOf[cuda.ForcesArgs], cuda.Part) (float64, error)) error) error {
	if err := s.BuildNeibs(); err != nil {
		return err
	}
	return s.each(func(d *domain) error {
		if d.index > 0 {
			return nil
		}
		// The middle of a step is nobody's between two; maxima and clock are the next step's,
		// so others stand for them.
		other, err := d.device.Alloc(maximaBytes + clockBytes)
		if err != nil {
			return err
		}
		defer d.device.Free(other)
		clock := cuda.Clock{Limit: 1}
		d.main.Upload(other+gpu.Ptr(maximaBytes), clock.Bytes())
		d.step = 0
		return f(d, func(kernel cuda.KernelOf[cuda.ForcesArgs], part cuda.Part) (float64, error) {
			args := d.forcesArgs(predict, part)
			args.Maxima, args.Clock = other, other+gpu.Ptr(maximaBytes)
			args.Euler.Edges = cuda.Edges{RightFrom: math.MaxInt32}
			if kernel == cuda.Gather { // which only stores
				args.Force = args.Euler.To.Vel
			}
			return d.timeForces(kernel, args)
		})
	})
}

// timeForces is the median of several runs of a kernel [s].
func (d *domain) timeForces(kernel cuda.KernelOf[cuda.ForcesArgs], args cuda.ForcesArgs) (float64, error) {
	const warmup, runs = 3, 15
	var times []float64
	for k := range warmup + runs {
		begun := d.main.Record()
		gpu.Launch(d.main, kernel, args, 0, args.Part.Len())
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

// Bytes that the phases move at least, per particle or per active particle: what
// their kernels must read and write once, if caches did all else. What is moved is
// less where the arrays of a small flow stay in the caches.
const (
	// Twice a step: task, packed and vel in, for Euler pos in, and pos, vel and packed
	// out. Once a step: for Euler in the corrector, vel at the beginning of the step in;
	// and beside, for deviations, pos, vel and middle in. Entries come to it.
	forcesBytes = (16 + 8 + 16) + 16 + (16 + 16 + 8) + (16+(16+16+16))/2
	// Once a list, entries aside: neibs (column and middle in, count and key out) and
	// tasks (all these in, task out).
	activeBytes = (20 + 8) + (28 + 16)
	// And for all particles: hash (pos and vel in, cell and slot out), scatter
	// (pos, vel, id, cell and slot in, key and index out), rank (cell, key and index
	// in, order out), reorder (order, pos, vel and id in, the last three, packed and
	// middle out), velocities (pos and vel in), active (middle in),
	// columns (column out).
	listBytes = (32 + 8) + (44 + 12) + (16 + 4) + (40 + 60) + 32 + (16 + 8) + 16 + 4
	// Of an entry of a list, which neibs writes and each evaluation reads.
	entryBytes = 2
)

// LeastBytes is what phases move at least, per particle.
type LeastBytes struct {
	List   float64 // by building one list [bytes]
	Forces float64 // by one evaluation, with Euler [bytes]
}

// LeastBytesOf flows whose lists have that many entries per particle, and of which
// that part is active.
func LeastBytesOf(entries, active float64) LeastBytes {
	return LeastBytes{
		List:   listBytes + active*activeBytes + entryBytes*entries,
		Forces: active*forcesBytes + entryBytes*entries,
	}
}
