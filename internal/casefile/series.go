package casefile

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"

	"gpusph/internal/text"
)

// Series is a quantity in time: a number, rows of a time [s] and a value, or a CSV file of them.
type Series struct {
	Value float64
	Rows  [][2]float64 // nil is a constant, or what a file has
	File  string       // relative to the case file
}

// All are the rows of a series; a constant has one.
func (s *Series) All() [][2]float64 {
	if s.Rows == nil {
		return [][2]float64{{0, s.Value}}
	}
	return s.Rows
}

// Profile is how a velocity is spread over a plane: a word, or rows of z [m] and a
// factor of the mean.
type Profile struct {
	Word string
	Rows [][2]float64
}

// Profiles are the words of profiles.
var Profiles = []string{"uniform", "parabolic", "logarithmic"}

// Extent is numbers in brackets, or a number alone.
type Extent []float64

// special reads a value that may be of several kinds; false is no such type.
func (d decoder) special(to reflect.Value, from any, path, unit string) (bool, error) {
	switch v := to.Addr().Interface().(type) {
	case *Series:
		return true, d.series(v, from, path, unit)
	case *Profile:
		if word, ok := from.(string); ok {
			v.Word = word
			return true, nil
		}
		if _, ok := from.([]any); !ok {
			return true, d.wrong(path, from, text.Or(quoted(Profiles))+", or rows of z and a factor of "+
				"the mean: [[0, 0.8], [0.4, 1.2]]")
		}
		return true, d.items(reflect.ValueOf(&v.Rows).Elem(), from, path, unit)
	case *Extent:
		if _, ok := from.([]any); !ok {
			from = []any{from}
			path = strings.TrimSuffix(path, ".0")
		}
		return true, d.numbersOf(v, from.([]any), path, unit)
	}
	return false, nil
}

// numbersOf reads numbers of an extent.
func (d decoder) numbersOf(to *Extent, from []any, path, unit string) error {
	for _, item := range from {
		x, should := number(item, unit)
		if should != "" {
			return d.wrong(path, item, should+", or a list of two")
		}
		*to = append(*to, x)
	}
	return nil
}

// series reads one.
func (d decoder) series(to *Series, from any, path, unit string) error {
	switch v := from.(type) {
	case []any:
		if len(v) > 0 {
			if _, table := v[0].([]any); !table {
				return d.wrong(path, from, "a number, a file, or rows of a time and a value: "+
					"[[0, 0.1], [10, 0.2]]")
			}
		}
		return d.items(reflect.ValueOf(&to.Rows).Elem(), from, path, "")
	case string:
		if _, err := strconv.ParseFloat(strings.TrimSpace(v), 64); err == nil || !named(v) {
			break
		}
		to.File = v
		return nil
	}
	x, should := number(from, unit)
	if should != "" {
		return d.wrong(path, from, should+`, rows of times and values, or a file: "flow.csv"`)
	}
	to.Value = x
	return nil
}

// named reports whether a text is that of a file and not a number with a unit.
func named(s string) bool {
	return strings.Contains(s, ".csv") || strings.Contains(s, ".txt") || strings.Contains(s, ".dat") ||
		s == "" || !strings.ContainsAny(s[:1], "0123456789+-.")
}

// quoted are words in quotes.
func quoted(words []string) (all []string) {
	for _, w := range words {
		all = append(all, strconv.Quote(w))
	}
	return all
}

// isSpecial reports whether a type is one of those that special reads, and what it is in words.
func isSpecial(t reflect.Type) (words string, ok bool) {
	switch t {
	case reflect.TypeFor[Series]():
		return "number, list of rows or text", true
	case reflect.TypeFor[Profile]():
		return "text or list of rows", true
	case reflect.TypeFor[Extent]():
		return "number or 2 numbers", true
	}
	return "", false
}

// special writes a value that special reads.
func (w *writer) special(v reflect.Value) (string, bool) {
	switch v := v.Interface().(type) {
	case Series:
		switch {
		case v.File != "":
			return quote(v.File), true
		case v.Rows != nil:
			return w.inline(reflect.ValueOf(v.Rows)), true
		}
		return w.inline(reflect.ValueOf(v.Value)), true
	case Profile:
		if v.Rows != nil {
			return w.inline(reflect.ValueOf(v.Rows)), true
		}
		return quote(v.Word), true
	case Extent:
		if len(v) == 1 {
			return w.inline(reflect.ValueOf(v[0])), true
		}
		return w.inline(reflect.ValueOf([]float64(v))), true
	}
	return "", false
}

// specialSchema is what such a value may be.
func specialSchema(t reflect.Type) object {
	number := object{{"type", "number"}}
	rows := object{{"type", "array"}, {"minItems", 1}, {"items", object{{"type", "array"},
		{"items", number}, {"minItems", 2}, {"maxItems", 2}}}}
	switch t {
	case reflect.TypeFor[Series]():
		return object{{"anyOf", []object{number, rows, {{"type", "string"}}}}}
	case reflect.TypeFor[Profile]():
		return object{{"anyOf", []object{{{"enum", Profiles}}, rows}}}
	}
	number = append(number, member{"exclusiveMinimum", 0})
	return object{{"anyOf", []object{number, {{"type", "array"}, {"items", number}, {"minItems", 1},
		{"maxItems", 2}}}}}
}

// SeriesError is an error about a row of a series at a path.
func (c *Case) SeriesError(path string, s *Series, row int, what string) error {
	at := path
	if s.Rows != nil && s.File == "" {
		at = fmt.Sprintf("%s.%d", path, row)
	}
	where := c.Label(path)
	if s.File != "" {
		where += ", " + s.File
	}
	return c.Errorf(at, "%s %s", where, what)
}

// CheckSeries refuses a series of a table, under a key, whose times do not increase, that ends
// before the flow does, or with values that have no meaning. refuse is why another value at a time
// has none, "" that it has; nil is that all have.
func (c *Case) CheckSeries(table, key string, s *Series, refuse func(t, x float64) string) error {
	path := table + "." + key
	wrong := func(row int, format string, values ...any) error {
		return c.SeriesError(path, s, row, fmt.Sprintf(format, values...))
	}
	if s.Rows != nil && len(s.Rows) == 0 {
		return wrong(0, "has no rows; use [[0, 0.1], [10, 0.2]]")
	}
	before := math.Inf(-1)
	for k, row := range s.All() {
		t, x := row[0], row[1]
		switch {
		case t < 0:
			return wrong(k, "has the time %s s, but times begin at 0", text.Exact(t))
		case refused(key, x) != "":
			return wrong(k, "%s", refused(key, x))
		case t <= before:
			return wrong(k, "has the time %s s after %s s, but times must increase; sort the rows, and "+
				"give each time once", text.Exact(t), text.Exact(before))
		}
		if refuse != nil {
			if why := refuse(t, x); why != "" {
				return wrong(k, "%s", why)
			}
		}
		before = t
	}
	if rows := s.All(); len(rows) > 1 && before < c.End {
		return wrong(len(rows)-1, "ends at %s s, but the flow at %s s; add a row for that time, or "+
			"use %s", text.Exact(before), text.Exact(c.End), c.assign("end", text.Exact(before)))
	}
	return nil
}

// Series moves heights that change in time, but for those of a file, which is not read yet.
func (by Shift) Series(s *Series) {
	if s == nil {
		return
	}
	by.Along(2, &s.Value)
	for k := range s.Rows {
		by.Along(2, &s.Rows[k][1])
	}
}
