package measure

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/internal/waves"
	"gpusph/output"
	"gpusph/sph"
)

// waveTable is one that is made of the run's table of gauges.
type waveTable struct {
	file    string
	kind    output.Kind
	columns []string
	rows    [][]string
	said    []string // lines for people
}

// gaugeRecord is what a gauge of a run has read.
type gaugeRecord struct {
	name   string
	at     [3]float64 // z is that of the ground
	ground bool
	*waves.Record
}

// waveTables are those of --waves and --reflection.
func (o *asked) waveTables(run *stored.Run, p *sph.Params) (all []*waveTable, err error) {
	if !o.Waves && o.Reflection == "" {
		return nil, nil
	}
	gauges, err := o.records(run)
	if err != nil {
		return nil, err
	}
	if o.Waves {
		statistics, spectra, err := statisticsOf(gauges)
		if err != nil {
			return nil, err
		}
		all = append(all, statistics, spectra)
	}
	if o.Reflection != "" {
		t, err := reflectionOf(o.Reflection, gauges, p)
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// records are those of all gauges, between --from and --until.
func (o *asked) records(run *stored.Run) (all []gaugeRecord, err error) {
	table, err := run.GaugeTable()
	if err != nil {
		return nil, err
	}
	if table == nil {
		return nil, fmt.Errorf("%s has no gauges.csv, of which waves are measured; a [[gauge]] in "+
			"the case file writes it", run.Dir)
	}
	times := table.Column("t").Of
	from, to := 0, len(times)
	for from < to && o.From > 0 && times[from] < o.From-1e-9 {
		from++
	}
	for to > from && o.Until > 0 && times[to-1] > o.Until+1e-9 {
		to--
	}
	for _, s := range run.Sensors {
		c := table.Column(s.Name)
		if s.Kind != "gauge" || c == nil {
			continue
		}
		r, err := waves.NewRecord(times[from:to], c.Of[from:to])
		if err != nil {
			return nil, fmt.Errorf("the gauge %s: %w; a smaller --sample-interval of the run, or a "+
				"longer part of it, has more", text.Printable(s.Name), err)
		}
		all = append(all, gaugeRecord{s.Name, s.At, s.Ground, r})
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has no gauge in sensors.csv and gauges.csv; a [[gauge]] in the "+
			"case file measures the surface", run.Dir)
	}
	return all, nil
}

var (
	statisticColumns = []string{
		"gauge", "waves", "mean[m]", "Hm0[m]", "H1/3[m]", "Hmean[m]", "Hrms[m]", "Hmax[m]", "crest[m]",
		"trough[m]",
		"Tp[s]", "Tm-10[s]", "Tm02[s]", "Tz[s]", "T1/3[s]",
	}
	kindOfStatistics = output.KindOfTable(statisticColumns[:4])
	kindOfSpectra    = output.KindOfTable([]string{"f[Hz]", "T[s]"})
)

// statisticsOf are the tables of --waves: a row for each gauge, and the spectra by frequency.
func statisticsOf(gauges []gaugeRecord) (statistics, spectra *waveTable, err error) {
	statistics = &waveTable{file: "measure_waves.csv", kind: kindOfStatistics,
		columns: statisticColumns}
	spectra = &waveTable{file: "measure_spectra.csv", kind: kindOfSpectra, columns: []string{"f[Hz]",
		"T[s]"}}
	statistics.said = append(statistics.said, fmt.Sprintf("%-12s %5s %9s %9s %9s %9s %8s %8s %8s",
		"gauge", "waves", "mean [m]", "Hm0 [m]", "H1/3 [m]", "Hmax [m]", "Tp [s]", "Tm-10", "Tz"))
	var all []*waves.Spectrum
	for _, g := range gauges {
		s, err := g.Statistics()
		if err != nil {
			return nil, nil, fmt.Errorf("the gauge %s: %w", text.Printable(g.name), err)
		}
		of, err := g.Spectrum()
		if err != nil {
			return nil, nil, fmt.Errorf("the gauge %s: %w", text.Printable(g.name), err)
		}
		p := of.Parameters()
		row := []string{g.name, strconv.Itoa(s.Waves)}
		for _, x := range []float64{s.Mean, p.Hm0, s.Hthird, s.Hmean, s.Hrms, s.Hmax, s.GreatestCrest,
			s.LowestTrough, p.Tp, p.Tenerg, p.T02, s.Tmean, s.Tthird} {
			row = append(row, number(x))
		}
		statistics.rows = append(statistics.rows, row)
		statistics.said = append(statistics.said,
			fmt.Sprintf("%-12s %5d %9.4g %9.4g %9.4g %9.4g %8.4g %8.4g %8.4g",
				text.Printable(g.name), s.Waves, s.Mean, p.Hm0, s.Hthird, s.Hmax, p.Tp, p.Tenerg, s.Tmean))
		spectra.columns = append(spectra.columns, g.name+"[m2s]")
		all = append(all, of)
	}
	spectra.rows = spectraRows(all)
	return statistics, spectra, nil
}

// spectraRows are those of the first spectrum's frequencies, up to eight times its peak; the others
// are interpolated.
func spectraRows(all []*waves.Spectrum) (rows [][]string) {
	first := all[0]
	for k := 1; k < len(first.Density) && float64(k)*first.Step <= 8*first.Peak(); k++ {
		f := float64(k) * first.Step
		row := []string{number(f), number(1 / f)}
		for _, s := range all {
			row = append(row, number(s.At(f)))
		}
		rows = append(rows, row)
	}
	return rows
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', 9, 64) }

// reflectionOf separates the waves of three gauges or more, of which the list has the names.
func reflectionOf(list string, gauges []gaugeRecord, p *sph.Params) (*waveTable, error) {
	chosen, err := chosenOf(list, gauges)
	if err != nil {
		return nil, err
	}
	at, depth, err := alongLine(chosen)
	if err != nil {
		return nil, err
	}
	g := -p.Gravity[2]
	if !(g > 0) {
		return nil, fmt.Errorf("--reflection needs gravity downwards, but that of the run is %v m/s²",
			p.Gravity)
	}
	var in []waves.Gauge
	for i, c := range chosen {
		in = append(in, waves.Gauge{At: at[i], Record: c.Record})
	}
	r, err := waves.Separate(in, depth, g)
	if err != nil {
		return nil, fmt.Errorf("--reflection %s: %w", list, err)
	}
	t := &waveTable{file: "measure_reflection.csv", kind: kindOfSpectra, columns: []string{"f[Hz]",
		"T[s]", "k[1/m]", "incident[m2s]", "reflected[m2s]", "coefficient"}}
	for k, f := range r.Frequency {
		part := 0.0
		if r.Incident[k] > 0 {
			part = math.Sqrt(r.Reflected[k] / r.Incident[k])
		}
		t.rows = append(t.rows, []string{number(f), number(1 / f), number(r.Number[k]),
			number(r.Incident[k]), number(r.Reflected[k]), number(part)})
	}
	t.said = []string{
		fmt.Sprintf("Incident    Hm0 %.4g m, from %s towards %s; Tp %.4g s, %.4g m long over %.4g m",
			r.Hi, chosen[0].name, chosen[len(chosen)-1].name, r.Tp, r.Length, depth),
		fmt.Sprintf("Reflected   Hm0 %.4g m", r.Hr),
		fmt.Sprintf("Coefficient %.4g", r.Coefficient),
		fmt.Sprintf("Neither has %.2g %% of the variance from 0.5 to 1.9 times the peak frequency",
			100*r.Rest),
	}
	if r.Unclear > 0 {
		t.said = append(t.said, fmt.Sprintf("Left out    %s at which the gauges stand badly",
			text.Count(r.Unclear, "frequency")))
	}
	if r.Coefficient > 1 {
		t.said = append(t.said,
			"More comes back than runs in: name the gauges in the order in which the waves pass them.")
	}
	return t, nil
}

// chosenOf are the gauges of a list of names.
func chosenOf(list string, gauges []gaugeRecord) (all []gaugeRecord, err error) {
	var names []string
	for _, g := range gauges {
		names = append(names, g.name)
	}
	for name := range strings.SplitSeq(list, ",") {
		i := slices.Index(names, strings.TrimSpace(name))
		if i < 0 {
			return nil, fmt.Errorf("--reflection has %q, but the run's gauges are %s", name, text.And(names))
		}
		if slices.ContainsFunc(all, func(g gaugeRecord) bool { return g.name == names[i] }) {
			return nil, fmt.Errorf("--reflection has the gauge %s twice", names[i])
		}
		all = append(all, gauges[i])
	}
	if len(all) < 3 {
		return nil, fmt.Errorf("--reflection has %s, but takes three; the run's are %s",
			text.Count(len(all), "gauge"), text.And(names))
	}
	return all, nil
}

// alongLine is where gauges stand along the line from the first to the last [m], and the depth
// there [m].
func alongLine(gauges []gaugeRecord) (at []float64, depth float64, err error) {
	first, last := gauges[0], gauges[len(gauges)-1]
	x, y := last.at[0]-first.at[0], last.at[1]-first.at[1]
	length := math.Hypot(x, y)
	if length == 0 {
		return nil, 0, errors.New("--reflection: the first and the last gauge are at one place")
	}
	low, high := math.Inf(1), 0.0
	for _, g := range gauges {
		u, v := g.at[0]-first.at[0], g.at[1]-first.at[1]
		if off := math.Abs(u*y-v*x) / length; off > 0.05*length {
			return nil, 0, fmt.Errorf("--reflection: the gauge %s is %.3g m beside the line of the "+
				"others; waves are separated along one line", g.name, off)
		}
		if !g.ground {
			return nil, 0, fmt.Errorf("--reflection: sensors.csv has no ground of the gauge %s, so the "+
				"depth is not known", g.name)
		}
		d := g.Mean() - g.at[2]
		at, depth = append(at, (u*x+v*y)/length), depth+d/float64(len(gauges))
		low, high = min(low, d), max(high, d)
	}
	if !(low > 0.9*high) {
		return nil, 0, fmt.Errorf("--reflection: the water is %.3g to %.3g m deep at the gauges; "+
			"waves are separated over a level bed", low, high)
	}
	return at, depth, nil
}

// write writes the table, and prints what it says.
func (t *waveTable) write(path string) error {
	return output.WriteFile(path, func(to io.Writer) error {
		w := csv.NewWriter(to)
		w.Write(t.columns)
		w.WriteAll(t.rows)
		return w.Error()
	})
}

// say writes the lines for people.
func (t *waveTable) say(b *strings.Builder) {
	for _, line := range t.said {
		b.WriteString(line + "\n")
	}
}
