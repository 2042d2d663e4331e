package page

import (
	_ "embed"
	"io"
)

//go:embed study.html
var studyText string

var studyTemplate = Parse(studyText)

// Study is the page of a study: several runs that a command has made.
type Study struct {
	Title, Command, Version string
	About                   string // a sentence, which follows the version
	Tables                  []Table
	Sections                []Section
}

// Write writes the page.
func (s *Study) Write(w io.Writer) error {
	drawn, err := DrawAll(s.Sections)
	if err != nil {
		return err
	}
	return studyTemplate.Execute(w, struct {
		*Study
		Sections []Drawn
	}{s, drawn})
}
