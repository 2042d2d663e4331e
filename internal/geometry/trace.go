package geometry

// Minima and roots along a curve that is known as a point for each parameter.

import "math"

// steps are the intervals that a curve is looked at in.
const steps = 128

// trace is points of a curve.
type trace struct {
	c   *curve
	t   []float64 // increasing
	at  []Vec
	ok  []bool
	end []float64 // pairs: where the curve begins and ends
}

// take has points of all pieces of a curve. Where a piece ends its parameter stands still, as a
// circle's height does at the top, so the points are closer together there.
func (r *trace) take(c *curve) {
	r.c = c
	r.t, r.at, r.ok, r.end = r.t[:0], r.at[:0], r.ok[:0], r.end[:0]
	was, last := false, c.low
	for i := range steps + 1 {
		t := c.low + (c.high-c.low)*float64(i)/steps
		_, ok := c.at(t)
		switch {
		case ok == was:
		case i == 0:
			r.end = append(r.end, t)
		case ok:
			r.end = append(r.end, c.edge(t, last))
		default:
			r.end = append(r.end, c.edge(last, t))
		}
		was, last = ok, t
	}
	if was {
		r.end = append(r.end, c.high)
	}
	whole := len(r.end) == 2 && !c.byHeight && r.end[0] == c.low && r.end[1] == c.high
	for k := 0; k+1 < len(r.end); k += 2 {
		low, high := r.end[k], r.end[k+1]
		for i := range steps + 1 {
			part := float64(i) / steps
			if !whole {
				part = (1 - math.Cos(math.Pi*part)) / 2
			}
			t := min(low+(high-low)*part, high)
			p, ok := c.at(t)
			r.t, r.at, r.ok = append(r.t, t), append(r.at, p), append(r.ok, ok)
		}
		// Pieces do not hang together.
		r.t, r.at, r.ok = append(r.t, high), append(r.at, Vec{}), append(r.ok, false)
	}
	if whole {
		r.t, r.at, r.ok = r.t[:steps+1], r.at[:steps+1], r.ok[:steps+1]
	}
}

// edge is the last parameter, from one at which the curve has a point towards one at which it has
// none, at which it has.
func (c *curve) edge(in, out float64) float64 {
	for range 60 {
		middle := (in + out) / 2
		if _, ok := c.at(middle); ok {
			in = middle
		} else {
			out = middle
		}
	}
	return in
}

// lowest appends the parameters of local minima of the distance to x, but those that are clearly
// beyond the best.
func (r *trace) lowest(x Vec, best float64, dst []float64) []float64 {
	n := len(r.t)
	value := func(i int) float64 {
		if i < 0 || i >= n {
			if n != steps+1 {
				return math.Inf(1)
			}
			// the first point and the last are one: before 0 is n-2, behind n-1 is 1
			i = (i + n - 1) % (n - 1)
		}
		if !r.ok[i] {
			return math.Inf(1)
		}
		return distance(r.at[i], x)
	}
	for i := range n {
		d := value(i)
		if math.IsInf(d, 1) || value(i-1) < d || value(i+1) < d {
			continue
		}
		if i > 0 && i < n-1 && r.ok[i-1] && r.ok[i+1] &&
			d-max(distance(r.at[i], r.at[i-1]), distance(r.at[i], r.at[i+1])) > best {
			continue
		}
		t, e := r.golden(x, r.t[max(i-1, 0)], r.t[min(i+1, n-1)])
		if e > d {
			t = r.t[i]
		}
		dst = append(dst, t)
	}
	return dst
}

// golden is where the curve is nearest to x between two parameters, and how near, by golden section
// (Kiefer 1953).
func (r *trace) golden(x Vec, low, high float64) (float64, float64) {
	const part = 0.6180339887498949
	value := func(t float64) float64 {
		p, ok := r.c.at(t)
		if !ok {
			return math.Inf(1)
		}
		return distance(p, x)
	}
	step := 1e-5 * (high - low)
	t, u := high-part*(high-low), low+part*(high-low)
	d, e := value(t), value(u)
	for range 40 {
		if d < e {
			high, u, e = u, t, d
			t = high - part*(high-low)
			d = value(t)
		} else {
			low, t, d = t, u, e
			u = low + part*(high-low)
			e = value(u)
		}
	}
	if e < d {
		t, d = u, e
	}
	// Values say where they are least to half of their digits only. Differences over a step say more.
	for range 2 {
		before, behind := value(t-step), value(t+step)
		u := t - step*(behind-before)/(2*(behind-2*d+before))
		if e := value(u); math.Abs(u-t) < step && e <= d*(1+1e-14) {
			t, d = u, e
		}
	}
	return t, d
}

// ends appends where the curve's pieces begin and end.
func (r *trace) ends(dst []float64) []float64 { return append(dst, r.end...) }

// roots appends the parameters at which the curve meets a face.
func (r *trace) roots(k *face, dst []float64) []float64 {
	height := func(t float64) (float64, bool) {
		p, ok := r.c.at(t)
		return k.height(p), ok
	}
	for i := range r.t {
		if !r.ok[i] {
			continue
		}
		// At the end of a piece there is only one point beside.
		h, first, last := k.height(r.at[i]), i == 0 || !r.ok[i-1], i == len(r.t)-1 || !r.ok[i+1]
		low, high, close := i, i, 0.0
		before, next := h, h
		if !first {
			low, before, close = i-1, k.height(r.at[i-1]), distance(r.at[i-1], r.at[i])
		}
		if !last {
			high, next, close = i+1, k.height(r.at[i+1]), close+distance(r.at[i], r.at[i+1])
		}
		switch {
		case h == 0:
			dst = append(dst, r.t[i])
		case !last && (h < 0) != (next < 0):
			dst = append(dst, root(height, r.t[i], r.t[high], h < 0))
		case (before < 0) == (h < 0) && math.Abs(h) <= math.Abs(before) &&
			math.Abs(h) <= math.Abs(next) && math.Abs(h) <= close:
			// The curve comes closest between the two points beside, so it may go through the face
			// and back, if it is that close.
			sign := math.Copysign(1, h)
			if t, ok := dip(height, r.t[low], r.t[high], sign); ok {
				dst = append(dst, root(height, r.t[low], t, h < 0), root(height, t, r.t[high], h >= 0))
			}
		}
	}
	return dst
}

// root is where a height changes its sign.
func root(height func(float64) (float64, bool), low, high float64, below bool) float64 {
	for range 60 {
		t := (low + high) / 2
		h, ok := height(t)
		if !ok {
			break
		}
		if (h < 0) == below {
			low = t
		} else {
			high = t
		}
	}
	return high
}

// dip is a parameter between two at which a height times sign, which is above 0 at both, is not.
func dip(height func(float64) (float64, bool), low, high, sign float64) (float64, bool) {
	for range 40 {
		third := (high - low) / 3
		t, u := low+third, high-third
		h, ok := height(t)
		g, also := height(u)
		switch {
		case !ok || !also:
			return 0, false
		case h*sign <= 0:
			return t, true
		case g*sign <= 0:
			return u, true
		case h*sign < g*sign:
			high = u
		default:
			low = t
		}
	}
	return 0, false
}
