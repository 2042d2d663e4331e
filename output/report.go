package output

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// Report writes a run as text for people. A run that did not reach its end says so first. Then come
// the flow, the warnings, the run (its steps and how long they took), the devices, and, of several
// devices, their balance.
func Report(w io.Writer, s *Summary, f *Flow) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", strings.TrimSpace(s.Program+" "+s.Version), s.Title())
	if how := s.Ending(); how != "" {
		b.WriteString(how + "\n")
	}
	b.WriteByte('\n')
	f.Write(&b)
	for _, w := range s.Warnings {
		fmt.Fprintf(&b, "Warning: %s\n\n", w)
	}
	text.Align(&b, s.About(), 2)
	b.WriteByte('\n')
	if rows := s.MaterialRows(); rows != nil {
		text.Align(&b, rows, 1)
		b.WriteByte('\n')
	}
	text.Align(&b, s.DeviceRows(), 2)
	b.WriteByte('\n')
	text.Align(&b, s.PhaseTimes(), 1)
	if len(s.Links) > 0 {
		b.WriteByte('\n')
		text.Align(&b, s.LinkTimes(), 1)
	}
	if rows, note := s.Balance(); rows != nil {
		b.WriteByte('\n')
		text.Align(&b, rows, 1)
		b.WriteString(note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Write writes the tables of a flow, with a line left free after each.
func (f *Flow) Write(b *strings.Builder) {
	if f == nil {
		return
	}
	b.WriteString("Flow\n")
	text.AlignRows(b, f.Rows(), " l r l l l")
	b.WriteByte('\n')
	if rows := f.EnergyRows(); rows != nil {
		text.Align(b, rows, 1)
		b.WriteByte('\n')
	}
	if rows := f.BudgetRows(); rows != nil {
		text.Align(b, rows, 1)
		b.WriteByte('\n')
	}
	if rows := f.ContentRows(); rows != nil {
		text.Align(b, rows, 1)
		b.WriteByte('\n')
	}
	if rows := PassageRows(f.Passages); rows != nil {
		text.AlignRows(b, rows, "l r r r r r r l")
		b.WriteString(f.Mass.Ledger.Note() + "\n\n")
	}
}

// Title names the flow and the devices.
func (s *Summary) Title() string {
	devices := fmt.Sprintf("%d devices", len(s.Devices))
	if len(s.Devices) == 1 {
		devices = "one device"
	}
	return s.Problem + " on " + devices
}

// Ending says how a run ended that did not come to its end; "" if it did.
func (s *Summary) Ending() string {
	at := fmt.Sprintf("at %s s, step %s", text.Number(s.Time), text.Thousands(s.Steps))
	switch {
	case s.Status == Failed:
		return fmt.Sprintf("Failed %s: %s", at, s.Error)
	case s.Status == Interrupted:
		return "Interrupted " + at
	case s.Status == Done && s.Stopped != nil:
		return fmt.Sprintf("Stopped %s: %s", at, s.Stopped.Why)
	}
	return ""
}

// About is how much a run was, how long it took and how fast it was: rows of a name and a value.
func (s *Summary) About() [][]string {
	runtime := seconds(s.Runtime) + hours(s.Runtime)
	if s.Elapsed > 0 {
		runtime += fmt.Sprintf(" (%s with set-up and output)", seconds(s.Elapsed))
	}
	about := [][]string{
		{"Runtime", runtime},
		{"Simulated time", text.Number(s.Time) + " s"},
		{"Iterations", text.Thousands(s.Steps)},
		{"Particles", fmt.Sprintf("%s (%s fluid, %s boundary)", text.Thousands(s.Particles.Total),
			text.Thousands(s.Particles.Fluid), text.Thousands(s.Particles.Wall))},
		{"Throughput", fmt.Sprintf("%s kips, %s mips", text.Digits(s.Kips), text.Digits(s.Mips))},
	}
	if limits := s.Limits.String(); limits != "" {
		about = append(about, []string{"Time step", "limited by " + limits})
	}
	if s.Parameters.Dim == 2 {
		about = append(about, []string{"Dimensions",
			"2; masses, energies and forces are those of a metre of width"})
	}
	if s.Energy > 0 {
		about = append(about, []string{"Energy of the GPUs",
			fmt.Sprintf("%s J, %s µJ per particle-iteration", text.Digits(s.Energy),
				text.Digits(s.PerParticle))})
	}
	return about
}

// MaterialRows are a table of the fluids of several materials; nil of a flow that names none.
func (s *Summary) MaterialRows() (rows [][]string) {
	var kinds []MaterialCount
	for _, m := range s.Materials {
		if m.Kind == "" {
			continue
		}
		k := slices.IndexFunc(kinds, func(other MaterialCount) bool { return other.Kind == m.Kind })
		if k < 0 {
			k = len(kinds)
			kinds = append(kinds, m)
			kinds[k].Particles, kinds[k].Last, kinds[k].Mass = 0, 0, 0
			kinds[k].Born, kinds[k].Removed = 0, 0
		}
		kinds[k].Particles, kinds[k].Last = kinds[k].Particles+m.Particles, kinds[k].Last+m.Last
		kinds[k].Mass += m.Mass * float64(m.Particles)
		kinds[k].Born, kinds[k].Removed = kinds[k].Born+m.Born, kinds[k].Removed+m.Removed
	}
	if kinds == nil {
		return nil
	}
	kg := "Mass [kg]"
	if s.Parameters.Dim == 2 {
		kg = "Mass [kg/m]"
	}
	rows = [][]string{{"Material", "ρ0 [kg/m³]", "c0 [m/s]", "γ", "ν [m²/s]", "Particles",
		"At the end",
		kg}}
	for _, m := range kinds {
		rows = append(rows, []string{m.Kind, text.Number(m.Rho0), text.Figure(m.C0),
			text.Number(m.Gamma), text.Number(m.Nu), text.Thousands(m.Particles),
			text.Thousands(m.Last), text.Figure(m.Mass)})
	}
	if s.Ledger == nil {
		return rows
	}
	rows[0] = append(rows[0], "Born", "Removed")
	for k, m := range kinds {
		rows[k+1] = append(rows[k+1], text.Thousands(m.Born), text.Thousands(m.Removed))
	}
	return rows
}

// DeviceRows is a table of what each device did, with a row of names first.
func (s *Summary) DeviceRows() [][]string {
	rows := [][]string{{"Device", "Model", "kips", "mips"}}
	for _, d := range s.Devices {
		rows = append(rows, []string{d.Name, d.Model, text.Digits(d.Kips), text.Digits(d.Mips)})
	}
	return rows
}

// Balance is a table of what each device owned first and last, with a row of names first, and a
// note on it; nil of one device.
func (s *Summary) Balance() (rows [][]string, note string) {
	if len(s.Devices) < 2 {
		return nil, ""
	}
	rows = [][]string{{"Balance", "Before balancing", "After balancing"}}
	var before, after int
	for _, d := range s.Devices {
		before += d.Before.Particles
		after += d.After.Particles
	}
	for _, d := range s.Devices {
		rows = append(rows, []string{d.Name, d.Before.text(before), d.After.text(after)})
	}
	return rows, fmt.Sprintf("Slices moved: %s\n", text.Thousands(s.Moved))
}

// PhaseTimes is a table of how long each device was in each phase, with a row of names first.
func (s *Summary) PhaseTimes() (phases [][]string) {
	shown := sph.Phases[:]
	if len(s.Devices) == 1 { // there is none that MinimumScan could wait for
		shown = shown[:sph.MinimumScan]
	}
	phases = [][]string{append(append([]string{"Time per phase"}, shown...), "Sum")}
	for _, d := range s.Devices {
		sum := 0.0
		times := d.Seconds.list()[:len(shown)]
		for _, t := range times {
			sum += t
		}
		row := []string{d.Name}
		for _, t := range times {
			row = append(row, seconds(t)+" "+percent(t, sum))
		}
		phases = append(phases, append(row, seconds(sum)))
	}
	return phases
}

// LinkTimes is a table of the links between processes, with a row of names first.
func (s *Summary) LinkTimes() [][]string {
	rows := [][]string{{"Link between processes", "Transport", "Latency", "Bandwidth"}}
	for _, l := range s.Links {
		transport := strings.ToUpper(l.Transport)
		if transport == "" {
			transport = "MPI"
		}
		rows = append(rows, []string{fmt.Sprintf("%d and %d", l.Between[0], l.Between[1]),
			transport,
			text.Digits(l.Latency*1e6) + " µs", text.Digits(l.Bandwidth/1e9) + " GB/s"})
	}
	return rows
}

// WriteNext writes the commands that make sense after a run: rows of what each is for and its line.
func WriteNext(b *strings.Builder, rows [][]string) {
	if len(rows) > 0 {
		b.WriteString("\nNext\n")
		text.AlignRows(b, rows, " l l")
	}
}

// ReportFile writes what report.txt has: the report, when and where the run was, and
// its options.
func ReportFile(w io.Writer, s *Summary, f *Flow) error {
	if err := Report(w, s, f); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteByte('\n')
	text.Align(&b, [][]string{{"Status", s.Status}, {"Started", s.Started}, {"Ended", s.Ended},
		{"Host", s.Host}, {"Command line", strings.Join(s.CommandLine, " ")}}, 2)
	options := [][]string{{"Option", "Value that was taken"}}
	for _, name := range slices.Sorted(maps.Keys(s.Options)) {
		options = append(options, []string{name, s.Options[name]})
	}
	b.WriteByte('\n')
	text.Align(&b, options, 2)
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Share) text(all int) string {
	return fmt.Sprintf("%d slices %s", s.Slices, percent(float64(s.Particles), float64(all)))
}

func seconds(t float64) string { return text.Digits(t) + " s" }

// hours is a long time in hours and minutes, as it stands after its seconds; a short one is "".
func hours(t float64) string {
	if !(t >= 600) || math.IsInf(t, 0) {
		return ""
	}
	minutes := int(math.Round(t / 60))
	if minutes < 60 {
		return fmt.Sprintf(", %d min", minutes)
	}
	return fmt.Sprintf(", %s h %d min", text.Thousands(minutes/60), minutes%60)
}

func percent(part, whole float64) string {
	return fmt.Sprintf("%7s",
		text.Percent(ratio(part, whole)))
}

// KarpFlatt is the experimentally determined serial fraction of a parallel
// program that n devices make faster by the factor speedup: (1/S - 1/N)/(1 - 1/N)
// (Karp & Flatt, Comm. ACM 33(5), 1990; eq. 1 of the paper). It is 0 for a
// perfect speedup, 1 for none, and NaN for one device, of which it tells nothing.
func KarpFlatt(speedup, n float64) float64 {
	if n == 1 {
		return math.NaN()
	}
	return (1/speedup - 1/n) / (1 - 1/n)
}
