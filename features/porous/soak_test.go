package porous_test

import (
	"math"
	"strings"
	"testing"

	"gpusph/features/porous"
	"gpusph/internal/casefile"
	"gpusph/problems"
	"gpusph/sph"
)

// made is the flow of a tank of water 1 m long and 0.4 m deep with a layer.
func made(t *testing.T, layers string) *sph.Case {
	t.Helper()
	file, err := casefile.Parse([]byte(`
name = "Layers"
dimension = 2
spacing = 0.02
end = 1
domain = { min = [0, 0], max = [1, 0.6], open = ["zmax"] }
physics = { h-factor = 2 }

[[fluid]]
name = "water"
box = { min = [0, 0], max = [1, 0.4] }
`+layers), "layers.toml")
	if err != nil {
		t.Fatal(err)
	}
	p, err := problems.FromCase(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0.02)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

const bed = `
[[porous]]
name = "bed"
box = { min = [0.3, 0], max = [0.7, 0.3] }
porosity = 0.4
darcy = 50
forchheimer = 200
`

// Fluid in a layer is as much as its pores have room for, evenly spread, with the pressure of its
// depth.
func TestFluidInPores(t *testing.T) {
	c := made(t, bed)
	p, q := &c.Params, &c.Particles
	inside, lowest := 0, math.Inf(1)
	values := q.Extra["Porosity"]
	for i, x := range q.Position {
		if q.Type[i] != sph.Fluid {
			if values[i] != 1 {
				t.Fatalf("the wall particle %d has the porosity %g", i, values[i])
			}
			continue
		}
		if x[0] > 0.3 && x[0] < 0.7 && x[2] < 0.3 {
			inside++
		}
		off := p.Pressure(float64(q.RelDensity[i]))/(p.Rho0*9.81) - (0.4 - x[2])
		if math.Abs(off) > 0.005 {
			t.Errorf("the pressure at %v is that of %.4f m more", x, off)
		}
		for j := range i {
			d := math.Hypot(x[0]-q.Position[j][0], x[2]-q.Position[j][2])
			lowest = min(lowest, d)
		}
	}
	if want := 0.4 * 0.4 * 0.3 / (0.02 * 0.02); math.Abs(float64(inside)-want) > 0.04*want {
		t.Errorf("%d particles are in the layer, not %g", inside, want)
	}
	if all := q.Count(sph.Fluid); math.Abs(float64(all)-(1000-0.6*300)) > 1 {
		t.Errorf("there are %d particles of fluid, not %d", all, 1000-180)
	}
	if lowest < 0.7*p.DeltaP {
		t.Errorf("two particles are %.2g spacings apart", lowest/p.DeltaP)
	}
}

// What layers hold follows from where the fluid is.
func TestContents(t *testing.T) {
	c := made(t, bed)
	f, mass := porous.Of(c), c.Params.Mass
	all := c.Contents(c.Snapshot())
	fluid := float64(c.Particles.Count(sph.Fluid))
	if sum := (all[0].Mass + all[1].Mass) / mass; math.Abs(sum-fluid) > 1e-6 {
		t.Errorf("the contents are of %g particles, not %g", sum, fluid)
	}
	if want := 0.4 * 0.4 * 0.3; math.Abs(all[1].Volume/want-1) > 0.05 {
		t.Errorf("the layer holds %g m², not %g", all[1].Volume, want)
	}
	for _, at := range []struct {
		x, z float64
		want int
	}{{0.29, 0.1, 0}, {0.31, 0.1, 1}, {0.4, 0.29, 1}, {0.4, 0.31, 0}, {0.95, 0.1, 0}, {-3, 0, 0}} {
		if got := f.LayerAt([3]float64{at.x, 0, at.z}); got != at.want {
			t.Errorf("at %g, %g m the layer is %d, not %d", at.x, at.z, got, at.want)
		}
	}
}

// The porosity is that of the layer within it, down to the bed, and 1 elsewhere. Smoothing leaves
// the drag of the whole layer on the flow over the whole area as it is.
func TestLattice(t *testing.T) {
	f := porous.Of(made(t, bed))
	for _, at := range []struct{ x, z, want float64 }{
		{0.5, 0.01, 0.4}, {0.5, 0.15, 0.4}, {0.2, 0.1, 1}, {0.5, 0.36, 1},
		{0.3, 0.1, 0.7}, {0.7, 0.1, 0.7},
	} {
		if n := f.Porosity([3]float64{at.x, 0, at.z}); math.Abs(n-at.want) > 0.04 {
			t.Errorf("at %g, %g m the porosity is %g, not %g", at.x, at.z, n, at.want)
		}
	}
	var linear, quadratic float64
	k := int(math.Round((0.1 - f.Low[2]) / f.Step))
	for i := range f.Nodes[0] {
		node := &f.At[f.Index(i, 0, k)]
		n := float64(node.Porosity)
		linear += f.Step * float64(node.Linear) / n
		quadratic += f.Step * float64(node.Quadratic) / (n * n)
	}
	if math.Abs(linear/(50*0.4)-1) > 0.02 || math.Abs(quadratic/(200*0.4)-1) > 0.02 {
		t.Errorf("the layer has the drag %g and %g, not %g and %g", linear, quadratic, 50*0.4, 200*0.4)
	}
}

// Boxes of fluid with lattices of their own get one mass, which is warned of, and thin layers and
// narrow kernels are.
func TestWarnings(t *testing.T) {
	c := made(t, bed+`
[[porous]]
name = "skin"
box = { min = [0.8, 0], max = [0.85, 0.3] }
porosity = 0.5
d50 = 0.01

[[fluid]]
name = "drop"
box = { min = [0.1, 0.43], max = [0.163, 0.493] }
`)
	if len(c.Materials) != 0 || c.Particles.Material != nil {
		t.Errorf("there are %d materials", len(c.Materials))
	}
	all := strings.Join(c.Warnings, "\n")
	for _, want := range []string{`the porous layer "skin" is 0.05 m thick`,
		"all particles have one mass"} {
		if !strings.Contains(all, want) {
			t.Errorf("nothing is said of %q: %s", want, all)
		}
	}
}
