package casefile

import (
	"reflect"
	"slices"
	"strings"

	"gpusph/internal/text"
	"gpusph/internal/unsupported"
)

// UnknownKey is an error about a key that a table does not have.
type UnknownKey struct {
	At             *Error
	Table, Key, Is string // the path of the table; what is said of the key alone
	Known          bool   // the table of others' names has the key
}

// Belongs says which table has the key.
func (u *UnknownKey) Belongs(table string) { u.At.Text = u.Is + "; it is a key of [" + table + "]" }

// Called says which key of another table is meant.
func (u *UnknownKey) Called(key, table string) {
	u.At.Text = u.Is + "; did you mean " + key + " of [" + table + "]?"
}

func (u *UnknownKey) Error() string { return u.At.Error() }

// Unwrap is the error as others are.
func (u *UnknownKey) Unwrap() error { return u.At }

// Unknown is an error about a key that a table at a path does not have.
func (c *Case) Unknown(path, key string, keys []string) error {
	at := join(path, key)
	meant, exact := unsupported.Advice(key, keys, ""), true
	if name, _ := unsupported.NameOf(key); meant == "" && path != "" && name.How == "" {
		for _, f := range fieldsOf(reflect.ValueOf(&Case{}).Elem()) {
			if slices.Contains(name.Is, f.key) && f.key != key {
				meant = "; did you mean " + f.key + ", which stands at the top of the file?"
			}
		}
	}
	if meant == "" {
		meant, exact = text.Meant(key, keys), false
	}
	if (key == "shape" || key == "type") && slices.Contains(keys, "sphere") {
		meant = "; a shape is a key of its own, as sphere = " + exampleOf(reflect.TypeFor[Sphere]())
	}
	if of := ofBodies(path, key); of != "" {
		meant = of
	}
	if meant == "" {
		for _, t := range []struct {
			table, stands string
			of            reflect.Type
		}{
			{"", "it stands above all tables, at the top of the file", reflect.TypeFor[Case]()},
			{"domain", "it is a key of [domain]", reflect.TypeFor[Domain]()},
			{"physics", "it is a key of [physics]", reflect.TypeFor[Physics]()},
		} {
			if slices.ContainsFunc(fieldsOf(reflect.New(t.of).Elem()), func(f field) bool { return f.key == key && f.key != "*" }) && path != t.table {
				meant = "; " + t.stands
				break
			}
		}
	}
	if meant == "" {
		meant = "; there are " + text.And(keys)
	}
	is := "there is no key " + key + of(c.Label(path))
	return &UnknownKey{c.Errorf(at, "%s%s", is, meant).(*Error), path, key, is, exact}
}

// ofBodies is what to say of a key of walls that a body has, of one of bodies that a wall has, and
// of one of which a feature knows.
func ofBodies(path, key string) string {
	body, wall := strings.HasPrefix(path, "body."), strings.HasPrefix(path, "wall.")
	if strings.Count(path, ".") != 1 {
		return ""
	}
	switch {
	case body && key == "motion":
		return "; the fluid moves a [[body]], and a motion moves a [[wall]]"
	case body && key == "force":
		return "; forces.csv has the force on each [[body]] under its name"
	case wall && slices.Contains([]string{"density", "mass", "inertia", "lock", "hinge"}, key):
		return "; it is a key of [[body]], which the fluid moves"
	}
	return unknownIn(path, key)
}
