package editor

import (
	"bytes"
	"strings"

	"gpusph/cases"
	"gpusph/internal/casefile"
	"gpusph/problems"
)

// Example is a case to begin with.
type Example struct {
	Name  string `json:"name"`
	About string `json:"about"`
	Plane bool   `json:"plane"` // in two dimensions
	Text  string `json:"text"`
}

// gallery are the cases to begin with: those of the gallery that name no other file, and the
// problems of the program that are case files.
func gallery() (all []Example) {
	add := func(name string, text []byte) {
		c, err := casefile.Parse(text, name+".toml")
		if err != nil || c.OnGrid() {
			return // no case to begin with, then
		}
		about := c.About
		if about == "" {
			about = firstComment(text)
		}
		all = append(all, Example{name, about, c.Dimension == 2, string(text)})
	}
	for _, name := range cases.Names() {
		if all, err := cases.Read(name); err == nil && len(all) == 1 {
			add(name, all[0].Data)
		}
	}
	for _, create := range problems.All {
		p := create()
		if text, ok := problems.Text(p); ok {
			add(p.Name(), text)
		}
	}
	return all
}

// firstComment is the first sentence of the comment that a text begins with.
func firstComment(text []byte) string {
	var words []string
	for line := range bytes.Lines(text) {
		comment, ok := strings.CutPrefix(strings.TrimSpace(string(line)), "#")
		if !ok || strings.TrimSpace(comment) == "" {
			break
		}
		words = append(words, strings.Fields(comment)...)
	}
	all := strings.Join(words, " ")
	if end := strings.Index(all, ". "); end > 0 {
		all = all[:end]
	}
	return strings.TrimSuffix(all, ".")
}
