package engine

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
)

// What Forces and its parts take is measured, on lists of all kinds of walls, and
// changes nothing.
func TestForcesLimitsChangeNothing(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy, sph.LennardJones} {
		var hashes [2]string
		for i := range hashes {
			c := column(0.05)
			c.Params.Boundary, c.Params.LJForce = boundary, 5*9.81*0.4
			s := start(t, c, Options{System: open(t, 2), Stripe: 100})
			for s.clock.Step < 30 {
				if i == 1 {
					if l, err := s.ForcesLimits(); err != nil || !(l.Forces > 0 && l.Arithmetic > 0) {
						t.Fatalf("%+v, %v", l, err)
					} else if fluid := fluidOf(s, s.domains[0]); !(l.Active <= 1) || (boundary == sph.Dynamic) != (l.Active > fluid) || l.Active < fluid {
						t.Fatalf("%v: %g of the particles are active, and %g are fluid", boundary, l.Active, fluid)
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

// fluidOf is the part of a device's particles that is fluid.
func fluidOf(s *Simulation, d *domain) float64 {
	fluid := 0
	err := s.onAllDomains(func(e *domain) error {
		if e != d {
			return nil
		}
		own := d.owned()
		pos := make([]byte, own.len()*neighbor.PosBytes)
		d.main.Download(pos, d.now().Pos+gpu.Ptr(own.from*neighbor.PosBytes))
		err := d.main.Sync()
		for i := 0; i < len(pos); i += neighbor.PosBytes {
			fluid += 1 - int(pos[i+12]&1)
		}
		return err
	})
	if err != nil {
		panic(err)
	}
	return float64(fluid) / float64(d.owned().len())
}

// A part of the forces is of that part of the fluid and of the walls of the first device, in
// stripes each of which waits for those next to it, each time that it is timed.
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
	d := s.domains[0]
	all := d.list.Active()
	want, wantWaits := make(map[string][]int), make(map[string]int) // threads, by stream
	most := 0
	for _, part := range parts {
		stripes := d.stripesOf(part)
		most = max(most, len(stripes))
		fluid, wall := int32(0), all.Wall
		for i, stripe := range stripes {
			if stripe.Fluid != fluid || stripe.Wall != wall {
				t.Errorf("stripe %d of %g of all is %+v, and begins at %d and %d", i, part, stripe, fluid, wall)
			}
			fluid, wall = fluid+stripe.Fluids, wall+stripe.Walls
			name := fmt.Sprintf("stripe %d", i+1)
			for range (1 + 5) * evaluations {
				want[name] = append(want[name], stripe.Len())
				wantWaits[name] += min(i+1, len(stripes)-1) - max(i-1, 0) + 1 // for it and those next to it
			}
		}
		of := func(n int32) int32 { return int32(math.Ceil(part * float64(n))) }
		if fluid != of(all.Fluids) || wall != all.Wall+of(all.Walls) {
			t.Errorf("stripes of %g of all are of %d and %d particles", part, fluid, wall-all.Wall)
		}
	}
	if most < 2 {
		t.Error("there is one stripe only: the test shows little")
	}
	for _, track := range tracks {
		var got []int
		waits := 0
		for _, span := range track.Spans {
			switch {
			case strings.HasPrefix(span.Name, "forces_"):
				got = append(got, span.To)
			case span.Op == gpu.OpWait:
				waits++
			}
		}
		of := want[track.Stream]
		if track.Device != "host:0" {
			of = nil
		}
		if !slices.Equal(got, of) || len(of) > 0 && waits != wantWaits[track.Stream] {
			t.Errorf("on %s, %s, kernels of %v threads are timed after %d waits, want %v after %d", track.Device, track.Stream, got, waits, of, wantWaits[track.Stream])
		}
	}
}
