package motion

import (
	"math"
	"slices"
)

// Link shifts a body along an axis, or turns it about one, by what its law says.
type Link struct {
	Turns bool
	Axis  [3]float64 // of length 1; a turn is right-handed about it
	At    [3]float64 // a point on the axis of a turn [m]
	Law   Law        // displacement [m], or angle [turns]

	// Of the two turns of a circle, see Rigid.Circle: the first has the circle's radius [m], the second only turns back.
	radius float64
	back   bool

	Control Control // by which a program moves it, in place of the law
	course  *Course // once the flow is computed
}

// Rigid is the motion of a body, a chain of links of which each carries those after it. Axes and points are where they are at time 0,
// when every law is 0: with T_k the motion that link k makes of space,
//
//	x(t) = T_1(T_2(… T_n(X))).
//
// It is the zero value of a body that rests.
type Rigid struct {
	Links []Link
}

// MaxLinks bounds the chain of a body.
const MaxLinks = 64

// On is the motion of a body that a carrier carries: its own motion, in a space that moves with the carrier.
func (r Rigid) On(carrier Rigid) Rigid {
	return Rigid{slices.Concat(carrier.Links, r.Links)}
}

// Add appends a link, which those before it carry. A link that moves as the last one, along or about the same axis, becomes one with it.
func (r *Rigid) Add(l Link) {
	if l.Control.Name != "" {
		l.Law.Pieces = make([]Piece, MaxSlots)
		r.Links = append(r.Links, l)
		return
	}
	if !l.Law.moves() {
		return
	}
	if n := len(r.Links); n > 0 {
		last := &r.Links[n-1]
		if last.Control.Name != "" {
			r.Links = append(r.Links, l)
			return
		}
		if last.Turns == l.Turns && last.Axis == l.Axis && (!l.Turns || last.At == l.At) {
			if both, ok := sum(last.Law, l.Law); ok {
				last.Law = both
				return
			}
		}
	}
	r.Links = append(r.Links, l)
}

// Moves reports whether there is a motion.
func (r *Rigid) Moves() bool { return len(r.Links) > 0 }

// Turns reports whether the body turns.
func (r *Rigid) Turns() bool {
	return slices.ContainsFunc(r.Links, func(l Link) bool { return l.Turns })
}

// Swings reports whether the motion has a period, which times at equal intervals could hide.
func (r *Rigid) Swings() bool {
	return slices.ContainsFunc(r.Links, func(l Link) bool {
		if l.Control.Name != "" {
			return true
		}
		return l.Law.Period > 0 || slices.ContainsFunc(l.Law.Pieces, func(p Piece) bool {
			return p.Amplitude != [4]float64{}
		})
	})
}

// Matrix is one of three rows.
type Matrix [3][3]float64

func (m *Matrix) times(v [3]float64) (w [3]float64) {
	for a := range 3 {
		w[a] = m[a][0]*v[0] + m[a][1]*v[1] + m[a][2]*v[2]
	}
	return w
}

func (m *Matrix) timesMatrix(n *Matrix) (o Matrix) {
	for a := range 3 {
		for b := range 3 {
			o[a][b] = m[a][0]*n[0][b] + m[a][1]*n[1][b] + m[a][2]*n[2][b]
		}
	}
	return o
}

// combined is the sum of matrices, each times a factor.
func combined(k float64, m Matrix, l float64, n Matrix) (o Matrix) {
	for a := range 3 {
		for b := range 3 {
			o[a][b] = k*m[a][b] + l*n[a][b]
		}
	}
	return o
}

// Pose is where a body is at a time, how fast it moves and how it accelerates. The point X is at
//
//	x = pivot + Shift + Rotation (X - pivot),
//
// and its velocity and acceleration are what the derivatives make of that.
type Pose struct {
	Pivot                         [3]float64 // where it is at time 0 [m]
	Shift, Velocity, Acceleration [3]float64 // of the pivot [m], [m/s], [m/s²]
	Rotation, Rate, Curve         Matrix     // and its derivatives [1/s], [1/s²]
}

// Pose is that at a time [s], by the motion of a point.
func (r *Rigid) Pose(time float64, pivot [3]float64) Pose {
	p := Pose{Pivot: pivot, Rotation: Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}
	for k := range slices.Backward(r.Links) {
		l := &r.Links[k]
		x, v, a := l.at(time)
		if l.Turns {
			p.turn(l, x, v, a)
			continue
		}
		for i, n := range l.Axis {
			p.Shift[i] += n * x
			p.Velocity[i] += n * v
			p.Acceleration[i] += n * a
		}
	}
	return p
}

// turn lets a link turn the body, by an angle [turns] and its derivatives. cuda/motion.h does the same.
func (p *Pose) turn(l *Link, angle, rate, curve float64) {
	const around = 2 * math.Pi
	sin, cos := math.Sincos(around * (angle - math.Round(angle)))
	n := l.Axis
	k := Matrix{{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}}
	k2 := k.timesMatrix(&k)
	less := combined(sin, k, 1-cos, k2) // Rodrigues: Q = I + sin K + (1 - cos) K²
	q := combined(1, less, 1, Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
	turned := combined(cos, k, sin, k2) // K Q, since K³ = -K
	w, c := around*rate, around*curve
	first := combined(w, turned, 0, k)
	second := combined(c, turned, w*w, k.timesMatrix(&turned))
	var arm [3]float64
	for i := range arm {
		arm[i] = p.Pivot[i] - l.At[i]
	}
	y := add(arm, p.Shift)
	p.Acceleration = add(q.times(p.Acceleration), add(scaled(2, first.times(p.Velocity)), second.times(y)))
	p.Velocity = add(q.times(p.Velocity), first.times(y))
	p.Shift = add(q.times(p.Shift), less.times(arm))
	p.Curve = combined(1, combined(1, q.timesMatrix(&p.Curve), 2, first.timesMatrix(&p.Rate)), 1, second.timesMatrix(&p.Rotation))
	p.Rate = combined(1, q.timesMatrix(&p.Rate), 1, first.timesMatrix(&p.Rotation))
	p.Rotation = q.timesMatrix(&p.Rotation)
}

// Point is where a point of the body is [m], with its velocity and its acceleration, which is at x at time 0.
func (p *Pose) Point(x [3]float64) (at, velocity, acceleration [3]float64) {
	arm := add(x, scaled(-1, p.Pivot))
	return add(add(p.Pivot, p.Shift), p.Rotation.times(arm)), add(p.Velocity, p.Rate.times(arm)), add(p.Acceleration, p.Curve.times(arm))
}

// Displacement is how far a point of the body is from where it is at time 0 [m]. It is exact for a body that does not turn.
func (p *Pose) Displacement(x [3]float64) [3]float64 {
	arm := add(x, scaled(-1, p.Pivot))
	less := combined(1, p.Rotation, -1, Matrix{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
	return add(p.Shift, less.times(arm))
}

// AngularVelocity is the vector ω of Rate = [ω]× Rotation [rad/s].
func (p *Pose) AngularVelocity() (w [3]float64) {
	for a := range 3 { // Rate Rotationᵀ is [ω]×
		b, c := (a+1)%3, (a+2)%3
		for i := range 3 {
			w[a] += 0.5 * (p.Rate[c][i]*p.Rotation[b][i] - p.Rate[b][i]*p.Rotation[c][i])
		}
	}
	return w
}

// Angles are the rotation as a vector along its axis, with the size of its angle from 0 to π [rad].
func (p *Pose) Angles() (v [3]float64) {
	r := &p.Rotation
	for a := range 3 { // twice the sine times the axis
		v[a] = r[(a+2)%3][(a+1)%3] - r[(a+1)%3][(a+2)%3]
	}
	sine, cosine := norm(v)/2, (r[0][0]+r[1][1]+r[2][2]-1)/2
	if sine > 1e-9 {
		return scaled(math.Atan2(sine, cosine)/(2*sine), v)
	}
	if cosine > 0 {
		return scaled(0.5, v)
	}
	// Half a turn: R + 1 is twice the axis times itself.
	k := 0
	for a := range 3 {
		if r[a][a] > r[k][k] {
			k = a
		}
	}
	for a := range 3 {
		v[a] = r[a][k]
	}
	v[k]++
	return scaled(math.Pi/norm(v), v)
}

// At is the displacement [m] at a time [s] of the point that is at the origin at time 0, or of any of a body that does not turn,
// with its velocity [m/s] and its acceleration [m/s²].
func (r *Rigid) At(time float64) (x, v, a [3]float64) {
	p := r.Pose(time, [3]float64{})
	return p.Shift, p.Velocity, p.Acceleration
}

// Pivot is a point for poses of a body, near a point of it: on the axis of its innermost turn.
func (r *Rigid) Pivot(near [3]float64) [3]float64 {
	for _, l := range slices.Backward(r.Links) {
		if l.Turns {
			along := 0.0
			for a := range 3 {
				along += (near[a] - l.At[a]) * l.Axis[a]
			}
			return add(l.At, scaled(along, l.Axis))
		}
	}
	return near
}

// Last is the time at which the motion ends: from then on the body rests [s].
func (r *Rigid) Last() (last float64) {
	for k := range r.Links {
		l := &r.Links[k].Law
		if l.Period > 0 || r.Links[k].Control.Name != "" {
			return math.Inf(1)
		}
		n := len(l.Pieces)
		end := l.Pieces[n-1]
		if (end.Value != [4]float64{end.Value[0]}) || end.Amplitude != [4]float64{} {
			return math.Inf(1)
		}
		last = max(last, end.Time)
	}
	return last
}

func add(v, w [3]float64) [3]float64 { return [3]float64{v[0] + w[0], v[1] + w[1], v[2] + w[2]} }

func scaled(k float64, v [3]float64) [3]float64 { return [3]float64{k * v[0], k * v[1], k * v[2]} }

func norm(v [3]float64) float64 { return math.Hypot(math.Hypot(v[0], v[1]), v[2]) }
