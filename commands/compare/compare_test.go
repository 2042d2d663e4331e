package compare

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/internal/stored"
	"gpusph/output"
	"gpusph/output/outputtest"
	"gpusph/sph"
)

// The keys of files change with their versions only.
func TestKeys(t *testing.T) {
	outputtest.Keys(t, FileHead.Name(), File{})
}

// table is one of the time, the step and a pressure.
func table(p string, time, of []float64) *stored.Table {
	step := make([]float64, len(time))
	for i := range step {
		step[i] = float64(10 * i)
	}
	return &stored.Table{Name: "probes.csv",
		Columns: []stored.Column{{Name: "t", Unit: "s", Of: time}, {Name: "step", Of: step},
			{Name: p, Unit: "Pa", Of: of}}}
}

func TestDiffTables(t *testing.T) {
	a := table("P", []float64{0, 1, 2, 3}, []float64{5, 6, math.NaN(), 8})
	for _, test := range []struct {
		b    *stored.Table
		same bool
		want string
	}{
		{table("P", []float64{0, 1, 2, 3}, []float64{5, 6, math.NaN(), 8}), true, "the same, 4 rows"},
		{table("P", []float64{0, 1, 2, 3}, []float64{5, 6.25, math.NaN(), 10}), false,
			"row 2 differs first, at 1 s, step 10: P[Pa] is 6 and 6.25, 0.25 apart"},
		{table("P", []float64{0, 1, 2, 3}, []float64{5, 6, 7, 8}), false,
			"row 3 differs first, at 2 s, step 20: P[Pa] is NaN and 7, +Inf apart"},
		{table("P", []float64{0, 2, 4}, []float64{5, math.NaN(), 1}), true,
			"the same in 2 rows of the same times, of 4 and 3"},
		{table("P", []float64{0.5, 1.5}, []float64{5, 6}), true,
			"no row of both is of the same time, of 4 and 2"},
		{table("Q", []float64{0, 1, 2, 3}, []float64{5, 6, 7, 8}), false,
			"the same in 4 rows of the same times, of 4 and 4"},
		{nil, false, "has 4 rows and 0"},
	} {
		d := diffTables(a, test.b, "t", nil)
		if d.Same != test.same || d.sentence() != test.want {
			t.Errorf("%v, %s; not %v, %s", d.Same, d.sentence(), test.same, test.want)
		}
	}
	d := diffTables(a, table("P", []float64{0, 1, 2, 3}, []float64{5, 6.25, math.NaN(), 10}), "t", nil)
	if c := d.Columns; len(c) != 1 || c[0].Rows != 2 || c[0].Greatest != 2 || c[0].Time != 3 ||
		c[0].Of != 10 {
		t.Errorf("%+v", d.Columns)
	}
}

func TestPairs(t *testing.T) {
	series := func(times ...float64) (all []output.Instant) {
		for _, at := range times {
			all = append(all, output.Instant{Time: at})
		}
		return all
	}
	for _, test := range []struct {
		a, b []output.Instant
		want string
	}{
		{series(0, 1, 2), series(0, 1, 2), " 0-0 1-1 2-2"},
		{series(0, 1, 2), series(0, 1.1, 2.3), " 0-0 1-1.1"},
		{series(0, 1, 2, 3), series(0, 2), " 0-0 2-2"},
		{series(0, 1, 2, 3), series(0, 1.1, 2, 3.1), " 0-0 2-2"},
		{series(0, 3), series(0, 1, 2, 3), " 0-0 3-3"},
		{series(0, 1), series(5, 6), ""},
		{series(), series(5, 6), ""},
	} {
		got := ""
		for _, p := range pairsOf(test.a, test.b) {
			got += fmt.Sprintf(" %g-%g", p[0].Time, p[1].Time)
		}
		if got != test.want {
			t.Errorf("%s, not %s", got, test.want)
		}
	}
}

// Snapshots of different steps do not make flows differ, and a number in another form or a default
// that is written out is no other option.
func TestEqualRuns(t *testing.T) {
	for _, test := range []struct {
		stepA, stepB int
		same         bool
	}{{7, 8, true}, {7, 7, false}} {
		f := &File{Same: true, Snapshots: &states{}}
		f.addState(&stateDiff{Time: 1, TimeB: 1.01, Step: test.stepA, stepB: test.stepB})
		if f.Same != test.same || len(f.Remarks) > 0 != test.same || f.Snapshots.First == nil {
			t.Errorf("states of steps %d and %d: the same %v, %q", test.stepA, test.stepB, f.Same,
				f.Remarks)
		}
	}
	run := func(h float64, options ...string) *stored.Run {
		r := &stored.Run{}
		r.Options = map[string]string{}
		r.Parameters.DeltaP, r.Parameters.H = 0.01, h*0.01
		for k := 0; k < len(options); k += 2 {
			r.Options[options[k]] = options[k+1]
		}
		return r
	}
	for _, test := range []struct {
		a, b *stored.Run
		want string
	}{
		{run(1.3, "h-factor", "0"), run(1.3, "h-factor", "1.3"), ""},
		{run(1.3, "h-factor", "0"), run(1.5, "h-factor", "1.5"), "h-factor"},
		{run(1.3, "alpha", "0.1"), run(1.3, "alpha", "1e-1"), ""},
		{run(1.3, "alpha", "0"), run(1.3, "alpha", "0.1"), "alpha"},
		{run(1.3, "kernel", "cubic"), run(1.3, "kernel", "quintic"), "kernel"},
	} {
		f := &File{}
		f.compareOptions(test.a, test.b)
		got := ""
		for _, o := range f.Options {
			got += o.Name
		}
		if got != test.want {
			t.Errorf("%v and %v: %q differs, not %q", test.a.Options, test.b.Options, got, test.want)
		}
	}
}

// Particles are compared by their ids, in whatever order, and the length of a vector tells.
func TestCompareStates(t *testing.T) {
	state := func(ids ...uint32) *sph.Snapshot {
		n := len(ids)
		s := &sph.Snapshot{ID: ids, Position: make([][3]float32, n), Velocity: make([][3]float32, n),
			Density: make([]float32, n), Pressure: make([]float32, n), Type: make([]sph.Type, n),
			Body: make([]uint8, n)}
		for i, id := range ids {
			s.Position[i][0] = float32(id)
			s.Density[i] = float32(math.NaN())
		}
		return s
	}
	a, b := state(1, 2, 3, 5), state(5, 2, 4, 3)
	b.Velocity[0], b.Velocity[1] = [3]float32{3, 0, 4}, [3]float32{1, 0, 0}
	b.Density[3] = 7
	var d stateDiff
	d.compare(a, b, []string{"Position", "Velocity", "Density"}, false)
	if d.OnlyA != 1 || d.OnlyB != 1 || d.Both != 3 ||
		fmt.Sprint(d.Fields) != "[{Velocity m/s 2 5 5} {Density kg/m3 1 +Inf 3}]" {
		t.Errorf("%+v", d)
	}
	d = stateDiff{}
	if d.compare(a, b, []string{"Position"}, false); len(d.Fields) != 0 {
		t.Errorf("of positions: %+v", d)
	}
}

// What is no number is a word in JSON, and the text can be printed.
func TestText(t *testing.T) {
	f := &File{A: "a", B: "b"}
	f.addTable(diffTables(table("P", []float64{0}, []float64{math.Inf(1)}),
		table("P", []float64{0}, []float64{1}), "t", nil))
	var json, b strings.Builder
	if err := output.WriteJSON(&json, f); err != nil ||
		!strings.Contains(json.String(), `"value_a": "+Inf"`) {
		t.Errorf("%v: %s", err, &json)
	}
	f.Text(&b)
	if !strings.Contains(b.String(), "The flows differ, first seen at 0 s, step 0, in probes.csv.") ||
		!strings.Contains(b.String(), "+Inf apart") {
		t.Error(b.String())
	}
}
