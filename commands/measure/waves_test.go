package measure

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/sph"
	"gpusph/sph/wavemaker"
)

// waveRun is a run directory whose gauges have read regular waves over 0.4 m, of which a fifth
// comes back.
func waveRun(t *testing.T) (dir string) {
	t.Helper()
	dir = storedRun(t, block(3))
	var table, sensors strings.Builder
	names, at := []string{"near", "middle", "far"}, []float64{103, 103.26, 103.66}
	fmt.Fprintln(&table, "t[s],step,near[m],middle[m],far[m]")
	fmt.Fprintln(&sensors,
		"name,kind,x[m],y[m],z[m],normal_x,normal_y,normal_z,distance[m],size[m],body")
	for i, name := range names {
		fmt.Fprintf(&sensors, "%s,gauge,%g,200.5,30,,,,,,\n", name, at[i])
	}
	const w = 2 * math.Pi / 1.5
	number := wavemaker.WaveNumber(1/1.5, 0.4, 9.81)
	for k := range 1000 {
		time := 0.03 * float64(k)
		fmt.Fprintf(&table, "%g,%d", time, k)
		for _, x := range at {
			fmt.Fprintf(&table, ",%g", 30.4+0.05*math.Sin(w*time-number*x)+0.01*math.Sin(w*time+number*x+1))
		}
		fmt.Fprintln(&table)
	}
	for name, text := range map[string]string{"gauges.csv": table.String(),
		"sensors.csv": sensors.String()} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// ran is the error of the command.
func ran(dir, words string) error {
	return Run(context.Background(), cli.Line{Words: append([]string{dir}, strings.Fields(words)...)})
}

// columnOf is a column of a table, by its heading.
func columnOf(t *testing.T, path, heading string) (all []float64) {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	k := slices.Index(rows[0], heading)
	for _, row := range rows[1:] {
		x, err := strconv.ParseFloat(row[k], 64)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all
}

// Incident and reflected waves are those that the record was made of, and need no snapshots. A
// second time replaces the tables.
func TestReflection(t *testing.T) {
	dir := waveRun(t)
	for range 2 {
		if err := ran(dir, "--reflection near,middle,far --waves --from 3"); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "measure_reflection.csv")
	incident, part, peak := columnOf(t, path, "incident[m2s]"), columnOf(t, path, "coefficient"), 0
	for k := range incident {
		if incident[k] > incident[peak] {
			peak = k
		}
	}
	if math.Abs(part[peak]-0.2) > 1e-3 {
		t.Errorf("the coefficient is %g at the peak, not 0.2", part[peak])
	}
	path = filepath.Join(dir, "measure_waves.csv")
	for heading, want := range map[string]float64{"waves": 17, "mean[m]": 30.4, "Tz[s]": 1.5,
		"Tp[s]": 1.5, "Tm-10[s]": 1.5} {
		for i, x := range columnOf(t, path, heading) {
			if math.Abs(x/want-1) > 2e-3 {
				t.Errorf("%s of gauge %d is %g, not %g", heading, i, x, want)
			}
		}
	}
	if s := columnOf(t, filepath.Join(dir, "measure_spectra.csv"), "far[m2s]"); len(s) < 50 {
		t.Errorf("the spectrum has %d frequencies", len(s))
	}
}

// Gauges that cannot be used are refused, with what can.
func TestReflectionRefused(t *testing.T) {
	dir := waveRun(t)
	for words, want := range map[string]string{
		"--reflection near,far": "has 2 gauges, but takes three; the run's are near, " +
			"middle and far",
		"--reflection near,middle,other": `has "other", but the run's gauges are`,
		"--reflection near,middle,near":  "has the gauge near twice",
		"--waves --from 29.9":            "waves need 16 at least",
		"--waves --from 28.5":            "so there are no two waves",
	} {
		if err := ran(dir, words); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", words, err, want)
		}
	}
}

// The volume beyond a plane and the water's edge of a block, in three and in two dimensions.
func TestBeyondAndRunUp(t *testing.T) {
	measured(t, storedRun(t, block(3)), "--beyond x=100.6;z=30.4 --run-up x=100,100.51",
		"measure_beyond.csv",
		"t[s] | step | x=100.6 volume[m3] | x=100.6 discharge[m3/s] | z=30.4 volume[m3] | "+
			"z=30.4 discharge[m3/s]"+`
0.5 10 0.48 0 0.48 0
1.5 30 0.48 0 0.48 0`)
	measured(t, storedRun(t, block(2)), "--beyond x=100.6 --run-up x=100,100.51;x=103,104",
		"measure_runup.csv",
		"t[s] | step | x=100,100.51 x[m] | x=100,100.51 y[m] | x=100,100.51 z[m] | "+
			"x=103,104 x[m] | x=103,104 y[m] | x=103,104 z[m]"+`
0.5 10 100.025 200.025 30.8
1.5 30 100.025 200.025 30.8`)
}

// What runs over several crests is the growth of the volume beyond each: here of a block that moves
// by 0.1 m along x in half a second. Nothing is known of the growth before the first snapshot.
func TestDischargeBeyondEachPlane(t *testing.T) {
	c := block(3)
	table, err := beyondTable("x=100.2;x=100.6;z=30.4", &c.Params)
	if err != nil {
		t.Fatal(err)
	}
	for k := range 2 {
		s := c.Snapshot()
		for i := range s.Position {
			s.Position[i][0] += 0.1 * float32(k)
		}
		still, err := sph.NewSnapshotProbe(s, c.Params)
		if err != nil {
			t.Fatal(err)
		}
		table.add(still, 3+0.5*float64(k), k)
	}
	want := []float64{3, 0, 0.8, 0, 0.48, 0, 0.48, 0, 3.5, 1, 0.88, 0.16, 0.56, 0.16, 0.48, 0}
	if len(table.values) != len(want) {
		t.Fatalf("%v, not %v", table.values, want)
	}
	for k, x := range table.values {
		if math.Abs(x-want[k]) > 1e-6 {
			t.Errorf("value %d is %g, not %g", k, x, want[k])
		}
	}
}
