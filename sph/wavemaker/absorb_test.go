package wavemaker

import (
	"math"
	"math/cmplx"
	"testing"

	"gpusph/sph/motion"
)

// TestAbsorberReflects compares what paddles reflect with nothing at the frequency of the waves,
// and with bounds around it.
func TestAbsorberReflects(t *testing.T) {
	for _, period := range []float64{1, 1.5, 2.5, 5} {
		p := &Paddle{Depth: 0.5, Gravity: gravity}
		a := Absorb(p, &Regular{Height: 0.02, Period: period, Order: 2}, 0.05)
		if got := a.Reflection(p, 1/period, 0.05); !(got < 1e-9) {
			t.Errorf("waves of %g s are reflected by %g", period, got)
		}
		for _, part := range []float64{0.5, 0.75, 1.25} {
			if got := a.Reflection(p, part/period, 0.05); !(got < 0.08) {
				t.Errorf("waves of %g s before a paddle for %g s are reflected by %g", period/part, period, got)
			}
		}
		if !(a.Gain > 0 && a.Lag > 0) {
			t.Errorf("a paddle for %g s has the gain %g and the lag %g", period, a.Gain, a.Lag)
		}
	}
}

// In long waves the gain is that of shallow water, √(g/d).
func TestAbsorberInShallowWater(t *testing.T) {
	p := &Paddle{Depth: 0.5, Gravity: gravity}
	f := p.absorbing(0.001, 0.05)
	near(t, "the velocity over the error", -real(f), math.Sqrt(gravity/0.5), 1e-3)
}

// Far from the paddle the level of second order is Stokes', and at the paddle the volume that it
// displaces is there: the flux of the level over the whole of a flume is that of the piston.
func TestLevelOfSecondOrder(t *testing.T) {
	p := &Paddle{Depth: 0.5, Gravity: gravity}
	r := &Regular{Height: 0.1, Period: 1.5, Order: 2}
	s := newSecond(p, r.Height/2, 1/r.Period)
	x2 := s.displacement()
	first, double, mean := s.level(x2, 4)
	near(t, "the first order", cmplx.Abs(first), 0.05, 1e-6)
	k := r.number(p)
	slope := complex(0, -k) * first
	near(t, "the second order", cmplx.Abs(double-s.x/2*slope), r.bound(p), 1e-3)
	near(t, "the mean where the paddle has come", mean, real(cmplx.Conj(s.x)*slope)/2, 1e-6)
	// bound waves are a crest where the first order is
	turned := (double - s.x/2*slope) / (first * first)
	near(t, "the phase", math.Abs(cmplx.Phase(turned))+1, 1, 1e-3)
}

// TestMeanLevel compares the mean level before a paddle with the mean of Bernoulli's equation at
// the still water's level, gη₂ + η₁ ∂²φ/∂t∂z + |∇φ|²/2, which is the same at all distances, by
// differences of the potential. Far away the level is a² k/(2 sinh 2kd) lower (Longuet-Higgins and
// Stewart 1962). The gauge moves with the paddle, through the slope of the level.
func TestMeanLevel(t *testing.T) {
	p := &Paddle{Depth: 0.5, Gravity: gravity, Flap: true, Hinge: -0.1}
	const amplitude, period, h = 0.04, 1.2, 1e-4
	s := newSecond(p, amplitude, 1/period)
	potential := func(x, z, time float64) float64 {
		sum := 0i
		for j, k := range s.k {
			shape := cmplx.Cosh(k*complex(z, 0)) / cmplx.Cosh(k*complex(p.Depth, 0))
			sum += 1i * s.a[j] * shape * cmplx.Exp(1i*(complex(s.w*time, 0)-k*complex(x, 0)))
		}
		return gravity / s.w * real(sum)
	}
	const samples = 6
	means := func(x float64) (terms, moved float64) {
		for j := range samples {
			time, d := period*float64(j)/samples, p.Depth
			along := func(time float64) float64 {
				return (potential(x+h, d, time) - potential(x-h, d, time)) / (2 * h)
			}
			up := func(time float64) float64 {
				return (potential(x, d+h, time) - potential(x, d-h, time)) / (2 * h)
			}
			level := -(potential(x, d, time+h) - potential(x, d, time-h)) / (2 * h * gravity)
			slope := -(along(time+h) - along(time-h)) / (2 * h * gravity)
			u, w, wt := along(time), up(time), (up(time+h)-up(time-h))/(2*h)
			terms += (level*wt + (u*u+w*w)/2) / (gravity * samples)
			moved += real(s.x*cmplx.Rect(1, s.w*time)) * slope / samples
		}
		return terms, moved
	}
	far, _ := means(5)
	k := p.Number(1 / period)
	near(t, "the set-down", far, amplitude*amplitude*k/(2*math.Sinh(2*k*p.Depth)), 1e-5)
	for _, distance := range []float64{0.1, 0.2, 0.5} {
		terms, moved := means(distance)
		_, _, mean := s.level(s.displacement(), distance)
		near(t, "the mean level", mean, far-terms+moved, 1e-4)
		if math.Abs(far-terms) < 1e-6 {
			t.Errorf("at %g m nothing is added near the paddle", distance)
		}
	}
}

// TestVolumeOfSecondOrder: of the volume between a paddle at x = X + X₂ and a place far away, the
// part with twice the frequency changes by what flows through there, c η₂ in waves of permanent
// form:
//
//	d/dt (∫η₂ dx - X η₁ - a X₂) = -c η₂,
//
// where a is the area that the paddle displaces. Levels are at places that stay.
func TestVolumeOfSecondOrder(t *testing.T) {
	for _, p := range []*Paddle{{Depth: 0.5, Gravity: gravity},
		{Depth: 0.5, Gravity: gravity, Flap: true, Hinge: -0.2}} {
		const length, pieces, modes = 1.8, 12, 30
		s := newSecond(p, 0.05, 1/1.5)
		s.k, s.a = s.k[:modes], s.a[:modes] // the rest takes long, and the balance is off by 0.6 %
		x2 := s.displacement()
		at := func(x float64) (first, double complex128) {
			first, double, _ = s.level(x2, x)
			for j, k := range s.k {
				double += s.x / 2 * 1i * k * s.a[j] * cmplx.Exp(-1i*k*complex(x, 0))
			}
			return first, double
		}
		whole := 0i // by Simpson's rule in the cubic root of x, since most changes near the paddle
		for j := range 2*pieces + 1 {
			r := float64(j) / (2 * pieces)
			_, double := at(length * r * r * r)
			weight := []float64{1, 2}[j%2] * 2
			if j == 0 || j == 2*pieces {
				weight = 1
			}
			whole += double * complex(weight*3*r*r*length/(6*pieces), 0)
		}
		first, _ := at(0)
		_, far := at(length)
		speed := complex(s.w/p.Number(1/1.5), 0)
		missing := 2i*complex(s.w, 0)*(whole-s.x*first/2-complex(p.area(), 0)*x2) + speed*far
		if part := cmplx.Abs(missing / (speed * far)); part > 0.012 {
			t.Errorf("%+v: %.2g of what flows far away is missing", p, part)
		}
	}
}

// harmonic is the complex amplitude A of Re A exp(iωt) in a sum of laws after a time, with ω the
// n-th multiple of 2π over a period; for n = 0 it is the mean.
func harmonic(laws []motion.Law, n int, period, after float64) (sum complex128) {
	const samples = 64
	for j := range samples {
		at := after + period*float64(j)/samples
		for i := range laws {
			x, _, _ := laws[i].At(at)
			sum += complex(x*2/samples, 0) * cmplx.Rect(1, -2*math.Pi*float64(n)*at/period)
		}
	}
	if n == 0 {
		sum /= 2
	}
	return sum
}

// Far from a piston that moves as its laws say, the wanted level of regular waves is that of
// Stokes' waves which run from it, with any phase and start. With the displacement Re X exp(iωt)
// and A = i H/S X exp(-iks), the first harmonic is A, the second b (A/|A|)² + ½ X ∂A/∂x, where the
// last part and its mean come from the place, which moves with the piston. No wave of the second
// order runs besides.
func TestWantedRegular(t *testing.T) {
	p := &Paddle{Depth: 0.5, Gravity: gravity}
	const distance = 4
	for _, phase := range []float64{0, 0.17, 0.6} {
		r := &Regular{Height: 0.1, Period: 1.5, Order: 2, Phase: phase, Start: 0.4, Ramp: 1.2}
		laws, after, k := r.Laws(p), r.Start+r.Ramp+0.1, r.number(p)
		wanted, frequency := r.wanted(p, distance)
		near(t, "the frequency", frequency, 1/r.Period, 1e-12)

		x := harmonic(laws, 1, r.Period, after)
		first := complex(0, p.Ratio(k)) * x * cmplx.Rect(1, -k*distance)
		slope := complex(0, -k) * first
		crest := first / complex(cmplx.Abs(first), 0)
		for n, want := range []complex128{
			complex(real(cmplx.Conj(x)*slope)/2, 0), first,
			complex(r.bound(p), 0)*crest*crest + x/2*slope,
		} {
			got := harmonic(wanted, n, r.Period, after)
			if cmplx.Abs(got-want) > 1e-3*cmplx.Abs(want) {
				t.Errorf("phase %g: harmonic %d is %v m, not %v", phase, n, got, want)
			}
		}
		for _, part := range []float64{0.3, 0.5, 0.8} { // of the ramp
			at, ramp, want, got := r.Start+part*r.Ramp, part*part*(3-2*part), 0.0, 0.0
			for n := range 3 {
				turn := cmplx.Rect(1, 2*math.Pi*float64(n)*at/r.Period)
				want += ramp * real(harmonic(wanted, n, r.Period, after)*turn)
			}
			for i := range wanted {
				level, _, _ := wanted[i].At(at)
				got += level
			}
			near(t, "the level in the ramp", got, want, 1e-9)
		}
	}
}

// The wanted level of a solitary wave is that of its crest, which was at the piston earlier.
func TestWantedSolitary(t *testing.T) {
	p := &Paddle{Depth: 0.4, Gravity: gravity}
	s := &Solitary{Height: 0.12, Theory: "rayleigh", Start: 0.3}
	const distance = 0.2
	fall, c := s.scales(p)
	laws := s.Laws(p)
	wanted, _ := s.wanted(p, distance)
	greatest := 0.0
	for k := range 100 {
		at := s.Start + (s.duration(p)+distance/c)*float64(k)/100
		x, _, _ := laws[0].At(at)
		way := c*(at-s.Start-s.duration(p)/2) - (x - s.stroke(p)/2) - distance
		want := s.Height / math.Pow(math.Cosh(fall*way), 2)
		got, _, _ := wanted[0].At(at)
		if greatest = max(greatest, got); math.Abs(got-want) > 2e-3*s.Height {
			t.Errorf("at %g s the level is %g m, not %g", at, got, want)
		}
	}
	near(t, "the crest", greatest, s.Height, 5e-3)
}
