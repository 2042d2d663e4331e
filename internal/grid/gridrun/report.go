package gridrun

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"time"

	"gpusph/internal/cli"
	"gpusph/internal/grid"
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

	before float64 // seconds of the runs that this one continues
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
	Solver    string     `json:"solver"`
	Scheme    string     `json:"scheme"`
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
	Energy      float64            `json:"energy_m2_s2"`        // mean of u²/2
	Dissipation float64            `json:"dissipation_m2_s3"`   // mean of ν |∇u|²
	Divergence  float64            `json:"divergence_1_s"`      // the greatest
	Relative    float64            `json:"divergence_relative"` // the same, over U/Δx
	Speed       float64            `json:"speed_m_s"`           // the greatest component
	Change      float64            `json:"change"`              // in a time unit, as a part of that
	Temperature *float64           `json:"temperature_K,omitempty"`
	Nusselt     map[string]float64 `json:"nusselt,omitempty"` // by wall
	Snapshots   int                `json:"snapshots"`
	StateSHA256 string             `json:"state_sha256,omitempty"` // of the last checkpoint
}

// resumption is from where a run went on.
type resumption struct {
	Step    int     `json:"step"`
	Time    float64 `json:"t_s"`
	Started string  `json:"started"`
}

var reportHead = output.NewHead("grid-report", 1)

func stamp(t time.Time) string { return t.UTC().Format(time.RFC3339) }

// newReport begins that of a run.
func newReport(g *cli.GridConfig, f *grid.Flow, begun time.Time) *Report {
	r := &Report{Head: reportHead, Problem: f.Name, Notes: f.Notes, begun: begun,
		Origin: output.Origin{Program: "gpusph", Version: cli.FullVersion(), CommandLine: os.Args},
		Clock:  Clock{Started: stamp(begun)},
		Size: Size{Cells: f.Cells, Spacing: f.Spacing, Solver: g.Solver.String(),
			Scheme: f.Scheme.String(), Precision: f.Precision.String(), End: f.End, Unit: f.Unit}}
	r.Host, _ = os.Hostname()
	return r
}

// goOn takes what the run before has done.
func (r *Report) goOn(before *Report, reached grid.Progress, begun time.Time) {
	r.Started, r.before = before.Started, before.Clock.Elapsed
	r.Work, r.Results = before.Work, before.Results
	r.Work.Devices = nil
	r.Resumed = append(before.Resumed, resumption{reached.Step, reached.Time, stamp(begun)})
}

// add takes what a batch of steps was like.
func (r *Report) add(p *grid.Progress) {
	w := &r.Work
	w.Time, w.Steps, w.Wall = p.Time, p.Step, w.Wall+p.Wall
	w.Iterations, w.Solves = w.Iterations+p.Iterations, w.Solves+p.Solves
	cells := r.Cells[0] * r.Cells[1] * r.Cells[2]
	w.Mcups, w.PerSecond = mcups(cells, w.Steps, w.Wall), mcups(cells, w.Iterations, w.Wall)
	w.PerSolve = ratio(w.Iterations, w.Solves)
	r.Relative, r.Speed, r.Change = p.Divergence, p.Speed, p.Change
	for i, d := range p.Devices {
		if i == len(w.Devices) {
			w.Devices = append(w.Devices, DeviceWork{Name: d.Name})
		}
		w.Devices[i].First, w.Devices[i].Planes = d.First, d.Planes
		w.Devices[i].Busy += d.Busy
	}
}

// sample takes sums over all cells.
func (r *Report) sample(f *grid.Flow, s *grid.Sums) {
	r.Energy, r.Dissipation, r.Results.Divergence = s.Energy, s.Dissipation, s.Divergence
	if f.Heat == nil {
		return
	}
	temperature := s.Temperature
	r.Temperature, r.Nusselt = &temperature, map[string]float64{}
	for _, w := range heatedWalls(f) {
		if nu := s.Nusselt[w.axis][w.end]; !math.IsNaN(nu) {
			r.Nusselt[w.name()] = nu
		}
	}
}

// setEnergy takes what the GPUs used [J].
func (r *Report) setEnergy(joules float64) { r.Joules = joules }

// end tells how the run has ended.
func (r *Report) end(err error) {
	r.Ended, r.Elapsed = stamp(time.Now()), time.Since(r.begun).Seconds()+r.before
	switch {
	case errors.Is(err, cli.ErrInterrupted):
		r.Status = output.Interrupted
	case err != nil:
		r.Status, r.Error = output.Failed, cli.OneLine(err)
		r.makeFinite()
	default:
		r.Status = output.Done
	}
}

// makeFinite replaces values that JSON does not have by zeros.
func (r *Report) makeFinite() {
	for _, x := range []*float64{&r.Energy, &r.Dissipation, &r.Results.Divergence, &r.Relative,
		&r.Speed, &r.Change} {
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
	add("method", "%s, pressure by %s, %s precision", r.Scheme, r.Solver, r.Precision)
	add("status", "%s", r.statusLine())
	for _, before := range r.Resumed {
		add("continued", "from step %s, %.6g %s, at %s", text.Thousands(before.Step), before.Time,
			r.unitOf(), before.Started)
	}
	add("reached", "%.6g of %s %s in %s steps", r.Work.Time, text.Number(r.End), r.unitOf(),
		text.Thousands(r.Steps))
	add("wall time", "%s s for the steps, %s s in all", text.Digits(r.Wall), text.Digits(r.Elapsed))
	add("speed", "%s MCUPS (million cells times steps a second)", text.Digits(r.Mcups))
	add("pressure", "%s solves with %s iterations each: %s million cells times iterations a second",
		text.Thousands(r.Solves), one(r.PerSolve), text.Digits(r.PerSecond))
	if r.Joules > 0 {
		add("GPU energy", "%s J", text.Digits(r.Joules))
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
	add("energy", "%.8g m²/s², the mean of u²/2", r.Energy)
	add("dissipation", "%.8g m²/s³, the mean of ν |∇u|²", r.Dissipation)
	add("divergence", "%.2g 1/s at most, %.2g of U/Δx in the last solve", r.Results.Divergence,
		r.Relative)
	add("greatest speed", "%.6g m/s along an axis, changing by %.2g of that in a time unit", r.Speed,
		r.Change)
	if r.Temperature != nil {
		add("temperature", "%.8g K, the mean", *r.Temperature)
	}
	for _, name := range []string{"x min", "x max", "y min", "y max", "z min", "z max"} {
		if nu, ok := r.Nusselt[name]; ok {
			add("Nusselt number", "%.6g through the wall at %s", nu, name)
		}
	}
	if r.StateSHA256 != "" {
		add("state", "SHA-256 %s", r.StateSHA256)
	}
	return rows
}
