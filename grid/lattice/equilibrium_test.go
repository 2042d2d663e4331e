package lattice_test

import (
	"math"
	"testing"

	"gpusph/grid/lattice"
	"gpusph/grid/lattice/latticetest"
)

// TestEquilibrium: populations are those of the expansion in products, and moments to fourth order
// those of the Maxwellian.
func TestEquilibrium(t *testing.T) {
	m := lattice.D2Q37()
	const rho, ux, uy, warm = 1.3, 0.11, -0.07, 0.74
	var f [lattice.Populations]float64
	m.Equilibrium(rho, ux, uy, warm, &f)
	want := latticetest.Equilibrium(rho, ux, uy, warm)
	for l := range f {
		if math.Abs(f[l]-want[l]) > 1e-15 {
			t.Errorf("population %d: %.17g, not %.17g", l, f[l], want[l])
		}
	}
	raw := func(n int, u float64) float64 { // the mean of xⁿ
		return [...]float64{1, u, u*u + warm, u * (u*u + 3*warm),
			u*u*(u*u+6*warm) + 3*warm*warm}[n]
	}
	for a := 0; a <= 4; a++ {
		for b := 0; a+b <= 4; b++ {
			sum := 0.0
			for l, c := range m.Velocities {
				sum += f[l] * math.Pow(float64(c[0]), float64(a)) *
					math.Pow(float64(c[1]), float64(b))
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
	m := lattice.D2Q37()
	const gx, gy, tau = 0.02, -0.05, 0.8
	f := latticetest.Equilibrium(1.2, 0.1, 0.05, 0.65)
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
	x, y, fluid := lattice.Hydrodynamic(ux, uy, warm, gx, gy)
	energy := (warm + (ux*ux+uy*uy)/2 + same + (vx*vx+vy*vy)/2) / 2
	if math.Abs(fluid+(x*x+y*y)/2-energy) > 1e-15 || math.Abs(x-(ux+vx)/2) > 1e-15 {
		t.Errorf("the fluid has (%g, %g) at %g", x, y, fluid)
	}
	// after the collision the fluid is half a step back
	if a, b, c := lattice.Hydrodynamic(vx, vy, same, -gx, -gy); math.Abs(a-x)+math.Abs(b-y)+
		math.Abs(c-fluid) > 1e-14 {
		t.Errorf("after the collision the fluid has (%g, %g) at %g", a, b, c)
	}
	if a, b, c := lattice.Kinetic(x, y, fluid, gx, gy); math.Abs(a-ux)+math.Abs(b-uy)+
		math.Abs(c-warm) > 1e-15 {
		t.Errorf("back to (%g, %g, %g)", a, b, c)
	}
}

// TestPositive: populations of the equilibrium are positive over the range that the package's
// comment has.
func TestPositive(t *testing.T) {
	m := lattice.D2Q37()
	for _, speed := range []float64{0, 0.25, 0.5} {
		for warm := 0.8; warm <= 1.9; warm += 0.1 {
			for turn := 0.0; turn < math.Pi/2; turn += 0.05 {
				u := speed * math.Sqrt(warmth)
				var f [lattice.Populations]float64
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
