package page

import (
	_ "embed"
	"html/template"
	"strings"
)

//go:embed parts.html
var parts string

// Parse makes the template of a page. Besides what its text defines there are style, for its head;
// table, of a Table; section and figures, of a Drawn; and zoom, for its end.
func Parse(text string) *template.Template {
	return template.Must(template.Must(template.New("page").Funcs(template.FuncMap{
		"lines":      func(s string) []string { return strings.Split(s, "\n") },
		"right":      func(left, column int) bool { return column >= left },
		"zoomScript": zoomScript,
		"zoomStyle":  zoomStyle,
	}).Parse(parts)).Parse(text))
}

// Table is rows with a row of names first, the first few columns to the left. Text and page have
// the same.
type Table struct {
	Title string
	Left  int
	Rows  [][]string // the first has the names; of a list of names and values it is empty
	Note  string
}
