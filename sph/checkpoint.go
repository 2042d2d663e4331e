package sph

import (
	"fmt"
	"slices"
	"unsafe"
)

// Checkpoint is a flow between two list periods, from which a flow of the same case continues: on
// any number of devices of the same kind, with any bounds and balancer, the same bits follow. Files
// have all of it.
type Checkpoint struct {
	Slabs
	ListState
}

// Slabs is the part of a Checkpoint that any method on slabs has: fields of items, cut into slices,
// and global quantities.
type Slabs struct {
	Time   float64 // simulated [s]
	Step   int     // steps done
	Bounds []int   // device d owns the slices [Bounds[d], Bounds[d+1]) from then on

	Fields  []CheckpointField // of the items of all devices, slice by slice
	Starts  []int             // where each slice begins in them, and the end
	Globals []GlobalState     `msgpack:",omitempty"` // those that are kept: scheme.Global.Keep
}

// GlobalState is a global quantity of a step that all devices have.
type GlobalState struct {
	Name string
	Data []byte
}

// ListState is the part that particles with neighbour lists have.
type ListState struct {
	// The lists that come next.
	Period         ListPrediction
	Planned        int // steps
	Shorten, Timed bool

	Motion       Motion
	Capacity     int // of the lists, entries per particle
	ListFailures int
	LeftDomain   int        // particles
	LeftKinds    LeftDomain `msgpack:",omitempty"` // these by kind; 0 in older files
	Born         int        `msgpack:",omitempty"` // particles

	Answered int     // sample times
	Before   *Sample // the last that was measured; nil is none

	Clock *Clock `msgpack:",omitempty"` // up to version 4 of the file; see Convert
}

// Global is the state of a kept quantity of a given number of bytes.
func (s *Slabs) Global(name string, bytes int) ([]byte, error) {
	for _, g := range s.Globals {
		if g.Name == name && len(g.Data) == bytes {
			return g.Data, nil
		}
		if g.Name == name {
			return nil, fmt.Errorf("the checkpoint has %d bytes of the %s, but the flow has %d", len(g.Data), name, bytes)
		}
	}
	return nil, fmt.Errorf("the checkpoint has no %s, which the flow keeps", name)
}

// SetGlobal sets it.
func (s *Slabs) SetGlobal(name string, data []byte) {
	data = slices.Clone(data)
	for k := range s.Globals {
		if s.Globals[k].Name == name {
			s.Globals[k].Data = data
			return
		}
	}
	s.Globals = append(s.Globals, GlobalState{name, data})
}

// Left are the particles that have left the domain. Older files have their number only: they count
// as fluid of the first material.
func (c *Checkpoint) Left() LeftDomain {
	left := c.LeftKinds
	if left == (LeftDomain{}) {
		left[0] = c.LeftDomain
	}
	return left
}

// Convert brings a checkpoint of an older file to today's form.
func (c *Checkpoint) Convert() {
	if c.Clock != nil {
		c.SetGlobal(Globals[ClockGlobal].Name, c.Clock.Bytes())
		c.Clock = nil
	}
	// clocks once ended before the level of still water
	var now Clock
	name, old := Globals[ClockGlobal].Name, int(unsafe.Offsetof(now.Still))
	if clock, err := c.Global(name, old); err == nil {
		c.SetGlobal(name, append(slices.Clone(clock), make([]byte, len(now.Bytes())-old)...))
	}
}

// Bytes are those that devices have of it.
func (c *Clock) Bytes() []byte { return BytesOf([]Clock{*c}) }

// CheckpointField is a field of the particles.
type CheckpointField struct {
	Name  string
	Bytes int // of a particle
	Data  []byte
}

// Motion is cuda.Motion of all devices.
type Motion struct {
	Bins         [MotionBins]int // particles
	Most, Across float64         // [m/s]
}

// MotionBins is how many bins of speed Motion has.
const MotionBins = 32

// ListPrediction is what neighbour lists are built for, as package neighbor has it.
type ListPrediction struct {
	Half     float64 // from its beginning to its middle [s]
	SkinTime float64 // of relative motion from the middle on, which skins allow for [s]
	Slack    float64 // skin beyond that [m]
	SkinMax  float64 // bounds skins, and predicted displacements too [m]
	DtMax    float64 // longest step [s]
	Drift    float64 // of a particle in a step, at most, beyond what its velocity makes [m]
	Bin      float64 // width of a bin of Motion [m/s]
}

// Clock is the state of the time step that all devices have, as kernels keep it: see
// cuda/minimumscan.h.
type Clock struct {
	Time              float64
	Allowed           [2]float32
	Length            [2]float32
	Dt                float32
	Used              float32
	LayerApproach     float32
	Speed             float32
	Step              int32
	First             int32
	Limit             int32
	Halt              int32
	EntriesNeeded     int32
	Unlisted          int32
	VerifiedUntil     int32
	Accel             float32
	AccelerationBound float32
	LimitedBy         int32
	Still             int32
	FlowSpeed         float32
}
