package sph

import (
	"fmt"

	"gpusph/internal/text"
)

// Passage is what has come and gone through a part of the boundary since the beginning. Volumes
// have the sign of case files.
type Passage struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`  // in case files
	Given string `json:"given"` // a sentence's part, as "level given"
	// particles that have crossed its plane, into the flow and out of it
	In      int    `json:"particles_in"`
	Out     int    `json:"particles_out"`
	Born    int    `json:"particles_born"`
	Removed int    `json:"particles_removed"`
	Unit    string `json:"unit"` // of volumes
	// of the particles that have crossed, less those that came back; without a prescribed one that
	// of the last sample
	Volume float64 `json:"volume"`
	// ∫Q dt, where it is known from what the case gives; of a zone, what has left the particles around
	// it
	Prescribed *float64 `json:"prescribed,omitempty"`
	Apart      float64  `json:"greatest_difference,omitempty"` // of the two, at any time
	Layer      float64  `json:"layer"`                         // volume of a layer of its particles
	Time       float64  `json:"t"`                             // of these counts [s]

	Materials []MaterialPassage `json:"materials,omitempty"` // of flows with several
}

// MaterialPassage is what has come and gone of a material, as in Passage.
type MaterialPassage struct {
	Name    string  `json:"material"`
	In      int     `json:"particles_in"`
	Out     int     `json:"particles_out"`
	Born    int     `json:"particles_born"`
	Removed int     `json:"particles_removed"`
	Volume  float64 `json:"volume"`
	Mass    float64 `json:"mass_kg"` // in two dimensions that of a metre of width
}

// Warning says where what has come through differs by more than a layer of particles from
// what the case prescribes; "" where it does not.
func (o *Passage) Warning() string {
	if o.Prescribed == nil || o.Apart <= o.Layer*(1+1e-9) {
		return ""
	}
	return fmt.Sprintf("through the %s %s came %s %s by %s s, but %s %s are prescribed; they "+
		"differed by up to %s %s, more than a layer of its particles, %s %[4]s",
		o.Kind, o.Name, text.Number(o.Volume), o.Unit, text.Number(o.Time), text.Number(*o.Prescribed),
		o.Unit, text.Number(o.Apart), o.Unit, text.Number(o.Layer))
}

// Passages follows what comes and goes through the boundary of a flow.
type Passages interface {
	Add(p *Progress)
	Sample(m *Sample)
	GoOn(before []Passage, at float64) // from those of a run that is continued at a time [s]
	Copy() []Passage                   // as they are now
	Crossings() int                    // how many of a Progress are its own
}

// Passages are those of the features that have them, in their order; nil is that nothing comes or
// goes.
func (c *Case) Passages() Passages {
	var all passagesOfAll
	for _, p := range c.parts {
		if p.of.Passages != nil {
			all = append(all, p.of.Passages(c))
		}
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return all
}

// passagesOfAll are those of several features. Each has as many crossings of a Progress as passages
// take, in their order.
type passagesOfAll []Passages

func (all passagesOfAll) Add(p *Progress) {
	rest := p.Crossings
	for _, of := range all {
		own := *p
		n := min(of.Crossings(), len(rest))
		own.Crossings, rest = rest[:n], rest[n:]
		of.Add(&own)
	}
}

func (all passagesOfAll) Crossings() (n int) {
	for _, of := range all {
		n += of.Crossings()
	}
	return n
}

func (all passagesOfAll) Sample(m *Sample) {
	for _, of := range all {
		of.Sample(m)
	}
}

func (all passagesOfAll) GoOn(before []Passage, at float64) {
	for _, of := range all {
		n := min(len(of.Copy()), len(before))
		of.GoOn(before[:n], at)
		before = before[n:]
	}
}

func (all passagesOfAll) Copy() (rows []Passage) {
	for _, of := range all {
		rows = append(rows, of.Copy()...)
	}
	return rows
}

// PassagesAre is what passages are through, for people.
func PassagesAre() string {
	for _, f := range features {
		if f.PassagesAre != "" {
			return f.PassagesAre
		}
	}
	return ""
}
