package motion

import (
	"math"
	"slices"
)

// Never is the finish of a motion that lasts as long as the flow [s].
var Never = math.Inf(1)

// Jump is the longest time in which a speed that would jump changes [s].
const Jump = 0.02

// During is when a motion is under way. Before Start and after Finish it rests. Within Ramp after
// the start it comes to its speed, and a steady one within Ramp before the finish to rest. Other
// speeds change within Jump around these times, or at once at time 0.
type During struct {
	Start, Finish, Ramp float64 // [s]
}

// Steady is a constant speed [m/s or turns/s], or one that grows by an acceleration.
func Steady(speed, acceleration float64, d During) Law {
	rise, fall := d.Start+d.Ramp, d.Finish-d.Ramp
	last := speed + acceleration*(min(fall, 1e300)-rise)
	if d.Ramp > 0 {
		return fromSpeeds([]float64{d.Start, rise, fall, d.Finish}, []float64{0, speed, last, 0}, acceleration)
	}
	return smooth(fromSpeeds([]float64{d.Start, d.Finish}, []float64{speed, last}, acceleration), d)
}

// fromSpeeds is a law whose speed is linear in time between these times and rests elsewhere. A time
// may be Never; before that the speed grows by an acceleration.
func fromSpeeds(times, speeds []float64, acceleration float64) (l Law) {
	if times[0] > 0 {
		l.Pieces = append(l.Pieces, Piece{})
	}
	x := 0.0
	for k := range len(times) - 1 {
		h, v := times[k+1]-times[k], speeds[k]
		if math.IsInf(h, 1) {
			l.Pieces = append(l.Pieces, Piece{Time: times[k], Value: [4]float64{x, v, acceleration / 2}})
			return l
		}
		if h > 0 {
			l.Pieces = append(l.Pieces, Piece{Time: times[k], Value: [4]float64{x, v, (speeds[k+1] - v) / (2 * h)}})
			x += h * (v + speeds[k+1]) / 2
		}
	}
	l.Pieces = append(l.Pieces, Piece{Time: times[len(times)-1], Value: [4]float64{x}})
	return l
}

// Sinusoid is A (sin(2π (f t + φ)) - sin(2π φ)) of the time t since its start. Within the ramp A
// grows from 0.
func Sinusoid(amplitude, frequency, phase float64, d During) (l Law) {
	offset := math.Sin(2 * math.Pi * phase)
	if d.Start > 0 {
		l.Pieces = append(l.Pieces, Piece{})
	}
	whole := Piece{Time: d.Start, Value: [4]float64{-amplitude * offset}, Amplitude: [4]float64{amplitude}, Frequency: frequency, Phase: phase}
	if d.Ramp > 0 {
		grown := whole
		r := min(d.Ramp, d.Finish-d.Start)
		grown.Amplitude = [4]float64{0, 0, 3 * amplitude / (r * r), -2 * amplitude / (r * r * r)}
		for k, c := range grown.Amplitude {
			grown.Value[k] = -offset * c
		}
		l.Pieces = append(l.Pieces, grown)
		whole = whole.from(r)
	}
	l.Pieces = append(l.Pieces, whole)
	if !math.IsInf(d.Finish, 1) {
		x, _, _ := whole.at(d.Finish - whole.Time)
		l.Pieces = append(l.Pieces, Piece{Time: d.Finish, Value: [4]float64{x}})
	}
	return smooth(l, d)
}

// Rows is a law that has these values at times that rise, and cubic polynomials between, as a
// column of a Table. It may repeat if it ends with its first value.
func Rows(times, values []float64, repeat bool) Law { return column(times, values, nil, repeat) }

// Spline is a law with these values [m or turns] and speeds at times that rise, and cubic
// polynomials between. After the last time it repeats what it is from a time on, which must be one
// of these, or rests where that is Never.
func Spline(times, values, speeds []float64, from float64) (l Law) {
	l = column(times, values, speeds, false)
	if from < Never {
		l.From, l.Period = from, times[len(times)-1]-from
		l.Pieces = l.Pieces[:len(l.Pieces)-1]
	}
	return l
}

// Speeds is a law with these speeds [m/s or turns/s] at times that rise, linear in between. It
// begins and ends at rest.
func Speeds(times, speeds []float64) Law { return fromSpeeds(times, speeds, 0) }

// Circle appends a motion on a circle about an axis without a turn: all points move as the one does
// that is there at time 0, while the law is its angle.
func (r *Rigid) Circle(axis, centre, point [3]float64, angle Law) {
	back := angle.Times(-1)
	arm := []float64{0}
	first := Link{Turns: true, Axis: axis, At: centre, Law: angle}
	(&Rigid{Links: []Link{first}}).Lengthen(arm, point)
	first.radius = arm[0]
	r.Links = append(r.Links, first, Link{Turns: true, Axis: axis, At: point, Law: back, back: true})
}

// smooth lets speeds that jump change within a short time around that, but for one at time 0.
func smooth(l Law, d During) Law {
	var all []Piece
	for k, p := range l.Pieces {
		if k == 0 {
			all = append(all, p)
			continue
		}
		before := &all[len(all)-1]
		length := p.Time - before.Time
		half := 0.5 * min(Jump, 0.05*(d.Finish-d.Start), length, 2*p.Time)
		if k+1 < len(l.Pieces) {
			half = min(half, 0.5*(l.Pieces[k+1].Time-p.Time))
		}
		_, v, _ := before.at(length)
		_, w, _ := p.at(0)
		if math.Abs(v-w) <= 1e-9*(math.Abs(v)+math.Abs(w)) {
			all = append(all, p)
			continue
		}
		x, v, _ := before.at(length - half)
		y, w, _ := p.at(half)
		all = append(all, hermite(p.Time-half, 2*half, x, y, v, w), p.from(half))
	}
	l.Pieces = all
	return l
}

// hermite is the cubic polynomial with these values and speeds at a time and so much later.
func hermite(time, h, x, y, v, w float64) Piece {
	slope := (y - x) / h
	return Piece{Time: time, Value: [4]float64{x, v, (3*slope - 2*v - w) / h, (v + w - 2*slope) / (h * h)}}
}

// sum is a law that is the sum of two, if one has pieces of their sinusoids and periods.
func sum(l, m Law) (s Law, ok bool) {
	if l.Period > 0 || m.Period > 0 {
		return s, false
	}
	times := make([]float64, 0, len(l.Pieces)+len(m.Pieces))
	for _, p := range slices.Concat(l.Pieces, m.Pieces) {
		times = append(times, p.Time)
	}
	slices.Sort(times)
	for _, t := range slices.Compact(times) {
		p, q := l.pieceFrom(t), m.pieceFrom(t)
		if q.Amplitude != [4]float64{} {
			p, q = q, p
		}
		if q.Amplitude != [4]float64{} {
			return s, false
		}
		for k := range p.Value {
			p.Value[k] += q.Value[k]
		}
		s.Pieces = append(s.Pieces, p)
	}
	return s, true
}

// pieceFrom is what the law is from a time on, until its next piece.
func (l *Law) pieceFrom(time float64) Piece {
	k := len(l.Pieces) - 1
	for k > 0 && l.Pieces[k].Time > time {
		k--
	}
	p := l.Pieces[k]
	if p.Time > time {
		x, _, _ := p.at(0)
		return Piece{Time: time, Value: [4]float64{x}}
	}
	return p.from(time - p.Time)
}
