package wavemaker

import (
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"gpusph/sph/motion"
)

const gravity = 9.81

func near(t *testing.T, what string, got, want, part float64) {
	t.Helper()
	if !(math.Abs(got-want) <= part*math.Abs(want)) {
		t.Errorf("%s is %g, not %g", what, got, want)
	}
}

// TestRatio compares Biesel's transfer function with values that were computed elsewhere, with the
// formula of Dean and Dalrymple (1991, eq. 6.26) for a flap that is hinged at the bed, and with its
// limits.
func TestRatio(t *testing.T) {
	for _, row := range []struct{ depth, period, height, length, ratio, second, bound float64 }{
		{0.66, 2, 0.1, 4.52367, 0.904532, 0.000729732, 0.00565429},
		{0.4, 1.3, 0.06, 2.16647, 1.12444, -3.53821e-06, 0.00274195},
		{0.3, 1, 0.05, 1.37295, 1.29891, -0.000140478, 0.00234163},
		{1, 3, 0.2, 8.69294, 0.718834, 0.00629937, 0.0199756},
		{0.266, 1.2, 0.06, 1.69753, 0.967609, 0.000393131, 0.00470151},
	} {
		p := &Paddle{Depth: row.depth, Gravity: gravity}
		k := p.Number(1 / row.period)
		near(t, "the length", 2*math.Pi/k, row.length, 1e-4)
		near(t, "H/S", p.Ratio(k), row.ratio, 1e-4)
		w := &Regular{Height: row.height, Period: row.period, Order: 2, Madsen: true}
		near(t, "the second harmonic of the paddle", w.madsen(p), row.second, 2e-3)
		near(t, "that of the surface", w.bound(p), row.bound, 1e-4)

		kd := k * row.depth
		flap := &Paddle{Depth: row.depth, Gravity: gravity, Flap: true}
		near(t, "H/S of a flap", flap.Ratio(k),
			4*math.Sinh(kd)/kd*(kd*math.Sinh(kd)-math.Cosh(kd)+1)/(math.Sinh(2*kd)+2*kd), 1e-12)
	}
	for _, p := range []*Paddle{{Depth: 2}, {Depth: 2, Flap: true},
		{Depth: 2, Flap: true, Hinge: 0.5}, {Depth: 2, Flap: true, Hinge: -1}} {
		near(t, "H/S in shallow water over kd D/d", p.Ratio(1e-3)/(2e-3*p.area()/p.Depth), 1, 1e-5)
		near(t, "H/S in deep water", p.Ratio(1e4), 2, 1e-3)
		sum := 0.0
		for k := range 1000 {
			sum += p.shape(p.Depth*(float64(k)+0.5)/1000) * p.Depth / 1000
		}
		near(t, "D", p.area(), sum, 1e-5)
	}
}

// freeSecond is the amplitude of the part with twice the frequency of the flux that a paddle gives
// besides that of Stokes' waves [m²/s]. To second order the paddle gives the integral of u₂ = f ẋ₂
// - x₁ f ∂u₁/∂x + x₁ f′ w₁ over the depth, D ẋ₂ + x₁ ∂η₁/∂t.
func freeSecond(p *Paddle, w *Regular) float64 {
	const n = 512
	laws, k, omega := w.Laws(p), w.number(p), 2*math.Pi/w.Period
	a, kd, sum := w.Height/2, k*p.Depth, 0.0
	for j := range n {
		s := 3*w.Period + w.Period*float64(j)/n // after the ramp
		x1, _, _ := laws[0].At(s)
		flux := -x1 * a * omega * math.Sin(omega*s)
		if len(laws) > 1 {
			_, v2, _ := laws[1].At(s)
			flux += p.area() * v2
		}
		for m := range 200 { // Stokes: u₂ = ¾ a² ω k cosh 2kz/sinh⁴ kd cos 2ωt
			z := p.Depth * (float64(m) + 0.5) / 200
			flux -= 0.75 * a * a * omega * k * math.Cosh(2*k*z) / math.Pow(math.Sinh(kd),
				4) * math.Cos(2*omega*s) * p.Depth / 200
		}
		sum += flux * math.Cos(2*omega*s) * 2 / n
	}
	return sum
}

// TestNoFreeSecondHarmonic: Madsen's second order lets no flux of twice the frequency be left
// that would make free waves, and that the first order does.
func TestNoFreeSecondHarmonic(t *testing.T) {
	for _, p := range []*Paddle{{0.5, gravity, false, 0}, {0.5, gravity, true, 0},
		{0.5, gravity, true, 0.1}} {
		w := &Regular{Height: 0.1, Period: 2.2, Order: 1, Ramp: 2.2, Madsen: true}
		first := freeSecond(p, w)
		w.Order = 2
		second := freeSecond(p, w)
		if !(math.Abs(second) < 1e-4*math.Abs(first)) || math.Abs(first) < 1e-4 {
			t.Errorf("%+v: the flux is %g with the first order, and %g with the second", p, first,
				second)
		}
	}
}

// TestSecond: the second order is Madsen's in shallow water and not in deeper, that a flap
// with its hinge far below the bed is a piston, and that more parts change nothing.
func TestSecond(t *testing.T) {
	for _, row := range []struct{ period, off, most float64 }{
		{6, 0, 0.01}, {3, 0.02, 0.06}, {1.5, 5, 100},
	} {
		p := &Paddle{Depth: 0.5, Gravity: gravity}
		x := newSecond(p, 0.01, 1/row.period).displacement()
		want := (&Regular{Height: 0.02, Period: row.period}).madsen(p)
		off := math.Hypot(real(x), imag(x)+want) / math.Abs(want)
		if !(off >= row.off && off <= row.most) {
			t.Errorf("with %g s the second harmonic is %g, and %g by Madsen", row.period, x, want)
		}
		flap := &Paddle{Depth: 0.5, Gravity: gravity, Flap: true, Hinge: -1e5}
		y := newSecond(flap, 0.01, 1/row.period).displacement()
		if d := y - x; math.Hypot(real(d), imag(d)) > 1e-4*math.Hypot(real(x), imag(x)) {
			t.Errorf("with %g s a flap with a far hinge has %g, a piston %g", row.period, y, x)
		}
	}
	// With 10, 20 and 40 parts an independent program has 0.000257 - 0.001428i, 0.000254 - 0.001469i
	// and 0.000252 - 0.001488i, so about 0.00025 - 0.00150i with 100.
	x := newSecond(&Paddle{Depth: 0.5, Gravity: gravity}, 0.05, 1/1.5).displacement()
	near(t, "the real part", real(x), 0.000251, 0.01)
	near(t, "the imaginary part", imag(x), -0.0015, 0.005)
}

func sea(gamma float64) *Irregular {
	return &Irregular{
		Spectrum: Spectrum{
			Height: 0.1, Period: 2, Gamma: gamma, Band: [2]float64{0.5, 4}, Components: 256,
		},
		Seed: 7, Ramp: 2,
	}
}

// TestSpectrum compares densities with the closed form of JONSWAP's in DNV-RP-C205, which is that
// of Pierson and Moskowitz for γ = 1, and the variance of the level with that of the spectrum.
func TestSpectrum(t *testing.T) {
	for _, gamma := range []float64{1, 3.3} {
		w := sea(gamma)
		period, first, all := w.variances()
		beta := 5. / 16 * (1 - 0.287*math.Log(gamma))
		n := int(math.Round(1.3*0.5*period)) - first
		f := float64(first+n) / period
		x := 2 * f
		want := beta * 0.01 * math.Pow(2, -4) * math.Pow(f, -5) * math.Exp(-1.25*math.Pow(x, -4)) *
			math.Pow(gamma, math.Exp(-(x-1)*(x-1)/(2*0.09*0.09)))
		near(t, fmt.Sprintf("the density with γ %g", gamma), all[n]*period, want, 0.02)

		level := w.level(&Paddle{Depth: 1, Gravity: gravity})
		r, sum := level.sampled(), 0.0
		for _, x := range r.x {
			sum += x * x / float64(len(r.x))
		}
		near(t, "the variance of the level", sum, 0.01/16, 1e-9)
	}
	table := &Spectrum{Table: [][2]float64{{0.2, 0}, {0.5, 2e-3}, {1, 0}}, Components: 300}
	near(t, "the height of a table", table.significant(), 4*math.Sqrt(0.8*2e-3/2), 1e-3)
}

// TestIrregular holds that phases follow from the seed, that the motion repeats, and begins at
// rest.
func TestIrregular(t *testing.T) {
	p := &Paddle{Depth: 1, Gravity: gravity}
	w := sea(3.3)
	l := w.Laws(p)[0]
	x, v, _ := l.At(30)
	if again, _, _ := sea(3.3).Laws(p)[0].At(30); again != x {
		t.Errorf("the paddle is at %g m, and with the same seed at %g m", x, again)
	}
	near(t, "the displacement with seed 7 at 30 s", x, 0.025928928, 1e-6)
	other := sea(3.3)
	other.Seed = 8
	if o, _, _ := other.Laws(p)[0].At(30); o == x {
		t.Error("another seed makes the same waves")
	}
	period, _, _ := w.variances()
	again, fast, _ := l.At(30 + period)
	if math.Abs(again-x) > 1e-12 || math.Abs(fast-v) > 1e-12 {
		t.Errorf("after a period of %g s the paddle is at %g m with %g m/s, not at %g with %g",
			period, again, fast, x, v)
	}
	if x, v, _ := l.At(0); x != 0 || v != 0 {
		t.Errorf("the paddle begins at %g m with %g m/s", x, v)
	}
}

// TestDerivatives holds that velocities and accelerations are those of the displacements, of all
// kinds of waves, also of a delayed start.
func TestDerivatives(t *testing.T) {
	p := &Paddle{Depth: 0.6, Gravity: gravity}
	group := sea(3.3)
	group.Focus = &Focus{0.05, 5, 20}
	bound := sea(1)
	bound.Bound, bound.Start = true, 1.5
	for name, w := range map[string]Waves{
		"regular": &Regular{Height: 0.1, Period: 2, Order: 2, Ramp: 2}, "irregular": sea(3.3),
		"bound": bound, "focused": group,
		"solitary": &Solitary{Height: 0.2, Theory: "rayleigh", Start: 0.5}, "record": levelRecord(),
	} {
		if f := w.Check(p); f != nil {
			t.Errorf("%s: %+v", name, f)
		}
		r := motion.Rigid{}
		for _, l := range w.Laws(p) {
			r.Add(motion.Link{Axis: [3]float64{1}, Law: l})
		}
		if err := r.Check(60); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		fastest, strongest := r.Greatest(60, make([]float64, len(r.Links)))
		for s := 0.0113; s < 30; s += 0.0931 {
			const h = 1e-5
			a, _, _ := r.At(s - h)
			_, v, acc := r.At(s)
			b, _, _ := r.At(s + h)
			_, before, _ := r.At(s - h)
			_, after, _ := r.At(s + h)
			if d := (b[0]-a[0])/(2*h) - v[0]; math.Abs(d) > 1e-4*fastest {
				t.Fatalf("%s: at %g s the speed is %g m/s, off by %g", name, s, v[0], d)
			}
			if d := (after[0]-before[0])/(2*h) - acc[0]; math.Abs(d) > 0.02*strongest {
				t.Fatalf("%s: at %g s the acceleration is %g m/s², off by %g", name, s, acc[0], d)
			}
		}
	}
}

// TestSolitary holds the stroke, and that the piston has the mean velocity of the wave where it is
// at any time.
func TestSolitary(t *testing.T) {
	for _, row := range []struct{ height, speed, rayleigh, boussinesq, stroke float64 }{
		{0.05, 1.0247, 0.188982, 0.193649, 0.52915}, {0.28, 1.13137, 0.405046, 0.458258, 1.38256},
		{0.5, 1.22474, 0.5, 0.612372, 2},
	} {
		p := &Paddle{Depth: 1, Gravity: 1}
		s := &Solitary{Height: row.height, Theory: "boussinesq"}
		fall, _ := s.scales(p)
		near(t, "κ of Boussinesq", fall, row.boussinesq, 1e-5)
		s.Theory = "rayleigh"
		fall, c := s.scales(p)
		near(t, "κ of Rayleigh", fall, row.rayleigh, 1e-5)
		near(t, "c", c, row.speed, 1e-5)
		l := s.Laws(p)[0]
		x, _, _ := l.At(1000)
		near(t, "the stroke", x, row.stroke, 1e-5)
		for k := 1; k < 100; k++ {
			at := s.duration(p) * float64(k) / 100
			x, v, _ := l.At(at)
			eta := s.Height / math.Pow(math.Cosh(fall*(c*(at-s.duration(p)/2)-(x-row.stroke/2))), 2)
			if want := c * eta / (1 + eta); math.Abs(v-want) > 2e-3*c*row.height {
				t.Errorf("at %g s the piston has %g m/s, not %g", at, v, want)
			}
		}
	}
}

// TestFocus holds that the crest is at its place in its time, by the motion of the paddle that was
// sampled.
func TestFocus(t *testing.T) {
	p := &Paddle{Depth: 0.6, Gravity: gravity}
	w := sea(3.3)
	w.Focus = &Focus{0.05, 5, 20}
	x := w.motion(p)
	level := 0.0
	for n, c := range x.c {
		if c != 0 {
			f := float64(n) / x.period
			k := p.Number(f)
			phase := 2*math.Pi*f*20 - k*5
			sin, cos := math.Sincos(phase)
			level += p.Ratio(k) * real(c*complex(0, 1)*complex(cos, sin))
		}
	}
	near(t, "the crest", level, 0.05, 1e-9)
	if x, v, _ := w.Laws(p)[0].At(40); x != 0 || v != 0 {
		t.Errorf("after the focus the paddle is at %g m with %g m/s", x, v)
	}
	w.Focus.Time = 2
	if f := w.Check(p); f == nil || f.Key != "focus-time" {
		t.Errorf("a focus that is too early is refused with %+v", f)
	}
}

func levelRecord() *Series {
	s := &Series{Quantity: "level", Ramp: 2}
	for k := range 801 {
		at := 0.05 * float64(k)
		s.Times = append(s.Times, at)
		s.Values = append(s.Values, 0.02+0.03*math.Cos(2*math.Pi*at/2))
	}
	return s
}

// TestRecordOfLevel holds that a record of regular waves makes the motion of these.
func TestRecordOfLevel(t *testing.T) {
	p := &Paddle{Depth: 0.6, Gravity: gravity}
	l := levelRecord().Laws(p)[0]
	want := (&Regular{Height: 0.06, Period: 2, Order: 1, Ramp: 2}).Laws(p)[0]
	for at := 15.; at < 25; at += 0.07 {
		x, _, _ := l.At(at)
		y, _, _ := want.At(at)
		if math.Abs(x-y) > 0.02*0.03/p.Ratio(p.Number(0.5)) {
			t.Errorf("at %g s the paddle is at %g m, not at %g", at, x, y)
		}
	}
}

// TestSubharmonic compares the bound long wave of two waves of nearly one frequency with that of a
// narrow spectrum (M. S. Longuet-Higgins and R. W. Stewart 1962): -g (2n - ½)/(gd - cg²), where n =
// cg/c.
func TestSubharmonic(t *testing.T) {
	p := &Paddle{Depth: 0.8, Gravity: gravity}
	for _, f := range []float64{0.2, 0.5, 0.8} {
		k := p.Number(f)
		n := (1 + 2*k*p.Depth/math.Sinh(2*k*p.Depth)) / 2
		group := n * 2 * math.Pi * f / k
		g := f * (1 + 1e-4)
		got := p.subharmonic(2*math.Pi*g, p.Number(g), 2*math.Pi*f, k)
		near(t, "the bound long wave", got, -gravity*(2*n-0.5)/(gravity*p.Depth-group*group), 1e-3)
	}
}

// TestBound holds that the water behind the paddle is that of the long wave which two waves carry.
// To second order D x₂ + x₁η₁ is ∫q dt at the difference of their frequencies, with q = η Δω/Δk of
// the long wave η = G a b cos(Δω t + Δφ). The product x₁η₁ is summed over times here.
func TestBound(t *testing.T) {
	for _, p := range []*Paddle{{Depth: 0.8, Gravity: gravity},
		{Depth: 0.8, Gravity: gravity, Flap: true, Hinge: 0.2}} {
		const n, m, period, times = 6, 4, 10., 400
		level := lines{period, make([]complex128, n+1)}
		level.c[n], level.c[m] = cmplx.Rect(0.02, 0.7), cmplx.Rect(0.03, -0.4)
		first := level.paddle(p)
		both := lines{period, slices.Clone(first.c)}
		addBound(p, &level, &both)
		at := func(l *lines, time float64) (x float64) {
			for k, c := range l.c {
				x += real(c * cmplx.Rect(1, 2*math.Pi*float64(k)*time/period))
			}
			return x
		}
		var flux complex128
		for k := range times {
			time := period * float64(k) / times
			second := at(&both, time) - at(&first, time)
			water := p.area()*second + at(&first, time)*at(&level, time)
			flux += complex(water*2/times, 0) * cmplx.Rect(1, -2*math.Pi*(n-m)*time/period)
		}
		w, v := 2*math.Pi*n/period, 2*math.Pi*m/period
		k, l := p.Number(n/period), p.Number(m/period)
		want := cmplx.Rect(p.subharmonic(w, k, v, l)*0.02*0.03/(k-l), 1.1-math.Pi/2)
		if cmplx.Abs(flux-want) > 1e-9*cmplx.Abs(want) {
			t.Errorf("the water behind the paddle (flap %t) is %v, not %v", p.Flap, flux, want)
		}
	}
}

// TestLongGroups compares the long wave of a long group with the set-down of radiation stress (M.
// S. Longuet-Higgins and R. W. Stewart 1962): η = -S/(ρ (gd - cg²)), S = ρ g a b (2 cg/c - ½).
func TestLongGroups(t *testing.T) {
	p := &Paddle{Depth: 0.8, Gravity: gravity}
	for _, f := range []float64{0.3, 0.5, 0.9} {
		w, v := 2*math.Pi*f*1.0005, 2*math.Pi*f*0.9995
		k, l := p.Number(f*1.0005), p.Number(f*0.9995)
		group, speed := (w-v)/(k-l), (w+v)/(k+l)
		want := -gravity * (2*group/speed - 0.5) / (gravity*p.Depth - group*group)
		near(t, "the long wave", p.subharmonic(w, k, v, l), want, 1e-3)
	}
}

// TestTransform compares it with sums.
func TestTransform(t *testing.T) {
	a := []complex128{1, 2i, -3, 0.5, 0, 1 + 1i, 7, -2}
	want := make([]complex128, len(a))
	for k := range want {
		for n, c := range a {
			sin, cos := math.Sincos(2 * math.Pi * float64(n*k) / float64(len(a)))
			want[k] += c * complex(cos, sin)
		}
	}
	transform(a)
	for k := range a {
		if d := a[k] - want[k]; math.Hypot(real(d), imag(d)) > 1e-14*10 {
			t.Errorf("value %d is %v, not %v", k, a[k], want[k])
		}
	}
	values := make([]float64, 64)
	for k := range values {
		values[k] = 1 + 3*math.Cos(2*math.Pi*5*float64(k)/64+0.3)
	}
	l := fitted(values, 1)
	near(t, "the mean", real(l.c[0]), 1, 1e-12)
	near(t, "the phase", math.Atan2(imag(l.c[5]), real(l.c[5])), 0.3, 1e-9)
}

// Wave numbers solve the dispersion relation, in deep and in shallow water.
func TestWaveNumber(t *testing.T) {
	for _, f := range []float64{0.01, 0.1, 0.5, 1, 5} {
		k := WaveNumber(f, 0.4, 9.81)
		near(t, "ω²", 9.81*k*math.Tanh(0.4*k)/(4*math.Pi*math.Pi*f*f), 1, 1e-12)
	}
}
