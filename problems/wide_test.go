package problems

import (
	"math"
	"reflect"
	"strings"
	"testing"

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
			for _, deltaP := range []float64{0.0371, 0.0531} {
				checkWidths(t, p.Name(), deltaP, "--boundary", boundary)
			}
		}
	}
	if tested < 3 {
		t.Errorf("%d problems can be made wider", tested)
	}
	checkWidths(t, "DamBreak3D", 0.0331, "--wet-bed", "0.1", "--obstacles", "3")
}

// A spacing that is enough for one width makes too many particles in two.
func TestWidthsAreRefused(t *testing.T) {
	s := scene{tank: unit(0.46), water: []pool{{"water", unit(0.46)}}}
	if err := s.checkSpacing(0.0006); err != nil {
		t.Errorf("one width is refused: %v", err)
	}
	s.images = 1
	if err := s.checkSpacing(0.0006); err == nil || !strings.Contains(err.Error(), "0.00072 m on would do") {
		t.Errorf("two widths: %v", err)
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
	if three.Params.Mass != one.Params.Mass || three.Params.SplitAxis != WideAxis {
		t.Errorf("%s %v: three widths have particles of %g kg, one has %g, and slices along %v", name, args, three.Params.Mass, one.Params.Mass, three.Params.SplitAxis)
	}
	if !reflect.DeepEqual(one.Gauges, three.Gauges) || !reflect.DeepEqual(one.Probes, three.Probes) || !reflect.DeepEqual(one.Bodies, three.Bodies) {
		t.Errorf("%s %v: what is measured is not in the first width", name, args)
	}
	if !strings.Contains(strings.Join(three.Notes, "\n"), "3 times as wide") {
		t.Errorf("%s %v: no note tells of the widths: %q", name, args, three.Notes)
	}

	// The domain reaches as far beyond the tank as that of one width.
	p, q := &one.Params, &three.Params
	width := (q.Max[WideAxis] - q.Min[WideAxis] - p.Max[WideAxis] + p.Min[WideAxis]) / 2
	if math.Abs(q.Min[WideAxis]-p.Min[WideAxis]) > tolerance {
		t.Errorf("%s %v: the domain of three widths begins at %g m, not %g", name, args, q.Min[WideAxis], p.Min[WideAxis])
	}
	g := newGrid(&three.Particles, q.DeltaP, func(int) bool { return true })
	for i, x := range one.Particles.Position {
		if one.Particles.Type[i] != sph.Fluid && (x[WideAxis] < 0 || x[WideAxis] > width) {
			continue
		}
		second, third := x, x
		second[WideAxis] = 2*width - x[WideAxis]
		third[WideAxis] += 2 * width
		for _, y := range [][3]float64{x, second, third} {
			if d := g.nearest(y, -1); d > tolerance {
				t.Fatalf("%s %v: a particle at %v has no image at %v", name, args, x, y)
			}
		}
	}
}
