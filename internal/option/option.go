// Package option has each option of the command line written down once, as a row of a table. Its
// flag, its checks, help, what a run tells of it and docs/reference/options.md come from there.
package option

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"gpusph/internal/text"
	"gpusph/internal/unsupported"
)

// Option is a row. Its help has the unit in brackets, and in words what holds where the option
// is not given: "fixed time step [s] (default adaptive)".
type Option struct {
	*pflag.Flag
	Least, Most float64  // range of a number; if both are 0, others check it
	Zero        bool     // 0 is allowed, too
	Hint        string   // the remedy that an error names, e.g. "use 8"
	Words       []string // that are allowed
	Not         []Pair   // options that it does not go with
	Needs       []Need   // without which it has no effect
	Kept        bool     // a Preset leaves it as it is
	Settles     bool     // without effect its default is 0, so that a given value has to have one

	number func() float64
}

// Pair is another option, and why one does not go with it.
type Pair struct{ Other, Why string }

// Need is something without which an option has no effect.
type Need struct {
	Met  func() bool // once the command line is read
	Else string      // what is so otherwise, and which option would mend it
}

// Number is an option with a range. The default of an option is what its field has.
func Number[T int | float64](name, help string, least, most float64, hint string, to *T) Option {
	return Option{Flag: flag(name, help, to), Least: least, Most: most, Hint: hint,
		number: func() float64 { return float64(*to) }}
}

// When is an option that is a simulated time [s], NaN where it is not given.
func When(name, help, hint string, to *float64) Option {
	row := Number(name, help, 0, 1e9, hint, Default(to, math.NaN()))
	row.DefValue = "0" // help has it in words
	return row
}

// Switch is an option that is on or off.
func Switch(name, help string, to *bool) Option { return Option{Flag: flag(name, help, to)} }

// Text is an option that others check: a name, a list, a file.
func Text(name, help string, to *string) Option { return Option{Flag: flag(name, help, to)} }

// List is an option that may be given several times, each value once.
func List(name, help string, to *[]string) Option {
	return Option{Flag: flag(name, help, &list{to})}
}

// list is the value of a List.
type list struct{ to *[]string }

func (l *list) String() string { return strings.Join(*l.to, "; ") }
func (l *list) Type() string   { return "text" }
func (l *list) Set(word string) error {
	if !slices.Contains(*l.to, word) {
		*l.to = append(*l.to, word)
	}
	return nil
}

// Duration is an option that is a time, as 90s or 2h; 0 needs no unit.
func Duration(name, help string, to *time.Duration) Option {
	return Option{Flag: flag(name, help, &duration{name, to})}
}

// duration is the value of a Duration.
type duration struct {
	name string
	to   *time.Duration
}

func (d *duration) String() string {
	if *d.to == 0 {
		return "0"
	}
	s := d.to.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(s, zero) {
			s = strings.TrimSuffix(s, zero[1:])
		}
	}
	return s
}
func (d *duration) Type() string { return "time" }
func (d *duration) Set(word string) error {
	t, err := time.ParseDuration(word)
	if err != nil || t < 0 {
		return Refused(fmt.Sprintf("--%s is %q, but must be a time, as 90s, 10m or 2h", d.name, word))
	}
	*d.to = t
	return nil
}

// flag is one whose value goes to a field.
func flag(name, help string, to any) *pflag.Flag {
	f := pflag.NewFlagSet("", pflag.ContinueOnError)
	switch to := to.(type) {
	case *int:
		f.IntVar(to, name, *to, help)
	case *float64:
		f.Float64Var(to, name, *to, help)
	case *bool:
		f.BoolVar(to, name, *to, help)
	case *string:
		f.StringVar(to, name, *to, help)
	case pflag.Value:
		f.Var(to, name, help)
	}
	return f.Lookup(name)
}

// Choice is an option that is one of some words, in capitals or not, and the field the index of
// it. They stand in the help where that has %s.
func Choice[T ~int](name, help string, words []string, to *T) Option {
	return choose(name, help, words, words[*to], func(i int) { *to = T(i) })
}

// Setting is what a word of a Preset gives another option.
type Setting struct{ Option, Value string }

// Preset is a Choice whose words give other options of a table values: those that a command line
// does not give itself, before or after it. What it replaces is kept, and returns with another word
// where nothing else has been given since.
func Preset[T ~int](name, help string, words []string, to *T, replaced *[]Setting, others Table,
	settings func(T) []Setting) Option {
	set := func(s Setting, as string) (before string, done bool) {
		k := slices.IndexFunc(others, func(o Option) bool { return o.Name == s.Option })
		if k < 0 || others[k].Changed || others[k].Kept || as != "" && others[k].Value.String() != as {
			return "", false
		}
		before = others[k].Value.String()
		if err := others[k].Value.Set(s.Value); err != nil {
			panic(fmt.Sprintf("--%s with %s %s: %v", name, s.Option, s.Value, err))
		}
		return before, true
	}
	return choose(name, help, words, words[*to], func(i int) {
		for _, s := range settings(*to) {
			k := slices.IndexFunc(*replaced, func(r Setting) bool { return r.Option == s.Option })
			if k >= 0 {
				set((*replaced)[k], s.Value)
			}
		}
		*to, *replaced = T(i), nil
		for _, s := range settings(*to) {
			if before, done := set(s, ""); done {
				*replaced = append(*replaced, Setting{s.Option, before})
			}
		}
	})
}

// Word is a Choice whose field is the word; "" is none.
func Word(name, help string, words []string, to *string) Option {
	return choose(name, help, words, *to, func(i int) { *to = words[i] })
}

func choose(name, help string, words []string, word string, set func(int)) Option {
	help = strings.ReplaceAll(help, "%s", text.Or(words))
	return Option{Flag: flag(name, help, &choice{name, words, word, set}), Words: words}
}

// choice is the value of a Choice.
type choice struct {
	name  string
	words []string
	word  string
	set   func(int)
}

func (c *choice) String() string { return c.word }
func (c *choice) Type() string   { return "string" }
func (c *choice) Set(word string) error {
	i := slices.IndexFunc(c.words, func(w string) bool { return strings.EqualFold(w, word) })
	if i < 0 {
		meant := unsupported.AdviceOfValue(word, c.words)
		if meant == "" {
			meant = text.Meant(word, c.words)
		}
		return Refused(fmt.Sprintf("--%s is %q, but must be %s%s", c.name, word, text.Or(c.words), meant))
	}
	c.word = c.words[i]
	c.set(i)
	return nil
}

// Refused is why the value of an option is not taken.
type Refused string

func (r Refused) Error() string { return string(r) }

// Default gives a field its default, and is the field. It is for tables that are made before a
// command line is read, and not again.
func Default[T any](to *T, value T) *T {
	*to = value
	return to
}

// Short is the option with a letter, too.
func (o Option) Short(letter string) Option {
	o.Shorthand = letter
	return o
}

// Alone is the option that may stand without a value, which is this one then.
func (o Option) Alone(value string) Option {
	o.NoOptDefVal = value
	return o
}

// OrZero is the option with a 0 that is allowed beside the range.
func (o Option) OrZero() Option {
	o.Zero = true
	return o
}

// NotWith is the option that does not go with another.
func (o Option) NotWith(other, why string) Option {
	o.Not = append(o.Not, Pair{other, why})
	return o
}

// Need is the option that has no effect unless something is so.
func (o Option) Need(met func() bool, otherwise string) Option {
	o.Needs = append(o.Needs, Need{met, otherwise})
	return o
}

// Check refuses a number that is out of its range.
func (o Option) Check() error {
	if o.Least == o.Most {
		return nil
	}
	x := o.number()
	if x >= o.Least && x <= o.Most || x == 0 && o.Zero {
		return nil
	}
	should, is := o.Range(), text.Exact(x)
	if o.Most >= endless && x > o.Most {
		should = "at most " + text.Exact(o.Most)
	}
	if o.Value.Type() == "int" {
		is = o.Value.String()
	}
	return fmt.Errorf("--%s is %s, but must be %s; %s", o.Name, is, should, o.Hint)
}

// endless is the end of a range without a practical limit.
const endless = 1e9

// Range is from where to where a number may be, as "from 0 to 1".
func (o Option) Range() string {
	least := text.Limit(o.Least, math.Ceil)
	if o.Most >= endless {
		return "at least " + least
	}
	return fmt.Sprintf("from %s to %s", least, text.Limit(o.Most, math.Floor))
}

var unnamed = regexp.MustCompile(`\(default ([^)]*)\)`)

// Taken is the option's value, or what the help says where there is none.
func (o Option) Taken() string {
	value := o.Value.String()
	if words := unnamed.FindStringSubmatch(o.Usage); words != nil && (value == "" || value == "0") {
		return words[1]
	}
	return value
}
