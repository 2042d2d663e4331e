package program

import (
	"bytes"
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gpusph/internal/stored"
)

// TestMeasure measures in the snapshots of a run, of both formats. At the beginning its own probes
// and gauges have measured in the same state.
func TestMeasure(t *testing.T) {
	t.Parallel()
	notUnderRace(t)
	dir := t.TempDir()
	for _, format := range []string{"vtk", "msgpack"} {
		if r := gpusph(t, dir, "--problem Hydrostatic --deltap 0.05 --devices host:2 --maxiter 20 --output-interval 0.01 --formats "+format+" --dir "+format); r.code != 0 {
			t.Fatal(r.stderr)
		}
		r := gpusph(t, dir,
			"measure "+format+" -sensors -points 0.5,0.3,0.1;0.25,0.3,0.3 -lines 0,0.3,0.1,1,0.3,0.1 -planes z=0.1 -flux x=0.5;z=0.2,0,1,0,0.6")
		if r.code != 0 || !strings.Contains(r.stdout, "Hydrostatic, ") {
			t.Fatalf("exit code %d: %s%s", r.code, r.stdout, r.stderr)
		}
	}
	run, err := stored.Read(filepath.Join(dir, "msgpack"))
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for name, own := range map[string]*stored.Table{"measure_probes.csv": run.Probes, "measure_gauges.csv": run.Gauges} {
		got := csvRows(t, filepath.Join(dir, "msgpack", name))
		if own == nil {
			t.Fatalf("Hydrostatic has no table for %s", name)
		}
		for i, c := range own.Columns {
			if got[0][i] != c.Heading() {
				t.Errorf("%s has the column %s, not %s", name, got[0][i], c.Heading())
			}
			if x := csvNumber(t, got[1][i]); math.Abs(x-c.Of[0]) > 1e-5*(math.Abs(c.Of[0])+1e-3) {
				t.Errorf("%s is %g in %s, not %g", c.Name, x, name, c.Of[0])
			}
			if c.Of[0] > 0 {
				compared++
			}
		}
	}
	if compared < 3 {
		t.Errorf("only %d values were compared", compared)
	}
	for _, name := range []string{"points", "lines", "planes", "flux", "probes", "gauges"} {
		file := "measure_" + name + ".csv"
		if a, b := read(t, dir, "vtk", file), read(t, dir, "msgpack", file); name != "gauges" && !bytes.Equal(a, b) {
			t.Errorf("%s is not the same of both formats", file)
		}
	}
	points := csvRows(t, filepath.Join(dir, "vtk", "measure_points.csv"))
	if want := "t[s],step,point,x[m],y[m],z[m],filled,p[Pa],rho[kg/m3],vx[m/s],vy[m/s],vz[m/s]"; strings.Join(points[0], ",") != want {
		t.Errorf("the points have the columns %s", points[0])
	}
	for _, e := range []ending{
		{"", 2, "nothing is to be measured; use --points"},
		{"-points 1,2", 2, `--points has "1,2", but takes 3 numbers`},
		{"-points 1,2,x", 2, "takes 3 numbers"},
		{"-lines 1,2,3,1,2,3", 2, "has no length"},
		{"-lines 0,0,0,1,1,1 -spacing 1e-9", 2, "use a larger --spacing"},
		{"-planes w=1", 2, "a plane is an axis"},
		{"-planes x=77", 2, "the domain goes from"},
		{"-flux x=0.5,1,0,0,1", 2, "the smaller one first"},
		{"-points 1,2,3 -time 0.1 -from 0", 2, "do not go together"},
		{"-points 1,2,3 -from 77", 2, "has no snapshot in this time; there are"},
		{"-points 0.5,0.3,0.1", 0, "vtk/measure_points.csv"},
		{"-points 0.5,0.3,0.1 -dir nowhere", 0, "nowhere/measure_points.csv"},
		{"-points 0.5,0.3,0.1 -time 0 -force", 0, "1 snapshot, vtk/measure_points.csv"},
	} {
		r := gpusph(t, dir, "measure vtk "+e.line)
		if r.code != e.code || !strings.Contains(r.stdout+r.stderr, e.want) || e.code != 0 && strings.Count(r.stderr, "\n") != 1 {
			t.Errorf("%s: exit code %d: %s%s", e.line, r.code, r.stdout, r.stderr)
		}
	}
	if err := os.Truncate(filepath.Join(dir, "msgpack", "data", "part_00001.msgpack"), 3000); err != nil {
		t.Fatal(err)
	}
	if r := gpusph(t, dir, "measure msgpack -points 1,2,3 -force"); r.code != 2 || !strings.Contains(r.stderr, "part_00001.msgpack cannot be read") {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
}

// csvRows are the rows of a table, the heading first.
func csvRows(t *testing.T, path string) [][]string {
	t.Helper()
	all, err := csv.NewReader(bytes.NewReader(read(t, path))).ReadAll()
	if err != nil || len(all) < 2 {
		t.Fatalf("%s has %d rows: %v", path, len(all), err)
	}
	return all
}

func csvNumber(t *testing.T, word string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}
