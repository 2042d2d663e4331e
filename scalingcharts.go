package main

import "fmt"

// charts are the plots of a series: runtime, speed-up, serial fraction,
// efficiency and n T(n), and what is predicted beyond what was measured; of weak
// scaling the first, second and fourth.
func (s *series) charts() []chart {
	// of takes a value from a throughput and what follows from it.
	type kind struct {
		name, y string
		of      func(*rate) float64
	}
	kinds := []kind{
		{"runtime", "time per step T(n) [ms]", func(r *rate) float64 { return 1e3 * r.Step }},
		{"speedup", "speed-up S(n) = T(1)/T(n)", func(r *rate) float64 { return r.SpeedUp }},
		{"beta", "serial fraction β (Karp-Flatt) [%]", func(r *rate) float64 { return 100 * r.beta() }},
		{"efficiency", "efficiency S(n)/n [%]", func(r *rate) float64 { return 100 * r.Efficiency }},
		{"ntn", "n T(n) [ms]", func(r *rate) float64 { return 1e3 * r.Work }},
	}
	if s.Weak {
		kinds = []kind{
			kinds[0], {"speedup", "scaled speed-up S(n) = mips(n)/mips(1)", kinds[1].of}, {"efficiency", "weak efficiency S(n)/n [%]", kinds[3].of},
		}
	}
	var counts []int
	for _, p := range s.Points {
		counts = append(counts, p.N)
	}
	var all []chart
	for _, k := range kinds {
		c := chart{name: k.name, y: k.y, counts: counts}
		if k.name == "beta" && len(counts) > 1 {
			c.counts = counts[1:]
		}
		add := func(name string, style style, rates func(*point) *rate) {
			v := curve{name: name, style: style}
			for _, p := range s.Points {
				if r := rates(p); r != nil {
					addRate(&v, p.N, p.Particles, r, k.of, s)
				}
			}
			c.curves = append(c.curves, v)
		}
		add("ideal", styleIdeal, func(p *point) *rate { return p.Ideal })
		add("expected", styleExpected, func(p *point) *rate { return p.Expected })
		if s.Prediction != nil {
			v := curve{name: "model", style: stylePredicted}
			for _, p := range s.Prediction.Points {
				if p.Placed != nil {
					addRate(&v, p.N, s.Particles, p.Placed, k.of, s)
				}
			}
			c.curves = append(c.curves, v)
		}
		add("LB off", styleOff, func(p *point) *rate { return p.Off })
		add("LB on", styleOn, func(p *point) *rate {
			if p.N == 1 && len(s.Points) > 1 && s.Points[1].On != nil {
				return p.Off // one device has nothing to balance
			}
			return p.On
		})
		all = append(all, c)
	}
	if s.Prediction != nil {
		all = append(all, s.Prediction.chart(s))
	}
	for i := range all {
		all[i].title = flowTitle(s.Problem, s.Particles)
		if s.Weak {
			all[i].title += " on one device"
		}
	}
	return all
}

// addRate adds a point, with the spread of the repeats where it was measured.
func addRate(c *curve, n, particles int, r *rate, of func(*rate) float64, s *series) {
	c.n, c.y = append(c.n, float64(n)), append(c.y, of(r))
	if r.Measured == nil {
		return
	}
	ends := [2]float64{}
	for i, m := range []float64{r.Least, r.Most} {
		e := rate{Mips: m}
		e.derive(n, s.Points[0].Off.Mips, particles)
		ends[i] = of(&e)
	}
	c.least, c.most = append(c.least, min(ends[0], ends[1])), append(c.most, max(ends[0], ends[1]))
}

// chart is the speed-up that is predicted for up to 64 devices, each with its own
// processor, with the measured points for which that is so.
func (p *prediction) chart(s *series) chart {
	c := chart{name: "prediction", note: p.aboveIdeal(), y: "speed-up S(n) = T(1)/T(n)", log: true, counts: []int{1, 2, 4, 8, 16, 32, 64}}
	ideal, slices := curve{name: "ideal", style: styleIdeal}, curve{name: "expected", style: styleExpected}
	alone, measured := curve{name: "model", style: stylePredicted}, curve{name: "measured", style: styleOn}
	fitted := curve{name: "fitted", style: styleFitted}
	measured.style.open = true
	for _, r := range p.Points {
		n := float64(r.N)
		ideal.n, ideal.y = append(ideal.n, n), append(ideal.y, n)
		slices.n, slices.y = append(slices.n, n), append(slices.y, 1/r.Share)
		alone.n, alone.y = append(alone.n, n), append(alone.y, r.Alone.SpeedUp)
		if p.Own {
			fitted.n, fitted.y = append(fitted.n, n), append(fitted.y, r.Fitted.SpeedUp)
		}
		if r.Measured != nil && !r.shared {
			measured.n, measured.y = append(measured.n, n), append(measured.y, r.Measured.SpeedUp)
		}
	}
	c.curves = []curve{ideal, slices, alone, fitted, measured}
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
					return fmt.Sprintf("More than ideal: Forces on %.3g of the particles took %.3g of the time on all (caches, or noise).", part, takes)
				}
			}
			return "More than ideal: the measured steps of several devices took less than the model says."
		}
	}
	return ""
}
