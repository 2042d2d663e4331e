package output

import (
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// RunFiles are the files that a run leaves in its directory, as patterns of
// path/filepath; with --force, a new run removes those of an earlier one.
var RunFiles = []string{
	"run.log", "report.txt",
	"summary.json", "summary.msgpack",
	"energies.csv", "probes.csv", "gauges.csv", "forces.csv",
	"throughput.csv", "throughput.msgpack",
	"particles.pvd", "particles.csv",
	"last.png",
	dataDir + "/part_*",
}

// RunDir makes the directory of a run and returns its path: dir, or where that is
// empty runs/<problem>_<start>, as runs/DamBreak3D_2026-11-21T15-04-05. One that
// exists must be empty, unless force is set: then the files that an earlier run
// left, which are those that RunFiles name, are removed, and everything else stays.
func RunDir(dir, problem string, start time.Time, force bool) (string, error) {
	if dir == "" {
		dir = filepath.Join("runs", problem+"_"+start.Format("2006-01-02T15-04-05"))
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", fmt.Errorf("the run directory cannot be made: %w; another --dir would do", err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return "", fmt.Errorf("the run directory cannot be read: %w; another --dir would do", err)
	}
	if len(entries) == 0 {
		return dir, nil
	}
	if !force {
		return "", fmt.Errorf("the run directory %s is not empty; --force replaces what an earlier run left there, and another --dir leaves it alone", dir)
	}
	return dir, removeRun(dir)
}

// removeRun removes the files of an earlier run.
func removeRun(dir string) error {
	for _, name := range RunFiles {
		// Globbing the parent itself keeps a dir with [ or * in it from being a pattern.
		parent, pattern := filepath.Join(dir, filepath.Dir(name)), filepath.Base(name)
		entries, err := os.ReadDir(parent)
		if err != nil && !os.IsNotExist(err) {
			return fmt.Errorf("the files of an earlier run cannot be removed: %w", err)
		}
		for _, e := range entries {
			whole, _ := filepath.Match(pattern, e.Name())
			half, _ := filepath.Match("."+pattern+"[0-9]*", e.Name())
			if !(whole || half) || e.IsDir() {
				continue
			}
			if err := os.Remove(filepath.Join(parent, e.Name())); err != nil {
				return fmt.Errorf("the files of an earlier run cannot be removed: %w", err)
			}
		}
	}
	return nil
}
