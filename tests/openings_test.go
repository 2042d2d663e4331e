package tests

import "testing"

// estuary has an inflow that turns round, a disc that lets water in through the floor, a side that
// holds its level and an outfall.
const estuary = `name = "Estuary"
spacing = 0.04
end = 2
[domain]
min = [0, 0, 0]
max = [2, 0.8, 0.8]
open = ["zmax"]
[physics]
depth = 0.4
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [2, 0.8, 0.4] }
velocity = [0.6, 0, 0]
[[inlet]]
name = "river"
side = "xmin"
velocity = [[0, 0.6], [0.1, 0.6], [0.2, -0.6], [2, -0.6]]
[[inlet]]
name = "spring"
rectangle = { centre = [1, 0.4, 0.16], size = [0.24, 0.24], direction = [0, 0, 1] }
velocity = 0.5
[[outlet]]
name = "sea"
side = "xmax"
level = 0.4
[[outlet]]
name = "weir"
side = "ymax"
min = [0.6, 0, 0.28]
max = [1.4, 0, 0.6]
free = true
`

// Inlets and outlets have the same bits on the host and on GPUs.
func TestOpeningsOnGPUs(t *testing.T) {
	for _, args := range [][]string{{}, {"--boundary=dummy", "--xsph=0.3"}} {
		run{problem: "Estuary", text: estuary, args: args, steps: 400}.onGPUs(t)
	}
}
