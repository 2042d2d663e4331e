package balance

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"gonum.org/v1/plot/vg"

	"gpusph/commands/cli"
	"gpusph/internal/measure"
	"gpusph/internal/plot"
	"gpusph/internal/text"
	"gpusph/output"
)

// Comparison is all that the command balance finds out.
type Comparison struct {
	output.Head
	Problem    string     `json:"problem"`
	DeltaP     float64    `json:"deltap_m"`
	Particles  int        `json:"particles"`
	Remarks    []string   `json:"remarks,omitempty"`
	Off        *History   `json:"off"`
	Paper      *History   `json:"paper"`
	Predictive *History   `json:"predictive"`
	Static     *bound     `json:"best_that_stay,omitempty"`    // by calculation
	Ideal      *bound     `json:"best_at_each_list,omitempty"` // by calculation
	Thresholds []*History `json:"thresholds,omitempty"`        // the paper's balancer, by H_LB
	Gains      []*History `json:"gains,omitempty"`             // the predictive, by least gain

	names     []string // of devices
	first     int      // slice that is owned
	least     int      // slices of a device
	weighings []weighing
}

var ComparisonHead = output.NewHead("balance", 1)

// report writes the paper's Figures 8 and 10 as tables.
func (c *Comparison) report(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "gpusph %s: balancing of %s, %s particles at deltap %g m, over %s; %s until %s s\n", cli.FullVersion(), c.Problem,
		text.Thousands(c.Particles), c.DeltaP, text.Count(len(c.names), "device"), text.Count(c.Off.Steps, "step"), text.Number(c.Off.time()))
	for _, r := range c.Remarks {
		fmt.Fprintf(&b, "Remark: %s\n", r)
	}
	main := []*History{c.Off, c.Paper, c.Predictive}
	for _, of := range []struct {
		title string
		of    func(*period) []float64
	}{{"Forces", forces}, {"BuildNeibs and Forces", busy}} {
		fmt.Fprintf(&b, "\nFigure 8. Time in %s, per step [ms]\n", of.title)
		head := append([]string{""}, c.names...)
		rows := [][]string{append(head, "average", "greatest")}
		for _, h := range main {
			rows = append(rows, append([]string{h.Name}, times(h.perStep(of.of))...))
		}
		if c.Static != nil && of.title != "Forces" {
			rows = append(rows, append([]string{"best bounds that stay*"}, times(c.Static.perStep)...))
		}
		text.Align(&b, rows, 1)
	}
	b.WriteString("\nFigure 10. By how much the device that is busy longest is above the average, in each list; per step\n")
	rows := [][]string{{"", "longest [ms]", "above [ms]", "above", "above*", "slices moved", "run time [s]"}}
	for i, list := range [][]*History{main, c.Thresholds, c.Gains} {
		for _, h := range list {
			seconds, part := h.distance()
			if i == 0 || h != c.Paper && h != c.Predictive {
				rows = append(rows, []string{c.label(h), text.Milliseconds(seconds/part + seconds),
					text.Milliseconds(seconds), text.Percent(part), text.Percent(c.uneven(h)), text.Thousands(h.Moved), fmt.Sprintf("%.2f", h.Seconds)})
			}
		}
	}
	if c.Static != nil {
		average := measure.Sum(c.Off.perStep(busy)) / float64(len(c.names))
		for _, o := range []struct {
			name string
			*bound
		}{{"best bounds that stay*", c.Static}, {"best at each list*", c.Ideal}} {
			rows = append(rows, []string{o.name, text.Milliseconds(o.Longest), text.Milliseconds(o.Longest - average), "", text.Percent(o.Longest/average - 1), "0", ""})
		}
		rows[len(rows)-1][5] = ""
	}
	text.Align(&b, rows, 1)
	if c.Static != nil {
		fmt.Fprintf(&b, "* By calculation, for equal devices: each slice takes what its part of the neighbour pairs is, counted %s in the run,\n"+
			"  of the time without balancing. That compares bounds where times are noisy, but pairs are not all that takes time.\n"+
			"  The best bounds that stay are %s.\n", text.Count(len(c.weighings), "time"), strings.Trim(fmt.Sprint(c.Static.Bounds), "[]"))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// label is the name of a run and its parameter.
func (c *Comparison) label(h *History) string {
	switch h {
	case c.Paper:
		return fmt.Sprintf("paper, H_LB = %g", h.Parameter)
	case c.Predictive:
		return fmt.Sprintf("predictive, gain %g %%", h.Parameter)
	}
	return h.Name
}

// times are seconds in milliseconds, their average and the greatest.
func times(perStep []float64) []string {
	var row []string
	most := 0.0
	for _, s := range perStep {
		row = append(row, text.Milliseconds(s))
		most = max(most, s)
	}
	return append(row, text.Milliseconds(measure.Sum(perStep)/float64(len(perStep))), text.Milliseconds(most))
}

// write writes the files of a comparison into a directory: balance.json with
// all, report.txt, a CSV file for each figure, and the plots.
func (c *Comparison) write(dir string) error {
	err := output.WriteFile(filepath.Join(dir, "balance.json"), func(w io.Writer) error { return output.WriteJSON(w, c) })
	if err == nil {
		err = output.WriteFile(filepath.Join(dir, "report.txt"), c.report)
	}
	if err == nil {
		err = c.writeTables(dir)
	}
	if err != nil {
		return err
	}
	for _, chart := range c.charts() {
		if err := chart.Write(dir, output.WriteFile); err != nil {
			return fmt.Errorf("the plot %s cannot be written: %w", chart.Name, err)
		}
	}
	return nil
}

// writeTables writes the numbers behind the figures.
func (c *Comparison) writeTables(dir string) error {
	if err := c.writeDevices(filepath.Join(dir, "figure8.csv")); err != nil {
		return err
	}
	if err := c.writeParameters(filepath.Join(dir, "figure10_paper.csv"), "H_LB", c.Thresholds); err != nil {
		return err
	}
	if err := c.writeParameters(filepath.Join(dir, "figure10_predictive.csv"), "least gain[%]", c.Gains); err != nil {
		return err
	}
	for _, h := range c.policies() {
		if err := c.writeHistory(filepath.Join(dir, "figure11_"+h.Name+".csv"), h); err != nil {
			return err
		}
	}
	return nil
}

// policies are the runs without balancing, with the paper's balancer and with the predictive one.
func (c *Comparison) policies() []*History { return []*History{c.Off, c.Paper, c.Predictive} }

// writeDevices writes the times of the devices in each run.
func (c *Comparison) writeDevices(path string) error {
	columns := []string{"device"}
	var values [][]float64
	for _, h := range c.policies() {
		columns = append(columns, h.Name+" forces[s]", h.Name+" busy[s]")
		values = append(values, h.perStep(forces), h.perStep(busy))
	}
	if c.Static != nil {
		columns, values = append(columns, "best that stay busy[s]"), append(values, c.Static.perStep)
	}
	return output.WriteTable(path, columns, func(row func(...float64) error) error {
		for d := range c.names {
			line := []float64{float64(d)}
			for _, v := range values {
				line = append(line, v[d])
			}
			if err := row(line...); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeParameters writes a row for each value of a balancer's parameter, if it was varied.
func (c *Comparison) writeParameters(path, parameter string, runs []*History) error {
	if len(runs) == 0 {
		return nil
	}
	columns := []string{parameter, "above average[s]", "above average", "above average in pairs", "slices moved", "run time[s]"}
	return output.WriteTable(path, columns, func(row func(...float64) error) error {
		for _, h := range runs {
			seconds, part := h.distance()
			if err := row(h.Parameter, seconds, part, c.uneven(h), float64(h.Moved), h.Seconds); err != nil {
				return err
			}
		}
		return nil
	})
}

// writeHistory writes the bounds of a run and the times of its devices, list period by list period.
func (c *Comparison) writeHistory(path string, h *History) error {
	columns := []string{"t[s]", "steps"}
	for b := range h.periods[0].bounds {
		columns = append(columns, fmt.Sprintf("bound %d", b))
	}
	for d := range c.names {
		columns = append(columns, fmt.Sprintf("busy %d[s]", d))
	}
	return output.WriteTable(path, columns, func(row func(...float64) error) error {
		for i := range h.periods {
			p := &h.periods[i]
			line := []float64{p.time, float64(p.steps)}
			for _, b := range p.bounds {
				line = append(line, float64(b))
			}
			if err := row(append(line, p.busy...)...); err != nil {
				return err
			}
		}
		return nil
	})
}

// charts are the figures: 8 as bars, 10 and 11 as lines.
func (c *Comparison) charts() []plot.Chart {
	kinds := []curveKind{
		{c.Off, "LB off", plot.StyleIdeal},
		{c.Paper, "paper", plot.StyleOff},
		{c.Predictive, "predictive", plot.StyleOn},
	}
	all := append(c.deviceCharts(kinds), c.parameterCharts(kinds)...)
	all = append(all, c.boundsChart(kinds))
	for i := range all {
		all[i].Title = plot.FlowTitle(c.Problem, c.Particles)
	}
	return all
}

// curveKind is how a run is drawn in all charts.
type curveKind struct {
	h     *History
	name  string
	style plot.Style
}

// deviceCharts are the times of the devices in each run.
func (c *Comparison) deviceCharts(kinds []curveKind) (all []plot.Chart) {
	dotted := plot.StyleExpected
	dotted.Glyph = nil
	for _, f := range []struct {
		name, y string
		of      func(*period) []float64
	}{{"figure8_forces", "time in Forces per step [ms]", forces}, {"figure8_busy", "busy per step [ms]", busy}} {
		g := plot.Chart{Name: f.name, X: "device", Y: f.y, Groups: c.names}
		for _, k := range kinds {
			g.Curves = append(g.Curves, plot.Curve{Name: k.name, Style: k.style, Y: scaled(k.h.perStep(f.of), 1e3)})
		}
		if c.Static != nil && f.name == "figure8_busy" {
			g.Curves = append(g.Curves, plot.Curve{Name: "best that stay (calculated)", Style: dotted, Y: scaled(c.Static.perStep, 1e3)})
		}
		all = append(all, g)
	}
	return all
}

// parameterCharts are the unevenness over the parameters of the balancers.
func (c *Comparison) parameterCharts(kinds []curveKind) (all []plot.Chart) {
	for i, f := range []struct {
		name, x string
		runs    []*History
	}{
		{"figure10_paper", "H_LB of the paper's balancer [slices]", c.Thresholds},
		{"figure10_predictive", "least gain of the predictive balancer [%]", c.Gains},
	} {
		if len(f.runs) == 0 {
			continue
		}
		seconds := plot.Curve{Name: "by time", Style: kinds[i+1].style}
		pairs := plot.Curve{Name: "by neighbour pairs", Style: kinds[i+1].style}
		pairs.Style.Dashes = []vg.Length{vg.Points(3), vg.Points(2)}
		for _, h := range f.runs {
			_, part := h.distance()
			seconds.N, seconds.Y = append(seconds.N, h.Parameter), append(seconds.Y, 100*part)
			pairs.N, pairs.Y = append(pairs.N, h.Parameter), append(pairs.Y, 100*c.uneven(h))
		}
		all = append(all, plot.Chart{Name: f.name, X: f.x, Y: "longest above average [%]", Curves: []plot.Curve{seconds, pairs}})
	}
	return all
}

// boundsChart is how the bounds move in each run.
func (c *Comparison) boundsChart(kinds []curveKind) plot.Chart {
	dashed := plot.StyleOff
	dashed.Dashes = []vg.Length{vg.Points(3), vg.Points(2)}
	bounds := plot.Chart{Name: "figure11", X: "time [s]", Y: "slice"}
	for _, k := range kinds {
		k.style.Glyph = nil
		if k.h == c.Paper {
			k.style = dashed
			k.style.Glyph = nil
		}
		for b := 1; b < len(c.names); b++ {
			v := plot.Curve{Style: k.style}
			if b == 1 {
				v.Name = k.name
			}
			v.N, v.Y = k.h.bound(b)
			bounds.Curves = append(bounds.Curves, v)
		}
	}
	return bounds
}

// bound is where a bound lies, as the corners of a line over time.
func (h *History) bound(b int) (time, slice []float64) {
	at, begun := math.NaN(), 0.0
	for i := range h.periods {
		p := &h.periods[i]
		if y := float64(p.bounds[b]); y != at || i == len(h.periods)-1 {
			if i > 0 {
				time, slice = append(time, begun), append(slice, at)
			}
			time, slice = append(time, begun), append(slice, y)
			at = y
		}
		begun = p.time
	}
	return append(time, begun), append(slice, at)
}

func scaled(values []float64, by float64) []float64 {
	var all []float64
	for _, v := range values {
		all = append(all, by*v)
	}
	return all
}
