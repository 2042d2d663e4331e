package report

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"gpusph/internal/page"
	"gpusph/internal/plot"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
)

// series is what several runs say together.
type series struct {
	Same   bool    `json:"same_flow"`     // the same problem, parameters, particles and steps
	Why    string  `json:"why,omitempty"` // they are not
	Bits   bool    `json:"same_bits"`     // the same state at the end
	Base   string  `json:"base,omitempty"`
	Points []point `json:"points"`

	problem   string
	particles int
	shared    []string // runs with more devices than processors under them
}

// point is a run of a series.
type point struct {
	Directory  string   `json:"directory"`
	N          int      `json:"n"`
	Balance    string   `json:"balance"`
	Mips       float64  `json:"mips"`
	Step       float64  `json:"seconds_per_step"`
	SpeedUp    *float64 `json:"speed_up,omitempty"`        // S = mips(n)/mips(1)
	Efficiency *float64 `json:"efficiency,omitempty"`      // S/n
	Beta       *float64 `json:"karp_flatt_beta,omitempty"` // (1/S - 1/n)/(1 - 1/n)
	Moved      int      `json:"slices_moved"`
}

// newSeries compares runs. Speed-ups are from the fastest run on one device.
func newSeries(runs []*stored.Run) *series {
	first := runs[0]
	s := &series{Same: true, Bits: true, problem: first.Problem, particles: first.Particles.Total}
	for _, r := range runs {
		if why := other(first, r); why != "" && s.Same {
			s.Same, s.Why = false, why
		}
		if r.StateSHA256 != first.StateSHA256 || r.StateSHA256 == "" {
			s.Bits = false
		}
		p := point{Directory: r.Dir, N: len(r.Devices), Balance: r.Options["balance"], Mips: r.Mips,
			Moved: r.Moved}
		if p.N == 1 {
			p.Balance = ""
		}
		if processors(r) < p.N {
			s.shared = append(s.shared, r.Dir)
		}
		if r.Steps > 0 {
			p.Step = r.Runtime / float64(r.Steps)
		}
		s.Points = append(s.Points, p)
	}
	slices.SortStableFunc(s.Points, func(a, b point) int { return a.N - b.N })
	if s.Same {
		s.derive()
	}
	return s
}

// processors is how many are under the devices of a run: shares of a GPU are named as cuda:0.1, and
// all of the processor host.
func processors(r *stored.Run) int {
	seen := map[string]bool{}
	for _, d := range r.Devices {
		kind, number, _ := strings.Cut(d.Name, ":")
		if gpu, _, _ := strings.Cut(number, "."); kind == "cuda" {
			kind += gpu
		}
		seen[kind] = true
	}
	return len(seen)
}

// derive fills in speed-ups.
func (s *series) derive() {
	one := 0.0
	for _, p := range s.Points {
		if p.N == 1 && p.Mips > one {
			one, s.Base = p.Mips, p.Directory
		}
	}
	if one == 0 {
		s.Why = "none of the runs is on one device, so speed-ups and serial fractions are not known; " +
			"use one more run with --gpus 1"
		return
	}
	for i := range s.Points {
		p := &s.Points[i]
		speedUp := p.Mips / one
		efficiency := speedUp / float64(p.N)
		p.SpeedUp, p.Efficiency = &speedUp, &efficiency
		if p.N > 1 && speedUp > 0 {
			beta := output.KarpFlatt(speedUp, float64(p.N))
			p.Beta = &beta
		}
	}
}

// other says in what a run is not of the same flow as the first; "" if it is.
func other(first, r *stored.Run) string {
	tell := func(what string, a, b any) string {
		return fmt.Sprintf("%s is of another flow than %s, so they are not compared: %s %v, not %v",
			r.Dir, first.Dir, what, b, a)
	}
	switch {
	case r.Problem != first.Problem:
		return tell("its problem is", first.Problem, r.Problem)
	case r.Parameters.DeltaP != first.Parameters.DeltaP:
		return tell("its spacing in metres is", first.Parameters.DeltaP, r.Parameters.DeltaP)
	case r.Particles.Total != first.Particles.Total:
		return tell("its particles are", first.Particles.Total, r.Particles.Total)
	case r.Steps != first.Steps:
		return tell("its steps are", first.Steps, r.Steps)
	case !reflect.DeepEqual(r.Parameters, first.Parameters):
		return fmt.Sprintf("%s is of another flow than %s, so they are not compared: its parameters "+
			"differ; gpusph compare says which", r.Dir, first.Dir)
	}
	return ""
}

// sentences are what is to be known of the series.
func (s *series) sentences() (all []string) {
	if s.Base != "" {
		all = append(all, fmt.Sprintf("Speed-ups are from %s, the fastest run on one device. β is the "+
			"serial fraction (Karp-Flatt): 0 is perfect.", s.Base))
	}
	if len(s.shared) > 0 && s.Base != "" {
		all = append(all, fmt.Sprintf("In %s several devices are subdomains on one processor, or of one "+
			"GPU, which together are no faster than it: S says nothing of more processors.",
			text.And(s.shared)))
	}
	if s.Why != "" {
		all = append(all, upper(s.Why)+".")
	}
	if s.Bits {
		all = append(all, "All runs end with the same bits.")
	} else if s.Same {
		all = append(all, "The runs do not end with the same bits; they do on devices of one kind, or "+
			"with --strict.")
	}
	return all
}

func (s *series) table() [][]string {
	rows := [][]string{{"Run", "Balance", "Devices", "mips", "ms per step", "S", "S/n", "β",
		"Slices moved"}}
	for _, p := range s.Points {
		row := []string{p.Directory, p.Balance, fmt.Sprint(p.N), text.Mips(p.Mips),
			text.Milliseconds(p.Step), "", "", "", text.Thousands(p.Moved)}
		if p.SpeedUp != nil {
			row[5], row[6] = fmt.Sprintf("%.3f", *p.SpeedUp), text.Percent(*p.Efficiency)
		}
		if p.Beta != nil {
			row[7] = text.Percent(*p.Beta)
		}
		rows = append(rows, row)
	}
	return rows
}

// charts are those of a series of one flow.
func (s *series) charts() []page.Section {
	if s.Base == "" {
		return nil
	}
	var counts []int
	for _, p := range s.Points {
		if !slices.Contains(counts, p.N) {
			counts = append(counts, p.N)
		}
	}
	title := plot.FlowTitle(s.problem, s.particles)
	chart := func(name, y string, from int, of func(*point) *float64,
		ideal func(n float64) float64) plot.Chart {
		c := plot.Chart{Name: name, Title: title, Y: y, Counts: counts}
		if from > 1 && counts[0] == 1 && len(counts) > 1 {
			c.Counts = counts[1:]
		}
		v := plot.Curve{Name: "measured", Style: plot.StyleOn}
		v.Style.Open = true // there may be several runs of a number
		line := plot.Curve{Name: "ideal", Style: plot.StyleIdeal}
		for i := range s.Points {
			p := &s.Points[i]
			if value := of(p); value != nil && p.N >= from {
				v.N, v.Y = append(v.N, float64(p.N)), append(v.Y, *value)
				line.N, line.Y = append(line.N, float64(p.N)), append(line.Y, ideal(float64(p.N)))
			}
		}
		c.Curves = []plot.Curve{line, v}
		return c
	}
	percent := func(of func(*point) *float64) func(*point) *float64 {
		return func(p *point) *float64 {
			if of(p) == nil {
				return nil
			}
			x := 100 * *of(p)
			return &x
		}
	}
	all := []plot.Chart{
		chart("mips", "throughput [mips]", 1, func(p *point) *float64 { return &p.Mips },
			func(n float64) float64 { return n * s.one() }),
		chart("speedup", "speed-up S(n) = mips(n)/mips(1)", 1,
			func(p *point) *float64 { return p.SpeedUp }, func(n float64) float64 { return n }),
		chart("efficiency", "efficiency S(n)/n [%]", 1,
			percent(func(p *point) *float64 { return p.Efficiency }), func(float64) float64 { return 100 }),
		chart("beta", "serial fraction β (Karp-Flatt) [%]", 2,
			percent(func(p *point) *float64 { return p.Beta }), func(float64) float64 { return 0 }),
	}
	return []page.Section{{Title: "Scaling",
		Charts: slices.DeleteFunc(all, func(c plot.Chart) bool { return !page.HasPoints(c) })}}
}

// one is the throughput of the base.
func (s *series) one() float64 {
	for _, p := range s.Points {
		if p.Directory == s.Base {
			return p.Mips
		}
	}
	return 0
}

func upper(s string) string {
	if s == "" {
		return s
	}
	return string(s[0]&^0x20) + s[1:]
}
