package picture

import (
	"context"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/internal/cli"
	"gpusph/internal/grid"
	"gpusph/internal/grid/gridfile"
	"gpusph/output"
)

// gridRun has two snapshots of a flow in a plane.
func gridRun(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	var all []output.Instant
	for n := range 2 {
		s := &grid.Snapshot{Time: float64(n) / 4, Cells: [3]int{6, 1, 4}, Planes: 4,
			Spacing: [3]float64{0.25, 0.25, 0.25}, Periodic: [3]bool{true, true, false}}
		velocity := grid.Field{Name: "Velocity", Components: 3, Unit: "m/s"}
		for i := range 24 {
			velocity.Values = append(velocity.Values, float64(i/6+n), 0, 0)
		}
		s.Fields = []grid.Field{velocity}
		files, err := gridfile.WriteSnapshot(dir, n, s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, output.Instant{Time: s.Time, File: files[0]})
	}
	if err := gridfile.WriteSeries(dir, all); err != nil {
		t.Fatal(err)
	}
	return dir
}

func drawn(dir, words string) error {
	return Run(context.Background(), cli.Line{Words: append([]string{dir}, strings.Fields(words)...)})
}

// A picture of a run of a grid is a section, of the last snapshot or of another, across the view.
func TestGridPicture(t *testing.T) {
	dir := gridRun(t)
	for words, name := range map[string]string{
		"":                                  "picture_speed_front_0.25s.png",
		"--time 0.1 --field vx":             "picture_vx_front_0s.png",
		"--view side --range 0,4":           "picture_speed_side_0.25s.png",
		"--view top --to " + dir + "/a.png": "a.png",
	} {
		if err := drawn(dir, words); err != nil {
			t.Errorf("%q: %v", words, err)
			continue
		}
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Errorf("%q: %v", words, err)
			continue
		}
		if _, err := png.Decode(f); err != nil {
			t.Errorf("%q: %v", words, err)
		}
		f.Close()
	}
	for words, want := range map[string]string{
		"--surface":           "--surface has no effect: the picture of a flow on a grid is a section",
		"--field density":     "use speed, vx, vy, vz, pressure or temperature",
		"--field temperature": "the flow has no temperature; use speed",
		"--range 4,0":         "use 0,4 or ,4",
	} {
		if err := drawn(dir, words); !cli.IsUsageError(err) || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v; it does not have %q", words, err, want)
		}
	}
}
