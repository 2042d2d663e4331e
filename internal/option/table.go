package option

import (
	"fmt"
	"slices"

	"github.com/spf13/pflag"
)

// Table is options, in the order of help.
type Table []Option

// Register adds the flags to a set.
func (t Table) Register(f *pflag.FlagSet) {
	for _, o := range t {
		f.AddFlag(o.Flag)
	}
}

// Check returns the first option of a command line that is out of range.
func (t Table) Check(line *pflag.FlagSet) error {
	for _, o := range t {
		if Given(line, o.Name) {
			if err := o.Check(); err != nil {
				return err
			}
		}
	}
	return nil
}

// CheckPairs returns the first option of a command line that does not go with another.
func (t Table) CheckPairs(line *pflag.FlagSet) error {
	for _, o := range t {
		if !Given(line, o.Name) {
			continue
		}
		for _, p := range o.Not {
			if Given(line, p.Other) {
				return fmt.Errorf("--%s and --%s do not go together: %s; one of them would do", o.Name, p.Other, p.Why)
			}
		}
		if o.Only == "" {
			continue
		}
		if word := line.Lookup(o.Only).Value.String(); !slices.Contains(o.OnlyWords, word) {
			return fmt.Errorf("--%s does not go with --%s %s; --%s %s would do", o.Name, o.Only, word, o.Only, o.OnlyWords[0])
		}
	}
	return nil
}

// Given says whether the option is on a command line and not switched off.
func Given(line *pflag.FlagSet, name string) bool {
	f := line.Lookup(name)
	return f != nil && f.Changed && !(f.Value.Type() == "bool" && f.Value.String() == "false")
}
