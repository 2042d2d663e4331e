package casefile

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"gpusph/internal/input"
	"gpusph/internal/text"
)

// Read reads a case file, with other values of some keys. Errors about these have their places.
func Read(file string, changes ...Change) (*Case, error) {
	data, err := input.Read(file, largest)
	if err != nil {
		return nil, unreadable(file, err)
	}
	return parseWith(data, file, changes)
}

// unreadable is why a case file cannot be read.
func unreadable(file string, err error) error {
	if at, e := os.Stat(file); e == nil && at.IsDir() {
		return fmt.Errorf("the case file %s is a directory; use a file in it, as %s", file, filepath.Join(file, "case.toml"))
	}
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no case file %s; gpusph init writes one to begin with", file)
	}
	return fmt.Errorf("the case file cannot be read: %w", err)
}

// largest is more than a case file has that was written by hand or by a program of reason [bytes].
const largest = 64 << 20

// Parse reads the text of a case file. Its name is for errors, and other files are found beside it.
func Parse(data []byte, file string) (*Case, error) { return parseWith(data, file, nil) }

// parseWith reads a text and makes changes.
func parseWith(data []byte, file string, changes []Change) (*Case, error) {
	c := &Case{source: source{file: file, text: data, changes: changes}}
	if len(data) <= largest {
		data = text.Plain(data)
	}
	if len(data) > largest {
		return nil, c.Errorf("", "the file has %d MiB, but case files have %d at most", len(data)>>20, largest>>20)
	}
	if what := notTOML(data); what != "" {
		return nil, c.Errorf("", "%s", what)
	}
	c.text = data
	var all map[string]any
	if err := toml.Unmarshal(data, &all); err != nil {
		return nil, c.syntax(err)
	}
	c.where = positions(data)
	if err := c.change(all); err != nil {
		return nil, err
	}
	d := decoder{c, all["dimension"] == int64(2)}
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

// decoder turns what TOML has into the types of the format.
type decoder struct {
	*Case
	plane bool // two dimensions
}

// field is a key of a table.
type field struct {
	key, unit, help, group string
	need                   bool
	value                  reflect.Value
	tag                    reflect.StructTag
}

// fieldsOf are the keys of a struct, with those of structs in it that have no key.
func fieldsOf(v reflect.Value) (all []field) {
	for i := range v.NumField() {
		f := v.Type().Field(i)
		switch {
		case f.Type == reflect.TypeFor[Added]():
			all = append(all, v.Field(i).Addr().Interface().(*Added).fields()...)
		case f.Type == reflect.TypeFor[Extra]():
			all = append(all, v.Field(i).Addr().Interface().(*Extra).fields(f.Tag.Get("of"))...)
		case f.Anonymous:
			all = append(all, fieldsOf(v.Field(i))...)
		case f.Tag.Get("key") != "":
			all = append(all, field{f.Tag.Get("key"), f.Tag.Get("unit"), f.Tag.Get("help"), f.Tag.Get("group"), f.Tag.Get("need") != "", v.Field(i), f.Tag})
		}
	}
	return all
}

// option refuses what no option can be.
func (d decoder) option(path string, value any) error {
	switch v := value.(type) {
	case string, bool, int64:
		return nil
	case float64:
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			return nil
		}
	}
	return d.Errorf(path, "%s is %s, but must be a number, a word in quotes, true or false", d.Label(path), describe(value))
}

// ShapeKeys are those that say which shape something has.
func ShapeKeys() (keys []string) {
	for _, f := range fieldsOf(reflect.ValueOf(&Fluid{}).Elem()) {
		if f.group == "shape" {
			keys = append(keys, f.key)
		}
	}
	return keys
}

// table reads the keys of a struct.
func (d decoder) table(to reflect.Value, from map[string]any, path string) error {
	fields := fieldsOf(to)
	given := d.inOrder(from, path)
	if i := indexOf(fields, "name"); i >= 0 { // the name first, for errors
		if s, ok := from["name"].(string); ok {
			fields[i].value.SetString(s)
		}
	}
	groups := map[string]string{} // by group of keys: the one that is given
	for _, key := range given {
		at := join(path, key)
		i := indexOf(fields, key)
		if i < 0 {
			if err := d.unknownKey(fields, from[key], path, key); err != nil {
				return err
			}
			continue
		}
		f := &fields[i]
		if other := groups[f.group]; f.group != "" && other != "" {
			return d.Errorf(at, "%s has both %s and %s; use one of them", d.labelOr(path), other, key)
		}
		groups[f.group] = key
		if err := d.value(f.value, from[key], at, f.unit); err != nil {
			return d.explained(err, f, from[key])
		}
	}
	return d.checkComplete(fields, from, groups, path)
}

// inOrder are the keys of a table in the order of the file.
func (d decoder) inOrder(from map[string]any, path string) []string {
	return slices.SortedFunc(maps.Keys(from), func(a, b string) int {
		p, q := d.where[join(path, a)], d.where[join(path, b)]
		return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column), cmp.Compare(a, b))
	})
}

// indexOf is the index of the field with a key, or -1.
func indexOf(fields []field, key string) int {
	return slices.IndexFunc(fields, func(f field) bool { return f.key == key && key != "*" })
}

// unknownKey stores the value of a key that no field has in the field for all other keys. It is an
// error where there is no such field.
func (d decoder) unknownKey(fields []field, value any, path, key string) error {
	rest := slices.IndexFunc(fields, func(f field) bool { return f.key == "*" })
	if rest < 0 {
		var keys []string
		for _, f := range fields {
			keys = append(keys, f.key)
		}
		return d.Unknown(path, key, keys)
	}
	if err := d.option(join(path, key), value); err != nil {
		return err
	}
	to := fields[rest].value
	if to.IsNil() {
		to.Set(reflect.ValueOf(map[string]any{}))
	}
	to.SetMapIndex(reflect.ValueOf(key), reflect.ValueOf(value))
	return nil
}

// checkComplete reports keys and groups of keys that a table lacks, and sets the keys that have
// their own defaults in two dimensions. groups are the keys that are given, by their groups.
func (d decoder) checkComplete(fields []field, from map[string]any, groups map[string]string, path string) error {
	for _, f := range fields {
		if usual := f.tag.Get("plane"); d.plane && usual != "" && from[f.key] == nil {
			setUsual(f.value, usual)
			continue
		}
		if _, ok := from[f.key]; f.need && !ok {
			return d.Errorf(path, "%s has no %s%s", d.labelOr(path), f.key, would(f))
		}
	}
	for _, f := range fields {
		// on another wall, and does not move against that
		rides := f.group == "motion" && from["on"] != nil
		if f.group == "" || groups[f.group] != "" || rides {
			continue
		}
		var words []string
		for _, g := range fields {
			if g.group == f.group {
				words = append(words, g.key)
			}
		}
		return d.Errorf(path, "%s has no %s; use one of %s", d.labelOr(path), lacks(f.group), text.Or(words))
	}
	return nil
}

// explained is an error about a value that is of another kind than a text, with what the text is.
func (d decoder) explained(err error, f *field, value any) error {
	at, ok := err.(*Error)
	_, text := value.(string)
	name := f.value.Kind() == reflect.String && strings.HasPrefix(f.help, "name ")
	if ok && name && !text {
		at.Text += "; it is the " + f.help
	}
	return err
}

// lacks is what a table without any of a group's keys lacks.
func lacks(group string) string {
	switch group {
	case "probe":
		return "place"
	case "motion":
		return "times"
	case "weight":
		return "density or mass"
	case "turning":
		return "angles"
	case "gravity":
		return "values"
	case "wave":
		return "length"
	}
	return group
}

// would tells what to write for a missing key.
func would(f field) string {
	words := "; write "
	if f.help != "" {
		words = ", " + f.help + "; write "
	}
	return words + f.key + " = " + example(f.value.Type(), f.unit)
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
	case reflect.Bool:
		return "true"
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

// exampleOf is a table with the keys that it needs, or else the first one.
func exampleOf(t reflect.Type) string {
	if t.Kind() != reflect.Struct {
		return example(t, "")
	}
	var words []string
	fields := fieldsOf(reflect.New(t).Elem())
	for _, f := range fields {
		if f.need {
			value := example(f.value.Type(), f.unit)
			if f.key == "min" || f.key == "from" && strings.HasPrefix(value, "[") {
				value = strings.ReplaceAll(value, "1", "0")
			}
			words = append(words, f.key+" = "+value)
		}
	}
	if len(words) == 0 {
		words = []string{fields[0].key + " = …"}
	}
	return "{ " + strings.Join(words, ", ") + " }"
}

// Again is the case as its file has it, for changes.
func (c *Case) Again() (*Case, error) { return parseWith(c.text, c.file, c.changes) }

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
		if s, ok := v.Addr().Interface().(*Series); ok {
			if name, ok := names[s.File]; ok && s.File != "" {
				s.File = name
			}
			return
		}
		for _, f := range fieldsOf(v) {
			if name, ok := names[f.value.String()]; ok && (f.key == "file" || f.key == "table") {
				f.value.SetString(name)
				continue
			}
			rename(f.value, names)
		}
	}
}
