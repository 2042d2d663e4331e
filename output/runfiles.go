package output

import (
	"regexp"
	"slices"
	"strings"
)

// runOnly are the names of files of a run, besides those of writers.
var runOnly = []string{
	"report.txt", "run.log", "summary.json", "summary.msgpack", "checkpoint_#.msgpack", "stacks.txt", "trouble.json", "trouble.vtp",
}

// otherFiles are the names of the files that the program leaves in a run directory,
// whatever the command, beside those of writers; # is a number, * anything.
var otherFiles = []string{
	// picture
	"picture_*.png",
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
func runFiles() []string { return slices.Concat(runOnly, otherFiles, writersFiles()) }

func writersFiles() (all []string) {
	for _, w := range slices.Concat(Always, Formats) {
		all = append(all, w.files...)
	}
	return all
}

// ours matches the names of these files in a run directory. ofRuns matches those that a run writes: what else has such a name is in its
// way.
var ours, ofRuns *regexp.Regexp

func init() { // the writers' functions use them
	ours = pattern(runFiles())
	ofRuns = pattern(slices.DeleteFunc(slices.Concat(runOnly, writersFiles()), func(name string) bool { return strings.Contains(name, "*") }))
}

func pattern(files []string) *regexp.Regexp {
	var names []string
	for _, name := range files {
		names = append(names, strings.NewReplacer("#", "[0-9]+", `\*`, "[^/]*").Replace(regexp.QuoteMeta(name)))
	}
	return regexp.MustCompile("^(" + strings.Join(names, "|") + ")$")
}
