package casefile

import (
	"slices"

	"github.com/pelletier/go-toml/v2"

	"gpusph/internal/input"
	"gpusph/internal/text"
)

// Grid has the equations of a flow on a grid.
type Grid struct {
	Equations string  `key:"equations" words:"incompressible atmosphere lattice" help:"incompressible, atmosphere or lattice; default incompressible"`
	Steady    float64 `key:"steady" least:"0" help:"end when no velocity changes in a time unit by more than this part of the greatest; default 0, never"`

	X *GridAxis `key:"x" help:"cells along x; default all alike"`
	Y *GridAxis `key:"y" help:"along y"`
	Z *GridAxis `key:"z" help:"along z"`
}

// GridAxis has the cells along an axis.
type GridAxis struct {
	Cells   int       `key:"cells" least:"2" help:"default by spacing"`
	Ratio   float64   `key:"ratio" least:"1" help:"widest over narrowest; default 1"`
	Towards string    `key:"towards" words:"both min max" help:"narrow at both ends, min or max; default both"`
	Law     string    `key:"law" words:"tanh geometric" help:"tanh or geometric; default tanh"`
	Faces   []float64 `key:"faces" unit:"m" items:"3" help:"ends of all cells, in place of these"`
}

// Axis is the table of an axis; nil where there is none.
func (g *Grid) Axis(a int) *GridAxis {
	if g == nil {
		return nil
	}
	return [3]*GridAxis{g.X, g.Y, g.Z}[a]
}

// Engines are what computes a flow.
var Engines = []string{"particles", "grid"}

// GridEquations are the equations that a grid solves.
var GridEquations = []string{"incompressible", "atmosphere", "lattice"}

// GridLaws and GridTowards are how cells along an axis grow, and from where on, in the order of
// Law and Towards of package grid.
var (
	GridLaws    = []string{"tanh", "geometric"}
	GridTowards = []string{"both", "min", "max"}
)

// OnGrid reports whether the flow is on a grid.
func (c *Case) OnGrid() bool { return c.Engine == "grid" }

// ParticlesOnly refuses a flow on a grid.
func (c *Case) ParticlesOnly() error {
	if !c.OnGrid() {
		return nil
	}
	return c.Errorf("engine", "the case is a flow on a grid; gpusph run, check, bench, scaling, "+
		"sweep, converge and timeline take those, and other commands cases of particles")
}

// IsOnGrid reports whether a file is the case of a flow on a grid. A file that cannot be read is
// none.
func IsOnGrid(file string) bool {
	data, err := input.Read(file, largest)
	var of struct {
		Engine string `toml:"engine"`
	}
	return err == nil && toml.Unmarshal(text.Plain(data), &of) == nil && of.Engine == "grid"
}

// checkEngine refuses engines that there are not, and keys of another one.
func (c *Case) checkEngine() error {
	if c.Engine != "" {
		if err := c.Word("engine", c.Engine, Engines); err != nil {
			return err
		}
	}
	switch g := c.Grid; {
	case g == nil:
	case !c.OnGrid():
		return c.Errorf("grid", `[grid] has no effect on particles; use engine = "grid" at the top of `+
			"the file, or leave it out")
	case g.Equations != "":
		if err := c.Word("grid.equations", g.Equations, GridEquations); err != nil {
			return err
		}
	}
	for a := range 3 {
		of, path := c.Grid.Axis(a), "grid."+"xyz"[a:a+1]
		if of == nil {
			continue
		}
		for _, word := range []struct {
			key, is string
			all     []string
		}{{".law", of.Law, GridLaws}, {".towards", of.Towards, GridTowards}} {
			if word.is != "" {
				if err := c.Word(path+word.key, word.is, word.all); err != nil {
					return err
				}
			}
		}
	}
	if g := c.Grid; g != nil && !(g.Steady >= 0 && g.Steady <= 0.1) {
		return c.Errorf("grid.steady", "grid.steady is %s, but must be from 0 to 0.1; use 1e-6",
			text.Exact(g.Steady))
	}
	return nil
}

// Paths are those of all keys that are given, by their places in the file, and behind them those of
// changes.
func (c *Case) Paths() (all []string) {
	for path := range c.where {
		all = append(all, path)
	}
	slices.SortFunc(all, func(a, b string) int {
		p, q := c.where[a], c.where[b]
		if p.Line != q.Line {
			return p.Line - q.Line
		}
		return p.Column - q.Column
	})
	for _, of := range c.changed {
		all = append(all, of.path)
	}
	return all
}
