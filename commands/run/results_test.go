package run

import (
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"gpusph/commands/cli"
	"gpusph/features/openings"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// What was before a checkpoint counts in the summary of the run that is continued: seconds, steps,
// particle-iterations.
func TestSummaryIsContinued(t *testing.T) {
	flow := &sph.Case{Name: "Drop"}
	r := newResults(t.TempDir(), flow, time.Now())
	before := output.Summary{
		Started: "2026-01-02T03:04:05Z",
		Work: output.Work{Runtime: 12.5, Elapsed: 100, Iterations: 3_000_000, ActiveIter: 1_500_000,
			Moved: 4},
		Steps: 30, Time: 0.25, Particles: output.Counts{Lost: 2},
		Resumed: []output.Resumption{{Step: 10, Time: 0.1}},
	}
	r.goOn(&before, 30, 0.25)
	if err := r.Progress(&sph.Progress{Time: 0.5, Step: 40, Steps: 10, Wall: 2.5, Particles: 100_000,
		Active: 50_000, Moved: 3, Lost: 2,
		Devices: []sph.DeviceProgress{{Name: "host:0", Particles: 100_000}}}); err != nil {
		t.Fatal(err)
	}
	s := r.summary
	if s.Runtime != 15 || s.Iterations != 4_000_000 || s.ActiveIter != 2_000_000 || s.Moved != 7 ||
		s.Steps != 40 || s.Time != 0.5 || s.Particles.Lost != 2 {
		t.Errorf("the summary is %+v", s)
	}
	if want := 4.0 / 15; s.Mips < want-1e-12 || s.Mips > want+1e-12 || s.Started != before.Started {
		t.Errorf("%g mips since %s", s.Mips, s.Started)
	}
	if n := len(s.Resumed); n != 2 || s.Resumed[1].Step != 30 || s.Resumed[1].Time != 0.25 {
		t.Errorf("it was continued at %+v", s.Resumed)
	}
	r.end(nil)
	if s.Elapsed < 100 || s.Elapsed > 130 {
		t.Errorf("all took %g s", s.Elapsed)
	}
}

// The report has what the tables of the run say, and a run with a damaged table has a report all
// the same.
func TestReportOfTables(t *testing.T) {
	for table, want := range map[string]string{
		"t[s],step,gate Fx[N],gate Fy[N],gate " +
			"Fz[N]\n0,0,1,0,0\n0.25,3,0,-7,0\n0.5,9,2,0,0\n": "Greatest force on gate  7  N   at 0.25 s  " +
			"(0, -7, 0)",
		"damaged\n": "Fluid at the start",
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "forces.csv"), []byte(table), 0o666); err != nil {
			t.Fatal(err)
		}
		r := newResults(dir, &sph.Case{Name: "Drop"}, time.Now())
		r.summary.Devices = make([]output.DeviceSummary, 1)
		if err := r.End(nil); err != nil {
			t.Fatal(err)
		}
		said, err := os.ReadFile(filepath.Join(dir, "report.txt"))
		if !strings.Contains(string(said), want) || (r.flowErr != nil) != (table == "damaged\n") {
			t.Errorf("%v, %v: no %q in\n%s", err, r.flowErr, want, said)
		}
		if errors.Is(r.flowErr, os.ErrNotExist) {
			t.Error(r.flowErr)
		}
	}
}

// What has come through openings before a checkpoint counts, too, and a balance that is off is
// warned of once.
func TestOpeningsAreContinued(t *testing.T) {
	flow := &sph.Case{Name: "Channel", Params: sph.Defaults(0.1)}
	flow.Params.Mass, flow.Params.Rho0 = 1, 1000
	openings.Open(flow, []openings.Opening{{Name: "river", Inlet: true, Normal: [3]float64{1, 0, 0},
		Across: [2][3]float64{{0, 1, 0}, {0, 0, 1}}, Half: [2]float64{0.1, 0.1},
		Discharge: timeseries.Constant(0.01)}})
	part := func(before *output.Summary, from, to int) *results {
		r := newResults(t.TempDir(), flow, time.Now())
		if before != nil {
			r.goOn(before, from, float64(from))
		}
		for k := from + 1; k <= to; k++ {
			if err := r.Progress(&sph.Progress{Time: float64(k), Step: k, Steps: 1, Born: 4 * k,
				Particles: 4 * k, Devices: []sph.DeviceProgress{{Name: "host:0"}},
				Crossings: []sph.Crossing{{In: 10*(k-1) + k*k/4, Born: 4 * k}}}); err != nil {
				t.Fatal(err)
			}
		}
		return r
	}
	whole, first := part(nil, 0, 6), part(nil, 0, 3)
	second := part(first.summary, 3, 6)
	if !reflect.DeepEqual(whole.summary.Passages, second.summary.Passages) ||
		!reflect.DeepEqual(whole.summary.Ledger, second.summary.Ledger) {
		t.Errorf("%+v, %+v, not %+v, %+v", second.summary.Passages, second.summary.Ledger,
			whole.summary.Passages, whole.summary.Ledger)
	}
	for _, test := range []struct {
		of   *results
		want int
	}{{first, 0}, {whole, 1}} {
		w := newWarnings(cli.NewScreen(os.Stderr, true), slog.New(slog.DiscardHandler), test.of.summary,
			nil)
		w.passages(test.of.summary.Passages)
		w.passages(test.of.summary.Passages)
		if all := test.of.summary.Warnings; len(all) != test.want {
			t.Errorf("it warns of %q", all)
		}
	}
}
