package cli

import (
	"slices"

	"github.com/spf13/pflag"

	"gpusph/internal/option"
	"gpusph/problems"
)

// Groups are the options that a command takes, its own first. Those of problems are not among them.
func (k Command) Groups() []Group {
	if k.Syntax == nil {
		return nil
	}
	return (&Config{Syntax: k.Syntax()}).groups()
}

// Own are the groups of options that are the command's alone; for run, all.
func (k Command) Own() []Group {
	if k.Syntax == nil {
		return nil
	}
	if s := k.Syntax(); k.Name != "run" {
		return s.Own
	}
	return k.Groups()
}

// RunsFlows reports whether the command takes a problem and its options.
func (k Command) RunsFlows() bool { return k.Syntax != nil && !k.Syntax().Alone }

// ProblemOptions are options of problems: those that all have, and by the problem's name the
// others.
func ProblemOptions() (shared option.Table, own map[string]option.Table) {
	own = map[string]option.Table{}
	common := problems.CaseOptions()
	for n, create := range problems.All {
		p := create()
		for _, o := range p.Options() {
			switch is := slices.ContainsFunc(common, func(c option.Option) bool { return c.Name == o.Name }); {
			case is && n == 0:
				shared = append(shared, o)
			case !is:
				own[p.Name()] = append(own[p.Name()], o)
			}
		}
	}
	return shared, own
}

// ProblemNames are the names of all problems, in the order users see.
func ProblemNames() (names []string) {
	for _, create := range problems.All {
		names = append(names, create().Name())
	}
	return names
}

// Meaning is how the value of an option is called, "" for a switch, and what the option is.
func Meaning(f *pflag.Flag) (value, what string) {
	value, what = pflag.UnquoteUsage(f)
	if f.Value.Type() == "bool" {
		value = ""
	}
	return value, what
}

// ExitCodes is what help says of them.
const ExitCodes = exitCodes
