package wavemaker

import (
	"fmt"
	"math"
	"math/cmplx"

	"gpusph/internal/text"
	"gpusph/sph/motion"
)

// Regular is waves of one period.
type Regular struct {
	Height, Period float64  // [m], [s]
	Phase          float64  // [turns]
	Order          int      // 1 or 2
	Madsen         bool     // the second order is that of long waves
	Start, Ramp    float64  // [s]
	Oblique        *Oblique // of a segment; nil is straight ahead
}

// number is the wave number of the first order.
func (r *Regular) number(p *Paddle) float64 { return p.Number(1 / r.Period) }

const (
	// madsenMost is the greatest H L²/d³ of waves of Madsen's second order: in longer and higher
	// ones a trough has a crest of its own.
	madsenMost = 8 * math.Pi * math.Pi / 3
	// boundMost is the same for any depth, the amplitude of Stokes' second harmonic over the first.
	boundMost = 0.25
)

// Check implements Waves.
func (r *Regular) Check(p *Paddle) *Fault {
	k := r.number(p)
	if f := p.breaks(r.Height, k); f != nil {
		return f
	}
	length := 2 * math.Pi / k
	long := r.Height * length * length / (p.Depth * p.Depth * p.Depth)
	switch part := r.bound(p) / (r.Height / 2); {
	case r.Oblique != nil && !(r.Ramp > 0):
		return noRamp(r.Period)
	case r.Order < 2:
		return nil
	case r.Madsen && !(long < madsenMost):
		return fault("order", "Madsen's second order holds for H L²/d³ below 8π²/3 = 26.3, but "+
			"these waves have %s; use order = 1, or a height below %s m", text.Number(long),
			text.Number(r.Height*madsenMost/long))
	case !r.Madsen && !(part < boundMost):
		return fault("order", "the second order holds for second harmonics below a quarter of the "+
			"first, but these waves have %s of it, so a trough has a crest of its own; use order = 1, "+
			"or a height below %s m", text.Number(part), text.Number(r.Height*boundMost/part))
	case k*p.Depth > deepestSecond:
		return fault("order", "the water is too deep for the second order: kd is %s, and %d the "+
			"most; use order = 1", text.Number(k*p.Depth), deepestSecond)
	}
	return nil
}

// Laws implements Waves: with H/S by Biesel,
//
//	x = S/2 sin ωt + e2 sin(2ωt + φ2).
//
// The second term lets no free waves of twice the frequency come: see second. Madsen (On the
// generation of long waves, J. Geophys. Res. 76, 1971) has
//
//	e2 = H²/(32 D) (3 cosh kd/sinh³ kd - 2 S/H),  φ2 = 0,
//
// where D is the depth d of a piston: the flux through the paddle is that of Stokes' waves. Of a
// flap D is the integral of its shape over the depth, by the same condition, which is not in the
// paper. At kd = 0.5 free waves of 4 % of the bound ones are left, at 1.1 of 44 %.
func (r *Regular) Laws(p *Paddle) []motion.Law {
	d := motion.During{Start: r.Start, Finish: motion.Never, Ramp: r.Ramp}
	if o := r.Oblique; o != nil { // of first order, about the middle of the stroke from the start
		x := lines{r.Period, []complex128{0, o.part(r.number(p), o.Angle) *
			cmplx.Rect(r.stroke(p)/2, 2*math.Pi*(r.Phase-0.25))}}
		of := x.sampled()
		return []motion.Law{of.law(r.Start, r.Ramp, motion.Never)}
	}
	all := []motion.Law{motion.Sinusoid(r.stroke(p)/2, 1/r.Period, r.Phase, d)}
	if r.Order >= 2 {
		size, phase := r.harmonic(p)
		all = append(all, motion.Sinusoid(size, 2/r.Period, phase+2*r.Phase, d))
	}
	return all
}

// harmonic is e2 and φ2 [turns].
func (r *Regular) harmonic(p *Paddle) (size, phase float64) {
	if r.Madsen {
		return r.madsen(p), 0
	}
	x := newSecond(p, r.Height/2, 1/r.Period).displacement()
	return cmplx.Abs(x), cmplx.Phase(x)/(2*math.Pi) + 0.25
}

func (r *Regular) stroke(p *Paddle) float64 { return r.Height / p.Ratio(r.number(p)) }

// madsen is the amplitude of the second harmonic of the paddle's motion by Madsen.
func (r *Regular) madsen(p *Paddle) float64 {
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
		order = "of second order (Schäffer 1996)"
	}
	if r.Order >= 2 && r.Madsen {
		order = "of second order for long waves (Madsen 1971)"
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
