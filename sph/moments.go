package sph

import (
	"encoding/binary"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// The words of a moment, 64 bits each: cuda.Moment, sums of energies (see cuda.EnergyArgs), of each body and
// of each point.
const (
	momentAt    = int(unsafe.Sizeof(cuda.Moment{})) / 8
	energyWords = 5
)

// mostThreads measure particles; each takes several where there are more.
const mostThreads = 1 << 16

// moments are where a device measures: a moment for each step of a period.
type moments struct {
	memory   gpu.Ptr    // the moments, centres of bodies, points and the count of times that are past
	copies   gpu.Shared // of the moments, for the host
	firstDue int        // step of the period; those before end before a time that is asked for
}

// momentWords is the size of a moment.
func (s *Simulation) momentWords() int {
	return momentAt + energyWords + 6*len(s.Case.Bodies) + 2*len(s.points)
}

// momentsBytes is what the moments of a period take.
func (s *Simulation) momentsBytes() int { return 8 * s.momentWords() * s.Case.Params.RebuildEvery }

// openMoments makes room for what the device measures, and tells it where.
func (d *domain) openMoments() (err error) {
	fixed := make([]byte, 16) // the count, and nothing
	for i := range d.Case.Bodies {
		for _, x := range d.centre(i) {
			fixed = binary.LittleEndian.AppendUint64(fixed, math.Float64bits(x))
		}
	}
	fixed = append(fixed, make([]byte, d.pointsAt()-len(fixed))...)
	for _, point := range d.points {
		for _, x := range point {
			fixed = binary.LittleEndian.AppendUint32(fixed, uint32(x))
		}
		fixed = binary.LittleEndian.AppendUint32(fixed, 0)
	}
	if d.moments.memory, err = d.device.Alloc(d.fixedAt() + len(fixed)); err != nil {
		return err
	}
	d.main.Upload(d.moments.memory+gpu.Ptr(d.fixedAt()), fixed)
	return d.main.Sync()
}

// fixedAt is where the count, the centres and the points begin; pointsAt is where these do behind.
func (s *Simulation) fixedAt() int  { return (s.momentsBytes() + 15) / 16 * 16 }
func (s *Simulation) pointsAt() int { return 16 + (len(s.Case.Bodies)*3*8+15)/16*16 }

// measure lets a stream measure the particles that the step begins with, if a time that is asked for is near.
// They must be there, and stay until it is done.
func (d *domain) measure(s gpu.Stream, args cuda.MomentArgs) {
	all, now := d.list.Active(), d.states[d.step%2].state()
	fixed := d.moments.memory + gpu.Ptr(d.fixedAt())
	moment := d.moments.memory + gpu.Ptr(8*d.momentWords()*d.step)
	energies := moment + gpu.Ptr(8*momentAt)
	bodies := energies + 8*energyWords
	points := bodies + gpu.Ptr(8*6*len(d.Case.Bodies))

	args.Clock, args.Moment, args.Past, args.Step = d.clock, moment, fixed, int32(d.step)
	gpu.Launch(s, cuda.AtMoment, args, 0, 1)
	threads := measuring(int(all.Fluids))
	gpu.Launch(s, cuda.Energy, cuda.EnergyArgs{
		P: d.physics, Moment: moment, Record: d.recordOf(d.step), Column: d.list.Columns(), Part: all, Pos: now.Pos, Vel: now.Vel, Sum: energies, Furthest: energies + 4*8,
		Scale: d.scales.energy, Origin: d.grid.Origin, Quantum: d.grid.Quantum, Far: StrayDensity, Threads: int32(threads),
	}, 0, threads)
	if len(d.Case.Bodies) > 0 {
		threads := measuring(all.Len())
		gpu.Launch(s, d.body, cuda.BodyArgs{
			Forces: d.forcesArgs(predict, all), Moment: moment, Sum: bodies, Centre: fixed + 16, Scale: d.scales.force, Quantum: d.grid.Quantum,
			Tasks: int32(all.Len()), Threads: int32(threads),
		}, 0, threads)
	}
	if n := len(d.points); n > 0 {
		args := cuda.ProbeArgs{
			Point: fixed + gpu.Ptr(d.pointsAt()), Moment: moment, Sum: points, WeightScale: d.scales.weight, PressureScale: d.scales.pressure,
		}
		d.list.Probe(s, now.Pos, now.Vel, d.physics, args, n)
	}
}

// measuring is how many threads measure so many particles: whole warps.
func measuring(particles int) int { return max(32, min(mostThreads, (particles+31)/32*32)) }

// measureStep lets the control stream measure before any device may write over what this step begins with.
func (d *domain) measureStep() {
	if d.step < d.moments.firstDue {
		return
	}
	args := cuda.MomentArgs{Interval: d.options.SampleInterval, End: d.options.End, PastBefore: int64(d.answered)}
	if d.step == d.moments.firstDue {
		args.First = 1
	}
	d.measure(d.control, args)
}

// planMoments says from which step of a period on a time that is asked for may be near. The step before cannot have
// been long enough.
func (d *domain) planMoments(steps int) {
	d.moments.firstDue = steps
	interval := d.options.SampleInterval
	if interval == 0 {
		return
	}
	longest := 1.01 * max(d.Case.Params.dtMax(), d.Case.Params.Dt)
	until := float64(d.answered+1)*interval - d.Simulation.clock.Time
	d.moments.firstDue = int(min(float64(steps), max(0, math.Floor(until/longest)-1)))
}

// dueWithin makes all of some steps measure or none, so that graphs have few shapes.
func (d *domain) dueWithin(from, to int) {
	if from < d.moments.firstDue && d.moments.firstDue < to {
		d.moments.firstDue = from
	}
}

// publishMoments lets the host read the first moments, and clears them for other steps.
func (d *domain) publishMoments(s gpu.Stream, n int) {
	args := cuda.PublishMomentsArgs{Moments: d.moments.memory, Out: d.moments.copies.Ptr, Words: int32(d.momentWords())}
	gpu.Launch(s, cuda.PublishMoments, args, 0, n*d.momentWords())
	s.Fill(d.moments.memory, 0, 8*n*d.momentWords())
}

// momentWord is a word of a moment that is published.
func (d *domain) momentWord(place, word int) uint64 {
	return binary.LittleEndian.Uint64(d.moments.copies.Bytes[8*(place*d.momentWords()+word):])
}

// momentOf is when a moment is.
func (d *domain) momentOf(place int) (step int, time float64) {
	return int(uint32(d.momentWord(place, 1))), math.Float64frombits(d.momentWord(place, 0))
}

// isDue says whether a moment is measured.
func (d *domain) isDue(place int) bool { return d.momentWord(place, 1)>>32 != 0 }
