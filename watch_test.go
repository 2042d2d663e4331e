package main

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/sph"
)

// watched is a watch of a hundred particles of water of a kilogram each, in a column of 1 m with 490.5 J more than
// on the ground, and what it warns of.
func watched() (*watch, *[]string) {
	c := &sph.Case{Params: sph.Defaults(0.1)}
	c.Params.Mass = 1
	for i := range 100 {
		c.Particles.Add([3]float64{0, 0, 2 + float64(i)/99}, sph.Fluid, 0)
		c.Particles.Add([3]float64{0, 0, -1}, sph.Wall, 0)
	}
	var warnings []string
	return newWatch(c, func(text string) { warnings = append(warnings, text) }), &warnings
}

// atRest is a sample of these at the beginning.
func atRest() sph.Sample {
	return sph.Sample{Potential: 9.81 * 250, Density: [2]float64{995, 1010}}
}

func TestWatch(t *testing.T) {
	for _, test := range []struct {
		name    string
		change  func(*sph.Sample)
		warning string // of the sample
		err     string
	}{
		{"nothing", func(s *sph.Sample) {}, "", ""},
		{"a few strays", func(s *sph.Sample) { s.Stray, s.Density = 5, [2]float64{3, 1400} }, "", ""},
		{"strays", func(s *sph.Sample) { s.Stray, s.Density = 6, [2]float64{3, 1400} }, "at 0.25 s the densities of 6 particles are more than 20 % off 1000 kg/m³, between 3 and 1400", ""},
		{"less energy", func(s *sph.Sample) { s.Potential -= 300 }, "", ""},
		{"4 % more", func(s *sph.Sample) { s.Kinetic = 19.6 }, "", ""},
		{"6 % more", func(s *sph.Sample) { s.Kinetic, s.Internal = 10, 20 }, "at 0.25 s the water has 6 % more energy than it began with", ""},
		{"twice", func(s *sph.Sample) { s.Internal = 491 }, "", "the water has 2 times the energy that it began with"},
		{"less than nothing", func(s *sph.Sample) { s.Density[0] = -2734 }, "", "the densities of the water are between -2734 and 1010 kg/m³"},
		{"no number", func(s *sph.Sample) { s.Density[1] = math.NaN() }, "", "the densities of the water are between 995 and NaN"},
		{"no energy", func(s *sph.Sample) { s.Kinetic = math.NaN() }, "", "the water has NaN times the energy"},
	} {
		w, warnings := watched()
		for i := range 3 {
			s := atRest()
			s.Step, s.Time = 10*i, 0.125*float64(i)
			if i == 2 {
				test.change(&s)
			}
			err := w.sample(&s)
			if said := strings.Join(*warnings, ""); i == 2 && test.warning == "" && said != "" || !strings.Contains(said, test.warning) && i == 2 {
				t.Errorf("%s: it warns of %q, want %q", test.name, said, test.warning)
			}
			switch {
			case err == nil && (i < 2 || test.err == ""):
			case i < 2 || test.err == "" || err == nil:
				t.Errorf("%s: at step %d it says %v", test.name, s.Step, err)
			case !strings.Contains(err.Error(), "the flow blew up before step 20 at 0.25 s: "+test.err) || !strings.Contains(err.Error(), "a larger c0 may do; no snapshot was kept before"):
				t.Errorf("%s: it says %v", test.name, err)
			}
		}
	}
}

// Each is warned of once.
func TestWatchWarnsOnce(t *testing.T) {
	w, warnings := watched()
	usual := w.flow.Params.UsualStep()
	for i := range 5 {
		s := atRest()
		s.Stray, s.Kinetic = 10*i, 30*float64(i)
		if err := w.sample(&s); err != nil {
			t.Fatal(err)
		}
		w.period(sph.Progress{Steps: 1, Dt: usual / 90})
		w.period(sph.Progress{Steps: 1, Dt: usual / 1000, Done: true})
		if i > 2 {
			w.period(sph.Progress{Steps: 1, Dt: usual / 110})
		}
	}
	if all := strings.Join(*warnings, "\n"); len(*warnings) != 3 || strings.Count(all, "may do") != 1 || !strings.Contains(all, "the time step has fallen to 1.77e-05 s, where 0.00195 s is usual") {
		t.Errorf("it warns of %s", all)
	}
	w.flow.Params.Dt = usual
	w.said = map[string]bool{}
	w.period(sph.Progress{Steps: 1, Dt: usual / 110}) // the option asks for it
	if len(*warnings) != 3 {
		t.Errorf("it warns of %s", (*warnings)[3:])
	}
}

// A snapshot is good if nothing was wrong by then, nor in the sample after it.
func TestGoodSnapshot(t *testing.T) {
	w, _ := watched()
	take := func(step int) { w.kept(sph.Progress{Step: step, Time: float64(step) / 100}) }
	look := func(step, stray int) {
		s := atRest()
		s.Step, s.Stray = step, stray
		if err := w.sample(&s); err != nil {
			t.Fatal(err)
		}
	}
	look(0, 0)
	take(0)
	take(8)
	look(9, 0)
	take(12)
	want := func(text string) {
		t.Helper()
		if err := w.leaves(sph.ErrBlewUp); !strings.HasSuffix(err.Error(), "the last good snapshot is "+text) {
			t.Errorf("it says %v, want %s", err, text)
		}
	}
	want("data/part_00001, of 0.08 s")
	look(12, 0)
	want("data/part_00002, of 0.12 s")
	take(13)
	look(15, 50)
	look(18, 0)
	take(18)
	want("data/part_00002, of 0.12 s")
	if err := w.leaves(os.ErrExist); err != os.ErrExist {
		t.Errorf("of another error it says %v", err)
	}
}

// Nothing holds this flow together: it is warned of, ends early, and the snapshot that is named is there.
func TestRunThatIsNonsense(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, small+"--alpha 0 --diffusion none --cfl 1 --kernel cubic --tend 0.4 --dir out")
	const reasons = "the likeliest reasons are cfl 1 (0.3 is usual), alpha 0 (0.05 to 0.3 is usual), diffusion none (fourtakas is usual) and kernel cubic (wendland is usual)"
	_, good, _ := strings.Cut(r.stderr, "\ngpusph: the flow blew up before step ")
	if r.code != exitFailed || !strings.Contains(good, "times the energy that it began with; "+reasons) {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
	_, good, _ = strings.Cut(good, "the last good snapshot is ")
	name, _, _ := strings.Cut(good, ",")
	out := filepath.Join(dir, "out")
	read(t, out, name+".vtp")
	s := summary(t, out)
	const warning = "more energy than it began with"
	if len(s.Warnings) == 0 || !strings.Contains(s.Warnings[0], warning) || !strings.Contains(s.Warnings[0], reasons) || s.Time > 0.35 {
		t.Errorf("at %g s the summary warns of %q", s.Time, s.Warnings)
	}
	for _, text := range []string{r.stderr, r.stdout, string(read(t, out, "run.log")), string(read(t, out, "report.txt"))} {
		if !strings.Contains(text, warning) {
			t.Errorf("no warning in %s", text)
		}
	}
}

// A step that is too long is warned of before anything else.
func TestLongStepIsWarnedOf(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := gpusph(t, dir, small+"--dt 0.0012 --maxiter 2 --formats none --dir out")
	const want = "dt is 0.0012 s, longer than the 0.000975 s that a Courant number of 0.3 allows; the flow may blow up"
	if s := summary(t, filepath.Join(dir, "out")); r.code != exitDone || len(s.Warnings) != 1 || s.Warnings[0] != want || !strings.Contains(r.stderr, "warning: "+want) {
		t.Errorf("exit code %d, warnings %q: %s", r.code, s.Warnings, r.stderr)
	}
	if r = gpusph(t, dir, small+"--dt 0.004"); r.code != exitUsage || !strings.Contains(r.stderr, "dt is 0.004 s, but sound passes h in 0.00325 s") {
		t.Errorf("exit code %d: %s", r.code, r.stderr)
	}
}
