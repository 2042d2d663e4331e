package scaling

import (
	"fmt"

	"gpusph/internal/plot"
)

// charts are the plots of a series: runtime, speed-up, serial fraction,
// efficiency and n T(n), and what is predicted beyond what was measured; of weak
// scaling the first, second and fourth.
func (s *Series) charts() []plot.Chart {
	var all []plot.Chart
	for _, k := range s.chartKinds() {
		all = append(all, s.rateChart(k))
	}
	if s.Prediction != nil {
		all = append(all, s.Prediction.chart(s))
	}
	for i := range all {
		all[i].Title = plot.FlowTitle(s.Problem, s.Particles)
		if s.Weak {
			all[i].Title += " on one device"
		}
	}
	return all
}

// chartKind is a chart of a value that follows from a throughput.
type chartKind struct {
	name, y string
	of      func(*rate) float64
}

// chartKinds are the charts of a series, but for that of the prediction.
func (s *Series) chartKinds() []chartKind {
	kinds := []chartKind{
		{"runtime", "time per step T(n) [ms]", func(r *rate) float64 { return 1e3 * r.Step }},
		{"speedup", "speed-up S(n) = T(1)/T(n)", func(r *rate) float64 { return r.SpeedUp }},
		{"beta", "serial fraction β (Karp-Flatt) [%]", func(r *rate) float64 { return 100 * r.beta() }},
		{"efficiency", "efficiency S(n)/n [%]", func(r *rate) float64 { return 100 * r.Efficiency }},
		{"ntn", "n T(n) [ms]", func(r *rate) float64 { return 1e3 * r.Work }},
	}
	if s.Weak {
		kinds = []chartKind{
			kinds[0], {"speedup", "scaled speed-up S(n) = mips(n)/mips(1)", kinds[1].of},
			{"efficiency", "weak efficiency S(n)/n [%]", kinds[3].of},
		}
	}
	return kinds
}

// rateChart is a value over the numbers of devices: ideal, expected, predicted and measured.
func (s *Series) rateChart(k chartKind) plot.Chart {
	var counts []int
	for _, p := range s.Points {
		counts = append(counts, p.N)
	}
	c := plot.Chart{Name: k.name, Y: k.y, Counts: counts}
	if k.name == "beta" && len(counts) > 1 {
		c.Counts = counts[1:]
	}
	add := func(name string, style plot.Style, rates func(*Point) *rate) {
		v := plot.Curve{Name: name, Style: style}
		for _, p := range s.Points {
			if r := rates(p); r != nil {
				addRate(&v, p.N, p.Particles, r, k.of, s)
			}
		}
		c.Curves = append(c.Curves, v)
	}
	add("ideal", plot.StyleIdeal, func(p *Point) *rate { return p.Ideal })
	add("expected", plot.StyleExpected, func(p *Point) *rate { return p.Expected })
	if s.Prediction != nil {
		v := plot.Curve{Name: "model", Style: plot.StylePredicted}
		for _, p := range s.Prediction.Points {
			if p.Placed != nil {
				addRate(&v, p.N, s.Particles, p.Placed, k.of, s)
			}
		}
		c.Curves = append(c.Curves, v)
	}
	add("LB off", plot.StyleOff, func(p *Point) *rate { return p.Off })
	add("LB on", plot.StyleOn, func(p *Point) *rate {
		if p.N == 1 && len(s.Points) > 1 && s.Points[1].On != nil {
			return p.Off // one device has nothing to balance
		}
		return p.On
	})
	return c
}

// addRate adds a point, with the spread of the repeats where it was measured.
func addRate(c *plot.Curve, n, particles int, r *rate, of func(*rate) float64, s *Series) {
	c.N, c.Y = append(c.N, float64(n)), append(c.Y, of(r))
	if r.Measured == nil {
		return
	}
	ends := [2]float64{}
	for i, m := range []float64{r.Least, r.Most} {
		e := rate{Mips: m}
		e.derive(n, s.Points[0].Off.Mips, particles)
		ends[i] = of(&e)
	}
	c.Least, c.Most = append(c.Least, min(ends[0], ends[1])), append(c.Most, max(ends[0], ends[1]))
}

// chart is the speed-up that is predicted for up to 64 devices, each with its own
// processor, with the measured points for which that is so.
func (p *prediction) chart(s *Series) plot.Chart {
	c := plot.Chart{Name: "prediction", Note: p.aboveIdeal(), Y: "speed-up S(n) = T(1)/T(n)",
		Log: true, Counts: []int{1, 2, 4, 8, 16, 32, 64}}
	ideal, slices := plot.Curve{Name: "ideal", Style: plot.StyleIdeal},
		plot.Curve{Name: "expected", Style: plot.StyleExpected}
	alone, measured := plot.Curve{Name: "model", Style: plot.StylePredicted},
		plot.Curve{Name: "measured", Style: plot.StyleOn}
	fitted := plot.Curve{Name: "fitted", Style: plot.StyleFitted}
	measured.Style.Open = true
	for _, r := range p.Points {
		n := float64(r.N)
		ideal.N, ideal.Y = append(ideal.N, n), append(ideal.Y, n)
		slices.N, slices.Y = append(slices.N, n), append(slices.Y, 1/r.Share)
		alone.N, alone.Y = append(alone.N, n), append(alone.Y, r.Alone.SpeedUp)
		if p.Own {
			fitted.N, fitted.Y = append(fitted.N, n), append(fitted.Y, r.Fitted.SpeedUp)
		}
		if r.Measured != nil && !r.shared {
			measured.N, measured.Y = append(measured.N, n), append(measured.Y, r.Measured.SpeedUp)
		}
	}
	c.Curves = []plot.Curve{ideal, slices, alone, fitted, measured}
	return c
}

// aboveIdeal says why the prediction is of more than n times one device, where it is.
func (p *prediction) aboveIdeal() string {
	for _, r := range p.Points {
		for _, of := range []*rate{r.Alone, r.Fitted} {
			if of == nil || of.SpeedUp < 1.005*float64(r.N) {
				continue
			}
			for k := len(p.Model.Parts) - 1; k >= 0; k-- {
				part := p.Model.Parts[k].Part
				if takes := p.Model.ofAll(part); takes < 0.995*part {
					return fmt.Sprintf("More than ideal: Forces on %.3g of the particles took %.3g of the time "+
						"on all (caches, or noise).", part, takes)
				}
			}
			return "More than ideal: the measured steps of several devices took less than the model says."
		}
	}
	return ""
}
