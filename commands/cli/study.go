package cli

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/internal/casefile"
	"gpusph/internal/input"
	"gpusph/internal/option"
	"gpusph/output"
	"gpusph/problems"
)

// NotInStudies are the options of run that a command does not take which does several runs: those
// that end a run before its end, or that are about one run.
var NotInStudies = []string{"resume", "allow-changes", "serve", "maxiter", "stop-after",
	"control", "control-lost", "replay"}

// JobsOption is how many runs a command does at a time.
func JobsOption(how string, to *int) option.Option {
	return option.Number("jobs", "`number` of runs at a time, "+how+" (default 1)", 1, MaxDevices,
		"1 runs one after the other", to)
}

// Of is a line with other words and with changes of the case file.
func (a Line) Of(words []string, changes []casefile.Change) Line {
	line := a.of(words...)
	line.changes = changes
	return line
}

// Run does a run with the words behind the command.
func (a Line) Run(ctx context.Context, words []string) error {
	return a.Commands[0].run(ctx, a.of(words...))
}

// RunWords are the options of a run and its flow on the command line, but for some, as its words.
func (c *Config) RunWords(without ...string) (words []string) {
	for _, g := range c.Own {
		for _, o := range g.Options {
			without = append(without, o.Name)
		}
	}
	c.Flags.Visit(func(f *pflag.Flag) {
		if c.Typed(f.Name) && !slices.Contains(without, f.Name) {
			words = append(words, "--"+f.Name+"="+f.Value.String())
		}
	})
	return words
}

// Typed reports whether an option is on the command line, whatever a case file has.
func (c *Config) Typed(name string) bool { return slices.Contains(c.typed, name) }

// OptionOf is the option of the command line that is in place of a key of a case file; "" is none.
func OptionOf(key string) string {
	for option, of := range map[string]string{"deltap": "spacing", "tend": "end",
		"split-axis": "split-axis"} {
		if of == key {
			return option
		}
	}
	table, option, _ := strings.Cut(key, ".")
	if table == "physics" || table == "run" {
		return option
	}
	return ""
}

// notHashed are the options that do not change what a run computes and has in its tables.
var notHashed = append(slices.Clone(ofDevices), "dir", "force", "quiet", "log-level", "case",
	"checkpoint-interval", "checkpoint-every", "stall-timeout", "output-interval", "formats",
	"fields", "region", "walls-once", "pieces", "nosave")

// Hash is that of what a run computes: the case with the files that it names, and the options that
// were given.
func (c *Config) Hash() (string, error) {
	hash := sha256.New()
	fmt.Fprintln(hash, c.Flow.Name())
	if f, ok := c.Flow.(problems.FileProblem); ok {
		taken, err := f.File().Again()
		if err == nil {
			err = taken.Write(hash, false, nil)
		}
		if err != nil {
			return "", err
		}
		for _, name := range f.Files() {
			data, err := input.Read(f.File().Path(name), input.Most)
			if err != nil {
				return "", fmt.Errorf("a file of the case cannot be read: %w", err)
			}
			fmt.Fprintln(hash, name, len(data))
			hash.Write(data)
		}
	}
	c.Flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed && !slices.Contains(notHashed, f.Name) {
			fmt.Fprintln(hash, f.Name, f.Value)
		}
	})
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// WriteCase writes the case file that a flow is of, with its changes, to a path. Files that it
// names are named from there.
func (c *Config) WriteCase(path string) error {
	f, ok := c.Flow.(problems.FileProblem)
	if !ok {
		return fmt.Errorf("%s is not of a case file; gpusph init %[1]s writes one", c.Flow.Name())
	}
	taken, err := f.File().Again()
	if err != nil {
		return err
	}
	names := map[string]string{}
	to, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	for _, name := range f.Files() {
		from, err := filepath.Abs(f.File().Path(name))
		if err != nil {
			return err
		}
		if names[name], err = filepath.Rel(to, from); err != nil {
			names[name] = from
		}
	}
	taken.Rename(names)
	return output.WriteFile(path, func(w io.Writer) error { return taken.Write(w, false, nil) })
}

// CaseName is the path of the case file; "" is none.
func (c *Config) CaseName() string {
	if f, ok := c.Flow.(problems.FileProblem); ok {
		return f.File().File()
	}
	return ""
}

// TooShort is an error about memory that the flow has no room in, on the named devices, or nil.
func (c *Config) TooShort(names []string) error {
	needs, err := c.Memory(names, 1)
	if err != nil {
		return err
	}
	return needs.Short
}

// Forced reports whether files of an earlier run may be replaced.
func (c *Config) Forced() bool { return c.force }

// MeasureFrom is the option for the time from which on tables of runs are measured.
func MeasureFrom(to *float64) option.Option {
	return option.When("from", "simulated `time` from which on it is measured [s] (default the "+
		"beginning)", "without it, all from the beginning on is", to)
}

// MeasureUntil is the option for the time until which they are.
func MeasureUntil(to *float64) option.Option {
	return option.When("until", "simulated `time` until which it is measured [s] (default the end)",
		"without it, all until the end is", to)
}

// SplitList is a list of words with commas between them, of which those in brackets, braces and
// quotes are parts of a word.
func SplitList(list string) (words []string) {
	depth, quote, from := 0, rune(0), 0
	for i, r := range list {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case strings.ContainsRune("[{", r):
			depth++
		case strings.ContainsRune("]}", r):
			depth--
		case r == ',' && depth == 0:
			words, from = append(words, strings.TrimSpace(list[from:i])), i+1
		}
	}
	return append(words, strings.TrimSpace(list[from:]))
}
