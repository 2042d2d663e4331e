package engine

import (
	"fmt"
	"runtime"

	"gpusph/cuda"
	"gpusph/neighbor"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/measure"
	"gpusph/sph/motion"
)

// config is what a flow is computed with. All devices have the same, and it does not change after
// New.
type config struct {
	Case       *sph.Case
	options    Options
	grid       neighbor.Grid
	group      *exchange.Group
	allMaxima  exchange.Global // that devices combine in a step
	bodyMotion *freeMotion     // of bodies; nil is none
	flowStates []flowState     // of features
	// of the features that let particles be born; how many counts and places all have
	birthStates              []*flowState
	birthCounts, birthPlaces int
	loops                    []loop // of a step
	devices                  []Device
	program
	forces
	measures *measure.Plan
	courses  map[string]*motion.Course // of motions that a program moves
	fluid    int                       // particles of the case
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
	still      stillWater
	wallsMove  bool
	walls      sph.MovingWalls
	gravity    float64 // the greatest, with the frame's inertia, or of a wall that moves [m/s²]
}

func newConfig(c *sph.Case, o Options) (*config, error) {
	p := &c.Params
	grid, err := gridOf(c)
	if err != nil {
		return nil, err
	}
	mode, err := o.Exchange.On(o.System)
	if err == nil && mode > exchange.Overlap {
		err = fmt.Errorf("--exchange %s is for flows on a grid; particles take overlap, direct or fastest",
			mode)
	}
	if err != nil {
		return nil, err
	}
	f := &config{
		Case: c, options: o, grid: grid, fluid: c.Particles.Count(sph.Fluid),
		group: &exchange.Group{
			Processes: o.Processes, System: o.System, Mode: mode, Transport: o.Transport, Ring: p.DevicesInRing(),
			Spin:       o.System.Concurrent() && runtime.GOMAXPROCS(0) > 2*len(o.System.Devices)*(1+o.Beside),
			Concurrent: o.System.Concurrent() && len(o.System.Devices) <= cuda.MaxGPUs,
		},
		forces: forces{
			physics: physicsOfCase(c, grid.Unit), bodyForces: c.BodyForces(), frame: kernelFrame(c,
				grid), central: centralOf(p, grid.Unit),
			wallsMove: c.WallsMove(), walls: c.MovingWalls(), still: stillWaterOf(c, grid),
		},
	}
	if err := f.bodyForces.Check(o.End); err != nil {
		return nil, err
	}
	f.gravity = max(c.GreatestAcceleration(&f.bodyForces)*p.Finest(), f.walls.Accel)
	f.program = program{
		FlowFields: p.FlowFields(), drift: p.Drift(),
		groups: [2][]passGroup{passGroups(p, predictor, grid.Unit), passGroups(p, corrector,
			grid.Unit)},
		terms: [...][sph.ForceTerms]int{p.TermFields(predictor), p.TermFields(corrector)},
		forcesKernels: [2]cuda.KernelOf[cuda.ForcesArgs]{f.forcesKernel(predictor),
			f.forcesKernel(corrector)},
	}
	f.weightPasses()
	f.flowStates, f.loops = statesOf(c), loopsOf(p)
	f.bodyMotion = freeMotionOf(c, &f.grid)
	f.findBirths()
	f.courses = f.connect()
	f.measures = measure.NewPlan(c, &f.grid, measure.Times{SampleInterval: o.SampleInterval,
		CopyInterval: o.CopyInterval, End: o.End}, f.gravity, f.boundary())
	return f, nil
}

// Parameters of a flow as kernels have them, which measure lengths in a unit given in metres.

// physicsOfCase are the constants of a case, whose laminar viscosity is that of the most viscous
// material.
func physicsOfCase(c *sph.Case, q float64) cuda.Physics {
	p := c.Params
	if len(c.Materials) > 0 {
		p.Nu = c.GreatestViscosity()
	}
	return physicsOf(&p, q)
}

// physicsOf scales the constants for kernels that measure lengths in units of q
// metres; see physics.h.
func physicsOf(p *sph.Params, q float64) cuda.Physics {
	h := p.H
	slope := p.SlopeScale()
	omega := sph.DummySpringRate * p.C0 / p.DeltaP
	impact := 2 * p.Alpha * p.C0 / p.Rho0
	if p.Further.Residual {
		impact = 0
	}
	c := cuda.Physics{
		Unit:          float32(q),
		ToSupport:     float32(q / p.Support()),
		AccelScale:    float32(p.Mass * slope * q),
		RelScale:      float32(-p.Mass * slope * q / p.Rho0),
		Eta2:          float32(sph.Singularity * h * h / (q * q)),
		Tait:          float32(p.C0 * p.C0 / (sph.Gamma * p.Rho0)),
		Bulk:          float32(p.Rho0 * p.C0 * p.C0 / sph.Gamma),
		Rho0:          float32(p.Rho0),
		Mass:          float32(p.Mass),
		LjRadius2:     float32(p.LJRadius * p.LJRadius / (q * q)),
		LjForce:       float32(p.LJForce / q),
		Impact:        float32(impact),
		LimiterImpact: float32(2 * p.Further.Limiter / p.C0),
		Spring:        float32(omega * omega * p.DeltaP / 2 / (p.Mass * slope * q)),
		Damper:        float32(omega / (p.Mass * slope * q)),
		Wall:          int32(p.Boundary),
		Kernel:        int32(p.Kernel),
	}
	c.Across, c.Along = p.LaminarParts()
	for a, unit := range p.NotPeriodic(q) {
		c.Still[a] = float32(unit)
	}
	c.HalfSpacing = float32(p.DeltaP / 2 / q)
	if p.Further.Correction {
		c.Corrected = 1 // CORRECTED of cuda/physics.h
		if p.Further.CorrectionFrom > 0 {
			c.Corrected = 2 // CORRECTED_INSIDE
		}
	}
	if p.Further.Slip {
		c.Slips = 1
	}
	for _, o := range sph.Options {
		if o.Coefficient != "" {
			c.Coefficient[cuda.Coefficient(o.Coefficient)] = float32(o.Scaled(p, q))
		}
	}
	face, above := p.OverFlatWall(0), p.OverFlatWall(p.DeltaP/2)
	c.FaceMean, c.PerHeight = float32(face.Mean/(q*q)), float32(q*q/(above.Mean-face.Mean))
	c.FaceSize, c.PerSize, c.PerSquares = float32(face.Size/q), float32(q/(face.Size-above.Size)), float32(q*q/face.Squares)
	return c
}

// forcingOf scales what acts on all particles for kernels that measure lengths in units of q
// metres.
func forcingOf(p *sph.Params, at sph.BodyForce, q float64) (f cuda.Forcing) {
	for a, g := range at.Gravity {
		f.Gravity[a], f.AngularVelocity[a], f.AngularAcceleration[a] = float32(g), float32(at.AngularVelocity[a]), float32(at.AngularAcceleration[a])
		if p.LeavesOutHydrostatic() && !p.Periodic[a] {
			f.Hydro[a] = float32(-g * q / (p.C0 * p.C0))
		}
	}
	return f
}

// centralOf is the central force as kernels have it that measure lengths in units of q metres.
func centralOf(p *sph.Params, q float64) (f cuda.Central) {
	k := p.Central.Pull()
	f.Pull = float32(k)
	if p.LeavesOutHydrostatic() {
		f.Hydro = float32(k * q / (p.C0 * p.C0))
	}
	return f
}

// kernelFrame is the case's frame, as kernels have it.
func kernelFrame(c *sph.Case, g neighbor.Grid) (f cuda.Frame) {
	if len(c.RotatingFrame.Angles) > 0 || c.Params.Central.Omega != 0 {
		f.Quantum = float32(g.Quantum)
		for a, x := range c.Centre() {
			f.Centre[a] = float32((x - g.Origin[a]) / g.Quantum)
		}
	}
	return f
}

// motionBin is the width of the bins of cuda.Motion [m/s]: the last of
// its bins is for an eighth of h a step and more.
func motionBin(p *sph.Params) float64 { return p.H / float64(8*neighbor.MotionBins) / p.DtMax() }

// constants are those of the physics, with the device's table of materials.
func (d *domain) constants() cuda.Physics {
	p := d.physics
	p.Materials = d.materials
	return p
}
