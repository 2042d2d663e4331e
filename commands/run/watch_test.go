package run

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"gpusph/features/openings"
	"gpusph/output"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// watched is a watch of a hundred particles of water of a kilogram each, in a column of 1 m with
// 490.5 J more than on the ground, and what it warns of.
func watched() (*watch, *[]string) {
	c := &sph.Case{Params: sph.Defaults(0.1)}
	c.Params.Mass = 1
	for i := range 100 {
		c.Particles.Add([3]float64{0, 0, 2 + float64(i)/99}, sph.Fluid, 0)
		c.Particles.Add([3]float64{0, 0, -1}, sph.Wall, 0)
	}
	var warnings []string
	return newWatch(c, func(_, text string) { warnings = append(warnings, text) }), &warnings
}

// atRest is a sample of these at the beginning.
func atRest() sph.Sample {
	return sph.Sample{Energy: []float64{0, 9.81 * 250, 0}, Density: [2]float64{995, 1010}}
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
		{"strays", func(s *sph.Sample) { s.Stray, s.Density = 6, [2]float64{3, 1400} },
			"at 0.25 s the densities of 6 particles are more than 20 % off 1000 kg/m³, between 3 and 1400",
			""},
		{"less energy", func(s *sph.Sample) { s.Energy[sph.Potential] -= 300 }, "", ""},
		{"4 % more", func(s *sph.Sample) { s.Energy[sph.Kinetic] = 19.6 }, "", ""},
		{"6 % more", func(s *sph.Sample) { s.Energy[sph.Kinetic], s.Energy[sph.Internal] = 10, 20 },
			"at 0.25 s the water has 6 % more energy than it began with", ""},
		{"twice", func(s *sph.Sample) { s.Energy[sph.Internal] = 491 }, "",
			"the water has 2 times the energy that it began with"},
		{"less than nothing", func(s *sph.Sample) { s.Density[0] = -2734 }, "",
			"the densities of the water are between -2734 and 1010 kg/m³"},
		{"no number", func(s *sph.Sample) { s.Density[1] = math.NaN() }, "",
			"the densities of the water are between 995 and NaN"},
		{"no energy", func(s *sph.Sample) { s.Energy[sph.Kinetic] = math.NaN() }, "",
			"the water has NaN times the energy"},
	} {
		w, warnings := watched()
		for i := range 3 {
			s := atRest()
			s.Step, s.Time = 10*i, 0.125*float64(i)
			if i == 2 {
				test.change(&s)
			}
			err := w.leaves(w.Sample(&s), nil)
			if said := strings.Join(*warnings, ""); i == 2 && test.warning == "" && said != "" ||
				!strings.Contains(said, test.warning) && i == 2 {
				t.Errorf("%s: it warns of %q, want %q", test.name, said, test.warning)
			}
			switch {
			case err == nil && (i < 2 || test.err == ""):
			case i < 2 || test.err == "" || err == nil:
				t.Errorf("%s: at step %d it says %v", test.name, s.Step, err)
			case !strings.Contains(err.Error(), "the flow blew up before step 20 at 0.25 s: "+test.err) ||
				!strings.Contains(err.Error(), "a larger c0 may do; no snapshot was kept before"):
				t.Errorf("%s: it says %v", test.name, err)
			}
		}
	}
}

// Gravity that changes or acts along a periodic axis, a frame that turns, a wall that moves, or
// what comes through openings may give the water any energy.
func TestWatchOfDrivenFlows(t *testing.T) {
	for name, change := range map[string]func(*sph.Case){
		"gravity": func(c *sph.Case) { c.Gravity.Values = make([][3]float64, 2) },
		"turning": func(c *sph.Case) { c.RotatingFrame.Angles = make([]float64, 3) },
		"around":  func(c *sph.Case) { c.Params.Periodic[2] = true },
		"walls":   func(c *sph.Case) { c.Particles.Velocity[1][0] = 1 },
		"inlets":  func(c *sph.Case) { openings.Open(c, make([]openings.Opening, 1)) },
	} {
		w, warnings := watched()
		change(w.flow)
		w.driven = w.flow.Driven()
		for _, kinetic := range []float64{0, 1e4} {
			s := atRest()
			s.Energy[sph.Kinetic] = kinetic
			if err := w.Sample(&s); err != nil || len(*warnings) > 0 {
				t.Errorf("%s, with %g J: %v, %q", name, kinetic, err, *warnings)
			}
		}
	}
}

// Energy that grows ends no flow with a term that declares none, and a warning says why. All else
// is checked.
func TestWatchOfUndeclaredEnergy(t *testing.T) {
	w, warnings := watched()
	w.leaveOutEnergy([]string{"cohesion", "tension"})
	const why = "the growth of the water's energy is not checked, because sph/terms.go does not " +
		"declare the energy of cohesion and tension"
	for _, kinetic := range []float64{0, 1e4} {
		s := atRest()
		s.Energy[sph.Kinetic] = kinetic
		if err := w.Sample(&s); err != nil || len(*warnings) != 1 || (*warnings)[0] != why {
			t.Errorf("with %g J: %v, %q", kinetic, err, *warnings)
		}
	}
	s := atRest()
	s.Density[0] = -1
	if err := w.Sample(&s); err == nil {
		t.Error("a negative density is let pass")
	}
}

// Each is warned of once.
func TestWatchWarnsOnce(t *testing.T) {
	w, warnings := watched()
	usual := w.flow.Params.DefaultStep()
	for i := range 5 {
		s := atRest()
		s.Stray, s.Energy[sph.Kinetic] = 10*i, 30*float64(i)
		if err := w.Sample(&s); err != nil {
			t.Fatal(err)
		}
		w.Progress(&sph.Progress{Steps: 1, Dt: usual / 90})
		if i > 2 {
			w.Progress(&sph.Progress{Steps: 1, Dt: usual / 110})
		}
	}
	if all := strings.Join(*warnings, "\n"); len(*warnings) != 3 ||
		strings.Count(all, "may do") != 1 ||
		!strings.Contains(all, "the time step has fallen to 1.77e-05 s, where 0.00195 s is usual") {
		t.Errorf("it warns of %s", all)
	}
	w.flow.Params.Dt = usual
	w.said = map[string]bool{}
	w.Progress(&sph.Progress{Steps: 1, Dt: usual / 110}) // the option asks for it
	if len(*warnings) != 3 {
		t.Errorf("it warns of %s", (*warnings)[3:])
	}
}

// Particles without lists are warned of once. That is no doubt about the flow: what is warned of
// later has its remedy, and snapshots are good.
func TestWatchWarnsOfLists(t *testing.T) {
	w, warnings := watched()
	for _, unlisted := range []int{0, 7, 0, 12} {
		w.Progress(&sph.Progress{Steps: 1, Dt: w.flow.Params.DefaultStep(), Unlisted: unlisted})
	}
	if want := "lists cannot hold all neighbours of at least 7 particles, so steps take longer; a " +
		"smaller h-factor or skin may do"; len(*warnings) != 1 || (*warnings)[0] != want {
		t.Errorf("it warns of %q", *warnings)
	}
	for step, stray := range []int{0, 50} {
		s := atRest()
		s.Step, s.Stray = step, stray
		w.Sample(&s)
	}
	if len(*warnings) != 2 || !strings.HasSuffix((*warnings)[1], w.flow.Params.Remedy()) {
		t.Errorf("it warns of %q", *warnings)
	}
	if err := w.leaves(engine.ErrBlewUp, []output.Instant{{}}); !strings.Contains(err.Error(), "part_00000") {
		t.Errorf("it says %v", err)
	}
}

// A snapshot is good if nothing was wrong by then, nor in the sample after it.
func TestGoodSnapshot(t *testing.T) {
	w, _ := watched()
	var taken []output.Instant
	take := func(step int) {
		taken = append(taken,
			output.Instant{Step: step, Time: float64(step) / 100})
	}
	look := func(step, stray int) {
		s := atRest()
		s.Step, s.Stray = step, stray
		if err := w.Sample(&s); err != nil {
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
		if err := w.leaves(engine.ErrBlewUp, taken); !strings.HasSuffix(err.Error(), "the last good snapshot is "+text) {
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
	if err := w.leaves(os.ErrExist, taken); err != os.ErrExist {
		t.Errorf("of another error it says %v", err)
	}
}

// Once half of the fluid has left the domain the run ends.
func TestWatchOfFluidThatLeaves(t *testing.T) {
	for _, test := range []struct {
		name     string
		least    float64
		lost     []int
		ends     int // index of the error; -1 is none
		warnings int
		outflow  bool
	}{
		{"all", 0.5, []int{10, 40, 50, 51}, 3, 3, false},
		{"at once", 0.5, []int{0, 100}, 1, 1, false},
		{"allowed", 0, []int{10, 100}, -1, 2, false},
		{"little", 0.95, []int{5, 6}, 1, 2, false},
		{"through open sides", 0.5, []int{10, 40, 50}, -1, 0, true},
		{"most of it through open sides", 0.5, []int{10, 40, 51}, 2, 1, true},
	} {
		w, warnings := watched()
		w.least, w.flow.Drains = test.least, test.outflow
		ends := -1
		for step, lost := range test.lost {
			err := w.Progress(&sph.Progress{Steps: 1, Dt: w.flow.Params.DefaultStep(), Lost: lost})
			if err == nil {
				continue
			}
			ends = step
			if want := "most of the fluid has gone: " + strconv.Itoa(lost) + " of 100 particles"; !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%s: %v, want %s", test.name, err, want)
			}
			break
		}
		if ends != test.ends || len(*warnings) != test.warnings {
			t.Errorf("%s: it ends at %d and warns of %q", test.name, ends, *warnings)
		}
	}
}

// What is removed at openings has not left the domain, and what is born there is fluid that may.
func TestWatchOfOpenings(t *testing.T) {
	w, warnings := watched()
	w.least = 0.5
	usual := w.flow.Params.DefaultStep()
	at := func(born, removed, escaped int) error {
		return w.Progress(&sph.Progress{Steps: 1, Dt: usual, Born: born, Lost: removed + escaped,
			Crossings: []sph.Crossing{{Born: born}, {Removed: removed}}})
	}
	if err := at(500, 590, 0); err != nil || len(*warnings) > 0 {
		t.Errorf("%v, %q", err, *warnings)
	}
	if err := at(500, 200, 300); err != nil || len(*warnings) != 1 ||
		!strings.HasPrefix((*warnings)[0], "300 of 600 particles of the fluid have left the domain") {
		t.Errorf("%v, %q", err, *warnings)
	}
	if err := at(500, 200, 301); err == nil {
		t.Error("more than half of all has left, but the run goes on")
	}
}

// A few strays are few of the fluid that there is, not of that at the beginning.
func TestWatchOfStraysOfBorn(t *testing.T) {
	w, warnings := watched()
	w.Progress(&sph.Progress{Steps: 1, Dt: w.flow.Params.DefaultStep(), Born: 9900, Lost: 1000,
		Crossings: []sph.Crossing{{Removed: 1000}}})
	for _, stray := range []int{9, 10} {
		s := atRest()
		s.Stray = stray
		if err := w.Sample(&s); err != nil || len(*warnings) != stray-9 {
			t.Errorf("%d strays of 9000: %v, %q", stray, err, *warnings)
		}
	}
}
