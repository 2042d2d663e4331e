package report

import (
	"fmt"
	"strings"

	"gpusph/internal/plot"
	"gpusph/internal/stored"
	"gpusph/internal/waves"
)

// leastWaves is how many waves a gauge must have read, so that its spectrum is drawn.
const leastWaves = 5

// spectra are charts of the spectra at gauges with waves, and what is said of these.
func (r *runReport) spectra() (note string, all []plot.Chart) {
	t := r.of.Gauges
	if t == nil {
		return "", nil
	}
	var said []string
	for _, column := range t.Measured() {
		if stored.IsFront(r.of.Sensors, column.Name) {
			continue
		}
		record, err := waves.NewRecord(t.Time(), column.Of)
		if err != nil {
			continue
		}
		of, err := record.Statistics()
		if err != nil || of.Waves < leastWaves {
			continue
		}
		s, err := record.Spectrum()
		if err != nil {
			continue
		}
		p := s.Parameters()
		said = append(said, fmt.Sprintf("%s: %d waves, Hm0 %.3g m, H1/3 %.3g m, Hmax %.3g m, Tp "+
			"%.3g s, Tz %.3g s",
			column.Name, of.Waves, p.Hm0, of.Hthird, of.Hmax, p.Tp, of.Tmean))
		c := plot.Curve{Name: r.named(column.Name, "gauge")}
		for k := 1; k < len(s.Density) && float64(k)*s.Step <= 4/p.Tp; k++ {
			c.N, c.Y = append(c.N, float64(k)*s.Step), append(c.Y, s.Density[k])
		}
		last := len(all) - 1
		if last < 0 || len(all[last].Curves) == mostCurves {
			all = append(all, plot.Chart{Name: "spectrum", Title: "Spectra of the surface",
				X: "frequency f [Hz]", Y: "density of variance [m² s]"})
			last++
		}
		c.Style = plot.Line(len(all[last].Curves))
		all[last].Curves = append(all[last].Curves, c)
	}
	if said == nil {
		return "", nil
	}
	return "Of the whole record of each gauge, between its first and its last upward crossing of " +
		"the mean; gpusph measure --waves takes a part of it. " + strings.Join(said, ". ") + ".", all
}
