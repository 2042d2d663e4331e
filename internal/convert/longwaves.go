package convert

// Regular waves beyond the second order of Madsen (On the generation of long waves, J. Geophys.
// Res. 76, 1971): wave makers refuse them, and DualSPHysics makes them.

import (
	"math"

	"gpusph/internal/casefile"
)

// madsenMost is the greatest H L²/d³ for which Madsen's second order holds.
const madsenMost = 8 * math.Pi * math.Pi / 3

// longWaves are the moves of a piston by Madsen's second order, where that does not hold; nil is
// where it does. With kd from ω² = g k tanh kd and H/S by Biesel,
//
//	x = S/2 sin(ωt + φ) + e2 sin(2ωt + 2φ),  e2 = H²/(32 d) (3 cosh kd/sinh³ kd - 2 S/H).
func (r *reader) longWaves(w *casefile.WaveMaker) []casefile.Move {
	if w.Kind != "regular" || w.Order != 2 || w.Theory != "madsen" || w.Hinge != nil || w.Absorb ||
		!(w.Period > 0) {
		return nil
	}
	omega, d := 2*math.Pi/w.Period, w.Depth
	k := waveNumber(omega*omega*d/math.Sqrt(dot(r.gravity, r.gravity))) / d
	length := 2 * math.Pi / k
	if !(w.Height*length*length/(d*d*d) >= madsenMost) {
		return nil
	}
	sinh, cosh := math.Sinh(k*d), math.Cosh(k*d)
	ratio := 2 * sinh * sinh / (sinh*cosh + k*d) // H/S
	along := [3]float64{1}
	if w.Direction != nil {
		along = [3]float64{w.Direction[0], w.Direction[1]}
	}
	move := func(amplitude, period, phase float64) casefile.Move {
		m := casefile.Move{Along: &along, Start: w.Start, Phase: tidy(phase)}
		amplitude, period = tidy(amplitude), tidy(period)
		m.Amplitude, m.Period = &amplitude, &period
		if w.Ramp != nil {
			m.Ramp = *w.Ramp
		}
		return m
	}
	second := w.Height * w.Height / (32 * d) * (3*cosh/(sinh*sinh*sinh) - 2/ratio)
	return []casefile.Move{move(w.Height/ratio/2, w.Period, w.Phase),
		move(second, w.Period/2, 2*w.Phase)}
}

// waveNumber is kd of waves with ω² d/g = kd tanh kd, by Newton's method.
func waveNumber(deep float64) float64 {
	x := max(deep, math.Sqrt(deep))
	for range 50 {
		t := math.Tanh(x)
		x -= (x*t - deep) / (t + x*(1-t*t))
	}
	return x
}
