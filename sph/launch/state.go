package launch

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

// State is what a feature has on each device beside the particles, the same on all. In each step
// the devices add up sums over their particles, and each takes the state on by itself, so that no
// step waits for the host. What it does must not depend on the order of threads. What is nil it
// does not have; without Start it begins with 0, and without Keep and Resume checkpoints have all
// of it.
type State struct {
	Name   string                       // what checkpoints call it
	Tables func(w Control) Tables       // what it is computed from, and room for that
	Bytes  func(c *sph.Case) int        // of the state in a step
	Sums   func(c *sph.Case) int        // 64-bit integers that devices add up in a step
	Start  func(w Control) []byte       // the state at time 0
	Keep   func(state []byte) []byte    // what checkpoints have of a step that has not begun
	Resume func(kept []byte) []byte     // such a state from that
	Begin  func(w Control)              // sums over the device's particles, as a step begins
	Next   func(w Control, begins bool) // from the sums of all devices, once a step is recorded
	// Forces adds to the sums what Forces of some tasks has in the middle of a step. Move is launched
	// in each half of a step before passes that take the global of the feature; in the second all of
	// Forces are done, and devices have added up the sums before.
	Forces func(w Control, s gpu.Stream, args *cuda.ForcesArgs, tasks int)
	Move   func(w Control, half scheme.Stage)
	// Corrections gives a moment that is due the corrections of bodies at the beginning of its step:
	// two numbers each, as those of a sample.
	Corrections func(w Control, s gpu.Stream, moment, out gpu.Ptr)
	// Readings gives it those that samples have of the feature: see sph.Feature.
	Readings func(w Control, s gpu.Stream, moment, out gpu.Ptr)
	Births   func(c *sph.Case) *Births
	// Inputs are what programs may set, in flows that are controlled.
	Inputs func(w Control) []Input
	// Pull adds forces on bodies that are free, in half a step, to sums of all devices: all do it
	// alike.
	Pull func(w Control, b Bodies, half scheme.Stage)
}

// Births lets particles be born and removed as lists are built. Each device counts what happens to
// its particles, but births all alike.
type Births struct {
	Counts int // of cuda.CrossCounts, MaxCounts at most
	Most   int // births at once
	// Ids of the newborn follow from how often each of some places has given birth: they are below the
	// places of all features times the most births, from the number of particles on that the flow
	// began with.
	Places int
	Layers int // births of a place when lists are built, at most
	// Used is why no ids are left, with the places of all features.
	Used        func(most int64, step int32, places int) error
	OneMaterial bool // counts are not of each of the case's materials
	// Word is what the word of a particle at x has of the feature at first: its buffer, if any.
	Word func(x [3]float64, t sph.Type) uint32
	// Cross is done before particles are sorted. The newborn come after those that there are. It adds
	// to the counts of w, and publishes these, and behind them the most births of a place.
	Cross func(w Control, s gpu.Stream, args cuda.CrossArgs, out gpu.Ptr)
}

// MaxCounts is how many counts a flow may have.
const MaxCounts = 128

// Control is a device's control stream in a step, on which it does once what is not done for each
// particle.
type Control interface {
	Case() *sph.Case
	Grid() *neighbor.Grid
	Stream() gpu.Stream
	Step() int                // of the period
	Clock() gpu.Ptr           // a cuda.Clock
	Records() gpu.Ptr         // a cuda.StepRecord of even and of odd steps of the period
	Motion() cuda.MotionTable // of bodies
	Physics() cuda.Physics    // with the materials
	Begins(field int) gpu.Ptr // where the step finds a field of particles at its beginning
	// Probe lets a kernel sum over the fluid around n points as the step begins.
	Probe(kernel cuda.KernelOf[cuda.ProbeArgs], args cuda.ProbeArgs, n int)
	Around() cuda.ProbeArgs // where the fluid is then, for kernels of their own

	Tables() *Tables // of State.Tables
	State() gpu.Ptr  // of even steps since the start and, behind it, of odd ones
	Sums() gpu.Ptr   // of all devices in Next
	Counts() gpu.Ptr // cuda.CrossCounts of Births
}

// StatesOf are those of a case, in the order of its features.
func StatesOf(c *sph.Case) (all []FeatureState) {
	c.EachFeature(func(f *sph.Feature) {
		if of := features[f.Name]; of != nil && of.State != nil {
			all = append(all, FeatureState{of.State, f})
		}
	})
	return all
}

// FeatureState is the state of a feature.
type FeatureState struct {
	*State
	Of *sph.Feature
}
