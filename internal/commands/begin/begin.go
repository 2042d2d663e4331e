// Package begin is the command init, which writes a case file to begin with.
package begin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"gpusph/internal/cli"
	"gpusph/internal/option"
	"gpusph/output"
	"gpusph/problems"
)

// options are those of the command init.
type options struct {
	to            string
	force, schema bool
}

// Syntax is what the command init takes.
func Syntax() cli.Syntax { return new(options).syntax() }

func (o *options) syntax() cli.Syntax {
	return cli.Syntax{Command: "init", Own: []cli.Group{{Title: "The file", Options: option.Table{
		option.Text("to", "`file` to be written (default the problem's name and .toml)", &o.to),
		option.Switch("force", "replace that file if it is there", &o.force),
		option.Switch("schema", "print the JSON schema of case files, for editors, in place of a file", &o.schema).NotWith("to", "the schema is printed"),
	}}}, Alone: true, With: []string{"problem", "deltap", "tend", "split-axis", "help"}}
}

// printSchema prints the schema, which is of no problem.
func printSchema(args cli.Line) error {
	if len(args.Words) > 1 {
		return cli.UsageError(errors.New("--schema goes with no other option: it prints the schema of all case files"))
	}
	data, err := cli.Schema()
	if err != nil {
		return err
	}
	_, err = cli.Stdout.Write(data)
	return err
}

// Run is the command init.
func Run(_ context.Context, args cli.Line) error {
	var o options
	if len(args.Words) > 0 && !strings.HasPrefix(args.Words[0], "-") { // gpusph init DamBreak3D
		args.Words = append([]string{"--problem=" + args.Words[0]}, args.Words[1:]...)
	}
	if slices.ContainsFunc(args.Words, func(word string) bool { return strings.TrimLeft(word, "-") == "schema" && word != "schema" }) {
		return printSchema(args)
	}
	c, err := cli.Begin(args, o.syntax())
	if c == nil {
		return err
	}
	flow, err := c.Setup()
	if err != nil {
		return cli.SetupError(err)
	}
	file, physics, err := problems.Export(c.Flow, c.DeltaP)
	if err != nil {
		return cli.UsageError(err)
	}
	file.End, file.SplitAxis = flow.End, flow.Params.SplitAxis.String()
	if o.to == "" {
		o.to = c.Flow.Name() + ".toml"
	}
	if !strings.HasSuffix(o.to, ".toml") {
		return cli.UsageError(fmt.Errorf("--to is %q, but case files end in .toml; %s.toml would do", o.to, c.Flow.Name()))
	}
	if _, err := os.Stat(o.to); !errors.Is(err, os.ErrNotExist) && !o.force {
		return cli.UsageError(fmt.Errorf("%s is there already; --force replaces it, and another --to leaves it alone", o.to))
	}
	if err := output.WriteFile(o.to, func(w io.Writer) error { return file.Write(w, true, physics) }); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cli.Stdout, "%s is written; gpusph check %s looks at it, and gpusph %s runs it\n", o.to, o.to, o.to)
	return err
}
