package wavetheory

import (
	"fmt"
	"math"

	"gpusph/internal/text"
)

// mostSecond is the greatest second harmonic of the surface over the first: beyond, Stokes' series
// does not converge well, and a trough may have a crest of its own.
const mostSecond = 0.25

// stokes are the coefficients of Stokes' wave of fifth order (J. D. Fenton, A fifth-order Stokes
// theory for steady waves, J. Waterway, Port, Coastal, Ocean Eng. 111, 1985, table 1), with
// S = sech 2kd. a has A_ij sinh^j kd, so that none is too great.
type stokes struct {
	a11, a22, a31, a33, a42, a44, a51, a53, a55 float64
	b22, b31, b42, b44, b53, b55                float64
	c0, c2, c4                                  float64
}

func stokesOf(kd float64) (c stokes) {
	s := 1 / math.Cosh(min(2*kd, 700))
	tanh := math.Tanh(kd)
	sinh2 := (1/s - 1) / 2 // sinh² kd
	poly := func(of ...float64) (sum float64) {
		for k := len(of) - 1; k >= 0; k-- {
			sum = sum*s + of[k]
		}
		return sum
	}
	r := 1 - s
	over := func(n int) float64 { return math.Pow(r, float64(n)) }
	sinh4, sinhS := sinh2*sinh2, s*s*sinh2 // s² sinh² is finite in deep water
	c.a11 = 1
	c.a22 = 3 * sinhS / (2 * over(2))
	c.a31 = poly(-4, -20, 10, -13) / (8 * over(3))
	c.a33 = sinhS * poly(-2, 11) / (8 * over(3))
	c.a42 = poly(0, 12, -14, -264, -45, -13) / (24 * over(5)) * sinh2
	c.a44 = poly(10, -174, 291, 278) * s * s * s * sinh4 / (48 * (3 + 2*s) * over(5))
	c.a51 = poly(-1184, 32, 13232, 21712, 20940, 12554, -500, -3341, -670) /
		(64 * (3 + 2*s) * (4 + s) * over(6))
	c.a53 = poly(4, 105, 198, -1376, -1302, -117, 58) * s * sinh2 / (32 * (3 + 2*s) * over(6))
	c.a55 = poly(-6, 272, -1552, 852, 2029, 430) * s * s * s * sinh4 /
		(64 * (3 + 2*s) * (4 + s) * over(6))
	c.b22 = (1 + 2*s) / (2 * r * tanh)
	c.b31 = -3 * poly(1, 3, 3, 2) / (8 * over(3))
	c.b42 = poly(6, -26, -182, -204, -25, 26) / (6 * (3 + 2*s) * over(4) * tanh)
	c.b44 = poly(24, 92, 122, 66, 67, 34) / (24 * (3 + 2*s) * over(4) * tanh)
	c.b53 = 9 * poly(132, 17, -2216, -5897, -6292, -2687, 194, 467, 82) /
		(128 * (3 + 2*s) * (4 + s) * over(6))
	c.b55 = 5 * poly(300, 1579, 3176, 2949, 1188, 675, 1326, 827, 130) /
		(384 * (3 + 2*s) * (4 + s) * over(6))
	c.c0 = math.Sqrt(tanh)
	c.c2 = c.c0 * (2 + 7*s*s) / (4 * over(2))
	c.c4 = c.c0 * poly(4, 32, -116, -400, -71, 146) / (32 * over(5))
	return c
}

// ofOrder makes waves of Stokes' theory up to a power of ε = k height/2: of the first it is Airy's.
func ofOrder(order int) func(height, depth, gravity, k float64) (*Periodic, error) {
	return func(height, depth, gravity, k float64) (*Periodic, error) {
		c, e := stokesOf(k*depth), k*height/2
		p := func(n int) float64 { // ε^n where the order has it
			if n > order {
				return 0
			}
			return math.Pow(e, float64(n))
		}
		if second := e * c.b22; order > 1 && !(second < mostSecond) {
			return nil, fmt.Errorf("is too high for Stokes' theory: the second harmonic is %s of the "+
				"first, but may be %s; use theory = \"fourier\", or a smaller height",
				text.Number(second), text.Number(mostSecond))
		}
		eta := []float64{p(1) + p(3)*c.b31 - p(5)*(c.b53+c.b55), p(2)*c.b22 + p(4)*c.b42,
			p(5)*c.b53 - p(3)*c.b31, p(4) * c.b44, p(5) * c.b55}
		a := []float64{p(1)*c.a11 + p(3)*c.a31 + p(5)*c.a51, p(2)*c.a22 + p(4)*c.a42,
			p(3)*c.a33 + p(5)*c.a53, p(4) * c.a44, p(5) * c.a55}
		unit := math.Sqrt(gravity / k)
		w := &Periodic{Height: height, Depth: depth, Gravity: gravity, Number: k,
			Speed: unit * (c.c0 + p(3)/max(e, 1e-300)*c.c2 + p(5)/max(e, 1e-300)*c.c4)}
		kd := k * depth
		for i := range order {
			j := float64(i + 1)
			// cosh jkd over sinh^j kd
			cosh := 0.5 * (1 + math.Exp(-2*j*kd)) * math.Pow(2/(1-math.Exp(-2*kd)), j)
			w.Eta = append(w.Eta, eta[i]/k)
			w.U = append(w.U, unit*c.c0*j*a[i]*cosh)
		}
		return w, nil
	}
}
