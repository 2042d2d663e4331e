package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/internal/casefile"
	"gpusph/internal/input"
	"gpusph/internal/option"
	"gpusph/internal/unsupported"
	"gpusph/output"
	"gpusph/problems"
	"gpusph/sph"
)

// CaseFile is the name of the case file in a run directory.
const CaseFile = "case.toml"

// notInCase are the options of run that a case file does not have, since they say what to run, or
// where, or it has keys for them.
var notInCase = []string{"problem", "case", "deltap", "tend", "split-axis", "dir", "force",
	"resume", "allow-changes", "serve", "control", "control-lost", "replay", "help", "version"}

// instead is what to do where [run] has an option of the command line only.
func instead(key string) string {
	if other, ok := map[string]string{"deltap": "spacing", "tend": "end",
		"split-axis": "split-axis"}[key]; ok {
		return "the key " + other + ", above all tables, says so"
	}
	return "it is an option of the command line only"
}

// namesOfRun are the keys of [run].
func namesOfRun() (names []string) {
	flagsOf(options((&Config{Syntax: RunSyntax()}).groups())).VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(notInCase, f.Name) {
			names = append(names, f.Name)
		}
	})
	return names
}

// ofRun is an error about a case file that knows the keys of [physics] and [run].
func ofRun(err error) error {
	var unknown *casefile.UnknownKey
	if !errors.As(err, &unknown) {
		return err
	}
	tables := []struct {
		name string
		keys []string
	}{{"run", namesOfRun()}, {"physics", namesOfPhysics()}}
	for _, t := range tables {
		if t.name != unknown.Table && slices.Contains(t.keys, unknown.Key) {
			unknown.Belongs(t.name)
			return err
		}
	}
	if unknown.Known && strings.Contains(unknown.At.Text, "did you mean") {
		return err // a key of the same table
	}
	name, _ := unsupported.NameOf(unknown.Key)
	for _, t := range tables {
		for _, is := range name.Is {
			switch {
			case t.name == unknown.Table || !slices.Contains(t.keys, is):
				continue
			case name.How == "":
				unknown.Called(is, t.name)
			default:
				unknown.At.Text += ", in [" + t.name + "]"
			}
			return err
		}
	}
	return err
}

// namesOfPhysics are the options that [physics] may have.
func namesOfPhysics() (names []string) {
	for _, row := range problems.CaseOptions() {
		names = append(names, row.Name)
	}
	return names
}

// withRun are words behind those of [run] in a case file that the command takes. Those that it has
// no use for are left out.
func (c *Config) withRun(f problems.FileProblem, words []string,
	everything *pflag.FlagSet) ([]string, error) {
	file := f.File()
	if file.Run == nil {
		return words, nil
	}
	run := &Config{Syntax: RunSyntax()}
	run.rows = options(run.groups())
	run.Flags = flagsOf(run.rows)
	names, replaced := namesOfRun(), replacedBy(everything)
	var own []string
	for _, key := range slices.Sorted(maps.Keys(file.Run.Options)) {
		path := "run." + key
		if !slices.Contains(names, key) {
			if slices.Contains(notInCase, key) {
				return nil, file.Errorf(path, "there is no key %s of run; %s", key, instead(key))
			}
			return nil, file.Unknown("run", key, names)
		}
		row := run.rows[slices.IndexFunc(run.rows, func(o option.Option) bool { return o.Name == key })]
		if err := row.Take(file.Run.Options[key]); err != nil {
			return nil, atKey(file, err, names)
		}
		row.Changed = true
		if lookup(c.Flags, key) != nil && !slices.Contains(replaced, key) {
			own = append(own, "--"+key+"="+row.Value.String())
		}
	}
	if err := run.checkFile(); err != nil {
		return nil, atKey(file, err, names)
	}
	return append(own, words...), nil
}

// checkFile refuses what a case file says that no command line would mend.
func (c *Config) checkFile() error {
	if err := c.rows.Check(c.Flags); err != nil {
		return err
	}
	for _, row := range c.rows {
		for _, p := range row.Not {
			if c.Given(row.Name) && c.Given(p.Other) {
				return fmt.Errorf("--%s and %s do not go together: %s; use one of them", row.Name, p.Other,
					p.Why)
			}
		}
	}
	if _, err := c.Keep(); err != nil {
		return err
	}
	_, err := c.Formats()
	return err
}

// atKey is an error that begins with an option, as one about a key of [run]: at its place, and
// without dashes.
func atKey(file *casefile.Case, err error, names []string) error {
	key, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "--"), " ")
	return file.Errorf("run."+key, "run.%v", option.AsKeys(err, names))
}

// given are the options of a command line that a case file has keys for, as changes of that: what a
// case has may follow from any of them, so they are made before it is read.
func (c *Config) given(everything *pflag.FlagSet) (all []casefile.Change, err error) {
	add := func(key, option string, value any) {
		all = append(all, casefile.Change{Key: key, Value: value, From: casefile.OfOption(option)})
	}
	for _, row := range c.rows {
		if everything.Changed(row.Name) && slices.Contains([]string{"tend", "split-axis"}, row.Name) {
			if err := row.Check(); err != nil {
				return nil, err
			}
		}
	}
	if c.DeltaP > 0 {
		add("spacing", "deltap", c.DeltaP)
	}
	if c.tend > 0 {
		add("end", "tend", c.tend)
	}
	if c.SplitAxis != "" {
		add("split-axis", "split-axis", c.SplitAxis)
	}
	for _, row := range problems.CaseOptions() {
		f := everything.Lookup(row.Name)
		if f == nil || !f.Changed || row.Value.Set(f.Value.String()) != nil {
			continue // what is no value of it is refused with the flags
		}
		add("physics."+row.Name, row.Name, row.Typed())
	}
	return all, nil
}

// SaveCase writes the case file that a flow is of into a directory, as it was taken: with what the
// command line says in place of the file's. The files that it names are beside it. Other flows have
// none.
func (c *Config) SaveCase(dir string, flow *sph.Case) error {
	f, ok := c.Flow.(problems.FileProblem)
	if !ok {
		return nil
	}
	taken, err := f.File().Again()
	if err != nil {
		return err
	}
	taken.Spacing, taken.End = flow.Params.DeltaP, flow.End
	if c.SplitAxis != "" {
		taken.SplitAxis = c.SplitAxis
	}
	given := map[string]any{}
	for _, row := range f.Options() {
		if flag := c.Flags.Lookup(row.Name); flag != nil && flag.Changed {
			given[row.Name] = row.Typed()
		}
	}
	if len(given) > 0 {
		if taken.Physics == nil {
			taken.Physics = &casefile.Physics{}
		}
		if taken.Physics.Options == nil {
			taken.Physics.Options = map[string]any{}
		}
		maps.Copy(taken.Physics.Options, given)
	}
	names := map[string]string{}
	used := []string{CaseFile}
	for _, name := range f.Files() {
		base := filepath.Base(name)
		for k := 2; slices.Contains(used, base); k++ {
			base = fmt.Sprintf("%d_%s", k, filepath.Base(name))
		}
		used = append(used, base)
		names[name] = base
		data, err := input.Read(f.File().Path(name), input.Most)
		if err != nil {
			return fmt.Errorf("a file of the case cannot be kept: %w", err)
		}
		if err := output.WriteFile(filepath.Join(dir, base),
			func(w io.Writer) error { _, err := io.Copy(w, bytes.NewReader(data)); return err }); err != nil {
			return err
		}
	}
	taken.Rename(names)
	return output.WriteFile(filepath.Join(dir, CaseFile),
		func(w io.Writer) error { return taken.Write(w, false, nil) })
}
