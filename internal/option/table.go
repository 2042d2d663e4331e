package option

import (
	"fmt"

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

// CheckPairs returns the first option of a command line that does not go with another, or has no
// effect.
func (t Table) CheckPairs(line *pflag.FlagSet) error {
	for _, o := range t {
		if !Given(line, o.Name) {
			continue
		}
		for _, p := range o.Not {
			if Given(line, p.Other) {
				return fmt.Errorf("--%s and --%s do not go together: %s; use one of them", o.Name, p.Other,
					p.Why)
			}
		}
		if err := o.CheckNeeds(line.Lookup(o.Name)); err != nil {
			return err
		}
	}
	return nil
}

// CheckNeeds refuses an option that is given and has no effect. One that has its default is taken,
// or one that settles and is 0 or off, so that all the options that a summary tells can be given
// again.
func (o Option) CheckNeeds(given *pflag.Flag) error {
	value := given.Value.String()
	if o.Settles && (value == "0" || value == "false") || !o.Settles && value == given.DefValue {
		return nil
	}
	for _, n := range o.Needs {
		if !n.Met() {
			if err := o.Check(); err != nil {
				return err
			}
			return fmt.Errorf("--%s has no effect: %s", o.Name, n.Else)
		}
	}
	return nil
}

// Given reports whether the option is on a command line and not switched off.
func Given(line *pflag.FlagSet, name string) bool {
	f := line.Lookup(name)
	return f != nil && f.Changed && !(f.Value.Type() == "bool" && f.Value.String() == "false")
}
