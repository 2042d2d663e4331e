package sph

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
)

// BuildNeibs sorts the particles into cells and lists their neighbours, unless
// it has been done since they last moved. Before, the balancer may move slices,
// and particles that have left a device's slices move with them.
func (s *Simulation) BuildNeibs() error {
	if s.fresh {
		return nil
	}
	begun := time.Now()
	if err := s.withLists(func(d *domain) error { return d.main.Sync() }); err != nil { // so that building counts all that it takes
		s.fresh = false
		return err
	}
	s.building = time.Since(begun).Seconds()
	return s.checkParticles()
}

// withLists runs f on the devices once the particles are sorted and the lists have not expired; they
// may still be being built. Lists that have expired are planned and built again.
func (s *Simulation) withLists(f func(*domain) error) error {
	for {
		if err := s.queueLists(); err != nil { // where nobody has
			return err
		}
		s.takeLists()
		err := s.each(func(d *domain) error {
			err := d.settle()
			if !d.listsExpired() {
				err = errors.Join(err, f(d))
			}
			return err
		})
		if err != nil || !s.domains[0].listsExpired() {
			return err
		}
		s.listFailures++
		s.readMotion()
		timed := s.timed
		s.next, s.fresh = s.planLists(), false
		s.next.timed = s.next.timed || timed
	}
}

// queueLists lets the devices build the lists that are planned, behind all that they
// have to do, and waits for nothing. It does nothing where lists are on their way or
// fresh.
func (s *Simulation) queueLists() error {
	if s.fresh || s.queued {
		return nil
	}
	if s.next == nil { // these are the first, or those before have failed
		s.next = s.planLists()
	}
	if err := s.makeRoom(); err != nil {
		return err
	}
	s.started, s.queued = true, true
	return s.each(func(d *domain) error {
		d.launchLists(&s.next.plans[d.index])
		return nil
	})
}

// makeRoom lets the arrays grow that are too small for the next lists. Neighbours
// store into them, so all devices must be done with what they have.
func (s *Simulation) makeRoom() error {
	small := func(d *domain) bool {
		p := &s.next.plans[d.index]
		return d.count+p.incoming > d.room || !d.list.Holds(d.room, d.mostActive(d.room), p.window, s.capacity)
	}
	if !slices.ContainsFunc(s.domains, small) {
		return nil
	}
	if err := s.each((*domain).sync); err != nil {
		return err
	}
	return s.each(func(d *domain) error {
		p := &s.next.plans[d.index]
		return d.reserve(d.count+p.incoming, p.window, s.capacity)
	})
}

// takeLists makes the queued lists those of the steps that follow, once the devices
// settle.
func (s *Simulation) takeLists() {
	if s.queued {
		s.moved += s.next.movedFrom(s.bounds)
		s.lists, s.next = *s.next, nil
		s.queued, s.fresh = false, true
	}
}

// launchLists puts the building of the lists on the main stream. How many particles
// there will be, and where, is known on the device only, until settle.
func (d *domain) launchLists(p *plan) {
	d.begin(BuildNeibs)
	d.giveAll(p.outgoing)
	for _, sender := range p.senders {
		d.main.Wait(receive(d.sent[sender], d.spin))
	}
	if begun := d.keep(d.main.Record()); d.building == nil { // those before have not expired
		d.building = begun
	}
	n := d.count + p.incoming
	// Between two steps nothing is in the state of half a step: the sorted particles go there.
	to := d.states[halfStep]
	sorted := neighbor.Particles{Pos: to.Pos, Vel: to.Vel, ID: d.ids}
	d.list.Sort(d.main, p.window, d.now(), sorted, to.Packed, n, d.next.period)
	d.await(d.main, d.ended)
	d.list.Activate(d.main, sorted, d.Case.Params.Boundary.HasState(), d.freshMaxima(), d.clock, d.firstVerifiedSteps())
	for _, side := range d.sides {
		d.await(d.main, side.sent) // before a neighbour knows where it may store
	}
	d.sorted = d.keep(d.main.Signal())
	d.list.Build(d.main, 2*d.Case.Params.H, d.maximaOf(0)+maximaEntriesNeeded)
	d.main.Wait(d.beginPeriod())
	d.listed = d.keep(d.main.Record())
	d.begin(PhaseCount) // what follows may be a measurement
	d.settling = p
}

// beginPeriod lets the clock begin a period, finds out whether the lists have expired, and publishes
// their numbers, all while they are built.
func (d *domain) beginPeriod() gpu.Event {
	d.control.Wait(d.sorted)
	d.scan(cuda.Begin, d.freshMaxima(), cuda.MinimumScanArgs{Numbers: d.list.Numbers(), VerifiedSteps: int32(d.firstVerifiedSteps())}, false)
	d.list.Publish(d.control, d.hostCopy.Ptr+publishedMotion, d.hostCopy.Ptr+publishedNumbers, d.hostCopy.Ptr+publishedWork)
	d.listsPublished = d.keep(d.control.Signal())
	return d.listsPublished
}

// settle waits until the particles are sorted and the numbers of their lists are published, not
// until the lists are built. From then on the domain has these particles and lists. If a stream has
// failed it does nothing more, but the neighbours still get what they wait for.
func (d *domain) settle() error {
	if d.settling == nil {
		return nil // it has been done
	}
	err := d.main.SyncTo(d.sorted)
	failed := err != nil
	d.window, d.settling = d.settling.window, nil
	d.offsets, d.leftDomain = d.list.Offsets()
	if failed {
		clear(d.offsets)
	}
	d.count = d.offsets[len(d.offsets)-1]
	d.states[even], d.states[halfStep] = d.states[halfStep], d.states[even]
	d.id, d.ids = d.ids, d.id
	d.step = 0
	err = errors.Join(err, d.cutStripes(failed))
	d.publishInboxes()
	d.receiveInboxes()
	if err == nil {
		err = d.receiveLists()
	}
	return err
}

// receiveLists takes what the device publishes of its lists while they are built.
func (d *domain) receiveLists() error {
	err := d.control.SyncTo(d.listsPublished)
	if err == nil {
		d.list.Receive(d.readNumbers())
		d.estimate = d.readWork()
	}
	return err
}

// listsExpired says whether the lists would not last for a step. All devices say the same.
func (d *domain) listsExpired() bool { return d.readNumbers().Expired != 0 }

// maximaEntriesNeeded is where in cuda.Maxima EntriesNeeded is.
const maximaEntriesNeeded = gpu.Ptr(unsafe.Offsetof(cuda.Maxima{}.EntriesNeeded))

// giveAll sends particles to the devices that lack them, behind those that these have. A kernel stores
// them there. Where devices do not reach each other's memory they are copied, in streams of their own.
func (d *domain) giveAll(all []transfer) {
	if d.exchange == Direct {
		for pair := range slices.Chunk(all, 2) {
			d.give(pair)
		}
		for _, t := range all {
			d.domains[t.to].sent[d.index] <- d.keep(d.main.Signal())
		}
		return
	}
	moved := d.keep(d.main.Signal())
	for _, side := range d.sides {
		side.sent = nil
		side.stream.Wait(moved)
	}
	for _, t := range all {
		d.send(d.domains[t.to], t)
	}
}

// give stores at most two spans of particles.
func (d *domain) give(pair []transfer) {
	from := d.now()
	args := cuda.GiveArgs{Pos: from.Pos, Vel: from.Vel, Id: from.ID}
	n := 0
	for k, t := range pair {
		there := d.domains[t.to].now()
		args.PosOut[k] = there.Pos + gpu.Ptr(t.offset*neighbor.PosBytes)
		args.VelOut[k] = there.Vel + gpu.Ptr(t.offset*neighbor.VelBytes)
		args.IdOut[k] = there.ID + gpu.Ptr(t.offset*neighbor.IDBytes)
		args.First[k], args.Count[k] = int32(t.span.from), int32(t.span.len())
		n += t.span.len()
	}
	gpu.Launch(d.main, cuda.Give, args, 0, n)
}

// send copies particles to the end of another device's, beside those to the other side.
func (d *domain) send(to *domain, t transfer) {
	side := d.sides[0]
	if side.left != (to.index < d.index) {
		side = d.sides[1]
	}
	from, there := d.now(), to.now()
	copies := []struct {
		dst, src gpu.Ptr
		bytes    int
	}{
		{there.Pos, from.Pos, neighbor.PosBytes},
		{there.Vel, from.Vel, neighbor.VelBytes},
		{there.ID, from.ID, neighbor.IDBytes},
	}
	for _, c := range copies {
		if t.span.len() > 0 {
			side.stream.Send(to.device, c.dst+gpu.Ptr(t.offset*c.bytes), c.src+gpu.Ptr(t.span.from*c.bytes), t.span.len()*c.bytes)
		}
	}
	side.sent = d.keep(side.stream.Signal())
	to.sent[d.index] <- side.sent
}

// checkParticles holds that every particle is internal on one device or has
// left the domain, and that neighbours agree on what they share.
func (s *Simulation) checkParticles() error {
	n := 0
	s.leftDomain = 0
	for _, d := range s.domains {
		n += d.owned().len()
		s.leftDomain += d.leftDomain
		for _, side := range d.sides {
			if e := side.neighbour.edge(!side.left); e.len() != d.external(side.left).len() {
				return fmt.Errorf("%s has %d copies of the %d particles at the edge of %s; this is a bug",
					d.device.Name(), d.external(side.left).len(), e.len(), side.neighbour.device.Name())
			}
		}
	}
	if total := s.Case.Particles.Len(); n+s.leftDomain != total {
		return fmt.Errorf("of %d particles %d are in the domain and %d have left it; this is a bug", total, n, s.leftDomain)
	}
	return nil
}

// work is what a particle costs before anything has been measured: most walls
// have no water near them.
var work = [...]float64{Fluid: 1, Wall: 0.05}

// cut gives the devices their first slices, with as much work each as whole
// slices allow, and the particles in them.
func (s *Simulation) cut() error {
	p, n := &s.Case.Particles, len(s.options.System.Devices)
	first, end := s.grid.Inner()
	if n*s.LeastSlices() > end-first {
		return fmt.Errorf("the domain has %d slices along %v, too few for %d devices, which need %d each; fewer devices, a smaller deltap or another split-axis would do",
			end-first, s.Case.Params.SplitAxis, n, s.LeastSlices())
	}
	if p.Len() > MostParticles {
		return fmt.Errorf("the problem has %d particles, but %d are the most; a larger deltap would do", p.Len(), MostParticles)
	}
	for _, v := range p.Velocity {
		speed := math.Sqrt(float64(v[0])*float64(v[0]) + float64(v[1])*float64(v[1]) + float64(v[2])*float64(v[2]))
		s.clock.Speed = max(s.clock.Speed, float32(speed))
	}
	greatest := float32(0)
	for i, rel := range p.Rel {
		if p.Type[i] == Fluid {
			greatest = max(greatest, rel)
		}
	}
	step := float32(s.Case.Params.firstStep(float64(greatest)))
	s.clock.Allowed = [2]float32{step, step}
	s.motion.Most, s.motion.Across = 2*float64(s.clock.Speed), 2*float64(s.clock.Speed)
	bin := len(s.motion.Bins) - 1
	if x := s.motion.Most / s.Case.Params.motionBin(); x < float64(bin) {
		bin = int(x)
	}
	s.motion.Bins[bin] = 1
	weights := make([]float64, end-first)
	fixed := make([][3]int32, p.Len())
	for i, x := range p.Position {
		fixed[i] = s.grid.Fixed(x)
		if slice := s.grid.Slice(fixed[i]); slice >= first && slice < end {
			weights[slice-first] += work[p.Type[i]]
		}
	}
	var err error
	if s.bounds, err = s.firstBounds(weights); err != nil {
		return err
	}
	perHostCopy := publishedWork + (max(s.grid.Slices(), neighbor.MotionBins)+63)/64*64*4
	hostCopies, err := s.options.System.Share(n * perHostCopy)
	if err != nil {
		return err
	}
	perDevice := (s.grid.OffsetsBytes() + 255) / 256 * 256
	offsets, err := s.options.System.Share(n * perDevice)
	if err != nil {
		return err
	}
	if s.meeting, err = s.options.System.Share(2 * n * maximaBytes); err != nil {
		return err
	}
	for i := range n {
		s.domains = append(s.domains, newDomain(s, i, portion(hostCopies, i, perHostCopy)))
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
	p, w := &d.Case.Particles, d.grid.Window(d.bounds[d.index], d.bounds[d.index+1])
	within := func(f [3]int32) bool {
		slice := d.grid.Slice(f)
		return slice >= w.From && slice < w.To
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
		if p.Type[i] == Wall && d.Case.Params.Boundary.HasState() {
			rel = max(rel, 0) // as Euler has it, which does not come by walls out of reach of water
		}
		vel = binary.LittleEndian.AppendUint32(vel, math.Float32bits(rel))
		id = binary.LittleEndian.AppendUint32(id, uint32(i))
	}
	if err := d.reserve(n, w, d.capacity); err != nil {
		return err
	}
	d.count = n
	d.setClock(d.Simulation.clock)
	d.main.Upload(d.now().Pos, pos)
	d.main.Upload(d.now().Vel, vel)
	d.main.Upload(d.now().ID, id)
	return d.main.Sync()
}
