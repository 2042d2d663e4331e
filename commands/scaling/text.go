package scaling

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"gpusph/internal/measure"
	"gpusph/internal/text"
)

// report writes the series as the paper's Tables 1 and 2, and what follows.
func (s *Series) report(w io.Writer) error {
	if s.Weak {
		return s.reportWeak(w)
	}
	var b strings.Builder
	one := s.Points[0].Off
	fmt.Fprintf(&b, "gpusph %s: scaling of %s, %s particles (%s fluid), on %s\n", s.Version, s.Problem, text.Thousands(s.Particles), text.Thousands(s.Fluid), one.Measured.Model)
	fmt.Fprintf(&b, "%d steps in %s of each, from %s s on; %d slices along %s", one.Measured.Steps, text.Count(len(one.Measured.Mips), "repeat"), text.Exact(one.Measured.From), len(s.SliceParticles), s.SplitAxis)
	if s.Balancer != "" {
		fmt.Fprintf(&b, "; %s", s.Balancer)
	}
	if len(one.Measured.Active) > 0 {
		fmt.Fprintf(&b, "; %s of the particles take part", text.Percent(one.Measured.ActiveShare()))
	}
	b.WriteString("\n")
	s.remark(&b)
	head := []string{""}
	for _, p := range s.Points {
		head = append(head, fmt.Sprint(p.N))
	}
	fmt.Fprintf(&b, "\nTable 1. Throughput in mips, %s\n", devicesText(s.Points))
	rows := append([][]string{head}, s.rows(true, func(r *rate) string { return text.Mips(r.Mips) })...)
	text.Align(&b, append(rows, s.paperMips()...), 1)
	b.WriteString("Expected is what whole slices allow: the largest part of the neighbour pairs in the best cut, nothing else lost.\n")
	if len(s.Points) > 1 {
		fmt.Fprintf(&b, "\nTable 2. Serial fraction (Karp-Flatt metric), %s\n", devicesText(s.Points[1:]))
		rows := append([][]string{slices.Delete(head, 1, 2)}, s.rows(false, func(r *rate) string { return text.Percent(r.beta()) })...)
		text.Align(&b, append(rows, s.paperSerial()...), 1)
	}
	if s.published != nil {
		b.WriteString("Paper: Rustico et al. (2014), 1.6 million particles on GTX 480.\n")
	}
	b.WriteString("\nTable 3. Time per step T(n), speed-up S, efficiency S/n, and n T(n), which perfect scaling leaves alone\n")
	rows = [][]string{{"", "n", "on", "T [ms]", "S", "S/n", "n T [ms]", "slices"}}
	for _, p := range s.Points {
		for i, r := range []*rate{p.Off, p.On} {
			if r == nil {
				continue
			}
			rows = append(rows, []string{[]string{"LB off", "LB on"}[i], fmt.Sprint(p.N), fmt.Sprint(p.Devices), text.Milliseconds(r.Step),
				text.Fixed(r.SpeedUp, 3), text.Percent(r.Efficiency), text.Milliseconds(r.Work), strings.Trim(fmt.Sprint(r.Measured.Slices), "[]")})
		}
	}
	text.Align(&b, rows, 1)
	s.noise(&b)
	if s.Prediction != nil {
		s.Prediction.report(&b)
		if m := s.Prediction.Machines; m != nil {
			m.report(&b, s.Prediction.Most, s.SplitAxis)
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// remark writes the remarks.
func (s *Series) remark(b *strings.Builder) {
	for _, r := range s.Remarks {
		fmt.Fprintf(b, "Remark: %s\n", r)
	}
}

// noise writes how much the repeats differ.
func (s *Series) noise(b *strings.Builder) {
	b.WriteString("\"on\" is the number of devices that have the n subdomains. ")
	if s.spread() == 0 { // no two repeats take the same time
		b.WriteString("Each rate is of one timing; a --repeat of more shows by how much timings differ.\n")
		return
	}
	fmt.Fprintf(b, "Repeats differ by up to %s from least to most.\n", text.Percent(s.spread()))
	if s.spread() > measure.Noisy {
		b.WriteString("That is much: something else used the devices meanwhile, or --steps is too small to tell differences.\n")
	}
}

// rows are the values of each kind of rate, by number of devices; all that is
// not measured has none for one device.
func (s *Series) rows(ideal bool, text func(*rate) string) [][]string {
	rows := [][]string{{"LB off"}, {"LB on"}, {"Ideal"}, {"Expected"}}
	measured := false
	for _, p := range s.Points {
		if p.N == 1 && !ideal {
			continue
		}
		measured = measured || p.On != nil
		for i, r := range []*rate{p.Off, p.On, p.Ideal, p.Expected} {
			if r == nil || p.N == 1 && i > 0 {
				rows[i] = append(rows[i], "—")
			} else {
				rows[i] = append(rows[i], text(r))
			}
		}
	}
	if !ideal {
		rows = slices.Delete(rows, 2, 3) // Ideal has no serial fraction
	}
	if !measured {
		rows = slices.Delete(rows, 1, 2)
	}
	return rows
}

// spread is the greatest difference of the repeats of a point, by their median.
func (s *Series) spread() float64 {
	most := 0.0
	for _, p := range s.Points {
		for _, r := range []*rate{p.Off, p.On} {
			if r != nil {
				most = max(most, (r.Most-r.Least)/r.Mips)
			}
		}
	}
	return most
}

// report writes the model, its parts and what it says.
func (p *prediction) report(b *strings.Builder) {
	m := &p.Model
	ms := func(t float64) string { return text.Milliseconds(t) + " ms" }
	b.WriteString("\nPrediction. T(n) = max over devices of [ w B + g(w) C + X ] + F (+ H, fitted)\n")
	fmt.Fprintf(b, "  w  largest part of the neighbour pairs in the best cut of the slices, which are enough for %s\n", text.Count(p.Most, "device"))
	fmt.Fprintf(b, "  B  %s: one device's BuildNeibs; C  %s: its Forces, of which Euler is part\n", ms(m.Build), ms(m.Forces))
	fmt.Fprintf(b, "  g  what an evaluation of the forces takes on a part of the particles, by that of all: %s\n", m.parts())
	within := ""
	if m.Link.Within {
		within = ", which are one device: no link between two is known here, this is a copy within"
	}
	fmt.Fprintf(b, "  X  exchange that the stripes between the edges do not hide; link %.3g GB/s + %.3g µs, measured with %.3g kB between %s%s\n",
		m.Link.Bandwidth/1e9, m.Link.Latency*1e6, float64(m.Link.Bytes)/1e3, m.Link.Between, within)
	fmt.Fprintf(b, "  F  %s: what one device takes beyond B and C\n", ms(m.Fixed))
	if p.Fitted > 0 {
		fmt.Fprintf(b, "  H  %s: synchronisation of several, the mean of what %s beyond the rest\n", ms(p.Handover), measuredTake(p.Fitted))
	}
	rows := [][]string{{"n", "w", "T [ms]", "mips", "S", "beta", "fitted mips", "measured", "model", "error", "fitted", "error"}}
	for _, r := range p.Points {
		n := fmt.Sprint(r.N)
		if r.N > p.Most {
			n += "*"
		}
		row := []string{n, text.Percent(r.Share), text.Milliseconds(r.Alone.Step), text.Mips(r.Alone.Mips), text.Fixed(r.Alone.SpeedUp, 2), text.Percent(r.Alone.beta()), "", "", "", "", "", ""}
		if p.Own {
			row[6] = text.Mips(r.Fitted.Mips)
		}
		if r.Measured != nil {
			row[7], row[8], row[9] = text.Mips(r.Measured.Mips), text.Mips(r.Placed.Mips), text.Change(r.Error)
			if p.Fitted > 0 {
				row[10], row[11] = text.Mips(r.PlacedFitted.Mips), text.Change(r.ErrorFitted)
			}
		}
		rows = append(rows, row)
	}
	text.Align(b, rows, 1)
	b.WriteString("Left: n devices, each with its own processor. Right: the measured points (LB on where it was), and the model of them in mips.\n")
	if slices.ContainsFunc(p.Points, func(r predicted) bool { return r.shared }) {
		b.WriteString("Where several measured subdomains are on one device, their computation adds up in the model, too.\n")
	}
	if note := p.aboveIdeal(); note != "" {
		b.WriteString(note + "\n")
	}
	if p.Fitted > 0 && !p.Own {
		b.WriteString("H was found with several subdomains on a device and does not apply to separate devices, which have no fitted mips.\n")
	}
	if p.Fitted == 1 && p.Handover > -m.Fixed {
		b.WriteString("H comes from one point, so the fitted model meets that point by construction.\n")
	}
	if p.Fitted > 0 && p.Handover <= -m.Fixed {
		b.WriteString("The measured points take less than the model says; H takes no more than F away.\n")
	}
	if slices.ContainsFunc(p.Points, func(r predicted) bool { return r.N > p.Most }) {
		fmt.Fprintf(b, "* %s are the most that the slices are enough for; the others have nothing to do.\n", text.Count(p.Most, "device"))
	}
}

// parts are the measured g of a half, a quarter and so on.
func (m *model) parts() string {
	var all []string
	for k := len(m.Parts) - 1; k >= 0; k-- {
		all = append(all, fmt.Sprintf("%.3g of %.3g", m.ofAll(m.Parts[k].Part), m.Parts[k].Part))
	}
	if len(all) == 0 {
		return "as much as the part"
	}
	return strings.Join(all, ", ")
}

func measuredTake(points int) string {
	if points == 1 {
		return "the one measured point takes"
	}
	return fmt.Sprintf("the %d measured points take", points)
}
