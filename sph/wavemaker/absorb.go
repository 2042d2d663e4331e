package wavemaker

import (
	"math"
	"math/cmplx"

	"gpusph/sph/motion"
)

// Absorber is how a piston absorbs waves that come back to it: see cuda/absorb.h. The level is
// measured at a distance before its face, which moves with it.
type Absorber struct {
	Frequency float64 // that it is made for [1/s]
	Gain      float64 // of the paddle's velocity over the error of the level [1/s]
	Lag, Leak float64 // time constant [s], and rate [1/s]
	// laws whose sum is the level there in waves that only run away [m]
	Wanted []motion.Law
}

// wanting are waves of which the level near the paddle is known.
type wanting interface {
	// wanted is the level at a distance before the piston, and the frequency that most of it has.
	wanted(p *Paddle, distance float64) (laws []motion.Law, frequency float64)
}

// leaking is the leak over the angular frequency of the waves. What it changes of the phase is made
// good for there; at a quarter of that frequency 12 % are reflected for this reason.
const leaking = 1. / 16

// Absorb is the absorber of waves; nil where no level is wanted. With the amplitudes b of a wave
// that comes to the paddle, and X of its correction, the error of the level at a distance s is
//
//	e = b (exp(iks) + exp(-iks)) + X (ic exp(-iks) + C),
//
// where c is Biesel's H/S and C what the modes that stay near the paddle have there. Nothing runs
// away again with X = ib/c, so the velocity over the error has to be
//
//	F = -(ω/c)/(exp(iks) + iC/c).
//
// That is the velocity of shallow water, √(g/d) e, in the limit of small kd (H. A. Schäffer and G.
// Klopman 2000; E. Didier and M. G. Neves, A semi-infinite numerical wave flume using smoothed
// particle hydrodynamics, Int. J. Offshore Polar Eng. 22, 2012). The way to the paddle and the
// modes near it make F late, as a low pass is: Gain and Lag are those with which -G/((1 + iωτ)(1 -
// iλ/ω)) is F at the frequency of the waves.
func Absorb(p *Paddle, w Waves, distance float64) *Absorber {
	of, ok := w.(wanting)
	if !ok || p.Flap {
		return nil
	}
	var a Absorber
	if a.Wanted, a.Frequency = of.wanted(p, distance); a.Wanted == nil {
		return nil
	}
	w0 := 2 * math.Pi * a.Frequency
	a.Leak = leaking * w0
	z := -1 / (p.absorbing(a.Frequency, distance) * complex(1, -a.Leak/w0))
	a.Gain, a.Lag = 1/real(z), imag(z)/real(z)/w0
	return &a
}

// absorbing is F.
func (p *Paddle) absorbing(f, distance float64) complex128 {
	w, k := 2*math.Pi*f, p.Number(f)
	c := complex(p.Ratio(k), 0)
	level, _ := p.before(f, distance)
	near := level - 1i*c*cmplx.Exp(complex(0, -k*distance))
	return complex(-w, 0) / c / (cmplx.Exp(complex(0, k*distance)) + 1i*near/c)
}

// Reflection is the part of the amplitude of waves of a frequency that the paddle reflects, by
// linear theory.
func (a *Absorber) Reflection(p *Paddle, f, distance float64) float64 {
	w, k := 2*math.Pi*f, p.Number(f)
	level, _ := p.before(f, distance)
	g := complex(-a.Gain, 0) / (complex(1, w*a.Lag) * complex(1, -a.Leak/w))
	// iωX = g e
	x := g * complex(2*math.Cos(k*distance), 0) / (complex(0, w) - g*level)
	return cmplx.Abs(1 + 1i*complex(p.Ratio(k), 0)*x)
}

// nearModes is how many modes near the paddle a level has. At a tenth of the depth the next has
// 0.002 of the size that it has at the paddle.
const nearModes = 20

// before is the level and its slope at a distance before a piston, over its displacement of a
// frequency, by linear theory.
func (p *Paddle) before(f, distance float64) (level, slope complex128) {
	if f == 0 {
		return 0, 0
	}
	w, d := 2*math.Pi*f, complex(p.Depth, 0)
	k := complex(p.Number(f), 0)
	level = complex(0, p.Ratio(real(k))) * cmplx.Exp(-1i*k*complex(distance, 0))
	slope = -1i * k * level
	for j := 1; j < nearModes; j++ {
		k := complex(0, -p.evanescent(w, j))
		a := complex(0, w*w/p.Gravity) / k * cmplx.Cosh(k*d) * p.along(k) / p.both(p.along, k, k)
		a *= cmplx.Exp(-1i * k * complex(distance, 0))
		level += a
		slope -= 1i * k * a
	}
	return level, slope
}

// wanted is to second order.
func (r *Regular) wanted(p *Paddle, distance float64) ([]motion.Law, float64) {
	s, x2 := newSecond(p, r.Height/2, 1/r.Period), complex(0, 0)
	if r.Order >= 2 {
		size, phase := r.harmonic(p)
		x2 = cmplx.Rect(size, 2*math.Pi*phase-math.Pi/2)
	}
	first, double, mean := s.level(x2, distance)
	turn := cmplx.Rect(1, 2*math.Pi*r.Phase)
	return []motion.Law{
		r.growing(first*turn, 1/r.Period, 0), r.growing(double*turn*turn, 2/r.Period, 0),
		r.growing(0, 0, mean),
	}, 1 / r.Period
}

// growing is a level Re A exp(iωt) + mean of the time since the start, within the ramp.
func (r *Regular) growing(a complex128, f, mean float64) (l motion.Law) {
	if r.Start > 0 {
		l.Pieces = append(l.Pieces, motion.Piece{})
	}
	size, phase := cmplx.Abs(a), cmplx.Phase(a)/(2*math.Pi)+0.25
	grown := motion.Piece{Time: r.Start, Frequency: f, Phase: phase}
	if t := r.Ramp; t > 0 {
		for k, part := range []float64{2: 3 / (t * t), 3: -2 / (t * t * t)} {
			grown.Value[k], grown.Amplitude[k] = mean*part, size*part
		}
		l.Pieces = append(l.Pieces, grown)
		grown.Time, grown.Phase = r.Start+t, phase+f*t
	}
	grown.Value, grown.Amplitude = [4]float64{mean}, [4]float64{size}
	l.Pieces = append(l.Pieces, grown)
	return l
}

// wantedRecord is the level before a piston whose motion is x, by linear theory at the place where
// that has come. Of long waves that groups carry it has what runs with them.
func wantedRecord(p *Paddle, level *lines, bound bool, distance float64) record {
	x := level.paddle(p)
	y := lines{x.period, make([]complex128, len(x.c))}
	slope := lines{x.period, make([]complex128, len(x.c))}
	for n, c := range x.c {
		if c != 0 {
			at, by := p.before(float64(n)/x.period, distance)
			y.c[n], slope.c[n] = c*at, c*by
		}
	}
	if bound {
		addBoundLevel(p, level, &y)
	}
	r, shift, steep := y.sampled(), x.sampled(), slope.sampled()
	for k := range r.x {
		r.x[k] += shift.x[k] * steep.x[k]
		r.v[k] += shift.v[k]*steep.x[k] + shift.x[k]*steep.v[k]
	}
	return r
}

// addBoundLevel adds the long waves that pairs of the level's parts carry.
func addBoundLevel(p *Paddle, level, y *lines) {
	numbers := make([]float64, len(level.c))
	for n, c := range level.c {
		if c != 0 && n > 0 {
			numbers[n] = p.Number(float64(n) / level.period)
		}
	}
	w := 2 * math.Pi / level.period
	for n, a := range level.c {
		for m, b := range level.c[:n] {
			if a != 0 && b != 0 {
				g := p.subharmonic(w*float64(n), numbers[n], w*float64(m), numbers[m])
				y.c[n-m] += a * cmplx.Conj(b) * complex(g, 0)
			}
		}
	}
}

func (w *Irregular) wanted(p *Paddle, distance float64) ([]motion.Law, float64) {
	level, finish := w.level(p), motion.Never
	if w.Focus != nil {
		finish = w.Focus.Time + w.Ramp
	}
	r := wantedRecord(p, &level, w.Bound, distance)
	return []motion.Law{r.law(w.Start, w.Ramp, finish)}, w.peak()
}

// wanted is nil of a record of another quantity than the level.
func (s *Series) wanted(p *Paddle, distance float64) ([]motion.Law, float64) {
	if s.Quantity != "level" {
		return nil, 0
	}
	level := s.level()
	r := wantedRecord(p, &level, false, distance)
	return []motion.Law{r.law(s.Times[0]+s.Start, s.Ramp, s.duration())}, 1 / s.meanPeriod()
}

// wanted is the wave where it is at a distance before the piston: see Laws.
func (s *Solitary) wanted(p *Paddle, distance float64) ([]motion.Law, float64) {
	fall, c := s.scales(p)
	half, behind := s.stroke(p)/2, fall*distance
	times, values, speeds := []float64{s.Start}, []float64{0}, []float64{0}
	for k := range solitaryPieces {
		theta := -solitaryEnds + (2*solitaryEnds+behind)*float64(k+1)/solitaryPieces
		tanh, at := math.Tanh(theta), math.Tanh(theta-behind)
		sech2 := 1 - at*at
		times = append(times, (theta/fall+half*tanh)/c+s.duration(p)/2+s.Start)
		values = append(values, s.Height*sech2)
		speeds = append(speeds, -2*s.Height*sech2*at*c/(1/fall+half*(1-tanh*tanh)))
	}
	values[solitaryPieces], speeds[solitaryPieces] = 0, 0
	return []motion.Law{motion.Spline(times, values, speeds, motion.Never)}, 1 / s.duration(p)
}

// Whole is a time until which laws have been all that they ever are: to the end of the last one's
// first period, or of its motion [s]. What follows from it does not depend on the end of a flow, so
// that a run may continue beyond its own.
func Whole(laws []motion.Law) (until float64) {
	for _, l := range laws {
		if l.Period > 0 {
			until = max(until, l.From+l.Period)
		} else if n := len(l.Pieces); n > 0 {
			last := &l.Pieces[n-1]
			until = max(until, last.Time)
			if last.Amplitude != [4]float64{} && last.Frequency > 0 {
				until = max(until, last.Time+1/last.Frequency)
			}
		}
	}
	return until
}

// Range is how far laws are apart at most until a time [m], and the greatest size of their sum [m],
// by samples.
func Range(laws []motion.Law, shortest, until float64) (span, size float64) {
	const each, most = 32, 100_000
	n := int(min(most, each*until/shortest)) + 1
	low, high := 0.0, 0.0
	for k := range n + 1 {
		sum := 0.0
		for i := range laws {
			x, _, _ := laws[i].At(until * float64(k) / float64(n))
			sum += x
		}
		low, high = min(low, sum), max(high, sum)
	}
	return high - low, max(high, -low)
}
