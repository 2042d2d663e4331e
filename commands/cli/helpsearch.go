package cli

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"gpusph/cases"
	"gpusph/internal/casefile"
	"gpusph/internal/option"
	"gpusph/problems"
)

// hit is something that help has about words.
type hit struct {
	name, what string // as "gauge: name (text)", and what it is
	topic      string // of help that has all of it
	score      int
}

// What a word is worth that stands in a name or in what that means.
const (
	isName     = 100
	inName     = 80 // as one of its words
	beginsName = 60
	inHelp     = 40 // as a word
	partOfHelp = 20 // of four letters at least
)

// mostHits is how many hits help prints.
const mostHits = 15

// search finds words in the keys of case files and, unless these alone are asked for, in options,
// commands, problems and the gallery. The best hits come first.
func search(words []string, commands []Command, keysOnly bool) (all []hit) {
	add := func(name, title, what, topic string) {
		least := isName
		for _, word := range words {
			least = min(least, worth(strings.ToLower(word), strings.ToLower(name), strings.ToLower(what)))
		}
		if least > 0 && len(words) > 0 {
			all = append(all, hit{title, what, topic, least})
		}
	}
	for _, t := range casefile.Tables() {
		for _, k := range t.Keys {
			addKey(t, k, add)
		}
	}
	if !keysOnly {
		addOthers(commands, add)
	}
	slices.SortStableFunc(all, func(a, b hit) int { return cmp.Compare(b.score, a.score) })
	return all
}

// adder takes what a hit may be: the name that is searched first, the name as it is printed, what
// it is, and the topic of help.
type adder func(name, title, what, topic string)

func addKey(t casefile.Table, k casefile.Key, add adder) {
	in, topic := t.Name, t.Name
	if in == "" {
		in, topic = "at the top of a case file", caseTopic
	}
	if top, _, ok := strings.Cut(topic, "."); ok {
		topic = top
	}
	if k.Kind == "option" && t.Name == "physics" {
		for _, o := range problems.CaseOptions() {
			_, what := Meaning(o.Flag)
			add(o.Name, "physics: "+o.Name, what, topic)
		}
		return
	}
	for _, row := range rowsOfKey(t, k) {
		if k.Name != "" {
			add(k.Name, in+": "+row[0], row[1], topic)
		}
	}
}

func addOthers(commands []Command, add adder) {
	inRun := map[string]bool{}
	addOptions := func(command string, all []option.Option) {
		for _, o := range all {
			value, what := Meaning(o.Flag)
			title := strings.TrimSpace("--" + o.Name + " " + value)
			if command != "run" {
				title = command + " " + title
			}
			if command == "run" || !inRun[o.Name] {
				add(o.Name, title, what, command)
			}
			inRun[o.Name] = inRun[o.Name] || command == "run"
		}
	}
	addOptions("run", options((&Config{}).common()))
	for _, c := range commands {
		add(c.Name, "gpusph "+c.Name, c.Summary, c.Name)
		if c.Name != "run" {
			addOptions(c.Name, options(c.Own()))
		}
	}
	for _, create := range problems.All {
		p := create()
		add(p.Name(), "gpusph "+p.Name(), p.Summary(), p.Name())
	}
	for _, c := range cases.List() {
		add(c.Name, "gpusph init "+c.Name, c.About, "")
	}
}

// worth is what a word is worth for a name and what that is. A plural is found by its singular.
func worth(word, name, what string) int {
	single := strings.TrimSuffix(word, "s")
	is := func(w string) bool { return w == word || strings.TrimSuffix(w, "s") == single }
	split := func(s string) []string {
		return strings.FieldsFunc(s, func(c rune) bool {
			return !unicode.IsLetter(c) && !unicode.IsDigit(c)
		})
	}
	switch {
	case word == "" || len(single) < 2 && word != name:
		return 0
	case is(name):
		return isName
	case slices.ContainsFunc(split(name), is):
		return inName
	case strings.HasPrefix(name, word):
		return beginsName
	case slices.ContainsFunc(split(what), is):
		return inHelp
	case len(word) >= 4 && (strings.Contains(name, word) || strings.Contains(what, word)):
		return partOfHelp
	}
	return 0
}

// writeHits writes the best hits, and where more about them is.
func writeHits(b *strings.Builder, words string, hits []hit) {
	fmt.Fprintf(b, "About %q:\n", words)
	var rows [][2]string
	var topics []string
	for _, h := range hits[:min(mostHits, len(hits))] {
		rows = append(rows, [2]string{h.name, h.what})
		if h.topic != "" && !slices.Contains(topics, h.topic) && len(topics) < 4 {
			topics = append(topics, h.topic)
		}
	}
	writeRows(b, rows)
	if more := len(hits) - mostHits; more > 0 {
		fmt.Fprintf(b, "    and %d more\n", more)
	}
	for i := range topics {
		topics[i] = "gpusph help " + topics[i]
	}
	if len(topics) > 0 {
		fmt.Fprintf(b, "\nAll about them: %s\n", strings.Join(topics, ", "))
	}
}
