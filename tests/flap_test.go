package tests

import (
	"fmt"
	"math"
	"testing"

	"gpusph/sph"
)

// flapFlume is 1 m long, with a flap that is hinged at the bed, and water of 0.16 m before it.
const flapFlume = `name = "FlapFlume"
dimension = 2
spacing = %g
end = %g
[domain]
min = [0, 0]
max = [1.1, 0.36]
open = ["zmax"]
[physics]
boundary = %q
[[fluid]]
name = "water"
fill = { seed = [1, 0.08], level = 0.16 }
[[wall]]
name = "flap"
box = { min = [0.1, %g], max = [0.2, 0.34] }
[wall.motion.waves]
kind = "regular"
paddle = "flap"
hinge = [%g, 0]
height = 0.04
period = 0.7
depth = 0.16
order = 1
[[damping]]
name = "absorber"
from = 0.5
to = 1.1
`

// TestFlapIsTight lets flaps that are hinged at the bed turn, one for 8 periods, with the hinge at
// the face and in the middle, also where their box ends a spacing above the bed. No water comes
// behind the face, and none leaves the domain, whatever the spacing is to the 6 mm that edges lift.
func TestFlapIsTight(t *testing.T) {
	if testing.Short() {
		t.Skip("8 periods")
	}
	for _, test := range []struct {
		name                  string
		spacing, above, hinge float64
		boundary              string
		periods               float64
	}{
		{"at its face", 0.02, 0, 0.2, "mdbc", 3},
		{"above the bed", 0.02, 0.02, 0.2, "mdbc", 8},
		{"in its middle", 0.02, 0, 0.15, "dummy", 3},
		{"in its middle, fine", 0.0133333333, 0, 0.15, "mdbc", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			end := test.periods * 0.7
			p := fromText(t, fmt.Sprintf(flapFlume, test.spacing, end, test.boundary, test.above,
				test.hinge))
			c, err := p.Setup(0)
			if err != nil {
				t.Fatal(err)
			}
			f, law := begin(t, c, end, testDevices()), &c.Bodies[0].Motion
			f.each(0.35, func() {
				s := f.snapshot()
				at := law.Pose(s.Time, [3]float64{})
				n, deepest := 0, math.Inf(1)
				fluid(s, func(x [3]float64) {
					// the face at the height of the particle
					foot, top := [3]float64{0.2, 0, 0}, [3]float64{0.2, 0, 0.34}
					a, b := at.Displacement(foot), at.Displacement(top)
					part := x[2] / 0.34
					face := 0.2 + (1-part)*a[0] + part*b[0]
					if deepest = min(deepest, x[2]); x[0] < face-0.25*test.spacing {
						n++
					}
				})
				if n > 0 || deepest < -0.25*test.spacing {
					t.Fatalf("at %g s %d particles of water are behind the face, and the lowest is at %g m",
						s.Time, n, deepest)
				}
			})
			if s := f.sample(); s.Energy[sph.Kinetic] == 0 {
				t.Error("nothing moves")
			}
		})
	}
}
