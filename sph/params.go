package sph

import (
	"fmt"
	"math"

	"gpusph/internal/text"
)

// Kernel is the smoothing kernel W.
type Kernel int

const (
	Wendland    Kernel = iota // Wendland C2
	CubicSpline               // Monaghan's M4
	Quintic                   // M6 spline, Morris et al. 1997
)

// Laminar is the form of the laminar viscosity.
type Laminar int

const (
	Morris Laminar = iota // Morris et al. 1997: on the velocity of a pair
	// Monaghan & Gingold 1983: along the line between the two, which keeps angular momentum
	MonaghanGingold
)

// Diffusion is the term that smooths the density of the fluid.
type Diffusion int

const (
	NoDiffusion       Diffusion = iota
	MolteniColagrossi           // Molteni & Colagrossi 2009
	Fourtakas                   // Fourtakas et al. 2019: the hydrostatic part is left out
	Antuono                     // Antuono et al. 2010: what is linear is left out
)

// The names of the options as the command line spells them.
var (
	Kernels    = []string{Wendland: "wendland", CubicSpline: "cubic", Quintic: "quintic"}
	Laminars   = []string{Morris: "morris", MonaghanGingold: "monaghan-gingold"}
	Diffusions = []string{NoDiffusion: "none", MolteniColagrossi: "molteni-colagrossi",
		Fourtakas: "fourtakas", Antuono: "antuono"}
	Schemes = []string{PredictorCorrector: "predictor-corrector", Verlet: "verlet",
		Automatic: "automatic"}
)

func (k Kernel) String() string    { return Kernels[k] }
func (l Laminar) String() string   { return Laminars[l] }
func (d Diffusion) String() string { return Diffusions[d] }
func (s Scheme) String() string    { return Schemes[s] }

// Scheme is how a step integrates the equations in time: docs/design/scheme.md.
type Scheme int

const (
	PredictorCorrector Scheme = iota // both evaluate the forces, as the paper's
	Verlet                           // position Verlet: one evaluation, in the middle of the step
	Automatic                        // Verlet where that takes less time: Params.Scheme
)

// Axis is a coordinate direction: 0, 1, 2 for x, y, z.
type Axis int

func (a Axis) String() string { return "xyz"[a : a+1] }

// Params are the numbers of a flow, in SI units.
type Params struct {
	// space dimensions: 3, or 2 where all is in a plane across y, and per metre of width
	Dim    int
	DeltaP float64 // initial particle spacing [m]
	H      float64 // smoothing length [m]
	Kernel Kernel

	Rho0    float64    // reference density [kg/m³]
	C0      float64    // speed of sound at Rho0 [m/s]
	Gravity [3]float64 // [m/s²]
	// of each particle; of walls where a case has materials [kg, in two dimensions kg/m]
	Mass float64

	Alpha     float64 // Monaghan's artificial viscosity [-]; 0 is none
	Nu        float64 // kinematic viscosity of the laminar term [m²/s]; 0 is none
	Laminar   Laminar
	Diffusion Diffusion
	Xi        float64 // strength of the density diffusion [-]

	Boundary Boundary
	LennardJonesParams

	Central CentralForce `json:"-"` // force; files have it among the options only
	Further ExtraParams  `json:"-"` // of further fields; files have them among the options only

	CFL float64 // Courant number of the adaptive time step
	Dt  float64 // fixed time step [s]; 0 is adaptive

	// where the point 0 of the flow lies on the map [m]; see docs/design/positions.md
	Origin    [3]float64
	Min, Max  [3]float64 // the domain [m]; particles outside are removed and counted
	Periodic  [3]bool    // along x, y, z: what leaves the domain at one end comes in at the other
	SplitAxis Axis       // slices are perpendicular to it
	ListParams
}

// LennardJonesParams are those of Lennard-Jones walls. Files have them among the others.
type LennardJonesParams struct {
	LJRadius float64 // distance at which the force begins [m]
	LJForce  float64 // its strength D [m²/s²], about 5 g H
}

// ListParams are those of neighbour lists. Files have them among the others.
type ListParams struct {
	RebuildEvery int // steps between two lists, at most
	// the lists reach at most so far beyond the support [m]; they are rebuilt before it is used up
	Skin float64
}

// Defaults returns the parameters that most problems share: water, Wendland
// kernel, h/Δp 1.3, artificial viscosity 0.3, Fourtakas' density diffusion 0.1
// (Molteni and Colagrossi's lets still water sink), dummy boundaries, CFL 0.3,
// lists that last for 20 steps at most.
func Defaults(deltaP float64) Params {
	h := 1.3 * deltaP
	return Params{
		Dim: 3, DeltaP: deltaP, H: h, Kernel: Wendland,
		Rho0: 1000, C0: 20, Gravity: [3]float64{0, 0, -9.81},
		Alpha: 0.3, Diffusion: Fourtakas, Xi: 0.1,
		Boundary: Dummy, LennardJonesParams: LennardJonesParams{LJRadius: deltaP},
		CFL: 0.3, ListParams: ListParams{RebuildEvery: 20, Skin: 0.4 * h},
		Further: ExtraParams{Scheme: Automatic},
	}
}

// Check returns the first thing about p that cannot be simulated, as a
// sentence that names the option and the remedy.
func (p *Params) Check() error {
	for _, check := range []func() error{p.checkNumbers, p.checkChoices, p.checkDomain, p.checkCentral} {
		if err := check(); err != nil {
			return err
		}
	}
	if err := p.checkTables(); err != nil {
		return fmt.Errorf("the step of the flow cannot be: %w; this is a bug", err)
	}
	return p.checkStep()
}

// checkNumbers refuses numbers that are negative, or zero where that means nothing.
func (p *Params) checkNumbers() error {
	type value struct {
		name  string
		value float64
	}
	positive := []value{
		{"deltap", p.DeltaP}, {"h", p.H}, {"rho0", p.Rho0}, {"c0", p.C0},
		{"mass", p.Mass}, {"cfl", p.CFL}, {"skin", p.Skin},
	}
	for _, v := range positive {
		if !(v.value > 0) || math.IsInf(v.value, 0) {
			return fmt.Errorf("%s is %g, but must be a positive number", v.name, v.value)
		}
	}
	notNegative := []value{{"dt", p.Dt},
		{"limiter", p.Further.Limiter}, {"limiter-floor", p.Further.LimiterFloor}, {"correction-from", p.Further.CorrectionFrom}}
	for _, o := range Options {
		if number, is := o.Value(p).(*float64); is {
			notNegative = append(notNegative, value{o.Name, *number})
		}
	}
	for _, v := range notNegative {
		if !(v.value >= 0) || math.IsInf(v.value, 0) {
			return fmt.Errorf("%s is %g, but must be zero or a positive number", v.name, v.value)
		}
	}
	return nil
}

// checkChoices refuses options that are unknown, out of range or do not go together.
func (p *Params) checkChoices() error {
	switch {
	case p.Dim != 2 && p.Dim != 3:
		return fmt.Errorf("the flow has %d dimensions, but only 2 and 3 can be simulated", p.Dim)
	case p.Dim == 2 && p.SplitAxis == PlaneAxis:
		return fmt.Errorf("split-axis is %v, along which a flow in two dimensions has no extent; use x or z", p.SplitAxis)
	case p.Kernel < 0 || int(p.Kernel) >= len(Kernels):
		return fmt.Errorf("kernel %d is unknown; the kernels are %v", int(p.Kernel), Kernels)
	case p.Laminar < 0 || int(p.Laminar) >= len(Laminars):
		return fmt.Errorf("laminar viscosity %d is unknown; there are %v", int(p.Laminar), Laminars)
	case p.Diffusion < 0 || int(p.Diffusion) >= len(Diffusions):
		return fmt.Errorf("density diffusion %d is unknown; there are %v", int(p.Diffusion), Diffusions)
	case p.Boundary < 0 || int(p.Boundary) >= len(Boundaries):
		return fmt.Errorf("boundary %d is unknown; there are %v", int(p.Boundary), Boundaries)
	case p.Further.Scheme < 0 || int(p.Further.Scheme) >= len(Schemes):
		return fmt.Errorf("scheme %d is unknown; there are %v", int(p.Further.Scheme), Schemes)
	case p.Further.Scheme == Verlet && p.Further.Smagorinsky != 0:
		return fmt.Errorf("smagorinsky is %g, but the predictor of scheme %v has no forces, "+
			"which compute the stresses of turbulence; use smagorinsky 0 or scheme %v",
			p.Further.Smagorinsky, Verlet, PredictorCorrector)
	case p.H < 0.8*p.DeltaP || p.H > 4*p.DeltaP:
		return fmt.Errorf("h/deltap is %.3g, but must be between 0.8 and 4 for the kernel sums to mean anything", p.H/p.DeltaP)
	case p.Neighbours() > MaxNeighbours:
		most := math.Cbrt(MaxNeighbours/p.Neighbours()) * p.H / p.DeltaP
		return fmt.Errorf("with the %v kernel and h/deltap %.3g a particle has %.0f neighbours, but lists hold %d at most; use an h-factor below %.2f", p.Kernel, p.H/p.DeltaP, p.Neighbours(), MaxNeighbours, most)
	case p.CFL > 1:
		return fmt.Errorf("cfl is %g, but must be at most 1; 0.3 is usual", p.CFL)
	case p.Further.Correction && p.Further.Smagorinsky != 0:
		return fmt.Errorf("smagorinsky is %g, but turbulence and corrected gradients cannot be had together; use smagorinsky 0 or no correction", p.Further.Smagorinsky)
	case !p.Boundary.Model().Layers && p.Further.Correction:
		return fmt.Errorf("corrected gradients take walls for more of the water, but %v walls are not; use boundary %v", p.Boundary, Dummy)
	case p.Skin > p.Support():
		return fmt.Errorf("skin is %s m, but more than %gh = %s m makes the lists longer than rebuilding them is worth", text.Number(p.Skin), p.Kernel.Radius(), text.Number(p.Support()))
	case p.RebuildEvery < 1 || p.RebuildEvery > 1000:
		return fmt.Errorf("rebuild-every is %d, but must be between 1 and 1000 steps", p.RebuildEvery)
	case p.SplitAxis < 0 || p.SplitAxis > 2:
		return fmt.Errorf("split-axis is %d, but must be x, y or z", int(p.SplitAxis))
	}
	if check := p.Boundary.Model().Check; check != nil {
		return check(p)
	}
	return nil
}

// checkDomain refuses a domain that is none.
func (p *Params) checkDomain() error {
	for a := range 3 {
		if math.IsNaN(p.Origin[a]) || math.IsInf(p.Origin[a], 0) {
			return fmt.Errorf("the origin of the flow is at %v m, but its coordinates must be numbers", p.Origin)
		}
		if !(p.Max[a] > p.Min[a]) {
			return fmt.Errorf("the domain is empty along %v: it reaches from %s to %s m",
				Axis(a), text.Exact(p.OnMap(a, p.Min[a])), text.Exact(p.OnMap(a, p.Max[a])))
		}
	}
	return nil
}

// MaxNeighbours is how many neighbours of a kind, fluid or walls, a list holds. A particle that has
// more has none, and steps take longer.
const MaxNeighbours = 4095

// OnMap is a coordinate of the flow along an axis, as that of the map [m].
func (p *Params) OnMap(axis int, x float64) float64 { return text.Sum(p.Origin[axis], x) }

// PointOnMap is a point of the flow, as that of the map [m].
func (p *Params) PointOnMap(x [3]float64) [3]float64 {
	for a := range x {
		x[a] = p.OnMap(a, x[a])
	}
	return x
}

// Place is a point of the flow on the map, for messages.
func (p *Params) Place(x [3]float64) string {
	if p.Origin == [3]float64{} {
		return fmt.Sprintf("%.6g", x)
	}
	return fmt.Sprintf("[%s %s %s]", text.Coordinate(p.Origin[0], x[0]), text.Coordinate(p.Origin[1], x[1]), text.Coordinate(p.Origin[2], x[2]))
}

// FromMap is a coordinate of the map along an axis, as that of the flow [m].
func (p *Params) FromMap(axis int, x float64) float64 { return text.Sum(x, -p.Origin[axis]) }

// PointFromMap is a point of the map, as that of the flow [m].
func (p *Params) PointFromMap(x [3]float64) [3]float64 {
	for a := range x {
		x[a] = p.FromMap(a, x[a])
	}
	return x
}

// Pressure is that of the reference fluid at the relative density ρ/ρ0 - 1 [Pa].
func (p *Params) Pressure(rel float64) float64 {
	e := p.Equation()
	return e.Pressure(rel)
}

// RelativeDensity is the inverse of Pressure: ρ/ρ0 - 1 at the pressure [Pa].
func (p *Params) RelativeDensity(pressure float64) float64 {
	e := p.Equation()
	return e.RelativeDensity(pressure)
}
