// Package convert is the command that makes a case file of the input of another program.
package convert

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpusph/commands/cli"
	"gpusph/internal/casefile"
	"gpusph/internal/convert"
	"gpusph/internal/input"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/output"
)

// options are those of the command convert.
type options struct {
	to      string
	force   bool
	compare bool
}

func (o *options) table() option.Table {
	return option.Table{
		option.Text("output", "`file` to be written (default beside the definition, and named after it)",
			&o.to),
		option.Switch("force", "replace that file if it is there", &o.force),
		option.Switch("compare", "list what GenCase makes of the definition beside what the case has",
			&o.compare),
	}
}

const about = `Makes a case file of a definition for DualSPHysics (XML), checks it, and lists what it could not take:
what changes the flow, what is approximated, and what is for information. The exit code is 1 where
the flow is not that of the definition, or cannot run.`

// Run is the command convert, and Syntax what it takes.
var Run, Syntax = cli.ReadsOwn("convert", about, "The case file", (*options).table, convertOne)

func convertOne(_ context.Context, c *cli.Config, o *options) error {
	if c.Flags.NArg() != 1 {
		return cli.UsageError(fmt.Errorf("gpusph convert takes one definition, but there are %d; use "+
			"gpusph convert CaseDambreak_Def.xml", c.Flags.NArg()))
	}
	return o.convert(c.Flags.Arg(0), cli.Stdout)
}

// convert makes a case file of a definition, and says so.
func (o *options) convert(from string, said io.Writer) error {
	base := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(from), filepath.Ext(from)), "_Def")
	to := o.to
	if to == "" {
		to = filepath.Join(filepath.Dir(from), base+".toml")
	}
	if ext := filepath.Ext(to); !strings.EqualFold(ext, ".toml") {
		return cli.UsageError(fmt.Errorf("--output is %q, but case files are TOML; use a name that "+
			"ends in .toml", to))
	}
	if _, err := os.Lstat(to); err == nil && !o.force {
		return cli.UsageError(fmt.Errorf("%s exists already; use --force to replace it, or "+
			"another --output", to))
	}
	if err := output.CheckSave(to); err != nil {
		return cli.UsageError(err)
	}
	data, err := read(from)
	if err != nil {
		return cli.UsageError(err)
	}
	dir, err := between(filepath.Dir(to), filepath.Dir(from))
	if err != nil {
		return err
	}
	name := named(base)
	res, err := convert.DualSPHysics(data,
		convert.Source{Dir: dir, Name: name, Read: func(file string) ([]byte, error) {
			if file = filepath.FromSlash(file); !filepath.IsAbs(file) {
				file = filepath.Join(filepath.Dir(from), file)
			}
			return input.Read(file, tableMost)
		}})
	if err != nil {
		return cli.UsageError(fmt.Errorf("%s, %w", from, err))
	}
	res.Case.Name, res.Case.About = name, "converted from "+filepath.Base(from)
	written, err := o.write(res, to)
	if err != nil {
		return err
	}
	for _, file := range written {
		fmt.Fprintln(said, file)
	}
	notes := append(res.Notes, missing(res.Case, filepath.Dir(to))...)
	var c *comparison // of a case that can be built
	if len(notes) == len(res.Notes) && len(res.Case.Fluids) > 0 && res.Case.End > 0 {
		var more []convert.Note
		if c, more, err = o.tried(data, res, to); err != nil {
			return err
		}
		notes = append(notes, more...)
	}
	if o.compare && c != nil {
		c.tell(said)
	}
	return tell(said, to, convert.Sort(notes))
}

// tried builds the case that was written, gives it the speed of sound that follows from its fluid,
// checks it, and compares it with its definition.
func (o *options) tried(data []byte, res *convert.Result, to string) (*comparison,
	[]convert.Note, error) {
	p, notes := build(to)
	if p == nil {
		return nil, notes, nil
	}
	c := compare(data, res, p)
	if height := c.height(); res.Rise != nil && height > 0 {
		res.Rise(height)
		if err := saveCase(res, to); err != nil {
			return nil, nil, err
		}
		if p, notes = build(to); p == nil {
			return nil, notes, nil
		}
	}
	c.judge(data, p)
	return c, slices.Concat(c.differences, c.notes, try(p, c.err)), nil
}

// tableMost is how long a table of a motion may be.
const tableMost = 256 << 20

// write writes the case file and the tables next to it, and returns their names.
func (o *options) write(res *convert.Result, to string) (written []string, err error) {
	tables := slices.Sorted(maps.Keys(res.Files))
	for _, name := range tables {
		file := filepath.Join(filepath.Dir(to), name)
		if _, err := os.Lstat(file); err == nil && !o.force {
			return nil, cli.UsageError(fmt.Errorf("%s exists already; use --force to replace it, or "+
				"another --output", file))
		}
		if err := output.CheckSave(file); err != nil {
			return nil, cli.UsageError(err)
		}
	}
	written = []string{to}
	for _, name := range tables {
		file := filepath.Join(filepath.Dir(to), name)
		err := output.SaveFile(file, func(w io.Writer) error {
			_, err := w.Write(res.Files[name])
			return err
		})
		if err != nil {
			return nil, err
		}
		written = append(written, file)
	}
	return written, saveCase(res, to)
}

func saveCase(res *convert.Result, to string) error {
	return output.SaveFile(to, func(w io.Writer) error { return res.Case.Write(w, true, nil) })
}

// headings are those of the notes, by rank.
var headings = map[convert.Rank]string{
	convert.ChangesFlow: "Changes the flow", convert.Approximated: "Approximated",
	convert.Information: "For information",
}

// tell lists notes, the most important ones first. It returns an error if the flow that was written
// is not the definition's.
func tell(said io.Writer, to string, notes []convert.Note) error {
	if len(notes) == 0 {
		fmt.Fprintln(said, "all of it was taken")
		return nil
	}
	count := map[convert.Rank]int{}
	for _, n := range notes {
		count[n.Rank]++
	}
	for i, n := range notes {
		if i == 0 || n.Rank != notes[i-1].Rank {
			fmt.Fprintf(said, "\n%s (%d):\n", headings[n.Rank], count[n.Rank])
		}
		fmt.Fprintln(said, " ", n)
	}
	if n := count[convert.ChangesFlow]; n > 0 {
		return fmt.Errorf("%s was written, but its flow is not that of the definition: see the %s above",
			to, text.Count(n, "note"))
	}
	return nil
}

// named is a name that cases can have.
func named(base string) string {
	base = strings.Map(func(c rune) rune {
		if strings.ContainsRune(",;/\\\"", c) || !unicode.IsPrint(c) {
			return '_'
		}
		return c
	}, strings.ToValidUTF8(base, "_"))
	for len(base) > 60 {
		_, size := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-size]
	}
	return base
}

// read reads a definition. They are some kilobytes.
func read(file string) ([]byte, error) {
	const most = 16 << 20
	data, err := input.Read(file, most)
	if err != nil {
		if near := file + "_Def.xml"; errors.Is(err, os.ErrNotExist) && exists(near) {
			return nil, fmt.Errorf("there is no file %s; did you mean %s?", file, near)
		}
		return nil, fmt.Errorf("the definition cannot be read: %w", err)
	}
	return data, nil
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}

// between is the way from one directory to another, empty if they are the same.
func between(from, to string) (string, error) {
	a, err := filepath.Abs(from)
	if err != nil {
		return "", err
	}
	b, err := filepath.Abs(to)
	if err != nil {
		return "", err
	}
	dir, err := filepath.Rel(a, b)
	if dir == "." {
		dir = ""
	}
	return dir, err
}

// missing lists the files that a case names and that are not there.
func missing(c *casefile.Case, dir string) (all []convert.Note) {
	var look func(s casefile.Shape)
	look = func(s casefile.Shape) {
		if s.STL != nil {
			file := filepath.FromSlash(s.STL.File)
			if !filepath.IsAbs(file) {
				file = filepath.Join(dir, file)
			}
			if !exists(file) {
				all = append(all, convert.Note{Rank: convert.ChangesFlow,
					Text: fmt.Sprintf("%s is not there; a run needs it", file)})
			}
		}
		for _, parts := range [][]casefile.Shape{s.Union, s.Difference, s.Intersection} {
			for _, part := range parts {
				look(part)
			}
		}
	}
	for _, w := range c.Walls {
		look(w.Shape)
	}
	for _, f := range c.Fluids {
		look(f.Shape)
	}
	return all
}
