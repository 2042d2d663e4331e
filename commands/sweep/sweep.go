// Package sweep is the command that runs a case with several values of its parameters, and puts
// what it measures beside these.
package sweep

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/jobs"
	"gpusph/internal/option"
	"gpusph/internal/study"
	"gpusph/internal/text"
	"gpusph/problems"
)

// options are those of the command beyond a run's.
type options struct {
	table     string
	vary      []string
	jobs      int
	request   study.Request
	automatic bool // no --measure names any
}

func (o *options) syntax() cli.Syntax {
	return cli.Syntax{Command: "sweep", About: about, Own: []cli.Group{
		{Title: "Parameters and measures", Options: o.rows()}}, Without: cli.NotInStudies}
}

func (o *options) rows() option.Table {
	return option.Table{
		option.Text("table", "`file` of the runs: CSV, with keys of the case file in the first line, or "+
			"TOML, with a table [[run]] for each", &o.table),
		option.List("vary", "`key` and its values, as wall.weir.box.max.z=0.25,0.3,0.35; of several "+
			"keys all combinations are run, and each with every run of the table; may be given several "+
			"times", &o.vary),
		cli.JobsOption("each on its part of the devices, or where there are fewer devices than runs, "+
			"several on each", &o.jobs).
			NotWith("gpus", "--jobs divides the devices among the runs, and --devices lists them"),
		study.MeasureOption(&o.request.Words),
		cli.MeasureFrom(&o.request.From),
		cli.MeasureUntil(&o.request.Until),
	}
}

const about = "Runs a case file with several values of its keys, and makes a page, a table (CSV) " +
	"and a JSON file of what the runs measure.\n" +
	"A key is that of the file after those of the tables above it: spacing, physics.alpha, " +
	"fluid.water.box.max.z, inlet.river.discharge. The same command line continues what was " +
	"interrupted, and does runs that are new in its table."

// Run is the command sweep, and Syntax what it takes.
var Run, Syntax = cli.Reads((*options).syntax, sweepKeys)

func sweepKeys(ctx context.Context, c *cli.Config, o *options) error {
	if err := study.RefuseNamed(c); err != nil {
		return cli.UsageError(err)
	}
	if _, ok := c.Flow.(problems.FileProblem); !ok && c.OnGrid() == nil {
		return cli.UsageError(fmt.Errorf("gpusph sweep changes keys of a case file; gpusph init %s "+
			"writes that of %[1]s", c.Flow.Name()))
	}
	s := &study.Study{Config: c, Dir: c.Dir, GoOn: true,
		Screen: cli.NewScreen(os.Stderr, c.Quiet)}
	if s.Dir == "" {
		s.Dir = filepath.Join("runs", "sweep_"+s.FlowName())
	}
	sw := &sweep{options: *o, Study: s}
	if err := sw.read(); err != nil {
		return cli.UsageError(err)
	}
	if err := s.Check(); err != nil {
		return cli.UsageError(err)
	}
	if err := sw.prepare(ctx); err != nil {
		return err
	}
	if err := s.Open(); err != nil {
		return cli.UsageError(err)
	}
	defer s.Close()
	return sw.run(ctx)
}

// sweep is one on its way.
type sweep struct {
	options
	*study.Study
	keys     []string
	combined []combination // of each run
	measures []study.Measure
}

// read reads the parameters, and divides the devices.
func (s *sweep) read() (err error) {
	s.automatic = len(s.request.Words) == 0
	if s.combined, err = s.combinations(); err != nil {
		return err
	}
	s.keys = keysOf(s.combined)
	for _, key := range s.keys {
		if name := cli.OptionOf(key); s.Typed(name) {
			return fmt.Errorf("--%s is in place of the key %s, which varies; leave it out", name, key)
		}
	}
	if s.jobs <= 1 {
		return nil
	}
	gpus, reason := gpu.GPUs()
	pool, err := s.DevicePool(len(gpus), reason)
	if err != nil {
		return err
	}
	s.Within = jobs.Devices(pool, min(s.jobs, len(s.combined)))
	return nil
}

// prepare makes the runs, and checks that each could begin.
func (s *sweep) prepare(ctx context.Context) error {
	without := []string{"dir", "force", "quiet"}
	names, _, err := s.Devices(nil)
	if err != nil {
		return cli.UsageError(err)
	}
	if s.Within != nil {
		without = append(without, "gpus", "devices")
		names = s.Within[0]
	}
	words := s.RunWords(without...)
	without = append(without, "case")
	own := s.RunWords(without...)
	for i := range s.combined {
		k := &s.combined[i]
		if s.Screen.Columns != nil && !s.Quiet {
			s.Screen.Status(fmt.Sprintf("checking run %d of %d", i+1, len(s.combined)))
		}
		r := &study.Run{Name: k.name, About: k.about(), Words: own}
		if err := s.check(ctx, r, k, words, names); err != nil {
			s.Screen.Clear()
			if errors.Is(err, cli.ErrNothing) {
				return err
			}
			return cli.UsageError(fmt.Errorf("the run with %s: %w", k.about(), err))
		}
		s.Runs = append(s.Runs, r)
	}
	s.Screen.Clear()
	return s.distinct()
}

// check makes the case of a run.
func (s *sweep) check(ctx context.Context, r *study.Run, k *combination, words,
	names []string) error {
	b, err := s.Begin(ctx, s.Line.Of(words, k.changes()), names, &s.request)
	if err != nil {
		return err
	}
	r.Hash, r.Case = b.Hash, b.Case
	if s.Within != nil {
		if r.Needs, err = b.Needs(s.Within[0]); err != nil {
			return err
		}
	}
	for _, m := range b.Measures { // a case may measure more than those before
		if !slices.ContainsFunc(s.measures, m.Same) {
			s.measures = append(s.measures, m)
		}
	}
	return nil
}

// distinct refuses two runs that are the same.
func (s *sweep) distinct() error {
	first := map[string]string{}
	for _, r := range s.Runs {
		if about, twice := first[r.Hash]; twice {
			return cli.UsageError(fmt.Errorf("two runs are the same: that with %s and that with %s; "+
				"leave one out", about, r.About))
		}
		first[r.Hash] = r.About
	}
	return nil
}

// run does the runs, and writes the results of those that are done, however it ends.
func (s *sweep) run(ctx context.Context) error {
	ended := s.Do(ctx)
	if errors.Is(ended, cli.ErrInterrupted) {
		s.Screen.Line(s.HowToGoOn())
	}
	f, err := s.results()
	if err == nil {
		err = f.write(s.Dir)
	}
	if err != nil || ended != nil {
		return errors.Join(ended, err)
	}
	if !s.Quiet {
		err = cli.WriteAll(cli.Stdout, func(b *strings.Builder) {
			f.text(b)
			fmt.Fprintf(b, "\nThe page is %s\n", filepath.Join(s.Dir, pageName))
		})
	}
	return errors.Join(s.failed(), err)
}

// failed is an error about the runs that are not done, or nil.
func (s *sweep) failed() error {
	var why []string
	for _, r := range s.Runs {
		if r.Err != nil {
			why = append(why, fmt.Sprintf("%s: %s", r.Name, cli.OneLine(r.Err)))
		}
	}
	if why == nil {
		return nil
	}
	return fmt.Errorf("%s of %d failed: %s", text.Count(len(why), "run"), len(s.Runs),
		strings.Join(why, "; "))
}
