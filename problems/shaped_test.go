package problems

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/internal/casefile"
	"gpusph/sph"
)

// ofCase is the problem of the text of a case.
func ofCase(t *testing.T, text string) FileProblem {
	t.Helper()
	return inDirectory(t, t.TempDir(), text)
}

// inDirectory is the problem of the text of a case that lies beside other files.
func inDirectory(t *testing.T, dir, text string) FileProblem {
	t.Helper()
	c, err := casefile.Parse([]byte(text), filepath.Join(dir, "test.toml"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := FromCase(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// errorOfCase is the error with which the text of a case, in case.toml, is refused.
func errorOfCase(text string) error {
	c, err := casefile.Parse([]byte(text), "case.toml")
	if err == nil {
		_, err = FromCase(c)
	}
	return err
}

// onGround is the problem of the text of a case beside a file of heights, ground.asc.
func onGround(t *testing.T, text, grid string) FileProblem {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ground.asc"), []byte(grid), 0o666); err != nil {
		t.Fatal(err)
	}
	return inDirectory(t, dir, text)
}

// setUp is its case, without overlaps.
func setUp(t *testing.T, text string) *sph.Case {
	t.Helper()
	c, err := ofCase(t, text).Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	checkApart(t, c, 0.85*c.Params.DeltaP)
	return c
}

const unitTank = `name = "Tank"
spacing = 0.05
end = 1
[domain]
min = [0, 0, 0]
max = [1, 1, 1]
open = ["zmax"]
`

// TestShapedWalls holds that a site in a ball is wall and one outside is water, and that the water
// has the volume that is left.
func TestShapedWalls(t *testing.T) {
	const radius = 0.31
	c := setUp(t, unitTank+`
[[wall]]
name = "ball"
sphere = { centre = [0.5, 0.52, 0.45], radius = 0.31 }
force = "ball"
[[fluid]]
name = "water"
sphere = { centre = [0.5, 0.5, 0.5], radius = 10 }
`)
	p := &c.Params
	inside, outside := 0, 0
	for i, x := range c.Particles.Position {
		d := math.Hypot(math.Hypot(x[0]-0.5, x[1]-0.52), x[2]-0.45) - radius
		switch {
		case c.Particles.Type[i] == sph.Fluid && d < -0.01:
			t.Fatalf("water is at %v, in the ball", x)
		case c.Particles.Type[i] == sph.Fluid:
			outside++
		case c.Particles.Body[i] == 1:
			inside++
			if d > 1e-12 || d < -p.Support() {
				t.Fatalf("a particle of the ball is at %v, %g m from its surface", x, d)
			}
		}
	}
	depth := p.Support()
	ball := 4. / 3 * math.Pi * (math.Pow(radius, 3) - math.Pow(radius-depth, 3))
	if volume := float64(inside) * math.Pow(p.DeltaP, 3); math.Abs(volume/ball-1) > 0.05 {
		t.Errorf("the ball's particles have %g m³, not %g", volume, ball)
	}
	left := 1 - 4./3*math.Pi*math.Pow(radius, 3)
	if volume := p.Mass * float64(outside) / p.Rho0; math.Abs(volume/left-1) > 0.02 {
		t.Errorf("%g m³ of water, not %g", volume, left)
	}
	if len(c.Bodies) != 1 || c.Bodies[0].Name != "ball" || math.Abs(c.Bodies[0].Centre[2]-0.14) > 1e-12 {
		t.Errorf("bodies are %v", c.Bodies)
	}
}

// TestShapedPressure holds that water under a level begins with the pressure of its depth, column
// by column, and lowered by its weight.
func TestShapedPressure(t *testing.T) {
	c := setUp(t, unitTank+`
[[wall]]
name = "slope"
prism = { outline = [[-1, -1], [2, -1], [2, 0.8], [-1, -0.1]], along = "y", from = -1, to = 2 }
[[fluid]]
name = "lake"
fill = { seed = [0.05, 0.5, 0.6], level = 0.75 }
`)
	p := &c.Params
	n := 0
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] != sph.Fluid {
			continue
		}
		n++
		if ground := 0.2 + 0.3*x[0]; x[2] < ground-0.02 || x[2] > 0.75 {
			t.Fatalf("water is at %v, where the ground is at %g m", x, ground)
		}
		want := p.Rho0 * 9.81 * (0.75 - x[2])
		if got := p.Pressure(float64(c.Particles.RelDensity[i])); math.Abs(got-want) > 0.01*p.Rho0*9.81*0.75 {
			t.Fatalf("%g Pa at %v, not %g", got, x, want)
		}
	}
	if volume, want := p.Mass*float64(n)/p.Rho0, 0.75-0.2-0.15; math.Abs(volume/want-1) > 0.02 {
		t.Errorf("%g m³ of water, not %g", volume, want)
	}
}

// TestCover holds that a cover is as deep as it is said to be wherever the ground is.
func TestCover(t *testing.T) {
	var grid strings.Builder
	grid.WriteString("ncols 20\nnrows 20\nxllcorner 0\nyllcorner 0\ncellsize 0.05\n")
	height := func(x float64) float64 { return 0.1 + 0.3*x*x }
	for range 20 {
		for i := range 20 {
			fmt.Fprintf(&grid, "%g ", height((float64(i)+0.5)*0.05))
		}
		grid.WriteString("\n")
	}
	p := onGround(t, strings.ReplaceAll(unitTank, "0.05", "0.025")+`
[[wall]]
name = "ground"
height-map = { file = "ground.asc" }
[[fluid]]
name = "film"
cover = { file = "ground.asc", depth = 0.2 }
`, grid.String())
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	checkApart(t, c, 0.85*c.Params.DeltaP)
	n := 0
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] != sph.Fluid {
			continue
		}
		n++
		if d := x[2] - height(x[0]); d < -0.02 || d > 0.2+0.02 {
			t.Fatalf("water is %g m over the ground, at %v", d, x)
		}
		if got := c.Params.Pressure(float64(c.Particles.RelDensity[i])); got < 0 || got > 1.15*9810*0.2 {
			t.Fatalf("%g Pa at %v", got, x)
		}
	}
	if volume := c.Params.Mass * float64(n) / c.Params.Rho0; math.Abs(volume/0.2-1) > 0.02 {
		t.Errorf("%g m³ of water, not 0.2", volume)
	}
	if files := p.Files(); len(files) != 1 || files[0] != "ground.asc" {
		t.Errorf("the case names %v", files)
	}
}

// TestGroundGoesOn holds that a height map has walls below it and not along the sides of the
// domain, which it ends at.
func TestGroundGoesOn(t *testing.T) {
	grid := "ncols 4\nnrows 4\nxllcorner 0\nyllcorner 0\ncellsize 0.25\n" + strings.Repeat("0.6 0.6 0.6 0.6\n", 4)
	p := onGround(t, unitTank+`
[[wall]]
name = "ground"
height-map = { file = "ground.asc" }
force = "ground"
[[fluid]]
name = "lake"
fill = { seed = [0.5, 0.5, 0.7], level = 0.9 }
`, grid)
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for i, x := range c.Particles.Position {
		if c.Particles.Body[i] == 1 {
			if n++; x[2] < 0.6-c.Params.Support() {
				t.Fatalf("a particle of the ground is at %v, deeper than the support of the kernel", x)
			}
		}
	}
	if n < 20*20 {
		t.Errorf("the ground has %d particles", n)
	}
}

// TestShapedPlane holds that in two dimensions shapes are sections.
func TestShapedPlane(t *testing.T) {
	c := setUp(t, strings.ReplaceAll(unitTank, "end = 1", "end = 1\ndimension = 2")+`
[[wall]]
name = "disc"
sphere = { centre = [0.5, 0, 0.5], radius = 0.2 }
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1, 0, 0.9] }
`)
	volume := c.Params.Mass * float64(c.Particles.Count(sph.Fluid)) / c.Params.Rho0
	if want := 0.9 - math.Pi*0.2*0.2; math.Abs(volume/want-1) > 0.02 {
		t.Errorf("%g m² of water, not %g", volume, want)
	}
}

// TestShapedOutline holds that an outline has as many particles as there will be, or somewhat more,
// also where it only looks roughly.
func TestShapedOutline(t *testing.T) {
	p := ofCase(t, unitTank+`
[[wall]]
name = "pipe"
difference = [
    { cylinder = { from = [0.5, 0.5, -1], to = [0.5, 0.5, 2], radius = 0.35 } },
    { cylinder = { from = [0.5, 0.5, -2], to = [0.5, 0.5, 3], radius = 0.25 } },
]
[[fluid]]
name = "water"
cylinder = { from = [0.5, 0.5, 0], to = [0.5, 0.5, 0.8], radius = 0.25 }
`)
	for _, deltaP := range []float64{0.05, 0.02, 0.015} {
		o, err := p.Outline(deltaP)
		if err != nil {
			t.Fatal(err)
		}
		c, err := p.Setup(deltaP)
		if err != nil {
			t.Fatal(err)
		}
		fluid := float64(c.Particles.Count(sph.Fluid))
		wall := float64(c.Particles.Len()) - fluid
		if o.Fluid < fluid || o.Fluid > 1.3*fluid || o.Wall < 0.97*wall || o.Wall > 1.3*wall {
			t.Errorf("at %g m the outline has %.0f and %.0f particles, but there are %.0f and %.0f", deltaP, o.Fluid, o.Wall, fluid, wall)
		}
	}
}

// TestGapsAreTold has a warning of a gap that is narrower than the spacing.
func TestGapsAreTold(t *testing.T) {
	for gap, told := range map[string]bool{"0.03": true, "0.2": false} {
		c := setUp(t, unitTank+`
[[wall]]
name = "cheeks"
union = [
    { box = { min = [0.2, 0.2, -1], max = [0.4, 0.8, 0.6] } },
    { box = { min = [0.4, 0.2, -1], max = [0.6, 0.8, 0.6] }, translate = [`+gap+`, 0, 0] },
]
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1, 1, 0.5] }
`)
		is := strings.Contains(strings.Join(c.Warnings, "\n"), "hardly any fluid comes into it now")
		if is != told {
			t.Errorf("a gap of %s m is told of: %v\n%s", gap, is, strings.Join(c.Warnings, "\n"))
		}
	}
}

// TestShapedRefused holds what is said where a flow cannot be filled.
func TestShapedRefused(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`[[wall]]
name = "plug"
sphere = { centre = [0.5, 0.5, 0.5], radius = 3 }
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1, 1, 0.5] }`, `the fluid "water" has no particle: walls take its place`},
		{`[[fluid]]
name = "a"
sphere = { centre = [0.5, 0.5, 0.5], radius = 0.3 }
[[fluid]]
name = "b"
sphere = { centre = [0.5, 0.5, 0.8], radius = 0.2 }`, `the fluids "a" and "b" overlap, as at`},
	} {
		_, err := ofCase(t, unitTank+c.text).Setup(0)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s is answered by %v, not %q", c.text, err, c.want)
		}
	}
	open := strings.ReplaceAll(unitTank, `["zmax"]`, `["zmax", "xmax"]`)
	_, err := ofCase(t, open+`[[fluid]]
name = "lake"
fill = { seed = [0.1, 0.5, 0.2], level = 0.5 }`).Setup(0)
	if err == nil || !strings.Contains(err.Error(), `the fluid "lake" leaves the domain`) {
		t.Errorf("a lake without a shore: %v", err)
	}
}
