package sph

import "testing"

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
					if of, err := s.ForcesOfParts([]float64{0.1, 1}); err != nil || len(of) != 2 || !(of[0] > 0 && of[0] < of[1]) {
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

// An active particle moves 96 bytes in the predictor, 112 in the corrector, which needs
// the velocity at the beginning of the step, and 48 for its deviation; an entry moves 2
// each time.
func TestLeastBytes(t *testing.T) {
	const entries, active = 10, 0.5
	if got, want := 2*LeastBytesOf(entries, active).Forces, active*(96+112+48)+2*2*entries; got != want {
		t.Errorf("Forces moves %g bytes a step, not %g", got, want)
	}
}
