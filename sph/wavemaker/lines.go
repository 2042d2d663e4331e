package wavemaker

import (
	"math"
	"math/bits"
	"math/cmplx"

	"gpusph/sph/motion"
)

// lines are the parts of a signal that repeats after a period [s],
//
//	x(t) = Re Σ c_n exp(iω_n t),  ω_n = 2π n/period.
type lines struct {
	period float64
	c      []complex128 // from n = 0 on
}

// samplesEach is how many samples there are of the shortest part at least: between them the motion
// is a cubic polynomial with their values and speeds, which is off by (2π/24)⁴/384 = 1.2e-5 of the
// amplitude of that part at most.
const samplesEach = 24

// paddle is the motion that makes a level: its parts have sin where those of the level have cos,
// and 1/Ratio times the amplitude.
func (l *lines) paddle(p *Paddle) lines {
	x := lines{l.period, make([]complex128, len(l.c))}
	for n, c := range l.c {
		if c != 0 && n > 0 {
			x.c[n] = c * complex(0, -1/p.Ratio(p.Number(float64(n)/l.period)))
		}
	}
	return x
}

// record is a signal and its derivative at equal intervals of one period.
type record struct {
	step float64 // [s]
	x, v []float64
}

// sampled is the signal at times from 0 on.
func (l *lines) sampled() record {
	count := 1 << bits.Len(uint(samplesEach*len(l.c)-1))
	x, v := make([]complex128, count), make([]complex128, count)
	for n, c := range l.c {
		x[n], v[n] = c, c*complex(0, 2*math.Pi*float64(n)/l.period)
	}
	transform(x)
	transform(v)
	r := record{step: l.period / float64(count)}
	for k := range x {
		r.x, r.v = append(r.x, real(x[k])), append(r.v, real(v[k]))
	}
	return r
}

// transform makes Σ a_n exp(2πi nk/N) of a_k, of which there are a power of two.
func transform(a []complex128) {
	n := len(a)
	shift := 64 - uint(bits.Len(uint(n-1)))
	for i := range a {
		if j := int(bits.Reverse64(uint64(i)) >> shift); n > 1 && i < j {
			a[i], a[j] = a[j], a[i]
		}
	}
	roots := make([]complex128, n/2)
	for k := range roots {
		sin, cos := math.Sincos(2 * math.Pi * float64(k) / float64(n))
		roots[k] = complex(cos, sin)
	}
	for half := 1; half < n; half *= 2 {
		for first := 0; first < n; first += 2 * half {
			for k := range half {
				even, odd := a[first+k], a[first+half+k]*roots[k*(n/(2*half))]
				a[first+k], a[first+half+k] = even+odd, even-odd
			}
		}
	}
}

// Signal is Re Σ c_n exp(2πi nk/count) for k below count, a power of two.
func Signal(c []complex128, count int) []float64 {
	a := make([]complex128, count)
	copy(a, c)
	transform(a)
	x := make([]float64, count)
	for k := range x {
		x[k] = real(a[k])
	}
	return x
}

// fitted are the parts of values at equal intervals of a period, of which there are a power of two.
func fitted(values []float64, period float64) lines {
	a := make([]complex128, len(values))
	for k, x := range values {
		a[k] = complex(x, 0)
	}
	transform(a)
	l := lines{period: period}
	for n := range len(a) / 2 {
		l.c = append(l.c, cmplx.Conj(a[n])*complex(2/float64(len(a)), 0))
	}
	l.c[0] /= 2
	return l
}

// window is a factor that grows from 0 at time 0 to 1 within a ramp, and falls to 0 within one
// before a finish; and its derivative.
func window(t, ramp, finish float64) (w, rate float64) {
	rise := func(s float64) (float64, float64) {
		switch {
		case s >= ramp:
			return 1, 0
		case s <= 0:
			return 0, 0
		}
		s /= ramp
		return s * s * (3 - 2*s), 6 * s * (1 - s) / ramp
	}
	up, upRate := rise(t)
	down, downRate := rise(finish - t)
	return up * down, upRate*down - up*downRate
}

// law is the motion of a record in a window. Without a finish it repeats.
func (r *record) law(start, ramp, finish float64) motion.Law {
	first, from := int(math.Ceil(ramp/r.step)), motion.Never
	last := first + len(r.x)
	if finish < motion.Never {
		last = int(math.Ceil(finish / r.step))
	} else {
		from = start + float64(first)*r.step
	}
	var times, values, speeds []float64
	for k := range last + 1 {
		t := float64(k) * r.step
		n := k % len(r.x)
		w, rate := window(t, ramp, finish)
		times = append(times, start+t)
		values, speeds = append(values, w*r.x[n]), append(speeds, w*r.v[n]+rate*r.x[n])
	}
	return motion.Spline(times, values, speeds, from)
}
