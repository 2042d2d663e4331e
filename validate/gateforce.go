package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// Depth of the water [m], and √(d/g) [s].
const gateDepth = 0.4

var gateTime = math.Sqrt(gateDepth / gravity)

// Length and width of the water [m], and thickness of the walls [m], which is more than the kernel
// reaches at d/20. In a plane the width is a metre.
const (
	gateLength = 0.2
	gateWidth  = 0.1
	gateWall   = 0.08
)

// gateForce2D and gateForce3D are water at rest before a gate that stands on the floor of a tank.
// The tank is made of walls, since case files measure the force on walls only, and not on the sides
// of the domain.
var (
	gateForce2D = gateCase("GateForce2D", 2, 1, [levels]Plan{
		Short:   {20 * gateTime, []float64{gateDepth / 20}},
		Nightly: {30 * gateTime, []float64{gateDepth / 20, gateDepth / 40}},
		GPU:     {30 * gateTime, []float64{gateDepth / 20, gateDepth / 40, gateDepth / 80}},
	})
	gateForce3D = gateCase("GateForce3D", 3, gateWidth, [levels]Plan{
		Short:   {5 * gateTime, []float64{gateDepth / 20}},
		Nightly: {20 * gateTime, []float64{gateDepth / 20, gateDepth / 40}},
		GPU:     {20 * gateTime, []float64{gateDepth / 20, gateDepth / 40, gateDepth / 80}},
	})
)

// gateCase is the case in some dimensions, with a width of the water [m].
func gateCase(name string, dimension int, width float64, plans [levels]Plan) *Case {
	gate := Gate{Most: 0.02, DeltaP: gateDepth / 20, Finer: Limit{0.01, gateDepth / 40}}
	off := func(r *Run) Curve {
		unit := gateForce() * width
		return r.force("gate", 0).Map(same, func(f float64) float64 { return f/unit - 1 })
	}
	return &Case{
		Name: name,
		What: fmt.Sprintf("water at rest before a gate, in %d dimensions: the force on the gate "+
			"is ρ g d²/2 a metre, and the walls carry the weight of the water", dimension),
		How: "Forces are means over the last third of the run. Tait's equation of state makes " +
			"the exact force on the gate 0.65 % less than ρ g d²/2, " +
			"as the weight of the water compresses it.",
		Source:  "Exact.",
		Text:    gateText(name, dimension),
		Levels:  plans,
		Samples: gateTime / 20,
		Norms: []Norm{
			{
				Name: "force on the gate off", Unit: "%",
				Of:   func(r *Run) float64 { return lastThird(r, off(r)) },
				Gate: gate,
			},
			{
				Name: "force on the gate at first off", Unit: "%",
				Of:   func(r *Run) float64 { return first(off(r)) },
				Gate: gate,
			},
			{Name: "force on the gate off Tait's", Unit: "%", Of: func(r *Run) float64 {
				return (1+lastThird(r, off(r)))*gateForce()/gateForceTait(&r.Flow.Params) - 1
			}},
			{Name: "force on all walls off the weight", Unit: "%", Of: func(r *Run) float64 {
				return -lastThird(r, r.forces(2))/(r.mass()*gravity) - 1
			}, Gate: Gate{Most: 0.002, DeltaP: gateDepth / 20}},
		},
		Figures: []Figure{{
			Name: "force", What: "force on the gate", X: "t √(g/d)", Y: "F / (ρ g d²/2) - 1 [%]",
			Of: func(r *Run) Curve {
				return off(r).Map(func(t float64) float64 { return t / gateTime }, percent)
			},
			Reference: func() Curve {
				return level(30)
			},
			Is: "exact", Band: "±1 %",
		}},
	}
}

// gateForce is ρ g d²/2 [N/m].
func gateForce() float64 { return 1000 * gravity * gateDepth * gateDepth / 2 }

// gateForceTait is the force [N/m] of water that its weight compresses: ∫ ρ0 g D ρ0/ρ(D) dD, D
// being the depth that the water above a point had at the density ρ0.
func gateForceTait(p *sph.Params) (f float64) {
	const n = 1000
	for i := range n {
		depth := (float64(i) + 0.5) / n * gateDepth
		load := p.Rho0 * gravity * depth
		f += load / (1 + p.RelativeDensity(load)) * gateDepth / n
	}
	return f
}

// gateText is the case file. The gate stands on the floor, between the sides.
func gateText(name string, dimension int) string {
	const l, w, b, top = gateLength, gateWidth, gateWall, gateDepth + gateWall
	text := fmt.Sprintf(`name = %q
about = "water at rest before a gate; the tank is of walls, so that the force on it is measured"
dimension = %d
spacing = %.6g
end = %.3g

[domain]
min = [%.6g, %.6g, %.6g]
max = [%.6g, %.6g, %.6g]
open = ["xmin", "xmax", "ymin", "ymax", "zmin", "zmax"]

[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [%.6g, %.6g, %.6g] }
`, name, dimension, gateDepth/20, 30*gateTime, -b, -b, -b, l+b, w+b, top, l, w, gateDepth)
	wall := func(name, force string, min, max [3]float64) {
		text += fmt.Sprintf(`
[[wall]]
name = %q
box = { min = [%.6g, %.6g, %.6g], max = [%.6g, %.6g, %.6g] }
force = %q
`, name, min[0], min[1], min[2], max[0], max[1], max[2], force)
	}
	wall("gate", "gate", [3]float64{l, 0, 0}, [3]float64{l + b, w, top})
	wall("back", "tank", [3]float64{-b, 0, 0}, [3]float64{0, w, top})
	wall("floor", "tank", [3]float64{-b, -b, -b}, [3]float64{l + b, w + b, 0})
	if dimension == 3 {
		wall("right", "tank", [3]float64{-b, -b, 0}, [3]float64{l + b, 0, top})
		wall("left", "tank", [3]float64{-b, w, 0}, [3]float64{l + b, w + b, top})
	}
	return text
}

// force is that on a body along an axis [N, N/m].
func (r *Run) force(body string, axis int) Curve {
	for i := range r.Flow.Bodies {
		if r.Flow.Bodies[i].Name == body {
			return r.Of(func(s *sph.Sample) float64 { return s.Force[i][axis] })
		}
	}
	return Curve{}
}

// forces is the sum of those on all bodies along an axis [N, N/m].
func (r *Run) forces(axis int) Curve {
	return r.Of(func(s *sph.Sample) (sum float64) {
		for i := range s.Force {
			sum += s.Force[i][axis]
		}
		return sum
	})
}

// lastThird is the mean of a curve over the last third of a run, and first its first value; NaN
// without any.
func lastThird(r *Run, c Curve) float64 {
	if len(c.X) == 0 {
		return math.NaN()
	}
	return c.Mean(2*r.End/3, c.X[len(c.X)-1])
}

func first(c Curve) float64 {
	if len(c.Y) == 0 {
		return math.NaN()
	}
	return c.Y[0]
}

// level is 0 to an end, within a band of 1.
func level(end float64) (c Curve) {
	for k := range 11 {
		c.X, c.Y = append(c.X, end*float64(k)/10), append(c.Y, 0)
		c.Least, c.Most = append(c.Least, -1), append(c.Most, 1)
	}
	return c
}
