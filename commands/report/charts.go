package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/page"
	"gpusph/internal/plot"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/sph"
)

const overTime = "simulated time t [s]"

// mostCurves is how many curves a chart has at most.
const mostCurves = 4

// mostNamed is up to how many devices have a curve each. Of more the least, the mean and the
// greatest are drawn.
const mostNamed = 8

// figures are the charts of a run, with those of the flow or without.
func (r *runReport) figures(flow bool) (all []page.Section) {
	add := func(title, note string, charts []plot.Chart) {
		if s := page.NewSection(title, note, charts); len(s.Charts) > 0 {
			all = append(all, s)
		}
	}
	if flow {
		add("Forces", "Of the fluid on each body, and moments about its centre.", r.forces())
		add("Gauges", "Places are (x, y) in metres.", r.sensors(r.of.Gauges, "gauge", "height z"))
		note, spectra := r.spectra()
		add("Waves", note, spectra)
		add("Probes", "Places are (x, y, z) in metres.", r.sensors(r.of.Probes, "probe", "pressure p"))
		add("Velocities", "Of the fluid at probes.", r.sensors(r.of.Velocities, "probe", "velocity v"))
		for _, t := range sph.SampleTables() {
			if of := t.Charts; of != nil {
				add(of.Title, of.Note, columnCharts(r.of.SampleTable(t.File), of))
			}
		}
		add("Energies", "Of the fluid.", []plot.Chart{r.energies()})
	}
	r.physics = len(all)
	p := newPeriods(r.of)
	add("Throughput and time step", "A point for each rebuild interval, or the least and "+
		"the greatest "+
		"of several.", p.speed())
	title := "Phases and balance"
	if len(p.devices) < 2 {
		title = "Phases"
	}
	add(title, p.note(), p.balance())
	return all
}

// curve is one over the time of a table.
func curve(name string, style plot.Style, time, values []float64) plot.Curve {
	return plot.Curve{Name: name, Style: style, N: time, Y: values}
}

func (r *runReport) energies() plot.Chart {
	c := plot.Chart{Name: "energies", Title: "Energies of the fluid", X: overTime}
	for k, column := range r.of.Energies.Measured() {
		c.Y = "energy [" + column.Unit + "]"
		c.Curves = append(c.Curves, curve(column.Name, plot.Line(k), r.of.Energies.Time(), column.Of))
	}
	return c
}

// columnCharts are those of the columns of a table, of a few of them each.
func columnCharts(t *stored.Table, of *sph.ColumnCharts) (all []plot.Chart) {
	for _, what := range of.Of {
		var c plot.Chart
		end := func() {
			if len(c.Curves) > 0 {
				all = append(all, c)
			}
			c = plot.Chart{Name: of.Name, Title: of.Title + ": " + what.Name, X: overTime,
				Places: what.Places}
		}
		end()
		for _, column := range t.Measured() {
			name, ok := strings.CutSuffix(column.Name, what.Ending)
			if !ok {
				continue
			}
			if len(c.Curves) == mostCurves {
				end()
			}
			c.Y = fmt.Sprintf("%s [%s]", what.Axis, column.Unit)
			c.Curves = append(c.Curves, curve(name, plot.Line(len(c.Curves)), t.Time(), column.Of))
		}
		end()
	}
	return all
}

// sensors are charts of a few probes or gauges each.
func (r *runReport) sensors(t *stored.Table, kind, what string) (all []plot.Chart) {
	columns := t.Measured()
	for from := 0; from < len(columns); {
		some := columns[from:min(from+mostCurves, len(columns))]
		front := kind == "gauge" && stored.IsFront(r.of.Sensors, some[0].Name)
		if front {
			some = some[:1]
		}
		if last := len(some) - 1; last > 0 && kind == "gauge" &&
			stored.IsFront(r.of.Sensors, some[last].Name) {
			some = some[:last] // the front of the fluid is along x, and has a chart of its own
		}
		c := plot.Chart{Name: kind, X: overTime, Y: fmt.Sprintf("%s [%s]", what, some[0].Unit),
			Places: kind == "gauge"}
		if front {
			c.Y = fmt.Sprintf("greatest x [%s]", some[0].Unit)
		}
		c.Title = strings.ToUpper(kind[:1]) + kind[1:] + " " + some[0].Name
		if front {
			c.Title = "Front of the fluid"
		}
		if last := some[len(some)-1]; len(some) > 1 {
			c.Title = fmt.Sprintf("%ss %s to %s", strings.ToUpper(kind[:1])+kind[1:], some[0].Name,
				last.Name)
		}
		for k, column := range some {
			if r.plane() && acrossPlane(column.Name) {
				continue
			}
			c.Curves = append(c.Curves, curve(r.named(column.Name, kind), plot.Line(k), t.Time(), column.Of))
		}
		all = append(all, c)
		from += len(some)
	}
	return all
}

// place is a coordinate with three digits, or to a millimetre where that is more.
func place(x float64) string {
	if math.Abs(x) < 1000 {
		return fmt.Sprintf("%.3g", x)
	}
	return text.Exact(math.Round(x*1e3) / 1e3)
}

// named is a sensor with its place, where that is known.
func (r *runReport) named(name, kind string) string {
	for _, s := range r.of.Sensors {
		if s.Name != name || s.Kind != kind {
			continue
		}
		if kind == "gauge" {
			return fmt.Sprintf("%s (%s, %s)", name, place(s.At[0]), place(s.At[1]))
		}
		return fmt.Sprintf("%s (%s, %s, %s)", name, place(s.At[0]), place(s.At[1]), place(s.At[2]))
	}
	return name
}

// forces are two charts for each body: forces and moments.
func (r *runReport) forces() (all []plot.Chart) {
	columns := r.of.Forces.Measured()
	for from := 0; from+3 <= len(columns); from += 3 {
		some := columns[from : from+3]
		body, what := some[0].Name, "Force on "
		if i := strings.LastIndex(body, " "); i > 0 {
			if strings.HasPrefix(body[i+1:], "M") {
				what = "Moment on "
			}
			body = body[:i]
		}
		c := plot.Chart{Name: "force", Title: what + body, X: overTime,
			Y: strings.ToLower(what[:len(what)-4]) + " [" + some[0].Unit + "]"}
		for k, column := range some {
			c.Curves = append(c.Curves, curve(strings.TrimPrefix(column.Name, body+" "), plot.Line(k),
				r.of.Forces.Time(), column.Of))
		}
		all = append(all, c)
	}
	return all
}

// periods are the rows of all tables of list periods.
type periods struct {
	time, step, steps, dt, mips, moved []float64
	// mean over the devices, for each step [s]
	phases  [sph.PhaseCount][]float64
	devices []devicePeriods
}

// devicePeriods are those of a device, NaN where it took no part.
type devicePeriods struct {
	name                      string
	forces, slices, particles []float64 // Forces for each step [s], slices, part of all particles
}

func newPeriods(of *stored.Run) *periods {
	p := &periods{}
	for _, t := range of.Throughput {
		p.add(t)
	}
	return p
}

// add adds a table. Devices may be of one name, so they are told by their order.
func (p *periods) add(t *stored.Table) {
	before := len(p.time)
	if t.Len() > 0 { // what a run did that went on from before is told by the table of after
		for before > 0 && p.time[before-1] >= t.Time()[0] {
			before--
		}
		p.cut(before)
	}
	p.time, p.steps, p.dt = append(p.time, t.Time()...), append(p.steps, t.Of("steps")...),
		append(p.dt, t.Of("dt")...)
	p.step, p.mips, p.moved = append(p.step, t.Of("step")...), append(p.mips, t.Of("mips")...),
		append(p.moved, t.Of("moved")...)
	steps, all := t.Of("steps"), t.Of("particles")
	of := func(what string) (found []stored.Column) {
		for _, c := range t.Columns {
			if strings.HasSuffix(c.Name, " "+what) {
				found = append(found, c)
			}
		}
		return found
	}
	for k, phase := range sph.Phases {
		columns := of(phase)
		for i := range t.Len() {
			sum := 0.0
			for _, c := range columns {
				sum += c.Of[i]
			}
			p.phases[k] = append(p.phases[k], sum/float64(len(columns))/steps[i])
		}
	}
	forces, owned, particles := of(sph.Phases[sph.Forces]), of("slices"), of("particles")
	for k, c := range forces {
		if k == len(p.devices) {
			p.devices = append(p.devices, devicePeriods{})
		}
		d := &p.devices[k]
		d.name = strings.TrimSuffix(c.Name, " "+sph.Phases[sph.Forces])
		d.fill(before)
		for i := range t.Len() {
			d.forces = append(d.forces, c.Of[i]/steps[i])
			if k < len(owned) && k < len(particles) {
				d.slices, d.particles = append(d.slices, owned[k].Of[i]),
					append(d.particles, particles[k].Of[i]/all[i])
			}
		}
	}
	for k := range p.devices {
		p.devices[k].fill(len(p.time))
	}
}

// cut leaves the first n rows.
func (p *periods) cut(n int) {
	for _, values := range []*[]float64{&p.time, &p.step, &p.steps, &p.dt, &p.mips, &p.moved,
		&p.phases[0], &p.phases[1], &p.phases[2]} {
		*values = (*values)[:n]
	}
	for k := range p.devices {
		d := &p.devices[k]
		d.forces, d.slices, d.particles = d.forces[:n], d.slices[:n], d.particles[:n]
	}
}

// fill makes values up to some row that are none.
func (d *devicePeriods) fill(to int) {
	for _, values := range []*[]float64{&d.forces, &d.slices, &d.particles} {
		for len(*values) < to {
			*values = append(*values, math.NaN())
		}
	}
}

func (p *periods) speed() []plot.Chart {
	return []plot.Chart{
		{Name: "mips", Title: "Throughput of rebuild intervals", X: overTime,
			Y:      "particles × steps [million/s]",
			Curves: []plot.Curve{curve("", plot.Line(0), p.time, p.mips)}},
		{Name: "dt", Title: "Time step", X: overTime, Y: "Δt [ms]",
			Curves: []plot.Curve{curve("", plot.Line(0), p.time, scaled(p.dt, 1e3))}},
	}
}

func (p *periods) note() string {
	if len(p.devices) < 2 {
		return "MinimumScan is what is left beside the other two."
	}
	note := "MinimumScan is mostly waiting for the others. Forces takes equally long on all devices " +
		"where the balance is good."
	if !slices.ContainsFunc(p.moved, func(n float64) bool { return n > 0 }) {
		note += " No slice has moved."
	}
	return note
}

func (p *periods) phasesChart() plot.Chart {
	c := plot.Chart{Name: "phases", Title: "Time of the phases",
		Note: "Of a step, with its part of the list; the mean over the devices.", X: overTime,
		Y: "time per step [ms]"}
	if len(p.devices) < 2 {
		c.Note = "Of a step, with its part of the list."
	}
	for k, phase := range sph.Phases {
		c.Curves = append(c.Curves, curve(phase, plot.Line(k), p.time, scaled(p.phases[k], 1e3)))
	}
	return c
}
