package output

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"gpusph/sph"
)

// Report writes what a run was like as text for people, as the paper tells its
// runs: how long it took, how fast it was, the time of each phase and the share of
// each device.
func Report(w io.Writer, s *Summary) error {
	devices := fmt.Sprintf("%d devices", len(s.Devices))
	if len(s.Devices) == 1 {
		devices = "one device"
	}
	runtime := seconds(s.Runtime)
	if s.Elapsed > 0 {
		runtime += fmt.Sprintf(" (%s with set-up and output)", seconds(s.Elapsed))
	}
	about := [][]string{
		{"Runtime", runtime},
		{"Simulated time", number(s.Time) + " s"},
		{"Iterations", thousands(s.Steps)},
		{"Particles", fmt.Sprintf("%s (%s fluid, %s boundary)", thousands(s.Particles.Total), thousands(s.Particles.Fluid), thousands(s.Particles.Wall))},
		{"Left the domain", thousands(s.Particles.Lost)},
		{"Throughput", fmt.Sprintf("%s kips, %s mips", digits(s.Kips), digits(s.Mips))},
		{"Slices moved", thousands(s.Moved)},
	}
	if s.Energy > 0 {
		about = append(about, []string{"Energy of the GPUs", fmt.Sprintf("%s J, %s µJ per particle-iteration", digits(s.Energy), digits(s.PerParticle))})
	}

	shares := [][]string{{"Device", "Model", "kips", "mips", "Before balancing", "After balancing"}}
	phases := [][]string{append(append([]string{"Time per phase"}, sph.Phases[:]...), "Sum")}
	var before, after int
	for _, d := range s.Devices {
		before += d.Before.Particles
		after += d.After.Particles
	}
	for _, d := range s.Devices {
		shares = append(shares, []string{d.Name, d.Model, digits(d.Kips), digits(d.Mips), d.Before.text(before), d.After.text(after)})
		sum := 0.0
		for _, t := range d.Seconds.list() {
			sum += t
		}
		row := []string{d.Name}
		for _, t := range d.Seconds.list() {
			row = append(row, seconds(t)+" "+percent(t, sum))
		}
		phases = append(phases, append(row, seconds(sum)))
	}

	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s on %s\n\n", strings.TrimSpace(s.Program+" "+s.Version), s.Problem, devices)
	align(&b, about, 2)
	b.WriteByte('\n')
	align(&b, shares, 2)
	b.WriteByte('\n')
	align(&b, phases, 1)
	b.WriteString("Forces moves the particles, too: Euler is part of it.\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Share) text(all int) string {
	return fmt.Sprintf("%d slices %s", s.Slices, percent(float64(s.Particles), float64(all)))
}

// align writes a table, its first columns to the left, the others to the right.
func align(b *strings.Builder, rows [][]string, left int) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range rows {
		var line strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-utf8.RuneCountInString(cell))
			if i < left {
				line.WriteString(cell + pad + "  ")
			} else {
				line.WriteString(pad + cell + "  ")
			}
		}
		b.WriteString(strings.TrimRight(line.String(), " ") + "\n")
	}
}

func seconds(t float64) string { return digits(t) + " s" }

func percent(part, whole float64) string { return fmt.Sprintf("%5.1f %%", 100*ratio(part, whole)) }

// digits is x with three or four digits, and all those before the point.
func digits(x float64) string {
	switch {
	case x < 1:
		return strconv.FormatFloat(x, 'g', 3, 64)
	case x < 10:
		return strconv.FormatFloat(x, 'f', 3, 64)
	case x < 100:
		return strconv.FormatFloat(x, 'f', 2, 64)
	case x < 1000:
		return strconv.FormatFloat(x, 'f', 1, 64)
	}
	return thousands(int(math.Round(x)))
}

// thousands is n with commas.
func thousands(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
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
