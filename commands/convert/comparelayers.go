package convert

// How much a layer of particles is, and boxes around particles.

import (
	"math"

	"gpusph/internal/convert/raster"
)

// layer is about how many particles a layer of a group has along an axis.
func layer(g *raster.Group, axis int, dp float64) float64 {
	return float64(g.Count) / (math.Round((g.Max[axis]-g.Min[axis])/dp) + 1)
}

// layers is how many particles a group may differ by: as many as there are more if each side is
// half a spacing further out, also around what stands or floats in it. Where surfaces are drawn to
// within a spacing it is twice that.
func (c *comparison) layers(g *raster.Group, dp float64) float64 {
	inside, around := c.islands(g, dp)
	all := float64(g.Count) + inside
	more, sides := all, 0.0
	for _, a := range c.axes() {
		more *= 1 + layer(g, a, dp)/float64(g.Count)
		sides += layer(g, a, dp)
	}
	around = max(around, (float64(g.Walled)-sides)/2) // of walls in it with the mk of those around it
	if more += around - all; c.drawn != nil && len(c.drawn.Approximate) > 0 {
		more *= 2
	}
	return more + 0.5
}

// islands is how many particles have walls, bodies and other fluids within the extents of a group,
// and how many fewer these are if each side of walls and bodies is half a spacing further in.
func (c *comparison) islands(g *raster.Group, dp float64) (inside, around float64) {
	if c.drawn == nil {
		return 0, 0
	}
	for i := range c.drawn.Groups {
		b := &c.drawn.Groups[i]
		all, fewer, beyond := 1.0, 1.0, true
		for _, a := range c.axes() {
			low, high := max(g.Min[a], b.Min[a]), min(g.Max[a], b.Max[a])
			n := max(0, math.Round((high-low)/dp)+1)
			all, fewer = all*n, fewer*max(0, n-1)
			beyond = beyond && b.Min[a] <= g.Min[a] && b.Max[a] >= g.Max[a]
		}
		if b.MkOf == g.MkOf && b.Kind == g.Kind || b.Count == 0 || beyond {
			continue
		}
		if inside += min(all, float64(b.Count)); b.Kind != raster.Fluid {
			around += all - fewer
		}
	}
	return inside, around
}

// extents is a box along the axes.
type extents struct{ low, high [3]float64 }

// with is the box around two; the first counts only where it is one.
func (e extents) with(f extents, is bool) extents {
	if !is {
		return f
	}
	for a := range 3 {
		e.low[a], e.high[a] = min(e.low[a], f.low[a]), max(e.high[a], f.high[a])
	}
	return e
}

// short are the sides, and those of a box that reaches further by more than a length [m].
func (e extents) short(f extents, by float64, axes []int) (all [][2]float64) {
	for _, a := range axes {
		if e.low[a] > f.low[a]+by {
			all = append(all, [2]float64{e.low[a], f.low[a]})
		}
		if e.high[a] < f.high[a]-by {
			all = append(all, [2]float64{e.high[a], f.high[a]})
		}
	}
	return all
}
