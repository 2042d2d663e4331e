package sph

import (
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"slices"
)

// Values are those of a further field, of all particles of a snapshot.
type Values struct {
	*Field
	Of []float32 // a particle's components side by side
}

// Pick is the values of some particles.
func (v Values) Pick(particles []int32) Values {
	n := len(v.Columns)
	picked := Values{Field: v.Field}
	for _, i := range particles {
		picked.Of = append(picked.Of, v.Of[int(i)*n:][:n]...)
	}
	return picked
}

// FieldsOfFiles are the further fields that files of some flow have.
func FieldsOfFiles() (all []*Field) {
	for k := firstExtra; k < len(Fields); k++ {
		if Fields[k].Columns != nil {
			all = append(all, &Fields[k])
		}
	}
	return all
}

// Quantity is one number of a further field that pictures and pages may show.
type Quantity struct {
	*Field
	Name, Unit string
	Column     int
	Solids     bool // only solids have it
}

// Quantities are those of further fields: single columns, and those with units of their own.
func Quantities(of []*Field) (all []Quantity) {
	for _, f := range of {
		if len(f.Columns) == 1 {
			all = append(all, Quantity{f, f.Columns[0], f.Unit, 0, false})
			continue
		}
		for k, unit := range f.Units {
			all = append(all, Quantity{f, f.Columns[k], unit, k, true})
		}
	}
	return all
}

// newValues has room for n particles of a flow.
func newValues(further []FlowField, n int) (all []Values) {
	for _, f := range further {
		if f.Columns != nil {
			all = append(all, Values{f.Field, make([]float32, n*len(f.Columns))})
		}
	}
	return all
}

// TakeExtra takes the i-th particle's values out of the end of its record.
func (s *Snapshot) TakeExtra(further []FlowField, i int, record []byte) {
	k := 0
	for _, f := range further {
		if n := len(f.Columns); n > 0 {
			for c := range n {
				s.Extra[k].Of[n*i+c] = math.Float32frombits(binary.LittleEndian.Uint32(record[4*c:]))
			}
			k++
		}
		record = record[f.HashedBytes():]
	}
}

// AppendExtra appends what particle i has of a further field at first. Behind its columns it is 0.
func (p *Particles) AppendExtra(to []byte, f *Field, i int) []byte {
	n := len(f.Columns)
	values, ok := p.Extra[f.Name]
	for c := range f.Bytes / 4 {
		var x float32
		if ok && c < n {
			x = values[n*i+c]
		}
		to = binary.LittleEndian.AppendUint32(to, math.Float32bits(x))
	}
	return to
}

// checkExtra returns the first thing that is wrong with the further fields.
func (p *Particles) checkExtra(further []FlowField) error {
	for _, name := range slices.Sorted(maps.Keys(p.Extra)) {
		values := p.Extra[name]
		k := slices.IndexFunc(further, func(f FlowField) bool { return f.Name == name && f.Columns != nil })
		if k < 0 {
			return fmt.Errorf("hands over values of %s, which particles of its options do not have", name)
		}
		if want := p.Len() * len(further[k].Columns); len(values) != want {
			return fmt.Errorf("hands over %d values of %s, but should %d", len(values), name, want)
		}
	}
	return nil
}

// Taken says which of a group of numbers that follow each other is taken, as cuda/preview.h does.
func Taken(group, every uint32) uint32 {
	h := group * 2654435769
	h ^= h >> 15
	h *= 2246822519
	h ^= h >> 13
	return h % every
}
