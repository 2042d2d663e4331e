package launch

import (
	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/neighbor"
	"gpusph/sph"
)

// State is what a feature has on each device beside the particles, the same on all. In each step
// the devices add up sums over their particles, and each takes the state on by itself, so that no
// step waits for the host. What it does must not depend on the order of threads.
type State struct {
	Name   string                       // what checkpoints call it
	Tables func(w Control) [][]byte     // what it is computed from, and does not change
	Bytes  func(c *sph.Case) int        // of the state in a step
	Sums   func(c *sph.Case) int        // 64-bit integers that devices add up in a step
	Keep   func(state []byte) []byte    // what checkpoints have of a step that has not begun
	Resume func(kept []byte) []byte     // such a state from that
	Begin  func(w Control)              // sums over the device's particles, as a step begins
	Next   func(w Control, begins bool) // from the sums of all devices, once a step is recorded
	// Corrections gives a moment that is due the corrections of bodies at the beginning of its step:
	// two numbers each, as those of a sample.
	Corrections func(w Control, s gpu.Stream, moment, out gpu.Ptr)
}

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
	// Probe lets a kernel sum over the fluid around n points as the step begins.
	Probe(kernel cuda.KernelOf[cuda.ProbeArgs], args cuda.ProbeArgs, n int)

	Table(k int) gpu.Ptr // of State.Tables
	State() gpu.Ptr      // of even steps since the start and, behind it, of odd ones
	Sums() gpu.Ptr       // of all devices in Next, which clears them
}

// StatesOf are those of a case, in the order of its features.
func StatesOf(c *sph.Case) (all []*State) {
	c.EachFeature(func(f *sph.Feature) {
		if of := features[f.Name]; of != nil && of.State != nil {
			all = append(all, of.State)
		}
	})
	return all
}
