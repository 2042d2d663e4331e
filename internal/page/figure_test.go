package page

import (
	"math"
	"testing"
)

// A long curve keeps its least and its greatest values.
func TestThin(t *testing.T) {
	var x, y []float64
	for i := range 100_000 {
		x, y = append(x, float64(i)), append(y, math.Sin(float64(i)/1e4))
	}
	y[77_777], y[12_345] = 9, -9
	n, of := thin(x, y, 600)
	least, most := 0, 0
	for i := range of {
		if i > 0 && n[i] <= n[i-1] {
			t.Fatal("the order has changed")
		}
		if of[i] == -9 && n[i] == 12_345 {
			least++
		}
		if of[i] == 9 && n[i] == 77_777 {
			most++
		}
	}
	if len(of) > 600 || least != 1 || most != 1 {
		t.Errorf("%d points, %d and %d of the ends", len(of), least, most)
	}
}
