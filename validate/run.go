package validate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"gpusph/gpu"
	"gpusph/problems"
	"gpusph/sph"
	"gpusph/sph/engine"
)

// Run is what is known of a case at one spacing.
type Run struct {
	DeltaP  float64 // [m]
	End     float64 // [s]
	Flow    *sph.Case
	Samples []sph.Sample
	Looks   []Look
	Steps   int
	Lost    int       // particles that have left the domain
	Seconds float64   // that it took
	Err     error     // why there is nothing to compare
	Grid    *Solution // of Case.Grid; nil where there is none
}

// Look is what Case.Look has kept of a snapshot.
type Look struct {
	Time   float64
	Values []float64
}

// Place is where runs are computed, and how.
type Place struct {
	Devices []string
	GPU     gpu.Options
	Options func(system *gpu.System, end float64) engine.Options
}

// Setup makes the flow at a spacing.
func (c *Case) Setup(deltaP float64) (*sph.Case, error) {
	p, err := c.problem()
	if err != nil {
		return nil, err
	}
	flow, err := p.Setup(deltaP)
	if err != nil || c.Begin == nil {
		return flow, err
	}
	q := &flow.Particles
	for i, x := range q.Position {
		if q.Type[i] != sph.Fluid {
			continue
		}
		velocity := c.Begin(flow.Params.PointOnMap(x))
		for a := range 3 {
			q.Velocity[i][a] += float32(velocity[a])
		}
	}
	return flow, nil
}

func parse(p problems.Problem, options []string) error {
	flags := pflag.NewFlagSet(p.Name(), pflag.ContinueOnError)
	p.Options().Register(flags)
	return flags.Parse(options)
}

// With is the case with further options of its problem. An error says which the problem does not
// have.
func (c *Case) With(options []string) (*Case, error) {
	other := *c
	other.Options = slices.Concat(c.Options, options)
	p, err := c.bare()
	if err != nil {
		return nil, err
	}
	if err := parse(p, other.Options); err != nil {
		return nil, fmt.Errorf("%s cannot be run with %s: %w", c.Name, strings.Join(options, " "), err)
	}
	return &other, nil
}

// Coarse is the case with at most that number of spacings of a level, the coarsest, or with all
// where it is 0.
func (c *Case) Coarse(level Level, most int) *Case {
	if all := c.Levels[level].Spacings; most > 0 && most < len(all) {
		other := *c
		other.Levels[level].Spacings = all[:most]
		return &other
	}
	return c
}

// Run computes a flow until the end of a plan, and tells which part of it is done. Where the flow
// fails, the run says why. An error is returned where ctx ends it.
func (c *Case) Run(ctx context.Context, deltaP, end float64, on Place, tell func(part float64)) (*Run, error) {
	begun := time.Now()
	r := &Run{DeltaP: deltaP, End: end}
	r.Err = c.compute(ctx, r, on, tell)
	r.Seconds = time.Since(begun).Seconds()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return r, nil
}

// compute fills in a run.
func (c *Case) compute(ctx context.Context, r *Run, on Place, tell func(part float64)) (err error) {
	if r.Flow, err = c.Setup(r.DeltaP); err != nil {
		return err
	}
	system, err := gpu.Open(on.Devices, on.GPU)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, system.Close()) }()
	o := on.Options(system, r.End)
	o.SampleInterval, o.CopyInterval = c.Samples, c.Snapshots
	sim, err := engine.New(r.Flow, o)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, sim.Close()) }()
	if err := c.atOnce(r, sim); err != nil {
		return err
	}
	for done := false; !done; {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, err := sim.Advance(r.Flow.Params.RebuildEvery)
		if err != nil {
			return err
		}
		done, r.Steps, r.Lost = p.Done, p.Step, p.Escaped()
		captures, err := sim.StateCopies(done)
		if err != nil {
			return err
		}
		for _, capture := range captures {
			c.look(r, capture.Snapshot())
		}
		r.Samples = append(r.Samples, sim.Samples()...)
		tell(min(p.Time/r.End, 1))
	}
	return c.atOnce(r, sim)
}

// atOnce measures the flow as it is, at the beginning and at the end.
func (c *Case) atOnce(r *Run, sim *engine.Simulation) error {
	if c.Samples > 0 {
		s, err := sim.Sample()
		if err != nil {
			return err
		}
		r.Samples = append(r.Samples, sim.Samples()...)
		if s.Time < r.End { // else the last of these is of just that time
			r.Samples = append(r.Samples, s)
		}
	}
	if c.Look != nil {
		s, err := sim.Snapshot()
		if err != nil {
			return err
		}
		c.look(r, s)
	}
	return nil
}

// look keeps what the case wants of a snapshot, unless it is of the same time as the one before.
func (c *Case) look(r *Run, s *sph.Snapshot) {
	if n := len(r.Looks); n > 0 && s.Time <= r.Looks[n-1].Time {
		return
	}
	r.Looks = append(r.Looks, Look{s.Time, c.Look(s)})
}

// Of is a curve over time of what is measured in samples.
func (r *Run) Of(value func(*sph.Sample) float64) (v Curve) {
	for i := range r.Samples {
		s := &r.Samples[i]
		if n := len(v.X); n == 0 || s.Time > v.X[n-1] {
			v.X, v.Y = append(v.X, s.Time), append(v.Y, value(s))
		}
	}
	return v
}

// Seen is a curve over time of the k-th of the values that Look has kept.
func (r *Run) Seen(k int) (v Curve) {
	for _, l := range r.Looks {
		v.X, v.Y = append(v.X, l.Time), append(v.Y, l.Values[k])
	}
	return v
}

// fluid calls do for each particle of fluid.
func fluid(s *sph.Snapshot, do func(i int)) {
	for i, t := range s.Type {
		if t == sph.Fluid {
			do(i)
		}
	}
}

// placeOf is where a particle of a snapshot is, in coordinates of the case file [m].
func placeOf(s *sph.Snapshot, i int) (x [3]float64) {
	for a, at := range s.Position[i] {
		x[a] = s.Case.Params.Origin[a] + float64(at)
	}
	return x
}

// String names the run.
func (r *Run) String() string { return fmt.Sprintf("Δp %g m", r.DeltaP) }

// Solution is the flow that a grid gives, which runs are shown and compared with besides the
// literature's: the last of it, or what is over time.
type Solution struct {
	Name    string  // of it in figures
	U, W    Curve   // velocities on the lines through the centre, along z and along x [m/s]
	Nusselt float64 // mean of both walls; NaN without heat
	Mixing  Curve   // height of a mixing layer over time, where Grid.Mixing asks for it
}

// Grid is the flow of which a case wants the solution.
type Grid struct {
	Problem string
	Options []string    // of it
	Cells   [levels]int // along each axis
	Mixing  bool        // it has a mixing layer between two fluids, whose height is wanted
}

// offGrid is by how much a value is off that of the grid, as a part of it; NaN without one.
func offGrid(r *Run, value float64, of func(*Solution) float64) float64 {
	if r.Grid == nil {
		return math.NaN()
	}
	return value/of(r.Grid) - 1
}
