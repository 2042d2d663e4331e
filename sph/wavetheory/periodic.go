// Package wavetheory has waves of permanent form over a level bed: series of cosines that theories
// and numerical solutions have alike.
package wavetheory

import (
	"fmt"
	"math"

	"gpusph/internal/text"
)

// Periodic is a wave that runs at its speed without changing. With θ = k times the distance before
// the crest and z the height over the bed,
//
//	η = Σ Eta_j cos jθ,
//	u = Σ U_j cosh jkz/cosh jkd cos jθ + Current,  w = Σ U_j sinh jkz/cosh jkd sin jθ,
//
// j from 1 on. η is above the mean depth d, and Current the mean velocity at a point that is always
// under water.
type Periodic struct {
	Name           string
	Height         float64 // of the crest above the trough [m]
	Depth, Gravity float64 // [m], [m/s²]
	Number         float64 // k [1/m]
	Speed          float64 // of the wave where Current is 0 [m/s]
	Current        float64 // [m/s]
	Eta, U         []float64
}

// Theories are the names of theories, and how each makes a wave of a height and a number k.
var Theories = []struct {
	Name, About string
	wave        func(height, depth, gravity, k float64) (*Periodic, error)
}{
	{"airy", "Airy's theory", ofOrder(1)},
	{"stokes2", "Stokes' second order", ofOrder(2)},
	{"stokes5", "Stokes' fifth order (Fenton 1985)", ofOrder(5)},
	{"fourier", "a numerical solution by Fourier series (Rienecker and Fenton 1981)", fourier},
}

// ClosedFlume is a current with which a wave carries no mass on the whole.
var ClosedFlume = math.NaN()

// New is the wave of a theory with a height [m] and a period [s] in the frame of the bed, over a
// depth [m], with a mean current [m/s] or that of a ClosedFlume. The error is a sentence's end.
func New(theory string, height, period, depth, gravity, current float64) (*Periodic, error) {
	for _, t := range Theories {
		if t.Name != theory {
			continue
		}
		w, err := ofPeriod(period, current, depth, gravity, func(k float64) (*Periodic, error) {
			return t.wave(height, depth, gravity, k)
		})
		if err != nil {
			return nil, err
		}
		w.Name = t.About
		return w, nil
	}
	return nil, fmt.Errorf("has no theory %s", theory)
}

// ofPeriod finds the number k with which a wave has a period, by bisection: periods fall with k.
func ofPeriod(period, current, depth, gravity float64,
	of func(k float64) (*Periodic, error)) (*Periodic, error) {
	first := linearNumber(period, depth, gravity)
	low, high := math.Log(first/2.5), math.Log(first*2.5)
	for range 24 {
		middle := (low + high) / 2
		w, err := of(math.Exp(middle))
		if err == nil {
			w.carry(current)
		}
		// waves too steep for their length are too short, and others too long for their theory
		switch {
		case err != nil && middle > math.Log(first):
			high = middle
		case err != nil || w.Period() > period:
			low = middle
		default:
			high = middle
		}
	}
	w, err := of(math.Exp((low + high) / 2))
	if err != nil {
		return nil, err
	}
	w.carry(current)
	if off := w.Period()/period - 1; !(math.Abs(off) < 1e-6) {
		return nil, fmt.Errorf("has no such wave with a period of %s s; use a smaller height",
			text.Number(period))
	}
	return w, nil
}

// linearNumber is that of Airy's wave [1/m]: ω² = g k tanh kd.
func linearNumber(period, depth, gravity float64) float64 {
	deep := 4 * math.Pi * math.Pi / (gravity * period * period)
	low, high := deep, deep/math.Tanh(math.Sqrt(deep*depth))*1.1
	for range 50 {
		k := (low + high) / 2
		if k*math.Tanh(k*depth) < deep {
			low = k
		} else {
			high = k
		}
	}
	return (low + high) / 2
}

// carry gives a wave a current.
func (w *Periodic) carry(current float64) {
	w.Current = 0
	if math.IsNaN(current) {
		current = -w.Flux() / w.Depth
	}
	w.Current = current
}

// Period is that in the frame of the bed [s].
func (w *Periodic) Period() float64 {
	return 2 * math.Pi / (w.Number * (w.Speed + w.Current))
}

// Length is the distance between crests [m].
func (w *Periodic) Length() float64 { return 2 * math.Pi / w.Number }

// Surface is η so far before a crest [m].
func (w *Periodic) Surface(before float64) (eta float64) {
	for k, a := range w.Eta {
		eta += a * math.Cos(float64(k+1)*w.Number*before)
	}
	return eta
}

// Velocity is that so far before a crest, at the height z over the bed [m/s].
func (w *Periodic) Velocity(before, z float64) (u, up float64) {
	u = w.Current
	for k, a := range w.U {
		j := float64(k+1) * w.Number
		sin, cos := math.Sincos(j * before)
		cosh, sinh := hyperbolic(j*z, j*w.Depth)
		u += a * cosh * cos
		up += a * sinh * sin
	}
	return u, up
}

// hyperbolic are cosh x and sinh x over cosh d, whose exponentials may be too great.
func hyperbolic(x, d float64) (cosh, sinh float64) {
	scale := math.Exp(x-d) / (1 + math.Exp(-2*d))
	down := math.Exp(-2 * x)
	return scale * (1 + down), scale * (1 - down)
}

// Flux is the mean of ∫ u dz over the water at a place: the volume that the wave carries [m²/s].
func (w *Periodic) Flux() float64 {
	const n = 128
	sum := 0.0
	for i := range n {
		before := w.Length() * float64(i) / n
		s := w.Depth + w.Surface(before)
		sum += w.Current * s
		for k, a := range w.U {
			j := float64(k+1) * w.Number
			_, sinh := hyperbolic(j*s, j*w.Depth)
			sum += a * sinh / j * math.Cos(j*before)
		}
	}
	return sum / n
}

// Note describes the wave for a log.
func (w *Periodic) Note() string {
	return fmt.Sprintf("%s: height %s m, period %s s, length %s m over %s m, k H/2 %s, crest %s m, "+
		"mean current %s m/s", w.Name, text.Number(w.Height), text.Number(w.Period()),
		text.Number(w.Length()), text.Number(w.Depth), text.Number(w.Number*w.Height/2),
		text.Number(w.Surface(0)), text.Number(w.Current))
}
