package wavemaker

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
)

// Oblique is waves at an angle to a segment of a paddle. With all segments moving as
//
//	x(t, y) = a cos θ/c(k) sin(ωt - k y sin θ),
//
// c the ratio of amplitude and displacement of waves straight ahead, the waves run at the angle θ:
// the snake principle (Sand and Mynett, Directional wave generation and analysis, IAHR Seminar on
// Wave Analysis and Generation in Laboratory Basins, Lausanne 1987; Dean and Dalrymple 1991, 6.4).
// Of a spectrum each frequency has one direction, which a generator draws from
// cos²ˢ((θ - Angle)/2) (Longuet-Higgins, Cartwright and Smith 1963): no two waves of a frequency
// interfere, so the sea is alike everywhere (Miles and Funke 1989).
type Oblique struct {
	Angle  float64 // to the left of straight ahead [rad]
	Spread float64 // s; 0 is one direction
	At     float64 // the middle of the segment, to the left of that of the paddle [m]
}

// widest is the greatest angle of a part of a spread sea [rad].
const widest = 75 * math.Pi / 180

// part is the factor of the motion of a segment in waves of a number k at an angle [rad].
func (o *Oblique) part(k, angle float64) complex128 {
	return cmplx.Rect(math.Cos(angle), -k*math.Sin(angle)*o.At)
}

// directions are the angles of n parts [rad].
func (o *Oblique) directions(n int, seed uint64) []float64 {
	all := make([]float64, n)
	from, below := rand.NewPCG(seed, 1), o.cumulated()
	for i := range all {
		all[i] = o.Angle
		u := float64(from.Uint64()>>11) / (1 << 53)
		if o.Spread > 0 {
			k := 1
			for k < len(below)-1 && below[k] < u {
				k++
			}
			part := (u - below[k-1]) / (below[k] - below[k-1])
			all[i] = -widest + 2*widest*(float64(k-1)+part)/float64(len(below)-1)
		}
	}
	return all
}

// cumulated is the part of the energy below angles from -widest to widest, at equal distances.
func (o *Oblique) cumulated() (below []float64) {
	const steps = 600
	below = append(below, 0)
	for k := range steps {
		angle := -widest + 2*widest*(float64(k)+0.5)/steps
		below = append(below, below[k]+math.Pow(math.Cos((angle-o.Angle)/2), 2*o.Spread))
	}
	for k := range below {
		below[k] /= below[steps]
	}
	return below
}

// Widest is how wide segments may be so that they make no other waves of a length [m]:
// L/(1 + sin θ) (Dean and Dalrymple 1991).
func (o *Oblique) Widest(length float64) float64 {
	angle := math.Abs(o.Angle)
	if o.Spread > 0 {
		angle = widest
	}
	return length / (1 + math.Sin(angle))
}
