package sph

import (
	"fmt"
	"slices"
)

// Phase is one of the paper's phases of a step. Its fourth, Euler, is part of Forces,
// which moves each particle as soon as its forces are there.
type Phase int

const (
	BuildNeibs Phase = iota
	Forces
	MinimumScan
	PhaseCount
)

// Phases are the names of the phases.
var Phases = [PhaseCount]string{"BuildNeibs", "Forces", "MinimumScan"}

func (p Phase) String() string { return Phases[p] }

// Progress tells what one call of Advance has done.
type Progress struct {
	Time      float64   // simulated time reached [s]
	Step      int       // steps done since the beginning
	Steps     int       // steps done by this call
	Dt        float64   // last time step [s]
	Limit     StepLimit // of that, where it is not fixed
	Wall      float64   // seconds this call took, and BuildNeibs for it
	Particles int       // in the domain
	// of these, that took part in the steps: the fluid, and walls that have a state and water near
	Active int
	// number of particles, at least, that have neighbours that no list can hold, so that steps take
	// longer
	Unlisted int
	Lost     int     // particles that are gone since the beginning, also those removed
	Moved    int     // slices moved by the balancer in this call
	Speed    float64 // greatest speed in the last step, of the fluid and of walls that move [m/s]
	PerLayer int     // slices in a layer of cells across the split axis
	Done     bool    // the end of the simulated time is reached
	Devices  []DeviceProgress
	Left     LeftDomain // Lost by kind
	Born     int        // particles since the beginning
	// of the planes at which particles are born and removed, when the lists were built
	Crossings []Crossing
}

// StepLimit is what limits the length of a step: one of these or, after them, a feature.
type StepLimit int

const (
	BySound         StepLimit = iota // Courant number and speed of sound
	ByForces                         // the greatest acceleration
	ByDiffusion                      // viscosity, density diffusion, fields: DiffusiveStep
	firstOfFeatures                  // by their places
)

// StepLimits is how many there are.
func StepLimits() int { return int(firstOfFeatures) + len(features) }

func (l StepLimit) String() string {
	if l >= firstOfFeatures {
		return features[l-firstOfFeatures].Name
	}
	return [...]string{"sound", "forces", "diffusion"}[l]
}

// Removed is how many of the lost particles have been removed at planes.
func (p *Progress) Removed() (n int) {
	for _, o := range p.Crossings {
		n += o.Removed
	}
	return n
}

// Escaped is how many particles have left the domain elsewhere.
func (p *Progress) Escaped() int { return p.Lost - p.Removed() }

// EscapedFluid is how many of them were fluid.
func (p *Progress) EscapedFluid() int { return p.Escaped() - p.Left.Walls() }

// Crossing counts the particles of a plane since the beginning. What is in the buffer behind it is
// no part of the flow before it.
type Crossing struct {
	In, Out int // that have crossed it, into the flow and out of it
	Born    int // in the buffer
	Removed int // from the buffer, or, without one, where they cross the plane

	Materials []Crossing // those of each of Case.Materials; nil with one
}

// Add adds the counts of a further material.
func (o *Crossing) Add(of Crossing) {
	o.In, o.Out, o.Born, o.Removed = o.In+of.In, o.Out+of.Out, o.Born+of.Born, o.Removed+of.Removed
	o.Materials = append(o.Materials, of)
}

// DeviceProgress is one device's part of a Progress.
type DeviceProgress struct {
	Name               string // as cuda:0 or host:1
	FirstSlice, Slices int    // the slices it owns
	Particles          int    // it owns
	// spent in each phase of the steps of the call, BuildNeibs perhaps before it
	Seconds [PhaseCount]float64
	// seconds that it has work for, as the balancer is told: lists and forces
	Busy float64
	// of each of its slices, as an estimate; the unit is the same for all devices
	Work []float64
}

// Ledger counts the particles of a flow. Those that it began with are those of the case, whose ids
// are their places there, from 0 to Began - 1. Particles born later have ids from Began on, which
// need not follow each other.
type Ledger struct {
	Began int
	Born  int        // since then
	Left  LeftDomain // they are gone
}

// Present is how many there are.
func (l Ledger) Present() int { return l.Began + l.Born - l.Left.Total() }

// check holds that all that have not left are there.
func (l Ledger) Check(present int) error {
	if present != l.Present() {
		return fmt.Errorf("of %d particles at the beginning and %d born since, %d are in the domain "+
			"and %d have left it; this is a bug", l.Began, l.Born, present, l.Left.Total())
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
