package convert

// A writer of case files until package casefile has one: every number and word by its key, and no remarks.

import (
	"fmt"
	"io"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// write writes a case. It stands in for Case.Write.
func write(w io.Writer, c *casefile.Case) error {
	var b strings.Builder
	table(&b, "", reflect.ValueOf(*c))
	_, err := io.WriteString(w, b.String())
	return err
}

// table writes the values of a struct, and then its tables.
func table(b *strings.Builder, path string, v reflect.Value) {
	var tables []func()
	each(v, func(key string, f reflect.Value) {
		switch name := strings.TrimPrefix(path+"."+key, "."); {
		case f.Kind() == reflect.Pointer && f.Elem().Kind() == reflect.Struct && path == "":
			tables = append(tables, func() {
				fmt.Fprintf(b, "\n[%s]\n", name)
				table(b, name, f.Elem())
			})
		case f.Kind() == reflect.Slice && f.Type().Elem().Kind() == reflect.Struct && path == "":
			for i := range f.Len() {
				tables = append(tables, func() {
					fmt.Fprintf(b, "\n[[%s]]\n", name)
					table(b, name, f.Index(i))
				})
			}
		default:
			fmt.Fprintf(b, "%s = %s\n", key, value(f))
		}
	})
	for _, t := range tables {
		t()
	}
}

// each calls visit for the keys of a struct that have a value.
func each(v reflect.Value, visit func(key string, f reflect.Value)) {
	for i := range v.NumField() {
		f, of := v.Field(i), v.Type().Field(i)
		key := of.Tag.Get("key")
		switch {
		case !of.IsExported():
		case of.Anonymous:
			each(f, visit)
		case key == "*":
			keys := f.MapKeys()
			slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
			for _, k := range keys {
				visit(k.String(), f.MapIndex(k).Elem())
			}
		case !f.IsZero() || of.Tag.Get("need") == "yes":
			visit(key, f)
		}
	}
}

// value is a value in a line.
func value(v reflect.Value) string {
	var parts []string
	switch v.Kind() {
	case reflect.Pointer:
		return value(v.Elem())
	case reflect.Float64:
		return text.Exact(v.Float())
	case reflect.Int:
		return strconv.FormatInt(v.Int(), 10)
	case reflect.Struct:
		each(v, func(key string, f reflect.Value) { parts = append(parts, key+" = "+value(f)) })
		return "{ " + strings.Join(parts, ", ") + " }"
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			parts = append(parts, value(v.Index(i)))
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	return strconv.Quote(v.String())
}
