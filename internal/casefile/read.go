package casefile

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"gpusph/internal/text"
)

// Read reads a case file.
func Read(file string) (*Case, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("the case file cannot be read: %w", err)
	}
	return Parse(data, file)
}

// largest is more than a case file has that was written by hand or by a program of reason [bytes].
const largest = 64 << 20

// Parse reads the text of a case file. Its name is for errors, and other files are found beside it.
func Parse(data []byte, file string) (*Case, error) {
	c := &Case{file: file, text: data}
	if len(data) > largest {
		return nil, c.Errorf("", "the file has %d MiB, but case files have %d at most", len(data)>>20, largest>>20)
	}
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		return nil, c.syntax(err)
	}
	c.where = positions(data)
	d := decoder{c}
	if err := d.table(reflect.ValueOf(c).Elem(), all, ""); err != nil {
		return nil, err
	}
	return c, c.check()
}

// Path is that of a file which the case file names.
func (c *Case) Path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(filepath.Dir(c.file), name)
}

// File is that of the case.
func (c *Case) File() string { return c.file }

// syntax says where a text is no TOML.
func (c *Case) syntax(err error) error {
	e := &Error{File: c.file, Text: "this is no TOML: " + strings.TrimPrefix(err.Error(), "toml: ")}
	var at *toml.DecodeError
	if errors.As(err, &at) {
		e.Line, e.Column = at.Position()
		e.Excerpt = line(c.text, e.Line)
	}
	return e
}

// decoder turns what TOML has into the types of the format.
type decoder struct{ *Case }

// field is a key of a table.
type field struct {
	key, unit, help, group string
	need                   bool
	value                  reflect.Value
}

// fieldsOf are the keys of a struct, with those of structs in it that have no key.
func fieldsOf(v reflect.Value) (all []field) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case f.Anonymous:
			all = append(all, fieldsOf(v.Field(i))...)
		case f.Tag.Get("key") != "":
			all = append(all, field{f.Tag.Get("key"), f.Tag.Get("unit"), f.Tag.Get("help"), f.Tag.Get("group"), f.Tag.Get("need") != "", v.Field(i)})
		}
	}
	return all
}

// table reads the keys of a struct.
func (d decoder) table(to reflect.Value, from map[string]any, path string) error {
	fields := fieldsOf(to)
	var keys []string
	rest := -1
	for i, f := range fields {
		if f.key == "*" {
			rest = i
			continue
		}
		keys = append(keys, f.key)
	}
	given := make([]string, 0, len(from))
	for key := range from {
		given = append(given, key)
	}
	slices.SortFunc(given, func(a, b string) int { // as they are in the file
		p, q := d.where[join(path, a)], d.where[join(path, b)]
		if p.Line != q.Line {
			return p.Line - q.Line
		}
		if p.Column != q.Column {
			return p.Column - q.Column
		}
		return strings.Compare(a, b)
	})
	for _, key := range given { // names first, for errors
		if i := slices.IndexFunc(fields, func(f field) bool { return f.key == key }); i >= 0 && key == "name" {
			if s, ok := from[key].(string); ok {
				fields[i].value.SetString(s)
			}
		}
	}
	groups := map[string]string{}
	for _, key := range given {
		at := join(path, key)
		i := slices.IndexFunc(fields, func(f field) bool { return f.key == key && key != "*" })
		if i < 0 && rest >= 0 {
			to := fields[rest].value
			if to.IsNil() {
				to.Set(reflect.ValueOf(map[string]any{}))
			}
			to.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(from[key]))
			continue
		}
		if i < 0 {
			return d.Errorf(at, "there is no key %s%s", d.Label(at), meantOr(key, keys))
		}
		f := &fields[i]
		if other := groups[f.group]; f.group != "" && other != "" {
			return d.Errorf(at, "%s has both %s and %s; one of them would do", d.labelOr(path), other, key)
		}
		groups[f.group] = key
		if err := d.value(f.value, from[key], at, f.unit); err != nil {
			return err
		}
	}
	for _, f := range fields {
		if _, ok := from[f.key]; f.need && !ok {
			return d.Errorf(path, "%s has no %s%s", d.labelOr(path), f.key, would(f))
		}
	}
	for _, f := range fields {
		if f.group != "" && groups[f.group] == "" {
			var words []string
			for _, g := range fields {
				if g.group == f.group {
					words = append(words, g.key)
				}
			}
			return d.Errorf(path, "%s has no %s; one of %s would do", d.labelOr(path), lacks(f.group), text.Or(words))
		}
	}
	return nil
}

// lacks is what a table without any of a group's keys lacks.
func lacks(group string) string {
	if group == "motion" {
		return "times"
	}
	return "shape"
}

// meantOr suggests a key, or lists those there are.
func meantOr(key string, keys []string) string {
	if meant := text.Meant(key, keys); meant != "" {
		return meant
	}
	return "; there are " + text.And(keys)
}

// would is what to write for a key that lacks.
func would(f field) string {
	words := "; "
	if f.help != "" {
		words = ", " + f.help + "; "
	}
	return words + f.key + " = " + example(f.value.Type(), f.unit) + " would do"
}

// example is a value of a type.
func example(t reflect.Type, unit string) string {
	switch t.Kind() {
	case reflect.Pointer:
		return example(t.Elem(), unit)
	case reflect.String:
		return `"…"`
	case reflect.Int:
		return "10"
	case reflect.Array:
		words := make([]string, t.Len())
		for i := range words {
			words[i] = "0"
		}
		words[len(words)-1] = "1"
		return "[" + strings.Join(words, ", ") + "]"
	case reflect.Slice:
		return "[" + example(t.Elem(), unit) + ", …]"
	}
	if unit == "°" {
		return "45"
	}
	return "0.1"
}

// Label is what people call a path: wall.0.cylinder.radius is `wall "pillar": cylinder.radius`.
func (c *Case) Label(path string) string {
	words := strings.Split(path, ".")
	label := ""
	for i, w := range words {
		number, err := strconv.Atoi(w)
		switch {
		case err == nil && i == 1:
			if name := c.nameOf(words[0], number); name != "" {
				label += fmt.Sprintf(" %q", name)
			} else {
				label += fmt.Sprintf(" %d", number+1)
			}
			if i < len(words)-1 {
				label += ":"
			}
		case err == nil:
			label += fmt.Sprintf(" %d", number+1)
		case label == "":
			label = w
		case strings.HasSuffix(label, ":"):
			label += " " + w
		default:
			label += "." + w
		}
	}
	return label
}

func (c *Case) labelOr(path string) string {
	if path == "" {
		return "the case"
	}
	return c.Label(path)
}

// nameOf is the name of an element of an array of tables, if it is known.
func (c *Case) nameOf(table string, k int) string {
	switch {
	case table == "fluid" && k < len(c.Fluids):
		return c.Fluids[k].Name
	case table == "wall" && k < len(c.Walls):
		return c.Walls[k].Name
	case table == "probe" && k < len(c.Probes):
		return c.Probes[k].Name
	case table == "gauge" && k < len(c.Gauges):
		return c.Gauges[k].Name
	}
	return ""
}

// units are in words what values are numbers of.
var units = map[string]string{
	"m": "metres", "s": "seconds", "m/s": "metres per second", "m/s²": "metres per second squared", "kg/m³": "kilograms per cubic metre", "°": "degrees",
}

// scales are factors that turn a unit that somebody may have written into ours.
var scales = map[string]map[string]float64{
	"m": {"m": 1, "cm": 0.01, "mm": 0.001, "km": 1000, "in": 0.0254, "ft": 0.3048},
	"s": {"s": 1, "ms": 0.001, "min": 60, "h": 3600},
	"°": {"°": 1, "deg": 1, "rad": 180 / math.Pi},
}

// value reads one.
func (d decoder) value(to reflect.Value, from any, path, unit string) error {
	wrong := func(should string) error {
		return d.Errorf(path, "%s is %s, but must be %s", d.Label(path), describe(from), should)
	}
	switch to.Kind() {
	case reflect.Pointer:
		v := reflect.New(to.Type().Elem())
		to.Set(v)
		return d.value(v.Elem(), from, path, unit)
	case reflect.Struct:
		table, ok := from.(map[string]any)
		if !ok {
			return wrong("a table")
		}
		return d.table(to, table, path)
	case reflect.String:
		s, ok := from.(string)
		if !ok {
			return wrong(`a text in quotes`)
		}
		to.SetString(s)
	case reflect.Int:
		n, ok := from.(int64)
		if !ok || n != int64(int32(n)) {
			return wrong("a whole number")
		}
		to.SetInt(n)
	case reflect.Float64:
		x, err := number(from, unit)
		if err != "" {
			return wrong(err)
		}
		to.SetFloat(x)
	case reflect.Array, reflect.Slice:
		list, ok := from.([]any)
		if to.Kind() == reflect.Array {
			if !ok || len(list) != to.Len() {
				return wrong(fmt.Sprintf("%d numbers in brackets%s", to.Len(), of(unit)))
			}
		} else {
			if !ok {
				if _, table := from.(map[string]any); table && to.Type().Elem().Kind() == reflect.Struct {
					return d.Errorf(path, "[%s] must be [[%s]], since there may be several", path, path)
				}
				return wrong("a list in brackets" + of(unit))
			}
			to.Set(reflect.MakeSlice(to.Type(), len(list), len(list)))
		}
		for i, item := range list {
			if err := d.value(to.Index(i), item, join(path, strconv.Itoa(i)), unit); err != nil {
				return err
			}
		}
	case reflect.Map:
		table, ok := from.(map[string]any)
		if !ok {
			return wrong("a table")
		}
		to.Set(reflect.MakeMap(to.Type()))
		keys := make([]string, 0, len(table))
		for key := range table {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			v := reflect.New(to.Type().Elem()).Elem()
			if err := d.value(v, table[key], join(path, key), unit); err != nil {
				return err
			}
			to.SetMapIndex(reflect.ValueOf(key), v)
		}
	default:
		panic("casefile: a type that no key has: " + to.Type().String())
	}
	return nil
}

// number is one, or what it must be.
func number(from any, unit string) (x float64, should string) {
	should = "a number"
	if words := units[unit]; words != "" {
		should += " of " + words
	}
	switch v := from.(type) {
	case int64:
		return float64(v), ""
	case float64:
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return 0, should + " that is finite"
		}
		return v, ""
	case string:
		digits := strings.TrimRight(v, "abcdefghijklmnopqrstuvwxyz°/²³ ")
		if x, err := strconv.ParseFloat(digits, 64); err == nil {
			if scale, ok := scales[unit][strings.TrimSpace(v[len(digits):])]; ok {
				return 0, should + ", without a unit: " + text.Exact(text.Three(x*scale, math.Round))
			}
			return 0, should + ", without quotes"
		}
	}
	return 0, should
}

func of(unit string) string {
	if words := units[unit]; words != "" {
		return ", of " + words
	}
	return ""
}

// describe is a value in an error.
func describe(v any) string {
	switch v := v.(type) {
	case string:
		return strconv.Quote(v)
	case []any:
		if len(v) > 4 {
			return fmt.Sprintf("a list of %d", len(v))
		}
		words := make([]string, len(v))
		for i := range v {
			words[i] = describe(v[i])
		}
		return "[" + strings.Join(words, ", ") + "]"
	case map[string]any:
		return "a table"
	case float64:
		return text.Exact(v)
	}
	return fmt.Sprint(v)
}

// Again is the case as its file has it, for changes.
func (c *Case) Again() (*Case, error) { return Parse(c.text, c.file) }

// Rename gives other names to the files that the case names.
func (c *Case) Rename(names map[string]string) { rename(reflect.ValueOf(c).Elem(), names) }

func rename(v reflect.Value, names map[string]string) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			rename(v.Elem(), names)
		}
	case reflect.Slice:
		for i := range v.Len() {
			rename(v.Index(i), names)
		}
	case reflect.Struct:
		for _, f := range fieldsOf(v) {
			if name, ok := names[f.value.String()]; ok && f.key == "file" {
				f.value.SetString(name)
				continue
			}
			rename(f.value, names)
		}
	}
}
