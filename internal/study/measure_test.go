package study

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/internal/stored"
	"gpusph/output/outputtest"
)

// The keys of files change with their versions only.
func TestKeys(t *testing.T) { outputtest.Keys(t, FileHead.Name(), File{}) }

// Measures are read with names of columns as runs have them, and told again.
func TestParseMeasure(t *testing.T) {
	for word, want := range map[string]string{
		"gauges:head:mean:2..6":                "gauges head mean 2 to 6 s",
		"gauges.csv:head:max":                  "gauges head max",
		"forces:left gate Fx:peak:..0.5":       "forces left gate Fx peak until 0.5 s",
		"throughput:host:0 Forces:last":        "throughput host:0 Forces last",
		"throughput:host:0 Forces:mean:1e-3..": "throughput host:0 Forces mean from 0.001 s",
		"gauges: head : time-of-max":           "gauges head time-of-max",
	} {
		m, err := ParseMeasure(word)
		if err != nil || m.Name() != want {
			t.Errorf("%q is %q, %v; want %q", word, m.Name(), err, want)
		}
	}
	if m, err := ParseMeasure("gauges:head"); err != nil || m.Reduction != "" {
		t.Errorf("without a reduction it has %q, %v", m.Reduction, err)
	}
	for word, want := range map[string]string{
		"gauges":               "--measure is \"gauges\", but must be a table, a column and a reduction",
		"gauges:":              "but must be a table, a column",
		":head:max":            "but must be a table, a column",
		"gauges:head:maxi":     "there is no reduction \"maxi\"; did you mean max?",
		"gauges:head:xyz":      "there is no reduction \"xyz\"; there are max, min, peak",
		"gauges:head:max:a..":  "\"a\" is no time in seconds",
		"gauges:head:max:6..2": "2 ends before it begins; use 2..6",
	} {
		if _, err := ParseMeasure(word); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v; want %q", word, err, want)
		}
	}
}

// Reductions of a curve by hand, of all of it and of a part whose ends lie between rows.
func TestReductions(t *testing.T) {
	time := []float64{0, 1, 2, 4}
	values := []float64{0, 2, -4, 2}
	for _, test := range []struct {
		reduction string
		from, to  float64
		want      float64
	}{
		{"max", math.NaN(), math.NaN(), 2}, {"min", math.NaN(), math.NaN(), -4},
		{"peak", math.NaN(), math.NaN(), -4}, {"first", math.NaN(), math.NaN(), 0},
		{"last", math.NaN(), math.NaN(), 2}, {"range", math.NaN(), math.NaN(), 6},
		{"impulse", math.NaN(), math.NaN(), -2}, {"mean", math.NaN(), math.NaN(), -0.5},
		{"time-of-max", math.NaN(), math.NaN(), 1}, {"time-of-min", math.NaN(), math.NaN(), 2},
		{"first", 0.5, math.NaN(), 1}, {"last", math.NaN(), 3, -1}, {"mean", 0.5, 1.5, 0.75 + 0.25},
		{"max", 1.25, 1.75, 0.5}, {"min", 1, 1.5, -1}, {"impulse", 2, 4, -2},
		{"mean", 4, math.NaN(), 2}, {"max", 3, 3.5, 0.5}, {"max", 5, math.NaN(), math.NaN()},
		{"deviation", 0, 1, math.Sqrt(1. / 3)}, // of a line from 0 to 2
	} {
		m := Measure{"t", "c", test.reduction, test.from, test.to}
		got := m.Of(time, values)
		if fmt.Sprintf("%.9g", got) != fmt.Sprintf("%.9g", test.want) {
			t.Errorf("%s is %g, not %g", m.Name(), got, test.want)
		}
	}
	nan := math.NaN()
	m := Measure{"t", "c", "mean", nan, nan}
	if x := m.Of([]float64{0, 1, 2}, []float64{1, nan, 3}); x != 2 {
		t.Errorf("around what is no number the mean is %g", x)
	}
	if x := m.Of([]float64{0}, []float64{nan}); !math.IsNaN(x) {
		t.Errorf("of nothing it is %g", x)
	}
	for reduction, want := range map[string]string{"max": "N/m", "impulse": "N/m s",
		"time-of-max": "s"} {
		if m := (Measure{Reduction: reduction}); m.Unit("N/m") != want {
			t.Errorf("%s of N/m is in %s", reduction, m.Unit("N/m"))
		}
	}
}

// Values are those of the tables in the directories of runs. A run without the column has none.
func TestValues(t *testing.T) {
	var runs []*stored.Run
	for _, table := range []string{"t[s],step,head[m],a:b\n0,0,1,5\n2,9,3,7\n",
		"t[s],step,toe[m]\n0,0,1\n"} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "gauges.csv"), []byte(table), 0o666); err != nil {
			t.Fatal(err)
		}
		runs = append(runs, &stored.Run{Dir: dir})
	}
	var measures []Measure
	for _, word := range []string{"gauges:head:mean", "gauges:a:b:impulse", "probes:p:max"} {
		m, err := ParseMeasure(word)
		if err != nil {
			t.Fatal(err)
		}
		measures = append(measures, m)
	}
	values, units, err := NewTables(runs).Values(measures)
	if err != nil || fmt.Sprint(values, units) != "[[2 NaN] [12 NaN] [NaN NaN]] [m s ]" {
		t.Errorf("the values are %v in %q, %v", values, units, err)
	}
}
