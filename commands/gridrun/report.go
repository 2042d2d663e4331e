package gridrun

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/commands/running"
	"gpusph/grid"
	"gpusph/grid/gridpage"
	"gpusph/internal/text"
	"gpusph/output"
)

// Report is what a run of a flow on a grid was like: report.json, and as a text report.txt.
type Report struct {
	output.Head
	output.Origin
	Host    string   `json:"host"`
	Problem string   `json:"problem"`
	Notes   []string `json:"notes"`
	Status  string   `json:"status"` // done, interrupted or failed
	Error   string   `json:"error,omitempty"`
	Stopped string   `json:"stopped,omitempty"` // why an option ended the run
	Steady  bool     `json:"steady"`            // the flow was steady before its end

	Clock
	Size
	Work
	Results

	Options map[string]string `json:"options"`
	Resumed []resumption      `json:"resumed,omitempty"`

	all    grid.Progress // of the run, and of those that it continues
	before float64       // seconds of these
	begun  time.Time
}

// Clock is when a run was, in the computer's time.
type Clock struct {
	Started string  `json:"started"`
	Ended   string  `json:"ended"`
	Elapsed float64 `json:"elapsed_s"` // with all that is written
}

// Size is what was computed.
type Size struct {
	Cells     [3]int     `json:"cells"`
	Spacing   [3]float64 `json:"spacing_m"`
	Method    string     `json:"method"`
	Precision string     `json:"precision"`
	End       float64    `json:"end_s"`
	Unit      string     `json:"unit,omitempty"` // of times, as L/U
}

// Work is what the devices did.
type Work struct {
	Time       float64      `json:"t_s"` // reached
	Steps      int          `json:"steps"`
	Wall       float64      `json:"wall_s"` // of the steps
	Mcups      float64      `json:"mcups"`  // million cells times steps a second
	Iterations int          `json:"iterations"`
	Solves     int          `json:"solves"`
	PerSolve   float64      `json:"iterations_per_solve"`
	PerSecond  float64      `json:"mcups_iterations"` // million cells times iterations a second
	Joules     float64      `json:"gpu_energy_J,omitempty"`
	Elsewhere  string       `json:"gpu_energy_elsewhere,omitempty"`
	Model      []string     `json:"model,omitempty"` // what a step takes by a model, in sentences
	Devices    []DeviceWork `json:"devices"`
}

// DeviceWork is one device's part.
type DeviceWork struct {
	Name   string  `json:"name"`
	First  int     `json:"first_plane"`
	Planes int     `json:"planes"`
	Busy   float64 `json:"busy_s"`
}

// Results are numbers of the flow at the end.
type Results struct {
	Numbers     []Number `json:"numbers"`
	Relative    float64  `json:"divergence_relative"` // the greatest divergence, over U/Δx
	Speed       float64  `json:"speed_m_s"`           // the greatest component
	Change      float64  `json:"change"`              // in a time unit, as a part of that
	Snapshots   int      `json:"snapshots"`
	StateSHA256 string   `json:"state_sha256,omitempty"` // of the last checkpoint
}

// Number is one that sums.csv has, too.
type Number struct {
	Name  string          `json:"name"`
	Unit  string          `json:"unit,omitempty"`
	What  string          `json:"what,omitempty"`
	Value gridpage.Number `json:"value"`
}

// resumption is from where a run went on.
type resumption struct {
	Step    int     `json:"step"`
	Time    float64 `json:"t_s"`
	Started string  `json:"started"`
}

var reportHead = output.NewHead("grid-report", 2)

// newReport begins that of a run.
func newReport(g *cli.GridConfig, f *grid.Flow, begun time.Time) *Report {
	r := &Report{Head: reportHead, Problem: f.Name, Notes: f.Notes, begun: begun,
		Origin: cli.Origin(nil),
		Clock:  Clock{Started: running.Stamp(begun)},
		Size: Size{Cells: f.Cells, Spacing: f.Spacing,
			Method: f.Equations.Method(g.Solver), Precision: f.Precision.String(), End: f.End, Unit: f.Unit}}
	r.Host, _ = os.Hostname()
	return r
}

// goOn takes what the run before has done.
func (r *Report) goOn(before *Report, reached grid.Progress, begun time.Time) {
	r.Started, r.before = before.Started, before.Clock.Elapsed
	r.Work, r.Results = before.Work, before.Results
	r.Work.Devices = nil
	r.all = grid.Progress{Wall: r.Wall, Iterations: r.Iterations, Solves: r.Solves}
	r.Resumed = append(before.Resumed, resumption{reached.Step, reached.Time, running.Stamp(begun)})
}

// add takes what a batch of steps was like.
func (r *Report) add(p *grid.Progress) {
	w, all := &r.Work, &r.all
	all.Add(p)
	w.Time, w.Steps, w.Wall = all.Time, all.Step, all.Wall
	w.Iterations, w.Solves = all.Iterations, all.Solves
	cells := r.Cells[0] * r.Cells[1] * r.Cells[2]
	w.Mcups, w.PerSecond = mcups(cells, w.Steps, w.Wall), mcups(cells, w.Iterations, w.Wall)
	w.PerSolve = ratio(w.Iterations, w.Solves)
	r.Relative, r.Speed, r.Change = p.Divergence, p.Speed, p.Change
	w.Devices = nil
	for _, d := range all.Devices {
		w.Devices = append(w.Devices, DeviceWork(d))
	}
}

// sample takes sums over all cells.
func (r *Report) sample(f *grid.Flow, s *grid.Sums) {
	r.Numbers = nil
	for k, q := range f.Quantities() {
		r.Numbers = append(r.Numbers, Number{q.Name, q.Unit, q.What, gridpage.Number(s.Of[k])})
	}
}

// setEnergy takes what the GPUs used [J].
func (r *Report) setEnergy(joules float64, f *grid.Flow) {
	r.Joules = joules
	r.Elsewhere = strings.TrimSpace(f.Equations.Literature(grid.EnergyOfSteps, nil))
}

// end tells how the run has ended.
func (r *Report) end(err error) {
	r.Ended, r.Elapsed = running.Stamp(time.Now()), time.Since(r.begun).Seconds()+r.before
	if r.Status, r.Error = running.Status(err); r.Status == output.Failed {
		r.makeFinite()
	}
}

// makeFinite replaces values that JSON does not have by zeros.
func (r *Report) makeFinite() {
	for _, x := range []*float64{&r.Relative, &r.Speed, &r.Change} {
		if math.IsNaN(*x) || math.IsInf(*x, 0) {
			*x = 0
		}
	}
}

// unitOf is what times of the run are counted in.
func (r *Report) unitOf() string {
	if r.Unit == "" {
		return "s"
	}
	return r.Unit
}

// write writes the report for people.
func (r *Report) write(w io.Writer) error {
	var b strings.Builder
	text.AlignRows(&b, r.rows(), "ll")
	_, err := io.WriteString(w, b.String())
	return err
}

// rows are names and values of the report.
func (r *Report) rows() [][]string {
	cells := r.Cells[0] * r.Cells[1] * r.Cells[2]
	rows := [][]string{
		{"problem", r.Problem},
		{"cells", fmt.Sprintf("%s: %s", text.Thousands(cells), shape(r.Cells))},
	}
	for _, note := range r.Notes {
		rows = append(rows, []string{"", note})
	}
	add := func(name, format string, values ...any) {
		rows = append(rows, []string{name, fmt.Sprintf(format, values...)})
	}
	add("method", "%s, %s precision", r.Method, r.Precision)
	add("status", "%s", r.statusLine())
	for _, before := range r.Resumed {
		add("continued", "from step %s, %.6g %s, at %s", text.Thousands(before.Step), before.Time,
			r.unitOf(), before.Started)
	}
	add("reached", "%.6g of %s %s in %s steps", r.Work.Time, text.Number(r.End), r.unitOf(),
		text.Thousands(r.Steps))
	add("wall time", "%s s for the steps, %s s in all", text.Digits(r.Wall), text.Digits(r.Elapsed))
	add("speed", "%s MCUPS (million cells times steps a second)", text.Digits(r.Mcups))
	if r.Solves > 0 {
		add("pressure", "%s solves with %s iterations each: %s million cells times iterations a second",
			text.Thousands(r.Solves), one(r.PerSolve), text.Digits(r.PerSecond))
	}
	if r.Joules > 0 {
		add("GPU energy", "%s J, %s µJ a cell and step", text.Digits(r.Joules),
			text.Digits(1e6*r.Joules/(float64(cells)*float64(max(r.Steps, 1)))))
	}
	if r.Elsewhere != "" {
		add("", "%s", r.Elsewhere)
	}
	for _, line := range r.Model {
		add("model", "%s", line)
	}
	for _, d := range r.Devices {
		add(d.Name, "planes %d to %d, busy for %s s", d.First, d.First+d.Planes-1, text.Digits(d.Busy))
	}
	return append(rows, r.resultRows()...)
}

// statusLine is how the run ended.
func (r *Report) statusLine() string {
	line := r.Status
	switch {
	case r.Error != "":
		line += ": " + r.Error
	case r.Stopped != "":
		line += ", stopped: " + r.Stopped
	case r.Steady:
		line += ", the flow is steady"
	}
	return line
}

// resultRows are the numbers of the flow at the end.
func (r *Report) resultRows() (rows [][]string) {
	add := func(name, format string, values ...any) {
		rows = append(rows, []string{name, fmt.Sprintf(format, values...)})
	}
	for _, n := range r.Numbers {
		line := strings.TrimSpace(fmt.Sprintf("%.8g %s", float64(n.Value), n.Unit))
		if n.What != "" {
			line += ", " + n.What
		}
		add(n.Name, "%s", line)
	}
	if r.Solves > 0 {
		add("", "divergence of %.2g U/Δx in the last solve", r.Relative)
	}
	speed := fmt.Sprintf("%.6g m/s along an axis", r.Speed)
	if r.Change > 0 {
		speed += fmt.Sprintf(", changing by %.2g of that in a time unit", r.Change)
	}
	add("greatest speed", "%s", speed)
	if r.StateSHA256 != "" {
		add("state", "SHA-256 %s", r.StateSHA256)
	}
	return rows
}
