package convert

// The table of a comparison.

import (
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"gpusph/internal/casefile"
	"gpusph/internal/convert/raster"
	"gpusph/internal/text"
)

// tell prints what GenCase recorded, what its commands make, and what the case has. The last column
// is the difference of the case from the record, or else from the commands.
func (c *comparison) tell(said io.Writer) {
	fmt.Fprintln(said)
	w := tabwriter.NewWriter(said, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "\trecorded\trasterised\tours\tdifference\t")
	for _, g := range c.groups() {
		c.tellGroup(w, g)
	}
	c.tellNumbers(w)
	w.Flush()
}

// groups are the marks of what was drawn, or else recorded.
func (c *comparison) groups() []raster.Group {
	switch {
	case c.drawn != nil:
		return c.drawn.Groups
	case c.recorded != nil:
		return c.recorded.Groups
	}
	var all []raster.Group
	taken := map[int]bool{}
	for _, mk := range c.res.Marks.Fluids {
		if mk >= 0 && !taken[mk] {
			all, taken[mk] = append(all, raster.Group{Kind: raster.Fluid, MkOf: mk}), true
		}
	}
	return all
}

// tellGroup prints particles and extents of a mark. Walls have other layers here, so of these only
// extents are compared.
func (c *comparison) tellGroup(w io.Writer, g raster.Group) {
	name, ours, e, is := fmt.Sprintf("mkbound %d (%s)", g.MkOf, g.Kind), math.NaN(), extents{}, false
	if g.Kind == raster.Fluid {
		part, found := c.fluidOf(g.MkOf)
		name, is = fmt.Sprintf("mkfluid %d", g.MkOf), found
		ours, e = float64(part.Count), extents{part.Min, part.Max}
	} else {
		e, is = c.extentsOf(g.MkOf)
	}
	recorded, drawn := c.countIn(c.recordedResult(), g), c.countIn(c.drawn, g)
	if c.drawn != nil {
		drawn *= c.coarse()
	}
	tellRow(w, name+", particles", recorded, drawn, ours)
	for _, a := range c.axes() {
		theirs, mine := "-", "-"
		if c.drawn != nil {
			theirs = span(g.Min[a], g.Max[a])
		}
		difference := "-"
		if is {
			mine = span(e.low[a], e.high[a])
		}
		if is && c.drawn != nil {
			difference = span(e.low[a]-g.Min[a], e.high[a]-g.Max[a])
		}
		fmt.Fprintf(w, "%s [m]\t-\t%s\t%s\t%s\t\n", casefile.Axes[a], theirs, mine, difference)
	}
}

// tellNumbers prints the volume of the fluid, speed of sound, smoothing length and mass.
func (c *comparison) tellNumbers(w io.Writer) {
	nan := math.NaN()
	volume := [3]float64{nan, nan, 0}
	dp := math.Pow(c.res.Case.Spacing, float64(len(c.axes())))
	for i, of := range []*raster.Result{c.recordedResult(), c.drawn} {
		if of == nil {
			continue
		}
		n := 0
		for _, g := range of.Groups {
			if g.Kind == raster.Fluid {
				n += g.Count
			}
		}
		if volume[i] = float64(n) * dp; i == 1 {
			volume[i] *= c.coarse()
		}
	}
	for i := range c.fluids {
		volume[2] += float64(c.fluids[i].Count) * dp
	}
	tellRow(w, "fluid, volume [m³]", volume[0], volume[1], volume[2])
	tellRow(w, "fluid, height [m]", nan, c.heightDrawn(), c.height())
	c0, given := physics(c.res.Case)["c0"].(float64)
	if k := c.params; k == nil && given {
		tellRow(w, "speed of sound [m/s]", nan, c.soundDrawn(), c0)
	} else if k != nil {
		tellRow(w, "speed of sound [m/s]", c.recorded.Constants.C0(), c.soundDrawn(), k.C0)
		tellRow(w, "smoothing length [m]", c.recorded.Constants.H, nan, k.H)
		tellRow(w, "mass of fluid particle [kg]", c.recorded.Constants.MassFluid, nan, dp*k.Rho0)
	}
}

func (c *comparison) recordedResult() *raster.Result {
	if c.recorded == nil {
		return nil
	}
	return &c.recorded.Result
}

// countIn is how many particles a mark has in a result; NaN is unknown.
func (c *comparison) countIn(r *raster.Result, g raster.Group) float64 {
	if r == nil {
		return math.NaN()
	}
	if found := r.Group(g.Kind == raster.Fluid, g.MkOf); found != nil {
		return float64(found.Count)
	}
	return 0
}

// tellRow prints a row of numbers; NaN is unknown.
func tellRow(w io.Writer, what string, recorded, drawn, ours float64) {
	from := recorded
	if math.IsNaN(from) {
		from = drawn
	}
	fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t\n", what, figure(recorded), figure(drawn), figure(ours),
		figure(ours-from))
}

func figure(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return text.Number(math.Round(x*1e9)/1e9 + 0)
}

func span(low, high float64) string { return figure(low) + " … " + figure(high) }
