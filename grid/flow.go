package grid

// Flow is a flow on a grid. Lengths are in metres, or in whatever unit the flow is
// described in; times and velocities go with them.
type Flow struct {
	Name     string
	Cells    [3]int     // along x, y and z; 1 along y is a flow in the plane x-z
	Spacing  [3]float64 // of cells [m]; of stretched axes the mean
	Origin   [3]float64 // the lower corner of the domain [m]
	Periodic [3]bool    // else there are walls at both ends

	// Faces are those of the cells along a stretched axis, from 0 at Origin to the length of the
	// domain [m]; nil is an axis whose cells are all alike.
	Faces [3][]float64

	CFL  float64 // the Courant number that Δt is chosen by, as the equations say
	Step float64 // a fixed Δt [s]; 0 is by the equations
	End  float64 // [s]
	// end where no velocity changes by more than this part of the greatest in a time unit; 0 does
	// not
	Steady float64

	Precision Precision // of fields
	Equations Equations // that are solved

	Probes []Probe // where all fields are read

	Unit  string // what time is counted in beside seconds, as "L/U"; "" is nothing
	Notes []string
}

// Probe is a point with a name.
type Probe struct {
	Name string
	At   [3]float64 // [m]
}

// Precision is that of fields.
type Precision int

const (
	Double Precision = iota
	Single
)

// Precisions are the names of the precisions.
var Precisions = []string{"double", "single"}

func (p Precision) String() string { return Precisions[p] }

// Bytes is the size of a number.
func (p Precision) Bytes() int { return 8 >> p }
