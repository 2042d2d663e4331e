package bodies

import "testing"

// The pivot of a body on a hinge does not move, though its centre does.
func TestHingeBeginsAtRest(t *testing.T) {
	f := &Body{Mass: 1, Velocity: [3]float64{0, 0, -2}, Spin: [3]float64{0, 4},
		Axes: [][3]float64{{0, 1}}, Pivot: [3]float64{-0.5}}
	if p := f.Begins(); p.Velocity != [3]float64{} || p.Spin != f.Spin {
		t.Errorf("it begins with %v m/s and %v rad/s", p.Velocity, p.Spin)
	}
	f.Directions = [][3]float64{{0, 0, 1}}
	if p := f.Begins(); p.Velocity != f.Velocity {
		t.Errorf("one that shifts begins with %v m/s", p.Velocity)
	}
}
