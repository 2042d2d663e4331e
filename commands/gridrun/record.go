package gridrun

import (
	"errors"
	"io"
	"path/filepath"
	"slices"

	"gpusph/commands/cli"
	"gpusph/commands/running"
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/grid/gridmeasure"
	"gpusph/grid/gridpicture"
	"gpusph/output"
)

// record is the files of a run. Snapshots are written concurrently with the computation.
type record struct {
	*running.Files
	sums    *output.Table // sums.csv
	through *output.Table // throughput.csv
	name    string        // of that file
	probes  *output.Table // probes.csv; nil where the flow has none
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

// openFiles makes the folder of the run and the files that grow, or continues them.
func (r *run) openFiles(devices []string) error {
	k := &record{devices: devices, sampled: -1, keeps: !r.NoSave,
		sampleEvery: r.SampleEvery(r.flow.End), outputEvery: r.OutputEvery(r.flow.End)}
	if err := r.OpenFiles(r.flow.Name, io.Discard,
		func(f *running.Files) error { return k.create(r, f) }); err != nil {
		return err
	}
	r.record = k
	k.queue = output.NewQueue(snapshotsWaiting)
	k.nextSample, k.nextOutput = running.After(r.reached.Time, k.sampleEvery),
		running.After(r.reached.Time, k.outputEvery)
	return nil
}

// create opens the files that grow.
func (k *record) create(r *run, f *running.Files) (err error) {
	sums, through, probes := int64(-1), int64(-1), int64(-1)
	k.Files, k.name = f, output.ThroughputFile(1)
	if e := r.earlier; e != nil {
		if e.Probes > 0 {
			probes = e.Probes
		}
		sums, k.snapshots, k.sampled = e.Sums, slices.Clone(e.Snapshots), e.State.Step
		if e.Sampled != e.State.Step {
			k.sampled = -1
		}
		k.last = e.last()
		if slices.Equal(e.Devices, k.devices) {
			k.name, through = e.ThroughputName, e.Throughput
		} else {
			k.name = output.FreeThroughput(f.Folder.Path)
		}
	}
	if e := r.earlier; e == nil {
		if err := r.SaveCase(f.Folder.Path); err != nil {
			return err
		}
	}
	if err := k.openProbes(r, f.Folder.Path, probes); err != nil {
		return err
	}
	k.sums, err = output.GrowTable(filepath.Join(f.Folder.Path, gridfile.SumsFile), sums,
		sumColumns(r.flow)...)
	if err != nil {
		return err
	}
	k.through, err = output.GrowTable(filepath.Join(f.Folder.Path, k.name), through,
		throughputColumns(k.devices)...)
	return err
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

// progress takes what a batch of steps was like, and samples and snapshots that are due.
func (k *record) progress(r *run, p *grid.Progress) error {
	if err := k.LogFile.Failed(); err != nil {
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
	k.nextSample = running.After(r.reached.Time, k.sampleEvery)
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
	r.page.Sum(row)
	if err := k.sums.Row(row...); err != nil {
		return err
	}
	return k.probe(r)
}

// snapshot copies the flow to the host, unless the last snapshot is of this step, and lets it be
// written.
func (k *record) snapshot(r *run) error {
	k.nextOutput = running.After(r.reached.Time, k.outputEvery)
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
	at := output.Instant{Time: s.Time, Step: s.Step, File: gridfile.SnapshotName(n, s)}
	k.snapshots, k.shown = append(k.snapshots, at), s
	all := slices.Clone(k.snapshots)
	k.Log.Debug("snapshot", "t", s.Time, "step", s.Step, "file", at.File)
	r.page.draw(r, s)
	return k.queue.Go(func() error {
		_, err := gridfile.WriteSnapshot(k.Folder.Path, n, s)
		if err != nil {
			return err
		}
		if err := gridfile.WriteSeries(k.Folder.Path, all); err != nil {
			return err
		}
		if e, is := r.flow.Equations.(*grid.Incompressible); is {
			err = gridmeasure.WriteSpectrum(k.Folder.Path, n, s, e.Viscosity)
		}
		return err
	})
}

// finish writes the last state and the report of a run, however it came to its end. ended is what
// ended the run, or nil. It returns all that went wrong.
func (k *record) finish(r *run, ended error) error {
	err := running.Outcome(ended, k.LogFile.Failed())
	if ended == nil || errors.Is(ended, cli.ErrInterrupted) {
		err = running.Outcome(err, k.sample(r), k.snapshot(r))
	}
	err = running.Outcome(err, k.queue.Close(), k.show(r), k.sums.End(nil), k.through.End(nil),
		k.endProbes())
	r.report.Snapshots = len(k.snapshots)
	r.report.end(err)
	write := output.WriteFile(filepath.Join(k.Folder.Path, "report.txt"), func(w io.Writer) error {
		return r.report.write(w)
	})
	path := filepath.Join(k.Folder.Path, gridfile.ReportFile)
	return running.Outcome(err, write, output.WriteFile(path,
		func(w io.Writer) error { return output.WriteJSON(w, r.report) }))
}

// show draws the last snapshot, and writes its profiles.
func (k *record) show(r *run) error {
	r.page.Wait()
	if k.shown == nil {
		return nil
	}
	return errors.Join(gridmeasure.WriteProfiles(k.Folder.Path, k.shown),
		gridpicture.WriteLast(k.Folder.Path, r.flow.Name, k.shown))
}
