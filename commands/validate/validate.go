// Package validate is the command that compares flows with exact solutions, experiments and
// themselves, and holds them to gates.
package validate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"gpusph/commands/cli"
	"gpusph/gpu"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/sph/engine"
	"gpusph/validate"
	"gpusph/validate/gridvalidate"
)

// options are those of the command.
type options struct {
	level validate.Level
	with  string
	dir   string
	jobs  int

	spacings int // of each case, the coarsest; 0 for all
}

// Syntax is what the command validate takes.
func Syntax() cli.Syntax { return new(options).syntax() }

func (o *options) syntax() cli.Syntax {
	s := cli.OwnSyntax("validate", about+listCases(), "The comparison", option.Table{
		option.Choice("level", "`how` much is run, and at which spacings: %s", validate.Levels, &o.level),
		option.Number("spacings", "`number` of the spacings of each case, or grids, that are run, the "+
			"coarsest first (default all)", 1, 100, "without it all are run", &o.spacings),
		option.Text("with", "`options` of the problems beside those of the cases, as "+
			"'--boundary=dynamic --alpha=0.02'", &o.with),
		option.Text("dir", "`directory` for the files; what an earlier validate has left there "+
			"is replaced", option.Default(&o.dir, "validate")),
		cli.JobsOption("long ones first: small flows leave most of a GPU idle; each run has one "+
			"device, and the results are the same", &o.jobs),
	})
	s.With = []string{"gpus", "devices", "strict", "quiet"}
	return s
}

const about = `Runs flows at several spacings, compares them with exact solutions, experiments and themselves, and holds them to gates.
Prints a table, and writes it with figures, curves and a page. docs/reference/validation.md says what is compared.

`

// comparison is a validation on its way.
type comparison struct {
	*cli.Config
	options
	cases  []*validate.Case
	grids  []*gridvalidate.Case
	place  validate.Place
	screen *cli.Screen
	result *File
	board  board
}

// Run is the command validate.
func Run(ctx context.Context, args cli.Line) error {
	begun := time.Now()
	v := &comparison{}
	var err error
	if v.Config, err = cli.BeginOwn(args, v.options.syntax()); v.Config == nil {
		return err
	}
	if err := v.find(v.Flags.Args()); err != nil {
		return cli.UsageError(err)
	}
	names, why, err := v.Devices(nil)
	if err != nil {
		return cli.UsageError(err)
	}
	if v.jobs > 1 && v.jobs < len(names) {
		return cli.UsageError(fmt.Errorf("--jobs is %d, but there are %d devices, and each of several "+
			"runs at a time has one; use --jobs %[2]d or more, or name %[1]d devices in --devices", v.jobs,
			len(names)))
	}
	v.place = v.places(names)
	v.Dir = v.dir
	if err := v.TakeOver("validate", isOurs); err != nil {
		return cli.UsageError(err)
	}
	if err := v.CheckDir(); err != nil {
		return cli.UsageError(err)
	}
	v.screen = cli.NewScreen(os.Stderr, v.Quiet)
	if why != "" {
		v.screen.Line(why)
	}
	dir, err := v.OpenDir("validate", begun)
	if err != nil {
		return err
	}
	defer dir.Close()
	return v.run(ctx, dir.Path)
}

// places is where runs are computed, and how. All jobs share the host's cores.
func (v *comparison) places(devices []string) validate.Place {
	o := v.GPUOptions()
	o.Strict = o.Strict || gpu.Mixed(devices)
	o.Cores = gpu.AllCores()
	return validate.Place{Devices: devices, GPU: o,
		Options: func(system *gpu.System, end float64) engine.Options {
			options := v.Simulation(system, v.Policy(), end)
			options.Beside = max(v.jobs, 1) - 1
			return options
		}}
}

// find finds the cases of some names, of both kinds; without names all. Options given by --with are
// those of particles, so that all cases are of these then.
func (v *comparison) find(names []string) (err error) {
	var particles []string
	for _, name := range names {
		if c := gridvalidate.Find(name); c != nil {
			v.grids = append(v.grids, c)
		} else {
			particles = append(particles, name)
		}
	}
	with := strings.Fields(v.with)
	if len(with) > 0 && len(v.grids) > 0 {
		return fmt.Errorf("--with has options of particles, and %s is computed on a grid; leave out "+
			"one of both", v.grids[0].Name)
	}
	if len(names) == 0 && len(with) == 0 {
		v.grids = gridvalidate.Cases
	}
	v.grids = slices.Clone(v.grids)
	for i, c := range v.grids {
		v.grids[i] = c.Coarse(v.level, v.spacings)
	}
	if len(names) > 0 && len(particles) == 0 {
		return v.checkLevel(names)
	}
	if v.cases, err = validate.Find(particles, gridvalidate.Names()); err != nil {
		return err
	}
	v.cases = slices.Clone(v.cases)
	if len(names) == 0 {
		v.cases = slices.DeleteFunc(v.cases, func(c *validate.Case) bool { return c.Missing() != nil })
	}
	for i, c := range v.cases {
		if v.cases[i], err = c.With(with); err != nil {
			return err
		}
		v.cases[i] = v.cases[i].Coarse(v.level, v.spacings)
	}
	return v.checkLevel(names)
}

// checkLevel refuses cases that are named and have no run at the level, of which nothing would be
// said.
func (v *comparison) checkLevel(names []string) error {
	if len(names) == 0 {
		return nil
	}
	runs := map[string][]string{} // levels that have some
	for level, word := range validate.Levels {
		for _, c := range v.cases {
			if len(c.Levels[level].Spacings) > 0 {
				runs[c.Name] = append(runs[c.Name], word)
			}
		}
		for _, c := range v.grids {
			if len(c.Levels[validate.Level(level)].Sizes) > 0 {
				runs[c.Name] = append(runs[c.Name], word)
			}
		}
	}
	level := validate.Levels[v.level]
	for _, name := range slices.Sorted(maps.Keys(runs)) {
		if has := runs[name]; !slices.Contains(has, level) {
			return fmt.Errorf("%s has no run at --level %s; use --level %s, or leave the case out", name,
				level, text.Or(has))
		}
	}
	return nil
}

// isOurs reports whether a file of a directory is one that this command writes, the list of
// them, or the lock that a killed process has left.
func isOurs(name string) bool {
	return strings.HasPrefix(name, "validate") || name == "files.txt" || name == "run.lock"
}

// run compares, and writes what there is then, however it ends.
func (v *comparison) run(ctx context.Context, dir string) error {
	v.result = newFile(v.level, v.place.Devices)
	ended := v.compareAll(ctx)
	if v.result.empty() {
		return ended
	}
	if err := v.result.write(dir); err != nil {
		return errors.Join(ended, err)
	}
	if !v.Quiet {
		fmt.Fprintf(cli.Stdout, "%sThe page is %s\n", v.result.table(), filepath.Join(dir, pageName))
	}
	if ended == nil {
		ended = v.result.verdict()
	}
	return ended
}

// listCases are the cases for help.
func listCases() string {
	rows := [][]string{{"Case", ""}}
	for _, c := range validate.Cases {
		rows = append(rows, []string{c.Name, c.What})
	}
	for _, c := range gridvalidate.Cases {
		rows = append(rows, []string{c.Name, c.What})
	}
	var b strings.Builder
	text.Align(&b, rows, 2)
	return b.String()
}
