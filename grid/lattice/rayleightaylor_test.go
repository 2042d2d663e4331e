package lattice

import (
	"math"
	"strings"
	"testing"
)

// TestRayleighTaylorState: without waves dp/dz = -g ρ within the error of a difference of fourth
// order, and there are two layers with the temperatures and the contrast that options have. With
// waves temperatures are between those of the layers.
func TestRayleighTaylorState(t *testing.T) {
	for _, atwood := range []float64{0.02, 0.15, 0.4} {
		r := NewRayleighTaylor(128)
		r.Atwood, r.Amplitude, r.Interface = atwood, 0, 0.1
		state, g, off := r.State(), r.Gravity(), 0.0
		p := func(row int) float64 {
			rho, _, _, warm := state(0, row)
			return rho * warm
		}
		for row := 2; row < r.Cells[1]-2; row++ {
			rho, _, _, _ := state(0, row)
			slope := (8*(p(row+1)-p(row-1)) - p(row+2) + p(row-2)) / 12
			off = max(off, math.Abs(slope/(g*rho)+1))
		}
		hot, cold := r.Layers()
		rho, _, _, low := state(0, 0)
		above, _, _, high := state(0, r.Cells[1]-1)
		t.Logf("A %g: dp/dz is off by %.2g g ρ", atwood, off)
		if off > 1e-5 {
			t.Errorf("A %g: dp/dz is off by %g g ρ", atwood, off)
		}
		if math.Abs(low/hot-1)+math.Abs(high/cold-1) > 1e-7 {
			t.Errorf("A %g: layers have %g and %g", atwood, low, high)
		}
		at := (hot - cold) / (hot + cold)
		if math.Abs(at-atwood) > 1e-15 || math.Abs(above*high/(rho*low)-1+r.Stratification) > 0.02 {
			t.Errorf("A %g: %g, and pressures %g and %g", atwood, at, rho*low, above*high)
		}
		r.Amplitude = 0.05
		for row, state := 0, r.State(); row < r.Cells[1]; row++ {
			for x := range r.Cells[0] {
				if _, ux, uy, warm := state(x, row); warm < cold || warm > hot || ux != 0 || uy != 0 {
					t.Fatalf("A %g: (%g, %g) at %g", atwood, ux, uy, warm)
				}
			}
		}
	}
}

// TestRayleighTaylorWaves: a single wave has its amplitude and is a mirror image of itself; several
// have their RMS, no mean, and other phases with another seed.
func TestRayleighTaylorWaves(t *testing.T) {
	r := NewRayleighTaylor(96)
	r.Waves, r.Amplitude = [2]int{3, 3}, 0.01
	one := r.displacements()
	for x, s := range one {
		if want := 0.96 * math.Cos(6*math.Pi*float64(x)/96); math.Abs(s-want) > 1e-14 {
			t.Errorf("a single wave has %g at %d, not %g", s, x, want)
		}
	}
	r.Waves = [2]int{2, 12}
	some, mean, square := r.displacements(), 0.0, 0.0
	for _, s := range some {
		mean, square = mean+s/96, square+s*s/96
	}
	if math.Abs(mean) > 1e-13 || math.Abs(math.Sqrt(square)/0.96-1) > 1e-12 {
		t.Errorf("waves have the mean %g and the RMS %g", mean, math.Sqrt(square))
	}
	same, other := r.displacements(), 0.0
	r.Seed = 2
	for x, s := range r.displacements() {
		other = max(other, math.Abs(s-some[x]))
		if same[x] != some[x] {
			t.Errorf("the same seed has %g and %g", same[x], some[x])
		}
	}
	if other < 0.5 {
		t.Errorf("another seed differs by %g", other)
	}
}

// TestRayleighTaylorCheck: the defaults hold, and what the lattice cannot do is an error that names
// option and remedy. With the remedy it holds.
func TestRayleighTaylorCheck(t *testing.T) {
	for _, cells := range []int{128, 256, 2048} {
		if err := NewRayleighTaylor(cells).Check(); err != nil {
			t.Errorf("%d cells: %v", cells, err)
		}
	}
	for _, c := range []struct {
		wrong, mend func(r *RayleighTaylor)
		say         string
	}{
		{func(r *RayleighTaylor) { r.Cells = [2]int{4, 8} }, nil, "use --cells 6 or more"},
		{func(r *RayleighTaylor) { r.Interface = 0.01 },
			func(r *RayleighTaylor) { r.Interface = 0.0157 }, "use --interface 0.0157 or more"},
		{func(r *RayleighTaylor) { r.Waves[1] = 17 },
			func(r *RayleighTaylor) { r.Waves[1] = 16 }, "use --waves 16 or less"},
		{func(r *RayleighTaylor) { r.Waves = [2]int{3, 2} },
			func(r *RayleighTaylor) { r.Waves[0] = 1 }, "use --first-wave 1"},
		{func(r *RayleighTaylor) { r.Stratification = 0.5 },
			func(r *RayleighTaylor) { r.Stratification = 0.416 }, "use --stratification 0.416 or less"},
		{func(r *RayleighTaylor) { r.Atwood = 0.45 },
			func(r *RayleighTaylor) { r.Atwood, r.Reynolds = 0.4, 150 }, "use --atwood 0.4 or less"},
		{func(r *RayleighTaylor) { r.Reynolds = 3000 },
			func(r *RayleighTaylor) { r.Reynolds = 1670 }, "use --re 1670 or less, or --cells 230 or more"},
		{func(r *RayleighTaylor) { r.Atwood = 0.25 }, nil, "use --re "},
		{func(r *RayleighTaylor) { r.Reynolds = 20 },
			func(r *RayleighTaylor) { r.Reynolds = 34.5 }, "use --re 3"},
	} {
		r := NewRayleighTaylor(128)
		c.wrong(r)
		err := r.Check()
		if err == nil || !strings.Contains(err.Error(), c.say) {
			t.Errorf("%+v: %v, not %q", *r, err, c.say)
		}
		if c.mend != nil {
			c.mend(r)
			if err := r.Check(); err != nil {
				t.Errorf("the remedy does not help: %v", err)
			}
		}
	}
}
