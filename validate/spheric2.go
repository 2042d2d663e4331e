package validate

import (
	"fmt"
	"math"
	"slices"

	"gpusph/sph"
)

// recordWidth is that of the filter of SPHERIC 2: 11 values of the record of 1 kHz [s].
const recordWidth = 0.011

// spheric2 is compared with the record of the experiment. The probes read the pressure of the water
// half a spacing before the face, the sensors the force on it; docs/design/sensors.md says how far
// the two are apart. The first impact is that of P1 over a quarter of its first peak in the record.
var spheric2 = &Case{
	Name: "Spheric2",
	What: "dam break onto a box: pressures on it and heights, as measured",
	How: "P1 to P4 are means of 0.45 to 0.7 s, heights are compared every 0.1 s. Probes read " +
		"the water half a spacing before the face, sensors the force on it. Heights are those at " +
		"which water first ends, going up.",
	Source: "Kleefsman, Fekken, Veldman, Iwanowski & Buchner, J. Comput. Phys. 206 (2005) " +
		"363-393: record of 1 kHz, one run; SPHERIC test 2.",
	Problem: "Spheric2",
	Filter:  "mean over 11 ms",
	Levels: [levels]Plan{
		Nightly: {2, []float64{0.04, 0.02}},
		GPU:     {4.01, []float64{0.02, 0.01, 0.0065}},
	},
	Samples: 0.001,
	Norms: []Norm{
		{Name: "P1 > 2810 Pa comes later by", Unit: "s", Of: func(r *Run) float64 {
			return sphericPressure(0)(r).First(2810) - sphericRecord(0)().First(2810)
		}, Gate: Gate{Most: 0.035, DeltaP: sphericFine}},
		plateau(0), plateau(1), plateau(2), plateau(3),
		{Name: "P1 to P4 off, sum", Unit: "%", Of: func(r *Run) float64 {
			sum := 0.0
			for k := range 4 {
				sum += math.Abs(plateauOff(r, k))
			}
			return sum
		}, Gate: Gate{Most: 0.7, DeltaP: sphericFine}},
		{Name: "P1 to P8 off, 1.5 to 2.5 s, most", Unit: "%", End: 2.5, Of: func(r *Run) float64 {
			var all []float64
			for k, measured := range sphericLate {
				all = append(all,
					r.Of(func(s *sph.Sample) float64 { return s.Pressure[k] }).Mean(1.5,
						2.5)/measured-1)
			}
			return Greatest(all)
		}, Gate: Gate{Most: 0.15, DeltaP: sphericFine}},
		height(1, 0.8), height(3, 0.8),
		height(1, 2), height(3, 2),
		heightHeld(0), heightHeld(1), heightHeld(2), heightHeld(3),
	},
	Figures: []Figure{
		pressureFigure(0), pressureFigure(1), pressureFigure(2), pressureFigure(3),
		heightFigure(1, "before the box"), heightFigure(3, "in the reservoir"),
	},
}

// sphericFine is the spacing from which on it is checked against tolerances [m].
const sphericFine = 0.01

// sphericLate are the measured P1 to P8, means of 1.5 to 2.5 s of the record [Pa].
var sphericLate = []float64{2876, 2375, 2113, 1750, 1587, 1567, 1620, 1593}

// sphericPressure is the pressure at a probe, as it is compared.
func sphericPressure(k int) func(*Run) Curve {
	return func(r *Run) Curve {
		return r.Of(func(s *sph.Sample) float64 { return s.Pressure[k] }).Between(0.3,
			1.2).Smooth(recordWidth)
	}
}

// sphericRecord is the measured pressure, in the same form.
func sphericRecord(k int) func() Curve {
	return func() Curve {
		return Reference("spheric2_pressures.csv", "time_s", fmt.Sprintf("P%d_Pa",
			k+1)).Smooth(recordWidth)
	}
}

// plateau compares the mean pressure behind the first peak.
func plateau(k int) Norm {
	return Norm{Name: fmt.Sprintf("P%d too high by", k+1), Unit: "%",
		Of: func(r *Run) float64 { return plateauOff(r, k) }}
}

func plateauOff(r *Run, k int) float64 {
	const from, to = 0.45, 0.7
	return sphericPressure(k)(r).Mean(from, to)/sphericRecord(k)().Mean(from, to) - 1
}

// sphericHeight is the height at a gauge, with the filter that the measured heights have already.
func sphericHeight(k int) func(*Run) Curve {
	return func(r *Run) Curve {
		return r.Of(func(s *sph.Sample) float64 { return s.Height[k] }).Smooth(recordWidth)
	}
}

func measuredHeight(k int) Curve {
	return Reference("spheric2_heights.csv", "time_s", fmt.Sprintf("H%d_m", k+1))
}

// height compares that at a gauge with the measured one, at the times of that, up to an end.
func height(k int, end float64) Norm {
	return Norm{Name: fmt.Sprintf("H%d off to %g s, RMS", k+1, end), Unit: "m", End: end,
		Of: func(r *Run) float64 {
			return RMS(Off(sphericHeight(k)(r), measuredHeight(k), Times(0.1, end-0.1, 0.1)))
		}}
}

// heightHeld is height to 4 s, with its gate.
func heightHeld(k int) Norm {
	n := height(k, 4)
	n.Gate = Gate{Most: 0.04, DeltaP: sphericFine}
	return n
}

func pressureFigure(k int) Figure {
	return Figure{
		Name: fmt.Sprintf("P%d", k+1), What: fmt.Sprintf("pressure P%d on the box", k+1), X: "t " +
			"[s]", Y: "p [kPa]",
		Of:        func(r *Run) Curve { return sphericPressure(k)(r).Map(same, thousandth) },
		Reference: func() Curve { return sphericRecord(k)().Map(same, thousandth) },
		Is:        "measured", Band: "least and most of 11 ms",
	}
}

func heightFigure(k int, where string) Figure {
	return Figure{
		Name: fmt.Sprintf("H%d", k+1), What: fmt.Sprintf("height H%d of the water, %s", k+1,
			where), X: "t [s]", Y: "height [m]",
		Of: sphericHeight(k), Reference: func() Curve { return measuredHeight(k) }, Is: "measured",
	}
}

// damEnd is until when dam breaks are compared [s]. They are run somewhat longer, for the last
// snapshot is of a step near to it.
const damEnd = 0.6

// damBreak3D is compared with itself: where it is at a spacing and at the next finer one.
var damBreak3D = &Case{
	Name: "DamBreak3D",
	What: "front and centre of mass of a dam break at one spacing and at the next finer one, " +
		"0 to 0.6 s",
	How: "The front is where 0.5 % of the water lies beyond. A value is the greatest " +
		"difference from the next coarser spacing, as a part of it, every 0.02 s.",
	Source:  "The program itself.",
	Problem: "DamBreak3D",
	Levels: [levels]Plan{
		Short:   {damEnd + 0.005, []float64{0.05, 0.035}},
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
		{Name: "front", What: "front, beyond which 0.5 % of the water is", X: "t [s]", Y: "x [m]",
			Of: func(r *Run) Curve { return r.Seen(damFront) }},
		{Name: "centre_x", What: "centre of mass along the tank", X: "t [s]", Y: "x [m]",
			Of: func(r *Run) Curve { return r.Seen(damX) }},
		{Name: "centre_z", What: "height of the centre of mass", X: "t [s]", Y: "z [m]",
			Of: func(r *Run) Curve { return r.Seen(damZ) }},
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
