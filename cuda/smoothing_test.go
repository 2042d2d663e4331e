package cuda_test

import (
	"math"
	"testing"

	"gpusph/cuda"
)

// The integral of W over space is 1, with the scales that physics.h tells:
// W(0) = 21/16πh³ for Wendland C2, 1/πh³ for the cubic spline, 66/120πh³ for the quintic.
// Beyond its support, W is 0 exactly.
func TestKernelIntegral(t *testing.T) {
	for _, kernel := range kernels {
		s := newScene(t, strict, [3]float64{6, 6, 6}, []particle{{at: [3]float64{3, 3, 3}}})
		most := support(kernel) + 0.1
		w := profile(s, kernel, 1000, most)
		sum := 0.0
		for k := range w {
			r := most * h * float64(k) / float64(len(w)-1)
			sum += 4 * math.Pi * r * r * alpha(kernel) / (h * h * h) * w[k] * most * h / float64(len(w)-1)
			if r > support(kernel)*h*1.00001 && w[k] != 0 {
				t.Errorf("%s: W(%g h) is %g, want 0", kernel, r/h, w[k])
			}
			if k > 0 && w[k] > w[k-1] {
				t.Errorf("%s: W grows at %g h", kernel, r/h)
			}
		}
		// The rectangles of 1/500 h are off by 1e-6, W by 1e-7 each.
		if math.Abs(sum-1) > 1e-5 {
			t.Errorf("%s: the integral of W is %.7f", kernel, sum)
		}
	}
}

// profile is W/W(0) at n distances from 0 to most h from a scene's only
// particle.
func profile(s *scene, kernel string, n int, most float64) []float64 {
	var points [][3]float64
	for k := range n {
		r := most * h * float64(k) / float64(n-1)
		at := s.particles[0].at
		points = append(points, [3]float64{at[0] + 0.48*r, at[1] - 0.6*r, at[2] + 0.64*r})
	}
	w := make([]float64, n)
	for k, v := range s.probe(s.physics(kernel), points) {
		w[k] = float64(v[0])
	}
	return w
}

// The force of a pair is along dW/dr: the slope that forces use is that of the W
// that probes use, over the scale that physics.h tells: 5W(0)/h², W(0)/h² and 20W(0)/11h².
func TestSlope(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		const n, rel = 200, 0.01
		for _, kernel := range kernels {
			scale := map[string]float64{"wendland": 5, "cubic": 1, "quintic": 20. / 11}[kernel]
			most := support(kernel) + 0.1
			lone := newScene(t, f, [3]float64{6, 6, 6}, []particle{{at: [3]float64{3, 3, 3}}})
			w := profile(lone, kernel, n+1, most)
			step := most * h / n
			distance := func(k int) float64 { return float64(k+1) * step }
			s := pairs(t, f, n-1, distance, func(_ int, i, j *particle) { i.rel, j.rel = rel, rel })
			force, _ := s.forces(cuda.Forces(kernel, false, "dynamic"), s.physics(kernel))
			term := 2 * 20.0 * 20 / (7 * 1000) * (math.Pow(1+rel, 7) - 1) / math.Pow(1+rel, 2)
			worst := 0.0
			for k := range n - 1 {
				r := distance(k)
				want := -(w[k+2] - w[k]) / (2 * step) / r / (scale / (h * h))
				a := force[2*k]
				got := math.Sqrt(float64(a[0])*float64(a[0])+float64(a[1])*float64(a[1])+float64(a[2])*float64(a[2])) * s.grid.Unit / (term * r)
				if r >= 0.1*h {
					worst = max(worst, math.Abs(got-want))
				}
				if r > 1.0005*support(kernel)*h && got != 0 {
					t.Errorf("%s: a pair %g h apart has a force", kernel, r/h)
				}
			}
			// Differences over a hundredth of h are off by (0.01 h)²/6 d³W/dr³, which at
			// distances of that order is no small part of dW/dr.
			if worst > 2e-3 {
				t.Errorf("%s: the slope is off by %.2g of its scale", kernel, worst)
			} else {
				t.Logf("%s: the slope is off by %.2g of its scale", kernel, worst)
			}
		}
	})
}
