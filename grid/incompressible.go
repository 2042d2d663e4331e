package grid

import (
	"math"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// Incompressible are the equations of Navier and Stokes for a fluid of constant density, with or
// without heat: systems 000 and 001. Δt is chosen so that the greatest Σ |u| Δt/Δx is Flow.CFL, and
// see incompressible.timeStep.
type Incompressible struct {
	Walls  [3][2]Wall // at the lower and the upper end of each axis that is not periodic
	Solids []Box      // walls within, of whole cells
	Until  float64    // when these vanish, and there is fluid at rest [s]; 0 is never

	Viscosity float64 // ν, kinematic [m²/s]
	Scheme    Scheme

	Heat *Heat // nil where temperature does not matter

	// Velocity is that at the beginning: component c at a point, of the face there [m/s]. nil is
	// rest.
	Velocity func(c int, x [3]float64) float64
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
	// CrankNicolson is AdamsBashforth with trapezoidal diffusion of velocity and of heat, so of second
	// order and without a limit of the time step by diffusion.
	CrankNicolson
)

// Schemes are the names of the schemes.
var Schemes = []string{"adams-bashforth", "runge-kutta", "adams-bashforth and crank-nicolson"}

func (s Scheme) String() string { return Schemes[s] }

// Diffusion is how that of flows between walls goes on in time.
type Diffusion int

const (
	Explicit Diffusion = iota // as convection, with a limit of the time step
	Implicit                  // trapezoidal: CrankNicolson
)

// Diffusions are their names.
var Diffusions = []string{"explicit", "implicit"}

func (d Diffusion) String() string { return Diffusions[d] }

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

// incompressibleFlow is a flow with these equations.
type incompressibleFlow struct {
	*Flow
	*Incompressible
}

func (e *Incompressible) of(f *Flow) *incompressibleFlow { return &incompressibleFlow{f, e} }

// incompressible is a device's part of such a flow.
type incompressible struct {
	*part
	flow *incompressibleFlow

	// next is before its divergence is taken away, right the right sides of equations
	u, next, rates, right [3]*field
	pressure, phi         *field
	warm                  [2]*field // take turns
	warming               *field
	mask                  gpu.Ptr // 0 where there are no solids
	cg                    conjugate
	levels                []level
	solve                 gpu.Ptr
	state                 cuda.GridSolve // of the last solve
	readState             []byte         // on the host
	lastOfHeat            int            // iterations of the last solve of the temperature
}

func (e *Incompressible) scheme(p *part) scheme {
	return &incompressible{part: p, flow: e.of(p.sim.flow)}
}

// open implements scheme.
func (p *incompressible) open() (err error) {
	if shapes, _ := p.flow.shapes(); shapes[0].widths[0] != nil {
		if err := p.stretch(&shapes[0], &p.slab); err != nil {
			return err
		}
	}
	for _, of := range p.list() {
		if *of, err = p.newField(p.flow.Cells, p.planes); err != nil {
			return err
		}
	}
	if err := p.openLevels(); err != nil {
		return err
	}
	p.readState = make([]byte, unsafe.Sizeof(cuda.GridSolve{}))
	if p.solve, err = p.alloc(len(p.readState)); err != nil {
		return err
	}
	return p.openMask()
}

// onFlow is the kernel for the cells of the flow.
func onFlow[A any](p *incompressible, k cuda.KernelOf[A]) cuda.KernelOf[A] {
	if p.slab.Along[0] != 0 {
		return cuda.OfStretched(k)
	}
	return k
}

// list is the fields that the flow takes.
func (p *incompressible) list() []**field {
	flow := p.flow
	all := []**field{&p.pressure, &p.phi, &p.right[0]}
	for c := range 3 {
		all = append(all, &p.u[c], &p.next[c], &p.rates[c])
	}
	implicit := flow.Scheme != AdamsBashforth
	if implicit {
		all = append(all, &p.right[1], &p.right[2])
	}
	if flow.Heat != nil {
		all = append(all, &p.warm[0], &p.warm[1], &p.warming)
	}
	solver := p.sim.options.Solver
	if solver == PPCG || solver == CG || implicit || solver == Multigrid && flow.Stretched() {
		all = append(all, &p.cg.z, &p.cg.w)
		for k := range 2 {
			all = append(all, &p.cg.p[k], &p.cg.r[k])
		}
	} else if solver == Jacobi {
		all = append(all, &p.cg.z, &p.cg.w)
	}
	return all
}

// tolerance is the divergence that remains, as a part of U/Δx.
func (p *incompressible) tolerance() float64 {
	switch {
	case p.sim.options.Tolerance > 0:
		return p.sim.options.Tolerance
	case p.flow.Precision == Single:
		return 1e-5
	}
	return 1e-10
}

// most is the iterations of a solve.
func (p *incompressible) most() int {
	if p.sim.options.Iterations > 0 {
		return p.sim.options.Iterations
	}
	return map[Solver]int{Multigrid: 100, PPCG: 20000, CG: 40000,
		Jacobi: 1000000}[p.sim.options.Solver]
}

// remedy implements Equations.
func (*Incompressible) remedy() string { return "use a smaller --cfl" }

// slicePlanes implements Equations: a slice is as many planes as one of the coarsest level that is
// cut becomes.
func (*Incompressible) slicePlanes(f *Flow, solver Solver, devices int) int {
	if solver != Multigrid || devices == 1 {
		return 1
	}
	all, cut := f.shapes()
	planes := 1
	for _, s := range all[:min(len(all), cut+2)] {
		if s.halved[2] {
			planes *= 2
		}
	}
	return planes
}

// gatheredBytes implements Equations: the right side of the level of multigrid that all devices
// have, but do not begin with, in words of 8 bytes.
func (*Incompressible) gatheredBytes(f *Flow, solver Solver, devices int) int {
	all, cut := f.shapes()
	if solver != Multigrid || devices == 1 || len(all) <= cut+1 {
		return 0
	}
	cells := all[cut+1].cells
	return 8 * ((cells[0]*cells[1]*cells[2]*f.Precision.Bytes() + 7) / 8)
}
