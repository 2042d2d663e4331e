// Package cases is the gallery: case files to look at, to run and to begin with. Each has a text, a
// picture, and what a run of it takes. `gpusph gallery` lists them, `gpusph init` copies one.
package cases

import (
	"embed"
	"fmt"
	"path"
	"slices"
	"strings"
)

//go:embed *.toml *.stl *.asc flood.csv gallery.csv pictures/*.png
var files embed.FS

// Blank is the least case to begin with. It is not in the gallery.
const Blank = "blank"

// Names are those of all cases: the blank one and those of the gallery.
func Names() []string {
	names := []string{Blank}
	for _, c := range List() {
		names = append(names, c.Name)
	}
	return names
}

// File is a file of a case: the case file, or a mesh, a height map or a table that it names.
type File struct {
	Name string
	Data []byte
}

// Text is a case file, by its name.
func Text(name string) ([]byte, bool) {
	name = strings.ToLower(name)
	data, err := files.ReadFile(name + ".toml")
	return data, err == nil && !strings.Contains(name, "/")
}

// Read is a case file with the files that it names, by the name of the case. The case file is the
// first.
func Read(name string) ([]File, error) {
	name = strings.ToLower(name)
	data, ok := Text(name)
	if !ok {
		return nil, fmt.Errorf("there is no case %q", name)
	}
	all := []File{{name + ".toml", data}}
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if !slices.Contains([]string{".stl", ".asc", ".csv"}, path.Ext(e.Name())) ||
			!strings.Contains(string(data), `"`+e.Name()+`"`) {
			continue
		}
		more, err := files.ReadFile(e.Name())
		if err != nil {
			return nil, err
		}
		all = append(all, File{e.Name(), more})
	}
	return all, nil
}

// Picture is the picture of a case of the gallery, as PNG.
func Picture(name string) ([]byte, bool) {
	data, err := files.ReadFile("pictures/" + strings.ToLower(name) + ".png")
	return data, err == nil
}
