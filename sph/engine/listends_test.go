package engine

import (
	"math"
	"testing"

	"gpusph/cuda"
)

// ExamineLists finds on the host that as much of the skins is used as the devices found, whichever
// has the particle that used it, and changes no bit of the flow.
func TestExamineLists(t *testing.T) {
	const lists = 12
	var first []ListEnd
	for _, devices := range []int{1, 2} {
		s := start(t, fast(), Options{System: openStrict(t, devices)})
		plain := start(t, fast(), Options{System: openStrict(t, devices)})
		rejected := 0
		for k := range lists {
			ends, err := s.ExamineLists(1)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := plain.Advance(s.Case.Params.RebuildEvery); err != nil {
				t.Fatal(err)
			}
			e := ends[0]
			if e.Rejects != (s.clock.Halt == cuda.SkinUsed) {
				t.Errorf("list %d: %+v, but the clock is %+v", k, e, s.clock)
			}
			if e.Rejects && !e.Layers {
				rejected++
				off := math.Abs(e.Used - float64(s.clock.Used))
				if off > 1e-3*e.Used || e.Used <= 1 || e.Nearly < 1 {
					t.Errorf("list %d: %.5f of a skin is used, but the devices found %.5f; %d blocks are "+
						"nearly used up", k, e.Used, s.clock.Used, e.Nearly)
				}
				if e.Particle < 0 || e.Skin <= 0 || e.Steps > 0 && e.Acceleration <= 0 {
					t.Errorf("list %d: no particle, no skin or no acceleration: %+v", k, e.SkinUse)
				}
			}
			if devices == 1 {
				first = append(first, e)
			} else if f := first[k]; f.Steps != e.Steps || math.Abs(f.Used-e.Used) > 1e-6 ||
				f.Blocks != e.Blocks || f.Fluids != e.Fluids || f.Speed != e.Speed {
				t.Errorf("list %d: two devices find %+v, one %+v", k, e, f)
			}
		}
		if rejected == 0 {
			t.Error("no list was used up: the test shows nothing")
		}
		if hash(t, s) != hash(t, plain) {
			t.Errorf("%d devices: the flow is another where its lists are examined", devices)
		}
	}
}
