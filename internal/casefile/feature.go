package casefile

import (
	"reflect"
	"slices"
	"strings"
)

// Feature is what a feature adds to case files: tables, and keys of other tables. It lies in a
// folder of its own below features; nothing here names one. All its types have tags as those here.
type Feature struct {
	Sections []Section
	// Keys are structs, by the names of the tables that have their keys, too: those with Extra.
	Keys map[string]any
	// Carried is the key, among Keys of tables of others, for what fluid carries in: a *Series.
	Carried string
	// Refused has why a value of a series has no meaning, by the series' keys; "" is that it has.
	Refused map[string]func(x float64) string

	// Check refuses what cannot be meant. Move moves the places of what the feature adds; nil is that
	// it has none.
	Check func(c *Case) error
	Move  func(by Shift, c *Case)

	// HasFluid reports whether fluid comes in that nothing else has.
	HasFluid func(c *Case) bool
	// Unknown is what to say of a key that a table of its own does not have; "" is nothing.
	Unknown func(table, key string) string
	// Materials are the names of those that tables of its own use, and MaterialsTable is such a table.
	Materials      func(c *Case) []string
	MaterialsTable string
}

// Section is tables [[key]], which may have names, or one table [key].
type Section struct {
	Key     string   // as "damping"
	Rows    any      // nil, of the slice of tables that a case has, or of the pointer to one
	Columns bool     // names are columns of files
	InRows  []string // keys with rows of numbers
}

var (
	features []*Feature
	sections []Section // of all features
)

// Install puts a feature at the end of the table.
func Install(f *Feature) {
	features, sections = append(features, f), append(sections, f.Sections...)
}

// Added are the tables of features, by places of sections: pointers to what Rows has.
type Added []any

// Tables are those of a section, as its Rows has them.
func (c *Case) Tables(key string) any {
	place := placeOf(key)
	if place < len(c.Added) {
		return reflect.ValueOf(c.Added[place]).Elem().Interface()
	}
	return sections[place].Rows
}

// SetTables gives a case those of a section.
func (c *Case) SetTables(key string, rows any) {
	c.Added.fill()
	reflect.ValueOf(c.Added[placeOf(key)]).Elem().Set(reflect.ValueOf(rows))
}

// fill makes room for the tables of all features.
func (a *Added) fill() {
	for k := len(*a); k < len(sections); k++ {
		*a = append(*a, reflect.New(reflect.TypeOf(sections[k].Rows)).Interface())
	}
}

// fields are the keys of the tables.
func (a *Added) fields() (all []field) {
	a.fill()
	for k, s := range sections {
		all = append(all, field{key: s.Key, value: reflect.ValueOf((*a)[k]).Elem()})
	}
	return all
}

// addedFields are the fields that a case would have of features, were they its own.
func addedFields() (all []reflect.StructField) {
	for _, s := range sections {
		all = append(all, reflect.StructField{Name: s.Key, Type: reflect.TypeOf(s.Rows),
			Tag: reflect.StructTag(`key:"` + s.Key + `"`)})
	}
	return all
}

// isAdded reports whether it is the type of a section's tables.
func isAdded(t reflect.Type) bool {
	return slices.ContainsFunc(sections, func(s Section) bool { return reflect.TypeOf(s.Rows) == t })
}

// FeatureKeys are those of the tables of features, by places of sections.
func FeatureKeys() (all []string) {
	for _, s := range sections {
		all = append(all, s.Key)
	}
	return all
}

// placeOf is that of the section with a key; -1 is none.
func placeOf(key string) int {
	return slices.IndexFunc(sections, func(s Section) bool { return s.Key == key })
}

// names are those of the tables of a section, which may have none.
func (s *Section) names(c *Case) (all []string) {
	rows := reflect.ValueOf(c.Tables(s.Key))
	if rows.Kind() != reflect.Slice {
		return nil
	}
	if _, named := rows.Type().Elem().FieldByName("Name"); !named {
		return nil
	}
	for i := range rows.Len() {
		all = append(all, rows.Index(i).FieldByName("Name").String())
	}
	return all
}

// Extra are the keys of features in a table: pointers to their structs. The tag `of` of a member of
// this type is the name of the table.
type Extra []any

// KeysIn are those of a type in a table; without any it is as if none were given.
func KeysIn[T any](all Extra) *T {
	for _, keys := range all {
		if of, is := keys.(*T); is {
			return of
		}
	}
	return new(T)
}

// SetKeys are those of a type in a table, to be set.
func SetKeys[T any](all *Extra, table string) *T {
	all.fields(table) // makes room
	return KeysIn[T](*all)
}

// keysOf are the structs of keys that features add to a table.
func keysOf(table string) (all []reflect.Type) {
	for _, f := range features {
		if keys := f.Keys[table]; keys != nil {
			all = append(all, reflect.TypeOf(keys))
		}
	}
	return all
}

// fields are the keys in a table.
func (e *Extra) fields(table string) (all []field) {
	for k, t := range keysOf(table) {
		if k == len(*e) {
			*e = append(*e, reflect.New(t).Interface())
		}
		all = append(all, fieldsOf(reflect.ValueOf((*e)[k]).Elem())...)
	}
	return all
}

// Keys are the names of those in a table.
func (e *Extra) Keys(table string) (all []string) {
	for _, f := range e.fields(table) {
		all = append(all, f.key)
	}
	return all
}

// Carried is what fluid carries in where a table says it, and its key.
func (e *Extra) Carried(table string) (key, unit string, s *Series) {
	for _, f := range features {
		for _, of := range e.fields(table) {
			if s, _ := of.value.Interface().(*Series); of.key == f.Carried && s != nil {
				return of.key, of.unit, s
			}
		}
	}
	return "", "", nil
}

// refused is why a value of a series under a key has no meaning; "" is that it has.
func refused(key string, x float64) string {
	for _, f := range features {
		if refuse := f.Refused[key]; refuse != nil {
			return refuse(x)
		}
	}
	return ""
}

// hasFluid reports whether there is fluid, or comes in.
func (c *Case) hasFluid() bool {
	return len(c.Fluids) > 0 || slices.ContainsFunc(features, func(f *Feature) bool {
		return f.HasFluid != nil && f.HasFluid(c)
	})
}

// unknownIn is what a feature says of a key that a table of it, at a path, does not have.
func unknownIn(path, key string) string {
	table, _, _ := strings.Cut(path, ".")
	for _, f := range features {
		own := slices.ContainsFunc(f.Sections, func(s Section) bool { return s.Key == table })
		if own && f.Unknown != nil {
			return f.Unknown(table, key)
		}
	}
	return ""
}

// materialsUsed are the names of materials that features use, and the tables that may have them.
func (c *Case) materialsUsed() (names []string, tables string) {
	for _, f := range features {
		if f.Materials != nil {
			names, tables = append(names, f.Materials(c)...), tables+" or an "+f.MaterialsTable
		}
	}
	return names, tables
}

// checkFeatures refuses what features refuse.
func (c *Case) checkFeatures() error {
	for _, f := range features {
		if f.Check == nil {
			continue
		}
		if err := f.Check(c); err != nil {
			return err
		}
	}
	return nil
}

// features moves what features add.
func (by Shift) features(c *Case) {
	for _, f := range features {
		if f.Move != nil {
			f.Move(by, c)
		}
	}
}

// Shape moves one.
func (by Shift) Shape(s *Shape) { by.shape(s, nil) }
