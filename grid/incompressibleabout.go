package grid

import (
	"fmt"
	"math"
)

// Places of quantities of an incompressible flow in Sums.Of. With heat the Nusselt numbers follow,
// of each wall with a temperature: heat through it, over that of conduction across.
const (
	Energy = iota
	Dissipation
	Divergence
	Temperature
	FirstNusselt
)

// Quantities implements Equations.
func (e *Incompressible) Quantities(f *Flow) []Quantity {
	all := []Quantity{
		{"energy", "m²/s²", "the mean of u²/2"},
		{"dissipation", "m²/s³", "the mean of ν |∇u|²"},
		{"divergence", "1/s", "the greatest"},
	}
	if e.Heat == nil {
		return all
	}
	all = append(all, Quantity{"temperature", "K", "the mean"})
	for _, w := range e.of(f).heatedWalls() {
		all = append(all, Quantity{"nusselt " + w.name(), "", "heat through that wall"})
	}
	return all
}

// wallAt is an end of the domain.
type wallAt struct{ axis, end int }

// name is that of a wall, as x min.
func (w wallAt) name() string {
	return fmt.Sprintf("%c %s", 'x'+rune(w.axis), [2]string{"min", "max"}[w.end])
}

// heatedWalls are the walls with a temperature.
func (f *incompressibleFlow) heatedWalls() (all []wallAt) {
	for axis := range f.Walls {
		for end := range f.Walls[axis] {
			if f.Heat != nil && !f.Periodic[axis] && !f.Walls[axis][end].insulated() {
				all = append(all, wallAt{axis, end})
			}
		}
	}
	return all
}

// Nusselt is the number of a wall, NaN where it has none.
func (e *Incompressible) Nusselt(f *Flow, s *Sums, axis, end int) float64 {
	for k, w := range e.of(f).heatedWalls() {
		if w == (wallAt{axis, end}) {
			return s.Of[FirstNusselt+k]
		}
	}
	return math.NaN()
}

// Method implements Equations.
func (e *Incompressible) Method(s Solver) string {
	return fmt.Sprintf("%s, pressure by %s", e.Scheme, s)
}

// shows implements Equations.
func (e *Incompressible) shows() (field string, staggered bool) {
	if e.Heat != nil {
		return "Temperature", true
	}
	return "Velocity", true
}

// Settings implements Equations.
func (e *Incompressible) Settings() string {
	heat := ""
	if h := e.Heat; h != nil {
		heat = fmt.Sprint(h.Diffusivity, h.Expansion, h.Reference, h.Gravity, h.Source)
	}
	if e.Until > 0 {
		heat += fmt.Sprint(e.Until)
	}
	return fmt.Sprint(e.Walls, e.Solids, e.Viscosity, e.Scheme, heat)
}

// Cost implements Equations. The coarser levels of multigrid have together a seventh of the cells
// of the finest, in a plane a third.
func (e *Incompressible) Cost(f *Flow, solver Solver) Cost {
	p := incompressible{part: &part{sim: &Simulation{flow: f, options: Options{Solver: solver}}},
		flow: e.of(f)}
	plane := f.Cells[1] == 1
	c := Cost{Numbers: float64(len(p.list())), Snapshot: 4, Checkpoint: 7,
		Moved: moved(solver, plane)}
	if solver == Multigrid && f.Stretched() {
		c.Moved += 15 // by the three kernels of conjugate gradients
	}
	switch {
	case solver == Multigrid && plane:
		c.Numbers += fieldsOfLevel * 4. / 3
	case solver == Multigrid:
		c.Numbers += fieldsOfLevel * 8. / 7
	}
	if e.Heat != nil {
		c.Snapshot, c.Checkpoint = c.Snapshot+1, c.Checkpoint+2
	}
	if len(e.Solids) > 0 {
		c.Snapshot++
	}
	return c
}

// moved is how many numbers a cell moves at least in an iteration of a solver, by the arrays that
// it reads and writes: seven for the vectors of the conjugate gradients and four for the product,
// for the further product of a polynomial three; for a cycle of multigrid four sweeps of red-black
// Gauss-Seidel of three each, three for the residual and its restriction, three for the correction,
// and an eighth of all that, a quarter in a plane, for each coarser level.
func moved(s Solver, plane bool) float64 {
	switch s {
	case PPCG:
		return 14
	case CG:
		return 11
	case Jacobi:
		return 3
	}
	const fine = 4*3 + 3 + 3
	if plane {
		return fine * 4. / 3
	}
	return fine * 8. / 7
}

// Limits implements Equations.
func (e *Incompressible) Limits(flow *Flow, dt float64) (all []string) {
	f, coarsest := e.of(flow), 0.0
	for axis, h := range f.Spacing {
		if f.Cells[axis] > 1 {
			coarsest = max(coarsest, h)
		}
	}
	all = append(all, fmt.Sprintf("a Courant number of %g", f.CFL))
	if d := f.diffusive() / partOfStable; !math.IsInf(d, 0) {
		all = append(all, fmt.Sprintf("diffusion allows %.3g", d))
	}
	if f.Viscosity > 0 {
		all = append(all, fmt.Sprintf("a velocity of 1 m/s has the cell Reynolds number %.3g",
			coarsest/f.Viscosity))
	}
	return all
}

// Stage implements Equations.
func (*Incompressible) Stage() string { return "a product with the pressure's matrix" }

// Model implements Equations. There is none.
func (*Incompressible) Model(*Flow, *Measured) []string { return nil }

// Literature implements Equations.
func (*Incompressible) Literature(of Comparison, _ []Timed) string {
	return map[Comparison]string{
		StrongScaling: `
Khajeh-Saeed and Perot (2012), turbulence, 128³ to 512³ cells, Tesla S1070: 16 GPUs are
45 times as fast as 16 cores.
Jacobsen and Senocak (2013), lid-driven cavity, 1024 x 64 x 1024 cells, Tesla S1070, relative to 8
cores: 2 GPUs 26 times, 128 GPUs 104 times, so 4.0 times as fast on 64 times the GPUs; little is
gained beyond 16.
`,
		WeakScaling: `
Khajeh-Saeed and Perot (2012), turbulence, 128³ and 256³ cells a GPU: less than half of the
speed is lost from 2 to 64 GPUs.
Jacobsen and Senocak (2013), lid-driven cavity, 512 x 512 x 256 cells a GPU: 94 % at 4 GPUs, 93 %
at 128.
`,
		StageTimes: `
A, packing, is not needed. Khajeh-Saeed and Perot (2012): A and F are 23 % of B with 128³ cells,
and 8 % with 256³; copies and messages take as long as B below 128³.
`,
		Exchanges: `
Jacobsen and Senocak (2013): with more than one GPU their fully overlapped exchange is the
fastest in all configurations.
`,
	}[of]
}
