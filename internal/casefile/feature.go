package casefile

import (
	"reflect"
	"slices"
)

// Feature is what a feature adds to case files: tables [[key]]. It lies in a folder of its own
// below features; nothing here names one.
type Feature struct {
	Key string // of the tables, as "damping"
	// Rows is nil, of the slice that a case has of them. Its elements have tags as the types here,
	// and a Name.
	Rows    any
	Columns bool // names are columns of files

	// Check refuses what cannot be meant. Move moves the places of the tables, given as a pointer to
	// their slice.
	Check func(c *Case) error
	Move  func(by Shift, rows any)

	place int // in the table
}

var features []*Feature

// Install puts a feature at the end of the table.
func Install(f *Feature) {
	f.place = len(features)
	features = append(features, f)
}

// Added are the tables of features: pointers to their slices, by the features' places.
type Added []any

// Tables are those of a feature, as its Rows has them.
func (c *Case) Tables(key string) any {
	f := featureOf(key)
	if f.place < len(c.Added) {
		return reflect.ValueOf(c.Added[f.place]).Elem().Interface()
	}
	return f.Rows
}

// SetTables gives a case those of a feature.
func (c *Case) SetTables(key string, rows any) {
	c.Added.fill()
	reflect.ValueOf(c.Added[featureOf(key).place]).Elem().Set(reflect.ValueOf(rows))
}

// fill makes room for the tables of all features.
func (a *Added) fill() {
	for k := len(*a); k < len(features); k++ {
		*a = append(*a, reflect.New(reflect.TypeOf(features[k].Rows)).Interface())
	}
}

// fields are the keys of the tables.
func (a *Added) fields() (all []field) {
	a.fill()
	for k, f := range features {
		all = append(all, field{key: f.Key, value: reflect.ValueOf((*a)[k]).Elem()})
	}
	return all
}

// addedFields are the fields that a case would have of features, were they its own.
func addedFields() (all []reflect.StructField) {
	for _, f := range features {
		all = append(all, reflect.StructField{Name: f.Key, Type: reflect.TypeOf(f.Rows),
			Tag: reflect.StructTag(`key:"` + f.Key + `"`)})
	}
	return all
}

// isAdded reports whether it is the slice of a feature's tables.
func isAdded(t reflect.Type) bool {
	return slices.ContainsFunc(features, func(f *Feature) bool { return reflect.TypeOf(f.Rows) == t })
}

// FeatureKeys are those of the tables of features, by the features' places.
func FeatureKeys() (all []string) {
	for _, f := range features {
		all = append(all, f.Key)
	}
	return all
}

// featureOf is that with a key; nil is none.
func featureOf(key string) *Feature {
	if k := slices.IndexFunc(features, func(f *Feature) bool { return f.Key == key }); k >= 0 {
		return features[k]
	}
	return nil
}

// names are those of the feature's tables.
func (f *Feature) names(c *Case) (all []string) {
	rows := reflect.ValueOf(c.Tables(f.Key))
	for i := range rows.Len() {
		all = append(all, rows.Index(i).FieldByName("Name").String())
	}
	return all
}

// checkFeatures refuses what features refuse.
func (c *Case) checkFeatures() error {
	for _, f := range features {
		if err := f.Check(c); err != nil {
			return err
		}
	}
	return nil
}

// features moves the tables of features.
func (by Shift) features(c *Case) {
	for k := range c.Added {
		features[k].Move(by, c.Added[k])
	}
}

// Shape moves one.
func (by Shift) Shape(s *Shape) { by.shape(s, nil) }
