package gridrun

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"gpusph/commands/cli"
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/internal/input"
	"gpusph/internal/text"
	"gpusph/output"
)

// over says what has ended the flow in the state that a run continues from, with what continues it;
// "" where steps are left. The last checkpoint of a run is written before its last files, so a run
// that is killed between them has such a state.
func (r *run) over(g *cli.GridConfig, f *grid.Flow) (why string) {
	e := r.earlier
	switch {
	case e == nil:
	case e.State.Time >= f.End:
		why = fmt.Sprintf("the run has reached %s s and ends at %s s; use a later --tend",
			text.Number(e.State.Time), text.Number(f.End))
	case e.Report.Steady && e.Report.Change < f.Steady:
		why = fmt.Sprintf("the flow is steady to %g, as --steady %g asks for; use a smaller --steady",
			e.Report.Change, f.Steady)
	case g.MaxIter > 0 && e.State.Step >= g.MaxIter:
		why = fmt.Sprintf("the run has done %d steps and ends after --maxiter %d; use a greater one",
			e.State.Step, g.MaxIter)
	}
	return why
}

// finished reports whether the steps of a checkpoint's run were all done, with a limit of steps or
// 0.
func (c *checkpoint) finished(maxIter int) bool {
	return c.State.Time >= c.Report.End || c.Report.Steady || c.State.Step == maxIter
}

// reported reports whether the run of a checkpoint has ended in order there, so that the report,
// the last of its files, is in its directory.
func (c *checkpoint) reported() bool {
	data, err := input.Read(filepath.Join(c.dir, gridfile.ReportFile), mostReport)
	if err != nil {
		return false
	}
	var r Report
	return json.Unmarshal(data, &r) == nil && r.Status == output.Done && r.Steps == c.State.Step
}

// finishEarlier takes from the checkpoint what the last steps of a run were like that has none to
// do.
func (r *run) finishEarlier() {
	before := &r.earlier.Report
	r.report.Steady = before.Steady && r.reached.Time < r.flow.End
	r.report.Devices = before.Devices
	const what = "all steps are done; the last files are written"
	r.Tell(what)
}
