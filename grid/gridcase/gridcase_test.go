package gridcase

import (
	"math"
	"slices"
	"strings"
	"testing"

	_ "gpusph/features" // its tables
	"gpusph/grid"
	"gpusph/internal/casefile"
)

// room is a case with heat, a lid and probes.
const room = `name = "Room"
engine = "grid"
dimension = 2
spacing = 0.1
end = 3
[grid]
steady = 1e-6
[domain]
min = [1, 2]
max = [2, 4]
slide = { zmax = [0.5, 0] }
[physics]
gravity = [0, -2]
rho0 = 4
nu = 0.01
[heat]
conductivity = 0.2
heat-capacity = 5
expansion = 0.1
temperature = 20
[[heat-wall]]
name = "warm"
of = ["xmin"]
temperature = 30
[[heat-wall]]
name = "cold"
of = ["xmax"]
temperature = 10
[[fluid]]
name = "patch"
box = { min = [1, 2], max = [1.5, 2.5] }
temperature = 25
velocity = [0.1, 0]
[[probe]]
name = "line"
line = { from = [1, 3], to = [2, 3], count = 3 }
`

func parsed(t *testing.T, text string) (*Problem, error) {
	t.Helper()
	c, err := casefile.Parse([]byte(text), "room.toml")
	if err != nil {
		return nil, err
	}
	return Of(c)
}

// TestFlow holds that a flow has what its case file says.
func TestFlow(t *testing.T) {
	p, err := parsed(t, room)
	if err != nil {
		t.Fatal(err)
	}
	f, err := p.Flow()
	if err != nil {
		t.Fatal(err)
	}
	e := f.Equations.(*grid.Incompressible)
	if f.Cells != [3]int{10, 1, 20} || math.Abs(f.Spacing[2]-0.1) > 1e-15 ||
		f.Origin != [3]float64{1, 0, 2} || f.Periodic != [3]bool{false, true, false} {
		t.Errorf("it has %v cells of %v from %v, periodic %v", f.Cells, f.Spacing, f.Origin, f.Periodic)
	}
	if e.Walls[2][1].Velocity[0] != 0.5 || e.Walls[0][0].Temperature != 30 ||
		e.Walls[0][1].Temperature != 10 || !math.IsNaN(e.Walls[2][1].Temperature) {
		t.Errorf("its walls are %+v", e.Walls)
	}
	h := e.Heat
	if e.Viscosity != 0.01 || h.Diffusivity != 0.01 || h.Expansion != 0.1 || h.Reference != 20 ||
		h.Gravity != [3]float64{0, 0, -2} {
		t.Errorf("its fluid is %g, %+v", e.Viscosity, h)
	}
	for _, at := range []struct {
		x                [3]float64
		velocity, kelvin float64
	}{{[3]float64{0.25, 0, 0.25}, 0.1, 25}, {[3]float64{0.75, 0, 0.25}, 0, 20}} {
		if u, k := e.Velocity(0, at.x), h.Temperature(at.x); u != at.velocity || k != at.kelvin {
			t.Errorf("at %v the start is %g m/s and %g", at.x, u, k)
		}
	}
	if len(f.Probes) != 3 || f.Probes[1] != (grid.Probe{Name: "line2", At: [3]float64{1.5, 0, 3}}) {
		t.Errorf("its probes are %v", f.Probes)
	}
	if want := "Ra = 40000 along x"; !strings.Contains(strings.Join(f.Notes, " "), want) {
		t.Errorf("its notes %q lack %q", f.Notes, want)
	}
}

// TestCells holds that cells fill the domain, in even numbers where the spacing does not divide it.
func TestCells(t *testing.T) {
	for spacing, want := range map[string]int{"0.1": 10, "0.3": 4, "0.0177": 56} {
		p, err := parsed(t, strings.Replace(room, "spacing = 0.1", "spacing = "+spacing, 1))
		if err != nil {
			t.Fatal(err)
		}
		if p.Cells() != want || math.Abs(p.flow.Spacing[0]*float64(want)-1) > 1e-12 {
			t.Errorf("spacing %s makes %d cells of %g m", spacing, p.Cells(), p.flow.Spacing[0])
		}
	}
}

// TestOthers holds the other equations: an atmosphere at rest but for a bubble, and a gas in
// hydrostatic balance on a lattice.
func TestOthers(t *testing.T) {
	p, err := parsed(t, `name = "Bubble"
engine = "grid"
dimension = 2
spacing = 100
end = 100
grid = { equations = "atmosphere" }
domain = { min = [-1000, 0], max = [1000, 2000] }
physics = { nu = 75 }
heat = { temperature = 300 }
fluid = [{ name = "warm", sphere = { centre = [0, 500], radius = 250 }, temperature = 302 }]
`)
	if err != nil {
		t.Fatal(err)
	}
	air := p.flow.Equations.(*grid.Air)
	if air.Diffusivity != 75 || air.Theta(0, 500) != 2 || air.Theta(0, 800) != 0 {
		t.Errorf("the air has %g m²/s, %g and %g K", air.Diffusivity, air.Theta(0, 500),
			air.Theta(0, 800))
	}
	p, err = parsed(t, `name = "Gas"
engine = "grid"
dimension = 2
spacing = 0.1
end = 1
grid = { equations = "lattice" }
domain = { min = [0, 0], max = [1, 2], periodic = ["x"] }
physics = { nu = 0.5, gravity = [0, -10] }
heat = { reference = 400 }
heat-wall = [{ name = "walls", of = ["zmin", "zmax"], temperature = 400 }]
`)
	if err != nil {
		t.Fatal(err)
	}
	gas := p.flow.Equations.(*grid.Lattice)
	low, _, _, mean := gas.State(0, 2) // the walls are the third rows from the ends
	high, _, _, _ := gas.State(3, 22)
	if want := math.Exp(-10 * 2.0 / 400); math.Abs(high/low-want) > 1e-6 {
		t.Errorf("the density falls to %g, not %g", high/low, want)
	}
	if p.flow.Cells != [3]int{10, 1, 25} || math.Abs(p.flow.Origin[2]+0.25) > 1e-15 {
		t.Errorf("the lattice has %v cells from %v", p.flow.Cells, p.flow.Origin)
	}
	if gas.Walls[0] != mean || gas.Walls[1] != mean {
		t.Errorf("the walls have %v, the gas %g", gas.Walls, mean)
	}
	if nu := (gas.Tau - 0.5) * mean * 0.1 * 0.1 / gas.Step; math.Abs(nu-0.5) > 1e-12 {
		t.Errorf("the viscosity is %g m²/s", nu)
	}
}

// TestAxes holds that axes have the cells of their tables.
func TestAxes(t *testing.T) {
	of := func(axes string) *grid.Flow {
		p, err := parsed(t, strings.Replace(room, "steady = 1e-6", axes, 1))
		if err != nil {
			t.Fatal(err)
		}
		f, err := p.Flow()
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	f := of("x = { cells = 8, ratio = 3 }\nz = { ratio = 2, law = \"geometric\", towards = \"max\" }")
	if f.Cells != [3]int{8, 1, 20} || f.Spacing[0] != 0.125 || len(f.Faces[0]) != 9 ||
		len(f.Faces[2]) != 21 {
		t.Fatalf("the flow is %+v", f)
	}
	x, z := f.Faces[0], f.Faces[2]
	if math.Abs((x[4]-x[3])/x[1]-3) > 1e-6 || math.Abs(z[1]/(2-z[19])-2) > 1e-6 || z[20] != 2 {
		t.Errorf("the faces are %v and %v", x, z)
	}
	f = of("z = { faces = [2, 2.4, 3, 3.5, 4] }")
	if want := []float64{0, 0.4, 1, 1.5, 2}; f.Cells[2] != 4 || !slices.EqualFunc(f.Faces[2], want,
		func(a, b float64) bool { return math.Abs(a-b) < 1e-12 }) {
		t.Errorf("the faces are %v", f.Faces[2])
	}
}

// TestRefused holds that keys of particles are refused at their places, with the reason.
func TestRefused(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"nu = 0.01", "nu = 0.01\nalpha = 0.1", "line 16, column 1: physics.alpha has no effect"},
		{"nu = 0.01", "", "the case has no viscosity; use nu = 1e-6"},
		{"nu = 0.01", "nu = -1", "line 15, column 1: physics.nu is -1"},
		{"max = [2, 4]", "max = [2, 4]\nopen = [\"zmin\"]", "line 11, column 1: domain.open has no"},
		{"temperature = 30", "flux = 30", "line 24, column 1: heat-wall \"warm\": flux has no effect"},
		{"temperature = 30", "temperature = [[0, 1], [3, 2]]", "changes in time"},
		{"count = 3", "count = 3 }\nnormal = [1, 0", "expected"},
		{"from = [1, 3]", "from = [0, 3]", "line 34, column 3: line1 is outside the domain along x"},
		{"conductivity = 0.2", "", "use conductivity = 0.6"},
		{"\ntemperature = 20", "", "use temperature = 20"},
		{"spacing = 0.1", "spacing = 3", "line 4, column 1: the domain is 1 m long along x"},
		{"steady = 1e-6", "equations = \"lattice\"", "slide has no effect on a grid with lattice"},
		{"[[probe]]", "[[gauge]]\nname = \"g\"\nat = [1]\n[[probe]]", "there is no free surface"},
		{"steady = 1e-6", "x = { ratio = 200 }", "grid.x: the widest cell is 200 times as wide"},
		{"steady = 1e-6", "x = { cells = 6, ratio = 90 }", "use more cells or a smaller ratio"},
		{"steady = 1e-6", "x = { law = \"sine\" }", "must be tanh or geometric"},
		{"steady = 1e-6", "x = { towards = \"left\" }", "must be both, min or max"},
		{"steady = 1e-6", "y = { ratio = 2 }", "grid.y has no effect in two dimensions"},
		{"steady = 1e-6", "z = { faces = [2, 3, 4.5] }", "but the domain has it at 4 m"},
		{"steady = 1e-6", "z = { faces = [2, 3, 4], ratio = 2 }", "leave out cells, ratio"},
		{"steady = 1e-6", "z = { faces = [2, 2.1, 4] }", "neighbours differ by 2 times"},
		{"steady = 1e-6", "z = { cells = 3000000 }", "grid.z has 3000000 cells"},
		{"engine = \"grid\"", "", "[grid] has no effect on particles"},
	} {
		if !strings.Contains(room, c.from) {
			t.Fatalf("the case has no %q", c.from)
		}
		_, err := parsed(t, strings.Replace(room, c.from, c.to, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.to, err)
		}
	}
}
