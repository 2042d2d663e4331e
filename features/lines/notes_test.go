package lines

import (
	"math"
	"testing"
)

// A taut line has the frequencies of a string and of a rod.
func TestFrequencies(t *testing.T) {
	const length, mass, stiff, pull = 10.0, 0.5, 1e5, 1000.0
	f := &Flow{Lines: []Line{{Name: "string", Length: length / (1 + pull/stiff), Segments: 60,
		To: End{At: [3]float64{length}}, Kind: Kind{Mass: mass, Diameter: 0.01, Stiffness: stiff}}}}
	n, err := NewNet(f, 0, 0.01)
	if err != nil {
		t.Fatal(err)
	}
	r, err := n.Rest()
	if err != nil {
		t.Fatal(err)
	}
	axial, across := n.frequencies(0, r)
	for got, want := range map[float64]float64{
		across: math.Sqrt(pull/mass) / (2 * length), axial: math.Sqrt(stiff/mass) / (2 * length),
	} {
		if math.Abs(got/want-1) > 0.015 {
			t.Errorf("%g Hz, not %g Hz", got, want)
		}
	}
	if force := r.Sections[0][0].force[1]; math.Abs(force[0]/-pull-1) > 1e-4 {
		t.Errorf("the line pulls with %v N", force)
	}
}

// Lines that end at each other have no rest, and one that hangs on nothing either.
func TestNetIsRefused(t *testing.T) {
	kind := Kind{Mass: 1, Diameter: 0.01, Stiffness: 1e4}
	f := &Flow{Lines: []Line{
		{Name: "a", Length: 1, Segments: 4, Kind: kind, To: End{Kind: OnLine, Line: 1}},
		{Name: "b", Length: 1, Segments: 4, Kind: kind, From: End{Kind: OnLine, Line: 0, Along: 1}},
	}}
	if _, err := NewNet(f, 0, 9.81); err == nil {
		t.Error("two lines that end at each other are a net")
	}
}
