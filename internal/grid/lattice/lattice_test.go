package lattice

import (
	"math"
	"sync"
	"testing"
)

// weight is that of a velocity.
func weight(m *Model, l int) float64 { return m.Weights[m.Shell[l]] }

// TestVelocities: every integer vector of the shells is there once, by distance and then by angle,
// and opposites are half a shell away.
func TestVelocities(t *testing.T) {
	m := D2Q37()
	seen := map[[2]int]bool{}
	for l, c := range m.Velocities {
		if seen[c] {
			t.Errorf("%v is there twice", c)
		}
		seen[c] = true
		square := c[0]*c[0] + c[1]*c[1]
		if float64(square) != m.Squares[m.Shell[l]] {
			t.Errorf("%v is in shell %d", c, m.Shell[l])
		}
		if o := m.Velocities[m.Opposite[l]]; o != [2]int{-c[0], -c[1]} {
			t.Errorf("opposite of %v is %v", c, o)
		}
		if l > 0 && m.Shell[l] == m.Shell[l-1] && angle(c) <= angle(m.Velocities[l-1]) {
			t.Errorf("%v is after %v", c, m.Velocities[l-1])
		}
	}
	for _, image := range [][2][2]int{{{0, 1}, {1, 0}}, {{-1, 0}, {0, 1}}} { // symmetry of a square
		for c := range seen {
			d := [2]int{image[0][0]*c[0] + image[0][1]*c[1], image[1][0]*c[0] + image[1][1]*c[1]}
			if !seen[d] {
				t.Errorf("%v has no image %v", c, d)
			}
		}
	}
}

// TestCrossing: of the populations in a row at a distance from a plane, this many pass it upwards.
// They are 26, as Calore et al. exchange.
func TestCrossing(t *testing.T) {
	var crossing [Reach]int
	for _, c := range D2Q37().Velocities {
		for row := range Reach {
			if c[1] > row {
				crossing[row]++
			}
		}
	}
	if crossing != [Reach]int{15, 8, 3} {
		t.Errorf("populations that pass a plane from rows 0, 1, 2: %v", crossing)
	}
}

// TestMoments: all moments to eighth order are those of a Gaussian with variance T₀, in units of
// √T₀, within 1e-14 of the sum of the moment's magnitudes. That they are isotropic follows.
func TestMoments(t *testing.T) {
	m := D2Q37()
	r, worst := 1/math.Sqrt(m.Temperature), 0.0
	for order := 0; order <= 2*degree; order++ {
		for a := 0; a <= order; a++ {
			b := order - a
			sum, magnitude, want := 0.0, 0.0, 0.0
			for l, c := range m.Velocities {
				term := weight(m, l) * math.Pow(r*float64(c[0]), float64(a)) *
					math.Pow(r*float64(c[1]), float64(b))
				sum, magnitude = sum+term, magnitude+math.Abs(term)
			}
			if a%2 == 0 && b%2 == 0 {
				want = float64(doubleFactorial(a-1) * doubleFactorial(b-1))
			}
			off := math.Abs(sum-want) / max(1, magnitude)
			worst = max(worst, off)
			if off > 1e-14 {
				t.Errorf("x^%d y^%d: %.17g, not %g", a, b, sum, want)
			}
		}
	}
	t.Logf("T₀ %.17g, r %.17g, weights %.17g; moments are off by %.1g", m.Temperature, r, m.Weights,
		worst)
	for s, w := range m.Weights {
		if w <= 0 {
			t.Errorf("weight %d is %g", s, w)
		}
	}
}

// TestTemperature: T₀ is the only root, and one of 35 T³ - 70 T² + 49 T - 12; r is that of the
// literature.
func TestTemperature(t *testing.T) {
	m := D2Q37()
	if n := len(quadratures(m)); n != 1 {
		t.Errorf("%d quadratures", n)
	}
	x := m.Temperature
	if p := ((35*x-70)*x+49)*x - 12; math.Abs(p) > 2e-14 {
		t.Errorf("the polynomial is %g", p)
	}
	if r := 1 / math.Sqrt(x); math.Abs(r-1.1969797703930744) > 1e-15 {
		t.Errorf("lattice constant %.17g", r)
	}
}

// hermite is the polynomial Heₙ(x).
func hermite(n int, x float64) float64 {
	before, now := 0.0, 1.0
	for k := range n {
		before, now = now, x*now-float64(k)*before
	}
	return now
}

// gaussianHermite is the mean of Heₙ(x) where x has mean u and variance 1 + e.
func gaussianHermite(n int, u, e float64) float64 {
	return [...]float64{1, u, u*u + e, u * (u*u + 3*e), u*u*(u*u+6*e) + 3*e*e}[n]
}

// products are w Heᵢ(cx) Heⱼ(cy)/(i! j!) of each velocity, in units of T₀.
var products = sync.OnceValue(func() (all [Populations][degree + 1][degree + 1]float64) {
	m := D2Q37()
	r := 1 / math.Sqrt(m.Temperature)
	factorial := [...]float64{1, 1, 2, 6, 24}
	for l, c := range m.Velocities {
		for i := 0; i <= degree; i++ {
			for j := 0; i+j <= degree; j++ {
				all[l][i][j] = weight(m, l) * hermite(i, r*float64(c[0])) *
					hermite(j, r*float64(c[1])) / (factorial[i] * factorial[j])
			}
		}
	}
	return all
})

// oracleEquilibrium is the expansion as products of Hermite polynomials of x and y:
// f = w ρ Σ aᵢ aⱼ Heᵢ(cx) Heⱼ(cy)/(i! j!) over i + j ≤ 4, in units of T₀.
func oracleEquilibrium(rho, ux, uy, temperature float64) (f [Populations]float64) {
	m, basis := D2Q37(), products()
	r, e := 1/math.Sqrt(m.Temperature), temperature/m.Temperature-1
	for i := 0; i <= degree; i++ {
		for j := 0; i+j <= degree; j++ {
			a := rho * gaussianHermite(i, r*ux, e) * gaussianHermite(j, r*uy, e)
			for l := range f {
				f[l] += a * basis[l][i][j]
			}
		}
	}
	return f
}

// TestEquilibrium: populations are those of the expansion in products, and moments to fourth order
// those of the Maxwellian.
func TestEquilibrium(t *testing.T) {
	m := D2Q37()
	const rho, ux, uy, warm = 1.3, 0.11, -0.07, 0.74
	var f [Populations]float64
	m.Equilibrium(rho, ux, uy, warm, &f)
	want := oracleEquilibrium(rho, ux, uy, warm)
	for l := range f {
		if math.Abs(f[l]-want[l]) > 1e-15 {
			t.Errorf("population %d: %.17g, not %.17g", l, f[l], want[l])
		}
	}
	raw := func(n int, u float64) float64 { // the mean of xⁿ
		return [...]float64{1, u, u*u + warm, u * (u*u + 3*warm),
			u*u*(u*u+6*warm) + 3*warm*warm}[n]
	}
	for a := 0; a <= degree; a++ {
		for b := 0; a+b <= degree; b++ {
			sum := 0.0
			for l, c := range m.Velocities {
				sum += f[l] * float64(power(c[0], a)*power(c[1], b))
			}
			if want := rho * raw(a, ux) * raw(b, uy); math.Abs(sum-want) > 1e-14 {
				t.Errorf("moment x^%d y^%d: %.17g, not %.17g", a, b, sum, want)
			}
		}
	}
}

// TestForce: a collision keeps mass, adds ρ g to momentum and ρ g·(u + g/2) to energy, and leaves
// the temperature; the fluid's velocity and temperature are those of the means.
func TestForce(t *testing.T) {
	m := D2Q37()
	const gx, gy, tau = 0.02, -0.05, 0.8
	f := oracleEquilibrium(1.2, 0.1, 0.05, 0.65)
	for l := range f { // away from the equilibrium
		f[l] *= 1 + 0.1*math.Sin(float64(3*l))
	}
	rho, ux, uy, warm := m.Moments(&f)
	m.Collide(&f, gx, gy, tau)
	after, vx, vy, same := m.Moments(&f)
	if math.Abs(after-rho)+math.Abs(vx-ux-gx)+math.Abs(vy-uy-gy)+math.Abs(same-warm) > 1e-14 {
		t.Errorf("(%g, %g, %g, %g) becomes (%g, %g, %g, %g)", rho, ux, uy, warm, after, vx,
			vy, same)
	}
	x, y, fluid := Hydrodynamic(ux, uy, warm, gx, gy)
	energy := (warm + (ux*ux+uy*uy)/2 + same + (vx*vx+vy*vy)/2) / 2
	if math.Abs(fluid+(x*x+y*y)/2-energy) > 1e-15 || math.Abs(x-(ux+vx)/2) > 1e-15 {
		t.Errorf("the fluid has (%g, %g) at %g", x, y, fluid)
	}
	// after the collision the fluid is half a step back
	if a, b, c := Hydrodynamic(vx, vy, same, -gx, -gy); math.Abs(a-x)+math.Abs(b-y)+
		math.Abs(c-fluid) > 1e-14 {
		t.Errorf("after the collision the fluid has (%g, %g) at %g", a, b, c)
	}
	if a, b, c := Kinetic(x, y, fluid, gx, gy); math.Abs(a-ux)+math.Abs(b-uy)+
		math.Abs(c-warm) > 1e-15 {
		t.Errorf("back to (%g, %g, %g)", a, b, c)
	}
}

// TestPositive: populations of the equilibrium are positive over the range that the package's
// comment has.
func TestPositive(t *testing.T) {
	m := D2Q37()
	for _, speed := range []float64{0, 0.25, 0.5} {
		for warm := 0.8; warm <= 1.9; warm += 0.1 {
			for turn := 0.0; turn < math.Pi/2; turn += 0.05 {
				u := speed * math.Sqrt(warmth)
				var f [Populations]float64
				m.Equilibrium(1, u*math.Cos(turn), u*math.Sin(turn), warm*warmth, &f)
				for l := range f {
					if f[l] <= 0 {
						t.Errorf("speed %g, T %.1f T₀: population %d is %g", speed, warm, l, f[l])
					}
				}
			}
		}
	}
}
