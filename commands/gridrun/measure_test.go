package gridrun

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/commands/measure"
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/output"
)

// measuredRun has two snapshots of a flow with vx = z and a pressure of the time, 1 m wide and
// high, from x = -0.5 m on, with an excess temperature of x - z/2 + t.
func measuredRun(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	var all []output.Instant
	for n := range 2 {
		s := &grid.Snapshot{Time: float64(n) / 2, Step: 10 * n, Cells: [3]int{4, 1, 4}, Planes: 4,
			Spacing: [3]float64{0.25, 0.25, 0.25}, Periodic: [3]bool{true, true, false},
			Origin: [3]float64{-0.5, 0, 0}}
		velocity := grid.Field{Name: "Velocity", Components: 3, Unit: "m/s"}
		pressure := grid.Field{Name: "Pressure", Components: 1, Unit: "m2/s2"}
		excess := grid.Field{Name: "ExcessTemperature", Components: 1, Unit: "K"}
		for i := range 16 {
			x, z := -0.5+(float64(i%4)+0.5)/4, (float64(i/4)+0.5)/4
			excess.Values = append(excess.Values, x-z/2+s.Time)
			velocity.Values = append(velocity.Values, (float64(i/4)+0.5)/4, 0, 0)
			pressure.Values = append(pressure.Values, s.Time)
		}
		s.Fields = []grid.Field{velocity, pressure, excess}
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

// extremesHead are the columns of extremes.
var extremesHead = "t[s],step," + strings.Join([]string{ofExtreme("speed", "[m/s]"),
	ofExtreme("vx", "[m/s]"), ofExtreme("vy", "[m/s]"), ofExtreme("vz", "[m/s]"),
	ofExtreme("p", "[m2/s2]"), ofExtreme("excess-temperature", "[K]")}, ",")

func ofExtreme(name, unit string) string {
	return strings.NewReplacer("NAME", name, "UNIT", unit).Replace(
		"NAME minUNIT,NAME min x[m],NAME min z[m],NAME maxUNIT,NAME max x[m],NAME max z[m]")
}

// A run of a grid is measured at points, along lines, over planes and as a whole, in all snapshots
// or in one.
func TestMeasuredOnGrid(t *testing.T) {
	for _, e := range []struct{ words, file, want string }{
		{"--points 0.25,0.125,0.625;-0.5,0,1", "measure_points.csv",
			"t[s],step,point,x[m],y[m],z[m],vx[m/s],vy[m/s],vz[m/s],p[m2/s2],excess-temperature[K]\n" +
				"0,0,1,0.25,0.125,0.625,0.625,0,0,0,-0.0625\n0,0,2,-0.5,0,1,1,0,0,0,-0.5\n" +
				"0.5,10,1,0.25,0.125,0.625,0.625,0,0,0.5,0.4375\n0.5,10,2,-0.5,0,1,1,0,0,0.5,0\n"},
		{"--lines 0,0,0,0,0,1 --spacing 0.5 --time 0.4", "measure_lines.csv",
			"t[s],step,line,s[m],x[m],y[m],z[m],vx[m/s],vy[m/s],vz[m/s],p[m2/s2]," +
				"excess-temperature[K]\n" +
				"0.5,10,1,0,0,0,0,0,0,0,0.5,0.5\n0.5,10,1,0.5,0,0,0.5,0.5,0,0,0.5,0.25\n" +
				"0.5,10,1,1,0,0,1,1,0,0,0.5,0\n"},
		{"--extremes --time 0", "measure_extremes.csv",
			extremesHead + "\n0,0,0.125,-0.375,0.125,0.875,-0.375,0.875,0.125,-0.375,0.125,0.875," +
				"-0.375,0.875,0,-0.375,0.125,0,-0.375,0.125,0,-0.375,0.125,0,-0.375,0.125," +
				"0,-0.375,0.125,0,-0.375,0.125,-0.8125,-0.375,0.875,0.3125,0.375,0.125\n"},
		{"--averages --from 0.2", "measure_averages.csv",
			"t[s],step,z[m],vx[m/s],vy[m/s],vz[m/s],p[m2/s2],excess-temperature[K]\n" +
				"0.5,10,0.125,0.125,0,0,0.5,0.4375\n0.5,10,0.375,0.375,0,0,0.5,0.3125\n" +
				"0.5,10,0.625,0.625,0,0,0.5,0.1875\n0.5,10,0.875,0.875,0,0,0.5,0.0625\n"},
		{"--lines -0.375,0,0,0.375,0,0;-0.375,0,1,0.375,0,1 --averages --level " +
			"excess-temperature=0.125;Pressure=0.25", "measure_levels.csv",
			"t[s],step,level,line,crossings,first s[m],first x[m],first y[m],first z[m],last s[m]," +
				"last x[m],last y[m],last z[m]\n" +
				"0,0,1,0,0,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN\n" +
				"0,0,1,1,1,0.5,0.125,0,0,0.5,0.125,0,0\n" +
				"0,0,1,2,0,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN\n" +
				"0,0,2,0,0,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN\n" +
				"0,0,2,1,0,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN\n" +
				"0,0,2,2,0,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN\n" +
				"0.5,10,1,0,1,0.75,NaN,NaN,0.75,0.75,NaN,NaN,0.75\n" +
				"0.5,10,1,1,0,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN\n" +
				"0.5,10,1,2,1,0.5,0.125,0,1,0.5,0.125,0,1\n" +
				"0.5,10,2,0,0,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN\n" +
				"0.5,10,2,1,0,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN\n" +
				"0.5,10,2,2,0,NaN,NaN,NaN,NaN,NaN,NaN,NaN,NaN\n"},
	} {
		dir := measuredRun(t)
		line := cli.Line{Words: append([]string{dir}, strings.Fields(e.words)...)}
		if err := measure.Run(context.Background(), line); err != nil {
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
	dir := measuredRun(t)
	for words, want := range map[string]string{
		"--waves":                   "--waves measures in particles, but this is a run of a grid",
		"":                          "nothing is to be measured; use --points",
		"--level vx=1":              "there is no line to look along; use --lines",
		"--averages --level vx":     "takes a field and its value; use temperature=0.5",
		"--averages --level salt=1": "no salt; use vx, vy, vz, pressure or excess-temperature",
		"--averages --level ;":      "temperature=0.5 is one",
		"--points 0.5,0,1.1": "--points has \"0.5,0,1.1\": the point 0.5,0,1.1 is outside the " +
			"domain",
		"--points 0.5,0":            "--points has \"0.5,0\", but takes 3 numbers",
		"--points 0.4,0,1 --from 3": "has no snapshot in this time",
	} {
		line := cli.Line{Words: append([]string{dir}, strings.Fields(words)...)}
		if err := measure.Run(context.Background(), line); !cli.IsUsageError(err) ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v; it does not have %q", words, err, want)
		}
	}
}
