// Package scheme describes a time step as data: fields that particles have, operations that read
// and write them, and global quantities that all devices share. From what operations declare it
// derives which values of a field are stored, which of them neighbouring devices are sent after
// which operations, where operations wait for each other, and what is kept from step to step. A
// program that does not fit together is refused, by the name of the row. The package knows neither
// devices nor physics.
package scheme

// Kind says how a field changes in time.
type Kind uint8

const (
	// Static fields are set when a flow begins and go with their particles.
	Static Kind = iota
	// State fields have a value at the beginning of a step, at its end, and in its middle where an
	// operation reads that.
	State
	// Derived fields are states that follow from others, which are kept in their place.
	Derived
	// Temporary fields are computed anew within a step, for operations that follow.
	Temporary
)

// Kept reports whether the values go with their particles into the next neighbour lists and into
// checkpoints.
func (k Kind) Kept() bool { return k == Static || k == State }

// Field is a value that each particle has.
type Field struct {
	Name    string
	Kind    Kind
	Bytes   int  // of one particle
	Limited bool // the time step is limited so that the field stays stable
	Absent  bool // the options of the flow have no such field
	Sampled bool // samples have its sum
}

// Stage is a part of a step. The predictor evaluates the particles at the beginning of the step and
// takes them to its middle; the corrector evaluates them in the middle and takes them from the
// beginning to the end.
type Stage uint8

const (
	Predictor Stage = iota
	Corrector
	Stages
)

func (s Stage) String() string { return [...]string{"predictor", "corrector"}[s] }

// Time is when a value is of, within a step.
type Time uint8

const (
	Begin Time = iota
	Middle
	End
	Times
)

// Set is the particles that an operation is done for.
type Set uint8

const (
	Fluid     Set = 1 << iota
	Walls         // active ones
	Once          // no particle: the operation updates global quantities
	Particles = Fluid | Walls
)

func (s Set) String() string {
	return map[Set]string{Fluid: "fluid", Walls: "walls", Particles: "fluid and walls", Once: "once"}[s]
}

// Combine says how the values of several devices become one. Neither depends on the number of
// devices.
type Combine uint8

const (
	// Max is the greatest value.
	Max Combine = iota
	// Sum adds integers: fixed-point numbers, whose sum does not depend on the order.
	Sum
	// Replicated values are computed by each device from others that all have, so all have the same.
	Replicated
)

func (c Combine) String() string { return [...]string{"max", "sum", "replicated"}[c] }

// Global is a quantity that all devices share.
type Global struct {
	Name    string
	Combine Combine
	Words   int  // of 32 bits
	Keep    bool // it is in checkpoints, and restored where a step is rejected
	Rejects bool // it may say that a step has to be done again
}

// Op is an operation: a kernel, or a part of one that does several operations at once.
type Op struct {
	Name       string
	Stage      Stage
	Over       Set
	Neighbours []int // fields of neighbours that are read, at the time that the stage evaluates
	// fields of the particle itself that are read: states at the beginning of the step
	Own []int
	// fields of the particle itself that are written: states at the time that the stage reaches
	Writes []int
	Takes  []int // globals that are read
	Gives  []int // globals that are written, or reduced into

	// the operation takes positions on with the velocities, and limits the time step for that
	Integrates bool
	// the operation puts positions where a global says that they are, in place of where one before
	// it has put them
	Carries bool
	// distance [m] by which the operation may move a particle in a step besides, for which the
	// lists have room
	Drift float64
	Fused string // operation of the same stage whose kernel does this one, too
	Loop  int    // of Program.Loops that repeats it, by its number from 1 on; 0 is none
}

// Loop is operations of a stage, one after the other, that are repeated. In each iteration they add
// up in a global how many particles need another one; where all devices together have none, the
// iterations that are left do nothing.
type Loop struct {
	Name  string
	Most  int // iterations
	While int // the global
}

// Program is a time step.
type Program struct {
	Fields  []Field
	Globals []Global
	Ops     []Op // in their order; those of the predictor come first
	Loops   []Loop
	Moves   int // field that is a particle's position
}

// Group is operations of a stage that a part of the particles goes through without waiting for its
// neighbours.
type Group struct {
	Stage Stage
	Ops   []int // by their index in the program
	// fields of the particles at the edges that neighbouring devices need afterwards, in ascending
	// order
	Sends []int
	// globals that have to be there before, in ascending order, but for those that the stage has
	// waited for
	Waits []int
	Loop  int // that repeats it, with the groups beside that are in it; 0 is none
}

// Schedule is what follows from a Program.
type Schedule struct {
	Program
	Groups [Stages][]Group
	Once   []int // operations that are done once, concurrently with the groups of the step
	// by field: the times of which there is a value; of static and temporary fields that is Begin,
	// or Middle
	Stored [][Times]bool
}
