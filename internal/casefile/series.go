package casefile

import (
	"reflect"
	"slices"
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

// rows are those of a series; a constant has one.
func (s *Series) rows() [][2]float64 {
	if s.Rows == nil {
		return [][2]float64{{0, s.Value}}
	}
	return s.Rows
}

// quantity is a key of an opening that may change in time.
type quantity struct {
	key, unit string
	of        *Series
}

// quantities are those that an opening gives.
func (o *OpeningAt) quantities() (given []quantity) {
	key, unit, carried := o.Carried()
	for _, q := range []quantity{{"velocity", "m/s", o.Velocity}, {"discharge", "m³/s", o.Discharge},
		{"level", "m", o.Level}, {"pressure", "Pa", o.Pressure}, {key, unit, carried}} {
		if q.of != nil {
			given = append(given, q)
		}
	}
	return given
}

// Profile is how the velocity of an opening is spread over it: a word, or rows of z [m] and a
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

// checkProfile refuses profiles that no velocity has.
func (c *Case) checkProfile(o *OpeningAt) error {
	p, path := o.Profile, o.Path+".profile"
	switch {
	case p == nil:
		return nil
	case o.Velocity == nil && o.Discharge == nil:
		return c.Errorf(path, "%s spreads a velocity or a discharge over the opening, but neither is "+
			"given; use velocity = 0.5, or leave it out", c.Label(path))
	case p.Rows == nil && !slices.Contains(Profiles, p.Word):
		return c.Errorf(path, "%s is %q, but must be %s, or rows of z and a factor of the mean%s",
			c.Label(path), p.Word, text.Or(Profiles), text.Meant(p.Word, Profiles))
	case p.Rows == nil:
		return nil
	case len(p.Rows) < 2:
		return c.Errorf(path, "%s has %s, but needs two or more: [[0, 0.8], [0.4, 1.2]]",
			c.Label(path), text.Count(len(p.Rows), "row"))
	}
	most := 0.0
	for k, row := range p.Rows {
		at := path + "." + strconv.Itoa(k)
		switch {
		case k > 0 && row[0] <= p.Rows[k-1][0]:
			return c.Errorf(at, "%s has z = %s m after %s m, but z must increase from row to row",
				c.Label(path), text.Exact(row[0]), text.Exact(p.Rows[k-1][0]))
		case row[1] < 0:
			return c.Errorf(at, "%s has the factor %s, but fluid flows one way through an opening; use 0 "+
				"or more", c.Label(path), text.Exact(row[1]))
		}
		most = max(most, row[1])
	}
	if most == 0 {
		return c.Errorf(path, "%s is 0 everywhere; use factors above 0", c.Label(path))
	}
	return nil
}
