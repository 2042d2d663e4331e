package engine

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"gpusph/balance"
	"gpusph/cuda"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/measure"
)

// Checkpoint copies the flow to the host. Samples and Captures that have not been taken from s are
// not in it.
func (s *Simulation) Checkpoint() (*sph.Checkpoint, error) {
	if err := s.broadcast(task{what: checkpointTask}); err != nil {
		return nil, err
	}
	defer s.broadcastDone()
	c, err := s.CopyState()
	if err != nil {
		return nil, err
	}
	next := &s.listPlan // where they are built already
	if !s.fresh {
		if s.next == nil {
			if err := s.planLists(); err != nil {
				return nil, err
			}
		}
		next = s.next
	}
	k := &sph.Checkpoint{
		Slabs: sph.Slabs{Time: c.Time(), Step: c.Step(), Bounds: slices.Clone(next.bounds),
			Starts: make([]int, s.grid.Slices()+1)},
		ListState: sph.ListState{
			Period: sph.ListPrediction(next.period), Planned: next.planned, Shorten: next.shorten,
			Timed:  next.timed,
			Motion: s.motion, Capacity: s.capacity, ListFailures: s.listFailures,
			LeftDomain: s.ledger.Left.Total(), LeftKinds: s.ledger.Left, Born: s.ledger.Born,
			Answered: s.series.Answered, Before: s.series.Before,
		},
	}
	for _, g := range s.kept() {
		k.SetGlobal(g.name, g.bytes)
	}
	if err := errors.Join(s.keepTotals(k), s.keepStates(k)); err != nil {
		return nil, err
	}
	if err := s.keepBodies(k); err != nil {
		return nil, err
	}
	for _, f := range s.Kept {
		if !s.group.Leads() {
			break // it has all particles
		}
		field := sph.CheckpointField{Name: f.Name, Bytes: f.Bytes}
		for i := range s.subdomains {
			field.Data = append(field.Data, c.Parts[i].Of[f.Index]...)
		}
		k.Fields = append(k.Fields, field)
	}
	at := 0
	for i := range s.subdomains {
		for slice := s.bounds[i]; slice < s.bounds[i+1]; slice++ {
			k.Starts[slice] = at
			at += s.subdomains[i].slices(slice, slice+1).len()
		}
	}
	for slice := s.bounds[len(s.subdomains)]; slice < len(k.Starts); slice++ {
		k.Starts[slice] = at // the ring
	}
	return k, nil
}

// Resume goes back to a checkpoint of this case, or on from it, with these bounds and this
// balancer, as if the devices had owned these slices when they last sorted the particles. Without
// bounds all devices get as much work. A checkpoint that does not fit the case is refused, and
// nothing has changed then.
func (s *Simulation) Resume(c *sph.Checkpoint, bounds []int, policy balance.Policy) (err error) {
	if err := s.fits(c); err != nil {
		return err
	}
	s.markShared(c)
	if err := s.broadcast(task{what: resumeTask, state: c, bounds: bounds}); err != nil {
		return err
	}
	defer s.broadcastDone()
	if bounds == nil {
		if bounds, err = s.firstBounds(s.weightsOf(c)); err != nil {
			return err
		}
	}
	// Queued lists are of no use here, but they must be finished: neighbours wait for each other.
	if err := s.BuildNeibs(); err != nil {
		return err
	}
	if err := s.onAllDomains(func(d *domain) error {
		return d.resume(c, d.grid.Window(bounds[d.index], bounds[d.index+1]))
	}); err != nil {
		return err
	}
	if first := s.domains[0]; first.index == 0 {
		left := c.Left()
		for k, n := range s.ledger.Left {
			first.list.again[k] += n - left[k]
		}
	}
	s.bounds, s.policy = slices.Clone(bounds), policy
	s.next = &listPlan{bounds: s.bounds, period: neighbor.Prediction(c.Period), planned: c.Planned,
		shorten: c.Shorten, timed: c.Timed, plans: s.plansFor(s.bounds)}
	for _, g := range s.kept() {
		if err := g.restore(c); err != nil {
			return err
		}
	}
	s.motion, s.capacity, s.listFailures, s.ledger.Left, s.ledger.Born = c.Motion, c.Capacity,
		c.ListFailures, c.Left(), c.Born
	s.fresh, s.moved, s.building = false, 0, 0
	s.timing = timing{}
	s.series = measure.ResumedSeries(&s.measures.Times, c)
	s.copies = measure.Copies{}
	return nil
}

// fits says why a checkpoint is not of this case. What comes from a file may be anything.
func (s *Simulation) fits(c *sph.Checkpoint) error {
	names := func(all []sph.CheckpointField) (n []string) {
		for _, f := range all {
			n = append(n, fmt.Sprintf("%s of %d bytes", f.Name, f.Bytes))
		}
		return n
	}
	var own []sph.CheckpointField
	for _, f := range s.Kept {
		own = append(own, sph.CheckpointField{Name: f.Name, Bytes: f.Bytes})
	}
	if !slices.Equal(names(own), names(c.Fields)) {
		return fmt.Errorf("the checkpoint has the fields %v, but the flow has %v", names(c.Fields),
			names(own))
	}
	if len(c.Starts) != s.grid.Slices()+1 || c.Starts[0] != 0 || !slices.IsSorted(c.Starts) {
		return fmt.Errorf("the checkpoint has particles in %d slices, but the domain has %d, or they "+
			"are in no order", len(c.Starts)-1, s.grid.Slices())
	}
	n := c.Starts[len(c.Starts)-1]
	for _, f := range c.Fields {
		if len(f.Data) != n*f.Bytes {
			return fmt.Errorf("the checkpoint has %d bytes of %s for %d particles", len(f.Data), f.Name, n)
		}
	}
	if err := s.fitsLedger(c, n); err != nil {
		return err
	}
	clock, err := clockOf(c)
	if err != nil {
		return err
	}
	if _, err := s.bodiesIn(c); err != nil {
		return err
	}
	for k := range s.flowStates {
		if _, _, err := s.flowStates[k].in(c); err != nil {
			return err
		}
	}
	p := &s.Case.Params
	if c.Planned < 1 || c.Planned > p.RebuildEvery || c.Capacity < 0 ||
		c.Capacity > neighbor.MaxListed || c.Step < 0 || !(c.Time >= 0) || int(clock.Step) != c.Step ||
		clock.Time != c.Time {
		return fmt.Errorf("the checkpoint is of step %d at %g s, its clock says step %d at %g s, and "+
			"its lists are for %d steps with %d entries", c.Step, c.Time, clock.Step, clock.Time, c.Planned,
			c.Capacity)
	}
	return nil
}

// fitsLedger says why the particles of a checkpoint, n with images, are not those of the case and
// those born since.
func (s *Simulation) fitsLedger(c *sph.Checkpoint, n int) error {
	began, here := s.ledger.Began, 0
	var born []uint32
	for i := range n {
		if id := idOf(c, i); !cuda.IsImage(infoOf(c, i)) {
			here++
			if int(id) >= began {
				born = append(born, id)
			}
		}
	}
	ledger := sph.Ledger{Began: began, Born: c.Born, Left: c.Left()}
	if c.LeftDomain < 0 || ledger.Left.Total() != c.LeftDomain || len(born) > c.Born {
		return fmt.Errorf("the checkpoint has %d particles that were born since the flow began with "+
			"%d, but says %d, and %d that have left the domain", len(born), began, c.Born, c.LeftDomain)
	}
	if here != ledger.Present() {
		return fmt.Errorf("the checkpoint has %d particles and %d that have left the domain, but the "+
			"flow has %d", here, c.LeftDomain, began+c.Born)
	}
	places := sph.NewIDIndex(began, born)
	seen := make([]bool, places.Len())
	for i := range n {
		if cuda.IsImage(infoOf(c, i)) {
			continue
		}
		place := places.Slot(idOf(c, i))
		if seen[place] {
			return fmt.Errorf("the checkpoint has particle %d twice", idOf(c, i))
		}
		seen[place] = true
	}
	return nil
}

// idOf is that of the i-th particle, and infoOf what its position tells beside the place.
func idOf(c *sph.Checkpoint, i int) uint32 {
	return binary.LittleEndian.Uint32(c.Fields[sph.IDField].Data[neighbor.IDBytes*i:])
}

func infoOf(c *sph.Checkpoint, i int) uint32 {
	return binary.LittleEndian.Uint32(c.Fields[sph.PositionField].Data[neighbor.PosBytes*i+12:])
}

// markShared gives wall particles of a checkpoint that an older program wrote what tells that they
// have loads, in place.
func (s *Simulation) markShared(c *sph.Checkpoint) {
	if len(s.Case.Loads) == 0 {
		return
	}
	pos := c.Fields[sph.PositionField].Data
	for i := range c.Starts[len(c.Starts)-1] {
		if s.Case.SharesLoad(idOf(c, i)) {
			binary.LittleEndian.PutUint32(pos[neighbor.PosBytes*i+12:], cuda.Shared(infoOf(c, i)))
		}
	}
}

// keptGlobal is a global quantity of the step that checkpoints have: see scheme.Global.Keep.
type keptGlobal struct {
	name  string
	bytes []byte // what the host has of it, in which restore stores
}

// kept are those of the flow's program.
func (s *Simulation) kept() (all []keptGlobal) {
	state := map[int][]byte{sph.ClockGlobal: s.clock.Bytes()}
	for k, g := range sph.Globals {
		if g.Keep {
			all = append(all, keptGlobal{g.Name, state[k]})
		}
	}
	return all
}

// restore takes the quantity from a checkpoint.
func (g *keptGlobal) restore(c *sph.Checkpoint) error {
	data, err := c.Global(g.name, len(g.bytes))
	copy(g.bytes, data)
	return err
}

// totalsName is what checkpoints call the sums over all steps. They are no global of a step:
// nothing in it depends on them.
const totalsName = "work on bodies and energy that zones have damped"

// keepTotals gives a checkpoint the sums over all steps, of all devices.
func (s *Simulation) keepTotals(k *sph.Checkpoint) error {
	if s.measures.Totals() == 0 {
		return nil
	}
	err := s.onLocalDomains(func(d *domain) error {
		d.recorder.TotalsNow(d.main, d.begins())
		return d.main.Sync()
	})
	if err = s.agree(err); err != nil {
		return err
	}
	k.SetGlobal(totalsName, s.publishedMoments().Totals(0))
	return nil
}

// totalsIn are those of a checkpoint. One of a program that did not sum them has none: the sums
// begin there.
func totalsIn(c *sph.Checkpoint) []byte {
	for _, g := range c.Globals {
		if g.Name == totalsName {
			return g.Data
		}
	}
	return nil
}

// clockOf is the clock of a checkpoint.
func clockOf(c *sph.Checkpoint) (clock cuda.Clock, err error) {
	data, err := c.Global(sph.Globals[sph.ClockGlobal].Name, clockBytes)
	copy(clock.Bytes(), data)
	return clock, err
}

// weightsOf are the work of the slices, by what particles there are.
func (s *Simulation) weightsOf(c *sph.Checkpoint) []float64 {
	first, end := s.grid.Inner()
	weights := make([]float64, end-first)
	for slice := first; slice < end; slice++ {
		for i := c.Starts[slice]; i < c.Starts[slice+1]; i++ {
			if !cuda.IsImage(infoOf(c, i)) {
				weights[slice-first] += work[measure.TypeOf(infoOf(c, i))]
			}
		}
	}
	return weights
}

// resume uploads the particles of the checkpoint that are in a window.
func (d *domain) resume(c *sph.Checkpoint, w neighbor.Window) error {
	from, to := c.Starts[w.From], c.Starts[w.To]
	d.count = 0 // nothing is kept
	if err := d.reserve(to-from+d.bornAtOnce(), d.list.ImagesRoom(), w, c.Capacity); err != nil {
		return err
	}
	d.window, d.count, d.offsets = w, to-from, make([]int, w.Slices()+1)
	for i := range d.offsets {
		d.offsets[i] = c.Starts[w.From+i] - from
	}
	clock, err := clockOf(c)
	if err != nil {
		return err
	}
	for k := range clock.Allowed { // by other options, or an earlier version
		clock.Allowed[k] = min(clock.Allowed[k], float32(d.Case.Params.LongestStep()))
	}
	d.setClock(clock)
	d.main.Fill(d.maxima, 0, 4*maximaBytes) // lists built at the end leave some
	d.recorder.SetTotals(d.main, totalsIn(c), d.index == 0)
	bodies, err := d.bodiesIn(c)
	if err != nil {
		return err
	}
	d.setBodies(bodies)
	if err := d.resumeStates(c, int(clock.Step)); err != nil {
		return err
	}
	for k, f := range d.Kept {
		d.main.Upload(d.states[sph.StateEven][f.Index], c.Fields[k].Data[from*f.Bytes:to*f.Bytes])
	}
	return d.main.Sync()
}

// deviceList is a device's lists. Devices go on counting the particles that leave
// the domain when the flow goes back; again is how many have left it once more.
type deviceList struct {
	*neighbor.List
	again sph.LeftDomain
}

// Offsets is List's, with each particle that has left the domain counted once.
func (l *deviceList) Offsets() (offsets []int, left sph.LeftDomain) {
	offsets, left = l.List.Offsets()
	for k, n := range l.again {
		left[k] -= n
	}
	return offsets, left
}
