// Package libraries has the JavaScript libraries of the program's pages, with their licences.
package libraries

import (
	"embed"
	"regexp"
)

// Files are the libraries and their licences.
//
//go:embed *.js *.css *.LICENSE
var Files embed.FS

// exported is the end of a module.
var exported = regexp.MustCompile(`export\s*\{\s*(\w+) as default\s*\};?\s*$`)

// UPlot returns the script and the styles of uPlot, which draws charts that zoom. The script is for
// a page that imports no file: it names the constructor uPlot.
func UPlot() (script, style string) {
	read := func(name string) string {
		text, err := Files.ReadFile(name)
		if err != nil {
			panic(err) // it is embedded above
		}
		return string(text)
	}
	return exported.ReplaceAllString(read("uplot.min.js"), "const uPlot = $1;"), read("uplot.min.css")
}
