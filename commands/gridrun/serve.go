package gridrun

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/grid/gridpage"
	"gpusph/grid/gridpicture"
	"gpusph/internal/live"
	"gpusph/internal/stored"
	"gpusph/output"
)

// page is the page of a run.
type page struct {
	*gridpage.Page
	server *live.Server // which shows it in a browser; nil is none
}

// servePage makes the page of a run, and shows it where there is a server.
func (r *run) servePage(server *live.Server, names []string) error {
	about := aboutRun(r.report)
	about.Dir, about.Steady = r.Folder.Path, r.flow.Steady
	about.Devices = devicesOf(names, r.system)
	about.Time, about.Step = r.reached.Time, r.reached.Step
	about.Columns = sumColumns(r.flow)
	if r.earlier != nil && server != nil {
		t, err := stored.ReadTable(r.Folder.Path, gridfile.SumsFile)
		if err != nil {
			return err
		}
		about.Rows = rowsOf(t)
	}
	if r.page = (page{gridpage.New(about), server}); server != nil {
		r.Show(server, r.page)
	}
	return nil
}

// devicesOf are devices with their models; those of other processes have none here.
func devicesOf(names []string, system *gpu.System) (all []gridpage.Device) {
	for i, name := range names {
		d := gridpage.Device{Name: name}
		if i < len(system.Devices) {
			d.Model = system.Devices[i].Model()
		}
		all = append(all, d)
	}
	return all
}

// draw lets the pictures of a snapshot be drawn, which stays as it is. Nothing waits for them.
func (p *page) draw(r *run, s *grid.Snapshot) {
	if p.server == nil {
		return
	}
	p.Draw(func() {
		if err := gridpicture.WriteLast(r.Folder.Path, r.flow.Name, s); err != nil {
			r.Log.Warn("the page has no picture of now: " + cli.OneLine(err))
		}
	})
}

// stateOf is how a run has ended, in a word.
func stateOf(r *Report) string {
	if r.Stopped != "" {
		return "stopped"
	}
	return r.Status
}

// aboutRun is what a report has for a page.
func aboutRun(r *Report) *gridpage.Run {
	return &gridpage.Run{Status: gridpage.Status{Program: r.Version, Problem: r.Problem,
		Notes: r.Notes, Cells: r.Cells, Unit: r.unitOf(), End: r.End,
		Method: fmt.Sprintf("%s, %s precision", r.Method, r.Precision)}}
}

// rowsOf are the rows of a table.
func rowsOf(t *stored.Table) (rows [][]float64) {
	if t == nil || len(t.Columns) == 0 {
		return nil
	}
	for i := range t.Columns[0].Of {
		var row []float64
		for _, c := range t.Columns {
			row = append(row, c.Of[i])
		}
		rows = append(rows, row)
	}
	return rows
}

// view is the page of a run from its files, also of one that is still writing.
func view(dir string) (live.Content, error) {
	return gridpage.FromFiles(func() (*gridpage.Run, error) { return readFiles(dir) })
}

// readFiles reads what a page shows from a run directory. A run that has not ended has no report,
// or one of before it was continued.
func readFiles(dir string) (*gridpage.Run, error) {
	sums, err := stored.ReadTable(dir, gridfile.SumsFile)
	if err != nil {
		return nil, err
	}
	if sums == nil {
		return nil, fmt.Errorf("%s has no sums.csv; use the directory of a run", dir)
	}
	all, err := readRun(dir)
	about := &gridpage.Run{Status: gridpage.Status{Problem: filepath.Base(dir), Unit: "s",
		Program: cli.FullVersion()}}
	if err == nil {
		about = aboutRun(all.Report)
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	s := &about.Status
	s.Dir, s.State, s.Why = dir, gridpage.Files, "not at its end"
	for _, c := range sums.Columns {
		about.Columns = append(about.Columns, c.Heading())
	}
	about.Rows = rowsOf(sums)
	if n := len(about.Rows); n > 0 {
		s.Time = about.Rows[n-1][0]
	}
	if err == nil && s.Time <= all.Report.Work.Time {
		takeReport(s, all.Report)
	}
	switch {
	case s.State == output.Done: // also if the flow is steady before its end
		s.Done = 1
	case s.End > 0:
		s.Done = min(s.Time/s.End, 1)
	}
	return about, nil
}

// takeReport takes how a run was that has ended.
func takeReport(s *gridpage.Status, r *Report) {
	s.State, s.Why, s.How = stateOf(r), r.statusLine(), "gpusph report "+s.Dir+" makes a page of it"
	if s.State != output.Done {
		s.How = "gpusph --resume " + s.Dir + " continues the run, if it has a checkpoint"
	}
	s.Time, s.Step, s.Mcups, s.PerSolve = r.Work.Time, r.Steps, r.Mcups, r.PerSolve
	s.Divergence, s.Change = gridpage.Number(r.Relative), gridpage.Number(r.Change)
	for _, d := range r.Devices {
		s.Devices = append(s.Devices, gridpage.Device{Name: d.Name, First: d.First, Planes: d.Planes,
			Busy: d.Busy / max(r.Wall, 1e-9)})
	}
}
