package balance

import (
	"math"
	"testing"
)

// Hand-computed: medians of 2, 3 and 4 s a step and of 1, 2 and 6 s; 4 million particles.
func TestStaticBounds(t *testing.T) {
	f := StaticBounds{Particles: 4e6}
	for _, c := range f.Contenders() {
		c.Seconds = []float64{6, 1, 2}
	}
	f.Off.Seconds = []float64{2, 4, 3}
	f.finish(100, 30)
	if math.Abs(f.Off.Slower-0.5) > 1e-12 || f.Predictive.Slower != 0 ||
		math.Abs(f.Off.Mips-4./3) > 1e-12 || f.Best.Mips != 2 || f.First != 100 || f.Steps != 30 {
		t.Errorf("it is %+v", f)
	}
	if got := Inner([]int{2, 5, 9, 20}); got != "5,9" {
		t.Errorf("the inner bounds are %s", got)
	}
	for _, test := range []struct{ slices, devices, want int }{{9, 3, 1}, {63, 2, 1}, {64, 2, 2},
		{300, 4, 4}, {1000, 2, 16}} {
		bounds := make([]int, test.devices+1)
		bounds[0], bounds[test.devices] = 2, 2+test.slices
		if got := firstMove(bounds); got != test.want {
			t.Errorf("of %d slices over %d devices, %d move at first, want %d", test.slices, test.devices,
				got, test.want)
		}
	}
}
