package tests

import "testing"

// warmed is a tank with a warm side, a cold lid of air, a source, and two solids: a post, and a
// block that floats. All of it is in °C but for radiation, which is in K.
const warmed = `name = "Warmed"
spacing = 0.04
end = 1
[domain]
min = [0, 0, 0]
max = [1.2, 0.6, 0.8]
open = ["zmax"]
[physics]
boundary = "mdbc"
nu = 1e-5
[heat]
conductivity = 20
heat-capacity = 400
expansion = 1e-4
reference = 300
temperature = 300
surface = { emissivity = 0.9, convection = 50, air = 280 }
[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1.2, 0.6, 0.44] }
temperature-gradient = { from = [0, 0, 0], to = [1.2, 0, 0], temperatures = [290, 320] }
[[wall]]
name = "post"
box = { min = [0.72, 0.2, 0], max = [0.92, 0.4, 0.6] }
[[body]]
name = "block"
density = 500
box = { min = [0.2, 0.2, 0.36], max = [0.44, 0.44, 0.56] }
[[heat-wall]]
name = "warm"
of = ["xmin"]
temperature = [[0, 300], [1, 340]]
[[heat-wall]]
name = "floor"
of = ["zmin"]
flux = 3000
[[heat-wall]]
name = "post"
of = ["post"]
conductivity = 200
heat-capacity = 500
density = 2000
temperature = 350
[[heat-wall]]
name = "block"
of = ["block"]
conductivity = 5
heat-capacity = 900
density = 500
temperature = 280
[[heat-source]]
name = "stove"
box = { min = [0.9, 0, 0], max = [1.2, 0.6, 0.2] }
power = 1e5
`

// Heat has the same bits on the host and on GPUs: of walls, sources and the surface, in solids that
// stand and float, and in fluids that conduct differently.
func TestHeatOnGPUs(t *testing.T) {
	run{problem: "Warmed", text: warmed, steps: 150}.onGPUs(t)
	run{problem: "Warmed", text: warmed, args: []string{"--kernel=cubic"},
		steps: 100}.onGPUs(t)
	run{problem: "Lava", text: lavaAndWater, steps: 100}.onGPUs(t)
}

// lavaAndWater is two fluids that conduct differently, one of them thick, on a floor that conducts.
const lavaAndWater = `name = "Lava"
dimension = 2
spacing = 0.02
end = 1
[domain]
min = [0, 0]
max = [1, 0.6]
[physics]
boundary = "mdbc"
[[material]]
name = "lava"
rho0 = 2600
consistency = 50
yield-stress = 20
regularisation = 10
thinning = 0.01
conductivity = 20
heat-capacity = 1200
[[material]]
name = "water"
rho0 = 1000
conductivity = 6
heat-capacity = 4186
[heat]
reference = 400
temperature = 400
[[fluid]]
name = "lava"
material = "lava"
box = { min = [0, 0], max = [0.4, 0.6] }
[[fluid]]
name = "water"
material = "water"
temperature = 300
box = { min = [0.4, 0], max = [1, 0.6] }
[[heat-wall]]
name = "floor"
of = ["zmin"]
conductivity = 2
heat-capacity = 900
density = 2000
temperature = 290
`

// Solids that conduct and float have the same bits on any number of devices of the host, and so has
// the surface.
func TestHeatOnHosts(t *testing.T) {
	one := run{problem: "Warmed", text: warmed, steps: 60, devices: hosts(1)}
	want := one.snapshot(t)
	for _, n := range []int{3} {
		r := one
		r.devices, r.shake, r.stripe = hosts(n), true, 500
		same(t, "devices", want, r.snapshot(t))
	}
}
