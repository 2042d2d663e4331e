package tests

import (
	"fmt"
	"testing"

	"gpusph/sph"
)

// TestThinGates has no water that passes through a gate of one spacing or more, at rest and while
// it is lifted.
func TestThinGates(t *testing.T) {
	const deltaP, rest, end = 0.02, 0.2, 0.45
	for _, test := range []struct {
		spacings          int
		boundary, lattice string
	}{
		{1, "mdbc", ""}, {2, "mdbc", ""}, {4, "mdbc", ""}, {2, "mdbc", "own"},
		{1, "dummy", ""}, {2, "dummy", ""}, {2, "dynamic", ""},
	} {
		spacings := test.spacings
		t.Run(fmt.Sprint(spacings, test.boundary, test.lattice), func(t *testing.T) {
			lattice := ""
			if test.lattice != "" {
				lattice = fmt.Sprintf("lattice = %q", test.lattice)
			}
			kernel := ""
			if spacings == 1 && test.boundary == "dummy" {
				kernel = "h-factor = 1.5" // with 2 a layer is too little of what the kernel sees
			}
			behind := 0.5 + float64(spacings)*deltaP
			text := fmt.Sprintf(`name = "Gate"
dimension = 2
spacing = %g
end = 1
[domain]
min = [0, -0.5, 0]
max = [1.2, 0.5, 1]
open = ["zmax"]
[physics]
boundary = %q
%s
[[fluid]]
name = "water"
box = { min = [0, -0.5, 0], max = [0.5, 0.5, 0.4] }
[[wall]]
name = "gate"
box = { min = [0.5, -0.5, 0], max = [%g, 0.5, 0.6] }
%s
[wall.motion]
times = [%g, 0.3, 0.4, 1]
displacements = [[0, 0, 0], [0, 0, 0], [0, 0, 0.06], [0, 0, 0.42]]
`, deltaP, test.boundary, kernel, behind, lattice, rest)
			p := fromText(t, text)
			c, err := p.Setup(0)
			if err != nil {
				t.Fatal(err)
			}
			f := begin(t, c, end, testDevices())
			f.each(0.02, func() {
				lift, _, _ := c.Bodies[0].Motion.At(f.reached.Time)
				s, n := f.snapshot(), 0
				for i := range s.Len() {
					x, z := float64(s.Position[i][0]), float64(s.Position[i][2])
					in := x > 0.5+deltaP/4 && x < behind || lift[2] == 0 && x >= behind
					if s.Type[i] == sph.Fluid && in && z > lift[2]+deltaP/2 {
						n++
					}
				}
				if n > 0 {
					t.Errorf("at %g s, %d particles are in the gate or have passed through it", f.reached.Time, n)
				}
			})
		})
	}
}
