package geometry

// Minima and roots along a curve that is known as a point for each parameter.

import "math"

// steps are the intervals that a curve is looked at in. What a curve does within one of them, more than one root or minimum, may be missed.
const steps = 128

// trace is points of a curve.
type trace struct {
	c  *curve
	t  []float64 // increasing
	at []Vec
	ok []bool
}

// take has points at even parameters, and where the curve begins and ends.
func (r *trace) take(c *curve) {
	r.c = c
	r.t, r.at, r.ok = r.t[:0], r.at[:0], r.ok[:0]
	add := func(t float64, p Vec, ok bool) { r.t, r.at, r.ok = append(r.t, t), append(r.at, p), append(r.ok, ok) }
	for i := range steps + 1 {
		t := c.low + (c.high-c.low)*float64(i)/steps
		p, ok := c.at(t)
		if n := len(r.ok); n > 0 && r.ok[n-1] != ok {
			in, out := r.t[n-1], t
			if ok {
				in, out = out, in
			}
			end, _ := c.at(in)
			for range 60 {
				middle := (in + out) / 2
				if q, ok := c.at(middle); ok {
					in, end = middle, q
				} else {
					out = middle
				}
			}
			add(in, end, true)
		}
		add(t, p, ok)
	}
}

// lowest appends the parameters of local minima of the distance to x.
func (r *trace) lowest(x Vec, dst []float64) []float64 {
	n := len(r.t)
	value := func(i int) float64 {
		if i < 0 || i >= n {
			if r.c.byHeight {
				return math.Inf(1)
			}
			i = (i + n - 1) % (n - 1) // the first point and the last are one: before 0 is n-2, behind n-1 is 1
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
		t, e := r.golden(x, r.t[max(i-1, 0)], r.t[min(i+1, n-1)])
		if e > d {
			t = r.t[i]
		}
		dst = append(dst, t)
	}
	return dst
}

// golden is where the curve is nearest to x between two parameters, and how near, by golden section.
func (r *trace) golden(x Vec, low, high float64) (float64, float64) {
	const part = 0.6180339887498949
	value := func(t float64) float64 {
		p, ok := r.c.at(t)
		if !ok {
			return math.Inf(1)
		}
		return distance(p, x)
	}
	t, u := high-part*(high-low), low+part*(high-low)
	d, e := value(t), value(u)
	for range 50 {
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
	if d < e {
		return t, d
	}
	return u, e
}

// ends appends where the curve begins and ends.
func (r *trace) ends(dst []float64) []float64 {
	for i, t := range r.t {
		if r.ok[i] && (i == 0 || i == len(r.t)-1 || !r.ok[i-1] || !r.ok[i+1]) {
			dst = append(dst, t)
		}
	}
	return dst
}

// roots appends the parameters at which the curve meets a face.
func (r *trace) roots(k *face, dst []float64) []float64 {
	for i := range len(r.t) - 1 {
		if !r.ok[i] || !r.ok[i+1] {
			continue
		}
		h := k.height(r.at[i])
		if h == 0 {
			dst = append(dst, r.t[i])
			continue
		}
		if (h < 0) == (k.height(r.at[i+1]) < 0) {
			continue
		}
		low, high := r.t[i], r.t[i+1]
		for range 60 {
			t := (low + high) / 2
			q, ok := r.c.at(t)
			if !ok {
				break
			}
			if (k.height(q) < 0) == (h < 0) {
				low = t
			} else {
				high = t
			}
		}
		dst = append(dst, high)
	}
	return dst
}
