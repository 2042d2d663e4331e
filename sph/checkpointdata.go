package sph

// Checkpoint is a flow between two list periods, from which a Simulation of the same case goes on: on any number of devices
// of the same kind, with any bounds and balancer, the same bits follow. Files have all of it.
type Checkpoint struct {
	Time   float64 // simulated [s]
	Step   int     // steps done
	Bounds []int   // device d owns the slices [Bounds[d], Bounds[d+1]) from the next lists on

	Fields []CheckpointField // of the particles of all devices, slice by slice, as they were last sorted
	Starts []int             // where each slice begins in them, and the end

	// The lists that come next.
	Period         ListPeriod
	Planned        int // steps
	Shorten, Timed bool

	Clock        Clock
	Motion       Motion
	Capacity     int // of the lists, entries per particle
	ListFailures int
	LeftDomain   int // particles
	Born         int `msgpack:",omitempty"` // particles

	Answered int     // sample times
	Before   *Sample // the last that was measured; nil is none
}

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

// ListPeriod is what neighbour lists are built for, as package neighbor has it.
type ListPeriod struct {
	Half     float64 // from its beginning to its middle [s]
	SkinTime float64 // of relative motion from the middle on, which skins allow for [s]
	Slack    float64 // skin beyond that [m]
	SkinMax  float64 // bounds skins, and predicted displacements too [m]
	DtMax    float64 // longest step [s]
	Drift    float64 // of a particle in a step, at most, beyond what its velocity makes [m]
	Bin      float64 // width of a bin of Motion [m/s]
}

// Clock is the state of the time step that all devices have, as kernels keep it: see cuda/minimumscan.h.
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
	Unused            int32
}
