package problems

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"gpusph/features/openings"
	"gpusph/internal/casefile"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// caseNamed is the flow of a case of the tree.
func caseNamed(t *testing.T, name string) FileProblem {
	t.Helper()
	file := filepath.Join("..", "cases", name+".toml")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := casefile.Parse(text, file)
	if err != nil {
		t.Fatal(err)
	}
	p, err := FromCase(c)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// checkParts holds that the fluids that are counted without particles are those of the flow, where
// no opening takes some away and no body's lattice makes room for itself.
func checkParts(t *testing.T, name string, c *sph.Case) {
	t.Helper()
	parts, err := caseNamed(t, name).Fluids(0)
	if err != nil {
		t.Fatal(err)
	}
	all := scene.NewPart("")
	for i := range parts {
		all.Add(&parts[i])
		for a := range 3 {
			n := 0
			for _, m := range parts[i].Planes[a] {
				n += m
			}
			if n != parts[i].Count {
				t.Errorf("%s: %d particles, but %d along %d", parts[i].Name, parts[i].Count, n, a)
			}
		}
	}
	if len(openings.Of(c)) > 0 || len(c.Bodies) > 0 {
		return
	}
	if n := c.Particles.Count(sph.Fluid); n != all.Count {
		t.Errorf("%d particles of fluid are counted, not %d", all.Count, n)
	}
	low := [3]float64{math.Inf(1), math.Inf(1), math.Inf(1)}
	for i, x := range c.Particles.Position {
		for a := range 3 {
			if c.Particles.Type[i] == sph.Fluid {
				low[a] = min(low[a], x[a]+c.Params.Origin[a])
			}
		}
	}
	for a := range 3 {
		if math.Abs(low[a]-all.Min[a]) > 0.1*c.Params.DeltaP {
			t.Errorf("along %d it begins at %g m, not %g", a, all.Min[a], low[a])
		}
	}
}

// A sketch of a small flow has the particles of the flow, each where it is.
func TestSketchIsFlow(t *testing.T) {
	for _, name := range []string{"blank", "weir", "culvert", "floating-box", "dam-break-air",
		"piers-flood"} {
		t.Run(name, func(t *testing.T) {
			k, err := caseNamed(t, name).Sketch(0, 1e5)
			if err != nil {
				t.Fatal(err)
			}
			c, err := caseNamed(t, name).Setup(0)
			if err != nil {
				t.Fatal(err)
			}
			a, b := &k.Case.Particles, &c.Particles
			if a.Len() != b.Len() || k.Fluid != float64(b.Count(sph.Fluid)) ||
				k.Fluid+k.Wall != float64(b.Len()) {
				t.Fatalf("the sketch has %d particles, %g and %g, the flow %d", a.Len(), k.Fluid, k.Wall,
					b.Len())
			}
			for i := range b.Position {
				if a.Position[i] != b.Position[i] || a.Type[i] != b.Type[i] || a.Body[i] != b.Body[i] {
					t.Fatalf("particle %d is at %v, and not at %v", i, a.Position[i], b.Position[i])
				}
			}
			checkParts(t, name, c)
			if k.Case.Params.Min != c.Params.Min || k.Case.Params.Max != c.Params.Max {
				t.Errorf("the domain is from %v to %v", k.Case.Params.Min, k.Case.Params.Max)
			}
		})
	}
}

// A sample of a large flow has about its extents, and its numbers are about the flow's.
func TestSketchIsSample(t *testing.T) {
	for _, test := range []struct {
		name    string
		spacing float64
	}{
		{"blank", 0.012}, {"weir", 0.0028}, {"culvert", 0.012}, {"floating-box", 0.0035},
		{"pillars", 0.01}, {"fishpass", 0.028}, {"ship", 0.035}, {"owc", 0.0056}, {"spillway", 0.0084},
	} {
		t.Run(test.name, func(t *testing.T) {
			all, err := caseNamed(t, test.name).Sketch(test.spacing, 1e9)
			if err != nil {
				t.Fatal(err)
			}
			some, err := caseNamed(t, test.name).Sketch(test.spacing, 2e4)
			if err != nil {
				t.Fatal(err)
			}
			n := some.Case.Particles.Len()
			if some.Spacing <= test.spacing || n > 3e4 || all.Spacing != test.spacing {
				t.Fatalf("the sample has %d particles, at %g m", n, some.Spacing)
			}
			t.Logf("%d of %d; fluid %.4f, walls %.4f of what there are", n, all.Case.Particles.Len(),
				some.Fluid/all.Fluid, some.Wall/all.Wall)
			// walls may be a layer thicker
			if math.Abs(some.Fluid/all.Fluid-1) > 0.04 || math.Abs(some.Wall/all.Wall-1) > 0.11 {
				t.Errorf("it counts %g and %g, not %g and %g", some.Fluid, some.Wall, all.Fluid, all.Wall)
			}
			checkExtents(t, all, some)
		})
	}
}

// checkExtents holds that fluid and walls of a sample reach as far as those of the flow, to a
// spacing of the sample, or the depth of walls.
func checkExtents(t *testing.T, all, some *Sketch) {
	t.Helper()
	deep := math.Ceil(all.Case.Params.Support()/all.Spacing) * all.Spacing
	for kind, within := range map[sph.Type]float64{sph.Fluid: some.Spacing,
		sph.Wall: some.Spacing + deep} {
		low, high := extents(all.Case, kind)
		l, h := extents(some.Case, kind)
		for _, a := range all.Case.Params.Axes() {
			if math.Abs(l[a]-low[a]) > within || math.Abs(h[a]-high[a]) > within {
				t.Errorf("along %v particles of kind %v are from %g to %g m, not from %g to %g m", a, kind,
					l[a], h[a], low[a], high[a])
			}
		}
	}
}

// extents are those of the particles of a kind.
func extents(c *sph.Case, kind sph.Type) (low, high [3]float64) {
	for a := range 3 {
		low[a], high[a] = math.Inf(1), math.Inf(-1)
	}
	for i, x := range c.Particles.Position {
		for a := range 3 {
			if c.Particles.Type[i] == kind {
				low[a], high[a] = min(low[a], x[a]), max(high[a], x[a])
			}
		}
	}
	return low, high
}
