package scene

import "testing"

// Fluid leaves on purpose through each open side but the top, where splashes go.
func TestOutflow(t *testing.T) {
	for a := range 3 {
		for end := range 2 {
			var open Sides
			open[a][end] = true
			if want := a != 2 || end != 1; open.drains() != want {
				t.Errorf("side %d of axis %d is open: an outflow is %v", end, a, !want)
			}
			open[2][1] = true
			if want := a != 2 || end != 1; open.drains() != want {
				t.Errorf("side %d of axis %d and the top are open: an outflow is %v", end, a, !want)
			}
		}
	}
	if (Sides{}).drains() {
		t.Error("a closed box is an outflow")
	}
}

// The first layer of walls is half of the fine spacing behind the sides, on either side, also of a
// tank with images. Periodic axes have no walls.
func TestFirstLayer(t *testing.T) {
	s := Scene{Tank: Box{[3]float64{-1, -2, -3}, [3]float64{4, 5, 6}}, Images: 2, fine: 0.25,
		Periodic: [3]bool{true, false, false}}
	width := s.Whole().Max
	for k, test := range []struct{ x, want [3]float64 }{
		{[3]float64{-9, -9, -9}, [3]float64{-9, -2.125, -3.125}},
		{[3]float64{90, 90, 90}, [3]float64{90, width[1] + 0.125, width[2] + 0.125}},
		{[3]float64{90, -2.0625, 6.0625}, [3]float64{90, -2.0625, 6.0625}},
	} {
		if got := s.firstLayer(test.x); got != test.want {
			t.Errorf("place %d: %v, not %v", k, got, test.want)
		}
	}
}
