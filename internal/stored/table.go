package stored

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/input"
)

// Table is a CSV file of a run: time over time, and what was measured then.
type Table struct {
	Name    string // of the file
	Columns []Column
}

// Column is the values of one name.
type Column struct {
	Name, Unit string // of t[s] they are t and s; no unit is ""
	Of         []float64
}

// Heading is the column's name with its unit, as t[s].
func (c *Column) Heading() string {
	if c.Unit == "" {
		return c.Name
	}
	return c.Name + "[" + c.Unit + "]"
}

// mostCells is how many values a table may have: 2 GiB of them. One with more is refused.
const mostCells = 1 << 28

// ReadTable reads a table of a run directory; nil if there is none.
func ReadTable(dir, name string) (*Table, error) { return readTable(dir, name) }

// readTable reads one of a directory. A directory without it has none, and no error.
func readTable(dir, name string) (*Table, error) {
	path := filepath.Join(dir, name)
	f, _, err := input.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t, err := parseTable(f)
	if err != nil {
		return nil, fmt.Errorf("the table %s cannot be read: %w", path, err)
	}
	t.Name = name
	return t, nil
}

// parseTable reads a table that begins with t[s] or, of snapshots, has it. Times rise.
func parseTable(from io.Reader) (*Table, error) {
	r := csv.NewReader(input.Lines(from))
	r.ReuseRecord = true
	head, err := r.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("it is empty")
	}
	if err != nil {
		return nil, err
	}
	t := &Table{}
	for _, heading := range head {
		t.Columns = append(t.Columns, ParseHeading(heading))
	}
	time := t.Column("t")
	if time == nil {
		return nil, fmt.Errorf("it has no column t[s], but %.60q", head)
	}
	for cells := 0; ; cells += len(t.Columns) {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			return t, nil
		}
		if err != nil {
			return nil, err
		}
		if cells > mostCells {
			return nil, fmt.Errorf("it has more than %d values", mostCells)
		}
		for i, word := range record {
			x, err := strconv.ParseFloat(word, 64)
			if err != nil && !errors.Is(err, strconv.ErrRange) {
				line, _ := r.FieldPos(i)
				return nil, fmt.Errorf("line %d has %.40q for %.40s, which is not a number", line, word,
					t.Columns[i].Heading())
			}
			t.Columns[i].Of = append(t.Columns[i].Of, x)
		}
		if n := len(time.Of); math.IsNaN(time.Of[n-1]) || math.IsInf(time.Of[n-1], 0) || n > 1 &&
			time.Of[n-1] < time.Of[n-2] {
			line, _ := r.FieldPos(0)
			return nil, fmt.Errorf("line %d has the time %g, which is not later than the one before", line,
				time.Of[n-1])
		}
	}
}

// ParseHeading is the column of a heading as t[s], without values.
func ParseHeading(heading string) Column {
	name, unit, has := strings.Cut(strings.TrimSuffix(heading, "]"), "[")
	if !has {
		return Column{Name: heading}
	}
	return Column{Name: name, Unit: unit}
}

// Column is the one of a name; nil where there is none.
func (t *Table) Column(name string) *Column {
	if t == nil {
		return nil
	}
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Name == name })
	if i < 0 {
		return nil
	}
	return &t.Columns[i]
}

// Of is the values of a column, NaN where there is none.
func (t *Table) Of(name string) []float64 {
	if c := t.Column(name); c != nil {
		return c.Of
	}
	none := make([]float64, t.Len())
	for i := range none {
		none[i] = math.NaN()
	}
	return none
}

// Time is when the rows are [s]; a table that there is not has none.
func (t *Table) Time() []float64 {
	if t == nil {
		return nil
	}
	return t.Column("t").Of
}

// Len is the number of rows; a table that there is not has none.
func (t *Table) Len() int {
	if t == nil {
		return 0
	}
	return len(t.Columns[0].Of)
}

// Measured are the columns beside the time and the step.
func (t *Table) Measured() (all []Column) {
	if t == nil {
		return nil
	}
	for _, c := range t.Columns {
		if c.Name != "t" && c.Name != "step" {
			all = append(all, c)
		}
	}
	return all
}
