package sph

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/gpu"
)

// What Forces and its parts take is measured, on lists of all kinds of walls, and
// changes nothing.
func TestForcesLimitsChangeNothing(t *testing.T) {
	for _, boundary := range []Boundary{Dynamic, Dummy, LennardJones} {
		var hashes [2]string
		for i := range hashes {
			c := column(0.05)
			c.Params.Boundary, c.Params.LJForce = boundary, 5*9.81*0.4
			s := start(t, c, Options{System: open(t, 2), Stripe: 100})
			for s.clock.Step < 30 {
				if i == 1 {
					if l, err := s.ForcesLimits(); err != nil || !(l.Forces > 0 && l.Loads > 0 && l.Arithmetic > 0) {
						t.Fatalf("%+v, %v", l, err)
					} else if !(l.Active > 0 && l.Active <= 1) || boundary == Dummy && l.Active != 1 {
						t.Fatalf("%v: %g of the particles are active", boundary, l.Active)
					}
					if of, err := s.ForcesOfParts([]float64{0.1, 1}); err != nil || len(of) != 2 || !(of[0] > 0 && of[1] > 0) {
						t.Fatalf("parts of the forces take %v s, %v", of, err)
					}
				}
				if _, err := s.Advance(10); err != nil {
					t.Fatal(err)
				}
			}
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			hashes[i] = snap.SHA256
		}
		if hashes[0] != hashes[1] {
			t.Errorf("%v: a run whose limits are measured and one whose are not differ", boundary)
		}
	}
}

// A part of the forces is of that part of the fluid and of the walls of the first device,
// each time that it is timed.
func TestForcesOfParts(t *testing.T) {
	o := Options{System: open(t, 2), Stripe: 100}
	o.Trace = gpu.NewTrace(o.System)
	s := start(t, column(0.05), o)
	if err := s.BuildNeibs(); err != nil {
		t.Fatal(err)
	}
	if err := o.Trace.Start(); err != nil {
		t.Fatal(err)
	}
	parts := []float64{0.1, 0.5, 1}
	if _, err := s.ForcesOfParts(parts); err != nil {
		t.Fatal(err)
	}
	tracks, err := o.Trace.Stop()
	if err != nil {
		t.Fatal(err)
	}
	var got, want []int
	for _, track := range tracks {
		for _, span := range track.Spans {
			if strings.HasPrefix(span.Name, "forces_") {
				if got = append(got, span.To); track.Device != "host:0" || span.From != 0 {
					t.Errorf("%s is timed on %s from %d on", span.Name, track.Device, span.From)
				}
			}
		}
	}
	all := s.domains[0].list.Active()
	for _, part := range parts {
		of := func(n int32) int { return int(math.Ceil(part * float64(n))) }
		want = append(want, (of(all.Fluids)+31)/32*32+of(all.Walls))
	}
	if runs := len(got) / len(parts); runs < 10 || len(got)%len(parts) > 0 {
		t.Fatalf("%d kernels are timed for %d parts", len(got), len(parts))
	}
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("the parts have %v threads, want %v", got, want)
	}
}

// An active particle moves 96 bytes in the predictor, 112 in the corrector, which needs
// the velocity at the beginning of the step, and 48 for its deviation; an entry moves 2
// each time.
func TestLeastBytes(t *testing.T) {
	const entries, active = 10, 0.5
	if got, want := 2*LeastBytesOf(entries, active).Forces, active*(96+112+48)+2*2*entries; got != want {
		t.Errorf("Forces moves %g bytes a step, not %g", got, want)
	}
}
