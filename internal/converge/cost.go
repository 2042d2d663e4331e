package converge

import "math"

// Power is the law y = C x^E.
type Power struct{ C, E float64 }

// At is the law's value.
func (l Power) At(x float64) float64 { return l.C * math.Pow(x, l.E) }

// FitPower is the law that is nearest to positive values, by least squares of the logarithms.
func FitPower(x, y []float64) Power {
	n := float64(len(x))
	var sx, sy, sxx, sxy float64
	for i := range x {
		u, v := math.Log(x[i]), math.Log(y[i])
		sx, sy, sxx, sxy = sx+u, sy+v, sxx+u*u, sxy+u*v
	}
	e := (n*sxy - sx*sy) / (n*sxx - sx*sx)
	return Power{C: math.Exp((sy - e*sx) / n), E: e}
}

// Steps is the time of a step [s] on given devices: Fixed + Each N, with N particles.
type Steps struct{ Fixed, Each float64 }

// At is the time of a step with n particles [s].
func (s Steps) At(n float64) float64 { return s.Fixed + s.Each*n }

// FitSteps is the line that is nearest to measured times of steps, by least squares of relative
// errors. Neither of its numbers is negative: a fixed time below 0, or a time that falls with the
// number of particles, is noise.
func FitSteps(particles, seconds []float64) Steps {
	// with weights w = 1/t²: minimise the sum of w (a + b N - t)²
	var s0, s1, s2, t0, t1 float64
	for i, n := range particles {
		w := 1 / (seconds[i] * seconds[i])
		s0, s1, s2 = s0+w, s1+w*n, s2+w*n*n
		t0, t1 = t0+w*seconds[i], t1+w*n*seconds[i]
	}
	if det := s0*s2 - s1*s1; det > 1e-12*s0*s2 {
		a, b := (s2*t0-s1*t1)/det, (s0*t1-s1*t0)/det
		if a >= 0 && b >= 0 {
			return Steps{a, b}
		}
	}
	return Steps{Each: t1 / s2}
}
