package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

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
	return &Case{
		Name: fmt.Sprintf("ContactAngle%g", degrees),
		What: fmt.Sprintf("half a disc of a fluid on a wall becomes a drop with a contact angle of %g°, "+
			"without gravity", degrees),
		How: "The angle is that of the cap of a circle whose centre of mass is as high, and the height " +
			"and the width are those of the drop's outermost particles, with half a spacing: means over " +
			"the last third of the run.",
		Source: "Exact: the cap of a circle of the same area that meets the wall at the angle.",
		Text: fmt.Sprintf(`name = "ContactAngle%g"
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
background-pressure = 40

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
`, degrees, capRadius/20, degrees, capRadius),
		Levels: [levels]Plan{
			Short:   {9, []float64{capRadius / 12}},
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
				return r.Seen(capCentre).Map(same, func(z float64) float64 { return angleOf(z) * 180 / math.Pi })
			},
		}},
	}
}
