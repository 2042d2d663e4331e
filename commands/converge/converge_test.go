package converge

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/internal/stored"
	"gpusph/internal/study"
	"gpusph/output"
	"gpusph/problems"
)

// spacings of made-up runs, the coarsest first: unequal ratios.
var spacings = []float64{0.04, 0.03, 0.02}

// madeUp are runs whose gauges have exact errors: of the order 1.9, oscillating, and diverging.
func madeUp(t *testing.T) (s *study.Study, runs []*stored.Run) {
	t.Helper()
	find, err := problems.Find("DamBreak3D")
	if err != nil {
		t.Fatal(err)
	}
	s = &study.Study{Config: &cli.Config{Flow: find}, Dir: t.TempDir()}
	for k, h := range spacings {
		dir := filepath.Join(s.Dir, fmt.Sprint("dp", h))
		if err := os.Mkdir(dir, 0o777); err != nil {
			t.Fatal(err)
		}
		wave := []float64{3, 1, 2}[k]
		worse := []float64{5, 4, 1}[k]
		row := fmt.Sprintf("%.17g,%g,%g,7", 3+40*math.Pow(h, 1.9), wave, worse)
		table := "t[s],step,order[m],wave[m],worse[m],same[m]\n0,0," + row + "\n2,9," + row + "\n"
		sum := output.Summary{Head: output.NewHead("summary", 10), Problem: "Made", Status: output.Done,
			Steps: int(24 / h), Particles: output.Counts{Total: int(4 / h / h), Fluid: int(2 / h / h)},
			Devices: []output.DeviceSummary{{Name: "host:0"}}}
		sum.Work = output.Work{Iterations: int64(sum.Particles.Total) * int64(sum.Steps),
			Runtime: 1e-6 * float64(sum.Particles.Total) * float64(sum.Steps)}
		sum.Parameters.Dim, sum.Parameters.DeltaP = 2, h
		text, err := json.Marshal(sum)
		if err != nil {
			t.Fatal(err)
		}
		for name, words := range map[string]string{"gauges.csv": table, "summary.json": string(text)} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(words), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		r, err := stored.Read(dir)
		if err != nil {
			t.Fatal(err)
		}
		runs = append(runs, r)
	}
	return s, runs
}

// analysed are the results of made-up runs.
func analysed(t *testing.T, o *options, words ...string) (*File, *study.Study, []*stored.Run) {
	t.Helper()
	s, runs := madeUp(t)
	var measures []study.Measure
	for _, word := range words {
		m, err := study.ParseMeasure(word)
		if err != nil {
			t.Fatal(err)
		}
		measures = append(measures, m)
	}
	f, err := o.analyse(s, runs, measures)
	if err != nil {
		t.Fatal(err)
	}
	return f, s, runs
}

// The command finds the orders that the tables of runs have, names what has none, and leaves out by
// itself what does not change.
func TestAnalyse(t *testing.T) {
	f, _, _ := analysed(t, &options{automatic: true}, "gauges:order:mean", "gauges:wave:max",
		"gauges:worse:last", "gauges:same:mean", "gauges:none:mean")
	if len(f.Measures) != 3 {
		t.Fatalf("there are %d measures", len(f.Measures))
	}
	first := f.Measures[0]
	off := 40 * math.Pow(0.02, 1.9)
	for _, x := range []struct {
		what      string
		got, want float64
	}{
		{"order", *first.Order, 1.9}, {"extrapolated value", *first.Extrapolated, 3},
		{"GCI", *first.GCI, 1.25 * off / (3 + off)}, {"band", *first.Band, 1.25 * off},
		{"uncertainty", *first.Uncertainty, 1.25 * off / (3 + off)},
		{"distance", *first.Distance, off / 3},
	} {
		if math.Abs(x.got-x.want) > 1e-6*math.Abs(x.want) {
			t.Errorf("the %s is %.9g, not %.9g", x.what, x.got, x.want)
		}
	}
	if *first.Values[0] <= *first.Values[2] || first.Kind != "monotone" || first.Note != "" {
		t.Errorf("%+v", first)
	}
	if m := f.Measures[1]; m.Kind != "oscillatory" || *m.Uncertainty != 3*2/2. {
		t.Errorf("what oscillates is %s, uncertain by %g", m.Kind, *m.Uncertainty)
	}
	if m := f.Measures[2]; m.Kind != "diverging" || m.Order != nil || m.GCI != nil {
		t.Errorf("what diverges is %s", m.Kind)
	}
	f, _, _ = analysed(t, &options{}, "gauges:same:mean", "gauges:none:mean")
	if len(f.Measures) != 2 || f.Measures[0].Kind != "unchanged" ||
		f.Measures[1].Note != "a run has no such value" {
		t.Errorf("a requested measure is left out: %+v", f.Measures)
	}
	s, runs := madeUp(t)
	if _, err := (&options{automatic: true}).analyse(s, runs, nil); err == nil ||
		!strings.Contains(err.Error(), "--measure names something else") {
		t.Errorf("of nothing: %v", err)
	}
}

// The files have what was found; names in them are escaped on the page.
func TestFiles(t *testing.T) {
	f, s, _ := analysed(t, &options{}, "gauges:order:mean", "gauges:wave:max", "gauges:worse:last")
	f.Measures[1].Name = "<b>wave</b>"
	if err := f.write(s.Dir); err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile(filepath.Join(s.Dir, pageName))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(page, []byte("<svg")); n != 6 { // three measures, three series
		t.Errorf("the page has %d figures", n)
	}
	if bytes.Contains(page, []byte("<b>wave")) || !bytes.Contains(page, []byte("1.90")) {
		t.Error("a name is markup, or the order is missing")
	}
	file, err := os.Open(filepath.Join(s.Dir, "converge.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil || len(rows) != 4 || rows[0][2] != "at 0.04 m" || rows[3][6] != "" ||
		!strings.HasPrefix(rows[1][6]+"0", "1.9") && !strings.HasPrefix(rows[1][6], "1.8999999") {
		t.Errorf("%q, %v", rows, err)
	}
	text, err := os.ReadFile(filepath.Join(s.Dir, "converge.txt"))
	if err != nil || !strings.Contains(string(text), "diverging") ||
		!strings.Contains(string(text), "DamBreak3D at 0.04, 0.03 and 0.02 m") {
		t.Errorf("%s, %v", text, err)
	}
}

// What a finer spacing takes follows from the three runs: here steps are 24/h, each particle of a
// step takes a microsecond, and the case says how many particles there are.
func TestWanted(t *testing.T) {
	f, s, runs := analysed(t, &options{}, "gauges:order:mean", "gauges:worse:last")
	first := f.Measures[0]
	f.price(s.Config, runs, []string{"host"}, *first.Uncertainty/4)
	if len(f.Wanted.Costs) != 1 || first.DeltaP == nil {
		t.Fatalf("%+v", f.Wanted)
	}
	spacing := 0.02 * math.Pow(0.25, 1/1.9)
	k := f.Wanted.Costs[0]
	if k.DeltaP > spacing || k.DeltaP < 0.99*spacing {
		t.Errorf("the spacing is %g m, not %g m", k.DeltaP, spacing)
	}
	at := func(h float64) float64 {
		n, err := particlesAt(s.Config, []string{"host"}, h)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	particles := 4 / 0.02 / 0.02 * at(k.DeltaP) / at(0.02)
	if math.Abs(k.Particles-particles) > 1e-6*particles {
		t.Errorf("%g particles, not %g", k.Particles, particles)
	}
	seconds := 1e-6 * particles * 24 / k.DeltaP
	if math.Abs(k.Seconds-seconds) > 1e-3*seconds || len(k.Memory) != 1 {
		t.Errorf("%g s, not %g s; memory %+v", k.Seconds, seconds, k.Memory)
	}
	f.price(s.Config, runs, []string{"host"}, 2**first.Uncertainty)
	if k := f.Wanted.Costs[0]; k.Note != "the run at 0.02 m has it" || k.Particles != 0 {
		t.Errorf("a larger error takes %+v", k)
	}
}

// Spacings follow from the finest and the ratio, or are listed in any order.
func TestSpacings(t *testing.T) {
	for _, test := range []struct {
		o    options
		want string
	}{
		{options{}, "[0.01 0.01414 0.02]"}, {options{ratio: 2}, "[0.01 0.02 0.04]"},
		{options{spacings: "0.02, 0.01,0.014"}, "[0.01 0.014 0.02]"},
		{options{spacings: "0.02,0.01"}, "--spacings has 2, but must have three"},
		{options{spacings: "0.02,0.01,x"}, `--spacings has "x", but must have three numbers of metres`},
		{options{spacings: "0.02,0.01,-1"}, `--spacings has "-1"`},
		{options{spacings: "0.02,0.01,0.01"}, "--spacings has 0.01 twice"},
		{options{ratio: 1.00001}, "--ratio is 1.00001, which is too near to 1"},
	} {
		c := &cli.Config{}
		c.DeltaP = 0.01
		all, err := test.o.three(c)
		got := fmt.Sprint(all)
		if err != nil {
			got = err.Error()
		}
		if !strings.HasPrefix(got, test.want) {
			t.Errorf("%+v: %s; want %s", test.o, got, test.want)
		}
	}
	for word, want := range map[string]float64{"2%": 0.02, "0.5 %": 0.005, "0.01": 0.01, "": 0} {
		if x, err := parsePart(word); err != nil || math.Abs(x-want) > 1e-15 {
			t.Errorf("%q is %g, %v", word, x, err)
		}
	}
	for _, word := range []string{"2", "x%", "-1%", "0"} {
		if _, err := parsePart(word); err == nil || !strings.Contains(err.Error(), "--error is") {
			t.Errorf("%q: %v", word, err)
		}
	}
}
