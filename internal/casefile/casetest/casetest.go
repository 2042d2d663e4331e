// Package casetest has what tests of the tables of features in case files share.
package casetest

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"gpusph/internal/casefile"
)

// Parsed is the case of a text.
func Parsed(t *testing.T, text string) *casefile.Case {
	t.Helper()
	c, err := casefile.Parse([]byte(text), "t.toml")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Written checks that tables of a case are the same once it is written and read again, with the
// annotations of keys and without.
func Written[T any](t *testing.T, c *casefile.Case, tables func(*casefile.Case) []T) {
	t.Helper()
	want := tables(c)
	for _, annotated := range []bool{false, true} {
		var written bytes.Buffer
		if err := c.Write(&written, annotated, nil); err != nil {
			t.Fatal(err)
		}
		if got := tables(Parsed(t, written.String())); !reflect.DeepEqual(got, want) {
			t.Errorf("what was written has %+v, not %+v", got, want)
		}
	}
}

// Refused checks that changes of a text are refused. A change is what is replaced where it first
// stands, what replaces it, and a part of the error.
func Refused(t *testing.T, text string, changes [][3]string) {
	t.Helper()
	for _, c := range changes {
		changed := strings.Replace(text, c[0], c[1], 1)
		_, err := casefile.Parse([]byte(changed), "t.toml")
		if changed == text || err == nil || !strings.Contains(err.Error(), c[2]) {
			t.Errorf("%s: %v, not %s", c[1], err, c[2])
		}
	}
}
