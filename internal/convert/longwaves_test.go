package convert

import (
	"math"
	"testing"

	"gpusph/internal/casefile"
)

// Long and high waves are two sinusoids, and others are those of a wave maker. The numbers are
// those of a paddle of 8 m depth: kd = 0.5997 by ω² = g k tanh kd.
func TestLongWaves(t *testing.T) {
	r := &reader{gravity: vec{0, 0, -9.81}}
	ramp := 10.0
	w := casefile.WaveMaker{Kind: "regular", Depth: 8, Height: 2, Period: 10, Order: 2,
		Theory: "madsen", Phase: 30, Start: 1, Ramp: &ramp}
	moves := r.longWaves(&w)
	if len(moves) != 2 {
		t.Fatalf("the moves are %+v", moves)
	}
	const kd = 0.599704
	if got := kd * math.Tanh(kd); math.Abs(got-4*math.Pi*math.Pi/100*8/9.81) > 1e-5 {
		t.Fatalf("kd tanh kd is %g", got)
	}
	sinh, cosh := math.Sinh(kd), math.Cosh(kd)
	ratio := 2 * sinh * sinh / (sinh*cosh + kd)
	second := 4.0 / 256 * (3*cosh/(sinh*sinh*sinh) - 2/ratio)
	for k, want := range [][3]float64{{1 / ratio, 10, 30}, {second, 5, 60}} {
		m := moves[k]
		if math.Abs(*m.Amplitude-want[0]) > 1e-4 || *m.Period != want[1] || m.Phase != want[2] ||
			m.Start != 1 || m.Ramp != ramp || *m.Along != [3]float64{1} {
			t.Errorf("the move %d is %+v, with %g m, not %v", k, m, *m.Amplitude, want)
		}
	}
	lower, first, absorbs, flap := w, w, w, w
	lower.Height, first.Order, absorbs.Absorb, flap.Hinge = 1.9, 1, true, &[3]float64{}
	for name, other := range map[string]*casefile.WaveMaker{"lower": &lower, "first": &first,
		"absorbs": &absorbs, "flap": &flap} {
		if moves := r.longWaves(other); moves != nil {
			t.Errorf("%s: the moves are %+v", name, moves)
		}
	}
}
