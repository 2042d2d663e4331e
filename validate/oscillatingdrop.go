package validate

import (
	"fmt"
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
	Source:  "Exact: the differential equations of Monaghan & Rafiee (2013), by Runge and Kutta's method. validate/references/oscillating_drop.csv.",
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
	c := Reference("oscillating_drop.csv", "t_Omega", "b_over_R")
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

// A drop on a wall, in two dimensions and without gravity: half of a disc of a radius [m] takes the
// form of a circle's cap that meets the wall at the contact angle (Young 1805).
const capRadius = 0.1

// capOf is the height, the width and the height of the centre of a cap of the drop's area that
// meets the wall at an angle [rad], in metres.
func capOf(angle float64) (height, width, centre float64) {
	s, c := math.Sin(angle), math.Cos(angle)
	area := angle - s*c // of radius 1
	r := capRadius * math.Sqrt(math.Pi/2/area)
	width = 2 * r
	if angle < math.Pi/2 {
		width *= s
	}
	return r * (1 - c), width, r * (2./3*s*s*s/area - c)
}

// angleOf is the contact angle of the cap whose centre has a height [m], in rad.
func angleOf(centre float64) float64 {
	low, high := 0.01, math.Pi-0.01
	for range 60 {
		middle := (low + high) / 2
		if _, _, z := capOf(middle); z < centre {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// What is kept of a snapshot: the height of the drop's centre, its height and its width [m].
const (
	capCentre = iota
	capHeight
	capWidth
)

func lookAtCap(s *sph.Snapshot) []float64 {
	var sum, n, high float64
	left, right := math.Inf(1), math.Inf(-1)
	fluidsOf(s, func(i, kind int) {
		if kind > 0 {
			return
		}
		x, z := float64(s.Position[i][0]), float64(s.Position[i][2])
		sum, n, high = sum+z, n+1, max(high, z)
		left, right = min(left, x), max(right, x)
	})
	dp := s.Case.Params.DeltaP
	return []float64{sum / n, high + dp/2, right - left + dp}
}

var (
	contactAngle60  = contactAngleCase(60)
	contactAngle120 = contactAngleCase(120)
)

func contactAngleCase(degrees float64) *Case {
	height, width, _ := capOf(degrees * math.Pi / 180)
	short := Plan{9, []float64{capRadius / 12}}
	if degrees > 90 {
		short = Plan{} // one angle has to do
	}
	return &Case{
		Name: fmt.Sprintf("ContactAngle%g", degrees),
		What: fmt.Sprintf("half a disc of a fluid on a wall becomes a drop with a contact angle of %g°, "+
			"without gravity", degrees),
		How: "The angle is that of the cap of a circle whose centre of mass is as high, and the height " +
			"and the width are those of the drop's outermost particles, with half a spacing: means over " +
			"the last third of the run.",
		Source: "Exact: the cap of a circle of the same area that meets the wall at the angle.",
		Text:   capText(degrees),
		Levels: [levels]Plan{
			Short:   short,
			Nightly: {9, []float64{capRadius / 12, capRadius / 20}},
			GPU:     {9, []float64{capRadius / 12, capRadius / 20, capRadius / 40}},
		},
		Snapshots: 0.1,
		Look:      lookAtCap,
		Norms: []Norm{
			{
				Name: "angle off", Unit: "°",
				Of: func(r *Run) float64 {
					return angleOf(lastThird(r, r.Seen(capCentre)))*180/math.Pi - degrees
				},
				Gate: Gate{Most: 5, DeltaP: capRadius / 12},
			},
			{Name: "height off", Unit: "%",
				Of: func(r *Run) float64 { return lastThird(r, r.Seen(capHeight))/height - 1 }},
			{Name: "width off", Unit: "%",
				Of: func(r *Run) float64 { return lastThird(r, r.Seen(capWidth))/width - 1 }},
		},
		Figures: []Figure{{
			Name: "angle", What: "contact angle over time", X: "t [s]", Y: "angle [°]",
			Of: func(r *Run) Curve {
				return r.Seen(capCentre).Map(same,
					func(z float64) float64 { return angleOf(z) * 180 / math.Pi })
			},
		}},
	}
}

// capText is the case file of a drop with a contact angle [°].
func capText(degrees float64) string {
	return fmt.Sprintf(`name = "ContactAngle%g"
about = "a drop on a wall"
dimension = 2
spacing = %g
end = 9

[domain]
min = [0, 0]
max = [0.6, 0.3]

[physics]
gravity = [0, 0]
speed = 0.2
alpha = 0
nu = 1e-3
background-pressure = 10

[[material]]
name = "drop"
rho0 = 1000

[[material]]
name = "around"
rho0 = 500

[[tension]]
between = ["drop", "around"]
sigma = 1
angle = %g

[[fluid]]
name = "drop"
material = "drop"
intersection = [
    { cylinder = { from = [0.3, -1, 0], to = [0.3, 1, 0], radius = %[4]g } },
    { box = { min = [0, 0], max = [0.6, 0.3] } },
]

[[fluid]]
name = "around"
material = "around"
difference = [
    { box = { min = [0, 0], max = [0.6, 0.3] } },
    { cylinder = { from = [0.3, -1, 0], to = [0.3, 1, 0], radius = %[4]g } },
]
`, degrees, capRadius/20, degrees, capRadius)
}
