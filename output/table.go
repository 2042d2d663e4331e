package output

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// Table is a CSV file that grows by a row at a time: names with units in the
// first line, as t[s], then numbers, with the fewest digits that give the same
// number back. Every row is in the file when Row returns.
type Table struct {
	file    *os.File
	columns int
	row     []byte
}

// NewTable makes the file at path, in place of an older one, with the given
// columns.
func NewTable(path string, columns ...string) (*Table, error) {
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("a table cannot be made: %w", err)
	}
	// Names of probes and bodies may have commas.
	var header strings.Builder
	w := csv.NewWriter(&header)
	w.Write(columns)
	w.Flush()
	if _, err := f.WriteString(header.String()); err != nil {
		f.Close()
		return nil, fmt.Errorf("the table %s cannot be written: %w", path, err)
	}
	return &Table{file: f, columns: len(columns)}, nil
}

// Row adds a row, of as many values as there are columns.
func (t *Table) Row(values ...float64) error {
	if len(values) != t.columns {
		return fmt.Errorf("the table %s has %d columns, but got %d values; this is a bug", t.file.Name(), t.columns, len(values))
	}
	t.row = t.row[:0]
	for i, v := range values {
		if i > 0 {
			t.row = append(t.row, ',')
		}
		t.row = appendNumber(t.row, v, 64)
	}
	t.row = append(t.row, '\n')
	if _, err := t.file.Write(t.row); err != nil {
		return fmt.Errorf("the table %s cannot be written: %w", t.file.Name(), err)
	}
	return nil
}

// Close closes the file.
func (t *Table) Close() error { return t.file.Close() }

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
