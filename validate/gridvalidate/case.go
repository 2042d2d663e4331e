// Package gridvalidate has flows on grids that are compared with exact solutions, with the
// literature and with themselves on finer grids: the second kind of case of the command validate.
// It also gives the cases of particles the solution of their flow on a grid.
package gridvalidate

import (
	"fmt"
	"maps"
	"math"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/grid"
	"gpusph/grid/flows"
	"gpusph/grid/gridmeasure"
	"gpusph/validate"
)

// Case is a flow on a grid and what it is compared with.
type Case struct {
	Name    string
	What    string // is compared with what, in a line
	How     string // what the norms mean
	Source  string // of what it is compared with
	Problem string
	Options []string // of the problem, as on a command line
	Why     string   // these are needed; "" without any

	// what is different from the problem's flow; nil is nothing
	Change func(flow *grid.Flow, size Size)

	Levels map[validate.Level]Plan // a level leaves out a case without a plan
	Every  int                     // steps between sums; 0 has them at the beginning and the end
	// what is measured in the flow whenever there are sums; nil is nothing
	Watch func(r *Run, s *gridmeasure.Sampler) float64

	Norms   []Norm
	Figures []Figure
}

// Plan is what a level runs of a case.
type Plan struct {
	End   float64 // simulated time [s]; 0 is the problem's
	Sizes []Size  // from coarse to fine
}

// Size is what runs of a case differ in.
type Size struct {
	Cells   int     // along the longest axis
	Courant float64 // number, where runs differ in that; else 0
}

func (s Size) String() string {
	if s.Courant > 0 {
		return fmt.Sprintf("CFL %g", s.Courant)
	}
	return fmt.Sprintf("%d cells", s.Cells)
}

// Delta is what the order of convergence is in: the Courant number or, in the length of the domain,
// the spacing of cells.
func (s Size) Delta() float64 {
	if s.Courant > 0 {
		return s.Courant
	}
	return 1 / float64(s.Cells)
}

// cells are the sizes of runs on finer and finer grids.
func cells(all ...int) (sizes []Size) {
	for _, n := range all {
		sizes = append(sizes, Size{Cells: n})
	}
	return sizes
}

// Run is what is known of a case at one size.
type Run struct {
	Size
	Flow       *grid.Flow
	Sums       []grid.Sums
	Watched    []float64            // at the times of the sums, where the case watches something
	Divergence float64              // the greatest at the times of the sums, as part of U/Δx
	speed      float64              // U, the greatest velocity, at the sums before [m/s]
	Last       *gridmeasure.Sampler // at the end
	Time       float64              // reached [s]
	Steps      int
	Seconds    float64 // that it took
	Err        error   // why there is nothing to compare
}

// Of is a curve of the sums.
func (r *Run) Of(value func(*grid.Sums) float64) (c validate.Curve) {
	for i := range r.Sums {
		s := &r.Sums[i]
		c.X, c.Y = append(c.X, s.Time), append(c.Y, value(s))
	}
	return c
}

// Watch is the curve of what the case watches.
func (r *Run) Watch() (c validate.Curve) {
	for i := range r.Watched {
		c.X, c.Y = append(c.X, r.Sums[i].Time), append(c.Y, r.Watched[i])
	}
	return c
}

// Profile is a value on the line through the centre that gridmeasure names so: u, w or T.
func (r *Run) Profile(name string) validate.Curve {
	for _, p := range r.Last.Profiles() {
		if p.Name == name {
			return validate.Curve{X: p.At, Y: p.Values}
		}
	}
	return validate.Curve{}
}

// Norm is a number that says how far a flow is from what it is compared with.
type Norm struct {
	Name string
	Unit string // "%" where the number is a part of something; "" is a number

	Of    func(*Run) float64          // of a run, or
	Finer func(r, finer *Run) float64 // of a run and the next finer one
	Cells int                         // coarser grids do not have it
	Exact bool                        // finer sizes should bring it to 0
	Gate  validate.Gate               // in Size.Delta
}

// from is a gate's first grid.
func from(n int, g validate.Gate) validate.Gate {
	size := Size{Cells: n}
	g.DeltaP, g.From = size.Delta(), size.String()
	return g
}

// Figure is curves of a case over each other: one of each run, and what they are compared with.
type Figure struct {
	Name       string // of the files
	What       string // is shown
	X, Y       string // the axes, with units
	Of         func(*Run) validate.Curve
	References func() []validate.Named // nil is none
}

// Drawing is the figure of some runs.
func (f *Figure) Drawing(c *Case, runs []*Run) *validate.Drawing {
	d := &validate.Drawing{Name: validate.FileName(c.Name, f.Name),
		Title: fmt.Sprintf("%s: %s", c.Name, f.What), X: f.X, Y: f.Y}
	for _, r := range runs {
		if r.Err == nil {
			d.Runs = append(d.Runs, validate.Named{Name: r.String(), Curve: f.Of(r)})
		}
	}
	if f.References != nil {
		d.References = f.References()
	}
	return d
}

// Rows are what is found out of a case by its runs, from coarse to fine.
func (c *Case) Rows(runs []*Run) (rows []validate.Row) {
	var ended []*Run
	for _, r := range runs {
		if r.Err == nil {
			ended = append(ended, r)
			continue
		}
		row := c.row(r, "comes to its end")
		row.Verdict = validate.Failed
		rows = append(rows, row)
	}
	for i := range c.Norms {
		rows = append(rows, c.rowsOf(&c.Norms[i], ended)...)
	}
	return rows
}

func (c *Case) row(r *Run, norm string) validate.Row {
	return validate.Row{Case: c.Name, DeltaP: r.Delta(), Size: r.String(), Norm: norm,
		Value: math.NaN(), Order: math.NaN(), Seconds: r.Seconds}
}

func (c *Case) rowsOf(n *Norm, runs []*Run) (rows []validate.Row) {
	for k, r := range runs {
		if r.Cells < n.Cells {
			continue
		}
		row := c.row(r, n.Name)
		row.Unit, row.Gate = n.Unit, n.Gate
		switch {
		case n.Of != nil:
			row.Value = n.Of(r)
		case k+1 < len(runs):
			row.Value = n.Finer(r, runs[k+1])
		default:
			continue // there is none that is finer
		}
		if last := len(rows) - 1; n.Exact && last >= 0 {
			row.Order = validate.Order(rows[last].Value, row.Value, rows[last].DeltaP, row.DeltaP)
		}
		row.Judge()
		rows = append(rows, row)
	}
	return rows
}

// Coarse is the case with no more than the coarsest grids of a level, or with all where most is 0.
func (c *Case) Coarse(level validate.Level, most int) *Case {
	plan := c.Levels[level]
	if most <= 0 || most >= len(plan.Sizes) {
		return c
	}
	other := *c
	plan.Sizes = plan.Sizes[:most]
	other.Levels = maps.Clone(c.Levels)
	other.Levels[level] = plan
	return &other
}

// Find is the case of a name, in capitals or not; nil if there is none.
func Find(name string) *Case {
	for _, c := range Cases {
		if strings.EqualFold(c.Name, name) {
			return c
		}
	}
	return nil
}

// Names are those of all cases.
func Names() (names []string) {
	for _, c := range Cases {
		names = append(names, c.Name)
	}
	return names
}

// flowOf is a problem's flow with some options.
func flowOf(problem string, n int, options []string) (*grid.Flow, error) {
	p := flows.Find(problem)
	if p == nil {
		return nil, fmt.Errorf("there is no flow %q on a grid", problem)
	}
	flags := pflag.NewFlagSet(problem, pflag.ContinueOnError)
	p.Options().Register(flags)
	if err := flags.Parse(append([]string{fmt.Sprintf("--cells=%d", n)}, options...)); err != nil {
		return nil, err
	}
	return p.Flow()
}

// Setup makes the flow at a size.
func (c *Case) Setup(size Size) (*grid.Flow, error) {
	flow, err := flowOf(c.Problem, size.Cells, c.Options)
	if err != nil {
		return nil, err
	}
	if size.Courant > 0 {
		flow.CFL = size.Courant
	}
	if c.Change != nil {
		c.Change(flow, size)
	}
	return flow, nil
}
