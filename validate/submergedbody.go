package validate

import (
	"fmt"
	"math"
)

// bodySize is the edge or the diameter of what is held under water [m].
const bodySize = 0.2

// Volumes of a body, in a plane of a metre of width [m³].
const (
	square = bodySize * bodySize
	circle = math.Pi / 4 * bodySize * bodySize
	cube   = bodySize * bodySize * bodySize
	ball   = math.Pi / 6 * bodySize * bodySize * bodySize
)

// tankOfBody is a tank with water and a body in its middle: size along x, in space along y too, and
// depth of the water [m].
type tankOfBody struct {
	dimension       int
	size, depth, at float64 // at is the height of the body's centre
}

// In space the tank is narrow, for the sake of time.
var (
	bodyPlane = tankOfBody{2, 0.4, 0.4, 0.2}
	bodySpace = tankOfBody{3, 0.3, 0.34, 0.16}
)

// Spacings [m], coarse to fine, of 10 to 80 in the body.
var bodySpacings = []float64{bodySize / 10, bodySize / 20, bodySize / 40, bodySize / 80}

// A box, a cylinder and a sphere that are held under water. The faces of boxes lie between sites of
// the lattice.
var (
	submergedBox = bodyPlane.holds("SubmergedBox", "box", square, [levels]Plan{
		Short:   {1, bodySpacings[1:2]},
		Nightly: {20 * bodyPlane.time(), bodySpacings[:3]},
		GPU:     {20 * bodyPlane.time(), bodySpacings[1:]},
	})
	submergedCylinder = bodyPlane.holds("SubmergedCylinder", "cylinder", circle, [levels]Plan{
		Nightly: {20 * bodyPlane.time(), bodySpacings[:3]},
		GPU:     {20 * bodyPlane.time(), bodySpacings[1:]},
	})
	submergedCube = bodySpace.holds("SubmergedCube", "box", cube, [levels]Plan{
		GPU: {10 * bodySpace.time(), bodySpacings[1:3]},
	})
	submergedSphere = bodySpace.holds("SubmergedSphere", "sphere", ball, [levels]Plan{
		Nightly: {10 * bodySpace.time(), bodySpacings[:2]},
		GPU:     {10 * bodySpace.time(), bodySpacings[1:3]},
	})
)

// time is √(d/g) [s].
func (b tankOfBody) time() float64 { return math.Sqrt(b.depth / gravity) }

// holds is the case of a shape with a volume [m³, m²].
func (b tankOfBody) holds(name, shape string, volume float64, plans [levels]Plan) *Case {
	gate := Gate{Most: 0.02, DeltaP: bodySize / 20, Finer: Limit{0.01, bodySize / 40}}
	weight := 1000 * gravity * volume
	off := func(r *Run) Curve {
		return r.force("body", 2).Map(same, func(f float64) float64 { return f/weight - 1 })
	}
	return &Case{
		Name: name,
		What: fmt.Sprintf("a %s held under water at rest, in %d dimensions: its buoyancy is ρ g V",
			shape, b.dimension),
		How: "Forces are means over the last third of the run. The weight of the water " +
			"compresses it, so that the exact buoyancy is up to " +
			"0.5 % more than ρ0 g V.",
		Source:  "Exact: Archimedes.",
		Text:    b.text(name, shape),
		Levels:  plans,
		Samples: 0.01,
		Norms: []Norm{
			{
				Name: "buoyancy off", Unit: "%",
				Of:   func(r *Run) float64 { return lastThird(r, off(r)) },
				Gate: gate,
			},
			{
				Name: "buoyancy at first off", Unit: "%",
				Of:   func(r *Run) float64 { return first(off(r)) },
				Gate: gate,
			},
			{Name: "force sideways, of the buoyancy", Unit: "%", Of: func(r *Run) float64 {
				x, y := lastThird(r, r.force("body", 0)), lastThird(r, r.force("body", 1))
				return math.Hypot(x, y) / weight
			}},
		},
		Figures: []Figure{{
			Name: "buoyancy", What: "buoyancy", X: "t √(g/d)", Y: "F / (ρ g V) - 1 [%]",
			Of: func(r *Run) Curve {
				return off(r).Map(func(t float64) float64 { return t / b.time() }, percent)
			},
			Reference: func() Curve {
				return level(20)
			},
			Is: "exact", Band: "±1 %",
		}},
	}
}

// text is the case file.
func (b tankOfBody) text(name, shape string) string {
	x, r := b.size/2, bodySize/2
	y, wide := b.size/2, b.size
	if b.dimension == 2 {
		y, wide = 0, 1
	}
	body := map[string]string{
		"box": fmt.Sprintf("box = { min = [%.3g, %.3g, %.3g], max = [%.3g, %.3g, %.3g] }",
			x-r, y-r, b.at-r, x+r, y+r, b.at+r),
		"cylinder": fmt.Sprintf("cylinder = { from = [%.3g, -1, %.3g], to = [%.3g, 2, %.3g], "+
			"radius = %.3g }", x, b.at, x, b.at, r),
		"sphere": fmt.Sprintf("sphere = { centre = [%.3g, %.3g, %.3g], radius = %.3g }",
			x, y, b.at, r),
	}[shape]
	return fmt.Sprintf(`name = %q
about = "a %s held under water: Archimedes"
dimension = %d
spacing = %.6g
end = %.3g

[domain]
min = [0, 0, 0]
max = [%.6g, %.6g, %.3g]
open = ["zmax"]

[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [%.6g, %.6g, %.6g] }

[[wall]]
name = "body"
%s
force = "body"
`, name, shape, b.dimension, bodySize/20, 20*b.time(),
		b.size, wide, b.depth+0.1, b.size, wide, b.depth, body)
}
