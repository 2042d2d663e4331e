package validate

import (
	"math"

	"gpusph/sph"
)

// The period [s] with Ω = 1/s and A0 = Ω/2, and the time until which the drop is compared: a little
// after the last of its periods.
const (
	dropPeriod  = 4.5674
	dropPeriods = 5
	dropEnd     = (dropPeriods + 0.05) * dropPeriod
)

var oscillatingDrop = &Case{
	Name: "OscillatingDrop",
	What: "a drop without walls that a central force lets oscillate, A0 = Ω/2: its axes and its period over five periods, and its energy",
	How: "The semi-axes are twice the roots of the means of x² and z² of the particles. That of z is off by the greatest difference at any time, over the radius. " +
		"The period is twice the mean time between times at which both are the same. The energy is all that there is, kinetic, potential and of compression: its loss from the beginning to the end " +
		"is divided by the number of periods.",
	Source:  "Exact: the differential equations of Monaghan & Rafiee (2013), by Runge and Kutta's method. internal/validate/references/oscillating_drop.csv.",
	Problem: "OscillatingDrop",
	Levels: [levels]Plan{
		Short:   {1.05 * dropPeriod, []float64{0.1, 0.04}},
		Nightly: {dropEnd, []float64{0.1, 0.04, 0.02}},
		GPU:     {dropEnd, []float64{0.04, 0.02, 0.01}},
	},
	Samples:   0.05,
	Snapshots: 0.05,
	Look:      lookAtDrop,
	Norms: []Norm{
		{Name: "b off, most", Unit: "%", Exact: true, Of: dropOff, Gate: Gate{Most: 0.02, DeltaP: 0.02}},
		{Name: "period longer by", Unit: "%", Exact: true, Of: func(r *Run) float64 { return periodOf(dropLonger(r))/dropPeriod - 1 }, Gate: Gate{Most: 0.01, DeltaP: 0.02}},
		{Name: "energy lost a period", Unit: "%", Exact: true, Of: func(r *Run) float64 { return dropLoss(r, totalEnergy) }, Gate: Gate{Most: 0.02, DeltaP: 0.02}},
		{Name: "the same, of the kinetic at first", Unit: "%", Exact: true, Of: func(r *Run) float64 { return dropLoss(r, func(s *sph.Sample) float64 { return s.Energy[sph.Kinetic] }) }},
	},
	Figures: []Figure{
		{
			Name: "b", What: "semi-axis along z over the radius", X: "t Ω", Y: "b / R",
			Of: func(r *Run) Curve { return r.Seen(dropB) }, Reference: dropExact, Is: "exact", Band: "±2 % of R",
		},
		{
			Name: "energy", What: "energy over that at first", X: "t Ω", Y: "E / E_0 - 1 [%]",
			Of: func(r *Run) Curve {
				energy := r.Of(totalEnergy)
				return energy.Map(same, func(e float64) float64 { return percent(e/energy.Y[0] - 1) })
			},
		},
	},
}

// What is kept of a snapshot: the semi-axes along x and z [m].
const (
	dropA = iota
	dropB
)

func lookAtDrop(s *sph.Snapshot) []float64 {
	var xx, zz, n float64
	fluid(s, func(i int) {
		x, z := float64(s.Position[i][0]), float64(s.Position[i][2])
		xx, zz, n = xx+x*x, zz+z*z, n+1
	})
	return []float64{2 * math.Sqrt(xx/n), 2 * math.Sqrt(zz/n)}
}

// dropExact is the semi-axis along z, over the radius.
func dropExact() Curve {
	c := reference("oscillating_drop.csv", "t_Omega", "b_over_R")
	for _, b := range c.Y {
		c.Least, c.Most = append(c.Least, b-0.02), append(c.Most, b+0.02)
	}
	return c
}

// dropOff is the greatest difference from it.
func dropOff(r *Run) float64 {
	b, exact := r.Seen(dropB), dropExact()
	return Greatest(Off(b, exact, exact.Between(0, r.End).X))
}

// dropLonger is by how much the semi-axis along x is longer [m].
func dropLonger(r *Run) Curve {
	a, b := r.Seen(dropA), r.Seen(dropB)
	for i := range a.Y {
		a.Y[i] -= b.Y[i]
	}
	return a
}

// totalEnergy is all that there is [J].
func totalEnergy(s *sph.Sample) float64 {
	return s.Energy[sph.Kinetic] + s.Energy[sph.Potential] + s.Energy[sph.Internal]
}

// dropLoss is the energy lost in a period, over something of the first sample.
func dropLoss(r *Run, over func(first *sph.Sample) float64) float64 {
	first, last := &r.Samples[0], &r.Samples[len(r.Samples)-1]
	return (totalEnergy(first) - totalEnergy(last)) / over(first) / ((last.Time - first.Time) / dropPeriod)
}
