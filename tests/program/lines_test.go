package program

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// mooredBox is a directory with the case of a box on four chains.
func mooredBox(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	text, err := os.ReadFile("testdata/moored-box.toml")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "box.toml"), text, 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A box on four chains has the same lines and the same end on one device and on three, and where a
// run is resumed; its curves are in files for viewers.
func TestMooredBox(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := mooredBox(t)
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
	draw := func(name string) []byte {
		done(t, dir, "picture three --field density --size 640x480 --to "+name)
		return file(".", name)
	}
	with, again := draw("with.png"), draw("again.png")
	if err := os.Remove(filepath.Join(dir, "three", "curves.pvd")); err != nil {
		t.Fatal(err)
	}
	if without := draw("without.png"); bytes.Equal(with, without) || !bytes.Equal(with, again) {
		t.Error("a picture has no lines")
	}
	rows := csvRows(t, filepath.Join(dir, "one", "lines.csv"))
	for k, name := range []string{"front-left_from[N]", "front-left_to[N]"} {
		if rows[0][2+k] != name || !(csvNumber(t, rows[len(rows)-1][2+k]) > 0.1) {
			t.Errorf("column %s has %s at the end", rows[0][2+k], rows[len(rows)-1][2+k])
		}
	}
}

// The page draws lines of a run that computes, as it moves them, and of snapshots in files.
func TestLinesInBrowser(t *testing.T) {
	c := browse(t)
	dir := mooredBox(t)
	run := serve(t, dir, "box.toml --tend 5 --dir out --output-interval 0.01 "+
		"--sample-interval 0.01 --serve 127.0.0.1:0")
	p := c.open(run.url, 1100, 700)
	const points = "gpusph.flow()?.curves?.geometry.getAttribute('position')"
	const drawn = points + "?.count === 2 * 4 * 25" // two of each segment
	p.until(drawn)
	at := func(k int) (x [3]float64) {
		t.Helper()
		all := p.eval(fmt.Sprintf("[...%s.array].slice(%d, %d)", points, 3*k, 3*k+3)).([]any)
		for a := range x {
			x[a] = all[a].(float64)
		}
		return x
	}
	if x := at(0); math.Hypot(x[0]-0.9, x[1]-0.06) > 1e-6 || x[2] != 0 {
		t.Errorf("the first chain begins at %v, not at its anchor", x)
	}
	first := at(49) // at the box
	p.until(fmt.Sprintf("%s.array[3 * 49 + 2] !== %v", points, first[2]))
	p.until("gpusph.state().stored > 2")
	p.click("stop")
	p.click("stop")
	run.end(t)
	p.close()

	p = c.open(serve(t, dir, "view out --serve 127.0.0.1:0").url, 1100, 700)
	p.until(drawn + " && gpusph.state().frames > 1")
	if x := at(49); math.Hypot(x[0]-first[0], x[2]-first[2]) > 0.02 {
		t.Errorf("a chain ends at %v, not near %v", x, first)
	}
	p.close()
}
