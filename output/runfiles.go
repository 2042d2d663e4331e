package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// otherFiles are the names of the files that the program leaves in a run directory,
// whatever the command, beside those of writers; # is a number, * anything.
var otherFiles = []string{
	"report.txt",
	// run
	"run.log", "summary.json", "summary.msgpack", "picture_*.png", "checkpoint_#.msgpack", "stacks.txt", "trouble.json", "trouble.vtp",
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
	// validate
	"validate.json", "validate.txt", "validate.html", "validate_*.png", "validate_*.svg", "validate_*.csv", "validate_*.toml",
	// check
	"check.json", "initial.vtp", "cut_*.png", "cut_*.vtp", "probes.vtp",
	// report
	"report.html", "report.json",
	// measure
	"measure_points.csv", "measure_lines.csv", "measure_planes.csv", "measure_flux.csv", "measure_probes.csv", "measure_gauges.csv",
	// render
	"movie.mp4", "movie.webm", "movie.mkv", "movie.mov", "movie.gif", dataDir + "/frame_#.png",
	// surface
	"surface.pvd", dataDir + "/surface_#.vtp", dataDir + "/surface_#.ply", dataDir + "/surface_#.obj",
	// timeline
	"trace.json", "timeline.png", "timeline.svg",
}

// runFiles are the names of all files that the program leaves in a run directory.
func runFiles() []string {
	all := otherFiles
	for _, w := range slices.Concat(Always, Formats) {
		all = append(all, w.files...)
	}
	return all
}

// ours matches the paths of these files in a run directory, and of what WriteFile
// leaves of them where the process is killed.
var ours = regexp.MustCompile(oursPattern())

func oursPattern() string {
	var names, halves []string
	for _, name := range runFiles() {
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
