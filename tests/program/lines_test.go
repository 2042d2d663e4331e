package program

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// A box on four chains has the same lines and the same end on one device and on three, and where a
// run is resumed; its curves are in files for viewers.
func TestMooredBox(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	text, err := os.ReadFile("testdata/moored-box.toml")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "box.toml"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	const strict = "box.toml --strict --output-interval 0.05 --sample-interval 0.01 -q "
	done(t, dir, strict+"--tend 0.1 --dir one --devices host")
	done(t, dir, strict+"--tend 0.1 --dir three --devices host:3")
	done(t, dir, strict+"--tend 0.05 --dir again --devices host:3")
	done(t, dir, "--resume again --tend 0.1 -q --devices host:2")
	file := func(run, name string) []byte {
		t.Helper()
		b, err := os.ReadFile(filepath.Join(dir, run, name))
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	want := summary(t, filepath.Join(dir, "one")).StateSHA256
	for _, run := range []string{"three", "again"} {
		if got := summary(t, filepath.Join(dir, run)).StateSHA256; got != want {
			t.Errorf("%s ends with %s, not %s", run, got, want)
		}
	}
	for _, name := range []string{"lines.csv", "curves.pvd", "data/curves_00002.vtp"} {
		a, b := file("one", name), file("three", name)
		if name == "lines.csv" && bytes.Count(a, []byte("\n")) < 10 || !bytes.Equal(a, b) {
			t.Errorf("%s differs on three devices, or is short:\n%.200s\n%.200s", name, a, b)
		}
	}
	rows := csvRows(t, filepath.Join(dir, "one", "lines.csv"))
	for k, name := range []string{"front-left_from[N]", "front-left_to[N]"} {
		if rows[0][2+k] != name || !(csvNumber(t, rows[len(rows)-1][2+k]) > 0.1) {
			t.Errorf("column %s has %s at the end", rows[0][2+k], rows[len(rows)-1][2+k])
		}
	}
}
