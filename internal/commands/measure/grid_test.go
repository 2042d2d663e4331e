package measure

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/internal/cli"
	"gpusph/internal/grid"
	"gpusph/internal/grid/gridfile"
	"gpusph/output"
)

// gridRun has two snapshots of a flow with vx = z and a pressure of the time, 1 m wide and high.
func gridRun(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	var all []output.Instant
	for n := range 2 {
		s := &grid.Snapshot{Time: float64(n) / 2, Step: 10 * n, Cells: [3]int{4, 1, 4}, Planes: 4,
			Spacing: [3]float64{0.25, 0.25, 0.25}, Periodic: [3]bool{true, true, false}}
		velocity := grid.Field{Name: "Velocity", Components: 3, Unit: "m/s"}
		pressure := grid.Field{Name: "Pressure", Components: 1, Unit: "m2/s2"}
		for i := range 16 {
			velocity.Values = append(velocity.Values, (float64(i/4)+0.5)/4, 0, 0)
			pressure.Values = append(pressure.Values, s.Time)
		}
		s.Fields = []grid.Field{velocity, pressure}
		files, err := gridfile.WriteSnapshot(dir, n, s)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, output.Instant{Time: s.Time, Step: s.Step, File: files[0]})
	}
	if err := gridfile.WriteSeries(dir, all); err != nil {
		t.Fatal(err)
	}
	return dir
}

// A run of a grid is measured at points and along lines, in all snapshots or in one.
func TestMeasuredOnGrid(t *testing.T) {
	for _, e := range []struct{ words, file, want string }{
		{"--points 0.3,0.1,0.6;1,0,1", "measure_points.csv",
			"t[s],step,point,x[m],y[m],z[m],vx[m/s],vy[m/s],vz[m/s],p[m2/s2]\n" +
				"0,0,1,0.3,0.1,0.6,0.6,0,0,0\n0,0,2,1,0,1,1,0,0,0\n" +
				"0.5,10,1,0.3,0.1,0.6,0.6,0,0,0.5\n0.5,10,2,1,0,1,1,0,0,0.5\n"},
		{"--lines 0.5,0,0,0.5,0,1 --spacing 0.5 --time 0.4", "measure_lines.csv",
			"t[s],step,line,s[m],x[m],y[m],z[m],vx[m/s],vy[m/s],vz[m/s],p[m2/s2]\n" +
				"0.5,10,1,0,0.5,0,0,0,0,0,0.5\n0.5,10,1,0.5,0.5,0,0.5,0.5,0,0,0.5\n" +
				"0.5,10,1,1,0.5,0,1,1,0,0,0.5\n"},
	} {
		dir := gridRun(t)
		line := cli.Line{Words: append([]string{dir}, strings.Fields(e.words)...)}
		if err := Run(context.Background(), line); err != nil {
			t.Fatalf("%s: %v", e.words, err)
		}
		text, err := os.ReadFile(filepath.Join(dir, e.file))
		if err != nil || string(text) != e.want {
			t.Errorf("%s gives %q, not %q: %v", e.words, text, e.want, err)
		}
	}
}

// What takes particles, and points outside the domain, are refused.
func TestWrongOnGrid(t *testing.T) {
	dir := gridRun(t)
	for words, want := range map[string]string{
		"--waves": "--waves measures in particles, but this is a run of a grid",
		"":        "nothing is to be measured; use --points",
		"--points 0.5,0,1.1": "--points has \"0.5,0,1.1\": the point 0.5,0,1.1 is outside the " +
			"domain",
		"--points 0.5,0":            "--points has \"0.5,0\", but takes 3 numbers",
		"--points 0.5,0,1 --from 3": "has no snapshot in this time",
	} {
		line := cli.Line{Words: append([]string{dir}, strings.Fields(words)...)}
		if err := Run(context.Background(), line); !cli.IsUsageError(err) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v; it does not have %q", words, err, want)
		}
	}
}
