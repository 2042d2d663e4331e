package problems

// Theories of waves of permanent form over a level bed.

import (
	"fmt"
	"math"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// solitaryWave is the solitary wave of third order over a level bed (R. Grimshaw, The solitary
// wave in water of variable depth. Part 2, Journal of Fluid Mechanics 46, 1971). With ε =
// height/depth, lengths in depths and velocities in √(g depth):
//
//	a = √(3ε/4) (1 - 5/8 ε + 71/128 ε²),  s = sech(a X),  t = tanh(a X),
//	η = ε s² - 3/4 ε² s² t² + ε³ (5/8 s² t² - 101/80 s⁴ t²),
//	c² = 1 + ε - 1/20 ε² - 3/70 ε³,
//
// where X is the distance before the crest. The velocities are in velocity.
type solitaryWave struct {
	height, depth, gravity float64 // [m], [m], [m/s²]
}

// scales are ε, and how the wave falls off with the distance from its crest [1/m].
func (w *solitaryWave) scales() (e, a float64) {
	e = w.height / w.depth
	return e, math.Sqrt(3*e/4) * (1 - 5./8*e + 71./128*e*e) / w.depth
}

// speed implements waveTheory.
func (w *solitaryWave) speed() float64 {
	e, _ := w.scales()
	return math.Sqrt(w.gravity * w.depth * (1 + e - e*e/20 - 3./70*e*e*e))
}

// surface implements waveTheory.
func (w *solitaryWave) surface(before float64) float64 {
	e, a := w.scales()
	s, t := 1/math.Cosh(a*before), math.Tanh(a*before)
	s2, t2 := s*s, t*t
	return w.depth * (e*s2 - 3./4*e*e*s2*t2 + e*e*e*(5./8*s2*t2-101./80*s2*s2*t2))
}

// velocity implements waveTheory.
func (w *solitaryWave) velocity(before, height float64) (along, up float64) {
	e, a := w.scales()
	z := height / w.depth
	s, t := 1/math.Cosh(a*before), math.Tanh(a*before)
	s2, z2 := s*s, z*z
	s4, s6, z4 := s2*s2, s2*s2*s2, z2*z2
	along = e*s2 -
		e*e*(-s2/4+s4+z2*(3./2*s2-9./4*s4)) -
		e*e*e*(19./40*s2+s4/5-6./5*s6+z2*(-3./2*s2-15./4*s4+15./2*s6)+z4*(-3./8*s2+45./16*s4-45./16*s6))
	up = math.Sqrt(3*e) * z * t * (e*s2 -
		e*e*(3./8*s2+2*s4+z2*(s2/2-3./2*s4)) -
		e*e*e*(49./640*s2-17./20*s4-18./5*s6+
			z2*(-13./16*s2-25./16*s4+15./2*s6)+z4*(-3./40*s2+9./8*s4-27./16*s6)))
	unit := math.Sqrt(w.gravity * w.depth)
	return unit * along, unit * up
}

// curvature implements waveTheory.
func (w *solitaryWave) curvature() float64 {
	_, a := w.scales()
	return 2 * a * a * w.height
}

// reaches implements waveTheory: the surface is less than 5e-5 of the height above still water.
func (w *solitaryWave) reaches() float64 {
	_, a := w.scales()
	return 1.5 * math.Acosh(math.Sqrt(1000)) / a
}

// mostWave is the greatest height over the depth: beyond, the third order is off by more than
// some percent. The highest solitary wave has 0.83.
const mostWave = 0.6

// note implements waveTheory.
func (w *solitaryWave) note() string {
	u, up := w.velocity(0, w.depth+w.height)
	return fmt.Sprintf("a solitary wave of third order "+
		"(Grimshaw 1971): %s m high over %s m, speed %s m/s, "+
		"%s m/s at most in the water, within 5 %% of its height %s m from its crest",
		text.Number(w.height), text.Number(w.depth), text.Number(w.speed()),
		text.Number(math.Hypot(u, up)), text.Number(w.reach(0.05)))
}

// reach is how far from the crest the surface has come down to a part of the height, to first
// order [m].
func (w *solitaryWave) reach(part float64) float64 {
	_, a := w.scales()
	return math.Acosh(1/math.Sqrt(part)) / a
}

// check implements waveTheory.
func (w *solitaryWave) check() error {
	if e := w.height / w.depth; e > mostWave {
		return fmt.Errorf("it is %s times as high as the water is deep, "+
			"but no more than %s times can be computed; a smaller height avoids that",
			text.Number(e), text.Number(mostWave))
	}
	return nil
}

// stokesWave is Stokes' periodic wave, to the third order in its height at most (J. D. Fenton, A
// fifth-order Stokes theory for steady waves, Journal of Waterway, Port, Coastal and Ocean
// Engineering 111, 1985, with the terms up to ε³). With ε = k height/2, θ = k times the distance
// before the crest, S = sech 2kd and z the height over the bed:
//
//	k η = ε cos θ + ε² B22 cos 2θ + ε³ B31 (cos θ - cos 3θ)
//	u   = C0 √(g/k) Σ j a_j cosh(j k z) cos(jθ),  w = C0 √(g/k) Σ j a_j sinh(j k z) sin(jθ)
//	a1  = ε A11 + ε³ A31,  a2 = ε² A22,  a3 = ε³ A33
//	c   = √(g/k) (C0 + ε² C2)
//
// The mean velocity at a point that is always under water is 0. The first order is Airy's wave.
type stokesWave struct {
	order                  int
	height, depth, gravity float64 // of the crest above the trough [m], [m], [m/s²]
	k                      float64 // wave number [1/m]
}

// stokesOrders are the orders of theories.
var stokesOrders = map[string]int{"airy": 1, "stokes2": 2, "stokes3": 3}

// newPeriodicWave is the wave that a file describes.
func newPeriodicWave(t *casefile.WaveTrain, gravity float64) *stokesWave {
	w := &stokesWave{stokesOrders[t.Theory], t.Height, t.Depth, gravity, 2 * math.Pi / t.Length}
	if t.Length == 0 {
		w.k = w.numberOf(t.Period)
	}
	return w
}

// numberOf is the wave number at which the wave has a period [s]: by bisection, since the period
// grows with the length.
func (w *stokesWave) numberOf(period float64) float64 {
	deep := 4 * math.Pi * math.Pi / (w.gravity * period * period) // of the first order in deep water
	low, high := math.Log(deep*1e-6), math.Log(deep*10)
	for range 100 {
		at := *w
		middle := (low + high) / 2
		if at.k = math.Exp(middle); at.period() > period {
			low = middle
		} else {
			high = middle
		}
	}
	return math.Exp((low + high) / 2)
}

// epsilon is half of the wave's steepness.
func (w *stokesWave) epsilon() float64 { return w.k * w.height / 2 }

func (w *stokesWave) sech() float64 { return 1 / math.Cosh(min(2*w.k*w.depth, 700)) }

// speed implements waveTheory.
func (w *stokesWave) speed() float64 {
	s, e := w.sech(), w.epsilon()
	c := math.Sqrt(math.Tanh(w.k * w.depth)) // C0
	if w.order >= 3 {
		c *= 1 + e*e*(2+7*s*s)/(4*(1-s)*(1-s))
	}
	return math.Sqrt(w.gravity/w.k) * c
}

// period of the wave [s].
func (w *stokesWave) period() float64 { return 2 * math.Pi / (w.k * w.speed()) }

// heights are the coefficients of cos jθ in k η, with j from 1 on.
func (w *stokesWave) heights() (b [3]float64) {
	s, e := w.sech(), w.epsilon()
	b[0] = e
	if w.order >= 2 {
		b[1] = e * e * (1 + 2*s) / (2 * (1 - s) * math.Tanh(w.k*w.depth))
	}
	if w.order >= 3 {
		b31 := -3 * (1 + 3*s + 3*s*s + 2*s*s*s) / (8 * cube(1-s))
		b[0] += e * e * e * b31
		b[2] = -e * e * e * b31
	}
	return b
}

func cube(x float64) float64 { return x * x * x }

// surface implements waveTheory.
func (w *stokesWave) surface(before float64) (eta float64) {
	for j, b := range w.heights() {
		eta += b * math.Cos(float64(j+1)*w.k*before) / w.k
	}
	return eta
}

// potentials are the coefficients a_j times sinh(k d)^j, which no depth makes too great or small.
func (w *stokesWave) potentials() (a [3]float64) {
	s, e := w.sech(), w.epsilon()
	sinh2 := (1/s - 1) / 2 // sinh² kd
	a[0] = e
	if w.order >= 2 {
		a[1] = e * e * 3 * s * s / (2 * (1 - s) * (1 - s)) * sinh2
	}
	if w.order >= 3 {
		a[0] += e * e * e * (-4 - 20*s + 10*s*s - 13*s*s*s) / (8 * cube(1-s))
		a[2] = e * e * e * (-2*s*s + 11*s*s*s) / (8 * cube(1-s)) * sinh2
	}
	return a
}

// velocity implements waveTheory.
func (w *stokesWave) velocity(before, z float64) (u, up float64) {
	unit := math.Sqrt(math.Tanh(w.k*w.depth) * w.gravity / w.k)
	kd, kz := w.k*w.depth, w.k*z
	for k, a := range w.potentials() {
		j := float64(k + 1)
		// cosh jkz and sinh jkz over sinh^j kd, whose exponentials may be too great by themselves
		scale := math.Exp(j*(kz-kd)) / 2 * math.Pow(2/(1-math.Exp(-2*kd)), j)
		down := math.Exp(-2 * j * kz)
		sin, cos := math.Sincos(j * w.k * before)
		u += unit * j * a * scale * (1 + down) * cos
		up += unit * j * a * scale * (1 - down) * sin
	}
	return u, up
}

// curvature implements waveTheory.
func (w *stokesWave) curvature() (sum float64) {
	for j, b := range w.heights() {
		sum += w.k * math.Abs(b) * float64((j+1)*(j+1))
	}
	return sum
}

// reaches implements waveTheory.
func (*stokesWave) reaches() float64 { return math.Inf(1) }

// mostSecond is the greatest second harmonic of the surface, over the first. Where it is more,
// Stokes' series does not converge well, and a trough may have a crest of its own: waves in
// shallow water are no sums of some cosines.
const mostSecond = 0.25

// mostSteep is the greatest height over the length. The highest wave in deep water has 0.141
// (Michell 1893), and the third order is off by some percent beyond 0.1.
const mostSteep = 0.1

// check implements waveTheory.
func (w *stokesWave) check() error {
	if steep := w.height * w.k / (2 * math.Pi); steep > mostSteep {
		return fmt.Errorf("its height is %s times its length, but no more than %s times can be "+
			"computed; a smaller height avoids that", text.Number(steep), text.Number(mostSteep))
	}
	second := *w
	second.order = 2
	if b := second.heights(); b[1] > mostSecond*b[0] {
		return fmt.Errorf("it is too high for a wave of %s m in water of %s m: by the second order "+
			"a quarter of its surface and more were of half its length; %s m is low enough",
			text.Number(2*math.Pi/w.k), text.Number(w.depth),
			text.Number(w.height*mostSecond*b[0]/b[1]))
	}
	return nil
}

// note implements waveTheory.
func (w *stokesWave) note() string {
	name := []string{1: "Airy's theory", 2: "Stokes' second order", 3: "Stokes' third order (Fenton 1985)"}[w.order]
	u, up := w.velocity(0, w.depth+w.surface(0))
	return fmt.Sprintf("a wave of %s: height %s m, length %s m, period %s s over %s m, "+
		"speed %s m/s, k H/2 %s, %s m/s at most in the water", name, text.Number(w.height),
		text.Number(2*math.Pi/w.k), text.Number(w.period()), text.Number(w.depth),
		text.Number(w.speed()), text.Number(w.epsilon()), text.Number(math.Hypot(u, up)))
}
