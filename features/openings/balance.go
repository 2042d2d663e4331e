package openings

import (
	"math"

	"gpusph/sph"
)

// What comes and goes through the openings of a flow.

// volumeUnit is the unit of volumes. In two dimensions they are those of a metre of width.
func volumeUnit(dim int) string {
	if dim == 2 {
		return "m²"
	}
	return "m³"
}

// signed is a quantity that is positive into the flow, with the sign of case files.
func signed(o *Opening, into float64) float64 {
	if o.Inlet || into == 0 {
		return into
	}
	return -into
}

// balances follows what comes and goes: sph.Passages.
type balances struct {
	of      *sph.Case
	layouts []*Layout
	full    []bool // wet all over, at all times
	reached float64
	sampled bool // volumes without a prescribed one are those of samples
	all     []sph.Passage
}

// newBalances are those of a case at its beginning.
func newBalances(c *sph.Case) *balances {
	b := &balances{of: c, layouts: Layouts(c)}
	all := Of(c)
	wet := make([]int, len(all))
	if len(all) > 0 {
		for i, x := range c.Particles.Position {
			if c.Particles.Type[i] != sph.Fluid {
				continue
			}
			if k := At(c, b.layouts, x); k > 0 {
				wet[k-1]++
			}
		}
	}
	// the level at an opening may fall where the fluid has a surface
	pipe := len(all) > 0 && !hasSurface(c)
	for k := range all {
		o, l := &all[k], b.layouts[k]
		b.full = append(b.full, pipe && wet[k] >= len(l.Sites)*l.Layers)
		one := sph.Passage{Name: o.Name, Kind: o.Kind(), Given: o.Given(),
			Unit: volumeUnit(c.Params.Dim), Layer: float64(len(l.Sites)) * b.particle()}
		if b.isPrescribed(k) {
			one.Prescribed = new(float64)
		}
		b.all = append(b.all, one)
	}
	return b
}

// hasSurface reports whether a flow with gravity has fluid with nothing above it at the beginning.
func hasSurface(c *sph.Case) bool {
	if !(c.Params.Gravity[2] < 0) {
		return false
	}
	const cell, above = 1.1, 1.5 // [spacings]
	dp := c.Params.DeltaP
	at := func(x [3]float64) (k [3]int) {
		for a := range 3 {
			k[a] = int(math.Floor(x[a] / (cell * dp)))
		}
		return k
	}
	filled := map[[3]int]bool{}
	for _, x := range c.Particles.Position {
		filled[at(x)] = true
	}
	for i, x := range c.Particles.Position {
		k := at([3]float64{x[0], x[1], x[2] + above*dp})
		if c.Particles.Type[i] == sph.Fluid && !filled[k] && !filled[[3]int{k[0], k[1], k[2] + 1}] {
			return true
		}
	}
	return false
}

// particle is the volume of a particle at rest [m³], in two dimensions [m²].
func (b *balances) particle() float64 { return b.of.Params.Mass / b.of.Params.Rho0 }

// isPrescribed reports whether what the case gives of an opening tells its discharge.
func (b *balances) isPrescribed(k int) bool {
	o := &Of(b.of)[k]
	// where a grid's surface moves, how much of it is wet is not known
	return !o.Free && (o.Discharge != nil ||
		o.Velocity != nil && (o.Level != nil && o.Grid == nil || b.full[k]))
}

// discharge is what is prescribed at a time, into the flow [m³/s], in two dimensions [m²/s].
func (b *balances) discharge(k int, time float64) float64 {
	o, l := &Of(b.of)[k], b.layouts[k]
	if o.Discharge != nil {
		return o.Discharge.At(time)
	}
	wet := len(l.Sites)
	if o.Level != nil {
		wet = 0
		for _, x := range l.Sites {
			if x[2] < o.Level.At(time) {
				wet++
			}
		}
	}
	site := l.Area(b.of.Params.Dim) / float64(max(1, len(l.Sites)))
	return o.Velocity.At(time) * site * float64(wet)
}

// between is the volume that is prescribed from one time to another. Discharges are linear between
// the times of their table; what depends on a level is summed in short pieces.
func (b *balances) between(k int, from, to float64) float64 {
	o := &Of(b.of)[k]
	if o.Discharge != nil {
		return o.Discharge.Integral(to) - o.Discharge.Integral(from)
	}
	return (to - from) * (b.discharge(k, from) + b.discharge(k, to)) / 2
}

// Add takes what a call of Advance has counted: when its lists were built, so where the call before
// had ended.
func (b *balances) Add(p *sph.Progress) {
	for k := range min(len(b.all), len(p.Crossings)) {
		o, all, n := &Of(b.of)[k], &b.all[k], &p.Crossings[k]
		all.In, all.Out, all.Born, all.Removed = n.In, n.Out, n.Born, n.Removed
		if all.Prescribed != nil || !b.sampled {
			all.Volume = signed(o, float64(into(o, n))*b.particle())
		}
		all.Materials = nil
		for i := range n.Materials {
			all.Materials = append(all.Materials, b.material(o, i, &n.Materials[i]))
		}
		if all.Prescribed != nil {
			*all.Prescribed += signed(o, b.between(k, all.Time, b.reached))
			all.Apart = max(all.Apart, math.Abs(all.Volume-*all.Prescribed))
		}
		all.Time = b.reached
	}
	b.reached = p.Time
}

// Sample takes the volumes of a sample, which boundaries.csv has, where none is prescribed that the
// particles are compared with.
func (b *balances) Sample(m *sph.Sample) {
	for k, s := range Samples(b.of, m) {
		b.sampled = true
		if all := &b.all[k]; all.Prescribed == nil {
			all.Volume = signed(&Of(b.of)[k], s.Volume)
		}
	}
}

// into is how many particles have come into the flow, less those that have left it.
func into(o *Opening, n *sph.Crossing) int {
	if o.Free {
		return -n.Removed
	}
	return n.In - n.Out
}

// material is the balance of a material of the case.
func (b *balances) material(o *Opening, i int, n *sph.Crossing) sph.MaterialPassage {
	m := &b.of.Materials[i]
	net := signed(o, float64(into(o, n)))
	return sph.MaterialPassage{Name: m.Name, In: n.In, Out: n.Out, Born: n.Born, Removed: n.Removed,
		Volume: net * b.particle(), Mass: net * m.Mass}
}

// GoOn takes those of a run that is continued at a time [s].
func (b *balances) GoOn(before []sph.Passage, at float64) {
	if len(before) != len(b.all) {
		return
	}
	b.reached = at
	for k := range before {
		prescribed := b.all[k].Prescribed
		b.all[k] = before[k]
		if prescribed != nil && before[k].Prescribed != nil {
			*prescribed = *before[k].Prescribed
		}
		b.all[k].Prescribed = prescribed
	}
}

// Crossings implements sph.Passages.
func (b *balances) Crossings() int { return len(b.all) }

// Copy is what they are now.
func (b *balances) Copy() (all []sph.Passage) {
	for _, o := range b.all {
		if o.Prescribed != nil {
			volume := *o.Prescribed
			o.Prescribed = &volume
		}
		all = append(all, o)
	}
	return all
}
