package engine

import (
	"fmt"
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/opening"
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

// openingRows are the tables of openings, as kernels read them.
type openingRows struct {
	layouts  []*opening.Layout
	openings []cuda.Opening
	sites    []cuda.OpeningSite
	places   []int32
	series   []float64
}

// newOpeningRows makes them once for all devices of a process.
func (s *config) newOpeningRows() (r openingRows) {
	p := &s.Case.Params
	r.layouts = s.Case.OpeningLayouts()
	for k, l := range r.layouts {
		o := &s.Case.Openings[k]
		row := cuda.Opening{
			Normal: o.Normal, Across: o.Across, Half: o.Half, Thickness: l.Thickness(), Height: o.Centre[2],
			Along: [2]int32{int32(l.Along[0]), int32(l.Along[1])}, First: int32(len(r.sites)),
			Sites: int32(len(l.Sites)), Places: int32(len(r.places)), Given: givenTo(o),
		}
		if l.Along[0] == 1 {
			row.Half[0] = math.MaxFloat32 // there is no other way along it
		}
		for a := range 3 {
			row.Centre[a] = (o.Centre[a] - s.grid.Origin[a]) / s.grid.Quantum
		}
		row.Bottom = -float64(l.Along[1]) / 2 * l.Spacing * o.Across[1][2]
		row.Mean = meanTime(p, o, &row)
		for i, series := range []*opening.Series{o.Velocity, o.Discharge, o.Level, o.Pressure} {
			if series == nil {
				continue
			}
			row.Series[i], row.Points[i] = int32(len(r.series)/2), int32(len(series.Times))
			for n, t := range series.Times {
				r.series = append(r.series, t, series.Values[n])
			}
		}
		for place, site := range l.Place {
			r.places = append(r.places, int32(site))
			if site >= 0 {
				r.sites = append(r.sites, s.siteRow(k, l, place, site, int(row.First)))
			}
		}
		r.openings = append(r.openings, row)
	}
	return r
}

// siteRow is the row of the site at a place of the rectangle around an opening.
func (s *config) siteRow(k int, l *opening.Layout, place, site, first int) cuda.OpeningSite {
	o, x := &s.Case.Openings[k], l.Sites[site]
	row := cuda.OpeningSite{Opening: int32(k), Above: -1, Height: x[2] - o.Centre[2], Factor: 1}
	var before [3]float64
	for a := range 3 {
		before[a] = x[a] + s.Case.Params.OpeningOffset()*o.Normal[a]
	}
	row.At, row.Before = s.grid.Fixed(x), s.grid.Fixed(before)
	if above := place + l.Along[0]; above < len(l.Place) && l.Place[above] >= 0 {
		row.Above = int32(first + l.Place[above])
	}
	if o.Profile != nil {
		row.Factor = float32(o.Profile[site])
	}
	return row
}

// givenTo are the bits of what an opening is given.
func givenTo(o *opening.Opening) (bits int32) {
	moves := o.Velocity != nil || o.Discharge != nil
	for _, b := range []struct {
		is  bool
		bit int32
	}{
		{o.Velocity != nil, cuda.GivenVelocity}, {o.Discharge != nil, cuda.GivenDischarge},
		{o.Level != nil, cuda.GivenLevel}, {o.Pressure != nil, cuda.GivenPressure},
		{o.Free, cuda.FreeOutfall}, {o.NonReflecting, cuda.NonReflecting}, {o.OneWay, cuda.OneWay},
		{o.Inlet, cuda.IsInlet}, {o.Disc, cuda.IsDisc},
		{(o.Pressure != nil || o.Level != nil && !moves) && !o.NonReflecting, cuda.PrescribedPressure},
	} {
		if b.is {
			bits |= b.bit
		}
	}
	return bits
}

// meanTime is over how long an opening takes means [s], long against the waves that are to leave: a
// non-reflecting one of a velocity that is not given, and one with a level of what it measures.
func meanTime(p *sph.Params, o *opening.Opening, row *cuda.Opening) float64 {
	switch {
	case o.Velocity != nil || o.Discharge != nil || !o.NonReflecting && o.Level == nil:
		return 0
	case o.Level != nil:
		depth := o.Level.At(0) - o.Centre[2] - row.Bottom
		return 30 * math.Sqrt(max(depth, p.DeltaP)/max(math.Abs(p.Gravity[2]), 1e-3))
	}
	return 1000 * 2 * o.Half[1] / p.C0
}

// siteCount is how many sites all openings have.
func (s *config) siteCount() (n int) {
	for _, l := range s.Case.OpeningLayouts() {
		n += len(l.Sites)
	}
	return n
}

// fullBall is Σ W/W(0) over a lattice before the plane of an opening, around where the fluid is
// looked at.
func fullBall(p *sph.Params) (sum float64) {
	dp, far, ahead := p.DeltaP, p.Support(), p.OpeningOffset()
	n := int(far/dp) + 1
	for i := 0; float64(i)*dp < ahead+far; i++ {
		for j := -n; j <= n; j++ {
			for k := -n; k <= n; k++ {
				if p.Dim == 2 && k != 0 {
					continue
				}
				x, y, z := (float64(i)+0.5)*dp-ahead, float64(j)*dp, float64(k)*dp
				if r := math.Sqrt(x*x + y*y + z*z); r < far {
					sum += p.Weight(r) / p.Weight(0)
				}
			}
		}
	}
	return sum
}

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
		make([]byte, 8*cuda.OpeningSums*n), make([]byte, n*countsBytes), make([]byte, 4),
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
		Offset: p.OpeningOffset(), Gravity: -d.bodyForces.At[0].Gravity[2], FullBall: fullBall(p), Count: int32(n), SiteCount: int32(sites),
		Layers: int32(r.layouts[0].Layers), Began: int32(d.Case.Particles.Len()),
	}
	return nil
}

// bornAtOnce is how many particles openings may make when lists are built.
func (d *domain) bornAtOnce() int {
	return int(d.openings.table.SiteCount * d.openings.table.Layers)
}

// openingsBegin are the states of sites and of openings at time 0: columns are where particles of
// the case are.
func (s *config) openingsBegin() []byte {
	r, p := s.openingRows(), &s.Case.Particles
	sites, nearest := make([]cuda.SiteState, len(r.sites)), make([]float64, len(r.sites))
	for i, x := range p.Position {
		if p.Type[i] != sph.Fluid {
			continue
		}
		k := s.Case.OpeningAt(r.layouts, x) - 1
		if k < 0 {
			continue
		}
		site := int(r.openings[k].First) + s.Case.Openings[k].NearestSite(r.layouts[k], x)
		_, _, depth := s.Case.Openings[k].From(x)
		if state := &sites[site]; state.Is == 0 || depth < nearest[site] {
			nearest[site] = depth
			state.Is, state.Fluid, state.Rel = cuda.SiteWet|cuda.SiteFilled, 1, p.RelDensity[i]
			state.Begin, state.End = p.Velocity[i], p.Velocity[i]
		}
	}
	states := make([]cuda.OpeningState, len(r.openings))
	for k := range states {
		s.beginOpening(k, &r, sites, &states[k])
	}
	return append(sph.BytesOf(sites), sph.BytesOf(states)...)
}

// beginOpening sums over the wet sites of an opening at time 0, and gives the others the mean.
func (s *config) beginOpening(k int, r *openingRows, all []cuda.SiteState, state *cuda.OpeningState) {
	o, row := &s.Case.Openings[k], &r.openings[k]
	sites := all[row.First : row.First+row.Sites]
	wet, flux, top := 0, 0.0, row.Bottom
	for i := range sites {
		sites[i].Phase = 0.5
		if sites[i].Is == 0 {
			continue
		}
		wet++
		for a, n := range o.Normal {
			flux += float64(sites[i].Begin[a]) * n
		}
		height := r.sites[int(row.First)+i].Height
		top = max(top, height+s.Case.Params.DeltaP/2*o.Across[1][2])
	}
	state.Discharge = flux * math.Pow(s.Case.Params.DeltaP, float64(s.Case.Params.Dim-1))
	state.Mean = flux / float64(max(wet, 1))
	state.Level = o.Centre[2] + top
	switch {
	case o.Level != nil:
		state.Given, state.Level = o.Level.At(0), o.Level.At(0)
	case o.Pressure != nil:
		state.Given = o.Pressure.At(0)
	}
	for i := range sites {
		if sites[i].Is == 0 {
			for a, n := range o.Normal {
				sites[i].Begin[a] = float32(state.Mean * n)
			}
			sites[i].End = sites[i].Begin
		}
	}
}

// setOpenings makes the states of openings those of a step, and their counts those since the
// beginning.
func (d *domain) setOpenings(states []byte, counts []cuda.OpeningCounts, step int) {
	t := &d.openings.table
	if t.Count == 0 {
		return
	}
	if states == nil {
		states, counts = d.openingsBegin(), make([]cuda.OpeningCounts, t.Count)
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
	d.list.MeasureOpenings(d.control, now[sph.PositionField], now[sph.VelocityField], cuda.MeasureOpeningsArgs{
		P: d.physics, Table: *t, Clock: d.clock, Flat: number(d.Case.Params.Dim == 2),
	}, int(t.SiteCount))
	d.sumOfAll(d.openings.words, d.openings.moment, cuda.SiteWords*int(t.SiteCount))
	gpu.Launch(d.control, cuda.WetOpenings, d.advanceArgs(), 0, int(t.SiteCount))
}

func (d *domain) advanceArgs() cuda.AdvanceOpeningsArgs {
	p := &d.Case.Params
	return cuda.AdvanceOpeningsArgs{
		P: d.physics, Table: d.openings.table, Clock: d.clock, Records: d.records,
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

// launchOpening lets a stream give the particles of buffers their states, in half a step.
func (d *domain) launchOpening(s gpu.Stream, forces *cuda.ForcesArgs, n int) {
	gpu.Launch(s, cuda.InOpening, cuda.OpeningArgs{
		P: forces.P, List: forces.List, Part: forces.Part, Table: d.openings.table, Clock: d.clock,
		Record: forces.Record, Maxima: forces.Maxima, Euler: forces.Euler, C0: float32(d.Case.Params.C0),
	}, 0, n)
}

// crossOpenings lets the first n particles that are about to be sorted cross the planes of openings,
// and makes those that are born behind them. It returns how many places there are then.
func (d *domain) crossOpenings(p *plan, n int) int {
	t := &d.openings.table
	if t.Count == 0 {
		return n
	}
	now, kept := d.now(), d.keptParticles()
	args := cuda.CrossArgs{
		Table: *t, Clock: d.clock, Pos: now.Pos, Vel: now.Vel, Id: now.ID, Particles: int32(n),
		Had: int32(kept.Of), KeptFrom: int32(kept.From), KeptTo: int32(kept.To), P: d.physics,
		C0: float32(d.Case.Params.C0),
	}
	for a, g := range d.bodyForces.At[0].Gravity {
		args.Gravity[a] = float32(g)
	}
	d.list.Cross(d.main, p.window, d.next.period, args)
	born := d.bornAtOnce()
	gpu.Launch(d.main, cuda.Births, args, 0, int(t.SiteCount))
	for _, f := range d.Extra {
		d.main.Fill(d.states[sph.StateEven][f.Index]+gpu.Ptr(n*f.Bytes), 0, born*f.Bytes)
	}
	gpu.Launch(d.main, cuda.PublishOpenings, cuda.PublishOpeningsArgs{
		Table: *t, Out: d.hostCopy.Ptr + publishedOpenings,
	}, 0, int(t.Count))
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
	n := len(s.Case.Openings)
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
	if left := math.MaxUint32 - int64(s.ledger.Began); (most+int64(s.Case.OpeningLayouts()[0].Layers)+1)*sites > left {
		return fmt.Errorf("a site of an inlet has made %d particles, and the numbers for more are used up after step %d; use a larger deltap or an earlier tend",
			most, s.clock.Step)
	}
	return nil
}

// openingCounts are those of a Progress.
func (s *Simulation) openingCounts() (all []sph.OpeningCount) {
	for _, c := range s.opened {
		all = append(all, sph.OpeningCount{In: int(c.In), Out: int(c.Out), Born: int(c.Born), Removed: int(c.Removed)})
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
func (s *config) openingsOf(c *sph.Checkpoint) (states []byte, counts []cuda.OpeningCounts, err error) {
	n := len(s.Case.Openings)
	if n == 0 {
		return nil, nil, nil
	}
	size := s.siteCount()*siteBytes + n*openedBytes
	all, err := c.Global(openingsName, size+n*countsBytes)
	if err != nil {
		return nil, nil, fmt.Errorf("what flows through inlets and outlets: %w", err)
	}
	counts = make([]cuda.OpeningCounts, n)
	copy(sph.BytesOf(counts), all[size:])
	return all[:size], counts, nil
}
