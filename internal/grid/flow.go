package grid

import "math"

// Flow is an incompressible flow on a uniform grid. Lengths are in metres, or in whatever unit the
// flow is described in; times and velocities go with them.
type Flow struct {
	Name     string
	Cells    [3]int     // along x, y and z; 1 along y is a flow in the plane x-z
	Spacing  [3]float64 // of cells [m]
	Periodic [3]bool    // else there are walls at both ends
	Walls    [3][2]Wall // at the lower and the upper end of each axis that is not periodic
	Solids   []Box      // walls within, of whole cells

	Viscosity float64 // ν, kinematic [m²/s]
	Scheme    Scheme
	CFL       float64 // Δt of the greatest Σ |u|/Δx; and see Simulation.limit
	Step      float64 // a fixed Δt [s]; 0 is by CFL and viscosity
	End       float64 // [s]
	// end where no velocity changes by more than this part of the greatest in a time unit; 0 does
	// not
	Steady float64

	Heat *Heat // nil where temperature does not matter

	// Velocity is that at the beginning: component c at a point, of the face there [m/s]. nil is
	// rest.
	Velocity func(c int, x [3]float64) float64

	Precision Precision // of fields

	Unit  string // what time is counted in beside seconds, as "L/U"; "" is nothing
	Notes []string
}

// Wall is an end of the domain.
type Wall struct {
	Velocity    [3]float64 // of a lid, along the wall [m/s]
	Temperature float64    // [K]; NaN is insulated
}

// Insulated is a wall that stands and that heat does not pass.
var Insulated = Wall{Temperature: math.NaN()}

// Box is a box of cells: those from Min to before Max along each axis.
type Box struct{ Min, Max [3]int }

// Heat is temperature, which the flow carries, and which drives it (Boussinesq).
type Heat struct {
	Diffusivity float64                    // α [m²/s]
	Expansion   float64                    // β [1/K]
	Reference   float64                    // T∞ [K]
	Gravity     [3]float64                 // [m/s²]; the force is -β (T - T∞) g
	Source      float64                    // Φ everywhere [K/s]
	Temperature func(x [3]float64) float64 // at the beginning [K]; nil is Reference
}

// Scheme is how a flow goes on in time.
type Scheme int

const (
	// AdamsBashforth is explicit and of second order, with one pressure a step: Chorin's projection
	// as Jacobsen and Senocak (Parallel Computing 39, 2013) use it.
	AdamsBashforth Scheme = iota
	// RungeKutta has three stages that keep little, of third order for convection; diffusion is
	// trapezoidal in each, so implicit. The pressure is solved in each stage. Coefficients:
	// Spalart, Moser and Rogers, J. Comput. Phys. 96, 1991, as in Le and Moin, ibid. 92.
	RungeKutta
)

// Schemes are the names of the schemes.
var Schemes = []string{"adams-bashforth", "runge-kutta"}

func (s Scheme) String() string { return Schemes[s] }

// Solver finds the pressure.
type Solver int

const (
	Multigrid Solver = iota // V-cycles with two sweeps of red-black Gauss-Seidel before and after
	PPCG                    // conjugate gradients, preconditioned by a polynomial
	CG                      // without
	Jacobi                  // weighted
)

// Solvers are the names of the solvers.
var Solvers = []string{"multigrid", "ppcg", "cg", "jacobi"}

func (s Solver) String() string { return Solvers[s] }

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
