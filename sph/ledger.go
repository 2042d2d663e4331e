package sph

import (
	"fmt"
	"slices"
)

// Ledger counts the particles of a flow. Those that it began with are those of the case, whose ids
// are their places there, from 0 to Began - 1. Particles born later have ids from Began on, which
// need not follow each other.
type Ledger struct {
	Began int
	Born  int // since then
	Left  int // the domain; they are gone
}

// Present is how many there are.
func (l Ledger) Present() int { return l.Began + l.Born - l.Left }

// check holds that all that have not left are there.
func (l Ledger) Check(present int) error {
	if present != l.Present() {
		return fmt.Errorf("of %d particles at the beginning and %d born since, %d are in the domain and %d have left it; this is a bug", l.Began, l.Born, present, l.Left)
	}
	return nil
}

// index gives the ids of particles places in ascending order: those of the case their own, and
// those born later the places behind.
type IDIndex struct {
	began int
	born  []uint32 // ascending
}

// newIndex is that of a flow that began with a given number of particles, with those born since, in
// any order.
func NewIDIndex(began int, born []uint32) IDIndex {
	slices.Sort(born)
	return IDIndex{began, born}
}

// len is the number of places.
func (x *IDIndex) Len() int { return x.began + len(x.born) }

// of is the place of an id.
func (x *IDIndex) Slot(id uint32) int {
	if int(id) < x.began {
		return int(id)
	}
	k, _ := slices.BinarySearch(x.born, id)
	return x.began + k
}

// id is that at a place.
func (x *IDIndex) ID(place int) uint32 {
	if place < x.began {
		return uint32(place)
	}
	return x.born[place-x.began]
}
