package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/grid/flows"
	"gpusph/grid/gridcase"
	"gpusph/internal/casefile"
	"gpusph/internal/option"
	"gpusph/output"
)

// findGrid is the flow on a grid of a name or a case file, which the words of a line change; the
// first of all where there is no name.
func findGrid(name string, line Line, words []string) (flows.Problem, error) {
	if name == "" {
		return flows.All[0](), nil
	}
	if p := flows.Find(name); p != nil {
		return p, nil
	}
	p, err := gridcase.Read(name, slices.Concat(line.changes, gridGiven(words))...)
	if err != nil {
		return nil, ofRun(err)
	}
	return p, nil
}

// gridGiven are the options of words for which a case file has keys, as changes of that. What is no
// number is refused with the options.
func gridGiven(words []string) (all []casefile.Change) {
	for _, of := range [...][2]string{{"spacing", "deltap"}, {"end", "tend"}} {
		key, option := of[0], of[1]
		for i, word := range words {
			name, value, assigned := strings.Cut(strings.TrimLeft(word, "-"), "=")
			if !strings.HasPrefix(word, "-") || name != option {
				continue
			}
			if !assigned && i+1 < len(words) {
				value = words[i+1]
			}
			if x, err := strconv.ParseFloat(value, 64); err == nil {
				all = append(all, casefile.Change{Key: key, Value: x, From: casefile.OfOption(option)})
			}
		}
	}
	return all
}

// GridOptions are the options of runs on grids that a command takes.
func (s *Syntax) GridOptions() []string {
	return slices.DeleteFunc(slices.Clone(GridRunOptions),
		func(name string) bool { return slices.Contains(s.Without, name) })
}

// beginOnGrid is BeginGrid of a command that reads flows of both kinds.
func beginOnGrid(args Line, s Syntax) (*Config, error) {
	g, err := BeginGrid(args, s, s.GridOptions(), nil)
	if g == nil {
		return nil, err
	}
	return g.Config, err
}

// OnGrid is what the options ask for of a flow on a grid; nil is one of particles.
func (c *Config) OnGrid() *GridConfig { return c.grid }

// gridCase is the flow of a case file; nil is one with a name.
func (g *GridConfig) gridCase() *gridcase.Problem {
	p, _ := g.Problem.(*gridcase.Problem)
	return p
}

// File is the case file, with its changes; nil is none.
func (g *GridConfig) File() *casefile.Case {
	if p := g.gridCase(); p != nil {
		return p.File()
	}
	return nil
}

// dirOf is the directory of a run, or of a checkpoint in one.
func dirOf(resume string) string {
	if info, err := os.Stat(resume); err == nil && !info.IsDir() {
		return filepath.Dir(resume)
	}
	return resume
}

// asTaken are the words of a run with the case file that it has kept in its directory.
func asTaken(words []string, dir string) []string {
	words = slices.Clone(words)
	for i, word := range words {
		if strings.HasPrefix(word, "--case=") {
			words[i] = "--case=" + filepath.Join(dir, CaseFile)
		}
	}
	return words
}

// namesOfGridRun are the keys of [run] of a flow on a grid.
func (g *GridConfig) namesOfGridRun() (names []string) {
	for _, name := range slices.Concat(GridRunOptions, g.Problem.Takes()) {
		if !slices.Contains(notInCase, name) {
			names = append(names, name)
		}
	}
	return names
}

// withCase are words behind those of [run] in the case file, of which a command leaves out what it
// does not take.
func (g *GridConfig) withCase(words []string, typed *pflag.FlagSet) ([]string, error) {
	file := g.File()
	if file == nil || file.Run == nil {
		return words, nil
	}
	run := newGridConfig(g.Problem, RunSyntax(), GridRunOptions)
	names, replaced := g.namesOfGridRun(), replacedBy(typed)
	var own []string
	for _, key := range slices.Sorted(maps.Keys(file.Run.Options)) {
		path := "run." + key
		if slices.Contains(notInCase, key) {
			return nil, file.Errorf(path, "there is no key %s of run; %s", key, instead(key))
		}
		if why, known := notOfGrids[key]; known {
			return nil, file.Errorf(path, "%s is an option of particles: %s; leave it out", path, why)
		}
		k := slices.IndexFunc(run.rows, func(row option.Option) bool { return row.Name == key })
		if !slices.Contains(names, key) || k < 0 {
			return nil, file.Unknown("run", key, names)
		}
		row := run.rows[k]
		if err := row.Take(file.Run.Options[key]); err != nil {
			return nil, atKey(file, err, names)
		}
		row.Changed = true
		if lookup(g.Flags, key) != nil && !slices.Contains(replaced, key) {
			own = append(own, "--"+key+"="+row.Value.String())
		}
	}
	if err := run.rows.Check(run.Flags); err != nil {
		return nil, atKey(file, err, names)
	}
	return append(own, words...), nil
}

// SaveCase writes the case file into the directory of a run, as it was taken; flows with names have
// none.
func (g *GridConfig) SaveCase(dir string) error {
	if g.File() == nil {
		return nil
	}
	return g.WriteCase(filepath.Join(dir, CaseFile))
}

// WriteCase writes the case file with its changes to a path.
func (g *GridConfig) WriteCase(path string) error {
	taken, err := g.File().Again()
	if err != nil {
		return err
	}
	return output.WriteFile(path, func(w io.Writer) error { return taken.Write(w, false, nil) })
}

// Hash is that of what a run of a case file computes, and of the options that were given.
func (g *GridConfig) Hash() (string, error) {
	taken, err := g.File().Again()
	if err != nil {
		return "", err
	}
	hash := sha256.New()
	if err := taken.Write(hash, false, nil); err != nil {
		return "", err
	}
	g.Flags.VisitAll(func(f *pflag.Flag) {
		if f.Changed && !slices.Contains(notHashed, f.Name) {
			fmt.Fprintln(hash, f.Name, f.Value)
		}
	})
	return hex.EncodeToString(hash.Sum(nil)), nil
}
