package sph

// dummyWalls are after Adami et al. 2012: fixed particles to which the fluid is continued. See
// docs/design/walls.md; the kernels are in cuda/walls.h.
var dummyWalls = WallModel{
	Name: "dummy", Moving: "moving",
	Layers: true, Bodies: true, Fluids: true, Friction: true, Leaks: true,
	Constants: dummyConstants,
}

// DummySpringRate is ω Δp/c0 of the spring that keeps fluid off their faces.
const DummySpringRate = 0.5

var dummyConstants = []KernelConstant{
	{
		Constant: Constant{
			Name: "dummy walls: height below which a spring acts", Value: 0.5, Unit: "Δp/2",
			Source: "chosen: docs/design/walls.md",
		},
		Kernel: "DUMMY_SPRING_REACH",
	},
	{
		Constant: Constant{
			Name:  "dummy walls: square of how far beside fluid the nearest particle of a face is",
			Value: 1.5, Unit: "Δp²/4", Source: "chosen: docs/design/walls.md",
		},
		Kernel: "DUMMY_ASIDE2",
	},
	{
		Constant: Constant{
			Name: "dummy walls: frequency ω of the spring", Value: DummySpringRate, Unit: "c0/Δp",
			Source: "chosen: docs/design/walls.md",
		},
	},
	{
		Constant: Constant{
			Name: "dummy walls: least height of fluid over a face for laminar viscosity", Value: 0.5,
			Unit:   "Δp/2",
			Source: "chosen: docs/design/walls.md",
		},
		Kernel: "DUMMY_LEAST_HEIGHT",
	},
}
