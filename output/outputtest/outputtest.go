// Package outputtest holds the keys of JSON and MessagePack files, so that none
// changes without the file's version being raised.
package outputtest

import (
	"embed"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// Lists are the keys of each version of each file, one in a line.
//
//go:embed keys
var Lists embed.FS

// Keys compares the keys that a value is written with to the list keys/NAME.txt,
// where NAME is the file's kind and version, as summary-1. More are keys that
// the value's type does not tell.
func Keys(t *testing.T, name string, value any, more ...string) {
	t.Helper()
	got := append(keys(reflect.TypeOf(value)), more...)
	list, err := Lists.ReadFile("keys/" + name + ".txt")
	if err != nil {
		t.Errorf("there is no list of keys for %s; output/outputtest/keys/%[1]s.txt should have\n%s",
			name, strings.Join(got, "\n"))
		return
	}
	want := strings.Fields(string(list))
	if slices.Equal(got, want) {
		return
	}
	for _, key := range got {
		if !slices.Contains(want, key) {
			t.Errorf("%s has the new key %s", name, key)
		}
	}
	for _, key := range want {
		if !slices.Contains(got, key) {
			t.Errorf("%s no longer has the key %s", name, key)
		}
	}
	t.Errorf("The keys of %s have changed. Raise the file's version, describe it in "+
		"docs/reference/files.md, and write a list for it with\n%s",
		name, strings.Join(got, "\n"))
}

// listing is the keys of a value, each with the keys that lead to it: a.b is b in a,
// a[].b is b in each element of a, and a.*.b is b in each value of the map a. A
// struct is spelled out once; b=a says that b has the keys that a has.
type listing struct {
	keys []string
	seen map[reflect.Type]string // where a struct was spelled out
}

func keys(t reflect.Type) []string {
	l := listing{seen: map[reflect.Type]string{}}
	l.add("", t)
	return l.keys
}

func (l *listing) add(path string, t reflect.Type) {
	switch t.Kind() {
	case reflect.Pointer:
		l.add(path, t.Elem())
		return
	case reflect.Slice, reflect.Array:
		l.add(path+"[]", t.Elem())
		return
	case reflect.Map:
		l.add(path+".*", t.Elem())
		return
	case reflect.Struct:
	default:
		return
	}
	if first, ok := l.seen[t]; ok {
		l.keys = append(l.keys, path+"="+first)
		return
	}
	l.seen[t] = path
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" || !f.IsExported() || name == "-" {
			continue
		}
		if outer := t.Field(f.Index[0]); len(f.Index) > 1 && outer.Tag.Get("json") == "-" {
			continue // embedded, and left out
		}
		if name == "" {
			name = f.Name
		}
		key := strings.TrimPrefix(path+"."+name, ".")
		l.keys = append(l.keys, key)
		l.add(key, f.Type)
	}
}
