package main

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// Every table has a row at each time that is asked for, several in a list period, and the same rows on several devices.
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
