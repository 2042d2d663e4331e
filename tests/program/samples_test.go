package program

import (
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Every table has a row at each time that is asked for, several in a list period, and the same rows
// on several devices.
func TestSampleTimes(t *testing.T) {
	t.Parallel()
	var tables [2][]string
	for i, devices := range []string{"host", "host:3"} {
		dir := t.TempDir()
		if r := gpusph(t, dir, "run -problem Spheric2 -deltap 0.08 -tend 0.02 -sample-interval 0.0005 -formats none -dir out -quiet -devices "+devices); r.code != 0 {
			t.Fatalf("exit code %d: %s", r.code, r.stderr)
		}
		for _, name := range []string{"energies.csv", "probes.csv", "gauges.csv", "forces.csv"} {
			tables[i] = append(tables[i], string(read(t, filepath.Join(dir, "out"), name)))
		}
	}
	for k, table := range tables[0] {
		rows := strings.Split(strings.TrimSpace(table), "\n")[1:]
		if len(rows) != 41 {
			t.Fatalf("table %d has %d rows, not 41:\n%s", k, len(rows), table)
		}
		for i, row := range rows {
			if got, _, _ := strings.Cut(row, ","); got != strconv.FormatFloat(float64(i)/2000, 'g', -1, 64) {
				t.Errorf("table %d, row %d is at %s s", k, i, got)
			}
		}
		if tables[1][k] != table {
			t.Errorf("table %d is another on three devices", k)
		}
	}
}

// Snapshots are of the first state, of the steps nearest to the times asked for, and of the last
// state. All that they have but the device is the same on several devices.
func TestSnapshotTimes(t *testing.T) {
	t.Parallel()
	var lists [2]string
	var contents [2]strings.Builder
	const dt, interval, end = 0.0005, 0.0037, 0.03
	for i, devices := range []string{"host", "host:3"} {
		dir := t.TempDir()
		if r := gpusph(t, dir, fmt.Sprintf("run -problem Spheric2 -deltap 0.08 -dt %g -tend %g -output-interval %g -formats csv,vtk -dir out -quiet -devices %s", dt, end, interval, devices)); r.code != 0 {
			t.Fatalf("exit code %d: %s", r.code, r.stderr)
		}
		out := filepath.Join(dir, "out")
		lists[i] = string(read(t, out, "particles.csv"))
		for n, row := range strings.Split(strings.TrimSpace(lists[i]), "\n")[1:] {
			cells := strings.Split(row, ",")
			want := min(math.Ceil(float64(n)*interval/dt-0.5), end/dt)
			if step, _ := strconv.ParseFloat(cells[2], 64); step != want {
				t.Errorf("snapshot %d is of step %g, not %g", n, step, want)
			}
			if at, _ := strconv.ParseFloat(cells[1], 64); math.Abs(at-want*dt) > 1e-6*end {
				t.Errorf("snapshot %d is of %g s, not %g", n, at, want*dt)
			}
			if pvd := string(read(t, out, "particles.pvd")); !strings.Contains(pvd, fmt.Sprintf("timestep=%q", cells[1])) {
				t.Errorf("particles.pvd does not have the time %s:\n%s", cells[1], pvd)
			}
			table := string(read(t, out, fmt.Sprintf("data/part_%05d.csv", n)))
			contents[i].WriteString(withoutDevice(table))
		}
	}
	if rows := strings.Count(lists[0], "\n"); rows != 11 {
		t.Errorf("there are %d lines, not 11:\n%s", rows, lists[0])
	}
	if lists[0] != lists[1] || contents[0].String() != contents[1].String() {
		t.Error("snapshots are others on three devices")
	}
}

// What a run writes until its end is what one that goes on writes: where a run ends changes nothing
// before.
func TestEndChangesNothing(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const line = "--problem DamBreak3D --deltap 0.06 --sample-interval 0.001 " +
		"--output-interval 0.01 --formats csv -q "
	done(t, dir, line+"--tend 0.08 --dir whole")
	for _, end := range []string{"0.0203", "0.04"} { // between times asked for, and at one
		done(t, dir, line+"--tend "+end+" --dir "+end)
		for _, name := range []string{"energies.csv", "gauges.csv", "forces.csv"} {
			rows, whole := strings.Split(strings.TrimSpace(string(read(t, dir, end+"/"+name))),
				"\n"), string(read(t, dir, "whole/"+name))
			if last, _, _ := strings.Cut(rows[len(rows)-1], ","); last != end {
				t.Errorf("%s of a run to %s s ends at %s s", name, end, last)
			}
			if end == "0.0203" { // the other was not asked for this
				rows = rows[:len(rows)-1]
			}
			if !strings.HasPrefix(whole, strings.Join(rows, "\n")+"\n") {
				t.Errorf("%s of a run to %s s is another than that of a run that goes on", name, end)
			}
		}
		first := strings.Split(strings.TrimSpace(string(read(t, dir, end+"/particles.csv"))), "\n")
		if whole := string(read(t, dir, "whole/particles.csv")); len(first) < 4 || !strings.HasPrefix(whole, strings.Join(first[:len(first)-1], "\n")+"\n") {
			t.Errorf("the snapshots of a run to %s s are\n%s\nof one that goes on\n%s", end,
				strings.Join(first, "\n"), whole)
		}
	}
}
