package engine

import (
	"fmt"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// openings are what a device has of inlets and outlets: see cuda/opening.h. All devices have the
// same states of all sites.
type openings struct {
	memory gpu.Ptr // of all of it; 0 where there is none
	table  cuda.OpeningTable
	moment gpu.Ptr // that is always due, and the words behind it
	words  *exchange.Combined
}

const (
	siteBytes   = int(unsafe.Sizeof(cuda.SiteState{}))
	openedBytes = int(unsafe.Sizeof(cuda.OpeningState{}))
	countsBytes = int(unsafe.Sizeof(cuda.OpeningCounts{}))
)

// joinOpenings lets the device combine what it sees before openings with what others see.
func (d *domain) joinOpenings() (err error) {
	if len(d.Case.Openings) > 0 {
		d.openings.words, err = d.allSites.On(d.member)
	}
	return err
}

// openOpenings gives the device the tables of openings, and room for their states.
func (d *domain) openOpenings() (err error) {
	n := len(d.Case.Openings)
	if n == 0 {
		return nil
	}
	p, r := &d.Case.Params, d.openingRows()
	sites := len(r.sites)
	due := cuda.Moment{Due: 1}
	parts := [][]byte{
		sph.BytesOf(r.openings), sph.BytesOf(r.sites), sph.BytesOf(r.places), sph.BytesOf(r.series),
		make([]byte, 2*sites*siteBytes), make([]byte, 2*n*openedBytes),
		append(sph.BytesOf([]cuda.Moment{due}), make([]byte, 8*cuda.SiteWords*sites)...),
		make([]byte, 8*cuda.OpeningSums*n), make([]byte, n*d.openMaterialsCount()*countsBytes),
		make([]byte, 4),
	}
	var at []gpu.Ptr
	if d.openings.memory, at, err = d.uploadTables(parts); err != nil {
		return err
	}
	d.openings.moment = at[6]
	d.openings.table = cuda.OpeningTable{
		Openings: at[0], Sites: at[1], Place: at[2], Series: at[3], States: at[4], Of: at[5],
		Words: at[6] + gpu.Ptr(momentBytes), Sums: at[7], Counts: at[8],
		Most:    at[9],
		Quantum: d.grid.Quantum, Spacing: p.DeltaP, Area: math.Pow(p.DeltaP, float64(p.Dim-1)),
		Offset: p.OpeningOffset(), Gravity: -d.bodyForces.At[0].Gravity[2],
		FullBall: fullBall(p), Count: int32(n), SiteCount: int32(sites),
		Layers: int32(r.layouts[0].Layers), Began: int32(d.Case.Particles.Len()),
		Materials: int32(d.openMaterialsCount()),
	}
	return nil
}

// bornAtOnce is how many particles openings may make when lists are built.
func (d *domain) bornAtOnce() int {
	return int(d.openings.table.SiteCount * d.openings.table.Layers)
}

// setOpenings makes the states of openings those of a step, and their counts those since the
// beginning.
func (d *domain) setOpenings(states []byte, counts []cuda.OpeningCounts, step int) {
	t := &d.openings.table
	if t.Count == 0 {
		return
	}
	if states == nil {
		states, counts = d.openingsBegin(), make([]cuda.OpeningCounts, t.Count*t.Materials)
	}
	sites := siteBytes * int(t.SiteCount)
	d.main.Upload(t.States+gpu.Ptr(step%2*sites), states[:sites])
	d.main.Upload(t.Of+gpu.Ptr(step%2*openedBytes*int(t.Count)), states[sites:])
	own := make([]cuda.OpeningCounts, len(counts))
	for k := range own {
		if own[k].Born = counts[k].Born; d.index == 0 {
			own[k] = counts[k]
		}
	}
	d.main.Upload(t.Counts, sph.BytesOf(own))
}

// measureOpenings lets the control stream look at the fluid before openings, as the step begins.
func (d *domain) measureOpenings() {
	t := &d.openings.table
	if t.Count == 0 {
		return
	}
	now := d.states[d.step%2]
	d.list.MeasureOpenings(d.control, now[sph.PositionField], now[sph.VelocityField],
		cuda.MeasureOpeningsArgs{
			P: d.constants(), Table: *t, Clock: d.clock, Flat: number(d.Case.Params.Dim == 2),
			Carried: d.carriedIn(now),
		}, int(t.SiteCount))
	d.sumOfAll(d.openings.words, d.openings.moment, cuda.SiteWords*int(t.SiteCount))
	gpu.Launch(d.control, cuda.WetOpenings, d.advanceArgs(), 0, int(t.SiteCount))
}

func (d *domain) advanceArgs() cuda.AdvanceOpeningsArgs {
	p := &d.Case.Params
	return cuda.AdvanceOpeningsArgs{
		P: d.constants(), Table: d.openings.table, Clock: d.clock, Records: d.records,
		H: float32(p.H), C0: float32(p.C0), Step: int32(d.step),
	}
}

// advanceOpenings lets the control stream take openings to the step that a scan has recorded.
func (d *domain) advanceOpenings(begins bool) {
	if d.openings.table.Count == 0 {
		return
	}
	args := d.advanceArgs()
	args.Begins = number(begins)
	gpu.Launch(d.control, cuda.AdvanceOpenings, args, 0, int(args.Table.SiteCount))
}

// launchOpening gives the particles of buffers their states, in half a step.
func (d *domain) launchOpening(_ *readyPass, h stepStage, s *stripe) {
	forces := d.forcesArgs(h, s.Part)
	gpu.Launch(s.stream, cuda.InOpening, cuda.OpeningArgs{
		P: forces.P, List: forces.List, Part: forces.Part, Table: d.openings.table, Clock: d.clock,
		Record: forces.Record, Maxima: forces.Maxima, Euler: forces.Euler, C0: float32(d.Case.Params.C0),
	}, 0, s.Len())
}

// crossOpenings lets the first n particles that are about to be sorted cross the planes of
// openings, and makes those that are born behind them. It returns how many places there are then.
func (d *domain) crossOpenings(p *plan, n int) int {
	t := &d.openings.table
	if t.Count == 0 {
		return n
	}
	now, kept := d.now(), d.keptParticles()
	args := cuda.CrossArgs{
		Table: *t, Clock: d.clock, Pos: now.Pos, Vel: now.Vel, Id: now.ID, Particles: int32(n),
		Had: int32(kept.Of), KeptFrom: int32(kept.From), KeptTo: int32(kept.To),
		P: d.constants(), C0: float32(d.Case.Params.C0),
		Carried: d.carriedIn(d.states[sph.StateEven]),
	}
	for a, g := range d.bodyForces.At[0].Gravity {
		args.Gravity[a] = float32(g)
	}
	d.list.Cross(d.main, p.window, d.next.period, args)
	born := d.bornAtOnce()
	for _, f := range d.Extra {
		d.main.Fill(d.states[sph.StateEven][f.Index]+gpu.Ptr(n*f.Bytes), 0, born*f.Bytes)
	}
	gpu.Launch(d.main, cuda.Births, args, 0, int(t.SiteCount))
	gpu.Launch(d.main, cuda.PublishOpenings, cuda.PublishOpeningsArgs{
		Table: *t, Out: d.hostCopy.Ptr + publishedOpenings,
	}, 0, int(t.Count*t.Materials))
	return n + born
}

// openingStates is where the states of openings are, for samples; 0 where there is none.
func (d *domain) openingStates() gpu.Ptr { return d.openings.table.Of }

// openedBy are the counts of openings on a device.
func (d *subdomain) openedBy(n int) []cuda.OpeningCounts {
	return unsafe.Slice((*cuda.OpeningCounts)(unsafe.Pointer(&d.published[publishedOpenings])), n+1)
}

// countOpenings adds up the counts of all devices. Births are known on each.
func (s *Simulation) countOpenings() error {
	n := s.openingCountsLen()
	if n == 0 {
		return nil
	}
	s.opened = make([]cuda.OpeningCounts, n)
	s.ledger.Born = 0
	for i := range s.subdomains {
		for k, c := range s.subdomains[i].openedBy(n)[:n] {
			s.opened[k].In += c.In
			s.opened[k].Out += c.Out
			s.opened[k].Removed += c.Removed
			s.opened[k].Born = c.Born
		}
	}
	for k := range s.opened {
		s.ledger.Born += int(s.opened[k].Born)
	}
	most, sites := s.subdomains[0].openedBy(n)[n].Born, int64(s.siteCount())
	next := most + int64(s.openingRows().layouts[0].Layers) + 1
	if next*sites > math.MaxUint32-int64(s.ledger.Began) {
		return fmt.Errorf("a site of an inlet has made %d particles, and the numbers for more are "+
			"used up after step %d; use a larger deltap or an earlier tend",
			most, s.clock.Step)
	}
	return nil
}

// openingCounts are those of a Progress.
func (s *Simulation) openingCounts() (all []sph.OpeningCount) {
	materials := s.openMaterialsCount()
	for k, c := range s.opened {
		n := sph.OpeningCount{In: int(c.In), Out: int(c.Out), Born: int(c.Born),
			Removed: int(c.Removed)}
		if materials == 1 {
			all = append(all, n)
			continue
		}
		if k%materials == 0 {
			all = append(all, sph.OpeningCount{})
		}
		all[len(all)-1].Add(n)
	}
	return all
}

// openingsName is what checkpoints call the states of sites and of openings, and their counts.
const openingsName = "states of openings"

// keepOpenings gives a checkpoint the states of openings, which all devices have.
func (s *Simulation) keepOpenings(k *sph.Checkpoint) error {
	n := len(s.Case.Openings)
	if n == 0 {
		return nil
	}
	sites, of := make([]byte, s.siteCount()*siteBytes), make([]byte, n*openedBytes)
	err := s.onLocalDomains(func(d *domain) error {
		if d.index > s.group.First {
			return nil
		}
		t, step := &d.openings.table, int(s.clock.Step)%2
		d.main.Download(sites, t.States+gpu.Ptr(step*len(sites)))
		d.main.Download(of, t.Of+gpu.Ptr(step*len(of)))
		return d.main.Sync()
	})
	if err = s.agree(err); err != nil {
		return err
	}
	k.SetGlobal(openingsName, append(append(sites, of...), sph.BytesOf(s.opened)...))
	return nil
}

// openingsOf are the states of a checkpoint, and the counts.
func (s *config) openingsOf(c *sph.Checkpoint) (states []byte, counts []cuda.OpeningCounts,
	err error) {
	n := len(s.Case.Openings)
	if n == 0 {
		return nil, nil, nil
	}
	size := s.siteCount()*siteBytes + n*openedBytes
	counted := s.openingCountsLen()
	all, err := c.Global(openingsName, size+counted*countsBytes)
	if err != nil {
		return nil, nil, fmt.Errorf("what flows through inlets and outlets: %w", err)
	}
	counts = make([]cuda.OpeningCounts, counted)
	copy(sph.BytesOf(counts), all[size:])
	return all[:size], counts, nil
}
