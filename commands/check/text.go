package check

import (
	"fmt"
	"math"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// printer prints lines that begin with what they are about.
func printer(b *strings.Builder) func(name, format string, values ...any) {
	return func(name, format string, values ...any) {
		fmt.Fprintf(b, "%-12s %s\n", name, fmt.Sprintf(format, values...))
	}
}

// writeFiles prints which files there are in the run directory.
func writeFiles(b *strings.Builder, dir string, names []string) {
	printer(b)("Files", "%s in %s", text.And(names), dir)
}

// ofMaterials tells the masses of particles where they differ.
func (p *Particles) ofMaterials() string {
	var all []string
	for _, m := range p.Materials {
		all = append(all, fmt.Sprintf("%.4g kg of %s", m.Mass, m.Name))
	}
	if all == nil {
		return ""
	}
	return " in the mean: " + text.And(all)
}

// write prints what is known.
func (k *Check) write(b *strings.Builder) {
	line := printer(b)
	p := &k.Particles
	line("Flow", "%s at deltap %s m", k.Problem, text.Exact(k.DeltaP))
	line("Particles", "%s: %s fluid, %s boundary", text.Thousands(p.Total), text.Thousands(p.Fluid),
		text.Thousands(p.Wall))
	for _, body := range p.Bodies {
		line("", "%s of the boundary are of %s", text.Thousands(body.Particles), body.Name)
	}
	if d := k.Domain; d != nil {
		kg := "kg"
		if k.flat {
			kg = "kg/m"
		}
		line("Mass", "%.5g %s of fluid, %.4g %s a particle%s", p.Mass, kg, p.Each, kg, p.ofMaterials())
		line("Domain", "%.4g x %.4g x %.4g m, %.0f x %.0f x %.0f spacings", d.Size[0], d.Size[1],
			d.Size[2], d.Spacings[0], d.Spacings[1], d.Spacings[2])
		if k.verbose {
			line("", "%d x %d x %d cells of %.3g m", d.Cells[0], d.Cells[1], d.Cells[2], d.Edge)
		}
	}
	if k.Pairs != nil {
		k.Pairs.write(line, k.DeltaP, k.verbose)
	}
	if e := &k.Each; e.Devices > 0 {
		on := "on a GPU"
		if e.Devices > 1 {
			on = fmt.Sprintf("on each of %d GPUs", e.Devices)
		}
		line("Memory", "%s %s; %s of the host for %s", text.Bytes(e.Device), on, text.Bytes(e.Process),
			ofEach(e.Processes))
	}
	for _, n := range k.Memory {
		line("Memory", "%s of %s%s", text.Bytes(n.Bytes), n.Name, left(n.Free))
	}
	if t := k.Trial; t != nil {
		line("Steps", "about %s, if they stay as long as %.3g s; the flow ends at %s s",
			text.Thousands(int(min(t.RunSteps, 1e18))), t.Dt, text.Number(k.End))
		line("Time", "about %s, by %s of %s ms on %s (%s)", duration(t.RunHours),
			text.Count(t.Steps, "step"), text.Digits(1e3*t.Step), strings.Join(t.Devices, ", "), t.Model)
	}
	if k.Disk != nil {
		k.Disk.write(line)
	}
	k.writeLengths(line)
	for _, w := range k.Remarks {
		line("Note", "%s", w)
	}
	for _, w := range k.Warnings {
		line("Warning", "%s", w)
	}
	switch {
	case len(k.Faults) > 0: // the error has them
	case len(k.Warnings) > 0:
		line("Result", "No errors, %s.", text.Count(len(k.Warnings), "warning"))
	default:
		line("Result", "No problems found.")
	}
}

// write prints the room that the files of the run need.
func (d *Disk) write(line func(string, string, ...any)) {
	for _, f := range d.Formats {
		line("Disk", "%s as %s, in %s of %s", text.Bytes(f.Bytes), f.Name,
			text.Count(d.Snapshots, "snapshot"), text.Bytes(f.Each))
	}
	line("Disk", "%s of tables and pictures, %s of checkpoints", text.Bytes(d.Tables),
		text.Bytes(d.Checkpoints))
	where := d.Where
	if where == "." {
		where = "this directory"
	}
	line("", "about %s in all, in %s%s", text.Bytes(d.Bytes), where, left(d.Free))
}

func ofEach(processes int) string {
	if processes == 1 {
		return "the process"
	}
	return fmt.Sprintf("each of %d processes", processes)
}

// write prints which particles are too near. For developers it prints gaps and neighbours, too.
func (p *Pairs) write(line func(string, string, ...any), deltap float64, verbose bool) {
	if g := p.Smallest; g != nil && verbose {
		line("Least gap", "%.3g deltap, %s", g.Distance/deltap, g)
	}
	overlaps := "none"
	if p.Overlaps > 0 {
		overlaps = text.Count(p.Overlaps, "pair")
	}
	if verbose || p.Overlaps > 0 {
		line("Overlaps", "%s nearer than %g deltap", overlaps, overlap)
	}
	for i := range p.Places {
		line("", "%s", &p.Places[i])
	}
	if !verbose {
		return
	}
	line("Neighbours", "%.1f of a particle of fluid in the mean, %d at most; lists hold %d of fluid "+
		"and as many of walls", p.Mean, p.Most, sph.MaxNeighbours)
}

// String says where a gap is.
func (g *Gap) String() string {
	end := func(k int) string {
		x := g.Position[k]
		return fmt.Sprintf("%s %d at (%s, %s, %s) m", g.Type[k], g.ID[k], place(x[0]), place(x[1]),
			place(x[2]))
	}
	return fmt.Sprintf("%.4g m between %s and %s", g.Distance, end(0), end(1))
}

// place is a coordinate with five digits, or to a tenth of a millimetre where that is more.
func place(x float64) string {
	if math.Abs(x) < 10 {
		return fmt.Sprintf("%.5g", x)
	}
	return text.Exact(math.Round(x*1e4) / 1e4)
}

func left(free float64) string {
	if free == 0 {
		return ""
	}
	return ", of " + text.Bytes(free) + " that are left"
}

// duration is a time for people.
func duration(hours float64) string { return text.Duration(3600 * hours) }
