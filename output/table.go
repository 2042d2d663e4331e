package output

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/input"
)

// Table is a CSV file that grows by a row at a time: names with units in the
// first line, as t[s], then numbers, with the fewest digits that give the same
// number back. Every row is in the file, as a whole, when Row returns.
type Table struct {
	Base
	to      io.Writer
	file    *Growing // or nil
	columns int
	row     []byte
	err     error // after which there are no more rows, since one is missing
}

// NewTable makes the file at path, in place of an older one, with the given
// columns.
func NewTable(path string, columns ...string) (*Table, error) {
	f, err := Create(path)
	if err != nil {
		return nil, err
	}
	t := &Table{to: f, file: f, columns: len(columns)}
	if err := writeHeader(t.to, columns); err != nil {
		f.Close()
		return nil, err
	}
	return t, nil
}

// GrowTable makes the file at path with the given columns, as NewTable does. Where size is not
// negative it continues the file after that number of bytes, and removes what is beyond.
func GrowTable(path string, size int64, columns ...string) (*Table, error) {
	if size < 0 {
		return NewTable(path, columns...)
	}
	if !hasColumns(path, columns) {
		return nil, fmt.Errorf("%s cannot be continued: its columns are not those of the run before",
			path)
	}
	f, err := goOn(path, size)
	if err != nil {
		return nil, err
	}
	return &Table{to: f, file: f, columns: len(columns)}, nil
}

// Size is how long the file is [bytes].
func (t *Table) Size() int64 { return t.file.size }

// WriteTable makes a CSV file that appears when it is complete; rows is given what adds a row.
func WriteTable(path string, columns []string, rows func(row func(...float64) error) error) error {
	return WriteFile(path, func(w io.Writer) error {
		t := &Table{to: w, columns: len(columns)}
		if err := writeHeader(t.to, columns); err != nil {
			return err
		}
		return rows(t.Row)
	})
}

// writeHeader writes the first line. Names of probes and bodies may have commas.
func writeHeader(to io.Writer, columns []string) error {
	var header strings.Builder
	w := csv.NewWriter(&header)
	w.Write(columns)
	w.Flush()
	_, err := io.WriteString(to, header.String())
	return err
}

// hasColumns reports whether the first line of a table has these columns.
func hasColumns(path string, columns []string) bool {
	f, _, err := input.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	head, err := csv.NewReader(input.Lines(f)).Read()
	return err == nil && slices.Equal(head, columns)
}

// heading is the name of a column, as t[s]; no unit is "".
func heading(name, unit string) string {
	if unit == "" {
		return name
	}
	return name + "[" + unit + "]"
}

// Row adds a row, of as many values as there are columns.
func (t *Table) Row(values ...float64) error {
	if len(values) != t.columns {
		return fmt.Errorf("a table has %d columns, but got %d values; this is a bug", t.columns,
			len(values))
	}
	if t.err != nil {
		return t.err
	}
	t.row = t.row[:0]
	for i, v := range values {
		if i > 0 {
			t.row = append(t.row, ',')
		}
		t.row = appendNumber(t.row, v, 64)
	}
	t.row = append(t.row, '\n')
	_, t.err = t.to.Write(t.row)
	return t.err
}

// End closes the file.
func (t *Table) End(error) error { return t.file.Close() }

// cell is one value of a row, and what its column is called.
type cell struct {
	name, unit string // no unit is ""
	value      float64
}

// newCells makes a table of a run, with the columns of a row, or goes on with it.
func newCells(r *Run, name string, row []cell) (*Table, error) {
	columns := headings(row)
	file, goesOn, err := r.grow(name)
	if err != nil {
		return nil, err
	}
	t := &Table{to: file, file: file, columns: len(columns)}
	if goesOn {
		return t, nil
	}
	if err := writeHeader(t.to, columns); err != nil {
		file.Close()
		return nil, err
	}
	return t, nil
}

func (t *Table) cells(row []cell) error {
	return t.Row(rowValues(row)...)
}

// headings are the names of a row's columns.
func headings(row []cell) (names []string) {
	for _, c := range row {
		names = append(names, heading(c.name, c.unit))
	}
	return names
}

// rowValues are those of a row.
func rowValues(row []cell) (all []float64) {
	for _, c := range row {
		all = append(all, c.value)
	}
	return all
}

// number is x with the fewest digits that give it back, and with an exponent
// only where there would be many zeros.
func number(x float64) string { return string(appendNumber(nil, x, 64)) }

func appendNumber(to []byte, x float64, bits int) []byte {
	format := byte('f')
	if a := math.Abs(x); a != 0 && (a < 1e-4 || a >= 1e15) {
		format = 'e'
	}
	return strconv.AppendFloat(to, x, format, -1, bits)
}
