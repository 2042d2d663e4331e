package validate

import (
	"flag"
	"fmt"
	"math"
	"math/cmplx"
	"os"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "compute references anew")

// heavingCircle is the force on a half-immersed circle of radius a that heaves in deep water, with
// exp(-i ω t) and κ = ω² a/g, by multipoles under the surface (Ursell, Quart. J. Mech. Appl. Math.
// 2, 1949, 218-231): the potential is that of a source in the surface and of
//
//	cos 2mθ/r^2m + κ/(2m-1) cos (2m-1)θ/r^(2m-1),   m = 1, 2 … multipoles,
//
// with θ from straight down and a = 1. Their stream functions are made sin θ on the circle, in the
// least squares of points. The force is ω² m Λ times the heave, m the displaced mass; wave is the
// amplitude of waves far away over that of the heave.
func heavingCircle(kappa float64, multipoles int) (force complex128, wave float64) {
	columns, points := multipoles+1, 8*multipoles
	rows := make([][]complex128, points)
	for j := range rows {
		theta := math.Pi / 2 * float64(j+1) / float64(points)
		for m := range columns {
			_, stream := multipole(m, kappa, theta)
			rows[j] = append(rows[j], stream)
		}
		rows[j] = append(rows[j], complex(math.Sin(theta), 0))
	}
	strengths := leastSquares(rows, columns)
	const parts = 400
	for j := range parts {
		theta, sum := math.Pi/2*(float64(j)+0.5)/parts, complex128(0)
		for m, strength := range strengths {
			potential, _ := multipole(m, kappa, theta)
			sum += strength * potential
		}
		force -= complex(2*math.Cos(theta)/parts, 0) * sum
	}
	return force, math.Pi * kappa * cmplx.Abs(strengths[0])
}

// multipole is the potential and the stream function of one of the terms on the circle. The source
// is ∫ exp(-k z)/(k - κ) dk over all k > 0, with the wave that goes away from it.
func multipole(m int, kappa, theta float64) (potential, stream complex128) {
	if m == 0 {
		z := cmplx.Rect(kappa, theta)
		wave := cmplx.Exp(-z)
		source := -wave * exponentialIntegral(z)
		return complex(real(source), math.Pi*real(wave)), complex(imag(source), math.Pi*imag(wave))
	}
	n := float64(2 * m)
	part := kappa / (n - 1)
	a, b := math.Sincos(n * theta)
	c, d := math.Sincos((n - 1) * theta)
	return complex((b+part*d)/(1+part), 0), complex(-(a+part*c)/(1+part), 0)
}

// exponentialIntegral is Ei(z) where neither part of z is negative.
func exponentialIntegral(z complex128) complex128 {
	const euler, far = 0.57721566490153286, 20
	if cmplx.Abs(z) < far {
		sum, term := euler+cmplx.Log(z), complex128(1)
		for n := 1.0; n < 200; n++ {
			term *= z / complex(n, 0)
			sum += term / complex(n, 0)
		}
		return sum
	}
	sum, term := complex128(1), complex128(1)
	for n := 1.0; n < cmplx.Abs(z); n++ {
		term *= complex(n, 0) / z
		sum += term
	}
	return cmplx.Exp(z)/z*sum + complex(0, math.Pi)
}

// leastSquares solves for the columns whose sum is the last one, by Gram and Schmidt's method.
func leastSquares(rows [][]complex128, columns int) []complex128 {
	upper := make([][]complex128, columns)
	for k := range upper {
		upper[k] = make([]complex128, columns+1)
		size := 0.0
		for _, row := range rows {
			size += real(row[k] * cmplx.Conj(row[k]))
		}
		unit := complex(math.Sqrt(size), 0)
		upper[k][k] = unit
		for _, row := range rows {
			row[k] /= unit
		}
		for l := k + 1; l <= columns; l++ {
			for _, row := range rows {
				upper[k][l] += cmplx.Conj(row[k]) * row[l]
			}
			for _, row := range rows {
				row[l] -= upper[k][l] * row[k]
			}
		}
	}
	x := make([]complex128, columns)
	for k := columns - 1; k >= 0; k-- {
		x[k] = upper[k][columns]
		for l := k + 1; l < columns; l++ {
			x[k] -= upper[k][l] * x[l]
		}
		x[k] /= upper[k][k]
	}
	return x
}

// freeHeave is the heave after a release at rest, over that at first, at times t √(g/a): h2 of
// Maskell and Ursell (J. Fluid Mech. 44, 1970, 303-313), as an integral over real frequencies.
func freeHeave(times []float64, step float64, multipoles int) []float64 {
	const highest = 5 // of ω √(a/g)
	y := make([]float64, len(times))
	for u := step / 2; u < highest; u += step {
		force, _ := heavingCircle(u*u, multipoles)
		mass := math.Pi / 4 * (1 + force)
		response := real(complex(0, -u) * mass / (1 - complex(u*u, 0)*mass))
		for k, t := range times {
			y[k] += 2 / math.Pi * step * response * math.Cos(u*t)
		}
	}
	return y
}

// The force on a heaving circle has its limits, and gives the waves their energy.
func TestHeavingCircle(t *testing.T) {
	for _, v := range []struct{ kappa, off float64 }{{0.01, 3e-4}, {0.3, 4e-4}, {1, 6e-4}, {3, 2e-3}} {
		force, wave := heavingCircle(v.kappa, 16)
		want := 2 / math.Pi * wave * wave / (v.kappa * v.kappa)
		if math.Abs(imag(force)/want-1) > v.off {
			t.Errorf("κ %g: the damping is %g, but the waves take %g", v.kappa, imag(force), want)
		}
	}
	if force, _ := heavingCircle(20, 16); math.Abs(real(force)-1) > 0.025 || imag(force) > 1e-4 {
		t.Errorf("at a high frequency the force is %g times that of the displaced mass, not 1", force)
	}
	// As ω falls to 0 the wave is that of a source as strong as the width, 2 a: 2 κ of the heave.
	if force, wave := heavingCircle(1e-4, 16); math.Abs(wave/2e-4-1) > 2e-3 ||
		math.Abs(imag(force)*math.Pi/8-1) > 2e-3 {
		t.Errorf("at a low frequency the wave is %g of the heave, and the damping %g", wave, imag(force))
	}
}

// The reference is what the formula has, within 0.1 % of the heave at first, and ends as Ursell's
// asymptote (J. Fluid Mech. 19, 1964, 305-319), -4/π/T².
func TestHeaveDecayReference(t *testing.T) {
	const file = "heave_decay_circle.csv"
	if *update {
		times := Times(0, 20, 0.1)
		var b strings.Builder
		b.WriteString(heaveDecayHead)
		for k, y := range freeHeave(times, 0.005, 32) {
			fmt.Fprintf(&b, "%.4g,%.5f\n", times[k], y)
		}
		if err := os.WriteFile("references/"+file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	c := Reference(file, "t_sqrt_g_over_a", "y_over_y0")
	for k, y := range freeHeave(c.X, 0.02, 12) {
		if math.Abs(y-c.Y[k]) > 1e-3 {
			t.Errorf("at T %g the heave is %g, but the reference has %g", c.X[k], y, c.Y[k])
		}
	}
	late := []float64{80, 90, 100}
	for k, y := range freeHeave(late, 0.005, 12) {
		if want := -4 / math.Pi / (late[k] * late[k]); math.Abs(y/want-1) > 0.05 {
			t.Errorf("at T %g the heave is %g, not %g", late[k], y, want)
		}
	}
}

const heaveDecayHead = `# Heave of a cylinder of radius a and half the density of water, released
# at rest from y0 above or below where it floats, in deep water, for small y0. It is the integral
# h2 of Maskell & Ursell, J. Fluid Mech. 44 (1970) 303-313,
#   y/y0 = -i/8 ∫ u (1 + Λ) exp(-i u T)/(1 - π/4 u² (1 + Λ)) du,   T = t √(g/a),
# with the force Λ on a heaving circle by Ursell's multipoles (Quart. J. Mech. Appl. Math. 2, 1949,
# 218-231), computed by TestHeaveDecayReference (go test ./validate -update). Errors are
# below 0.0002.
t_sqrt_g_over_a,y_over_y0
`
