package casefile

import (
	"reflect"
	"slices"
	"strings"

	"gpusph/internal/text"
)

// UnknownKey is an error about a key that a table does not have.
type UnknownKey struct {
	At             *Error
	Table, Key, Is string // the path of the table; what is said of the key alone
}

// Belongs says which table has the key.
func (u *UnknownKey) Belongs(table string) { u.At.Text = u.Is + "; it is a key of [" + table + "]" }

func (u *UnknownKey) Error() string { return u.At.Error() }

// Unwrap is the error as others are.
func (u *UnknownKey) Unwrap() error { return u.At }

// others are words that people have for keys.
var others = map[string]string{
	"deltap": "spacing", "dp": "spacing", "dx": "spacing", "resolution": "spacing", "tend": "end", "duration": "end", "time": "end", "title": "name",
	"obstacle": "wall", "solid": "wall", "body": "wall", "water": "fluid", "liquid": "fluid", "tank": "domain", "sensor": "probe",
	"density": "rho0", "rho": "rho0", "viscosity": "nu", "g": "gravity", "position": "at", "point": "at", "points": "outline",
	"size": "max", "height": "to", "filename": "file", "path": "file", "diameter": "radius", "r": "radius", "move": "translate", "turn": "rotate",
}

// Unknown is an error about a key that a table at a path does not have.
func (c *Case) Unknown(path, key string, keys []string) error {
	at := join(path, key)
	meant := text.Meant(key, keys)
	if other := others[strings.ToLower(key)]; slices.Contains(keys, other) {
		meant = "; did you mean " + other + "?"
	}
	if (key == "shape" || key == "type") && slices.Contains(keys, "sphere") {
		meant = "; a shape is a key of its own, as sphere = " + exampleOf(reflect.TypeFor[Sphere]())
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
	return &UnknownKey{c.Errorf(at, "%s%s", is, meant).(*Error), path, key, is}
}
