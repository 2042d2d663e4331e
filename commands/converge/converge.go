// Package converge is the command that runs a case at three spacings, and finds the order of
// convergence and the grid convergence index of what it measures.
package converge

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gpusph/commands/cli"
	"gpusph/internal/converge"
	"gpusph/internal/option"
	"gpusph/internal/stored"
	"gpusph/internal/study"
	"gpusph/internal/text"
)

// options are those of the command beyond a run's.
type options struct {
	ratio     float64
	spacings  string
	wanted    string  // of --error
	limit     float64 // that is a part of one; 0 is none
	request   study.Request
	deltaP    [3]float64 // [m], the finest first
	automatic bool       // no --measure names any
}

func (o *options) syntax() cli.Syntax {
	return cli.Syntax{Command: "converge", About: about, Own: []cli.Group{
		{Title: "Spacings and measures", Options: o.table()}},
		Without: cli.NotInStudies}
}

func (o *options) table() option.Table {
	return option.Table{
		option.Number("ratio", "ratio of a spacing to the next finer one (default √2); the finest is "+
			"--deltap, or the case's", 1.05, 10, "2 makes each run 8 times cheaper in two dimensions, "+
			"√2 some 3 times", &o.ratio),
		option.Text("spacings", "`list` of the three spacings instead, as 0.02,0.014,0.01 [m]",
			&o.spacings).NotWith("ratio", "the list has all spacings").
			NotWith("deltap", "the list has all spacings"),
		study.MeasureOption(&o.request.Words),
		cli.MeasureFrom(&o.request.From),
		cli.MeasureUntil(&o.request.Until),
		option.Text("error", "`part` as 2% or 0.02: print the spacing at which the uncertainty of "+
			"each measure is that, and what a run takes there", &o.wanted),
	}
}

const about = "Runs a case at three spacings, the coarsest first, and prints for each measure " +
	"the observed order of convergence, the value extrapolated to the spacing 0 and the grid " +
	"convergence index (Celik et al., J. Fluids Eng. 130, 078001, 2008).\n" +
	"The runs are in one directory, with a page, a table and a JSON file. The same command line " +
	"continues what was interrupted."

// Run is the command converge, and Syntax what it takes.
var Run, Syntax = cli.Reads((*options).syntax, atSpacings)

func atSpacings(ctx context.Context, c *cli.Config, o *options) error {
	if err := o.read(c); err != nil {
		return cli.UsageError(err)
	}
	names, _, err := c.Devices(nil)
	if err != nil {
		return cli.UsageError(err)
	}
	s := &study.Study{Config: c, Dir: c.Dir, Screen: cli.NewScreen(os.Stderr, c.Quiet)}
	if s.Dir == "" {
		s.Dir = filepath.Join("runs", "converge_"+s.FlowName())
	}
	if err := s.Check(); err != nil {
		return cli.UsageError(err)
	}
	measures, err := o.prepare(ctx, s, names)
	if err != nil {
		return err
	}
	if err := s.Open(); err != nil {
		return cli.UsageError(err)
	}
	defer s.Close()
	return o.run(ctx, s, names, measures)
}

// read reads the options that are words, and checks them.
func (o *options) read(c *cli.Config) (err error) {
	if o.limit, err = parsePart(o.wanted); err != nil {
		return err
	}
	if o.limit > 0 && c.OnGrid() != nil {
		return errors.New("--error estimates runs of particles only; leave it out")
	}
	if err := study.RefuseNamed(c); err != nil {
		return err
	}
	o.automatic = len(o.request.Words) == 0
	o.deltaP, err = o.three(c)
	return err
}

// prepare makes the runs, and checks that each could begin.
func (o *options) prepare(ctx context.Context, s *study.Study,
	names []string) (measures []study.Measure, err error) {
	words := s.RunWords("deltap", "dir", "force", "quiet")
	for k := 2; k >= 0; k-- { // the coarsest first
		spacing := text.Short(o.deltaP[k])
		r := &study.Run{Name: "dp" + spacing, About: "deltap " + spacing + " m",
			Words: append(words[:len(words):len(words)], "--deltap="+spacing)}
		b, err := s.Begin(ctx, s.Line.Of(r.Words, nil), names, &o.request)
		if err != nil {
			return nil, cli.UsageError(fmt.Errorf("at %s m: %w", spacing, err))
		}
		r.Hash, measures = b.Hash, b.Measures
		s.Runs = append(s.Runs, r)
	}
	return measures, nil
}

// run does the runs, and writes the results.
func (o *options) run(ctx context.Context, s *study.Study, names []string,
	measures []study.Measure) error {
	err := s.Do(ctx)
	if errors.Is(err, cli.ErrInterrupted) {
		s.Screen.Line(s.HowToGoOn())
	}
	if err != nil {
		return err
	}
	for _, r := range s.Runs {
		if r.Err != nil {
			return fmt.Errorf("no order can be found: %s (%s) failed: %w", s.DirOf(r), r.About, r.Err)
		}
	}
	f, err := o.analyse(s, s.DoneRuns(), measures)
	if err != nil {
		return err
	}
	if o.limit > 0 {
		f.price(s.Config, s.DoneRuns(), names, o.limit)
	}
	if err := f.write(s.Dir); err != nil {
		return err
	}
	if s.Quiet {
		return nil
	}
	return cli.WriteAll(cli.Stdout, func(b *strings.Builder) {
		f.text(b)
		fmt.Fprintf(b, "\nThe page is %s\n", filepath.Join(s.Dir, pageName))
	})
}

// analyse finds order, extrapolated value and index of each measure of runs, the coarsest first.
func (o *options) analyse(s *study.Study, runs []*stored.Run,
	measures []study.Measure) (*File, error) {
	f := newFile(s, runs)
	tables := study.NewTables(runs)
	values, units, err := tables.Values(measures)
	if err != nil {
		return nil, err
	}
	var kept []study.Measure
	for i := range measures {
		t := converge.Triple{}
		for k := range 3 {
			t.Spacings[k] = runs[2-k].Parameters.DeltaP
			t.Values[k] = values[i][2-k]
		}
		m := newRow(&measures[i], units[i], &t)
		if o.automatic && m.empty() {
			continue
		}
		f.Measures, kept = append(f.Measures, m), append(kept, measures[i])
	}
	if len(f.Measures) == 0 {
		return nil, fmt.Errorf("nothing that the runs in %s measure changes with the spacing; "+
			"--measure names something else, as %s", s.Dir, study.Example)
	}
	f.series, err = tables.Series(kept, f.labels(), finer)
	return f, err
}
