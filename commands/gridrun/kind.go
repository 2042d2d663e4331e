package gridrun

import (
	"context"
	"fmt"
	"path/filepath"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/grid/gridfile"
)

// Kind is flows on grids, as commands know them.
var Kind = kinds.Kind{Is: gridfile.IsRun, Refuse: refuse, View: view, Report: readReport,
	Compare: compareRuns, Measure: measureIn, Draw: draw, Names: cli.NamesGrid,
	Commands: map[string]func(context.Context, cli.Line) error{"run": Run, "check": Check,
		"bench": Bench, "scaling": Scaling}}

// refuse is the error of a command that does not read such a run.
func refuse(dir, command string) error {
	return fmt.Errorf("%s is a run of a flow on a grid, which gpusph %s does not "+
		"read; gpusph report %s makes a page of it, gpusph render draws it, and ParaView opens %s", dir,
		command, dir, filepath.Join(dir, gridfile.SeriesFile))
}
