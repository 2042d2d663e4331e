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

	"github.com/spf13/pflag"

	"gpusph/cases"
	"gpusph/internal/cli"
	"gpusph/internal/option"
	"gpusph/internal/text"
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
	about := "Without a name, case.toml is a small tank of water with comments about what else " +
		"there may be. Examples are " + text.And(cases.Names()) + "; any other NAME is a problem: " +
		"the file that defines it, or one with all options of the physics. A file that is there is " +
		"left alone. " +
		"gpusph help case lists the keys of case files."
	return cli.Syntax{Command: "init", About: about,
		Own: []cli.Group{{Title: "The file", Options: option.Table{
			option.Text("to", "`file` to be written (default case.toml, or the name and .toml)", &o.to),
			option.Switch("force", "replace that file if it is there", &o.force),
			option.Switch("schema", "print the JSON schema of case files, for editors, in place of a file",
				&o.schema).NotWith("to", "the schema is printed"),
		}}}, Alone: true, With: []string{"problem", "deltap", "tend", "split-axis", "help"}}
}

// printSchema prints the schema, which is of no problem.
func printSchema(args cli.Line) error {
	if len(args.Words) > 1 {
		return cli.UsageError(errors.New("--schema goes with no other option: it prints the schema of " +
			"all case files"))
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
	name, named := "", false
	if len(args.Words) > 0 && !strings.HasPrefix(args.Words[0], "-") { // gpusph init DamBreak3D
		name, named = args.Words[0], true
	}
	if slices.ContainsFunc(args.Words,
		func(word string) bool { return strings.TrimLeft(word, "-") == "schema" && word != "schema" }) {
		return printSchema(args)
	}
	if data, ok := cases.Text(name); ok && named {
		return o.example(data, strings.ToLower(name)+".toml", args, args.Words[1:])
	}
	if !named && !asksForProblem(args.Words) {
		data, _ := cases.Text(cases.Blank)
		return o.example(data, "case.toml", args, args.Words)
	}
	if named && strings.HasSuffix(name, ".toml") {
		return cli.UsageError(fmt.Errorf("gpusph init takes a problem or an example, "+
			"but there is %s; gpusph init --to %s writes a blank case there", name, name))
	}
	if named {
		if err := cli.NotParticles(name, "init"); err != nil {
			return cli.UsageError(err)
		}
		if _, err := problems.Find(name); err != nil {
			return cli.UsageError(unknownName(name))
		}
		args.Words = append([]string{"--problem=" + name}, args.Words[1:]...)
	}
	return o.export(args)
}

// asksForProblem reports whether words have the option --problem, or ask for help, which has that
// of problems.
func asksForProblem(words []string) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		head, _, _ := strings.Cut(word, "=")
		name, option := strings.CutPrefix(head, "-")
		return option && slices.Contains([]string{"problem", "help", "h"}, strings.TrimPrefix(name, "-"))
	})
}

// unknownName is an error about a name that neither an example nor a problem has.
func unknownName(name string) error {
	all := append(cases.Names(), cli.ProblemNames()...)
	if near := text.Meant(name, all); near != "" {
		return fmt.Errorf("there is no example or problem %q%s", name, near)
	}
	return fmt.Errorf("there is no example or problem %q; there are %s", name, text.And(all))
}

// example writes a case file of the package cases. words are options.
func (o *options) example(data []byte, usual string, args cli.Line, words []string) error {
	s := o.syntax()
	s.With = []string{"help"}
	c, err := cli.BeginOwn(cli.Line{Words: words, Commands: args.Commands}, s)
	if c == nil {
		return err
	}
	if c.Flags.NArg() > 0 {
		return cli.UsageError(fmt.Errorf("gpusph init takes one name, but there is %q, too",
			c.Flags.Arg(0)))
	}
	return o.write(usual, func(w io.Writer) error { _, err := w.Write(data); return err })
}

// export writes a problem as a case file.
func (o *options) export(args cli.Line) error {
	c, err := cli.Begin(args, o.syntax())
	if c == nil {
		return err
	}
	if text, ok := problems.Text(c.Flow); ok && !o.changed(c) {
		return o.write(c.Flow.Name()+".toml", func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
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
	return o.write(c.Flow.Name()+".toml",
		func(w io.Writer) error { return file.Write(w, true, physics) })
}

// changed reports whether the command line has options that change the problem.
func (o *options) changed(c *cli.Config) (changed bool) {
	of := []string{"problem"}
	for _, option := range o.syntax().Own[0].Options {
		of = append(of, option.Name)
	}
	c.Flags.Visit(func(f *pflag.Flag) { changed = changed || !slices.Contains(of, f.Name) })
	return changed
}

// write writes the file that --to names, or else the usual one.
func (o *options) write(usual string, write func(io.Writer) error) error {
	if o.to == "" {
		o.to = usual
	}
	if !strings.HasSuffix(o.to, ".toml") {
		return cli.UsageError(fmt.Errorf("--to is %q, but case files end in .toml; --to %s", o.to, usual))
	}
	if _, err := os.Lstat(o.to); !errors.Is(err, os.ErrNotExist) && !o.force {
		return cli.UsageError(fmt.Errorf("%s is there already; --to and another name leaves it "+
			"alone, and --force replaces it", o.to))
	}
	if err := output.WriteFile(o.to, write); err != nil {
		return err
	}
	_, err := fmt.Fprintf(cli.Stdout, "%s is written; gpusph check %s looks at it, "+
		"and gpusph %s runs it\n", o.to, o.to, o.to)
	return err
}
