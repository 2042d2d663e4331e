package motion

import (
	"math"
	"slices"
	"sort"
)

// Piece is a part of a law, in the time s since its beginning:
//
//	value(s) = P(s) + A(s) sin(2π (f s + φ)),   P and A cubic polynomials.
type Piece struct {
	Time      float64    // at which it begins [s]
	Value     [4]float64 // coefficients of P, from the constant on [m], [m/s] …, or turns in place of metres
	Amplitude [4]float64 // those of A
	Frequency float64    // f [1/s]
	Phase     float64    // φ [turns]
}

// Law is how far a link shifts or turns a body at a time: displacements [m] or turns. From one piece's beginning to the next one's it
// is that piece; before the first it rests where that begins.
type Law struct {
	Pieces []Piece
	// From this time on the law repeats what it is in this period [s]; 0 does not repeat.
	From, Period float64
}

// moves reports whether the law is anything but 0.
func (l *Law) moves() bool {
	return slices.ContainsFunc(l.Pieces, func(p Piece) bool { return p.Value != [4]float64{} || p.Amplitude != [4]float64{} })
}

// Times is the law with all values multiplied by a factor.
func (l Law) Times(factor float64) Law {
	l.Pieces = slices.Clone(l.Pieces)
	for k := range l.Pieces {
		p := &l.Pieces[k]
		for i := range p.Value {
			p.Value[i], p.Amplitude[i] = factor*p.Value[i], factor*p.Amplitude[i]
		}
	}
	return l
}

// folded is the time within the first period.
func (l *Law) folded(time float64) float64 {
	if l.Period > 0 && time > l.From {
		time -= math.Floor((time-l.From)/l.Period) * l.Period
	}
	return time
}

// At is the value [m or turns] at a time [s], and its first and second derivative.
func (l *Law) At(time float64) (x, v, a float64) {
	if len(l.Pieces) == 0 {
		return 0, 0, 0
	}
	time = l.folded(time)
	k := sort.Search(len(l.Pieces), func(k int) bool { return l.Pieces[k].Time > time }) - 1
	if k < 0 {
		x, _, _ = l.Pieces[0].at(0)
		return x, 0, 0
	}
	return l.Pieces[k].at(time - l.Pieces[k].Time)
}

// cubic is a polynomial and its first and second derivative. Of a constant or a line they are
// finite at any time, also at that of a flow without an end.
func cubic(c *[4]float64, s float64) (x, v, a float64) {
	return c[0] + s*(c[1]+s*(c[2]+s*c[3])), c[1] + s*(2*c[2]+s*(3*c[3])), 2*c[2] + s*(6*c[3])
}

func (p *Piece) at(s float64) (x, v, a float64) {
	x, v, a = cubic(&p.Value, s)
	if p.Amplitude == [4]float64{} {
		return x, v, a
	}
	n, m, o := cubic(&p.Amplitude, s)
	sin, cos := math.Sincos(2 * math.Pi * (p.Frequency*s + p.Phase))
	w := 2 * math.Pi * p.Frequency
	return x + n*sin, v + m*sin + n*w*cos, a + o*sin + 2*m*w*cos - n*w*w*sin
}

// extremes are the least and the greatest value of a polynomial from 0 to a length, and the greatest sizes of its derivatives.
func extremes(c *[4]float64, length float64) (low, high, fastest, strongest float64) {
	low, high = math.Inf(1), math.Inf(-1)
	place := func(s float64) {
		x, _, _ := cubic(c, s)
		low, high = min(low, x), max(high, x)
	}
	speed := func(s float64) float64 { _, v, _ := cubic(c, s); return math.Abs(v) }
	within := func(s float64, visit func(s float64)) {
		if s > 0 && s < length {
			visit(s)
		}
	}
	place(0)
	place(length)
	if root := c[2]*c[2] - 3*c[3]*c[1]; root >= 0 && c[3] != 0 {
		within((-c[2]+math.Sqrt(root))/(3*c[3]), place)
		within((-c[2]-math.Sqrt(root))/(3*c[3]), place)
	} else if c[3] == 0 && c[2] != 0 {
		within(-c[1]/(2*c[2]), place)
	}
	fastest = max(speed(0), speed(length))
	if c[3] != 0 {
		within(-c[2]/(3*c[3]), func(s float64) { fastest = max(fastest, speed(s)) })
	}
	return low, high, fastest, max(math.Abs(2*c[2]), math.Abs(2*c[2]+length*(6*c[3])))
}

// limits are bounds of a law.
type limits struct {
	low, high           float64 // values [m or turns]
	speed, acceleration float64 // of the value
}

func (l limits) union(o limits) limits {
	return limits{min(l.low, o.low), max(l.high, o.high), max(l.speed, o.speed), max(l.acceleration, o.acceleration)}
}

// limits are those of the piece until so long after its beginning [s]. They are exact without a sinusoid.
func (p *Piece) limits(length float64) limits {
	var l limits
	l.low, l.high, l.speed, l.acceleration = extremes(&p.Value, length)
	if p.Amplitude == [4]float64{} {
		return l
	}
	low, high, rate, curve := extremes(&p.Amplitude, length)
	most, w := max(math.Abs(low), math.Abs(high)), 2*math.Pi*math.Abs(p.Frequency)
	l.low, l.high = l.low-most, l.high+most
	l.speed += rate + most*w
	l.acceleration += curve + 2*rate*w + most*w*w
	return l
}

// span is one piece in the time that it lasts.
type span struct {
	begin, end float64
	limits
}

// spans are the pieces with their bounds; a last one that lasts for ever ends at a time [s]. Of a law that repeats they are those of its
// first periods, up to the second. Bounds of speeds and accelerations do not depend on that time: see Rigid.Check.
func (l *Law) spans(until float64) (all []span) {
	if l.Period > 0 {
		until = l.From + l.Period
	}
	for k := range l.Pieces {
		p := &l.Pieces[k]
		end := max(until, p.Time)
		if k+1 < len(l.Pieces) {
			end = l.Pieces[k+1].Time
		}
		all = append(all, span{p.Time, end, p.limits(end - p.Time)})
	}
	return all
}

// shifted are the coefficients of a polynomial in the time since so much later.
func shifted(c [4]float64, by float64) [4]float64 {
	return [4]float64{
		c[0] + by*(c[1]+by*(c[2]+by*c[3])), c[1] + by*(2*c[2]+by*3*c[3]), c[2] + 3*by*c[3], c[3],
	}
}

// from is what is left of the piece from so long after its beginning on.
func (p Piece) from(s float64) Piece {
	p.Time += s
	p.Value, p.Amplitude = shifted(p.Value, s), shifted(p.Amplitude, s)
	p.Phase += p.Frequency * s
	p.Phase -= math.Floor(p.Phase)
	return p
}
