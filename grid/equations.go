package grid

// Equations are what a flow solves, and how: *Incompressible, *Lattice or *Air. A flow knows which;
// what runs flows asks it here, so further equations take a file of their own and no others.
type Equations interface {
	// Method is how they are solved, in words.
	Method(s Solver) string
	// Quantities are what Sums has, in its order.
	Quantities(f *Flow) []Quantity
	// Cost is what a cell takes.
	Cost(f *Flow, s Solver) Cost
	// Limits are sentences on what limits the time step, where it is Δt [s].
	Limits(f *Flow, dt float64) []string
	// Stage is what Stages times, in words.
	Stage() string
	// Literature is what others reached with these equations, in lines behind an empty one, beside
	// what was measured now; "" is nothing.
	Literature(of Comparison, own []Timed) string
	// Model has sentences on what a step takes by a model of computation and communication, beside
	// what it took; nil is no model.
	Model(f *Flow, m *Measured) []string
	// Settings are all numbers of the equations on which the bits of a flow depend, as text.
	Settings() string

	check(f *Flow, s Solver) error
	slicePlanes(f *Flow, s Solver, devices int) int
	gatheredBytes(f *Flow, s Solver, devices int) int // of a reduction of its own; 0 is none
	remedy() string                                   // where a flow has blown up
	// shows names the field that shows a flow best: pictures begin with it. staggered is whether
	// velocities are on the faces of cells.
	shows() (field string, staggered bool)
	scheme(p *part) scheme
}

// Measured is what a model of a run is made of, and compared with.
type Measured struct {
	Devices int
	Stages  Stages  // of a step, one after the other; see Simulator.Stages
	Copy    float64 // bandwidth of copies within a device [bytes/s]
	Step    float64 // what a step took [s]; 0 is not known
}

// Timed is how fast a flow was computed.
type Timed struct {
	Devices   int
	Cells     [3]int
	Precision Precision
	Step, Dt  float64 // what a step took, and how long it is in the flow [s]
}

// Comparison is what is compared with the literature.
type Comparison int

const (
	StrongScaling Comparison = iota
	WeakScaling
	StageTimes
	Exchanges
	EnergyOfSteps // what GPUs use
)

// Quantity is a number of a flow as a whole.
type Quantity struct {
	Name string // as "energy"
	Unit string // "" is a number
	What string // a few words on it, or ""
}

// Column is its heading in a table.
func (q *Quantity) Column() string {
	if q.Unit == "" {
		return q.Name
	}
	return q.Name + "[" + q.Unit + "]"
}

// Cost is what a cell takes, in numbers of the flow's precision.
type Cost struct {
	Numbers    float64 // on a device
	Snapshot   int
	Checkpoint int
	// Moved are the numbers that are read and written at least: in an iteration of the solver, or
	// where there is none, in a step.
	Moved float64
	Flops float64 // of a step; 0 is not counted
}

// scheme is how a device takes its slab on in time: one for each kind of equations.
type scheme interface {
	open() error  // makes what it has on the device
	start() error // computes the beginning
	// advance does steps, or fewer to the end, and keeps the clock, which is the same on every
	// device. The host waits at most where steps end.
	advance(steps int) error
	measure() (Sums, error)
	shown() ([]Field, error) // what a snapshot has of the own planes
	// checkpointed are the fields from which a flow goes on, by name, and resumed is called once
	// they and the clock are those of a checkpoint.
	checkpointed() (names []string, fields []*field)
	resumed() error
	timeStages(t *Stages) error
}

// The Courant numbers of the schemes: the greatest Σ |u| Δt/Δx. Adams-Bashforth of second order
// amplifies pure convection a little, so its number is small. The third-order Runge-Kutta scheme is
// stable to 1.7 (Spalart, Moser and Rogers 1991); Khajeh-Saeed and Perot (2012) stay below 1.
const (
	CFLAdamsBashforth = 0.5
	CFLRungeKutta     = 0.8
)
