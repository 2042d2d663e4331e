package convert

// Tables of motions, which a definition names.

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/text"
)

// places takes displacements of the columns of a file that the definition names.
func (r *reader) places(e *element, m *movement) error {
	c := e.child("file")
	var columns [4]int
	for i, name := range []string{"fieldtime", "fieldx", "fieldy", "fieldz"} {
		columns[i] = -1
		if c == nil {
			continue
		}
		x, err := r.optional(c, name, -1)
		if err != nil {
			return err
		}
		columns[i] = int(x)
	}
	columns[0] = max(columns[0], 0)
	return r.table(e, m, columns)
}

// table is displacements of a file, from its first row on.
func (r *reader) table(e *element, m *movement, columns [4]int) error {
	c := e.child("file")
	if c == nil || c.value("name") == "" {
		return errors.New("it has no <file name>")
	}
	if r.Read == nil || strings.Contains(c.value("name"), "[") {
		return fmt.Errorf("its table %s is not read", c.value("name"))
	}
	data, err := r.Read(strings.ReplaceAll(c.value("name"), `\`, "/"))
	if err != nil {
		return fmt.Errorf("its table cannot be read: %w", err)
	}
	times, places, err := columnsOf(string(data), columns, r.c.End)
	if err != nil {
		return fmt.Errorf("its table %s: %w", c.value("name"), err)
	}
	first := places[0]
	for k := range times {
		places[k] = minus(places[k], first)
	}
	begin := times[0]
	for k := range times {
		times[k] -= begin
	}
	m.times = times
	m.moves = tabled(times, func(t float64) vec { return m.at(t) })
	row := func(t float64) int { return max(0, sortedBefore(times, t)) }
	m.at = func(t float64) (x vec) {
		k := row(t)
		if k == len(times)-1 {
			return places[k]
		}
		part := (t - times[k]) / (times[k+1] - times[k])
		for i := range 3 {
			x[i] = places[k][i] + part*(places[k+1][i]-places[k][i])
		}
		return x
	}
	m.speed = func(t float64) (v vec) {
		k := row(t)
		if k == len(times)-1 {
			return v
		}
		for i := range 3 {
			v[i] = (places[k+1][i] - places[k][i]) / (times[k+1] - times[k])
		}
		return v
	}
	return nil
}

// sortedBefore is the last of some times that is not after t, or -1.
func sortedBefore(times []float64, t float64) int {
	k, found := slices.BinarySearch(times, t)
	if found {
		return k
	}
	return k - 1
}

// columnsOf reads columns of a table: numbers with spaces, commas or semicolons between. What is
// behind a # is left out, and so is a first line of names. A row that repeats the one before it
// counts once. Rows later than end after the first do not matter; an end of 0 needs all.
func columnsOf(data string, columns [4]int, end float64) (times []float64, places []vec,
	err error) {
	for n, line := range strings.Split(data, "\n") {
		line, _, _ = strings.Cut(line, "#")
		words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune(" \t\r;,", c) })
		if len(words) == 0 {
			continue
		}
		var values [4]float64
		var bad error
		for i, column := range columns {
			switch {
			case column < 0:
			case column >= len(words):
				bad = fmt.Errorf("line %d has %s, but the definition names column %d",
					n+1, text.Count(len(words), "column"), column)
			default:
				x, err := strconv.ParseFloat(words[column], 64)
				if err != nil || math.IsNaN(x) || math.Abs(x) > 1e9 {
					bad = fmt.Errorf("line %d has %q, which is not a number", n+1, words[column])
				}
				values[i] = x
			}
		}
		switch {
		case bad != nil && times == nil:
			continue // names of columns
		case bad != nil:
			return nil, nil, bad
		case times != nil && end > 0 && times[len(times)-1] >= times[0]+end:
			return times, places, nil
		case times != nil && values[0] == times[len(times)-1] &&
			vec(values[1:]) == places[len(places)-1]:
			continue
		case times != nil && values[0] <= times[len(times)-1]:
			return nil, nil, fmt.Errorf("line %d has the time %g s, but times must rise", n+1, values[0])
		}
		times, places = append(times, values[0]), append(places, vec(values[1:]))
	}
	if len(times) < 2 {
		return nil, nil, fmt.Errorf("it has %s of numbers", text.Count(len(times), "row"))
	}
	return times, places, nil
}

// tableOf reads rows of a number of columns of a file that the definition names.
func (r *reader) tableOf(e *element, name string, columns int) (rows [][]float64, err error) {
	if name == "" || r.Read == nil || strings.Contains(name, "[") {
		return nil, fmt.Errorf("the table of <%s> is not read", e.name)
	}
	data, err := r.Read(strings.ReplaceAll(name, `\`, "/"))
	if err != nil {
		return nil, fmt.Errorf("its table cannot be read: %w", err)
	}
	for from := 1; from < columns; from += 3 {
		var of [4]int
		for k := 1; k < 4; k++ {
			if of[k] = from + k - 1; of[k] >= columns {
				of[k] = -1
			}
		}
		times, values, err := columnsOf(string(data), of, 0)
		if err != nil {
			return nil, fmt.Errorf("its table %s: %w", name, err)
		}
		for k, t := range times {
			if from == 1 {
				rows = append(rows, []float64{t})
			}
			rows[k] = append(rows[k], values[k][:min(3, columns-from)]...)
		}
	}
	return rows, nil
}
