package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"gpusph/internal/option"
)

// normalise gives long options that are written with one dash a second one, as
// pflag wants them: -problem X -gpus=6 becomes --problem X --gpus=6. Words that
// are values of options, bundles of shorthands (-qv) and what follows a "--"
// stay as they are. unknown makes the error about an option that there is not.
func normalise(args []string, flags *pflag.FlagSet,
	unknown func(typed, name string) error) ([]string, error) {
	words := make([]string, 0, len(args))
	for i := 0; i < len(args); i++ {
		word := args[i]
		if word == "--" {
			return append(words, args[i:]...), nil
		}
		head, _, assigned := strings.Cut(word, "=")
		name := strings.TrimLeft(head, "-")
		option := len(word) > 1 && word[0] == '-' && !number(word)
		flag := lookup(flags, name)
		switch {
		case !option:
		case flag != nil:
			word = "--" + strings.TrimLeft(word, "-")
		case word[1] != '-' && bundle(name, flags):
		default:
			return nil, unknown(head, name)
		}
		if option && flag != nil && !assigned && mayStandAlone(flag) && i+1 < len(args) &&
			isValue(args[i+1]) {
			i++
			word += "=" + args[i]
		}
		words = append(words, word)
		if option && flag != nil && flag.NoOptDefVal == "" && !assigned && i+1 < len(args) {
			i++
			words = append(words, args[i])
		}
	}
	return words, nil
}

// mayStandAlone reports whether an option that is no switch needs no value.
func mayStandAlone(f *pflag.Flag) bool { return f.NoOptDefVal != "" && f.Value.Type() == "string" }

// isValue reports whether the word behind an option that may stand alone is its value. A case file
// or a problem is none.
func isValue(word string) bool {
	return !strings.HasPrefix(word, "-") && !isFlow(word)
}

// number tells a negative number, or the word "-", from an option.
func number(word string) bool {
	return strings.Trim(word, "-.0123456789e") == "" && strings.ContainsAny(word, "0123456789")
}

// lookup is flags.Lookup that takes an empty name.
func lookup(flags *pflag.FlagSet, name string) *pflag.Flag {
	if name == "" {
		return nil
	}
	return flags.Lookup(name)
}

// bundle reports whether each letter is a shorthand.
func bundle(letters string, flags *pflag.FlagSet) bool {
	for i := range len(letters) {
		if letters[i] >= 0x80 || flags.ShorthandLookup(letters[i:i+1]) == nil {
			return false
		}
	}
	return letters != ""
}

// aliases are other names of options: GPUSPH's, and those that an option had before.
var aliases = map[string]string{"device": "devices", "parallel": "jobs"}

// canonical is a pflag normaliser: it knows the aliases and takes underscores
// for dashes.
func canonical(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	name = strings.ReplaceAll(name, "_", "-")
	if other, ok := aliases[name]; ok {
		name = other
	}
	return pflag.NormalizedName(name)
}

// sentence says what pflag found wrong in words a user can act on.
func sentence(err error) error {
	var needs *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	var refused option.Refused
	switch {
	case errors.As(err, &refused):
		return refused
	case errors.As(err, &needs):
		return fmt.Errorf("--%s needs a value: %s", needs.GetFlag().Name, usage(needs.GetFlag()))
	case errors.As(err, &invalid):
		kinds := map[string]string{"float64": "a number", "int": "a whole number",
			"bool": "true or false"}
		if errors.Is(err, strconv.ErrRange) {
			return fmt.Errorf("--%s is %s, which is too large a number: %s", invalid.GetFlag().Name,
				invalid.GetValue(), usage(invalid.GetFlag()))
		}
		return fmt.Errorf("--%s is %q, but must be %s: %s", invalid.GetFlag().Name, invalid.GetValue(),
			kinds[invalid.GetFlag().Value.Type()], usage(invalid.GetFlag()))
	}
	return err
}

// usage is what an option is, without the quotes in which pflag finds the name of its
// value.
func usage(f *pflag.Flag) string {
	_, text := pflag.UnquoteUsage(f)
	return text
}
