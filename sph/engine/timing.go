package engine

import (
	"encoding/binary"
	"slices"
	"time"

	"gpusph/balance"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// timing decides in which periods a step is timed, for the balancer and the report. Such a step
// takes longer than others, and its result changes slowly.
type timing struct {
	settled int  // periods planned since slices moved last
	untimed int  // since the last with a timed step
	steps   int  // done since the balancer observed the last
	doubt   bool // whether the last timed step is to be believed
	doubted bool // and the one before
}

// In the first periods after slices have moved a step is timed, and then in one of a few; but soon
// again where it gave nothing, or for the first time that devices take unequally long.
const (
	timedFirst = 2
	timedThen  = 12
	unequally  = 0.02 // of the average time, that the longest is above it
)

// next reports whether a step of the next period that is planned is timed.
func (t *timing) next(moved bool) (timed bool) {
	if moved {
		t.settled, t.steps = 0, 0
	}
	t.untimed++
	timed = t.settled < timedFirst || t.untimed >= timedThen || t.doubt
	t.settled++
	if timed {
		t.untimed, t.doubt = 0, false
	}
	return timed
}

// observe takes the loads that a period's timed step has given. The period had a number of steps,
// perhaps none.
func (t *timing) observe(loads []balance.Load, steps int) {
	sum, longest := 0.0, 0.0
	for _, l := range loads {
		sum += l.Seconds
		longest = max(longest, l.Seconds)
	}
	again := steps == 0 || longest*float64(len(loads)) > (1+unequally)*sum
	t.doubt, t.doubted = again && !t.doubted, again
}

// loadsOf is what the balancer wants to know.
func loadsOf(p *sph.Progress) []balance.Load {
	loads := make([]balance.Load, len(p.Devices))
	for i, d := range p.Devices {
		loads[i] = balance.Load{Slices: d.Slices, Layer: p.PerLayer, Seconds: d.Busy, Work: d.Work}
	}
	return loads
}

// piece is a kernel of Forces of the step that is timed, on one of the device's streams.
type piece struct{ begin, end gpu.Event }

// period is when the lists of a period of steps began, when they were there, and when
// the steps began and were done.
type period struct {
	building, listed gpu.Event // nil of steps with lists that went on
	begun, ended     gpu.Event
	pieces           []piece // none where no step is timed
}

// timedStep is a time step that measures what the forces take.
func (d *domain) timedStep() {
	d.clocked = true
	d.timeStep()
	d.clocked = false
}

// times reports whether the forces of half a step are timed. Where there are several devices,
// stripes overlap, and wait for the neighbours', so that all devices seem to be busy for as long as
// the slowest; so the corrector's are all in one stripe for once, and stand for the predictor's.
func (d *domain) times(h stepStage) bool { return d.clocked && (h == corrector || d.group.Count == 1) }

// oneStripe puts all active particles in one stripe, which waits for all others, and returns
// these, for manyStripes.
func (d *domain) oneStripe() (stripes []stripe, sequence []int) {
	stripes, sequence = d.stripes, d.sequence
	one := stripe{Part: d.list.Active(), particles: span{0, d.count}, stream: stripes[0].stream}
	for _, s := range stripes[1:] {
		one.stream.Wait(d.keep(s.stream.Signal())) // what it waits for from a neighbour, too
	}
	d.whole = [1]stripe{one}
	d.stripes, d.sequence = d.whole[:], alone[:]
	return stripes, sequence
}

var alone = [1]int{0} // the sequence of one stripe

// manyStripes goes on with several stripes, which wait for the one.
func (d *domain) manyStripes(stripes []stripe, sequence []int) {
	done := d.whole[0].done()
	d.stripes, d.sequence = stripes, sequence
	for i := range d.stripes {
		d.stripes[i].moved, d.stripes[i].met = done, nil
	}
}

// mark is an event before a kernel that is timed; took notes the kernel when it has been
// launched. Others have no such events, since each costs a little.
func (d *domain) mark(h stepStage, s gpu.Stream) gpu.Event {
	if !d.times(h) {
		return nil
	}
	return d.keep(s.Record())
}

func (d *domain) took(h stepStage, begun gpu.Event, s gpu.Stream) {
	if d.times(h) {
		d.pieces = append(d.pieces, piece{begun, d.keep(s.Record())})
	}
}

// takeSeconds says what the phases of a period of steps took. Forces is while there is a
// kernel of it in the step that was timed last, which stands for all; MinimumScan is the rest,
// which is waiting for it or for another device. How long the device is busy may be more
// than that, since stripes overlap in other steps.
func (d *domain) takeSeconds(p *period, steps int) {
	lists, whole := 0.0, p.ended.Since(p.begun).Seconds()
	if p.building != nil {
		lists = p.listed.Since(p.building).Seconds()
	}
	if len(p.pieces) > 0 {
		base := p.pieces[0].begin
		d.kernels = d.kernels[:0]
		for _, t := range p.pieces {
			d.kernels = append(d.kernels, timeSpan{t.begin.Since(base), t.end.Since(base)})
		}
		begin, end, computing := union(d.kernels)
		d.stepForces, d.forcesPart = computing.Seconds(), 1
		if d.group.Count > 1 {
			d.stepForces *= float64(d.Case.Params.Evaluations()) // all are like the corrector's
		} else if end > begin {
			d.forcesPart = computing.Seconds() / (end - begin).Seconds()
		}
	}
	forces := d.stepForces * float64(steps)
	d.busy = lists + forces
	if d.group.Count == 1 {
		forces = whole * d.forcesPart
	}
	forces = min(forces, whole)
	d.seconds = [sph.PhaseCount]float64{sph.BuildNeibs: lists, sph.Forces: forces,
		sph.MinimumScan: whole - forces}
}

type timeSpan struct{ begin, end time.Duration }

// union is from when to when intervals are, and how long there is at least one.
func union(intervals []timeSpan) (begin, end, some time.Duration) {
	slices.SortFunc(intervals, func(a, b timeSpan) int { return int(a.begin - b.begin) })
	for k, i := range intervals {
		if k == 0 {
			begin, end = i.begin, i.begin
		}
		some += max(0, i.end-max(i.begin, end))
		end = max(end, i.end)
	}
	return begin, end, some
}

// StartTrace begins to record what the devices of all processes do, by Options.Trace, which all
// have. The devices should be idle.
func (s *Simulation) StartTrace() error {
	if err := s.broadcast(task{what: startTraceTask}); err != nil {
		return err
	}
	defer s.broadcastDone()
	return s.agree(s.options.Trace.Start())
}

// StopTrace ends that, and returns what the devices of all processes have done, by device. The
// times are those of the first process's clock. Those of any device may be off by so much.
func (s *Simulation) StopTrace() (all []gpu.Track, within time.Duration, err error) {
	if err := s.broadcast(task{what: stopTraceTask}); err != nil {
		return nil, 0, err
	}
	defer s.broadcastDone()
	within = s.options.Trace.Uncertainty()
	own, err := s.options.Trace.Stop()
	if s.group.Processes == nil {
		return own, within, err
	}
	if err := s.agree(err); err != nil {
		return nil, 0, err
	}
	late, off, err := s.compareClocks()
	if err != nil {
		s.lost = err
		return nil, 0, err
	}
	type told struct {
		Tracks []gpu.Track
		Within time.Duration
	}
	parts, err := exchange.GatherOf(s.group, told{own, within})
	if err != nil {
		s.lost = err
		return nil, 0, err
	}
	within = 0
	for rank, part := range parts {
		if s.group.Leads() {
			within = max(within, part.Within+off[rank])
			for _, t := range part.Tracks {
				t.Shift(late[rank])
			}
		}
		all = append(all, part.Tracks...)
	}
	return all, within, nil
}

// compareClocks tells the first process by how much later than its own the traces of the others
// began, and within how much. It asks each for its time, and takes the answer that has come
// soonest.
func (s *Simulation) compareClocks() (late, off []time.Duration, err error) {
	const times = 20
	p := s.group.Processes
	late, off = make([]time.Duration, p.Count()), make([]time.Duration, p.Count())
	question, answer := make([]byte, 1), make([]byte, 8)
	if !s.group.Leads() {
		for range times {
			if err := p.Swap(nil, []exchange.Message{{Peer: 0, Tag: exchange.LinkTag,
				Bytes: question}}); err != nil {
				return nil, nil, err
			}
			binary.LittleEndian.PutUint64(answer, uint64(s.options.Trace.Now()))
			if err := p.Swap([]exchange.Message{{Peer: 0, Tag: exchange.LinkTag, Bytes: answer}},
				nil); err != nil {
				return nil, nil, err
			}
		}
		return late, off, nil
	}
	for rank := 1; rank < p.Count(); rank++ {
		for k := range times {
			asked := s.options.Trace.Now()
			if err := p.Swap([]exchange.Message{{Peer: rank, Tag: exchange.LinkTag, Bytes: question}}, []exchange.Message{{Peer: rank, Tag: exchange.LinkTag, Bytes: answer}}); err != nil {
				return nil, nil, err
			}
			half := (s.options.Trace.Now() - asked) / 2
			if k == 0 || half < off[rank] {
				off[rank] = half
				late[rank] = asked + half - time.Duration(binary.LittleEndian.Uint64(answer))
			}
		}
	}
	return late, off, nil
}
