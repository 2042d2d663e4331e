package output

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/sph"
)

// Selection is what snapshots have of the particles. The zero Selection is all.
type Selection struct {
	Fields  []string // names of columns beside the position, which is always there; nil is all
	Regions []Region // particles in one of them; nil is everywhere
	// walls that stay where they are have a file of their own, also in MessagePack and CSV
	WallsOnce bool
}

// Region is a box on the map with its faces [m]. A bound that is infinite is open.
type Region struct{ Min, Max [3]float64 }

// FieldNames are the columns that snapshots may have, with those of fields that some flows have.
func FieldNames() []string {
	names := usualFields()
	for _, f := range sph.FieldsOfFiles() {
		names = append(names, f.Name)
	}
	return names
}

// usualFields are the columns of every flow.
func usualFields() (names []string) {
	for _, c := range columns(&sph.Snapshot{}) {
		names = append(names, c.name)
	}
	return names
}

// missing is the error of a snapshot that lacks a column.
func missing(name string) error {
	return fmt.Errorf("it has no %s; a run whose --fields has %s keeps it", name,
		strings.ToLower(name))
}

// Whole reports whether snapshots have all.
func (k *Selection) Whole() bool { return k.Fields == nil && k.Regions == nil }

// columns are the columns that are selected. Where walls that move are among the fluid, the type is
// always there, which tells them.
func (k *Selection) columns(s *sph.Snapshot, among bool) []column {
	all := columns(s)
	if k.Fields == nil {
		return all
	}
	return slices.DeleteFunc(all, func(c column) bool {
		return c.name != "Position" && !slices.Contains(k.Fields, c.name) && !(among && c.name == "Type")
	})
}

// of is the particles that are selected.
func (k *Selection) of(s *sph.Snapshot) *sph.Snapshot {
	if k.Regions == nil {
		return s
	}
	at, regions := []int32{}, make([]Region, len(k.Regions))
	for i := range k.Regions {
		regions[i] = k.Regions[i].local(&s.Case.Params)
	}
	for i, x := range s.Position {
		if slices.ContainsFunc(regions, func(r Region) bool { return r.has(x) }) {
			at = append(at, int32(i))
		}
	}
	return Some(s, at)
}

// local is the region in the coordinates of a flow.
func (r *Region) local(p *sph.Params) Region {
	return Region{p.PointFromMap(r.Min), p.PointFromMap(r.Max)}
}

// has reports whether a place [m] is in the region. What is no number is nowhere.
func (r *Region) has(x [3]float32) bool {
	for a := range 3 {
		if y := float64(x[a]); !(y >= r.Min[a] && y <= r.Max[a]) {
			return false
		}
	}
	return true
}

// Meets reports whether the region has a part of the domain.
func (r *Region) Meets(p *sph.Params) bool {
	local := r.local(p)
	r = &local
	for a := range 3 {
		if r.Min[a] > p.Max[a] || r.Max[a] < p.Min[a] {
			return false
		}
	}
	return true
}

// Part is which part of a snapshot's particles may be selected at most, if the water comes to be in
// the regions.
func (k *Selection) Part(c *sph.Case) float64 {
	if k.Regions == nil {
		return 1
	}
	p, most := &c.Params, 0.0
	for _, r := range k.Regions {
		r, n := r.local(p), 1.0
		for a := range 3 {
			if p.Dim == 3 || a != 1 {
				n *= max(0, math.Min(r.Max[a], p.Max[a])-math.Max(r.Min[a], p.Min[a]))/p.DeltaP + 1
			}
		}
		most += n
	}
	return min(1, most/float64(max(1, c.Particles.Count(sph.Fluid))))
}
