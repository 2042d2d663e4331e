package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"gpusph/commands/cli"
	"gpusph/internal/input"
	"gpusph/internal/jobs"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
)

// Run is a run of a study: what it computes, and what has become of it.
type Run struct {
	Name  string   // of its directory in that of the study; "" is the next free number
	About string   // in what it differs from the others
	Words []string // of the command run, but for the directory
	Hash  string   // of what it computes
	// Case writes its case file to a path, where it has one of its own; nil else
	Case  func(path string) error
	Needs jobs.Needs // where several runs are done at a time

	State State
	Took  bool        // it was done before
	Of    *stored.Run // once it is done
	Err   error       // why it is not
}

// State is how far a run is.
type State int

// The states.
const (
	New         State = iota // nothing is kept of it
	Interrupted              // it continues from a checkpoint
	Done
	Failed // its flow went wrong, which another try would not change
)

// States are their names.
var States = []string{"not begun", "interrupted", "done", "failed"}

func (s State) String() string { return States[s] }

// FileHead is what study.json begins with.
var FileHead = output.NewHead("study", 1)

// File is study.json: the runs of a directory, also those of earlier command lines.
type File struct {
	output.Head
	output.Origin
	Runs []Entry `json:"runs"`
}

// Entry is a run.
type Entry struct {
	Name  string   `json:"name"`
	About string   `json:"about"`
	Hash  string   `json:"sha256"` // of what it computes
	Words []string `json:"words"`  // of the command run
}

// fileName is the name of a File, and largest more than one has [bytes].
const (
	fileName = "study.json"
	largest  = 64 << 20
)

// readFile reads that of a directory; nil is none.
func readFile(dir string) (*File, error) {
	path := filepath.Join(dir, fileName)
	data, err := input.Read(path, largest)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	f := &File{}
	if err == nil {
		err = json.Unmarshal(data, f)
	}
	if err == nil {
		err = FileHead.Check(f.Head)
	}
	if err != nil {
		return nil, fmt.Errorf("the list of runs %s cannot be read: %w; use another --dir", path, err)
	}
	return f, nil
}

// named are the directories that runs may have, and case files beside them.
var named = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// CheckName refuses what is no name of a run.
func CheckName(name string) error {
	if named.MatchString(name) {
		return nil
	}
	return fmt.Errorf("%q is no name of a run, which is that of its directory: use letters, digits, "+
		"points and dashes", name)
}

// plan gives the runs names and states, by what is in the directory, and lists them there.
func (s *Study) plan() error {
	f, err := readFile(s.Dir)
	if err != nil {
		return err
	}
	if f == nil {
		f = &File{Head: FileHead}
	}
	f.Origin = cli.Origin(nil)
	for _, r := range s.Runs {
		if err := s.place(r, f); err != nil {
			return err
		}
	}
	return output.WriteFile(filepath.Join(s.Dir, fileName),
		func(w io.Writer) error { return output.WriteJSON(w, f) })
}

// place finds the run in the list, or adds it.
func (s *Study) place(r *Run, f *File) error {
	entry := Entry{r.Name, r.About, r.Hash, r.Words}
	k := slices.IndexFunc(f.Runs, func(e Entry) bool {
		return r.Name == "" && e.Hash == r.Hash || r.Name != "" && e.Name == r.Name
	})
	known := k >= 0 && f.Runs[k].Hash == r.Hash
	if r.Name == "" {
		if r.Name = s.free(f); k >= 0 {
			r.Name = f.Runs[k].Name
		}
		entry.Name = r.Name
	}
	dir := s.DirOf(r)
	if known {
		return s.look(r)
	}
	if occupied(dir) && !s.Forced() {
		return fmt.Errorf("%s has a run of another case or with other options (%s); use --force to "+
			"replace it, or another --dir", dir, s.was(f, k))
	}
	r.State = New
	if k >= 0 {
		f.Runs[k] = entry
	} else {
		f.Runs = append(f.Runs, entry)
	}
	return nil
}

// was is what is known of a run that is another.
func (s *Study) was(f *File, k int) string {
	if k < 0 {
		return "which " + fileName + " does not list"
	}
	return f.Runs[k].About
}

// free is the first number that no run has.
func (s *Study) free(f *File) string {
	for n := 1; ; n++ {
		name := fmt.Sprintf("%03d", n)
		taken := slices.ContainsFunc(f.Runs, func(e Entry) bool { return e.Name == name })
		if !taken && !occupied(filepath.Join(s.Dir, name)) {
			return name
		}
	}
}

// occupied reports whether there is anything in a directory.
func occupied(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err == nil && len(entries) > 0 || err != nil && !errors.Is(err, os.ErrNotExist)
}

// look finds out how far a run of the list is.
func (s *Study) look(r *Run) error {
	if s.OnGrid() != nil {
		return s.lookOnGrid(r)
	}
	dir := s.DirOf(r)
	r.State, r.Err = New, nil
	if !occupied(dir) {
		return nil
	}
	summary := filepath.Join(dir, "summary.json")
	if _, err := os.Stat(summary); errors.Is(err, os.ErrNotExist) {
		r.State = continues(dir)
		return nil
	}
	of, err := stored.ReadSummary(dir)
	if err == nil && of.Status != output.Interrupted {
		of, err = stored.Read(dir)
	}
	if err != nil {
		return err
	}
	switch {
	case of.Status == output.Done:
		r.State, r.Of = Done, of
	case of.Status == output.Failed && of.Trouble != "":
		r.State, r.Err = Failed, errors.New(of.Error)
	default:
		r.State = continues(dir)
	}
	return nil
}

// continues is the state of a run that did not come to its end: it has a checkpoint, or begins
// again.
func continues(dir string) State {
	if all, err := output.Checkpoints(dir); err == nil && len(all) > 0 {
		return Interrupted
	}
	return New
}

// Describe is a line about the runs before any is done.
func (s *Study) describe() string {
	count := map[State]int{}
	for _, r := range s.Runs {
		count[r.State]++
	}
	line := fmt.Sprintf("%s in %s", text.Count(len(s.Runs), "run"), s.Dir)
	for _, of := range []struct {
		state State
		words string
	}{{Done, "%d done before"}, {Failed, "%d failed before"}, {Interrupted, "%d to continue"},
		{New, "%d to begin"}} {
		if n := count[of.state]; n > 0 && n < len(s.Runs) {
			line += ", " + fmt.Sprintf(of.words, n)
		} else if n > 0 && of.state != New {
			line += ", " + fmt.Sprintf(of.words, n)
		}
	}
	return line
}
