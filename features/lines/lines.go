// Package lines is mooring lines, ropes and tethers that move: lumped masses, which begin at rest.
// cuda/lines/step.h has the equations.
package lines

import (
	"fmt"
	"io"
	"math"

	"gpusph/features/bodies"
	"gpusph/features/feature"
	"gpusph/problems/reading"
	"gpusph/sph"
)

const Name = "lines" // in cases

// Feature is lines, for the table of features.
var Feature = feature.Feature{
	Flow: &sph.Feature{
		Name: Name, Check: check, Hash: hash, Readings: readings, Table: table,
		Curves: curves, CurveValues: [2]string{"Tension", "N"},
		Quantities: []string{frequency}, SchemeStep: longestStep,
		StepLimit: "the stiffness of lines at bodies",
	},
	Table:   tables,
	Reading: &reading.Feature{Tables: "[[line]]", Filled: filled},
}

// Of is what a case has of lines; nil is none.
func Of(c *sph.Case) *Flow {
	f, _ := c.Part(Name).(*Flow)
	return f
}

// Give gives a case lines, whose bodies it has.
func Give(c *sph.Case, f *Flow) {
	if f == nil || len(f.Lines) == 0 {
		c.Give(Name, nil)
		return
	}
	own := *f
	own.net, _ = netIn(&own, &c.Params) // steps ask for its sizes
	c.Give(Name, &own)
	*c.Params.Number(frequency) = own.frequency(c)
}

// frequency is the quantity of sph.Params that limits steps: the greatest angular frequency of
// bodies by lines that stretch [1/s].
const frequency = "frequency of bodies at lines"

// longestStep is that of bodies at lines [s]: half of the longest that is stable, as of those that
// springs tie.
func longestStep(p *sph.Params, _ sph.Scheme) float64 {
	if w := *p.Number(frequency); w > 0 {
		return 1 / w
	}
	return 0
}

// frequency bounds that of bodies, were the nodes next to them fixed [1/s].
func (f *Flow) frequency(c *sph.Case) (greatest float64) {
	of := make([]float64, len(c.Bodies)) // squares
	for i := range f.Lines {
		l := &f.Lines[i]
		for _, end := range []End{l.From, l.To} {
			if end.Kind != OnBody || bodies.Of(&c.Bodies[end.Body-1]) == nil {
				continue
			}
			b := &c.Bodies[end.Body-1]
			lever, inverse := distance(end.At, b.Pivot()), bodies.Inverse(bodies.PivotInertia(b))
			turns := max(inverse[0][0], inverse[1][1], inverse[2][2])
			of[end.Body-1] += l.Stiffness / l.Step() * (1/bodies.Of(b).Mass + lever*lever*turns)
		}
	}
	for _, w2 := range of {
		greatest = max(greatest, math.Sqrt(w2))
	}
	return greatest
}

// NetOf is the net of a case's lines.
func NetOf(c *sph.Case) (*Net, error) {
	f := Of(c)
	if n := f.net; n != nil && n.of == netOf(&c.Params) {
		return n, nil
	}
	return netIn(f, &c.Params)
}

// netOf are density and gravity of a flow.
func netOf(p *sph.Params) [2]float64 { return [2]float64{p.Rho0, -p.Gravity[2]} }

func netIn(f *Flow, p *sph.Params) (*Net, error) {
	n, err := NewNet(f, p.Rho0, -p.Gravity[2])
	if err == nil {
		n.of = netOf(p)
	}
	return n, err
}

// check returns the first thing about lines that cannot be simulated. Case files are checked with
// the line and column before.
func check(c *sph.Case) error {
	f, g := Of(c), c.Params.Gravity
	if !(g[2] < 0) || g[0] != 0 || g[1] != 0 {
		return fmt.Errorf("problem %s has lines, which hang by a gravity along -z alone", c.Name)
	}
	if f.Water == Particles {
		if err := c.CheckMeasured("lines"); err != nil {
			return err
		}
	}
	for i := range f.Lines {
		for _, end := range []End{f.Lines[i].From, f.Lines[i].To} {
			if end.Kind == OnBody && (end.Body < 1 || end.Body > len(c.Bodies)) {
				return fmt.Errorf("the line %s of problem %s is at body %d, but there are %d; this is a bug",
					f.Lines[i].Name, c.Name, end.Body, len(c.Bodies))
			}
		}
	}
	n, err := NetOf(c)
	if err == nil {
		_, err = n.Rest()
	}
	if at, is := err.(*LineError); is {
		return fmt.Errorf("the line %s of problem %s cannot be at rest: %w", f.Lines[at.Line].Name,
			c.Name, err)
	}
	return err
}

// hash adds what lines are.
func hash(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
	f := Of(c)
	for i := range f.Lines {
		add("the line "+f.Lines[i].Name, func(h io.Writer) { fmt.Fprintf(h, "%+v", f.Lines[i]) })
	}
	add("the bed and the fluid of lines", func(h io.Writer) {
		fmt.Fprintf(h, "%+v", []any{f.Bed, f.Water, f.Level})
	})
}
