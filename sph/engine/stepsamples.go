package engine

import (
	"encoding/binary"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// The words of a moment, 64 bits each: cuda.Moment, the flow's energies, particles with stray
// densities, two words of maxima (see cuda.EnergyArgs), sums of each body, of each point, and of
// velocities.
const (
	sampleHeadWords = int(unsafe.Sizeof(cuda.Moment{})) / 8
)

// energyWords is how many words come before those of the bodies.
func (s *config) energyWords() int { return len(s.energies) + sph.BesideEnergies }

// mostThreads measure particles; each takes several where there are more.
const mostThreads = 1 << 16

// stepSamples are where a device measures: a moment for each step of a period.
type stepSamples struct {
	memory    gpu.Ptr    // the moments, a cuda.MomentCounts, centres of bodies and points
	copies    gpu.Shared // of the moments, for the host
	firstDue  int        // step of the period; those before end before a time that a sample is asked for
	firstCopy int        // likewise of copies
}

// sampleWords is the size of a moment.
func (s *config) sampleWords() int {
	return sampleHeadWords + s.energyWords() + 6*len(s.Case.Bodies) + 2*len(s.points) + 3*s.velocityPoints()
}

// samplesBytes is what the moments of a period take.
func (s *config) samplesBytes() int { return 8 * s.sampleWords() * s.Case.Params.RebuildEvery }

// loadTable is the table of loads as kernels read it: see cuda.Load.
func loadTable(c *sph.Case) []byte {
	rows := append(make([]cuda.Load, 0, 1+len(c.Loads)), cuda.Load{Id: uint32(len(c.Loads))})
	for _, l := range c.Loads {
		rows = append(rows, cuda.Load{
			Id: l.ID, First: int32(l.First) - 1, Second: int32(l.Second) - 1, Normal: l.Normal, Dual: l.Dual,
		})
	}
	return sph.BytesOf(rows)
}

// openStepSamples makes room for what the device measures, and tells it where.
func (d *domain) openStepSamples() (err error) {
	fixed := make([]byte, unsafe.Sizeof(cuda.MomentCounts{}))
	for i := range d.Case.Bodies {
		for _, x := range d.centre(i) {
			fixed = binary.LittleEndian.AppendUint64(fixed, math.Float64bits(x))
		}
	}
	fixed = append(fixed, make([]byte, d.pointsAt()-len(fixed))...)
	for _, point := range d.points {
		for _, x := range point.at {
			fixed = binary.LittleEndian.AppendUint32(fixed, uint32(x))
		}
	}
	for _, point := range d.points {
		for _, x := range point.face {
			fixed = binary.LittleEndian.AppendUint32(fixed, math.Float32bits(x))
		}
	}
	fixed = append(fixed, loadTable(d.Case)...)
	if d.moments.memory, err = d.device.Alloc(d.fixedAt() + len(fixed)); err != nil {
		return err
	}
	d.main.Upload(d.moments.memory+gpu.Ptr(d.fixedAt()), fixed)
	return d.main.Sync()
}

// fixedAt is where the counts, the centres and the points begin; pointsAt is where these do behind.
func (s *config) fixedAt() int  { return (s.samplesBytes() + 15) / 16 * 16 }
func (s *config) pointsAt() int { return 16 + (len(s.Case.Bodies)*3*8+15)/16*16 }

// stepSample is where the step's is.
func (d *domain) stepSample() gpu.Ptr { return d.moments.memory + gpu.Ptr(8*d.sampleWords()*d.step) }

// beginStepSample says whether the step measures, and copies the particles.
func (d *domain) beginStepSample(s gpu.Stream, args cuda.MomentArgs) {
	args.Clock, args.Moment, args.Counts, args.Step = d.clock, d.stepSample(), d.moments.memory+gpu.Ptr(d.fixedAt()), int32(d.step)
	gpu.Launch(s, cuda.AtMoment, args, 0, 1)
}

// measure lets a stream measure the particles that the step begins with, if it is due.
// They must be there, and stay until it is done.
func (d *domain) measure(s gpu.Stream) {
	all, now := d.list.Active(), d.states[d.step%2].state()
	fixed, moment := d.moments.memory+gpu.Ptr(d.fixedAt()), d.stepSample()
	energies := moment + gpu.Ptr(8*sampleHeadWords)
	bodies := energies + gpu.Ptr(8*d.energyWords())
	points := bodies + gpu.Ptr(8*6*len(d.Case.Bodies))

	d.measureEnergies(s, now, all, energies)
	if len(d.Case.Bodies) > 0 {
		threads := measuring(all.Len())
		gpu.Launch(s, d.body, cuda.BodyArgs{
			Forces: d.forcesArgs(predictor, all), Moment: moment, Sum: bodies, Centre: fixed + 16, Scale: d.scales.force, Quantum: d.grid.Quantum,
			Loads: fixed + gpu.Ptr(d.pointsAt()+32*len(d.points)), Id: d.states[sph.StateEven][sph.IDField],
			Tasks: int32(all.Len()), Threads: int32(threads),
		}, 0, threads)
	}
	if n := len(d.points); n > 0 {
		args := cuda.ProbeArgs{
			Point: fixed + gpu.Ptr(d.pointsAt()), Face: fixed + gpu.Ptr(d.pointsAt()+16*n), Moment: moment, Sum: points, WeightScale: d.scales.weight, PressureScale: d.scales.pressure,
			VelocitySum: points + gpu.Ptr(8*2*n), VelocityScale: d.scales.velocity, Motions: d.motionsOf(d.step),
		}
		d.list.Probe(s, now.Pos, now.Vel, d.constants(), args, n)
	}
}

// measureEnergies lets a stream sum the energies of the fluid that the step begins with.
func (d *domain) measureEnergies(s gpu.Stream, now cuda.State, all cuda.Part, sums gpu.Ptr) {
	threads, stray := measuring(int(all.Fluids)), sums+gpu.Ptr(8*len(d.energies))
	args := cuda.EnergyArgs{
		P: d.constants(), Moment: d.stepSample(), Record: d.recordOf(d.step), Column: d.list.Columns(), Part: all,
		Pos: now.Pos, Vel: now.Vel, Sum: sums, Stray: stray, Furthest: stray + 8, Scale: d.scales.energy,
		Origin: d.grid.Origin, Quantum: d.Case.Params.NotPeriodic(d.grid.Quantum), Far: sph.StrayDensity,
		Threads: int32(threads), Frame: d.frame, Central: d.central,
	}
	for k := range args.Word {
		args.Word[k] = -1
	}
	for word, e := range d.energies {
		if e.Kernel != "" {
			args.Word[cuda.EnergyOf(e.Kernel)] = int32(word)
		} else {
			gpu.Launch(s, cuda.FieldSum, cuda.FieldSumArgs{
				P: d.constants(), Moment: args.Moment, Pos: args.Pos, Column: args.Column, Part: all, Scale: args.Scale, Threads: args.Threads,
				Field: d.states[sph.Fields[e.Field].StateOf(d.step%2)][e.Field], Sum: sums + gpu.Ptr(8*word),
				Stride: int32(sph.Fields[e.Field].Bytes / 4),
			}, 0, threads)
		}
	}
	gpu.Launch(s, cuda.Energy, args, 0, threads)
}

// measuring is how many threads measure so many particles: whole warps.
func measuring(particles int) int { return max(32, min(mostThreads, (particles+31)/32*32)) }

// measureStep lets the control stream measure and copy before any device may write over what this step begins with.
func (d *domain) measureStep() {
	m := &d.moments
	first := min(m.firstDue, m.firstCopy)
	if d.step < first {
		return
	}
	if d.measuresPasses() {
		d.awaitEvaluated(d.control)
	}
	d.beginStepSample(d.control, cuda.MomentArgs{
		Interval: d.options.SampleInterval, CopyInterval: d.options.CopyInterval, End: d.options.End,
		PastBefore: int64(d.answered), First: number(d.step == first),
	})
	if d.step >= m.firstDue {
		d.measure(d.control)
		d.combine(d.control)
	}
	if d.step >= m.firstCopy {
		d.copyStep()
	}
}

// measuresPasses says whether the step may measure what passes have computed of walls, or for
// energies.
func (d *domain) measuresPasses() bool {
	m := &d.moments
	due, walls := d.step >= m.firstDue, d.Case.Params.Boundary == sph.MDBC
	return walls && (d.step >= m.firstCopy || due && len(d.Case.Bodies) > 0) || due && len(d.Case.Params.EnergiesOfPasses()) > 0
}

// planStepSamples says from which steps of a period on times that are asked for may be near.
func (d *domain) planStepSamples(steps int) {
	d.moments.firstDue = d.firstNear(&d.began, d.options.SampleInterval, d.answered, steps)
	d.moments.firstCopy = d.firstCopy(&d.began, steps)
}

// firstCopy is the first of the next steps that may be nearest to a time that a capture is asked for.
func (s *config) firstCopy(clock *cuda.Clock, steps int) int {
	interval := s.options.CopyInterval
	if interval == 0 {
		return steps
	}
	past := timesUntil(clock.Time-0.5*float64(clock.Dt), interval, s.options.End) // that the steps before were nearest to
	return s.firstNear(clock, interval, past, steps)
}

// firstNear is the first of the next steps that may be near a time asked for, of which so many are past. The step
// before cannot have been long enough.
func (s *config) firstNear(clock *cuda.Clock, interval float64, past, steps int) int {
	if interval == 0 {
		return steps
	}
	until := min(float64(past+1)*interval, s.options.End) - clock.Time
	return int(min(float64(steps), max(0, math.Floor(until/s.Case.Params.LongestStep())-1)))
}

// dueWithin makes all of some steps measure or none, and copy likewise, so that graphs have few shapes.
func (d *domain) dueWithin(from, to int) {
	for _, first := range []*int{&d.moments.firstDue, &d.moments.firstCopy} {
		if from < *first && *first < to {
			*first = from
		}
	}
}

// publishStepSamples lets the host read the first moments, and clears them for other steps.
func (d *domain) publishStepSamples(s gpu.Stream, n int) {
	args := cuda.PublishMomentsArgs{Moments: d.moments.memory, Out: d.moments.copies.Ptr, Words: int32(d.sampleWords())}
	gpu.Launch(s, cuda.PublishMoments, args, 0, n*d.sampleWords())
	s.Fill(d.moments.memory, 0, 8*n*d.sampleWords())
}

// sampleWord is a word of a moment that a device has published.
func (s *Simulation) sampleWord(d *subdomain, place, word int) uint64 {
	return binary.LittleEndian.Uint64(d.sampleBytes[8*(place*s.sampleWords()+word):])
}

// stepOfSample is when a moment is: all devices agree.
func (s *Simulation) stepOfSample(place int) (step int, time float64) {
	first := &s.subdomains[s.group.First]
	return int(uint32(s.sampleWord(first, place, 1))), math.Float64frombits(s.sampleWord(first, place, 0))
}

// isDue says whether a moment is measured.
func (s *Simulation) isDue(place int) bool {
	return s.sampleWord(&s.subdomains[s.group.First], place, 1)>>32 != 0
}

// copyOf is which copy of the particles is of a moment: 1 is the first; 0 is none.
func (s *Simulation) copyOf(place int) int {
	return int(uint32(s.sampleWord(&s.subdomains[s.group.First], place, 2)))
}
