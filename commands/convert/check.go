package convert

import (
	"fmt"
	"math"

	"gpusph/commands/cli"
	"gpusph/features/flexible"
	"gpusph/internal/casefile"
	"gpusph/internal/convert"
	"gpusph/internal/text"
	"gpusph/problems"
)

// effortMost is up to which effort all particles of a case are made here, which is the number of
// sites of its domain, times its solids over partsFew where there are more. To find the nearest
// surface takes as long. Of larger cases fluid is counted alone, and check makes the rest.
const (
	effortMost  = 3e6
	partsFew    = 8
	partsOfMesh = 24
)

// wrong is a note about a case that does not run, or whose flow is another one.
func wrong(format string, args ...any) []convert.Note {
	return []convert.Note{{Rank: convert.ChangesFlow, From: convert.TheCheck,
		Text: fmt.Sprintf(format, args...)}}
}

// build reads the case file that was written, as a run does.
func build(file string) (problems.FileProblem, []convert.Note) {
	c, err := casefile.Read(file)
	if err != nil {
		return nil, wrong("the case file cannot be read: %s", cli.OneLine(err))
	}
	bends := len(flexible.Tables(c)) > 0 // which dummy walls do not
	if o := physics(c); o["boundary"] == "mdbc" && o["slip"] == nil && !bends {
		o["boundary"] = "dummy" // the same particles, without the search for the nearest surface of each
	}
	p, err := problems.Look(c)
	if err != nil {
		return nil, wrong("gpusph check refuses the case: %s", cli.OneLine(err))
	}
	return p, nil
}

// try makes the particles of a case whose fluid could be counted, as check does. It returns what is
// wrong with it.
func try(p problems.FileProblem, counted error) []convert.Note {
	c := p.File()
	solids := 0
	for i := range c.Walls {
		solids += parts(&c.Walls[i].Shape)
	}
	for i := range c.Bodies {
		solids += parts(&c.Bodies[i].Shape)
	}
	err := counted
	var notes []convert.Note
	if more := max(1, float64(solids)/partsFew); sites(c)*more <= effortMost {
		if err == nil {
			_, err = p.Setup(0)
		}
	} else {
		notes = []convert.Note{{Rank: convert.Information, Text: fmt.Sprintf("the domain has %s sites, "+
			"so only the particles of its fluid were tried; gpusph check tries those of walls, too",
			text.Number(sites(c)))}}
		if err == nil {
			err = p.Thick(0)
		}
	}
	if err != nil {
		return wrong("gpusph check refuses the case: %s", cli.OneLine(err))
	}
	return notes
}

// parts is how many simple shapes make a shape. A mesh takes as long as partsOfMesh.
func parts(s *casefile.Shape) (n int) {
	if s.STL != nil {
		return partsOfMesh
	}
	for _, all := range [][]casefile.Shape{s.Union, s.Difference, s.Intersection} {
		for i := range all {
			n += parts(&all[i])
		}
	}
	return max(n, 1)
}

// physics are the options of the physics of a case; a map that is not the case's where it has none.
func physics(c *casefile.Case) map[string]any {
	if c.Physics == nil || c.Physics.Options == nil {
		return map[string]any{}
	}
	return c.Physics.Options
}

// sites is how many particles fill the domain at the spacing of the case.
func sites(c *casefile.Case) float64 {
	n := 1.0
	for i := range 3 {
		if c.Dimension != 2 || i != 1 {
			n *= math.Max(1, (c.Domain.Max[i]-c.Domain.Min[i])/c.Spacing)
		}
	}
	return n
}
