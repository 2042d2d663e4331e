package waves

import (
	"math"
	"math/cmplx"
)

// Spectrum is the density of the variance of a record over frequency, one-sided.
type Spectrum struct {
	Step    float64   // between frequencies [Hz]; the first is 0
	Density []float64 // [m² s]
}

// whole is the part of a record between its first and its last upward crossing of the mean, a whole
// number of waves, at n intervals, less its mean. So its ends meet, and a regular wave is one line
// of the spectrum. Levels between samples are cubic (Lagrange).
func (r *Record) whole(first, last float64, n int) (levels []complex128, length float64) {
	levels, length = make([]complex128, n), (last-first)*r.Interval
	mean := 0.0
	for k := range levels {
		z := r.at(first + (last-first)*float64(k)/float64(n))
		mean += z / float64(n)
		levels[k] = complex(z, 0)
	}
	for k := range levels {
		levels[k] -= complex(mean, 0)
	}
	return levels, length
}

// at is the level at a place between samples.
func (r *Record) at(x float64) float64 {
	i := max(1, min(len(r.Level)-3, int(x)))
	s := x - float64(i)
	a, b, c, d := r.Level[i-1], r.Level[i], r.Level[i+1], r.Level[i+2]
	return -a*s*(s-1)*(s-2)/6 + b*(s+1)*(s-1)*(s-2)/2 - c*(s+1)*s*(s-2)/2 + d*(s+1)*s*(s-1)/6
}

// sizeOf is how many intervals a record is transformed with: a power of two that is above how many
// it has.
func sizeOf(intervals float64) int {
	n := 32
	for float64(n) < intervals && n < 1<<24 {
		n *= 2
	}
	return n
}

// transform is the discrete Fourier transform, in place: Σ x_j e^(-2πi jk/n), of n a power of two
// (Cooley and Tukey 1965).
func transform(x []complex128) {
	n := len(x)
	for i, j := 1, 0; i < n; i++ {
		bit := n >> 1
		for ; j&bit != 0; bit >>= 1 {
			j ^= bit
		}
		j ^= bit
		if i < j {
			x[i], x[j] = x[j], x[i]
		}
	}
	for size := 2; size <= n; size *= 2 {
		for k := range size / 2 {
			w := cmplx.Rect(1, -2*math.Pi*float64(k)/float64(size))
			for from := k; from < n; from += size {
				a, b := x[from], w*x[from+size/2]
				x[from], x[from+size/2] = a+b, a-b
			}
		}
	}
}

// harmonics are the complex amplitudes of a record from frequency 0 on: η = Re Σ a_k e^(2πi k t/T).
func harmonics(levels []complex128) []complex128 {
	transform(levels)
	n := len(levels)
	all := levels[:n/2]
	for k := range all {
		all[k] *= complex(2/float64(n), 0)
	}
	all[0] /= 2
	return all
}

// Spectrum is that of a record between its first and its last upward crossing of the mean.
func (r *Record) Spectrum() (*Spectrum, error) {
	at := r.crossings()
	if len(at) < 3 {
		return nil, errNoWaves
	}
	first, last := at[0], at[len(at)-1]
	levels, length := r.whole(first, last, sizeOf(last-first))
	s := &Spectrum{Step: 1 / length}
	for _, a := range harmonics(levels) {
		s.Density = append(s.Density, 0.5*real(a*cmplx.Conj(a))*length)
	}
	s.Density[0] = 0
	s.cut(r.Interval)
	return s, nil
}

// cut leaves frequencies out that the samples do not have.
func (s *Spectrum) cut(interval float64) {
	s.Density = s.Density[:min(len(s.Density), int(0.5/interval/s.Step)+1)]
}

// Moment is m_n = ∫ f^n S df over the frequencies between two [m²/s^n].
func (s *Spectrum) Moment(n int, from, to float64) (m float64) {
	for k := 1; k < len(s.Density); k++ {
		if f := float64(k) * s.Step; f >= from && f <= to {
			m += math.Pow(f, float64(n)) * s.Density[k] * s.Step
		}
	}
	return m
}

// At is the density at a frequency, interpolated linearly, and 0 beyond the last one [m² s].
func (s *Spectrum) At(frequency float64) float64 {
	x := frequency / s.Step
	k := int(x)
	if k < 0 || k+1 >= len(s.Density) {
		return 0
	}
	return s.Density[k] + (x-float64(k))*(s.Density[k+1]-s.Density[k])
}

// Peak is the peak frequency ∫ f S⁴ df / ∫ S⁴ df [Hz], which depends less on the width of the
// spectrum's lines than that of the highest one (IAHR 1989, List of sea state parameters).
func (s *Spectrum) Peak() float64 {
	var above, below float64
	greatest := 0.0
	for _, d := range s.Density {
		greatest = max(greatest, d)
	}
	if greatest == 0 {
		return 0
	}
	for k, d := range s.Density {
		d /= greatest
		above, below = above+float64(k)*s.Step*d*d*d*d, below+d*d*d*d
	}
	return above / below
}

// The band of frequencies whose energy counts, in parts of the peak frequency.
const bandFrom, bandTo = 1. / 3, 8

// Parameters are those of a spectrum.
type Parameters struct {
	Hm0    float64 // 4 √m0 [m]
	Tp     float64 // [s]
	Tenerg float64 // T(-1,0) = m-1/m0 [s]
	T02    float64 // √(m0/m2) [s]
}

// Parameters are those of the waves from a third of the peak frequency to eight times it.
func (s *Spectrum) Parameters() (p Parameters) {
	peak := s.Peak()
	if peak == 0 {
		return p
	}
	moment := func(n int) float64 { return s.Moment(n, bandFrom*peak, bandTo*peak) }
	m0 := moment(0)
	return Parameters{Hm0: 4 * math.Sqrt(m0), Tp: 1 / peak, Tenerg: moment(-1) / m0,
		T02: math.Sqrt(m0 / moment(2))}
}
