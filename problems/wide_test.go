package problems

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"gpusph/problems/scene"
	"gpusph/sph"
)

// Each width has the particles of the first, mirrored every other time, at any
// spacing; only the walls at both ends are there once.
func TestWidths(t *testing.T) {
	tested := 0
	for _, create := range All {
		p, ok := create().(Widener)
		if !ok {
			continue
		}
		tested++
		for _, boundary := range sph.Boundaries {
			for _, deltaP := range []float64{0.0451} {
				checkWidths(t, p.Name(), deltaP, "--boundary", boundary)
			}
		}
	}
	if tested < 3 {
		t.Errorf("%d problems can be made wider", tested)
	}
	checkWidths(t, "DamBreak3D", 0.0331, "--wet-bed", "0.1", "--obstacles", "3")
}

// Water in a corner of the tank is beside its image, then the dry parts are beside
// each other.
func TestImages(t *testing.T) {
	low := [3]float64{0.5, -0.2, 0}
	s := scene.Scene{
		Tank:   scene.Box{Min: low, Max: [3]float64{1, 0.3, 0.5}},
		Pools:  []scene.Pool{{Name: "water", Box: scene.Box{Min: [3]float64{0.5, 0, 0}, Max: [3]float64{1, 0.3, 0.4}}}},
		Images: 2,
	}
	params := sph.Defaults(0.05)
	params.Boundary = sph.Dynamic // which has pressures at walls from the beginning
	c := &sph.Case{Name: "images", Params: params}
	if err := s.Fill(c); err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	level := func(x [3]float64) float64 {
		if x[1] >= 0 && x[1] <= 0.6 || x[1] >= 1 {
			return 0.4
		}
		return 0
	}
	for i, x := range c.Particles.Position {
		if wet := level(x) > 0; c.Particles.Type[i] == sph.Fluid && !wet {
			t.Fatalf("there is water at %v", x)
		}
	}
	if n := c.Particles.Count(sph.Fluid); n != 3*10*6*8 {
		t.Errorf("%d particles of fluid", n)
	}
	whole := scene.Box{Min: low, Max: [3]float64{1, 1.3, 0.5}}
	checkRest(t, c, whole, level)
	checkRoom(t, c, whole, false)
	same := func(x [3]float64) [3]float64 { return x }
	checkClosed(t, c, whole, 0.05, same, func(int, bool) bool { return false })
	checkApart(t, c, 0.99*0.05)
	// The wall behind water has its pressure, in every width.
	behind := newGrid(&c.Particles, 0.05, func(i int) bool { return c.Particles.Type[i] == sph.Wall && c.Particles.RelDensity[i] > 0 })
	for y := -0.175; y < 1.3; y += 0.05 {
		at := [3]float64{0.475, y, 0.025}
		if there := behind.nearest(at, -1) < 1e-6; there != (level(at) > 0) {
			t.Errorf("a wall particle under pressure at %v: %v", at, there)
		}
	}
}

func checkWidths(t *testing.T, name string, deltaP float64, args ...string) {
	t.Helper()
	one := setup(t, name, deltaP, args...)
	two := setup(t, name, deltaP, append(args, "--widths", "2")...)
	three := setup(t, name, deltaP, append(args, "--widths", "3")...)
	fluid := func(c *sph.Case) int { return c.Particles.Count(sph.Fluid) }
	if fluid(two) != 2*fluid(one) || fluid(three) != 3*fluid(one) {
		t.Errorf("%s %v: one, two and three widths have %d, %d and %d particles of fluid", name, args, fluid(one), fluid(two), fluid(three))
	}
	a, b, c := one.Particles.Len(), two.Particles.Len(), three.Particles.Len()
	if c-b != b-a || b >= 2*a {
		t.Errorf("%s %v: one, two and three widths have %d, %d and %d particles", name, args, a, b, c)
	}
	if c != cap(three.Particles.Position) && name != "DamBreak3D" {
		t.Errorf("%s %v: %d particles were counted, but %d added", name, args, cap(three.Particles.Position), c)
	}
	if three.Params.Mass != one.Params.Mass || three.Params.SplitAxis != scene.WideAxis {
		t.Errorf("%s %v: three widths have particles of %g kg, one has %g, and slices along %v", name, args, three.Params.Mass, one.Params.Mass, three.Params.SplitAxis)
	}
	if !reflect.DeepEqual(one.Gauges, three.Gauges) || !reflect.DeepEqual(one.Probes, three.Probes) || !reflect.DeepEqual(one.Bodies, three.Bodies) {
		t.Errorf("%s %v: what is measured is not in the first width", name, args)
	}
	for _, note := range []string{"3 times as wide", fmt.Sprintf("in %d particles of", fluid(three)), fmt.Sprintf("; %d wall particles", c-fluid(three))} {
		if !strings.Contains(strings.Join(three.Notes, "\n"), note) {
			t.Errorf("%s %v: no note tells of %q: %q", name, args, note, three.Notes)
		}
	}

	measured := func(c *sph.Case) (n int) {
		for _, body := range c.Particles.Body {
			n += min(int(body), 1)
		}
		return n
	}
	if measured(three) != measured(one) {
		t.Errorf("%s %v: forces are measured on %d particles of three widths, %d of one", name, args, measured(three), measured(one))
	}

	// The domain reaches as far beyond the tank as that of one width.
	p, q := &one.Params, &three.Params
	width := (q.Max[scene.WideAxis] - q.Min[scene.WideAxis] - p.Max[scene.WideAxis] + p.Min[scene.WideAxis]) / 2
	if math.Abs(q.Min[scene.WideAxis]-p.Min[scene.WideAxis]) > scene.Tolerance {
		t.Errorf("%s %v: the domain of three widths begins at %g m, not %g", name, args, q.Min[scene.WideAxis], p.Min[scene.WideAxis])
	}
	g := newGrid(&three.Particles, q.DeltaP, func(int) bool { return true })
	for i, x := range one.Particles.Position {
		if one.Particles.Type[i] != sph.Fluid && (x[scene.WideAxis] < 0 || x[scene.WideAxis] > width) {
			continue
		}
		second, third := x, x
		second[scene.WideAxis] = 2*width - x[scene.WideAxis]
		third[scene.WideAxis] += 2 * width
		for _, y := range [][3]float64{x, second, third} {
			if d := g.nearest(y, -1); d > scene.Tolerance {
				t.Fatalf("%s %v: a particle at %v has no image at %v", name, args, x, y)
			}
		}
	}
}
