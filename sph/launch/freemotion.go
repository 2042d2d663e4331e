package launch

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

// FreeMotion moves the bodies of a flow that no law moves, in each half of a step, as particles
// are. Devices add up sums over their particles, and each computes from those of all where bodies
// are, so that no step waits for the host and all have the same bits. Of several features of a flow
// that have it, that of the last counts, which builds on the others.
type FreeMotion struct {
	// Shared is computed once for the devices of a process.
	Shared func(c *sph.Case, g *neighbor.Grid) any
	Tables func(w Bodies, shared any) Tables // what bodies move by, and room for that
	// States have a cuda.BodyState of each body first, in the order of Case.Free.
	States []BodyStates
	Sums   func(c *sph.Case) int // 64-bit integers that devices add up in half a step
	// Forces adds to them after Forces of some tasks, and Move takes bodies on, by those of all.
	Forces func(w Bodies, args *cuda.ForcesArgs, tasks int)
	Move   func(w Bodies, half scheme.Stage)
	// Readings gives a moment those that samples have of the feature: see sph.Feature. nil is none.
	Readings func(w Bodies, moment, out gpu.Ptr)
	// Inputs are what programs may set, in flows that are controlled.
	Inputs func(w Bodies) []Input
	// Restore takes bodies to the states of even steps, in which they are between periods. It begins
	// where these have been set.
	Restore func(w Bodies, begins bool)
	// Failed is why states have ended a flow, as a sentence; "" is that they have not.
	Failed func(c *sph.Case, states []byte) string
}

// BodyStates are states that steps of a period begin with. Devices have copies of them: of even
// steps, of odd ones, and of the middle of a step. Checkpoints have those of even steps.
type BodyStates struct {
	Name, About string // what checkpoints call them, and errors
	Bytes       func(c *sph.Case) int
	Copies      int
	Start       func(c *sph.Case) []byte // at time 0; nil is 0
}

// Bodies is a device's bodies in half a step, or between periods.
type Bodies interface {
	Case() *sph.Case
	Grid() *neighbor.Grid
	Stream() gpu.Stream
	Step() int                // of the period
	Clock() gpu.Ptr           // a cuda.Clock
	Record() gpu.Ptr          // a cuda.StepRecord of the step
	Maxima() gpu.Ptr          // of the step
	Motion() cuda.MotionTable // of all bodies
	Motions() gpu.Ptr         // of all bodies in the step
	Tables() *Tables          // of FreeMotion.Tables
	States(k int) gpu.Ptr     // the copies of FreeMotion.States, one behind another
	Sums() gpu.Ptr            // of the device or, after Combine, of all
	Combine()                 // adds up those of all devices
	Pull(half scheme.Stage)   // lets states of features add to these
}

// FreeMotionOf is that of a case, with the feature that has it and the global that Forces sums for
// it; nil is none.
func FreeMotionOf(c *sph.Case) (free *FreeMotion, of *sph.Feature, forces *scheme.Global) {
	c.EachFeature(func(f *sph.Feature) {
		own := features[f.Name]
		if own == nil || own.FreeMotion == nil {
			return
		}
		free, of = own.FreeMotion, f
		if f.ForcesGive != nil {
			forces = f.ForcesGive
		}
	})
	return free, of, forces
}
