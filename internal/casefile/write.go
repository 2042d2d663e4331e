package casefile

import (
	"fmt"
	"io"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/text"
)

// Option is a row of [physics] or [run] that is written.
type Option struct {
	Name  string
	Value any
	Help  string
	Usual bool // it has its default: it is written as a comment
}

// Write writes a case file. Options of the physics with their help stand in place of those of the
// case; without any these are written as they are. What a case does not say is not written.
// annotated tells what keys mean, and which others there are.
func (c *Case) Write(to io.Writer, annotated bool, physics []Option) error {
	w := writer{annotated: annotated, told: map[string]bool{}}
	if c.About != "" && annotated {
		w.line("# %s: %s", c.Name, c.About)
		w.line("# Lengths are in metres, times in seconds, angles in degrees.")
		w.line("")
	}
	w.section("", reflect.ValueOf(c).Elem(), physics)
	_, err := io.WriteString(to, w.b.String())
	return err
}

type writer struct {
	b         strings.Builder
	annotated bool
	told      map[string]bool // comments of tables that come several times
}

func (w *writer) line(format string, values ...any) { fmt.Fprintf(&w.b, format+"\n", values...) }

// section writes the keys of a table that are values first, with their comments in a column, and
// then its tables.
func (w *writer) section(path string, v reflect.Value, physics []Option) {
	var rows []row
	var others []string
	for _, f := range fieldsOf(v) {
		switch {
		case f.key == "*" && physics != nil && path == "physics":
			for _, o := range physics {
				rows = append(rows, row{o.Name, w.inline(reflect.ValueOf(o.Value)), o.Help, o.Usual})
			}
		case f.key == "*":
			options, _ := f.value.Interface().(map[string]any)
			keys := make([]string, 0, len(options))
			for key := range options {
				keys = append(keys, key)
			}
			slices.Sort(keys)
			for _, key := range keys {
				rows = append(rows, row{key, w.inline(reflect.ValueOf(options[key])), "", false})
			}
		case isTable(f.value.Type()):
		case f.value.IsZero() && !f.need:
			if f.group == "" {
				others = append(others, f.key)
			}
		default:
			rows = append(rows, row{f.key, w.inline(f.value), f.comment(), false})
		}
	}
	for i := range rows {
		if at := join(path, rows[i].key); w.told[at] {
			rows[i].comment = ""
		} else {
			w.told[at] = rows[i].comment != ""
		}
	}
	w.rows(rows)
	if w.annotated && len(others) > 0 && path != "" && !w.told[path] {
		w.line("# There may be, too: %s.", strings.Join(others, ", "))
	}
	w.told[path] = true
	if path != "" {
		return
	}
	for _, f := range fieldsOf(v) {
		switch {
		case !isTable(f.value.Type()) || f.value.IsZero():
		case f.value.Kind() == reflect.Pointer:
			w.line("\n[%s]", f.key)
			w.section(f.key, f.value.Elem(), physics)
		default:
			for i := range f.value.Len() {
				w.line("\n[[%s]]", f.key)
				w.section(f.key, f.value.Index(i), nil)
			}
		}
	}
}

// isTable reports whether a key of the file has a section of its own.
func isTable(t reflect.Type) bool {
	if t.Kind() == reflect.Slice || t.Kind() == reflect.Pointer {
		switch t.Elem() {
		case reflect.TypeFor[Domain](), reflect.TypeFor[Physics](), reflect.TypeFor[Turning](),
			reflect.TypeFor[Run](), reflect.TypeFor[Fluid](), reflect.TypeFor[Wall](),
			reflect.TypeFor[Body](), reflect.TypeFor[Probe](), reflect.TypeFor[Gauge]():
			return true
		}
	}
	return isAdded(t)
}

// comment is help and unit of a key.
func (f *field) comment() string {
	switch {
	case f.unit == "":
		return f.help
	case f.help == "":
		return "[" + f.unit + "]"
	}
	return f.help + " [" + f.unit + "]"
}

type row struct {
	key, value, comment string
	off                 bool
}

// rows writes keys, with comments in a column where they have room.
func (w *writer) rows(rows []row) {
	const most = 40
	wide := 0
	for _, r := range rows {
		if n := len(r.key) + len(r.value); n <= most {
			wide = max(wide, n)
		}
	}
	for _, r := range rows {
		text := r.key + " = " + r.value
		if r.off {
			text = "# " + text
		}
		if !w.annotated || r.comment == "" {
			w.line("%s", text)
			continue
		}
		if strings.Contains(r.value, "\n") {
			w.line("# %s\n%s", r.comment, text)
			continue
		}
		w.line("%-*s  # %s", wide+5, text, r.comment)
	}
}

// inline is a value as TOML.
func (w *writer) inline(v reflect.Value) string {
	if words, ok := w.special(v); ok {
		return words
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		return w.inline(v.Elem())
	case reflect.String:
		return quote(v.String())
	case reflect.Bool:
		return strconv.FormatBool(v.Bool())
	case reflect.Int, reflect.Int64:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Float64:
		if w.annotated { // for people
			return text.Clean(v.Float())
		}
		return text.Exact(v.Float())
	case reflect.Array, reflect.Slice:
		return w.list(v)
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		words := make([]string, len(keys))
		for i, key := range keys {
			words[i] = bare(key.String()) + " = " + w.inline(v.MapIndex(key))
		}
		return "{ " + strings.Join(words, ", ") + " }"
	case reflect.Struct:
		var words []string
		for _, f := range fieldsOf(v) {
			if f.need || !f.value.IsZero() {
				words = append(words, f.key+" = "+w.inline(f.value))
			}
		}
		return "{ " + strings.Join(words, ", ") + " }"
	}
	panic("casefile: a type that no key has: " + v.Type().String())
}

// list is one of values. Long ones have several lines.
func (w *writer) list(v reflect.Value) string {
	const most, perLine = 6, 8
	words := make([]string, v.Len())
	tables := false
	for i := range words {
		words[i] = w.inline(v.Index(i))
		tables = tables || strings.HasPrefix(words[i], "{")
	}
	if len(words) <= most && !tables {
		return "[" + strings.Join(words, ", ") + "]"
	}
	step := perLine
	if tables {
		step = 1
	}
	var b strings.Builder
	b.WriteString("[")
	for i := 0; i < len(words); i += step {
		b.WriteString("\n    " + strings.ReplaceAll(strings.Join(words[i:min(i+step, len(words))], ", "), "\n", "\n    ") + ",")
	}
	b.WriteString("\n]")
	return b.String()
}

var bareKey = regexp.MustCompile(`^[A-Za-z0-9_-]+$`)

func bare(key string) string {
	if bareKey.MatchString(key) {
		return key
	}
	return quote(key)
}

// quote is a text as TOML's basic string.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
