package points

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// readCSV reads lines with commas between, the first of which has the names of the columns. Lines
// that begin with # are left out.
func readCSV(data []byte) (fields, error) {
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	in.Comment, in.TrimLeadingSpace = '#', true
	names, err := in.Read()
	if err != nil {
		return nil, fmt.Errorf("has no line with the names of columns: %w", err)
	}
	columns := make([][]float64, len(names))
	for {
		row, err := in.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("cannot be read: %w", err)
		}
		for k, word := range row {
			x, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
			if err != nil {
				line, column := in.FieldPos(k)
				return nil, fmt.Errorf("has %q in line %d, column %d, which is no number", word, line, column)
			}
			columns[k] = append(columns[k], x)
		}
	}
	of := fields{}
	for k, name := range names {
		of.add(name, 1, columns[k])
	}
	return of, nil
}
