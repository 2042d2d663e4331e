package grid

import (
	"fmt"
	"math"
	"strings"

	"gpusph/grid/atmosphere"
)

// Air is the dry nonhydrostatic atmosphere in the plane x-z, of system 002: see package atmosphere.
// Δt is chosen so that max(|u| + c, |w| + c) Δt/Δx is Flow.CFL, with the speed of sound c.
type Air struct {
	Diffusivity float64 // K, of momentum and of potential temperature [m²/s]; 0 is inviscid

	// Theta is θ - θ0 at the beginning [K] at a point [m]; nil is none. The air is at rest.
	Theta func(x, z float64) float64
}

// OfAtmosphere is a flow of package atmosphere on a grid.
func OfAtmosphere(a *atmosphere.Flow) *Flow {
	return &Flow{Name: a.Name, Cells: [3]int{a.Cells[0], 1, a.Cells[1]},
		Spacing: [3]float64{a.Cell, a.Cell, a.Cell}, Origin: [3]float64{a.Left, 0, 0},
		Periodic: [3]bool{a.Periodic, true, false}, CFL: a.CFL, End: a.End,
		Equations: &Air{Diffusivity: a.K, Theta: a.Theta}}
}

// of is the same as package atmosphere has it.
func (e *Air) of(f *Flow) *atmosphere.Flow {
	return &atmosphere.Flow{Name: f.Name, Cells: [2]int{f.Cells[0], f.Cells[2]}, Cell: f.Spacing[0],
		Left: f.Origin[0], Periodic: f.Periodic[0], K: e.Diffusivity, CFL: f.CFL, End: f.End,
		Theta: e.Theta}
}

// Places of quantities of the atmosphere in Sums.Of.
const (
	AirDensity = iota
	AirRhoTheta
	AirKinetic
	AirEnergy
	AirColdest
	AirWarmest
)

// Quantities implements Equations.
func (*Air) Quantities(*Flow) []Quantity {
	return []Quantity{
		AirDensity:  {"density", "kg/m³", "the mean of ρ'"},
		AirRhoTheta: {"rho theta", "K kg/m³", "the mean of (ρθ)'"},
		AirKinetic:  {"kinetic energy", "J/m³", "the mean"},
		AirEnergy:   {"energy", "J/m³", "the mean of all, beyond that of the base"},
		AirColdest:  {"coldest", "K", "the lowest θ'"},
		AirWarmest:  {"warmest", "K", "the highest θ'"},
	}
}

// Method implements Equations.
func (*Air) Method(Solver) string {
	return "finite volumes, CWENO of fifth order, fluxes along characteristics, one axis after the " +
		"other"
}

// Cost implements Equations.
func (*Air) Cost(*Flow, Solver) Cost {
	return Cost{Numbers: 2 * 4, Snapshot: 5, Checkpoint: 4, Moved: 2 * 2 * 4,
		Flops: atmosphere.FlopsStep}
}

// soundAtGround is the speed of sound of the base at the ground, where it is greatest [m/s].
func soundAtGround() float64 {
	return math.Sqrt(atmosphere.FaceAt(0).Stiffness * atmosphere.BaseTheta)
}

// Limits implements Equations.
func (e *Air) Limits(f *Flow, dt float64) (all []string) {
	c := soundAtGround()
	all = append(all, fmt.Sprintf("a Courant number of %.3g with the speed of sound, %.4g m/s at the "+
		"ground; at most 1 is possible", c*dt/f.Spacing[0], c))
	if e.Diffusivity > 0 {
		all = append(all, fmt.Sprintf("diffusion allows %.3g", 0.5*f.Spacing[0]*f.Spacing[0]/
			e.Diffusivity))
	}
	return all
}

// Stage implements Equations.
func (*Air) Stage() string { return "a sweep along z" }

// Model implements Equations. There is none.
func (*Air) Model(*Flow, *Measured) []string { return nil }

// Settings implements Equations.
func (e *Air) Settings() string { return fmt.Sprint("air", e.Diffusivity) }

// Literature implements Equations.
func (*Air) Literature(of Comparison, own []Timed) string {
	if of != StrongScaling && of != WeakScaling {
		return ""
	}
	var b strings.Builder
	b.WriteString(`
Norman, rising thermal to 1000 s, and the same here by the steps that were timed. Speed-ups are over
Norman's processor with two cores, for a cell and step:
         precision         cells   Norman [s]  speed-up  comm/comp  efficiency   here [s]  speed-up
`)
	for _, r := range atmosphere.Published {
		fmt.Fprintf(&b, "%-7s  %-9s  %5d x %-4d  %10.0f  %8s  %9s  %10s", r.Device, r.Precision,
			r.Cells[0], r.Cells[1], r.Seconds, or("%.1f", r.Speedup), or("%.3f", r.CommOfComp),
			or("%.2f", r.Efficiency))
		for _, o := range own {
			if seconds, speedup := o.ofThermal(); speedup > 0 && o.Devices == r.Devices &&
				o.Precision.String() == r.Precision && o.Cells == [3]int{r.Cells[0], 1, r.Cells[1]} {
				fmt.Fprintf(&b, "  %9.3g  %8.3g", seconds, speedup)
			}
		}
		b.WriteString("\n")
	}
	return b.String()
}

// or is a number in words, or a dash where it is 0.
func or(format string, x float64) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf(format, x)
}

// ofThermal is what a rising thermal takes to its end [s], and the speed-up of a cell and step over
// Norman's processor, whose steps are as many for the same cells. 0 is another flow.
func (t *Timed) ofThermal() (seconds, speedup float64) {
	cpu := &atmosphere.Published[0]
	if t.Cells[0] != 2*t.Cells[2] || !(t.Dt > 0) {
		return 0, 0
	}
	seconds = t.Step * atmosphere.PublishedEnd / t.Dt
	finer := float64(t.Cells[0]) / float64(cpu.Cells[0])
	return seconds, cpu.Seconds * finer * finer * finer / seconds
}

// check implements Equations.
func (e *Air) check(f *Flow, _ Solver) error {
	h := f.Spacing[0]
	top := float64(f.Cells[2]) * h
	switch {
	case f.Cells[1] != 1:
		return fmt.Errorf("%s: %d cells along y; the atmosphere is in the plane x-z, with one", f.Name,
			f.Cells[1])
	case f.Spacing[2] != h:
		return fmt.Errorf("%s: cells are %g m long along x and %g m along z; use squares", f.Name, h,
			f.Spacing[2])
	case f.Cells[0] < atmosphere.Halo || f.Cells[2] < atmosphere.Halo:
		return fmt.Errorf("%s: %d x %d cells; the atmosphere takes %d along x and z at least", f.Name,
			f.Cells[0], f.Cells[2], atmosphere.Halo)
	case f.Periodic[2] || f.Origin[2] != 0:
		return fmt.Errorf("%s: the ground is a wall at z = 0, and the top is a wall", f.Name)
	case !(atmosphere.Exner(top) > 0.1):
		return fmt.Errorf("%s: the top is at %.4g km, where the base has next to no air; use less than "+
			"%.3g km", f.Name, top/1000,
			0.9*atmosphere.HeatCapacity*atmosphere.BaseTheta/atmosphere.Gravity/1000)
	case !(f.CFL > 0 && f.CFL <= 1):
		return fmt.Errorf("%s: --cfl is %g; waves pass a cell at most in a step, so use up to 1", f.Name,
			f.CFL)
	case f.Step*soundAtGround() > h:
		return fmt.Errorf("%s: --dt is %g s, in which sound passes more than a cell; use less than %.3g "+
			"s", f.Name, f.Step, h/soundAtGround())
	case !(e.Diffusivity >= 0) || e.Diffusivity*f.CFL > 0.5*h*soundAtGround():
		return fmt.Errorf("%s: the diffusivity is %g m²/s; with cells of %g m use from 0 to %.3g m²/s",
			f.Name, e.Diffusivity, h, 0.5*h*soundAtGround()/f.CFL)
	}
	return nil
}

func (*Air) slicePlanes(*Flow, Solver, int) int { return 1 }

func (*Air) gatheredBytes(*Flow, Solver, int) int { return 0 }

func (*Air) remedy() string { return "use a smaller --cfl or --dt" }

func (*Air) shows() (field string, staggered bool) { return "PotentialTemperature", false }
