package casefile

// whole has every key.
const whole = `name = "Whole"
about = "a case with every key, \"quotes\" and µ"
dimension = 3
spacing = 0.05
end = 1
split-axis = "y"
front = "G1"

[domain]
min = [0, 0, 0]
max = [1, 2.5, 1e-1]
open = ["zmax", "xmin"]
room = 0.25
periodic = ["y"]
slide = { zmin = [1, -2, 0] }
force = "tank"
[physics]
rho0 = 998.2
gravity = [0.1, 0, -9.81]
depth = 0.3
alpha = 0.1
kernel = "wendland"
correction = true
some-count = 3

[turning]
point = [0, 0, 0]
axis = [0, 1, 0]
interval = 0.5
angles = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

[[fluid]]
name = "pool"
material = "water"
box = { min = [0, 0, 0], max = [1, 1, 0.05] }
surface = 0.06
velocity = [0, 0, -1]
scale = [1, 2, 3]
rotate = { axis = [0, 0, 1], angle = 45, about = [1, 1, 0] }
translate = [0, 0, 0.01]

[[fluid]]
name = "lake"
material = "water"
fill = { seed = [0.5, 0.5, 0.01], level = 0.05 }

[[fluid]]
name = "film"
material = "water"
cover = { file = "ground.asc", depth = 0.01 }

[[wall]]
name = "all"
force = "all"
centre = [0, 0, 0]
velocity = [0, 0, 0.5]
difference = [
    { union = [
        { sphere = { centre = [0, 0, 0], radius = 1 } },
        { cylinder = { from = [0, 0, 0], to = [0, 0, 1], radius = 1 }, translate = [1, 0, 0] },
        { cone = { from = [0, 0, 0], to = [0, 0, 1], radii = [1, 0] }, scale = [2] },
    ] },
    { intersection = [
        { plane = { point = [0, 0, 0], normal = [0, 0, 1] } },
        { prism = { outline = [[0, 0], [1, 0], [0, 1]], along = "z", from = 0, to = 1 } },
        { revolved = { from = [0, 0, 0], axis = [0, 0, 1], profile = [[0, 0], [1, 0], [0, 1]] } },
    ] },
]

[[wall]]
name = "ground"
height-map = { file = "ground.asc", base = -1 }
motion = { times = [0, 1], displacements = [[0, 0, 0], [0, 0, 0.1]] }

[[wall]]
name = "ship"
stl = { file = "ship.stl", unit = "mm" }
motion = { table = "ship.csv" }

[[probe]]
name = "P"
at = [0.5, 0.5, 0.01]

[[probe]]
name = "L"
line = { from = [0, 0, 0], to = [1, 1, 0.05], count = 10 }

[[probe]]
name = "R"
plane = { origin = [0, 0, 0], first = [1, 0, 0], second = [0, 1, 0], counts = [3, 4] }

[[probe]]
name = "S"
patch = { centre = [0, 0, 0], normal = [1, 0, 0], size = 0.1, distance = 0.01 }

[[gauge]]
name = "G1"
at = [0.5, 0.5]

[heat]
conductivity = 0.6
heat-capacity = 4186
expansion = 2e-4
reference = 20
temperature = 21
surface = { emissivity = 0.9, convection = 20, air = 290 }
length = 0.1
difference = 10

[[heat-wall]]
name = "warm"
of = ["zmin"]
temperature = 25

[[heat-wall]]
name = "plate"
of = ["xmax", "ship"]
conductivity = 400
heat-capacity = 385
density = 8900
depth = 0.02
temperature = 20

[[heat-source]]
name = "sun"
box = { min = [0, 0, 0], max = [1, 1, 1] }
power = 100

[lines]
bed = 0
bed-slope = [0.1, 0]
terrain = true
bed-stiffness = 1e5
bed-damping = 1
water = "still"
level = 0.5

[[line]]
name = "chain"
from = { at = [0, 0, 0] }
to = { at = [0, 0, 1], body = "ship" }
length = 2
segments = 20
mass = 1
diameter = 0.01
stiffness = 1e4
damping = 0.5
bending = 0.1
drag = [1.2, 0.1]
added-mass = [1, 0.1]
friction = 0.3
clump = [{ along = 1, mass = 1, volume = 0.001, drag-area = 0.1, added-mass = 0.5 }]

[[zone]]
name = "crest"
min = [0.2, 0, 0]
max = [0.5, 1, 0.4]
finer = 2

[[relaxation]]
name = "sea"
along = "x"
from = 0.5
to = 0
beyond = 0.1
rate = 15
power = 3
components = "horizontal"
kind = "regular"
theory = "fourier"
height = 0.1
period = 1.5
depth = 0.5
bed = 0.1
direction = [1, 0.5]
current = 0.1
phase = 10
start = 1
ramp = 2

[[damping]]
name = "beach"
along = "x"
from = 0.6
to = 0.9
beyond = 0.1
rate = 5
components = "horizontal"

[[inlet]]
name = "river"
side = "xmin"
min = [0, 0.5, 0]
max = [0, 2, 0.1]
discharge = [[0, 0.01], [0.5, 0.02], [1, 0.01]]
level = "level.csv"
profile = [[0, 0.8], [0.1, 1.2]]
nonreflecting = true
reverse = "stop"
material = "water"
temperature = [[0, 281], [1, 283]]

[[inlet]]
name = "spring"
material = "oil"
temperature = 290
disc = { centre = [0.5, 1, 0], radius = 0.2, direction = [0.3, 0, 1] }
velocity = 0.25
pressure = 2000
profile = "parabolic"

[[outlet]]
name = "culvert"
rectangle = { centre = [0.9, 1, 0.05], size = [0.5, 0.1], direction = [1, 0, 0] }
velocity = "drain.csv"
level = 0.05
material = "water"
temperature = 283

[[outlet]]
name = "weir"
side = "xmax"
free = true

[run]
formats = "csv,vtk"
output-interval = 0.05
gpus = 2
nosave = false

[[body]]
name = "raft"
box = { min = [0.2, 0.2, 0], max = [0.4, 0.4, 0.1] }
mass = 2
centre = [0.3, 0.3, 0.04]
inertia = [0.01, 0.01, 0.01]
velocity = [0.1, 0, 0]
spin = [0, 10, 0]
lock = ["y", "rotation-x"]
friction = 0.4
restitution = 0.5

[[body.spring]]
at = [0.2, 0.3, 0.05]
to = [0, 0.3, 0.05]
length = 0.1
stiffness = 100
damping = 2
rope = true

[[body.torsion]]
axis = [0, 1, 0]
stiffness = 3
damping = 0.1

[[body.mooring]]
at = [0.4, 0.3, 0.05]
anchor = [0.9, 0.3, 0]
length = 0.8
weight = 2
stiffness = 1e4

[[body]]
name = "door"
box = { min = [0.6, 0.2, 0], max = [0.7, 0.4, 0.1] }
density = 600
hinge = { at = [0.6, 0.3, 0], axis = [0, 1, 0] }

[[fluid]]
name = "channel"
normal-depth = { discharge=0.1, slope=0.01, manning=0.01, at=[0, 1, 0], width=2, direction=[1, 0] }
material = "oil"

[[material]]
name = "oil"
colour = "#a0b0c0"
rho0 = 900
c0 = 12
gamma = 5
nu = 1e-4
conductivity = 0.15
heat-capacity = 2000
expansion = 7e-4
consistency = 0.09
flow-index = 0.8
yield-stress = 2
regularisation = 100
thinning = 0.01

[[material]]
name = "water"

[[tension]]
between = ["oil", "water"]
sigma = 0.05
angle = 60

[[porous]]
name = "armour"
box = { min = [0.1, 0.1, 0.1], max = [0.2, 0.2, 0.2] }
porosity = 0.4
d50 = 0.05
alpha = 500
beta = 1.2
keulegan-carpenter = 20
viscosity = 1e-6
added-mass = 0.5

[[porous]]
name = "core"
box = { min = [0.3, 0.1, 0.1], max = [0.4, 0.2, 0.2] }
porosity = 0.35
darcy = 10
forchheimer = 20

[[particles]]
name = "drops"
file = "drops.csv"

[[flexible]]
name = "flap"
box = { min = [0.5, 0.1, 0.1], max = [0.55, 0.2, 0.3] }
young = 1e6
poisson = 0.3
density = 1200
model = "neo-hookean"
plane-stress = true
damping = 1e-4
hourglass = 0.1
clamp = [{ box = { min = [0.5, 0.1, 0.1], max = [0.55, 0.2, 0.15] }, to = "door" }]
tip = [{ name = "free end", at = [0.5, 0.15, 0.3] }]

[[joint]]
name = "latch"
kind = "hinge"
body = "door"
to = "raft"
at = [0.5, 0.3, 0]
axis = [0, 1, 0]
stiffness = 10
rest = 5
damping = 1
quadratic-damping = 2
motor = [[0, 0], [0.5, 10], [1, 0]]
repeat = true

[[joint]]
name = "rail"
kind = "slider"
body = "raft"
at = [0.3, 0.3, 0]
along = [0, 0, 1]
limits = [-0.1, 0.1]
motor-force = 20
`
