package wavemaker

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph/motion"
)

// Regular is waves of one period.
type Regular struct {
	Height, Period float64 // [m], [s]
	Phase          float64 // [turns]
	Order          int     // 1 or 2
	Start, Ramp    float64 // [s]
}

// number is the wave number of the first order.
func (r *Regular) number(p *Paddle) float64 { return p.Number(1 / r.Period) }

// madsenMost is the greatest H L²/d³ of waves of the second order (Madsen 1971): in longer and
// higher ones a trough has a crest of its own.
const madsenMost = 8 * math.Pi * math.Pi / 3

// Check implements Waves.
func (r *Regular) Check(p *Paddle) *Fault {
	k := r.number(p)
	if f := p.breaks(r.Height, k); f != nil {
		return f
	}
	length := 2 * math.Pi / k
	u := r.Height * length * length / (p.Depth * p.Depth * p.Depth)
	if r.Order >= 2 && !(u < madsenMost) {
		return fault("order", "Madsen's second order holds for H L²/d³ below 8π²/3 = 26.3, but "+
			"these waves have %s; "+
			"use order = 1, or a height below %s m", text.Number(u),
			text.Number(r.Height*madsenMost/u))
	}
	return nil
}

// Laws implements Waves: with H/S by Biesel,
//
//	x = S/2 sin ωt + e2 sin 2ωt,  e2 = H²/(32 D) (3 cosh kd/sinh³ kd - 2 S/H),
//
// where D is the depth d of a piston (O. S. Madsen, On the generation of long waves, J. Geophys.
// Res. 76, 1971): the second term makes the flux through the paddle that of Stokes' waves, so no
// free waves of twice the frequency come. Of a flap D is the integral of its shape over the depth,
// by the same condition, which is not in the paper.
func (r *Regular) Laws(p *Paddle) []motion.Law {
	d := motion.During{Start: r.Start, Finish: motion.Never, Ramp: r.Ramp}
	all := []motion.Law{motion.Sinusoid(r.stroke(p)/2, 1/r.Period, r.Phase, d)}
	if r.Order >= 2 {
		all = append(all, motion.Sinusoid(r.second(p), 2/r.Period, 2*r.Phase, d))
	}
	return all
}

func (r *Regular) stroke(p *Paddle) float64 { return r.Height / p.Ratio(r.number(p)) }

// second is the amplitude of the second harmonic of the paddle's motion.
func (r *Regular) second(p *Paddle) float64 {
	k := r.number(p)
	sinh, cosh := math.Sinh(k*p.Depth), math.Cosh(k*p.Depth)
	if math.IsInf(cosh, 1) {
		return -r.Height * r.Height / (16 * p.area() * p.Ratio(k))
	}
	return r.Height * r.Height / (32 * p.area()) * (3*cosh/(sinh*sinh*sinh) - 2/p.Ratio(k))
}

// bound is the amplitude of the second harmonic of the surface by Stokes' second order [m].
func (r *Regular) bound(p *Paddle) float64 {
	k := r.number(p)
	t := math.Tanh(k * p.Depth)
	return k * r.Height * r.Height / 16 * (3 - t*t) / (t * t * t)
}

// Scale implements Waves.
func (r *Regular) Scale(p *Paddle) Scale {
	return Scale{r.Height, 2 * math.Pi / r.number(p), r.Period / float64(max(r.Order, 1))}
}

// Note implements Waves.
func (r *Regular) Note(p *Paddle) string {
	k, order := r.number(p), "of first order"
	if r.Order >= 2 {
		order = "of second order (Madsen 1971)"
	}
	b := r.bound(p)
	return fmt.Sprintf("regular waves %s by a %s: period %s s, height %s m, %s, speed %s m/s, "+
		"stroke %s m at the still water's level, H/S %s; "+
		"by Stokes' second order the second harmonic is %s m, %s %% of the first", order, p.kind(),
		text.Number(r.Period), text.Number(r.Height),
		p.lengths(r.Height, k), text.Number(2*math.Pi/(k*r.Period)), text.Number(r.stroke(p)),
		text.Number(p.Ratio(k)), text.Number(b),
		text.Number(100*b/(r.Height/2)))
}
