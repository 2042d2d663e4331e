package gridfile

import (
	"os"
	"path/filepath"
	"strings"
)

// Names of files of a run besides its snapshots: the rows of sums over all cells, the results, and
// the pattern of checkpoints.
const (
	SumsFile    = "sums.csv"
	ReportFile  = "report.json"
	Checkpoints = "checkpoint_*.grid"
)

// IsRun reports whether a path is a run of a flow on a grid, or a checkpoint of one.
func IsRun(path string) bool {
	if is, _ := filepath.Match(Checkpoints, filepath.Base(path)); is {
		return true
	}
	for _, name := range []string{SumsFile, SeriesFile} {
		if _, err := os.Stat(filepath.Join(path, name)); err == nil {
			return true
		}
	}
	return len(CheckpointsOf(path)) > 0
}

// CheckpointsOf are the paths of the checkpoints in a directory, by name.
func CheckpointsOf(dir string) []string {
	// as a pattern that only the directory fits
	whole := strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
	all, _ := filepath.Glob(filepath.Join(whole, Checkpoints))
	return all
}
