package grid

import (
	"slices"
	"time"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// Options say how a flow is computed. But for the solver and its limits they change no bit of it.
type Options struct {
	System    *gpu.System
	Processes exchange.Processes // that compute the flow together; nil is this one alone
	Exchange  exchange.Mode
	Transport exchange.Transport
	Trace     *gpu.Trace // records what the devices do; nil does not
	Bounds    []int      // the slices at which all devices but the first begin; nil is equal work

	Solver Solver
	// the greatest divergence that remains, as part of U/Δx; 0 is 1e-10, in single precision 1e-5
	Tolerance  float64
	Iterations int // the most of a solve; 0 is the solver's own
	Levels     int // of multigrid, at most, from 2 on: the last is smoothed only; 0 is all
}

// Progress is what one call of Advance has done.
type Progress struct {
	Time   float64 // reached [s]
	Step   int     // since the beginning
	Steps  int     // of this call
	Dt     float64 // of the last step [s]
	Wall   float64 // seconds that the call took
	Speed  float64 // the greatest component of velocity [m/s]
	Change float64 // of velocities in a time unit, as a part of the greatest, in the last step
	Done   bool    // the end is reached, or the flow is steady

	Iterations int     // of all solves of the call
	Solves     int     // of the pressure
	Divergence float64 // the greatest after the last solve, as part of U/Δx

	Devices []DeviceProgress
}

// Add makes p that of the calls before and of the next one together.
func (p *Progress) Add(next *Progress) {
	before := *p
	*p = *next
	p.Steps, p.Wall = before.Steps+next.Steps, before.Wall+next.Wall
	p.Iterations, p.Solves = before.Iterations+next.Iterations, before.Solves+next.Solves
	p.Devices = slices.Clone(next.Devices)
	for i := range min(len(before.Devices), len(p.Devices)) {
		p.Devices[i].Busy += before.Devices[i].Busy
	}
}

// DeviceProgress is one device's part.
type DeviceProgress struct {
	Name          string
	First, Planes int     // of its slab
	Busy          float64 // seconds that it computed
}

// Sums are over all cells, at a time.
type Sums struct {
	Time float64
	Of   []float64 // Equations.Quantities
}

// Snapshot is the flow in the centres of cells at a time, or those planes of it that this process
// has.
type Snapshot struct {
	Time          float64
	Step          int
	Cells         [3]int       // of all
	Spacing       [3]float64   // of stretched axes the mean
	Faces         [3][]float64 // of stretched axes, as those of a Flow; else nil
	Origin        [3]float64   // the lower corner of the domain
	First, Planes int          // along z
	Periodic      [3]bool
	Precision     Precision // of the values, in which files have them
	Staggered     bool      // velocities are the means of those on both faces of cells
	Shown         string    // the field that shows the flow best; "" is the velocity
	Fields        []Field   // Velocity first, and what else the equations have
}

// Field is a value of all cells: along x first, then y, then z, its components together.
type Field struct {
	Name       string
	Components int // 1 or 3
	Unit       string
	Values     []float64
	Ends       []End // that the equations give
}

// End is the value of a component at an end of an axis: a wall.
type End struct {
	Component int
	Axis      int
	Upper     bool
	Value     float64
}

// End is the value of a component at the lower or the upper end of an axis, where it is known.
func (f *Field) End(component, axis int, upper bool) (value float64, known bool) {
	for _, e := range f.Ends {
		if e.Component == component && e.Axis == axis && e.Upper == upper {
			return e.Value, true
		}
	}
	return 0, false
}

// Field is that of a name, or nil.
func (s *Snapshot) Field(name string) *Field {
	for i := range s.Fields {
		if s.Fields[i].Name == name {
			return &s.Fields[i]
		}
	}
	return nil
}

// Stages are the times of the stages of a product with the matrix of the pressure on the slowest
// device, by the names of system 000. Its stage A, packing, takes nothing here: the planes of a
// slab lie together in memory. C, D and E, the copy to the host, the message and the copy to the
// device, are one copy from device to device.
type Stages struct {
	B    time.Duration // all cells but the planes at the edges
	Copy time.Duration // C, D and E, of both edges; 0 with one device
	F    time.Duration // the planes at the edges
}

// Simulator is what runs of grids know of a Simulation.
type Simulator interface {
	Advance(steps int) (Progress, error)
	Sums() (Sums, error)
	Snapshot() (*Snapshot, error)
	Checkpoint() (*sph.Checkpoint, error)
	Resume(*sph.Checkpoint) error
	Stages() (Stages, error)
	Close() error
}
