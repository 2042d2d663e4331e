package sweep

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/commands/cli"
	"gpusph/internal/casefile"
	"gpusph/internal/study"
)

// parameter is a key with a value.
type parameter struct {
	key, word string // as they are written
	value     any    // as TOML has it
	from      casefile.Place
}

// combination is the parameters of a run.
type combination struct {
	name string // of the run; "" is a number
	all  []parameter
}

// about is what people call it.
func (c *combination) about() string {
	var words []string
	for _, p := range c.all {
		words = append(words, p.key+" "+p.word)
	}
	return strings.Join(words, ", ")
}

// label is what a figure calls the run of a name.
func (c *combination) label(name string) string {
	var words []string
	for _, p := range c.all {
		words = append(words, p.word)
	}
	return name + ": " + strings.Join(words, ", ")
}

// changes are those of the case file.
func (c *combination) changes() (all []casefile.Change) {
	for _, p := range c.all {
		all = append(all, casefile.Change{Key: p.key, Value: p.value, From: p.from})
	}
	return all
}

// word is the value of a key, and the number that it is; NaN is none.
func (c *combination) word(key string) (word string, number float64) {
	for _, p := range c.all {
		if p.key != key {
			continue
		}
		switch v := p.value.(type) {
		case int64:
			return p.word, float64(v)
		case float64:
			return p.word, v
		}
		return p.word, math.NaN()
	}
	return "", math.NaN()
}

// mostRuns is how many a sweep may have.
const mostRuns = 1000

// combinations are those of the table and of the keys that vary.
func (s *sweep) combinations() ([]combination, error) {
	all := []combination{{}}
	var err error
	if s.table != "" {
		if all, err = readTable(s.table); err != nil {
			return nil, err
		}
	}
	inTable := keysOf(all)
	for i, word := range s.vary {
		values, err := parseVary(word)
		if err != nil {
			return nil, err
		}
		key := values[0].key
		if slices.Contains(inTable, key) {
			return nil, fmt.Errorf("--vary has %s, which --table has too; use one of them", key)
		}
		if slices.ContainsFunc(s.vary[:i], func(w string) bool {
			before, _, _ := strings.Cut(w, "=")
			return strings.TrimSpace(before) == key
		}) {
			return nil, fmt.Errorf("--vary has %s twice; list all values once, as %[1]s=%s", key,
				values[0].word)
		}
		if len(all)*len(values) > mostRuns {
			return nil, fmt.Errorf("--vary makes more than %d runs; use fewer values", mostRuns)
		}
		all = product(all, values)
	}
	if s.table == "" && len(s.vary) == 0 {
		return nil, fmt.Errorf("nothing varies; use --vary spacing=0.02,0.01 or --table runs.csv")
	}
	if len(s.vary) > 0 {
		number(all)
	}
	return all, nil
}

// product is each combination with each value.
func product(all []combination, values []parameter) (more []combination) {
	for _, c := range all {
		for _, v := range values {
			more = append(more, combination{c.name, append(slices.Clone(c.all), v)})
		}
	}
	return more
}

// number makes names of a table different where others vary, too.
func number(all []combination) {
	seen := map[string]int{}
	for i := range all {
		if name := all[i].name; name != "" {
			seen[name]++
			all[i].name = fmt.Sprintf("%s-%d", name, seen[name])
		}
	}
}

// parseVary reads key=value,value.
func parseVary(word string) (values []parameter, err error) {
	key, list, ok := strings.Cut(word, "=")
	key = strings.TrimSpace(key)
	if !ok || key == "" || strings.TrimSpace(list) == "" {
		return nil, fmt.Errorf("--vary is %q, but must be a key of the case file and its values; use "+
			"spacing=0.02,0.01", word)
	}
	for _, value := range cli.SplitList(list) {
		if value == "" {
			return nil, fmt.Errorf("--vary %s has an empty value; use %s=0.02,0.01", word, key)
		}
		if slices.ContainsFunc(values, func(p parameter) bool { return p.word == value }) {
			return nil, fmt.Errorf("--vary %s has %s twice; leave one out", word, value)
		}
		values = append(values, parameter{key, value, casefile.ParseValue(value),
			casefile.Place{File: "--vary"}})
	}
	return values, nil
}

// keysOf are those of combinations, in the order in which they come.
func keysOf(all []combination) (keys []string) {
	for i := range all {
		for _, p := range all[i].all {
			if !slices.Contains(keys, p.key) {
				keys = append(keys, p.key)
			}
		}
	}
	return keys
}

// checkNames refuses names that are none, or not different.
func checkNames(all []combination) error {
	seen := map[string]bool{}
	for i := range all {
		name := all[i].name
		if name == "" {
			continue
		}
		if err := study.CheckName(name); err != nil {
			return err
		}
		if seen[name] {
			return fmt.Errorf("two runs are called %q; use different names", name)
		}
		seen[name] = true
	}
	return nil
}
