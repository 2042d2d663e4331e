package output

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gpusph/sph"
	"gpusph/sph/motion"
)

// A run's bodies.csv has poses, velocities, the power of a constant moment on what turns, and the
// work of samples. A run that continues adds rows.
func TestBodiesTable(t *testing.T) {
	dir := t.TempDir()
	c := &sph.Case{Params: sph.Defaults(0.1),
		Bodies: []sph.Body{{Name: "still"}, {Name: "wheel", Centre: [3]float64{2, 0, 1}}}}
	c.Bodies[1].Motion.Add(motion.Link{Turns: true, Axis: [3]float64{0, 1, 0}, At: [3]float64{1, 0, 1},
		Law: motion.Steady(0.25, 0, motion.During{Finish: motion.Never})})
	rows := func(r *Run, times ...float64) {
		t.Helper()
		o, err := newBodiesTable(r)
		if err != nil {
			t.Fatal(err)
		}
		for k, time := range times {
			m := noSample(c)
			m.Time, m.Step = time, k
			m.Moment = [][3]float64{{}, {0, 3, 0}}
			m.Force = [][3]float64{{}, {0, 7, 0}}
			m.Work = []float64{0, 3 * math.Pi / 2 * time}
			if err := o.Sample(m); err != nil {
				t.Fatal(err)
			}
		}
		if err := o.End(nil); err != nil {
			t.Fatal(err)
		}
	}
	rows(&Run{Dir: dir, Case: c}, 0, 0.5, 1)
	path := filepath.Join(dir, bodiesFile)
	first, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows(&Run{Dir: dir, Case: c,
		From: &Checkpoint{Files: map[string]FileState{bodiesFile: {Size: int64(len(first))}}}}, 1.5, 2)
	all, err := os.ReadFile(path)
	if err != nil || !strings.HasPrefix(string(all), string(first)) {
		t.Fatalf("the run that continues has written another beginning: %v", err)
	}
	columns, values, err := numbersOf(path)
	if err != nil {
		t.Fatal(err)
	}
	at := func(row int, column string) float64 {
		t.Helper()
		for k, name := range columns {
			if name == column {
				return values[row][k]
			}
		}
		t.Fatalf("there is no column %s, but %v", column, columns)
		return 0
	}
	const w = math.Pi / 2
	for _, want := range []struct {
		column string
		row    int
		value  float64
	}{
		{"wheel x[m]", 2, 1}, {"wheel z[m]", 2, 0}, {"wheel ay[°]", 2, 90}, {"wheel ay[°]", 1, 45},
		{"wheel wy[°/s]", 3, 90}, {"wheel vx[m/s]", 2, -w},
		{"wheel vz[m/s]", 0, -w}, {"wheel My[N m]", 1, 3}, {"wheel power[W]", 2, 3 * w},
		{"wheel work[J]", 0, 0}, {"wheel work[J]", 2, 3 * w}, {"wheel work[J]", 4, 6 * w},
	} {
		if got := at(want.row, want.column); math.Abs(got-want.value) > 1e-9 {
			t.Errorf("in row %d %s is %g, want %g", want.row, want.column, got, want.value)
		}
	}
}

// numbersOf is a table of numbers.
func numbersOf(path string) (columns []string, values [][]float64, err error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, nil, err
	}
	lines := strings.Split(strings.TrimSpace(string(data)), "\n")
	for _, line := range lines[1:] {
		var row []float64
		for _, word := range strings.Split(line, ",") {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil {
				return nil, nil, err
			}
			row = append(row, x)
		}
		values = append(values, row)
	}
	return strings.Split(lines[0], ","), values, nil
}
