package sph

import "slices"

// Masses are those of the particles [kg, in two dimensions kg/m]; nil where all have that of the
// parameters.
func (s *Snapshot) Masses() []float32 { return s.values(MassField) }

// Kinds are the numbers of the particles' fluids in Case.Kinds, from 1 on, and 0 of walls; nil
// where the case has none.
func (s *Snapshot) Kinds() []float32 { return s.values(MaterialField) }

// values are those of a field; nil where the snapshot has none.
func (s *Snapshot) values(field int) []float32 {
	k := slices.IndexFunc(s.Extra, func(v Values) bool { return v.Name == Fields[field].Name })
	if k < 0 || len(s.Extra[k].Of) != s.Len() {
		return nil
	}
	return s.Extra[k].Of
}
