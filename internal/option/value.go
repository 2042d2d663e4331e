package option

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gpusph/internal/text"
)

// Take gives the option a value of a case file: a number, true, false, or a word.
func (o Option) Take(value any) error {
	word, quoted := value.(string)
	switch v := value.(type) {
	case bool, int64:
		word = fmt.Sprint(v)
	case float64:
		word = text.Exact(v)
	}
	kind := o.Value.Type()
	err := o.Value.Set(word)
	var refused Refused
	switch plain := kind == "bool" || kind == "int" || kind == "float64"; {
	case err == nil && quoted && plain:
		return fmt.Errorf("--%s is %q in quotes; remove the quotes", o.Name, word)
	case err == nil || errors.As(err, &refused) || !plain:
		return err
	}
	return fmt.Errorf("--%s is %q, but must be %s", o.Name, word,
		map[string]string{"bool": "true or false", "int": "a whole number", "float64": "a number"}[kind])
}

// Typed is the option's value as a case file has it.
func (o Option) Typed() any {
	word := o.Value.String()
	switch o.Value.Type() {
	case "bool":
		return word == "true"
	case "int":
		n, _ := strconv.ParseInt(word, 10, 64)
		return n
	case "float64":
		x, _ := strconv.ParseFloat(word, 64)
		return x
	}
	return word
}

// AsKeys is an error about options as one about keys of these names: without the dashes of the
// command line.
func AsKeys(err error, names []string) error {
	words := err.Error()
	for _, name := range names {
		words = strings.ReplaceAll(words, "--"+name+" ", name+" ")
	}
	return errors.New(words)
}
