// Package begin is the command init, which writes a case file to begin with.
package begin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/cases"
	"gpusph/commands/cli"
	"gpusph/internal/input"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/problems"
)

// options are those of the command init.
type options struct {
	to, from      string
	force, schema bool
}

// Syntax is what the command init takes.
func Syntax() cli.Syntax { return new(options).syntax() }

func (o *options) syntax() cli.Syntax {
	about := "Without a name, case.toml is a small tank of water with comments about what else " +
		"there may be. With a NAME it is a case of the gallery, which gpusph gallery lists, with the " +
		"meshes and tables that it names; any other NAME is a problem: " +
		"the file that defines it, or one with all options of the physics. A file that is there is " +
		"left alone. " +
		"gpusph help case lists the keys of case files."
	return cli.Syntax{Command: "init", About: about,
		Own: []cli.Group{{Title: "The file", Options: option.Table{
			option.Text("to", "`file` to be written (default case.toml, or the name and .toml)", &o.to),
			option.Text("from", "`name` of a case of the gallery or of a problem, as NAME; a word after it "+
				"that ends in .toml is the file to be written", &o.from),
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
	if !named {
		words, err := withFrom(args.Words)
		if err != nil {
			return cli.UsageError(err)
		}
		if named = len(words) > 0 && !strings.HasPrefix(words[0], "-"); named {
			args.Words, name = words, words[0]
		}
	}
	if _, ok := cases.Text(name); ok && named {
		return o.example(name, strings.ToLower(name)+".toml", args, args.Words[1:])
	}
	if !named && !asksForProblem(args.Words) {
		return o.example(cases.Blank, "case.toml", args, args.Words)
	}
	if named && strings.HasSuffix(name, ".toml") {
		return cli.UsageError(fmt.Errorf("gpusph init takes a problem or a case of the gallery, "+
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

// withFrom has the name after --from as the first word, and a word that ends in .toml as --to.
// Words without --from are left as they are.
func withFrom(words []string) ([]string, error) {
	var name string
	var rest []string
	for i := 0; i < len(words); i++ {
		head, value, given := strings.Cut(words[i], "=")
		switch {
		case head != "-from" && head != "--from":
			rest = append(rest, words[i])
			continue
		case !given && i+1 < len(words):
			i++
			value = words[i]
		}
		if name = value; name == "" || strings.HasPrefix(name, "-") {
			return nil, errors.New("--from is without a name; gpusph gallery lists the cases")
		}
	}
	if name == "" {
		return words, nil
	}
	for i, word := range rest {
		before := i > 0 && slices.Contains([]string{"-to", "--to"}, rest[i-1])
		if !before && strings.HasSuffix(word, ".toml") && !strings.HasPrefix(word, "-") {
			rest[i] = "--to=" + word
		}
	}
	return append([]string{name}, rest...), nil
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

// unknownName is an error about a name that neither a case nor a problem has.
func unknownName(name string) error {
	all := append(cases.Names(), cli.ProblemNames()...)
	if near := text.Meant(name, all); near != "" {
		return fmt.Errorf("there is no case or problem %q%s", name, near)
	}
	return fmt.Errorf("there is no case or problem %q; gpusph gallery lists the cases, "+
		"and gpusph problems the problems", name)
}

// example writes a case of the package cases with the files that it names. words are options.
func (o *options) example(name, usual string, args cli.Line, words []string) error {
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
	all, err := cases.Read(name)
	if err != nil {
		return err
	}
	further, err := o.further(all[1:])
	if err != nil {
		return err
	}
	err = o.write(usual, func(w io.Writer) error { _, err := w.Write(all[0].Data); return err })
	if err != nil {
		return err
	}
	for _, f := range further {
		if err := output.SaveFile(f.Name, func(w io.Writer) error {
			_, err := w.Write(f.Data)
			return err
		}); err != nil {
			return err
		}
		fmt.Fprintf(cli.Stdout, "%s, which it names, is written beside it\n", f.Name)
	}
	return nil
}

// further are the files that a case file names, in its directory. A file that is there with the
// same contents is left out, and one with others is an error.
func (o *options) further(all []cases.File) (missing []cases.File, err error) {
	for _, f := range all {
		f.Name = filepath.Join(filepath.Dir(o.to), f.Name)
		data, err := input.Read(f.Name, int64(len(f.Data)))
		switch {
		case err == nil && bytes.Equal(data, f.Data):
			continue
		case !errors.Is(err, os.ErrNotExist) && !o.force:
			return nil, cli.UsageError(fmt.Errorf("%s, which the case names, is there already and is "+
				"another file; --to and a name in another directory leaves it alone, and --force replaces "+
				"it", f.Name))
		}
		if err := output.CheckSave(f.Name); err != nil {
			return nil, cli.UsageError(err)
		}
		missing = append(missing, f)
	}
	return missing, nil
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
	if err := output.CheckSave(o.to); err != nil {
		return cli.UsageError(err)
	}
	if err := output.SaveFile(o.to, write); err != nil {
		return err
	}
	_, err := fmt.Fprintf(cli.Stdout, "%s is written; gpusph check %s looks at it, "+
		"and gpusph %s runs it\n", o.to, o.to, o.to)
	return err
}
