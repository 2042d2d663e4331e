package convert

// What is compared of all particles together: periods, and the speed of sound of their height.

import (
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/convert/raster"
	"gpusph/internal/text"
)

// drawnExtents are those of all particles that GenCase's commands make, or of its fluid.
func (c *comparison) drawnExtents(fluid bool) (e extents, is bool) {
	for _, g := range c.drawn.Groups {
		if g.Count > 0 && (!fluid || g.Kind == raster.Fluid) {
			e, is = e.with(extents{g.Min, g.Max}, is), true
		}
	}
	return e, is
}

// heightDrawn is that of the fluid that GenCase's commands make [m]; NaN is unknown.
func (c *comparison) heightDrawn() float64 {
	if c.drawn == nil {
		return math.NaN()
	}
	e, is := c.drawnExtents(true)
	if !is {
		return math.NaN()
	}
	return e.high[2] - e.low[2] + c.dp - c.res.Case.Spacing
}

// periods compares those of the case with the extents of all particles and a spacing. Half a
// spacing more or less would leave a gap, or push particles into each other.
func (c *comparison) periods() {
	e, is := c.drawnExtents(false)
	for a, axis := range casefile.Axes {
		if d := c.res.Case.Domain; is && slices.Contains(d.Periodic, axis) {
			ours, theirs := d.Max[a]-d.Min[a], e.high[a]-e.low[a]+c.dp
			if math.Abs(ours-theirs) > c.dp-0.49*c.res.Case.Spacing {
				c.differs("the flow repeats every %s m along %s, but GenCase's every %s m",
					text.Number(ours), axis, text.Number(theirs))
			}
		}
	}
}

// soundDrawn is the speed of sound that follows from the height of GenCase's fluid [m/s]; NaN where
// it follows from something else.
func (c *comparison) soundDrawn() float64 {
	height := c.heightDrawn()
	was, is := physics(c.res.Case)["c0"].(float64)
	if c.res.Rise == nil || !is || !(height > 0) || len(c.res.Case.Materials) > 0 {
		return math.NaN()
	}
	c.res.Rise(height)
	c0, _ := physics(c.res.Case)["c0"].(float64)
	physics(c.res.Case)["c0"] = was
	return c0
}

// sound compares the speed of sound with that: it may be that of a height that differs by a
// spacing.
func (c *comparison) sound() {
	theirs := c.soundDrawn() // NaN differs from nothing
	ours, _ := physics(c.res.Case)["c0"].(float64)
	if within := max(0.02, slack*c.dp/c.heightDrawn()); math.Abs(ours/theirs-1) > within {
		c.differs("the speed of sound is %s m/s, but that of GenCase's fluid %s m/s", text.Number(ours),
			text.Number(theirs))
	}
}
