package convert

import (
	"math"
	"testing"

	"gpusph/internal/casefile"
)

// The motions of solitary waves add up. Each begins when a part of the motion of the one before it
// is over, and moves the piston by 2H/(κd), half of it when its crest is there.
func TestSolitaryWaves(t *testing.T) {
	e, err := parse([]byte(`<piston_solitary><waves value="2"/><startcoef2 value="0.5"/>` +
		`<waveheight2 value="0.2"/></piston_solitary>`))
	if err != nil {
		t.Fatal(err)
	}
	p := &paddleReader{reader: &reader{gravity: vec{0, 0, -9.81}}, e: e, rest: map[string]bool{}}
	w := &casefile.WaveMaker{Height: 0.1, Depth: 0.5, Start: 1, Theory: "boussinesq",
		Direction: &[2]float64{-1, 0}}
	p.solitariesOf(w)
	stroke := func(h float64) float64 { return 2 * h / (math.Sqrt(3*h/(4*0.125)) * 0.5) }
	lasts := 2 / math.Sqrt(9.81*0.6) * (3.8/math.Sqrt(0.6) + stroke(0.1)/2*math.Tanh(3.8))
	if p.err != nil || len(p.waves) != 2 || p.waves[1].height != 0.2 ||
		math.Abs(p.waves[1].start-1-lasts/2) > 1e-9 {
		t.Fatalf("%+v, %v; the first lasts %g s", p.waves, p.err, lasts)
	}
	m := p.row(w)
	n := len(m.Times) - 1
	at := func(k int) float64 { return -m.Displacements[k][0] }
	if m.Times[0] != 0 || at(0) != 0 || m.Times[1] != 1 || at(1) != 0 || at(n) != at(n-1) ||
		math.Abs(at(n)-stroke(0.1)-stroke(0.2)) > 1e-6 || math.Abs(p.reach[0]+at(n)) > 1e-9 {
		t.Errorf("from %v to %v, %v", m.Times[:2], m.Times[n], m.Displacements[n])
	}
	var only []float64
	for k := range m.Times {
		if m.Times[k] < 1+lasts/2 {
			only = append(only, at(k))
		}
	}
	if got := only[len(only)-1]; math.Abs(got-stroke(0.1)/2) > 0.05*stroke(0.1) {
		t.Errorf("at its crest the piston is at %g m, not half of %g m", got, stroke(0.1))
	}
	w.Absorb = true
	if p.solitariesOf(w); p.err == nil {
		t.Error("it absorbs waves, too")
	}
}
