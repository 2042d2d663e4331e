package convert

// What GenCase makes of a definition beside what the converted case has: particles of each mark,
// extents, speed of sound, smoothing length and masses.

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/convert"
	"gpusph/internal/convert/raster"
	"gpusph/internal/text"
	"gpusph/problems"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// comparison is a case beside its definition.
type comparison struct {
	res      *convert.Result
	fluids   []scene.Part
	dp       float64        // spacing at which GenCase's particles were counted [m]
	drawn    *raster.Result // nil without a verdict
	recorded *raster.Record // nil where GenCase has not run
	notes    []convert.Note // of what could not be compared
	err      error          // of counting the particles of the case

	params      *sph.Params // where the constants were recorded
	differences []convert.Note
}

// slack is how far extents may differ [spacings]: walls are half a spacing from where GenCase's
// particles are, and so is fluid.
const slack = 1.01

// nodesMost is how many nodes GenCase's commands are followed on. Where the spacing of the
// definition makes more it is a whole multiple of that.
const (
	nodesMost   = 1e8
	coarserMost = 16
)

// compare counts the particles of the case, and those that GenCase's commands make.
func compare(data []byte, res *convert.Result, p problems.FileProblem) *comparison {
	c := &comparison{res: res}
	if c.fluids, c.err = p.Fluids(0); c.err != nil {
		return c
	}
	drawn, err := particles(data, raster.Options{MaxNodes: nodesMost, Coarser: coarserMost})
	if c.dp = drawn.DP; !(c.dp > 0) {
		c.dp = res.Case.Spacing
	}
	const not = "the particles that GenCase would make are not known, so nothing was compared with " +
		"them: "
	switch {
	case err != nil:
		c.doubt(not+"%v", err)
	case len(drawn.Unsupported) > 0:
		c.doubt(not+"%s", text.And(drawn.Unsupported))
	default:
		c.drawn = &drawn
	}
	if recorded, err := raster.Recorded(data); err == nil {
		c.recorded = &recorded
	} else if !errors.Is(err, raster.ErrNoRecord) {
		c.doubt("what GenCase recorded cannot be read: %v", err)
	}
	return c
}

// free are commands by which GenCase puts particles on the surfaces of shapes in place of the nodes
// beside them.
var free = regexp.MustCompile(`<setfrdrawmode\b[^>]*>`)

// particles are those of GenCase's commands. Particles on surfaces are taken as those on nodes, so
// surfaces are within a spacing.
func particles(data []byte, options raster.Options) (raster.Result, error) {
	drawn, err := raster.Particles(data, options)
	if err == nil && slices.Equal(drawn.Unsupported, []string{"setfrdrawmode"}) {
		drawn, err = raster.Particles(free.ReplaceAllFunc(data, func(tag []byte) []byte {
			return bytes.Repeat([]byte(" "), len(tag))
		}), options)
		drawn.Approximate = append(drawn.Approximate, "setfrdrawmode")
	}
	return drawn, err
}

// doubt notes that something could not be compared. It does not change the exit code: what convert
// cannot follow itself it notes as a change of the flow, so these cases are followed by it alone.
func (c *comparison) doubt(format string, args ...any) {
	c.notes = append(c.notes, convert.Note{Rank: convert.Approximated,
		From: convert.Comparison, Text: fmt.Sprintf(format, args...)})
}

func (c *comparison) differs(format string, args ...any) {
	c.differences = append(c.differences, convert.Note{Rank: convert.ChangesFlow,
		From: convert.Comparison, Text: fmt.Sprintf(format, args...)})
}

// height from the lowest to the highest particle of fluid [m].
func (c *comparison) height() float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, f := range c.fluids {
		low, high = min(low, f.Min[2]), max(high, f.Max[2])
	}
	return max(0, high-low)
}

// judge compares all of it.
func (c *comparison) judge(data []byte, p problems.FileProblem) {
	if c.fluids == nil {
		return
	}
	if c.drawn != nil {
		c.judgeParticles()
		c.judgeBetween(data)
		c.noteVolumes()
	} else {
		c.behindPaddles()
	}
	if c.recorded != nil {
		c.judgeRecord()
		c.numbers(p)
	}
}

// judgeRecord compares particles of fluid with those that GenCase recorded. Their extents are those
// of the case, since GenCase records none.
func (c *comparison) judgeRecord() {
	dp := c.res.Case.Spacing
	for i := range c.recorded.Groups {
		g := c.recorded.Groups[i]
		ours, is := c.fluidOf(g.MkOf)
		if g.Kind != raster.Fluid || g.Count == 0 || slices.Contains(c.res.Marks.Zones, g.MkOf) || !is {
			continue // drawn, it is missing there
		}
		g.Min, g.Max = ours.Min, ours.Max
		if c.drawn != nil {
			if drawn := c.drawn.Group(true, g.MkOf); drawn != nil && c.dp < 1.5*dp {
				g.Min, g.Max = drawn.Min, drawn.Max
			}
		}
		if off := math.Abs(float64(ours.Count - g.Count)); off > c.layers(&g, dp) {
			c.differs("the fluid of mkfluid %d has %d particles, but GenCase recorded %d", g.MkOf,
				ours.Count, g.Count)
		}
	}
}

func (c *comparison) judgeParticles() {
	c.differences = nil
	c.judgeFluids()
	c.walls()
	c.periods()
	c.sound()
}

// shifted is by which part of a spacing the nodes lie elsewhere, where faces in the middle between
// two nodes would otherwise be at either.
const shifted = 1e-4

// judgeBetween looks at nodes that are a little closer together, or further apart, where the
// particles differ: a face in the middle between two nodes is at either, and may be at another one
// in figures that should end there together. If there is no difference then, there is none.
func (c *comparison) judgeBetween(data []byte) {
	found, at := c.differences, *c.drawn
	for _, by := range []float64{1 + shifted, 1 - shifted} {
		if len(c.differences) == 0 {
			return
		}
		drawn, err := particles(data, raster.Options{DP: at.DP * by, MaxNodes: nodesMost})
		if err == nil && len(drawn.Unsupported) == 0 {
			c.drawn = &drawn
			c.judgeParticles()
		}
	}
	if len(c.differences) > 0 {
		c.differences, c.drawn = found, &at
	}
}

// axes are those of the flow.
func (c *comparison) axes() []int {
	if c.res.Case.Dimension == 2 {
		return []int{0, 2}
	}
	return []int{0, 1, 2}
}

// fluidOf are our particles of a mkfluid, and whether there is such fluid.
func (c *comparison) fluidOf(mk int) (sum scene.Part, is bool) {
	sum = scene.NewPart("")
	for i := range c.fluids {
		f := &c.fluids[i]
		k := slices.IndexFunc(c.res.Case.Fluids, func(g casefile.Fluid) bool { return g.Name == f.Name })
		if k >= 0 && c.res.Marks.Fluids[k] == mk {
			sum.Add(f)
			is = true
		}
	}
	return sum, is
}

// coarse is how many of our particles GenCase's stand for where it was followed at a coarser
// spacing.
func (c *comparison) coarse() float64 {
	return math.Pow(math.Round(c.dp/c.res.Case.Spacing), float64(len(c.axes())))
}

// judgeFluids compares particles and extents of each mkfluid.
func (c *comparison) judgeFluids() {
	coarse := c.coarse()
	for i := range c.drawn.Groups {
		g := &c.drawn.Groups[i]
		if g.Kind != raster.Fluid || g.Count == 0 || slices.Contains(c.res.Marks.Zones, g.MkOf) {
			continue
		}
		ours, is := c.fluidOf(g.MkOf)
		switch off := math.Abs(float64(ours.Count)/coarse - float64(g.Count)); {
		case !is:
			c.differs("the fluid of mkfluid %d is missing: it has %s there", g.MkOf,
				text.Count(g.Count, "particle"))
		case off > c.layers(g, c.dp):
			c.differs("the fluid of mkfluid %d has %d particles, but GenCase draws %.0f",
				g.MkOf, ours.Count, float64(g.Count)*coarse)
		case !slices.Contains(c.res.Marks.MovedFluids, g.MkOf):
			c.judgeExtents(g, &ours, coarse)
		}
	}
}

// muchVolume is by which part volumes of fluid may differ without a note.
const muchVolume = 0.1

// noteVolumes tells of fluids of few layers, where half a spacing at each face is much.
func (c *comparison) noteVolumes() {
	for i := range c.drawn.Groups {
		g := &c.drawn.Groups[i]
		ours, is := c.fluidOf(g.MkOf)
		if g.Kind != raster.Fluid || g.Count == 0 || !is || len(c.differences) > 0 {
			continue
		}
		more, way := float64(ours.Count)/c.coarse()/float64(g.Count)-1, "more"
		if more < 0 {
			way = "less"
		}
		if math.Abs(more) > muchVolume {
			c.doubt("the fluid of mkfluid %d has %.0f %% %s particles than GenCase makes: faces are half a "+
				"spacing elsewhere, which is much of so few layers; a smaller spacing makes it less",
				g.MkOf, 100*math.Abs(more), way)
		}
	}
}

// judgeExtents compares where a fluid is. Its particles may reach further than slack where they are
// no more than a layer, as at the edge of water on a slope.
func (c *comparison) judgeExtents(g *raster.Group, ours *scene.Part, coarse float64) {
	for _, a := range c.axes() {
		beyond := 0
		for x, n := range ours.Planes[a] {
			if x < g.Min[a]-slack*c.dp || x > g.Max[a]+slack*c.dp {
				beyond += n
			}
		}
		short := max(ours.Min[a]-g.Min[a], g.Max[a]-ours.Max[a])
		if float64(beyond)/coarse > layer(g, a, c.dp) ||
			short > max(slack*c.dp, shortMost*(g.Max[a]-g.Min[a])) {
			c.differs("the fluid of mkfluid %d reaches from %s to %s m along %s, but GenCase's from %s "+
				"to %s m", g.MkOf, text.Number(ours.Min[a]), text.Number(ours.Max[a]), casefile.Axes[a],
				text.Number(g.Min[a]), text.Number(g.Max[a]))
		}
	}
}

// shortMost is by which part of its length a fluid with the right number of particles may be
// shorter.
const shortMost = 0.1

var verbs = map[raster.Kind]string{raster.Moving: "moves", raster.Floating: "floats"}

// numbers compares the speed of sound and the smoothing length with what GenCase recorded.
func (c *comparison) numbers(p problems.FileProblem) {
	if len(c.res.Case.Materials) > 0 {
		return
	}
	outline, err := p.Outline(0)
	if err != nil {
		return // check says it
	}
	c.params = &outline.Params
	ours, k := c.params, &c.recorded.Constants
	c0, within := k.C0(), 0.02
	if height := c.height(); c.res.Rise != nil && height > 0 {
		within = max(within, c.dp/height)
	}
	if c0 > 0 && math.Abs(ours.C0/c0-1) > within {
		c.differs("the speed of sound is %s m/s, but GenCase recorded %s m/s",
			text.Number(ours.C0), text.Number(c0))
	}
	if k.H > 0 && math.Abs(ours.H/k.H-1) > 0.02 {
		c.differs("the smoothing length is %s m, but GenCase recorded %s m",
			text.Number(ours.H), text.Number(k.H))
	}
}
