package study

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/output"
)

// write makes files of a directory.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, words := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(words), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// summary is one with a status.
func summary(t *testing.T, status string) string {
	t.Helper()
	s := output.Summary{Head: output.NewHead("summary", 10), Status: status, Error: "it broke",
		Devices: []output.DeviceSummary{{Name: "host:0"}}}
	s.Parameters.Dim, s.Parameters.DeltaP = 2, 0.1
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A run is taken where it is done, continues from a checkpoint where it was interrupted or failed
// for a reason that may have gone, and begins again without one. A flow that went wrong is not
// tried again.
func TestStates(t *testing.T) {
	dir := t.TempDir()
	runs := map[string]struct {
		files map[string]string
		want  State
	}{
		"none":  {nil, New},
		"begun": {map[string]string{"run.log": "x"}, New},
		"killed": {map[string]string{"run.log": "x", "checkpoint_000000012.msgpack": "x"},
			Interrupted},
		"stopped": {map[string]string{"summary.json": summary(t, output.Interrupted),
			"checkpoint_000000012.msgpack": "x"}, Interrupted},
		"full": {map[string]string{"summary.json": summary(t, output.Failed),
			"checkpoint_000000012.msgpack": "x"}, Interrupted},
		"early": {map[string]string{"summary.json": summary(t, output.Failed)}, New},
		"blown": {map[string]string{"summary.json": summary(t, output.Failed),
			"trouble.json": `{"what": "x"}`, "checkpoint_000000012.msgpack": "x"}, Failed},
		"done": {map[string]string{"summary.json": summary(t, output.Done),
			"checkpoint_000000012.msgpack": "x"}, Done},
	}
	s := &Study{Config: &cli.Config{}, Dir: dir}
	for name, run := range runs {
		write(t, filepath.Join(dir, name), run.files)
		s.Runs = append(s.Runs, &Run{Name: name, Hash: "h" + name})
	}
	f := File{Head: FileHead}
	for _, r := range s.Runs {
		f.Runs = append(f.Runs, Entry{Name: r.Name, Hash: r.Hash})
	}
	text, err := json.Marshal(f)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, map[string]string{fileName: string(text)})
	if err := s.plan(); err != nil {
		t.Fatal(err)
	}
	for _, r := range s.Runs {
		if r.State != runs[r.Name].want {
			t.Errorf("%s is %v, not %v", r.Name, r.State, runs[r.Name].want)
		}
		if (r.Of != nil) != (r.State == Done) || (r.Err != nil) != (r.State == Failed) {
			t.Errorf("%s is %v, with the summary %v and the error %v", r.Name, r.State, r.Of, r.Err)
		}
	}
}

// Runs without names have numbers, and keep those that they have had: a new value among others
// moves none. A name of a run that is another is refused.
func TestPlan(t *testing.T) {
	dir := t.TempDir()
	plan := func(runs ...*Run) (names string, err error) {
		s := &Study{Config: &cli.Config{}, Dir: dir, Runs: runs}
		if err := s.Check(); err != nil {
			return "", err
		}
		err = s.plan()
		for _, r := range runs {
			names += r.Name + " "
		}
		return strings.TrimSpace(names), err
	}
	if names, err := plan(&Run{Hash: "a"}, &Run{Hash: "b"}); err != nil || names != "001 002" {
		t.Errorf("the runs are %s, %v", names, err)
	}
	write(t, dir, map[string]string{"003/other.txt": "x"})
	names, err := plan(&Run{Hash: "a"}, &Run{Hash: "c"}, &Run{Hash: "b"})
	if err != nil || names != "001 004 002" {
		t.Errorf("with another between them they are %s, %v", names, err)
	}
	if _, err := plan(&Run{Name: "low", Hash: "d", About: "low water"}); err != nil {
		t.Error(err)
	}
	write(t, dir, map[string]string{"low/run.log": "x"})
	if _, err := plan(&Run{Name: "low", Hash: "d"}); err != nil {
		t.Error(err)
	}
	if _, err := plan(&Run{Name: "low", Hash: "e"}); err == nil ||
		!strings.Contains(err.Error(), "or with other options (low water); use --force") {
		t.Errorf("another run of the same name: %v", err)
	}
	other := t.TempDir()
	write(t, other, map[string]string{"notes.txt": "x"})
	s := &Study{Config: &cli.Config{}, Dir: other}
	if err := s.Check(); err == nil ||
		!strings.Contains(err.Error(), "is not empty, and has no study") {
		t.Errorf("another directory: %v", err)
	}
	write(t, other, map[string]string{fileName: `{"format": "gpusph report", "version": 1}`})
	if err := s.Check(); err == nil || !strings.Contains(err.Error(), "its format is") {
		t.Errorf("a list of another kind: %v", err)
	}
}
