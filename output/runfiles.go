package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// runFiles are the names of all files that the program leaves in a run directory,
// whatever the command; # is a number, * anything.
var runFiles = []string{
	"report.txt",
	// run
	"run.log", "summary.json", "summary.msgpack", "last.png", "last_devices.png", "picture_*.png",
	"energies.csv", "probes.csv", "gauges.csv", "forces.csv",
	"throughput.csv", "throughput.msgpack",
	"particles.pvd", "particles.csv", wallsFile, "walls.pvd",
	dataDir + "/part_#.vtp", dataDir + "/part_#.msgpack", dataDir + "/part_#.csv", dataDir + "/walls_#.vtp",
	// scaling
	"scaling.json", "scaling.msgpack", "scaling.csv", "prediction.csv",
	"runtime.png", "runtime.svg", "speedup.png", "speedup.svg", "beta.png", "beta.svg",
	"efficiency.png", "efficiency.svg", "ntn.png", "ntn.svg", "prediction.png", "prediction.svg",
	// balance
	"balance.json", "figure8.csv", "figure10_paper.csv", "figure10_predictive.csv",
	"figure11_off.csv", "figure11_paper.csv", "figure11_predictive.csv",
	"figure8_forces.png", "figure8_forces.svg", "figure8_busy.png", "figure8_busy.svg",
	"figure10_paper.png", "figure10_paper.svg", "figure10_predictive.png", "figure10_predictive.svg", "figure11.png", "figure11.svg", "figure11_#.png",
	"search.json", "search.csv",
	// timeline
	"trace.json", "timeline.png", "timeline.svg",
}

// ours matches the paths of these files in a run directory, and of what WriteFile
// leaves of them where the process is killed.
var ours = regexp.MustCompile(oursPattern())

func oursPattern() string {
	var names, halves []string
	for _, name := range runFiles {
		dir, base := filepath.Split(strings.NewReplacer("#", "[0-9]+", `\*`, "[^/]*").Replace(regexp.QuoteMeta(name)))
		names, halves = append(names, dir+base), append(halves, dir+`\.`+base+"[0-9]+")
	}
	return "^(" + strings.Join(append(names, halves...), "|") + ")$"
}

// removeFiles removes what the program has left in a run directory, and nothing
// else.
func removeFiles(dir string) error {
	for _, sub := range []string{"", dataDir} {
		entries, err := os.ReadDir(filepath.Join(dir, sub))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("the files of an earlier run cannot be removed: %w", err)
		}
		for _, e := range entries {
			name := filepath.Join(sub, e.Name())
			if e.IsDir() || !ours.MatchString(name) {
				continue
			}
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				return fmt.Errorf("the files of an earlier run cannot be removed: %w", err)
			}
		}
	}
	os.Remove(filepath.Join(dir, dataDir)) // if it is empty now
	return nil
}
