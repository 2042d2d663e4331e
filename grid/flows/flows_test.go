package flows

import (
	"math"
	"strings"
	"testing"

	"gpusph/grid"
)

// made makes the flow of a problem with options, or returns why it cannot.
func made(t *testing.T, name string, options ...string) (*grid.Flow, error) {
	t.Helper()
	p := Find(name)
	if p == nil {
		t.Fatalf("there is no %s", name)
	}
	for _, row := range p.Options() {
		for _, o := range options {
			if key, value, _ := strings.Cut(o, "="); key == row.Name {
				if err := row.Value.Set(value); err != nil {
					return nil, err
				}
				if err := row.Check(); err != nil {
					return nil, err
				}
			}
		}
	}
	return p.Flow()
}

// equations are those of an incompressible flow.
func equations(f *grid.Flow) *grid.Incompressible { return f.Equations.(*grid.Incompressible) }

// face is the middle of the lower face of a cell along axis c.
func face(f *grid.Flow, c int, i [3]int) (x [3]float64) {
	for axis := range x {
		x[axis] = (float64(i[axis]) + 0.5) * f.Spacing[axis]
	}
	x[c] -= f.Spacing[c] / 2
	return x
}

// at calls visit for each cell.
func at(f *grid.Flow, visit func(i [3]int)) {
	for z := range f.Cells[2] {
		for y := range f.Cells[1] {
			for x := range f.Cells[0] {
				visit([3]int{x, y, z})
			}
		}
	}
}

// energyAndDivergence are the mean of u²/2, and the greatest divergence.
func energyAndDivergence(f *grid.Flow) (energy, divergence float64) {
	at(f, func(i [3]int) {
		sum := 0.0
		for c := range 3 {
			u := equations(f).Velocity(c, face(f, c, i))
			next := i
			next[c] = (next[c] + 1) % f.Cells[c]
			sum += (equations(f).Velocity(c, face(f, c, next)) - u) / f.Spacing[c]
			energy += u * u / 2
		}
		divergence = max(divergence, math.Abs(sum))
	})
	return energy / float64(f.Cells[0]*f.Cells[1]*f.Cells[2]), divergence
}

// TestBeginnings holds that the velocities at the beginning have no divergence on the grid, and the
// energy that the flow is described with.
func TestBeginnings(t *testing.T) {
	for _, c := range []struct {
		name   string
		cells  string
		energy float64
	}{
		{"GridTaylorGreen", "cells=24", 0.25},
		{"GridTaylorGreen3D", "cells=16", 0.125},
		{"IsotropicTurbulence", "cells=32", 1.5},
	} {
		f, err := made(t, c.name, c.cells)
		if err != nil {
			t.Fatal(err)
		}
		energy, divergence := energyAndDivergence(f)
		if math.Abs(energy-c.energy) > 1e-12*c.energy {
			t.Errorf("%s: the energy is %.15g, not %g", c.name, energy, c.energy)
		}
		if divergence > 1e-11 {
			t.Errorf("%s: the divergence is %g", c.name, divergence)
		}
	}
}

// TestSeed holds that a seed gives the same velocities again, and another one others. The value is
// that of the first run of this test: random numbers are the same everywhere.
func TestSeed(t *testing.T) {
	velocity := func(options ...string) float64 {
		f, err := made(t, "IsotropicTurbulence", append(options, "cells=32")...)
		if err != nil {
			t.Fatal(err)
		}
		return equations(f).Velocity(1, face(f, 1, [3]int{3, 5, 7}))
	}
	first := velocity()
	if again := velocity("seed=1"); again != first {
		t.Errorf("seed 1 gives %v and %v", first, again)
	}
	if other := velocity("seed=2"); other == first {
		t.Errorf("seeds 1 and 2 both give %v", first)
	}
	if got := newRandom(1).uniform(); got != 0.5665615751722809 {
		t.Errorf("the first random number is %v", got)
	}
}

// TestBoxes holds that boxes are whole cells in different places, and that there is no velocity in
// them or on their surfaces.
func TestBoxes(t *testing.T) {
	f, err := made(t, "IsotropicTurbulence", "cells=32", "boxes=64")
	if err != nil {
		t.Fatal(err)
	}
	seen, solid := map[[3]int]bool{}, 0
	for _, b := range equations(f).Solids {
		if seen[b.Min] {
			t.Errorf("two boxes are at %v", b.Min)
		}
		seen[b.Min] = true
		solid += (b.Max[0] - b.Min[0]) * (b.Max[1] - b.Min[1]) * (b.Max[2] - b.Min[2])
		for c := range 3 {
			for _, i := range [][3]int{b.Min, b.Max} {
				if u := equations(f).Velocity(c, face(f, c, i)); i == b.Min && u != 0 {
					t.Errorf("component %d is %g in a box", c, u)
				}
			}
			end := b.Min
			end[c] = b.Max[c]
			if u := equations(f).Velocity(c, face(f, c, end)); u != 0 {
				t.Errorf("component %d is %g on a box", c, u)
			}
		}
	}
	if len(seen) != 64 || solid != 32*32*32/8 {
		t.Errorf("%d boxes have %d cells", len(seen), solid)
	}
}

// TestScaling holds the numbers of the heated cavity: Ra and Pr again from what the flow has.
func TestScaling(t *testing.T) {
	f, err := made(t, "GridHeatedCavity", "ra=2e5", "pr=7", "cells=64", "depth-cells=8")
	if err != nil {
		t.Fatal(err)
	}
	e := equations(f)
	h := e.Heat
	buoyancy := -h.Expansion * h.Gravity[2] * (e.Walls[0][0].Temperature - e.Walls[0][1].Temperature)
	ra, pr := buoyancy/(e.Viscosity*h.Diffusivity), e.Viscosity/h.Diffusivity
	if math.Abs(ra-2e5) > 1e-6 || math.Abs(pr-7) > 1e-12 {
		t.Errorf("Ra is %v and Pr %v", ra, pr)
	}
	if f.Cells != [3]int{64, 8, 64} || f.Spacing[1] != 1./64 {
		t.Errorf("it has %v cells of %v", f.Cells, f.Spacing)
	}
	if !math.IsNaN(e.Walls[2][0].Temperature) || !math.IsNaN(e.Walls[2][1].Temperature) {
		t.Error("floor and lid are not insulated")
	}
}

// TestHeight holds that a lattice has as many cells along z as are asked for, or twice those along
// x.
func TestHeight(t *testing.T) {
	for options, want := range map[string][3]int{"cells=128": {128, 1, 256},
		"cells=128 height-cells=1024 re=800": {128, 1, 1024},
		"cells=144 height-cells=144 re=800":  {144, 1, 144}} {
		f, err := made(t, "RayleighTaylorLattice", strings.Fields(options)...)
		if err != nil {
			t.Fatal(err)
		}
		if f.Cells != want {
			t.Errorf("%s makes %v cells", options, f.Cells)
		}
	}
}

// TestRefused holds that what cannot be is refused with the option, the limit and the remedy.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ name, options, want string }{
		{"GridCavity", "re=0", "--re is 0, but must be from 1 to 100000"},
		{"GridCavity", "re=-5", "--re is -5, but must be from 1 to 100000"},
		{"GridCavity", "cells=4", "--cells is 4, but must be from 8 to 4096"},
		{"GridCavity", "cells=4096 depth-cells=4096", "use --cells 1448 or less"},
		{"GridHeatedCavity", "pr=0", "--pr is 0, but must be from 0.01 to 1000"},
		{"GridTaylorGreen3D", "cells=4096", "use --cells 2048 or less"},
		{"IsotropicTurbulence", "cells=16", "use --cells 32"},
		{"RisingThermal", "cells=33", "use --cells 34"},
		{"AirAtRest", "cells=9", "use --cells 10"},
		{"DensityCurrent", "cells=100", "use --cells 96"},
		{"DensityCurrent", "viscosity=-1", "--viscosity is -1"},
		{"RayleighTaylorLattice", "atwood=0.5", "use --atwood 0.4 or less"},
		{"RayleighTaylorLattice", "cells=64", "use --re 835 or less, or --cells 115 or more"},
		{"RayleighTaylorLattice", "cells=4096 re=300", "but the maximum is 1.5; use --re"},
		{"IsotropicTurbulence", "cells=36 boxes=1", "as --cells 40"},
		{"IsotropicTurbulence", "stir=3", "use --boxes 16"},
		{"GridCavity", "cells=8 stretch=90", "--stretch: cell 2 is"},
		{"GridCavity", "stretch=0.5", "--stretch is 0.5, but must be from 1 to 100"},
		{"IsotropicTurbulence", "boxes=65", "--boxes is 65, but must be from 0 to 64"},
	} {
		_, err := made(t, c.name, strings.Fields(c.options)...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s %s: %v", c.name, c.options, err)
		}
	}
}
