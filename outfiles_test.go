package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// Files and directories that cannot be written are refused before anything is measured,
// and so is a beginning after the end of the flow.
func TestRefusedBeforeMeasuring(t *testing.T) {
	const flow = " -problem DamBreak3D -deltap 0.06 -devices host:2 -warmup 10 -steps 10 "
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	endAtOnce(t, "", []ending{
		{"bench" + flow + "-json no/such/x", 2, "--json is no/such/x, but there is no directory no/such; one that is there would do"},
		{"bench" + flow + "-json .", 2, "--json is ., which is a directory; a file in it would do"},
		{"bench" + flow + "-json /proc/x", 2, "--json is /proc/x, but nothing can be written there: "},
		{"timeline" + flow + "-png /proc/x", 2, "--png is /proc/x, but nothing can be written there: "},
		{"timeline" + flow + "-svg " + file + "/x", 2, "but there is no directory " + file},
		{"timeline" + flow + "-dir " + file, 2, "the run directory cannot be made: "},
		{"scaling" + flow + "-dir " + file + "/x", 2, "the run directory cannot be made: "},
		{"balance -search" + flow + "-dir /proc/x/y", 2, "the run directory cannot be made: "},
		{"timeline" + flow + "-from 3", 2, "--from is 3 s, but the flow ends at 1.5 s; an earlier --from or a later --tend would do"},
		{"scaling" + flow + "-from 1.5", 2, "--from is 1.5 s, but the flow ends at 1.5 s"},
		{"balance -search" + flow + "-from 0.3 -tend 0.2", 2, "--from is 0.3 s, but the flow ends at 0.2 s"},
	})
}

// A file that could not be written whole is not left behind, and the one before is kept.
func TestWriteWhole(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"new", "old"} {
		path := filepath.Join(dir, name)
		write := func(err error) error {
			return writeWhole(path, func(w io.Writer) error {
				fmt.Fprint(w, "half")
				return err
			})
		}
		if name == "old" {
			if err := write(nil); err != nil {
				t.Fatal(err)
			}
		}
		full := errors.New("no space left")
		if err := write(full); !errors.Is(err, full) {
			t.Errorf("%s: %v", name, err)
		}
		table := writeTable(path+".csv", []string{"a"}, func(row func(...float64) error) error { return errors.Join(row(1), full) })
		if !errors.Is(table, full) {
			t.Errorf("%s.csv: %v", name, table)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 1 || left[0].Name() != "old" {
		t.Errorf("%v are left, %v", left, err)
	}
	if err := writeWhole("/dev/full", func(w io.Writer) error { _, err := fmt.Fprint(w, "x"); return err }); err == nil {
		t.Error("a full device takes a file")
	}
	if info, err := os.Stat("/dev/full"); err != nil || info.Mode().IsRegular() {
		t.Errorf("/dev/full is %v, %v", info, err)
	}
}
