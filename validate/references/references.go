// Package references is the experiments, exact solutions and finer computations that flows are
// compared with, as CSV files built into the program. README.md in its folder lists their sources.
package references

import (
	"embed"
	"encoding/csv"
	"fmt"
	"io/fs"
	"strconv"
)

// Files are the references.
//
//go:embed *.csv
var Files embed.FS

// Table is rows of numbers under the names of their columns, as README.md describes them.
type Table struct {
	Names []string
	Rows  [][]float64
}

// Read reads a table. Lines of # before the names are comments.
func Read(files fs.FS, name string) (t Table, err error) {
	file, err := files.Open(name)
	if err != nil {
		return t, err
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comment = '#'
	records, err := r.ReadAll()
	if err != nil {
		return t, err
	}
	if len(records) == 0 {
		return t, fmt.Errorf("%s has no line of names", name)
	}
	t.Names = records[0]
	for _, record := range records[1:] {
		row := make([]float64, len(record))
		for k, word := range record {
			if row[k], err = strconv.ParseFloat(word, 64); err != nil {
				return t, fmt.Errorf("%s: a line has %q", name, record)
			}
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}
