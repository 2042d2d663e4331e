package casefile

import (
	"fmt"
	"reflect"
)

// Table is the keys that a table of a case file may have.
type Table struct {
	// as it is in a file: "domain", "fluid.fill"; "" is the beginning of the file, and "shape" any
	// shape
	Name string
	Many bool // there may be several
	Keys []Key
}

// Key is one of them.
type Key struct {
	Name, Kind, Unit, Help string
	Need                   bool // it must be there
}

// Tables are all of the format, in the order of the types. What a shape has is told once.
func Tables() []Table {
	t := tables{told: map[reflect.Type]bool{}}
	t.add("", reflect.TypeFor[Case](), false)
	return t.all
}

type tables struct {
	all  []Table
	told map[reflect.Type]bool
}

func (t *tables) add(name string, of reflect.Type, many bool) {
	if t.told[of] {
		return
	}
	t.told[of] = true
	at := len(t.all)
	t.all = append(t.all, Table{Name: name, Many: many})
	var keys []Key
	type inner struct {
		name string
		of   reflect.Type
		many bool
	}
	var below []inner
	for _, f := range keyFields(of) {
		key := f.Tag.Get("key")
		switch {
		case f.Anonymous:
			keys = append(keys, Key{Kind: "shape", Help: "one shape, and how it is moved"})
			below = append(below, inner{"shape", f.Type, false})
			continue
		case key == "":
			continue
		case key == "*":
			keys = append(keys, Key{Kind: "option", Help: f.Tag.Get("help")})
			continue
		}
		keys = append(keys, Key{key, kind(f.Type), f.Tag.Get("unit"), f.Tag.Get("help"), f.Tag.Get("need") != ""})
		path := key
		if name != "" && name != "shape" {
			path = name + "." + key
		}
		if t := f.Type; t.Kind() == reflect.Pointer {
			if _, special := isSpecial(t.Elem()); special {
				continue
			}
		}
		switch {
		case f.Type.Kind() == reflect.Pointer && f.Type.Elem().Kind() == reflect.Struct:
			below = append(below, inner{path, f.Type.Elem(), false})
		case f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() == reflect.Struct && f.Type.Elem() != of:
			below = append(below, inner{path, f.Type.Elem(), true})
		}
	}
	t.all[at].Keys = keys
	for _, b := range below {
		t.add(b.name, b.of, b.many)
	}
}

// keyFields are the fields of a table. Shapes stay together; other embedded structs are keys of the
// table itself.
func keyFields(of reflect.Type) (all []reflect.StructField) {
	for i := range of.NumField() {
		f := of.Field(i)
		if f.Type == reflect.TypeFor[Added]() {
			all = append(all, addedFields()...)
		} else if f.Type == reflect.TypeFor[Extra]() {
			for _, t := range keysOf(f.Tag.Get("of")) {
				all = append(all, keyFields(t)...)
			}
		} else if f.Anonymous && f.Type != reflect.TypeFor[Shape]() {
			all = append(all, keyFields(f.Type)...)
		} else {
			all = append(all, f)
		}
	}
	return all
}

// kind is a type in words.
func kind(t reflect.Type) string {
	if words, ok := isSpecial(t); ok {
		return words
	}
	switch t.Kind() {
	case reflect.Pointer:
		return kind(t.Elem())
	case reflect.String:
		return "text"
	case reflect.Bool:
		return "true or false"
	case reflect.Int:
		return "whole number"
	case reflect.Float64:
		return "number"
	case reflect.Array:
		if t.Elem().Kind() == reflect.Int {
			return fmt.Sprintf("%d whole numbers", t.Len())
		}
		return fmt.Sprintf("%d numbers", t.Len())
	case reflect.Slice:
		switch t.Elem() {
		case reflect.TypeFor[Shape]():
			return "list of shapes"
		}
		switch t.Elem().Kind() {
		case reflect.Float64:
			return "list of numbers"
		case reflect.String:
			return "list of texts"
		case reflect.Struct:
			return "tables"
		}
		return "list of " + kind(t.Elem())
	case reflect.Map:
		return "table of " + kind(t.Elem())
	case reflect.Struct:
		return "table"
	}
	panic("casefile: a type that no key has: " + t.String())
}
