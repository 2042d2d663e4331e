package convert

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/cli"
	"gpusph/internal/convert"
	"gpusph/internal/text"
	"gpusph/problems"
	"gpusph/sph"
)

// sitesMost is how many sites the domain of a case may have that is built here. Larger ones take
// a minute and more, and check builds them.
const sitesMost = 1e6

// try reads the case file that was written and makes its particles, as check does. It returns what
// is wrong with it.
func try(file string) []convert.Note {
	wrong := func(format string, args ...any) []convert.Note {
		return []convert.Note{{Rank: convert.ChangesFlow, Text: fmt.Sprintf(format, args...)}}
	}
	c, err := casefile.Read(file)
	if err != nil {
		return wrong("the case file cannot be read: %s", cli.OneLine(err))
	}
	if o := physics(c); o["boundary"] == "mdbc" && o["slip"] == nil {
		o["boundary"] = "dummy" // the same particles, without the search for the nearest surface of each
	}
	p, err := problems.FromCase(c)
	if err != nil {
		return wrong("gpusph check refuses the case: %s", cli.OneLine(err))
	}
	if n := sites(c); n > sitesMost {
		return []convert.Note{{Rank: convert.Information, Text: fmt.Sprintf(
			"the domain has %s sites, so its particles were not tried; gpusph check does", text.Number(n))}}
	}
	flow, err := p.Setup(0)
	if err != nil {
		return wrong("gpusph check refuses the case: %s", cli.OneLine(err))
	}
	if !slices.Contains(flow.Particles.Type, sph.Fluid) {
		return wrong("the case has no fluid, so it cannot run: no particle lies in its fluids")
	}
	return nil
}

// physics are the options of the physics of a case; a map that is not the case's where it has none.
func physics(c *casefile.Case) map[string]any {
	if c.Physics == nil || c.Physics.Options == nil {
		return map[string]any{}
	}
	return c.Physics.Options
}

// sites is how many particles fill the domain.
func sites(c *casefile.Case) float64 {
	n := 1.0
	for i := range 3 {
		if c.Dimension != 2 || i != 1 {
			n *= math.Max(1, (c.Domain.Max[i]-c.Domain.Min[i])/c.Spacing)
		}
	}
	return n
}
