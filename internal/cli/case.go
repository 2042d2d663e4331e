package cli

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/problems"
	"gpusph/sph"
)

// CaseFile is the name of the case file in a run directory.
const CaseFile = "case.toml"

// notInCase are the options of run that a case file does not have, since they say what to run, or where, or it has keys for them.
var notInCase = []string{"problem", "case", "deltap", "tend", "split-axis", "dir", "force", "resume", "allow-changes", "help", "version"}

// withRun are words behind those of [run] in a case file that the command takes. Those that it has no use for are left out.
func (c *Config) withRun(f problems.Filed, words []string, everything *pflag.FlagSet) ([]string, error) {
	file := f.File()
	if file.Run == nil {
		return words, nil
	}
	all := flagsOf(options((&Config{Syntax: RunSyntax()}).groups()))
	var names []string
	all.VisitAll(func(f *pflag.Flag) {
		if !slices.Contains(notInCase, f.Name) {
			names = append(names, f.Name)
		}
	})
	given := map[string]bool{}
	everything.Visit(func(f *pflag.Flag) { given[f.Name] = true })
	var own []string
	for _, key := range slices.Sorted(maps.Keys(file.Run.Options)) {
		path := "run." + key
		if !slices.Contains(names, key) {
			meant := text.Meant(key, names)
			if slices.Contains(notInCase, key) {
				meant = "; it is an option of the command line only"
			}
			return nil, file.Errorf(path, "there is no key run.%s%s", key, meant)
		}
		word := ""
		switch v := file.Run.Options[key].(type) {
		case string:
			word = v
		case bool, int64:
			word = fmt.Sprint(v)
		case float64:
			word = text.Exact(v)
		default:
			return nil, file.Errorf(path, "run.%s is a list or a table, but must be a number, a word in quotes, true or false", key)
		}
		if err := all.Set(key, word); err != nil {
			return nil, file.Errorf(path, "run.%s: %v", key, strings.TrimPrefix(sentence(err).Error(), "--"))
		}
		if lookup(c.Flags, key) != nil && !given[key] && !(key == "gpus" && given["devices"]) && !(key == "devices" && given["gpus"]) {
			own = append(own, "--"+key+"="+word)
		}
	}
	return append(own, words...), nil
}

// SaveCase writes the case file that a flow is of into a directory, as it was taken: with what the command line says in place of the file's.
// The files that it names are beside it. Other flows have none.
func (c *Config) SaveCase(dir string, flow *sph.Case) error {
	f, ok := c.Flow.(problems.Filed)
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
			given[row.Name] = problems.Typed(row)
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
		data, err := os.ReadFile(f.File().Path(name))
		if err != nil {
			return fmt.Errorf("a file of the case cannot be kept: %w", err)
		}
		if err := output.WriteFile(filepath.Join(dir, base), func(w io.Writer) error { _, err := io.Copy(w, bytes.NewReader(data)); return err }); err != nil {
			return err
		}
	}
	taken.Rename(names)
	return output.WriteFile(filepath.Join(dir, CaseFile), func(w io.Writer) error { return taken.Write(w, false, nil) })
}
