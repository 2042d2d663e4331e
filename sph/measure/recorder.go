package measure

import (
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// mostThreads measure particles; each takes several where there are more.
const mostThreads = 1 << 16

// Recorder is what one device measures and copies with. Its methods run on the goroutine that
// drives the device.
type Recorder struct {
	*Plan
	Due
	Published gpu.Shared // the moments, for the host

	member    *exchange.Member
	list      *neighbor.List
	newStream func(name string) (gpu.Stream, error)
	sumsOfAll *exchange.Combined
	moments   gpu.Ptr // one for each step of a period, and what is fixed
	// over all steps, of this device, and those of even and of odd steps: see totals.go
	totalSums gpu.Ptr
	stream    gpu.Stream // in which copies and previews come to the host
	copies    store
	preview   store
	count     int  // particles of a copy
	taken     bool // a preview, that is not on the host yet
}

// Step is what is told of a step: the particles that it begins with, which must be there and stay
// until all is done that a recorder puts on a stream.
type Step struct {
	Forces   cuda.ForcesArgs                    // of the predictor, on all active particles
	States   [sph.States][sph.MaxFields]gpu.Ptr // of the particles, by places of fields
	From, To int                                // of the particles that the device owns
	Bodies   gpu.Ptr                            // cuda.BodyState of each body that is free
	// gives a moment that is due the corrections of bodies, two numbers each; nil where there is none
	Corrections func(s gpu.Stream, moment, out gpu.Ptr)
	Readings    func(s gpu.Stream, moment, out gpu.Ptr) // gives it those of features
	// with what features add; nil is nothing
	Energies func(cuda.EnergyArgs) cuda.EnergyArgs
}

// index is that of the step in its period.
func (t *Step) index() int { return int(t.Forces.Euler.Step) }

// Asked is what the host wants of the steps of a period.
type Asked struct {
	Answered int          // times that have samples
	Copied   []*StateCopy // of the period before
	Preview  *Preview     // nil is none
}

// Join makes the recorder one of those whose sums devices combine, before their member is open.
func (r *Recorder) Join(m *exchange.Member) (err error) {
	r.member = m
	r.sumsOfAll, err = r.sums.On(m)
	return err
}

// Open makes room for what the device measures, and tells it where.
func (r *Recorder) Open(list *neighbor.List,
	newStream func(name string) (gpu.Stream, error)) (err error) {
	r.list, r.newStream = list, newStream
	fixed := r.fixed()
	if r.moments, err = r.member.Device.Alloc(r.fixedAt() + len(fixed)); err != nil {
		return err
	}
	main := r.member.Main
	if n := 3 * 8 * r.totals.words(); n > 0 {
		if r.totalSums, err = r.member.Device.Alloc(n); err != nil {
			return err
		}
		main.Fill(r.totalSums, 0, n)
	}
	main.Upload(r.moments+gpu.Ptr(r.fixedAt()), fixed)
	return main.Sync()
}

// Free gives the memory back.
func (r *Recorder) Free() {
	if r.member == nil {
		return
	}
	if r.stream != nil {
		r.stream.Sync()
	}
	if r.moments != 0 {
		r.member.Device.Free(r.moments)
	}
	if r.totalSums != 0 {
		r.member.Device.Free(r.totalSums)
	}
	r.copies.free(r.member.Device)
	r.preview.free(r.member.Device)
	r.sumsOfAll.Free()
}

// Begin begins the steps [from, to) of a period at a clock, with the particles of the device's own.
func (r *Recorder) Begin(clock *cuda.Clock, a *Asked, from, to, own int) {
	sample := r.firstNear(clock, r.SampleInterval, a.Answered, to-from)
	r.Due = Due{from + sample, from + r.FirstCopy(clock, to-from)}
	if r.Copy < to {
		r.count = own
	}
}

// Reads reports whether a step may measure what passes of the predictor compute: of walls, for the
// forces on them, or for energies.
func (r *Recorder) Reads(step int) bool {
	p, due, copies := &r.Case.Params, step >= r.Sample, step >= r.Copy
	return copies && p.Boundary.Model().Extrapolated || due && (len(p.EnergiesOfPasses()) > 0 ||
		len(r.Case.Bodies) > 0 && len(p.FieldsOfWallForces()) > 0)
}

// Record lets a stream measure and copy what a step begins with, where that is due.
func (r *Recorder) Record(s gpu.Stream, t *Step, a *Asked) {
	i := t.index()
	r.moment(s, t, cuda.MomentArgs{
		Interval: r.SampleInterval, CopyInterval: r.CopyInterval, End: r.End,
		PastBefore: int64(a.Answered), First: number(i == r.First()), Places: int32(r.Places),
	})
	if i >= r.Sample {
		r.measure(s, t)
		r.combine(s, r.momentAt(i))
	}
	if i >= r.Copy {
		r.copyStep(s, t)
	}
}

// RecordNow lets a stream measure the particles between two periods, as the first moment, and
// publish it.
func (r *Recorder) RecordNow(s gpu.Stream, t *Step) {
	r.moment(s, t, cuda.MomentArgs{Now: 1})
	r.measure(s, t)
	r.combine(s, r.momentAt(t.index()))
	r.Publish(s, 1)
}

// RecordAhead lets a stream measure what a step begins with that is not launched yet, if the lists
// are good for it.
func (r *Recorder) RecordAhead(s gpu.Stream, t *Step) {
	r.moment(s, t, cuda.MomentArgs{Now: cuda.IfGood})
	r.measure(s, t)
	r.combine(s, r.momentAt(t.index()))
}

// Publish lets the host read the first moments, and clears them for other steps.
func (r *Recorder) Publish(s gpu.Stream, n int) {
	args := cuda.PublishMomentsArgs{Moments: r.moments, Out: r.Published.Ptr, Words: int32(r.words())}
	gpu.Launch(s, cuda.PublishMoments, args, 0, n*r.words())
	s.Fill(r.moments, 0, r.Bytes(n))
}

func (r *Recorder) momentAt(step int) gpu.Ptr { return r.moments + gpu.Ptr(r.Bytes(step)) }

// moment reports whether the step measures, and copies the particles.
func (r *Recorder) moment(s gpu.Stream, t *Step, args cuda.MomentArgs) {
	i := t.index()
	args.Clock, args.Moment, args.Counts, args.Step = t.Forces.Clock, r.momentAt(i),
		r.moments+gpu.Ptr(r.fixedAt()), int32(i)
	gpu.Launch(s, cuda.AtMoment, args, 0, 1)
}

// measure lets a stream measure what the step begins with, if it is due.
func (r *Recorder) measure(s gpu.Stream, t *Step) {
	all, now := t.Forces.Part, t.Forces.Euler.From
	fixed, moment := r.moments+gpu.Ptr(r.fixedAt()), r.momentAt(t.index())
	energies := moment + gpu.Ptr(8*headWords)
	bodies := energies + gpu.Ptr(8*r.energyWords())
	points := moment + gpu.Ptr(8*(headWords+r.combinedWords()))

	r.measureEnergies(s, t, moment, energies)
	r.measureTotals(s, moment)
	r.measureCorrections(s, t, moment)
	r.measureReadings(s, t, moment)
	if len(r.Case.Bodies) > 0 {
		threads := measuring(all.Len())
		gpu.Launch(s, r.body, cuda.BodyArgs{
			Forces: t.Forces, Moment: moment, Sum: bodies, Centre: fixed + 16, Scale: r.scales.force,
			Quantum: r.Grid.Quantum,
			Loads:   fixed + gpu.Ptr(r.pointsAt()+32*len(r.points)), Id: t.States[sph.StateEven][sph.IDField],
			Tasks: int32(all.Len()), Threads: int32(threads), Zones: r.zones,
			Dimensions: int32(r.Case.Params.Dim),
		}, 0, threads)
	}
	if n := len(r.carried); n > 0 && r.member.Index == 0 {
		gpu.Launch(s, cuda.RecordBodies, cuda.RecordBodiesArgs{
			Moment: moment, States: t.Bodies, Out: moment + gpu.Ptr(8*r.posesAt()), Words: int32(poseWords),
			Stride: int32(unsafe.Sizeof(cuda.BodyState{}) / 8),
		}, 0, n*poseWords)
	}
	if n := len(r.points); n > 0 {
		args := cuda.ProbeArgs{
			Point: fixed + gpu.Ptr(r.pointsAt()), Face: fixed + gpu.Ptr(r.pointsAt()+16*n), Moment: moment,
			Sum: points, WeightScale: r.scales.weight, PressureScale: r.scales.pressure,
			VelocitySum: points + gpu.Ptr(8*2*n), VelocityScale: r.scales.velocity,
			Motions: t.Forces.Euler.Motions, Porosity: t.Forces.Porosity,
			Zones: r.zones, Outlines: r.outlines,
		}
		r.list.Probe(cuda.Probe, s, now.Pos, now.Vel, t.Forces.P, args, n)
	}
}

// measureEnergies lets a stream sum the energies of the fluid that the step begins with.
func (r *Recorder) measureEnergies(s gpu.Stream, t *Step, moment, sums gpu.Ptr) {
	all, now := t.Forces.Part, t.Forces.Euler.From
	threads, stray := measuring(int(all.Fluids)), sums+gpu.Ptr(8*len(r.energies))
	args := cuda.EnergyArgs{
		P: t.Forces.P, Moment: moment, Record: t.Forces.Record, Column: r.list.Columns(), Part: all,
		Pos: now.Pos, Vel: now.Vel, Sum: sums, Stray: stray, Furthest: stray + 8, Scale: r.scales.energy,
		Origin: r.Grid.Origin, Quantum: r.Case.Params.NotPeriodic(r.Grid.Quantum), Far: sph.StrayDensity,
		Threads: int32(threads), Frame: t.Forces.Frame, Central: t.Forces.Central,
		Volume: r.Case.VolumeOf(0), Zones: r.zones, Dimensions: int32(r.Case.Params.Dim),
	}
	if t.Energies != nil {
		args = t.Energies(args)
	}
	for k := range args.Word {
		args.Word[k] = -1
	}
	for word, e := range r.energies {
		if e.Kernel != "" {
			args.Word[cuda.EnergyOf(e.Kernel)] = int32(word)
		} else {
			field := &sph.Fields[e.Field]
			gpu.Launch(s, cuda.FieldSum, cuda.FieldSumArgs{
				P: args.P, Moment: args.Moment, Pos: args.Pos, Column: args.Column, Part: all,
				Scale: args.Scale, Threads: args.Threads,
				Field: t.States[field.StateOf(t.index()%2)][e.Field], Sum: sums + gpu.Ptr(8*word),
				Stride: int32(field.Bytes / 4), Dimensions: args.Dimensions,
			}, 0, threads)
		}
	}
	gpu.Launch(s, cuda.Energy, args, 0, threads)
}

// measuring is how many threads measure a number of particles: whole warps.
func measuring(particles int) int { return max(32, min(mostThreads, (particles+31)/32*32)) }

// Due is from which steps of a period on a time that is asked for may be near.
type Due struct{ Sample, Copy int }

// First is from which on there is anything to do.
func (d *Due) First() int { return min(d.Sample, d.Copy) }

// Within makes all of some steps measure or none, or copy or not, so that graphs have few shapes.
func (d *Due) Within(from, to int) {
	for _, first := range []*int{&d.Sample, &d.Copy} {
		if from < *first && *first < to {
			*first = from
		}
	}
}

// FirstCopy is the first of the next steps that may be nearest to a time that a copy is asked for.
func (p *Plan) FirstCopy(clock *cuda.Clock, steps int) int {
	if p.CopyInterval == 0 {
		return steps
	}
	// that the steps before were nearest to
	past := timesUntil(clock.Time-0.5*float64(clock.Dt), p.CopyInterval, p.End)
	return p.firstNear(clock, p.CopyInterval, past, steps)
}

// firstNear is the first of the next steps that may be near a time asked for, some of which are
// past. The step before cannot have been long enough.
func (p *Plan) firstNear(clock *cuda.Clock, interval float64, past, steps int) int {
	if interval == 0 {
		return steps
	}
	until := min(float64(past+1)*interval, p.End) - clock.Time
	return int(min(float64(steps), max(0, math.Floor(until/p.Case.Params.LongestStep())-1)))
}

// number is how kernels take a bool.
func number(b bool) int32 {
	if b {
		return 1
	}
	return 0
}
