package stored

import (
	"math"
	"slices"
	"strings"

	"gpusph/output"
)

// Flow is what the tables of a run say about its fluid.
func (r *Run) Flow() *output.Flow {
	f := &output.Flow{
		Mass: output.NewMassBalance(&r.Summary), Forces: r.vectorPeaks(r.Forces, " F"),
		Ties: r.tiePeaks(), Velocities: r.vectorPeaks(r.Velocities, " v"),
		Pressures:  r.scalarPeaks(r.Probes, ""),
		Discharges: r.scalarPeaks(r.Boundaries, dischargeEnding), Passages: r.Passages,
	}
	for _, p := range r.scalarPeaks(r.Gauges, "") {
		if IsFront(r.Sensors, p.Name) {
			f.Fronts = append(f.Fronts, p)
		} else {
			f.Levels = append(f.Levels, p)
		}
	}
	f.Energies = balances(r.Energies)
	f.Budget = output.NewBudget(balances(r.Budget))
	f.Contents = output.NewFluidContents(balances(r.Contents))
	time, speeds, lost := r.periods()
	if p, ok := peak(&Column{Name: "speed", Unit: "m/s", Of: speeds}, time); ok {
		f.Speed = &p
	}
	f.Mass.FirstLost, f.Mass.LastLost = rises(lost, time)
	return f
}

// balances are those of the columns of a table.
func balances(t *Table) (all []output.Balance) {
	for _, c := range t.Measured() {
		first, last := finite(c.Of)
		if p, ok := peak(&c, t.Time()); ok {
			all = append(all, output.NewBalance(p, first, last))
		}
	}
	return all
}

// tiePeaks are the greatest tensions of springs and moorings, as "tension of buoy mooring", and the
// greatest moments of torsions.
func (r *Run) tiePeaks() (all []output.ScalarPeak) {
	for _, what := range []string{"tension", "moment"} {
		for _, p := range r.scalarPeaks(r.Ties, " "+what) {
			p.Name = what + " of " + p.Name
			all = append(all, p)
		}
	}
	return all
}

// peak is the first of the greatest values of a column; none of them may be a number.
func peak(c *Column, time []float64) (p output.Peak, ok bool) {
	least := math.Inf(1)
	for i, x := range c.Of {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		if !ok || x > p.Greatest {
			p, ok = output.Peak{Name: c.Name, Unit: c.Unit, Greatest: x, Time: time[i]}, true
		}
		least = min(least, x)
	}
	p.Constant = ok && len(c.Of) > 1 && least == p.Greatest
	return p, ok
}

// scalarPeaks are those of the columns of a table whose names have an ending.
func (r *Run) scalarPeaks(t *Table, ending string) (all []output.ScalarPeak) {
	for _, c := range t.Measured() {
		name, ok := strings.CutSuffix(c.Name, ending)
		if p, has := peak(&c, t.Time()); has && ok {
			p.Name = name
			m, _ := r.mean(t, []Column{c})
			all = append(all, output.ScalarPeak{Peak: p, Mean: m})
		}
	}
	return all
}

// vectorPeaks are those of three columns in a row: as gate Fx, gate Fy and gate Fz for the letter
// F.
func (r *Run) vectorPeaks(t *Table, letter string) (all []output.VectorPeak) {
	columns := t.Measured()
	for k := 0; k+3 <= len(columns); k++ {
		three := columns[k : k+3]
		name, isVector := vectorName(three)
		name, ok := strings.CutSuffix(name, letter)
		if !isVector || !ok {
			continue
		}
		sizes := make([]float64, t.Len())
		for i := range sizes {
			sizes[i] = math.Hypot(math.Hypot(three[0].Of[i], three[1].Of[i]), three[2].Of[i])
		}
		p, ok := peak(&Column{Name: name, Unit: three[0].Unit, Of: sizes}, t.Time())
		if !ok {
			continue
		}
		i := slices.Index(sizes, p.Greatest)
		all = append(all, output.VectorPeak{Peak: p, Mean: r.vectorMean(t, three),
			Components: []float64{three[0].Of[i], three[1].Of[i], three[2].Of[i]}})
	}
	return all
}

// finite are the first and the last number of a column.
func finite(values []float64) (first, last float64) {
	first, last = math.NaN(), math.NaN()
	for _, x := range values {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		if math.IsNaN(first) {
			first = x
		}
		last = x
	}
	return first, last
}

// periods are the speeds and the lost particles of all tables of list periods. What a run did after
// the checkpoint from which it was continued is told by the table of the continuation.
func (r *Run) periods() (time, speeds, lost []float64) {
	for _, t := range r.Throughput {
		if t.Len() == 0 {
			continue
		}
		keep := len(time)
		for keep > 0 && time[keep-1] >= t.Time()[0] {
			keep--
		}
		time = append(time[:keep:keep], t.Time()...)
		speeds = append(speeds[:keep:keep], t.Of("speed")...)
		lost = append(lost[:keep:keep], t.Of("lost")...)
	}
	return time, speeds, lost
}

// rises are the first and the last time at which a count that begins with 0 is greater than before;
// nil if it never is.
func rises(counts, time []float64) (first, last *float64) {
	before := 0.0
	for i, n := range counts {
		if n > before {
			at := time[i]
			if first == nil {
				first = &at
			}
			last, before = &at, n
		}
	}
	return first, last
}
