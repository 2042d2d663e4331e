// Package compare is the command that says in what two runs differ.
package compare

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/internal/option"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
)

// options are those of the command compare.
type options struct{ kinds.CompareOptions }

func (o *options) table() option.Table {
	return option.Table{
		option.Text("json", "`file` for the comparison as JSON; /dev/stdout is in place of the text",
			&o.JSON),
		option.Switch("tables-only", "leave snapshots and checkpoints out, which takes less time",
			&o.TablesOnly),
		option.Switch("force", "replace the file whatever it is; an older comparison is replaced anyway",
			&o.Force),
	}
}

const about = `Compares two runs: their options, their results, their tables row by row, and the states in their snapshots and checkpoints.
The exit code is 0 where the flows are the same, number for number, and 3 where they differ. Options, devices and times are told, but do not count.`

// Run is the command compare, and Syntax what it takes.
var Run, Syntax = cli.ReadsOwn("compare", about, "The comparison", (*options).table, compareRuns)

func compareRuns(ctx context.Context, c *cli.Config, o *options) error {
	dirs := c.Flags.Args()
	if len(dirs) != 2 {
		return cli.UsageError(fmt.Errorf("gpusph compare takes two run directories, but there are %d; "+
			"use gpusph compare runs/one runs/two", len(dirs)))
	}
	if filepath.Clean(dirs[0]) == filepath.Clean(dirs[1]) {
		return cli.UsageError(fmt.Errorf("%s is named twice; use two run directories", dirs[0]))
	}
	if err := cli.CheckRemade("json", o.JSON, output.KindComparison, o.Force); err != nil {
		return cli.UsageError(err)
	}
	f, err := kinds.Of(dirs...).Compare(ctx, dirs[0], dirs[1], &o.CompareOptions)
	if err != nil {
		return err
	}
	if err := o.write(f); err != nil {
		return err
	}
	if what := f.Differ(); what != "" {
		return fmt.Errorf("%w: %s", cli.ErrDiffer, what)
	}
	return nil
}

func (o *options) write(f kinds.Comparison) error {
	if err := output.SaveJSON(o.JSON, f.JSON()); err != nil || o.JSON == "/dev/stdout" {
		return err
	}
	var b strings.Builder
	f.Text(&b)
	_, err := io.WriteString(cli.Stdout, text.Printable(b.String()))
	return err
}

// OfParticles compares two runs of particles.
func OfParticles(ctx context.Context, one, other string,
	o *kinds.CompareOptions) (kinds.Comparison, error) {
	var runs [2]*stored.Run
	for i, dir := range []string{one, other} {
		var err error
		if runs[i], err = stored.Read(dir); err != nil {
			return nil, cli.UsageError(err)
		}
	}
	return compare(ctx, runs[0], runs[1], !o.TablesOnly)
}

// compare compares two runs, with the states that they have kept or without.
func compare(ctx context.Context, a, b *stored.Run, states bool) (*File, error) {
	f := &File{Head: FileHead, Origin: cli.Origin(nil), A: a.Dir, B: b.Dir, Same: true}
	f.compareSummaries(a, b)
	f.compareTables(a, b)
	f.comparePeriods(a, b)
	if states {
		if err := f.compareSnapshots(ctx, a, b); err != nil {
			return nil, err
		}
		if err := f.compareCheckpoints(ctx, a, b); err != nil {
			return nil, err
		}
	}
	return f, nil
}
