package gridfile

import (
	"os"
	"path/filepath"

	"gpusph/output"
)

// Names of files of a run besides its snapshots: the rows of sums over all cells and of probes, the
// results, and the checkpoints.
const (
	SumsFile    = "sums.csv"
	ProbesFile  = "probes.csv"
	ReportFile  = "report.json"
	Checkpoints = output.CheckpointFiles(".grid")
)

// IsRun reports whether a path is a run of a flow on a grid, or a checkpoint of one.
func IsRun(path string) bool {
	for _, name := range []string{SumsFile, SeriesFile} {
		if _, err := os.Stat(filepath.Join(path, name)); err == nil {
			return true
		}
	}
	all, _ := Checkpoints.List(path)
	return Checkpoints.Is(path) || len(all) > 0
}
