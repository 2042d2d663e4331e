package engine

import (
	"runtime"
	"sync"

	"gpusph/cuda"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/measure"
)

// config is what a flow is computed with. All devices have the same, and it does not change after
// New.
type config struct {
	Case      *sph.Case
	options   Options
	grid      neighbor.Grid
	group     *exchange.Group
	allMaxima exchange.Global // that devices combine in a step
	allForces exchange.Global // on free bodies
	carried   []int           // bodies of the case that the fluid carries
	// what kernels know of them
	bodyTables  func() bodyTables
	allLevels   exchange.Global // before paddles that absorb waves
	allSites    exchange.Global // of openings
	openingRows func() openingRows
	devices     []Device
	program
	forces
	measures *measure.Plan
	fluid    int // particles of the case
}

// program is the step of the flow, as kernels do it.
type program struct {
	sph.FlowFields
	forcesKernels [2]cuda.KernelOf[cuda.ForcesArgs] // by half of a step, for the case's options
	// the fields that passes compute for Forces, by half; 0 is none
	terms  [2][sph.ForceTerms]int
	groups [2][]passGroup // of each half of a step
	drift  float64        // of a particle in a step by passes, at most [m]
}

// forces is what acts on particles besides their neighbours.
type forces struct {
	physics    cuda.Physics
	bodyForces sph.BodyForces // at all times
	frame      cuda.Frame
	central    cuda.Central
	wallsMove  bool
	walls      sph.MovingWalls
	gravity    float64 // the greatest, with the frame's inertia, or of a wall that moves [m/s²]
}

func newConfig(c *sph.Case, o Options) (*config, error) {
	p := &c.Params
	grid, err := gridOf(p)
	if err != nil {
		return nil, err
	}
	mode, err := o.Exchange.On(o.System)
	if err != nil {
		return nil, err
	}
	f := &config{
		Case: c, options: o, grid: grid, fluid: c.Particles.Count(sph.Fluid), carried: c.FreeBodies(),
		group: &exchange.Group{
			Processes: o.Processes, System: o.System, Mode: mode, Transport: o.Transport, Ring: p.DevicesInRing(),
			Spin:       o.System.Concurrent() && runtime.GOMAXPROCS(0) > 2*len(o.System.Devices),
			Concurrent: o.System.Concurrent() && len(o.System.Devices) <= cuda.MaxGPUs,
		},
		forces: forces{
			physics: physicsOf(p, grid.Unit), bodyForces: c.BodyForces(), frame: kernelFrame(c, grid), central: centralOf(p, grid.Unit),
			wallsMove: c.WallsMove(), walls: c.MovingWalls(),
		},
	}
	if err := f.bodyForces.Check(o.End); err != nil {
		return nil, err
	}
	f.gravity = max(c.GreatestAcceleration(&f.bodyForces), f.walls.Accel)
	f.program = program{
		FlowFields: p.FlowFields(), drift: p.Drift(),
		groups:        [2][]passGroup{passGroups(p, predictor, grid.Unit), passGroups(p, corrector, grid.Unit)},
		terms:         [...][sph.ForceTerms]int{p.TermFields(predictor), p.TermFields(corrector)},
		forcesKernels: [2]cuda.KernelOf[cuda.ForcesArgs]{f.forcesKernel(predictor), f.forcesKernel(corrector)},
	}
	f.weightPasses()
	f.bodyTables = sync.OnceValue(f.newBodyTables)
	f.openingRows = sync.OnceValue(f.newOpeningRows)
	f.measures = measure.NewPlan(c, &f.grid, measure.Times{SampleInterval: o.SampleInterval, CopyInterval: o.CopyInterval, End: o.End}, f.gravity, f.boundary())
	return f, nil
}
