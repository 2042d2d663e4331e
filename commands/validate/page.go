package validate

import (
	"bytes"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"path/filepath"

	"gpusph/internal/input"
	"gpusph/validate"
)

// pageName is the file with all there is to look at.
const pageName = "validate.html"

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// page writes the page, with the figures that are in the directory.
func (f *File) page(w io.Writer, dir string) error {
	type section struct {
		caseResult
		Table    []validate.Row
		Text     string // of the case file, where the flow has one
		Drawings []template.HTML
	}
	var sections []section
	for _, k := range f.Cases {
		s := section{caseResult: k, Table: k.rows, Text: k.text}
		for _, name := range k.Figures {
			svg, err := drawing(filepath.Join(dir, name+".svg"))
			if err != nil {
				return err
			}
			s.Drawings = append(s.Drawings, svg)
		}
		sections = append(sections, s)
	}
	return pageTemplate.Execute(w, struct {
		*File
		Sections []section
	}{f, sections})
}

// drawing is an SVG file as a part of a page, without its head.
func drawing(path string) (template.HTML, error) {
	text, err := input.Read(path, input.Most)
	if err != nil {
		return "", err
	}
	at := bytes.Index(text, []byte("<svg"))
	if at < 0 {
		return "", fmt.Errorf("%s is no drawing", path)
	}
	return template.HTML(text[at:]), nil // which the program has made
}
