package validate

import (
	"math"
	"slices"

	"gpusph/sph"
)

// damEnd is until when dam breaks are compared [s]. They are run somewhat longer, for the last
// snapshot is of a step near to it.
const damEnd = 0.6

// damBreak3D is compared with itself: where it is at a spacing and at the next finer one.
var damBreak3D = &Case{
	Name:    "DamBreak3D",
	What:    "front and centre of mass of a dam break at one spacing and at the next finer one, 0 to 0.6 s",
	How:     "The front is where 0.5 % of the water lies beyond. A value is the greatest difference from the next coarser spacing, as a part of it, every 0.02 s.",
	Source:  "The program itself.",
	Problem: "DamBreak3D",
	Levels: [levels]Plan{
		Short:   {damEnd + 0.005, []float64{0.05, 0.035, 0.025}},
		Nightly: {damEnd + 0.005, []float64{0.025, 0.0125, 0.00625}},
		GPU:     {damEnd + 0.005, []float64{0.025, 0.0125, 0.00625}},
	},
	Snapshots: 0.02,
	Look:      lookAtDam,
	Norms: []Norm{
		damNorm("front differs", damFront),
		damNorm("x of the centre of mass differs", damX),
		damNorm("z of the centre of mass differs", damZ),
	},
	Figures: []Figure{
		{Name: "front", What: "front, beyond which 0.5 % of the water is", X: "t [s]", Y: "x [m]", Of: func(r *Run) Curve { return r.Seen(damFront) }},
		{Name: "centre_x", What: "centre of mass along the tank", X: "t [s]", Y: "x [m]", Of: func(r *Run) Curve { return r.Seen(damX) }},
		{Name: "centre_z", What: "height of the centre of mass", X: "t [s]", Y: "z [m]", Of: func(r *Run) Curve { return r.Seen(damZ) }},
	},
}

// What is kept of a snapshot.
const (
	damFront = iota
	damX
	damZ
)

// damTip is the part of the water beyond the front: as much as makes a wedge, not a particle.
const damTip = 0.005

func lookAtDam(s *sph.Snapshot) []float64 {
	var x []float64
	sumX, sumZ := 0.0, 0.0
	fluid(s, func(i int) {
		at := s.Position[i]
		x = append(x, float64(at[0]))
		sumX += float64(at[0])
		sumZ += float64(at[2])
	})
	slices.Sort(x)
	n := float64(len(x))
	return []float64{damFront: frontAmong(x), damX: sumX / n, damZ: sumZ / n}
}

// frontAmong is where the front is, of the sorted x of the particles of fluid.
func frontAmong(x []float64) float64 {
	i := min(max(int((1-damTip)*float64(len(x))), 1), len(x)-1)
	return (x[i-1] + x[i]) / 2
}

// damNorm is the greatest difference of a value from that at the finer spacing, as a part of it.
func damNorm(name string, k int) Norm {
	return Norm{
		Name: name, Unit: "%", Exact: true,
		Gate: Gate{Most: 0.02, Falls: true, DeltaP: 0.00625},
		Between: func(coarse, fine *Run) float64 {
			var all []float64
			a, b := coarse.Seen(k), fine.Seen(k)
			for _, t := range Times(0, damEnd, 0.02) {
				all = append(all, a.At(t)/b.At(t)-1)
			}
			return math.Abs(Greatest(all))
		},
	}
}
