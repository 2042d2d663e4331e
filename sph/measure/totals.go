package measure

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
)

// totals are the sums over all steps of a flow: those of features, what a frame that turns or
// gravity that changes has given, and the work of the fluid on each body where some move. The
// corrector of a step adds to words of even or of odd steps, and these are added to those of all
// steps once it is known that the step was not rejected. Moments have the sums of all devices.
type totals struct {
	ofAll  int                          // words of features
	turned bool                         // the frame turns, or gravity changes
	bodies int                          // 0 where none moves
	work   cuda.KernelOf[cuda.WorkArgs] // for the case's options
}

func totalsOf(c *sph.Case, walls string) totals {
	t := totals{turned: c.ForcingChanges(), work: cuda.Work(walls)}
	t.ofAll, _ = c.SumsAt("") // the end
	if c.MovingWalls().Move {
		t.bodies = len(c.Bodies)
	}
	return t
}

// words is how many there are: those of features first, then that of the frame.
func (t *totals) words() int { return t.turnedAt() + int(number(t.turned)) + t.bodies }

// turnedAt is the word of the frame.
func (t *totals) turnedAt() int { return t.ofAll }

// workAt is the word of the first body.
func (t *totals) workAt() int { return t.words() - t.bodies }

// Totals is how many 64-bit words the sums over all steps take; 0 is that there are none.
func (p *Plan) Totals() int { return p.totals.words() }

// ofStep is where a step of a period sums, behind the sums over all steps.
func (r *Recorder) ofStep(step int) gpu.Ptr {
	return r.totalSums + gpu.Ptr(8*r.totals.words()*(1+step%2))
}

// CommitTotals lets a stream add what a step of a period has summed, where that is scanned and was
// not rejected.
func (r *Recorder) CommitTotals(s gpu.Stream, clock gpu.Ptr, step int) {
	if n := r.totals.words(); n > 0 && step >= 0 {
		gpu.Launch(s, cuda.CommitTotals, cuda.CommitTotalsArgs{Clock: clock, Own: r.totalSums,
			OfStep: r.ofStep(step), Step: int32(step)}, 0, n)
	}
}

// SumsOf is where a step of a period adds to the sums of a feature, and how many quanta of them are
// 1.
func (r *Recorder) SumsOf(feature string, step int) (words gpu.Ptr, scale float64) {
	at, _ := r.Case.SumsAt(feature)
	return r.ofStep(step) + gpu.Ptr(8*at), r.scales.total
}

// Turned lets a stream add the energy that a frame that turns or gravity that changes gives the
// fluid, in the corrector of a step.
func (r *Recorder) Turned(s gpu.Stream, forces *cuda.ForcesArgs, forcing cuda.ForcingTable,
	tasks int) {
	if r.totals.turned {
		gpu.Launch(s, cuda.Turned, cuda.TurnedArgs{
			Forces: *forces, Forcing: forcing, Sum: r.ofStep(int(forces.Euler.Step)) +
				gpu.Ptr(8*r.totals.turnedAt()), Scale: r.scales.total, Tasks: int32(tasks),
			Origin: r.Grid.Origin, Quantum: r.Case.Params.NotPeriodic(r.Grid.Quantum),
		}, 0, (tasks+31)/32*32) // whole warps
	}
}

// Work lets a stream add the work of the fluid on bodies that move, in the corrector of a step.
func (r *Recorder) Work(s gpu.Stream, forces *cuda.ForcesArgs, bodies *cuda.MotionTable,
	tasks int) {
	if r.totals.bodies > 0 {
		gpu.Launch(s, r.totals.work, cuda.WorkArgs{
			Forces: *forces, Sum: r.ofStep(int(forces.Euler.Step)) +
				gpu.Ptr(8*r.totals.workAt()), Scale: r.scales.total, Tasks: int32(tasks),
			Bodies: bodies.Bodies, Count: bodies.Count, Dimensions: int32(r.Case.Params.Dim),
		}, 0, tasks)
	}
}

// measureTotals lets a stream give a moment the sums of the steps before.
func (r *Recorder) measureTotals(s gpu.Stream, moment gpu.Ptr) {
	if n := r.totals.words(); n > 0 {
		sum := moment + gpu.Ptr(8*(headWords+r.combinedWords()-n))
		gpu.Launch(s, cuda.Totals, cuda.TotalsArgs{Moment: moment, Own: r.totalSums, Sum: sum}, 0, n)
	}
}

// TotalsNow lets a stream publish the sums of all devices between two periods, as those of the
// first moment.
func (r *Recorder) TotalsNow(s gpu.Stream, t *Step) {
	r.moment(s, t, cuda.MomentArgs{Now: 1})
	moment := r.momentAt(t.index())
	r.measureTotals(s, moment)
	r.combine(s, moment)
	r.Publish(s, 1)
}

// SetTotals makes the sums of all devices those of a checkpoint: the device that is told so has
// them all.
func (r *Recorder) SetTotals(s gpu.Stream, sums []byte, has bool) {
	n := 8 * r.totals.words()
	if n == 0 {
		return
	}
	s.Fill(r.totalSums, 0, 3*n)
	if has && len(sums) == n {
		s.Upload(r.totalSums, sums)
	}
}

// Totals are the words of a moment.
func (m *Moments) Totals(place int) []byte {
	n := 8 * m.totals.words()
	all := m.Combined(m.First, place)
	return append([]byte(nil), all[len(all)-n:]...)
}

// takeTotals sets what a sample has of them.
func (m *Moments) takeTotals(out *sph.Sample, sum func(word int) int64) {
	at := headWords + m.combinedWords() - m.totals.words()
	total := func(word int) float64 { return float64(sum(at+word)) / m.scales.total }
	if m.totals.turned {
		out.Turned = total(m.totals.turnedAt())
	}
	for k := range m.totals.ofAll {
		out.Sums = append(out.Sums, total(k))
	}
	for k := range m.totals.bodies {
		out.Work = append(out.Work, total(m.totals.workAt()+k))
	}
}
