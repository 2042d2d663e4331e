package gridrun

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"

	"gpusph/commands/cli"
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/grid/gridmeasure"
	"gpusph/grid/gridpicture"
	"gpusph/output"
)

// record is the files of a run. Snapshots are written concurrently with the computation.
type record struct {
	dir     *output.RunDir
	log     *slog.Logger
	logFile *output.LogFile
	sums    *output.Table // sums.csv
	through *output.Table // throughput.csv
	name    string        // of that file
	devices []string

	queue     *output.Queue
	snapshots []output.Instant
	shown     *grid.Snapshot // the last of them; nil where this run has taken none
	keeps     bool           // snapshots on the way

	sampleEvery, outputEvery float64 // [s]
	nextSample, nextOutput   float64 // [s]
	sampled                  int     // step of the last row of sums.csv; -1 before the first
	last                     grid.Sums
}

// snapshotsWaiting is how many snapshots may wait to be written while another is.
const snapshotsWaiting = 1

// sumColumns are the headings of sums.csv.
func sumColumns(f *grid.Flow) []string {
	all := []string{"t[s]"}
	for _, q := range f.Quantities() {
		all = append(all, q.Column())
	}
	return all
}

// newRecord makes the run directory and the files that grow, or continues them.
func newRecord(r *run, devices []string) (*record, error) {
	var dir *output.RunDir
	var err error
	if r.earlier != nil {
		dir, err = output.GoOnInRunDir(r.earlier.dir)
		if err = cli.DirError(err); err == nil {
			err = removeLater(dir.Path, r.earlier.State.Step)
		}
	} else {
		dir, err = r.OpenDir(r.flow.Name, r.begun)
	}
	if err != nil {
		return nil, err
	}
	k := &record{dir: dir, devices: devices, sampled: -1, keeps: !r.NoSave,
		sampleEvery: r.SampleEvery(r.flow.End), outputEvery: r.OutputEvery(r.flow.End)}
	if err := k.create(r); err != nil {
		if k.logFile != nil {
			k.logFile.Close()
		}
		if r.earlier == nil {
			err = errors.Join(err, dir.Clear())
		}
		dir.Close()
		return nil, err
	}
	k.queue = output.NewQueue(snapshotsWaiting)
	k.nextSample, k.nextOutput = after(r.reached.Time, k.sampleEvery),
		after(r.reached.Time, k.outputEvery)
	return k, nil
}

// create opens the files that grow.
func (k *record) create(r *run) error {
	openLog, sums, through := output.Create, int64(-1), int64(-1)
	k.name = "throughput.csv"
	if e := r.earlier; e != nil {
		openLog, sums = output.Append, e.Sums
		k.snapshots, k.sampled = slices.Clone(e.Snapshots), e.State.Step
		if e.Sampled != e.State.Step {
			k.sampled = -1
		}
		k.last = e.last()
		if slices.Equal(e.Devices, k.devices) {
			k.name, through = e.ThroughputName, e.Throughput
		} else {
			k.name = freeName(k.dir.Path)
		}
	}
	file, err := openLog(filepath.Join(k.dir.Path, "run.log"))
	if err != nil {
		return err
	}
	k.logFile = &output.LogFile{Growing: file}
	k.log = slog.New(slog.NewTextHandler(k.logFile, &slog.HandlerOptions{Level: r.Level()}))
	k.sums, err = output.GrowTable(filepath.Join(k.dir.Path, "sums.csv"), sums,
		sumColumns(r.flow)...)
	if err != nil {
		return err
	}
	k.through, err = output.GrowTable(filepath.Join(k.dir.Path, k.name), through,
		throughputColumns(k.devices)...)
	return err
}

// freeName is the name of the next table of speeds, for a run that continues on other devices.
func freeName(dir string) string {
	for n := 2; ; n++ {
		name := fmt.Sprintf("throughput_%d.csv", n)
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			return name
		}
	}
}

// throughputColumns are those of throughput.csv.
func throughputColumns(devices []string) []string {
	all := []string{"t[s]", "step", "steps", "dt[s]", "wall[s]", "mcups", "iterations", "solves",
		"divergence[U/Δx]", "speed[m/s]", "change"}
	for _, d := range devices {
		all = append(all, d+" first plane", d+" planes", d+" busy[s]")
	}
	return all
}

// throughputRow is one of it.
func throughputRow(p *grid.Progress, cells int) []float64 {
	row := []float64{p.Time, float64(p.Step), float64(p.Steps), p.Dt, p.Wall,
		mcups(cells, p.Steps, p.Wall), float64(p.Iterations), float64(p.Solves), p.Divergence, p.Speed,
		p.Change}
	for _, d := range p.Devices {
		row = append(row, float64(d.First), float64(d.Planes), d.Busy)
	}
	return row
}

// mcups is million cells times steps, or iterations, a second.
func mcups(cells, times int, seconds float64) float64 {
	if seconds == 0 {
		return 0
	}
	return float64(cells) * float64(times) / seconds / 1e6
}

// due is the next time at which something is due: a sample, a snapshot, or what else comes first.
func (k *record) due(other float64) float64 {
	due := min(other, k.nextSample)
	if k.keeps {
		due = min(due, k.nextOutput)
	}
	return due
}

// begin measures the flow at its beginning, and takes a snapshot.
func (k *record) begin(r *run) error {
	if err := k.sample(r); err != nil || !k.keeps {
		return err
	}
	return k.snapshot(r)
}

// after is the first multiple of an interval after a time.
func after(time, interval float64) float64 {
	return (math.Floor(time/interval*(1+1e-12)) + 1) * interval
}

// progress takes what a batch of steps was like, and samples and snapshots that are due.
func (k *record) progress(r *run, p *grid.Progress) error {
	if err := k.logFile.Failed(); err != nil {
		return err
	}
	if err := k.through.Row(throughputRow(p, cellsOf(r.flow))...); err != nil {
		return err
	}
	if p.Time >= k.nextSample {
		if err := k.sample(r); err != nil {
			return err
		}
	}
	if k.keeps && p.Time >= k.nextOutput && !p.Done {
		return k.snapshot(r)
	}
	return nil
}

// sample adds a row to sums.csv, unless the last is of this step.
func (k *record) sample(r *run) error {
	k.nextSample = after(r.reached.Time, k.sampleEvery)
	if k.sampled == r.reached.Step {
		return nil
	}
	s, err := r.sim.Sums()
	if err != nil {
		return err
	}
	k.sampled, k.last = r.reached.Step, s
	r.report.sample(r.flow, &s)
	row := append([]float64{s.Time}, s.Of...)
	r.page.sum(row)
	return k.sums.Row(row...)
}

// snapshot copies the flow to the host, unless the last snapshot is of this step, and lets it be
// written.
func (k *record) snapshot(r *run) error {
	k.nextOutput = after(r.reached.Time, k.outputEvery)
	n := len(k.snapshots)
	has := n > 0 && k.snapshots[n-1].Step == r.reached.Step
	if has && k.shown != nil {
		return nil
	}
	s, err := r.sim.Snapshot()
	if err != nil {
		return err
	}
	s.Precision = r.flow.Precision
	if has { // it is a file of the run that this one continues
		k.shown = s
		return nil
	}
	at := output.Instant{Time: s.Time, Step: s.Step, File: fmt.Sprintf("data/grid_%05d.vti", n)}
	k.snapshots, k.shown = append(k.snapshots, at), s
	all := slices.Clone(k.snapshots)
	k.log.Debug("snapshot", "t", s.Time, "step", s.Step, "file", at.File)
	r.page.draw(r, s)
	return k.queue.Go(func() error {
		_, err := gridfile.WriteSnapshot(k.dir.Path, n, s)
		if err != nil {
			return err
		}
		if err := gridfile.WriteSeries(k.dir.Path, all); err != nil {
			return err
		}
		if e, is := r.flow.Equations.(*grid.Incompressible); is {
			err = gridmeasure.WriteSpectrum(k.dir.Path, n, s, e.Viscosity)
		}
		return err
	})
}

// finish writes the last state and the report of a run, however it came to its end. ended is what
// ended the run, or nil. It returns all that went wrong.
func (k *record) finish(r *run, ended error) error {
	err := outcome(ended, k.logFile.Failed())
	if ended == nil || errors.Is(ended, cli.ErrInterrupted) {
		err = outcome(err, k.sample(r), k.snapshot(r))
	}
	err = outcome(err, k.queue.Close(), k.show(r), k.sums.End(nil), k.through.End(nil))
	r.report.Snapshots = len(k.snapshots)
	r.report.end(err)
	write := output.WriteFile(filepath.Join(k.dir.Path, "report.txt"), func(w io.Writer) error {
		return r.report.write(w)
	})
	return outcome(err, write, output.WriteFile(filepath.Join(k.dir.Path, cli.GridReport),
		func(w io.Writer) error { return output.WriteJSON(w, r.report) }))
}

// show draws the last snapshot, and writes its profiles.
func (k *record) show(r *run) error {
	r.page.wait()
	if k.shown == nil {
		return nil
	}
	return errors.Join(gridmeasure.WriteProfiles(k.dir.Path, k.shown),
		gridpicture.WriteLast(k.dir.Path, r.flow.Name, k.shown))
}

// close closes the log and lets other processes have the directory.
func (k *record) close() {
	k.logFile.Close()
	k.dir.Close()
}
