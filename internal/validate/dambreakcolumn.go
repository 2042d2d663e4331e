package validate

import (
	"math"
	"slices"

	"gpusph/sph"
)

// columnWidth is that of the column of water, a [m], and columnTime is √(a/g) [s].
const columnWidth = 0.05715

var columnTime = math.Sqrt(columnWidth / gravity)

// damBreakColumn is compared with Martin & Moyce. What they measured is the edge of the water on
// the floor. In the run that is a film of one particle on a floor without friction, which runs
// further ahead the finer the spacing is. So what is held to the gate is the front as of
// DamBreak3D; the edge is reported.
var damBreakColumn = &Case{
	Name: "DambreakColumn",
	What: "a column of water collapses, in two dimensions: its front and its height, as measured",
	How: "The front is where 0.5 % of the water lies beyond, the edge the particle that is furthest, both as parts of the measured distance from the wall. " +
		"The height is that at the wall behind, in parts of that at first. The time is that since the water was set free: T = t √(2g/a) for the front, τ = t √(g/a) for the height.",
	Source:  "Martin & Moyce, Phil. Trans. R. Soc. A 244 (1952) 312-324, tables 2 and 6: n² = 2, a = 57.15 mm.",
	Problem: "DambreakColumn",
	Levels: [levels]Plan{
		Short:   {2.46 * columnTime, []float64{columnWidth / 20, columnWidth / 30}},
		Nightly: {7.41 * columnTime, []float64{columnWidth / 20, columnWidth / 40, columnWidth / 80}},
		GPU:     {7.41 * columnTime, []float64{columnWidth / 80, columnWidth / 160, columnWidth / 320}},
	},
	Samples:   0.02 * columnTime,
	Snapshots: 0.02 * columnTime,
	Look:      lookAtColumn,
	Norms: []Norm{
		{Name: "front off, RMS", Unit: "%", Of: func(r *Run) float64 { return RMS(frontOff(r, columnFront)) }, Gate: Gate{Most: 0.08}},
		{
			Name: "front further off than at the coarser spacing", Unit: "%",
			Between: func(coarse, fine *Run) float64 {
				return max(0, RMS(frontOff(fine, columnFront))-RMS(frontOff(coarse, columnFront)))
			},
			Gate: Gate{Most: 0.002, DeltaP: columnWidth / 40},
		},
		{Name: "edge off, RMS", Unit: "%", Of: func(r *Run) float64 { return RMS(frontOff(r, columnEdge)) }},
		{Name: "height off, RMS", Unit: "%", Of: heightOff, Gate: Gate{Most: 0.04}},
	},
	Figures: []Figure{
		{Name: "front", What: "front, beyond which 0.5 % of the water is", X: "T = t √(2g/a)", Y: "x / a", Of: func(r *Run) Curve { return frontOf(r, columnFront) }, Reference: measuredFront, Is: "measured"},
		{Name: "edge", What: "the particle of water that is furthest", X: "T = t √(2g/a)", Y: "x / a", Of: func(r *Run) Curve { return frontOf(r, columnEdge) }, Reference: measuredFront, Is: "measured"},
		{Name: "height", What: "height at the wall behind", X: "τ = t √(g/a)", Y: "h / 2a", Of: heightOfColumn, Reference: measuredColumn, Is: "measured"},
	},
}

// What is kept of a snapshot.
const (
	columnFront = iota
	columnEdge
)

func lookAtColumn(s *sph.Snapshot) []float64 {
	var x []float64
	fluid(s, func(i int) { x = append(x, float64(s.Position[i][0])) })
	slices.Sort(x)
	return []float64{columnFront: frontAmong(x), columnEdge: x[len(x)-1] + s.Case.Params.DeltaP/2}
}

func measuredFront() Curve {
	return reference("martin_moyce_front.csv", "t_sqrt_2g_over_a", "x_over_a")
}

func measuredColumn() Curve {
	return reference("martin_moyce_height.csv", "t_sqrt_g_over_a", "height_over_2a")
}

func frontOf(r *Run, k int) Curve {
	return r.Seen(k).Map(func(t float64) float64 { return t / columnTime * math.Sqrt2 }, func(x float64) float64 { return x / columnWidth })
}

// frontOff is by how much it is ahead at the times of the measured one, as a part of that.
func frontOff(r *Run, k int) (all []float64) {
	front, measured := frontOf(r, k), measuredFront()
	for i, t := range measured.X {
		all = append(all, front.At(t)/measured.Y[i]-1)
	}
	return all
}

func heightOfColumn(r *Run) Curve {
	c := r.Of(func(s *sph.Sample) float64 { return s.Height[0] / (2 * columnWidth) })
	return c.Map(func(t float64) float64 { return t / columnTime }, same)
}

// heightOff compares the height with those measured until the end of the run.
func heightOff(r *Run) float64 {
	measured := measuredColumn().Between(0, r.End/columnTime)
	return RMS(Off(heightOfColumn(r), measured, measured.X))
}
