package run

import (
	"strings"
	"testing"

	"gpusph/features/bodies"
	"gpusph/sph"
)

// Bodies that leave the domain are warned of by their names, once when they begin to and once when
// they have, and are no fluid. A body that is tied, or has no side to leave through, ends the run.
func TestWatchOfBodies(t *testing.T) {
	nothing := func(*watch) {}
	for _, test := range []struct {
		name     string
		change   func(w *watch)
		lost     []int // of the first body's ten
		ends     int   // index of the error; -1 is none
		warnings int
		err      string
	}{
		{"through open sides", func(w *watch) { w.flow.Drains = true },
			[]int{0, 1, 4, 9, 10, 10}, -1, 2, ""},
		{"little of it", nothing, []int{0, 1, 4, 4}, -1, 1, ""},
		{"through a gap", nothing, []int{1, 5}, 1, 2,
			"a body is lost: 5 of the 10 particles of the body cork"},
		{"at once", nothing, []int{10}, 0, 1,
			"a body is lost: 10 of the 10 particles of the body cork"},
		{"allowed", func(w *watch) { w.least = 0 }, []int{1, 5, 10}, -1, 2, ""},
		{"on a spring", func(w *watch) {
			w.flow.Drains = true
			bodies.Of(&w.flow.Bodies[0]).Springs = []bodies.Spring{{}}
		}, []int{4, 5}, 1, 2, "have left the domain by step 2, 0.25 s, but a spring holds it"},
		{"on a mooring", func(w *watch) {
			w.flow.Drains = true
			bodies.Of(&w.flow.Bodies[0]).Moorings = []bodies.Mooring{{}}
		}, []int{5}, 0, 1, "but a mooring holds it"},
		{"on a hinge", func(w *watch) {
			w.flow.Drains = true
			bodies.Of(&w.flow.Bodies[0]).Directions = nil
		}, []int{5}, 0, 1, "but a hinge holds it"},
		{"on another body", func(w *watch) {
			w.flow.Drains = true
			bodies.Of(&w.flow.Bodies[1]).Springs = []bodies.Spring{{Body: 1}}
		}, []int{5}, 0, 1, "but a spring of the body plank pulls it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			w, warnings := watched()
			for i, name := range []string{"cork", "plank"} {
				w.flow.Bodies = append(w.flow.Bodies, sph.Body{Name: name,
					Free: &bodies.Body{Directions: [][3]float64{{1}}}})
				for range 10 {
					w.flow.Particles.Add([3]float64{0, 0, 3}, sph.Wall, uint8(i+1))
				}
			}
			w.least = 0.5
			test.change(w)
			w.bodies = watchedBodies(w.flow)
			ends := -1
			for k, lost := range test.lost {
				p := &sph.Progress{Step: k + 1, Steps: 1, Dt: w.flow.Params.DefaultStep(), Time: 0.25,
					Lost: lost, Left: sph.LeftDomain{sph.MaxMaterials + 1: lost}}
				again, _ := watched() // as after a checkpoint
				again.bodies = watchedBodies(w.flow)
				state := w.state()
				again.goOn(&state)
				w.bodies, w.said = again.bodies, again.said
				if err := w.Progress(p); err != nil {
					if ends = k; !strings.Contains(err.Error(), test.err) || !haveGone(err) {
						t.Errorf("it ends with %v, want %s", err, test.err)
					}
					break
				}
			}
			if ends != test.ends || len(*warnings) != test.warnings ||
				strings.Contains(strings.Join(*warnings, ""), "fluid have left") ||
				!strings.Contains(strings.Join(*warnings, ""), "body cork") {
				t.Errorf("it ends at %d and warns of %q", ends, *warnings)
			}
		})
	}
	w, warnings := watched()
	for range 2 {
		err := w.Progress(&sph.Progress{Steps: 1, Dt: w.flow.Params.DefaultStep(), Lost: 3,
			Left: sph.LeftDomain{sph.MaxMaterials: 3}})
		if err != nil || len(*warnings) != 1 ||
			!strings.Contains((*warnings)[0], "3 particles of walls") {
			t.Errorf("walls leave with %v and %q", err, *warnings)
		}
	}
}
