package sph

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"time"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

// plan is what a domain does to build its lists: which slices will be its own,
// and which particles it sends to whom before.
type plan struct {
	window   neighbor.Window
	incoming int // particles that others send
	senders  []int
	outgoing []transfer
}

// transfer is a range of a domain's particles and where they go.
type transfer struct {
	to     int
	span   span
	offset int // in the receiver's arrays
}

// plans says how the domains come to the particles of new bounds. No particle
// has moved further than into the next slice since the last time, so those
// that a device will see now were, then, in the slices it will see and one more
// on each side; what it has not of these, their owners send.
func (s *Simulation) plans(bounds []int) []plan {
	plans := make([]plan, len(s.domains))
	for i := range plans {
		plans[i].window = neighbor.WindowOf(bounds[i], bounds[i+1])
	}
	if !s.started {
		return plans
	}
	for i, d := range s.domains {
		w, had := plans[i].window, d.window
		for o, owner := range s.domains {
			// The owner's slices that device i needs and has not: at most one run
			// before and one after those it has.
			from, to := max(w.First-1, s.bounds[o]), min(w.First+w.Slices+1, s.bounds[o+1])
			runs := []span{{from, min(to, had.First)}, {max(from, had.First+had.Slices), to}}
			for _, r := range runs {
				if r.from >= r.to || o == i {
					continue
				}
				particles := span{owner.offsets[r.from-owner.window.First], owner.offsets[r.to-owner.window.First]}
				plans[o].outgoing = append(plans[o].outgoing, transfer{to: i, span: particles, offset: d.count + plans[i].incoming})
				plans[i].incoming += particles.len()
				plans[i].senders = append(plans[i].senders, o)
			}
		}
	}
	return plans
}

// BuildNeibs sorts the particles into cells and lists their neighbours, unless
// it has been done since they last moved. Before, the balancer may move slices,
// and particles that have left a device's slices move with them.
func (s *Simulation) BuildNeibs() error {
	plans, err := s.prepare()
	if err != nil || plans == nil {
		return err
	}
	begun := time.Now()
	if err := s.each(func(d *domain) error {
		d.buildNeibs(&plans[d.index])
		return d.main.Sync() // so that building counts all that it takes
	}); err != nil {
		return err
	}
	s.building = time.Since(begun).Seconds()
	return s.checkParticles()
}

// prepare says what the devices do to build lists, or nothing where these are fresh.
func (s *Simulation) prepare() ([]plan, error) {
	if s.fresh {
		return nil, nil
	}
	bounds := s.bounds
	if s.options.Balance != nil && s.started {
		bounds = s.options.Balance.Bounds(bounds, neighbor.Reach)
	}
	for d := range bounds {
		s.moved += max(bounds[d]-s.bounds[d], s.bounds[d]-bounds[d])
	}
	plans := s.plans(bounds)
	s.period, s.planned = s.nextPeriod()
	grow := func(d *domain) bool {
		return d.count+plans[d.index].incoming > d.room || !d.list.Holds(d.room, plans[d.index].window.Slices, s.capacity)
	}
	if slices.ContainsFunc(s.domains, grow) {
		if err := s.each(func(d *domain) error {
			p := &plans[d.index]
			return d.reserve(d.count+p.incoming, p.window.Slices)
		}); err != nil {
			return nil, err
		}
	}
	s.bounds, s.started, s.fresh = bounds, true, true
	return plans, nil
}

// nextPeriod is how far beyond the support the next lists reach, and for how many
// steps: what makes a step cheapest, if particles go on moving relative to those
// around them as fast as they did, and a little faster. Lists that reach further
// by s have (1 + s/2h)³ times the entries; if they last for n steps, a step's share
// of building them is listCost/n evaluations of the forces. All that enters is the
// same on any number of devices.
func (s *Simulation) nextPeriod() (period neighbor.Period, steps int) {
	p := &s.Case.Params
	dt := p.longestStep()
	gravity := math.Hypot(math.Hypot(p.Gravity[0], p.Gravity[1]), p.Gravity[2])
	period = neighbor.Period{Most: p.Skin, Step: dt, Bin: p.motionBin()}
	if s.stuck {
		period.Slack = p.Skin // as far as can be
		return period, 1
	}
	fluid := 0
	for _, n := range s.motion.Bins {
		fluid += n
	}
	least := math.Inf(1)
	for n := 1; n <= p.RebuildEvery; n++ {
		t := (float64(n) - 0.5) * dt // the last forces are of the middle of the last step
		next := period
		if s.started {
			next.Ahead = t / 2
		}
		next.Way = t - next.Ahead
		next.Slack = gravity*t*t/2 + 0.01*p.H
		way := func(speed float64) float64 { return speed*next.Way + next.Slack }
		if n > 1 && (way(s.motion.Most) > p.Skin || way(s.motion.Across) > p.Skin ||
			way(float64(s.clock.Speed)) > neighbor.MostDeviation*s.grid.Edge) {
			break
		}
		cost := listCost / float64(n)
		for bin, particles := range s.motion.Bins {
			x := 1 + way(float64(bin+1)*period.Bin)/(2*p.H)
			cost += 2 * x * x * x * float64(particles) / float64(fluid)
		}
		if !(cost >= least) {
			period, steps, least = next, n, cost
		}
	}
	return period, steps
}

// listCost is what building the lists costs, in evaluations of the forces.
const listCost = 2.5

// motion is cuda.Motion of all devices.
type motion struct {
	Bins         [neighbor.MotionBins]int // particles
	Most, Across float64                  // [m/s]
}

// buildNeibs does so on one device. A stream that has failed does nothing more, and
// tells when it is synchronised; the neighbours, who cannot know, still get what they
// wait for.
func (d *domain) buildNeibs(p *plan) {
	d.marks = d.marks[:0]
	d.timed = true
	d.begin(BuildNeibs)
	for _, t := range p.outgoing {
		d.send(d.domains[t.to], t)
	}
	for _, sender := range p.senders {
		d.main.Wait(receive(d.sent[sender], d.spin))
	}
	// Half holds nothing between two steps: the sorted particles go there.
	d.list.Sort(d.main, p.window, d.now, d.half, d.packed, d.count+p.incoming, d.period)
	d.list.Activate(d.main, d.half, d.Case.Params.Boundary == Dummy)
	failed := d.main.Sync() != nil
	d.window = p.window
	d.offsets, d.lost = d.list.Offsets()
	d.active = d.list.Active()
	if failed {
		clear(d.offsets)
		d.active = 0
	}
	d.count = d.offsets[len(d.offsets)-1]
	d.now, d.half = d.half, d.now
	d.list.Build(d.main, 2*d.Case.Params.H, d.maxima+maximaLongest)
	gpu.Launch(d.main, cuda.Begin, cuda.BeginArgs{Clock: d.clock}, 0, 1)
	d.evaluation = 0
	d.cutStripes()
	d.tellInboxes()
	d.begin(PhaseCount) // what follows may be a measurement
}

// maximaLongest is where in cuda.Maxima the longest list is.
const maximaLongest = gpu.Ptr(unsafe.Offsetof(cuda.Maxima{}.Longest))

// send copies particles to the end of another device's.
func (d *domain) send(to *domain, t transfer) {
	copies := []struct {
		dst, src gpu.Ptr
		bytes    int
	}{
		{to.now.Pos, d.now.Pos, neighbor.PosBytes},
		{to.now.Vel, d.now.Vel, neighbor.VelBytes},
		{to.now.ID, d.now.ID, neighbor.IDBytes},
	}
	for _, c := range copies {
		if t.span.len() > 0 {
			d.main.Send(to.device, c.dst+gpu.Ptr(t.offset*c.bytes), c.src+gpu.Ptr(t.span.from*c.bytes), t.span.len()*c.bytes)
		}
	}
	to.sent[d.index] <- d.keep(d.main.Record())
}

// checkParticles holds that every particle is internal on one device or has
// left the domain, and that neighbours agree on what they share.
func (s *Simulation) checkParticles() error {
	n := 0
	s.lost = 0
	for _, d := range s.domains {
		n += d.owned().len()
		s.lost += d.lost
		for _, side := range d.sides {
			if e := side.neighbour.edge(!side.left); e.len() != d.external(side.left).len() {
				return fmt.Errorf("%s has %d copies of the %d particles at the edge of %s; this is a bug",
					d.device.Name(), d.external(side.left).len(), e.len(), side.neighbour.device.Name())
			}
		}
	}
	if total := s.Case.Particles.Len(); n+s.lost != total {
		return fmt.Errorf("of %d particles %d are in the domain and %d have left it; this is a bug", total, n, s.lost)
	}
	return nil
}

// work is what a particle costs before anything has been measured: most walls
// have no water near them.
var work = [...]float64{Fluid: 1, Wall: 0.15}

// cut gives the devices their first slices, with as much work each as whole
// slices allow, and the particles in them.
func (s *Simulation) cut() error {
	p, n := &s.Case.Particles, len(s.options.System.Devices)
	slices := s.grid.Slices() - 2*neighbor.Reach
	if n*neighbor.Reach > slices {
		return fmt.Errorf("the domain has %d slices along %v, too few for %d devices, which need %d each; fewer devices, a smaller deltap or another split-axis would do",
			slices, s.Case.Params.SplitAxis, n, neighbor.Reach)
	}
	if int64(p.Len()) >= math.MaxInt32 {
		return fmt.Errorf("the problem has %d particles, but %d are the most; a larger deltap would do", p.Len(), math.MaxInt32-1)
	}
	for _, v := range p.Velocity {
		speed := math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2]))
		s.clock.Speed = max(s.clock.Speed, float32(speed))
	}
	s.motion.Most, s.motion.Across = 2*float64(s.clock.Speed), 2*float64(s.clock.Speed)
	bin := len(s.motion.Bins) - 1
	if x := s.motion.Most / s.Case.Params.motionBin(); x < float64(bin) {
		bin = int(x)
	}
	s.motion.Bins[bin] = 1
	weights := make([]float64, slices)
	fixed := make([][3]int32, p.Len())
	for i, x := range p.Position {
		fixed[i] = s.grid.Fixed(x)
		if slice := s.grid.Slice(fixed[i]) - neighbor.Reach; slice >= 0 && slice < slices {
			weights[slice] += work[p.Type[i]]
		}
	}
	var err error
	if s.bounds, err = s.firstBounds(weights); err != nil {
		return err
	}
	perTold := toldWork + (max(s.grid.Slices(), neighbor.MotionBins)+63)/64*64*4
	told, err := s.options.System.Share(n * perTold)
	if err != nil {
		return err
	}
	perDevice := (s.grid.Slices() + 3 + 63) / 64 * 64 * 4
	offsets, err := s.options.System.Share(n * perDevice)
	if err != nil {
		return err
	}
	if s.meeting, err = s.options.System.Share(2 * n * maximaBytes); err != nil {
		return err
	}
	for i := range n {
		s.domains = append(s.domains, newDomain(s, i, portion(told, i, perTold)))
	}
	for i := range n - 1 {
		join(s.domains[i], s.domains[i+1])
	}
	for i, d := range s.domains {
		go d.run(portion(offsets, i, perDevice))
	}
	return s.each(func(d *domain) error { return d.load(fixed) })
}

func portion(m gpu.Shared, i, bytes int) gpu.Shared {
	return gpu.Shared{Ptr: m.Ptr + gpu.Ptr(i*bytes), Bytes: m.Bytes[i*bytes : (i+1)*bytes]}
}

// load uploads the particles of the case that are in the domain's window, at
// positions given in quanta.
func (d *domain) load(fixed [][3]int32) error {
	p, w := &d.Case.Particles, neighbor.WindowOf(d.bounds[d.index], d.bounds[d.index+1])
	within := func(f [3]int32) bool {
		slice := d.grid.Slice(f)
		return slice >= w.First && slice < w.First+w.Slices
	}
	n := 0
	for _, f := range fixed {
		if within(f) {
			n++
		}
	}
	pos, vel, id := make([]byte, 0, n*neighbor.PosBytes), make([]byte, 0, n*neighbor.VelBytes), make([]byte, 0, n*neighbor.IDBytes)
	for i, f := range fixed {
		if !within(f) {
			continue
		}
		for a := range 3 {
			pos = binary.LittleEndian.AppendUint32(pos, uint32(f[a]))
			vel = binary.LittleEndian.AppendUint32(vel, math.Float32bits(p.Velocity[i][a]))
		}
		pos = binary.LittleEndian.AppendUint32(pos, uint32(p.Type[i])|uint32(p.Body[i])<<8)
		rel := p.Rel[i]
		if p.Type[i] == Wall && d.Case.Params.Boundary == Dynamic {
			rel = max(rel, 0) // as Euler has it, which does not come by walls out of reach of water
		}
		vel = binary.LittleEndian.AppendUint32(vel, math.Float32bits(rel))
		id = binary.LittleEndian.AppendUint32(id, uint32(i))
	}
	if err := d.reserve(n, w.Slices); err != nil {
		return err
	}
	d.count = n
	d.main.Upload(d.now.Pos, pos)
	d.main.Upload(d.now.Vel, vel)
	d.main.Upload(d.now.ID, id)
	return d.main.Sync()
}
