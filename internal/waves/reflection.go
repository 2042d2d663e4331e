package waves

import (
	"errors"
	"fmt"
	"math"
	"math/cmplx"

	"gpusph/sph/wavemaker"
)

// Gauge is a record at a place along the direction in which waves come.
type Gauge struct {
	At float64 // [m]
	*Record
}

// Reflection is a record of several gauges, separated into waves that run along their direction and
// against it. Rows are of frequencies in the band, and densities of variance.
type Reflection struct {
	Frequency, Number   []float64 // [Hz], k [1/m]
	Incident, Reflected []float64 // [m² s]
	// frequencies of the band at which the gauges stand badly; they are left out
	Unclear int

	Hi, Hr      float64 // 4 √m0 of both [m]
	Coefficient float64 // √(m0 reflected / m0 incident)
	Rest        float64 // the part of the variance in the band that neither has
	Tp          float64 // [s]
	Length      float64 // of a wave of the period Tp [m]
}

// The band that is separated, in parts of the peak frequency. Below twice it: the second harmonic
// of a steep wave travels with the wave, not with the speed that its own frequency would have.
const separateFrom, separateTo = 0.5, 1.9

// leastClear is how much of 1 - |Σ e^(2ikx)|²/N² gauges must leave, so that they tell both
// directions apart. It is 0 where all distances are multiples of half a wavelength.
const leastClear = 0.15

// Separate finds incident and reflected waves by least squares at each frequency (Mansard and Funke
// 1980, Proc. 17th Int. Conf. Coastal Engineering, for three gauges; Zelt and Skjelbreia 1992 for
// more):
//
//	η_n = a e^(-ik x_n) + b e^(ik x_n) + rest,   ω² = g k tanh kd
//
// over a depth d [m] with gravity g [m/s²]. All records begin at one time and have the same
// interval.
func Separate(gauges []Gauge, depth, gravity float64) (*Reflection, error) {
	if len(gauges) < 3 {
		return nil, fmt.Errorf("there are %d gauges, but reflection needs three", len(gauges))
	}
	at := gauges[0].crossings()
	if len(at) < 3 {
		return nil, errNoWaves
	}
	first, last := at[0], at[len(at)-1]
	n := sizeOf(last - first)
	var all [][]complex128
	length, total := 0.0, Spectrum{Density: make([]float64, n/2)}
	for _, g := range gauges {
		if len(g.Level) != len(gauges[0].Level) || math.Abs(g.Interval/gauges[0].Interval-1) > 1e-9 {
			return nil, errors.New("the records of the gauges have different times")
		}
		levels, of := g.whole(first, last, n)
		length = of
		h := harmonics(levels)
		for k := 1; k < len(h); k++ {
			total.Density[k] += 0.5 * real(h[k]*cmplx.Conj(h[k])) * length / float64(len(gauges))
		}
		all = append(all, h)
	}
	total.Step = 1 / length
	total.cut(gauges[0].Interval)
	return separate(gauges, all, &total, depth, gravity)
}

// separate does it for the harmonics of all gauges, whose mean spectrum is total.
func separate(gauges []Gauge, all [][]complex128, total *Spectrum, depth,
	gravity float64) (*Reflection, error) {
	peak, r := total.Peak(), &Reflection{}
	if peak == 0 {
		return nil, errNoWaves
	}
	r.Tp, r.Length = 1/peak, 2*math.Pi/wavemaker.WaveNumber(peak, depth, gravity)
	if left := leftOf(gauges, 2*math.Pi/r.Length); left < leastClear {
		return nil, fmt.Errorf("the gauges stand so that waves of %.3g m cannot be told from "+
			"reflected ones; distances from the first gauge of L/10 and L/4, here %.3g and %.3g m, are "+
			"good (Mansard and Funke 1980)",
			r.Length, r.Length/10, r.Length/4)
	}
	var incident, reflected, whole, rest float64
	for k := 1; k < len(total.Density); k++ {
		f := float64(k) * total.Step
		if f < separateFrom*peak || f > separateTo*peak {
			continue
		}
		number := wavemaker.WaveNumber(f, depth, gravity)
		if leftOf(gauges, number) < leastClear {
			r.Unclear++
			continue
		}
		a, b, off := leastSquares(gauges, number, func(i int) complex128 { return all[i][k] })
		half := 0.5 / total.Step
		r.Frequency, r.Number = append(r.Frequency, f), append(r.Number, number)
		r.Incident = append(r.Incident, half*squared(a))
		r.Reflected = append(r.Reflected, half*squared(b))
		incident, reflected = incident+0.5*squared(a), reflected+0.5*squared(b)
		whole, rest = whole+total.Density[k]*total.Step, rest+0.5*off
	}
	if incident == 0 {
		return nil, errors.New("no wave comes along the gauges")
	}
	r.Hi, r.Hr = 4*math.Sqrt(incident), 4*math.Sqrt(reflected)
	r.Coefficient, r.Rest = math.Sqrt(reflected/incident), rest/whole
	return r, nil
}

func squared(a complex128) float64 { return real(a)*real(a) + imag(a)*imag(a) }

// leftOf is 1 - |Σ e^(2ikx)|²/N².
func leftOf(gauges []Gauge, number float64) float64 {
	var s complex128
	for _, g := range gauges {
		s += cmplx.Rect(1, 2*number*g.At)
	}
	n := float64(len(gauges))
	return 1 - squared(s)/(n*n)
}

// leastSquares are the amplitudes of both waves with the least sum of squares of what is left, and
// the mean of these squares.
func leastSquares(gauges []Gauge, number float64, of func(i int) complex128) (a, b complex128,
	rest float64) {
	n := complex(float64(len(gauges)), 0)
	var s, along, against complex128
	for i, g := range gauges {
		e := cmplx.Rect(1, number*g.At)
		s += e * e
		along += e * of(i)
		against += cmplx.Conj(e) * of(i)
	}
	d := n*n - s*cmplx.Conj(s)
	a, b = (n*along-s*against)/d, (n*against-cmplx.Conj(s)*along)/d
	for i, g := range gauges {
		e := cmplx.Rect(1, number*g.At)
		rest += squared(of(i)-a*cmplx.Conj(e)-b*e) / float64(len(gauges))
	}
	return a, b, rest
}
