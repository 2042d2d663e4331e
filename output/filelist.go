package output

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"

	"gpusph/internal/input"
)

// listName is the file of a run directory that names the files that the program has written there,
// each in a line, before it writes them. Only these are removed.
const listName = "files.txt"

// mostListed is how long such a file may be [bytes]: more than a hundred million names are not
// ours.
const mostListed = 1 << 32

// lists are those of the directories that this process writes into.
var lists = struct {
	sync.Mutex
	begun map[string]bool            // they have one as soon as a file is written
	named map[string]map[string]bool // what they name
}{begun: map[string]bool{}, named: map[string]map[string]bool{}}

// beginList lets a run directory have a list.
func beginList(dir string) {
	lists.Lock()
	defer lists.Unlock()
	lists.begun[filepath.Clean(dir)] = true
	delete(lists.named, filepath.Clean(dir))
}

// List adds a file to the list of its run directory, if it is in one and has a name of ours. Where
// that cannot be, the file is not removed later, but refused.
func List(path string) {
	dir, name := filepath.Split(filepath.Clean(path))
	dir = filepath.Clean(dir)
	if filepath.Base(dir) == dataDir {
		dir, name = filepath.Dir(dir), filepath.Join(dataDir, name)
	}
	if !ours.MatchString(name) {
		return
	}
	lists.Lock()
	defer lists.Unlock()
	at := filepath.Join(dir, listName)
	flags := os.O_WRONLY | os.O_APPEND | syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	if lists.begun[dir] {
		flags |= os.O_CREATE
	}
	named := lists.named[dir]
	if named == nil {
		named, _ = readList(dir)
		lists.named[dir] = named
	}
	if named[name] {
		return
	}
	f, err := os.OpenFile(at, flags, 0o666)
	if err != nil {
		return
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return
	}
	if _, err := io.WriteString(f, name+"\n"); err == nil {
		named[name] = true
	}
}

// readList is what the list of a run directory names; nothing where there is none. What has no name
// of ours is left out.
func readList(dir string) (map[string]bool, error) {
	named := map[string]bool{}
	f, err := os.OpenFile(filepath.Join(dir, listName),
		os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
	if err != nil {
		return named, nil
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return named, nil
	}
	lines := bufio.NewScanner(io.LimitReader(f, mostListed))
	for lines.Scan() {
		if name := lines.Text(); ours.MatchString(name) {
			named[name] = true
		}
	}
	return named, lines.Err()
}

// entries calls f for the files of ours that there may be in a run directory: of it and of its
// data, by their names in it. Directories are left out.
func entries(dir string, f func(name string, e fs.DirEntry) error) error {
	for _, sub := range []string{"", dataDir} {
		all, err := os.ReadDir(filepath.Join(dir, sub))
		if err != nil && !os.IsNotExist(err) {
			return err
		}
		for _, e := range all {
			if e.IsDir() {
				continue
			}
			if err := f(filepath.Join(sub, e.Name()), e); err != nil {
				return err
			}
		}
	}
	return nil
}

// unlisted refuses a run directory where --force would follow a link, or where a run would replace
// what it has not written.
func unlisted(dir string) error {
	if info, err := os.Lstat(filepath.Join(dir, dataDir)); err == nil && !info.IsDir() {
		return fmt.Errorf("%s is not a directory but %s, which --force does not follow; use "+
			"another --dir",
			filepath.Join(dir, dataDir), input.Kind(info.Mode()))
	}
	named, err := readList(dir)
	if err != nil {
		return err
	}
	return entries(dir, func(name string, e fs.DirEntry) error {
		switch {
		case !ofRuns.MatchString(name):
		case !e.Type().IsRegular():
			return fmt.Errorf("%s is not a file but %s, which --force does not replace; use another --dir",
				filepath.Join(dir, name), input.Kind(e.Type()))
		case !named[name]:
			return fmt.Errorf("%s is not in %s, the list of what the program has written there, so "+
				"--force does not replace it; "+
				"remove it, or name another --dir", filepath.Join(dir, name), filepath.Join(dir, listName))
		}
		return nil
	})
}

// removeFiles removes the files that the list of a run directory names, what a killed process has
// left of them, and the list. It returns their names.
func removeFiles(dir string) (removed []string, err error) {
	named, err := readList(dir)
	if err == nil {
		removed, err = remove(dir, func(name string) bool { return named[name] || named[wholeOf(name)] })
	}
	if err != nil {
		return removed, fmt.Errorf("the files of an earlier run cannot be removed: %w", err)
	}
	if info, err := os.Lstat(filepath.Join(dir, listName)); err == nil && info.Mode().IsRegular() {
		os.Remove(filepath.Join(dir, listName))
	}
	os.Remove(filepath.Join(dir, dataDir)) // if it is empty now
	beginList(dir)
	return removed, nil
}

// remove removes files of ours in a run directory, but nothing that is not a file, and nothing in
// what is not a directory of its own.
func remove(dir string, which func(name string) bool) (removed []string, err error) {
	inData := true
	if info, err := os.Lstat(filepath.Join(dir, dataDir)); err == nil && !info.IsDir() {
		inData = false
	}
	err = entries(dir, func(name string, e fs.DirEntry) error {
		if !e.Type().IsRegular() || !which(name) || !inData && filepath.Dir(name) == dataDir {
			return nil
		}
		removed = append(removed, name)
		return os.Remove(filepath.Join(dir, name))
	})
	return removed, err
}

// removeHalves removes what a killed process has left of files of ours: they have been listed
// before.
func removeHalves(dir string) ([]string, error) {
	named, err := readList(dir)
	if err != nil {
		return nil, err
	}
	return remove(dir, func(name string) bool { return named[wholeOf(name)] })
}

// half is the name that WriteFile gives a file until it is whole.
var half = regexp.MustCompile(`^\.(.+?)[0-9]+$`)

// wholeOf is the name of the file that a half is of, "" for what is none. Numbers at the end may
// belong to either, but names of ours end with letters.
func wholeOf(name string) string {
	dir, base := filepath.Split(name)
	if m := half.FindStringSubmatch(base); m != nil {
		return dir + m[1]
	}
	return ""
}

var digits = regexp.MustCompile(`[0-9]+`)

// Names is a list of files for people, in which those of a series are one, as data/part_#.vtp (31).
func Names(files []string) string {
	count := map[string]int{}
	for _, name := range files {
		dir, base := filepath.Split(name)
		if wholeOf(name) != "" {
			base = strings.TrimRight(base, "0123456789") + "1"
		}
		count[dir+digits.ReplaceAllString(base, "#")]++
	}
	var all []string
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if n := count[name]; n > 1 {
			name = fmt.Sprintf("%s (%d)", name, n)
		}
		all = append(all, name)
	}
	return strings.Join(all, ", ")
}

// runOnly are the names of files of a run, besides those of writers.
var runOnly = []string{
	"report.txt", "run.log", "summary.json", "summary.msgpack", "checkpoint_#.msgpack", "stacks.txt",
	"sums.csv", "checkpoint_#.grid", "last_speed.png", // of a grid
	"trouble.json", "trouble.vtp", "control.jsonl",
}

// otherFiles are the names of the files that the program leaves in a run directory,
// whatever the command, beside those of writers; # is a number, * anything.
var otherFiles = []string{
	// runs of a grid
	dataDir + "/grid_#.vti", dataDir + "/grid_#_#.vti", dataDir + "/grid_#.pvti", "grid.pvd",
	dataDir + "/grid_#.vtr", dataDir + "/grid_#_#.vtr", dataDir + "/grid_#.pvtr",
	dataDir + "/spectrum_#.csv", "turbulence.csv", "profile_mean.csv",
	"profile_u.csv", "profile_w.csv", "profile_T.csv",
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
	"figure10_paper.png", "figure10_paper.svg", "figure10_predictive.png", "figure10_predictive.svg",
	"figure11.png", "figure11.svg", "figure11_#.png",
	"search.json", "search.csv",
	// validate
	"validate.json", "validate.txt", "validate.html", "validate_*.png", "validate_*.svg",
	"validate_*.csv", "validate_*.toml",
	// check
	"check.json", "initial.vtp", "cut_*.png", "cut_*.vtp", "probes.vtp",
	// report
	"report.html", "report.json",
	// measure
	"measure_points.csv", "measure_lines.csv", "measure_planes.csv", "measure_flux.csv",
	"measure_probes.csv", "measure_gauges.csv",
	"measure_averages.csv", "measure_extremes.csv", "measure_levels.csv",
	"measure_beyond.csv", "measure_runup.csv", "measure_waves.csv", "measure_spectra.csv",
	"measure_reflection.csv",
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

// ours matches the names of these files in a run directory. ofRuns matches those that a run writes:
// what else has such a name is in its way.
var ours, ofRuns *regexp.Regexp

func init() { // the writers' functions use them
	ours = pattern(runFiles())
	ofRuns = pattern(slices.DeleteFunc(slices.Concat(runOnly, writersFiles()),
		func(name string) bool { return strings.Contains(name, "*") }))
}

func pattern(files []string) *regexp.Regexp {
	var names []string
	for _, name := range files {
		names = append(names, strings.NewReplacer("#", "[0-9]+", `\*`,
			"[^/]*").Replace(regexp.QuoteMeta(name)))
	}
	return regexp.MustCompile("^(" + strings.Join(names, "|") + ")$")
}
