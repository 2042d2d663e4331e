package motion

import (
	"cmp"
	"math"
	"slices"
)

// Arm is how much of a velocity and of an acceleration the Rate and the Curve of a pose make at a point, over the size of the matrix (the
// root of the sum of the squares of its elements) [m]. With the angular velocity ω and its derivative α these sizes are √2 |ω| and
// √(2 |α|² + 2 |ω|⁴). A Rate makes vectors no more than |ω| times longer. A Curve makes those no more than |α| + |ω|² times longer,
// which is its size at most, and those across one axis of all turns √(|α|² + |ω|⁴) times.
type Arm struct{ Rate, Curve float64 }

// Arm is that of a point about a pivot, both at time 0.
func (r *Rigid) Arm(pivot, x [3]float64) Arm {
	d := add(x, scaled(-1, pivot))
	var axis [3]float64
	for _, l := range r.Links {
		switch {
		case !l.Turns:
		case axis == [3]float64{}:
			axis = l.Axis
		case axis != l.Axis && axis != scaled(-1, l.Axis):
			return Arm{norm(d) / math.Sqrt2, norm(d)}
		}
	}
	along := d[0]*axis[0] + d[1]*axis[1] + d[2]*axis[2]
	across := norm(add(d, scaled(-along, axis))) / math.Sqrt2
	return Arm{across, across}
}

// Lengthen makes arms the greatest distances of a body's points from the axes of its links at time 0 [m], after one more point. Those of
// shifts stay 0.
func (r *Rigid) Lengthen(arms []float64, x [3]float64) {
	for k := range r.Links {
		if l := &r.Links[k]; l.Turns {
			d := add(x, scaled(-1, l.At))
			along := d[0]*l.Axis[0] + d[1]*l.Axis[1] + d[2]*l.Axis[2]
			arms[k] = max(arms[k], norm(add(d, scaled(-along, l.Axis))))
		}
	}
}

// Greatest are bounds of the speed [m/s] and of the acceleration [m/s²] until a time of a body, by the arms of its points: see Lengthen.
// They are exact for shifts along coordinate axes and for a single turn at a constant rate.
func (r *Rigid) Greatest(until float64, arms []float64) (speed, acceleration float64) {
	now, spans, edges := make([]int, len(r.Links)), make([][]span, len(r.Links)), []float64{0}
	for k := range r.Links {
		spans[k] = r.spansOf(k, until)
		for _, s := range spans[k] {
			edges = append(edges, s.begin)
		}
	}
	slices.SortFunc(edges, cmp.Compare[float64])
	for _, t := range slices.Compact(edges) {
		bounds := make([]limits, len(r.Links))
		for k, all := range spans {
			for now[k]+1 < len(all) && all[now[k]+1].begin <= t {
				now[k]++
			}
			bounds[k] = all[now[k]].limits
		}
		v, a := r.greatest(bounds, arms)
		speed, acceleration = max(speed, v), max(acceleration, a)
	}
	return speed, acceleration
}

// spansOf are those of a law, or one for all if it repeats and another does otherwise, so that they meet at other times than at first.
func (r *Rigid) spansOf(k int, until float64) []span {
	all := r.Links[k].spans(until)
	for i := range r.Links {
		o := &r.Links[i].Law
		if l := &r.Links[k].Law; l.Period > 0 && (o.Period != l.Period || o.From != l.From) {
			whole := all[0]
			for _, s := range all {
				whole.limits = whole.union(s.limits)
			}
			return []span{whole}
		}
	}
	return all
}

// greatest bounds the speed and the acceleration where each link is within some limits.
func (r *Rigid) greatest(bounds []limits, arms []float64) (speed, acceleration float64) {
	var along, push [3]float64 // by shifts since the last turn
	var v, a, strayed float64  // of points and how far they are from where they are at time 0
	settle := func() {
		v, a = v+norm(along), a+norm(push)
		along, push = [3]float64{}, [3]float64{}
	}
	for k := range slices.Backward(r.Links) {
		l, b := &r.Links[k], bounds[k]
		far := max(math.Abs(b.low), math.Abs(b.high))
		if !l.Turns {
			for i, n := range l.Axis {
				along[i] += math.Abs(n) * b.speed
				push[i] += math.Abs(n) * b.acceleration
			}
			strayed += far
			continue
		}
		if l.back {
			continue
		}
		settle()
		arm, w, c := arms[k]+strayed, 2*math.Pi*b.speed, 2*math.Pi*b.acceleration
		if l.radius > 0 { // a shift along a circle
			arm = l.radius
		} else {
			a += 2 * w * v
		}
		a += math.Hypot(c, w*w) * arm
		v += w * arm
		strayed += min(2, 2*math.Pi*far) * arm
	}
	settle()
	return v, a
}

// Extent is the least and the greatest displacement along each axis until a time, of a body that does not turn [m].
func (r *Rigid) Extent(until float64) (low, high [3]float64) {
	for k := range r.Links {
		l := &r.Links[k]
		var least, most float64
		for _, s := range l.spans(until) {
			least, most = min(least, s.low), max(most, s.high)
		}
		for a, n := range l.Axis {
			low[a] += min(n*least, n*most)
			high[a] += max(n*least, n*most)
		}
	}
	return low, high
}

// Path is a body at times of a flow, for checks of where it comes.
type Path []Pose

// Path is the motion at a number of times up to an end [s]. These are spread so that no period hides in them.
func (r *Rigid) Path(until float64, times int) (p Path) {
	for k := range times {
		p = append(p, r.Pose(SpreadTime(k, until), [3]float64{}))
	}
	return p
}

// SpreadTime is the k-th of any number of times until one [s], the first of which is 0: multiples of the golden section.
func SpreadTime(k int, until float64) float64 {
	part := float64(k) * (math.Sqrt(5) - 1) / 2
	return until * (part - math.Floor(part))
}

// Swept is the least and the greatest displacement along each axis of the point that is at x at time 0 [m].
func (p Path) Swept(x [3]float64) (low, high [3]float64) {
	for k := range p {
		d := p[k].Displacement(x)
		for a := range 3 {
			low[a], high[a] = min(low[a], d[a]), max(high[a], d[a])
		}
	}
	return low, high
}
