package sph

import (
	"math"
	"slices"

	"gpusph/cuda"
	"gpusph/gpu"
)

// FurtherParams are the parameters of further fields and passes.
type FurtherParams struct {
	Scalar      float64 // diffusivity of a passive scalar of the fluid [m²/s]; 0 is no scalar
	Smagorinsky float64 // constant of sub-particle scale turbulence; 0 is none
	Correction  bool    // gradients of the smoothing kernel are corrected
	XSPH        float64 // Monaghan's ε; 0 is none
	Shifting    float64 // Skillen's A; 0 is none
	Surfaces    bool    // walls keep the nearest point of their surface and its normal
	Slip        bool    // no viscosity acts between fluid and walls of mdbc
}

// pass is a walk over the active particles in half a step. It computes something for each of them, in
// most cases from sums over the neighbours.
type pass struct {
	Kernel    cuda.KernelOf[cuda.PassArgs]                 // none is that of Forces, which has arguments of its own
	Within    bool                                         // Forces of the first half of a step does it too, for that of the second
	Reads     []int                                        // fields of neighbours
	Writes    []int                                        // fields of its own particle; the kernel's `out` is the first
	Own       int                                          // a further field of its own particle that steps do not change; 0 is none
	Needed    func(p *Params) bool                         // by these options; nil is always
	Constants func(p *Params, unit float64) (c [4]float32) // of its kernel, where lengths are in units of so many metres
	Only      *half                                        // of a step that it is in; nil is both
	Drift     func(p *Params) float64                      // how far it may move a particle in a step, at most [m]; the lists allow for it
	For       string                                       // which of cuda.Terms it computes for Forces

	Value  func(p *Params) float64 // its parameter; where that is 0 there is no such pass
	Option string                  // that says it

	constants [4]float32 // once the options are known
}

// passes are all there are, in their order. docs/extending.md adds one.
var passes = []pass{
	{ // in the corrector Antuono's gradient is written over it
		Kernel: "hydrostatic", Writes: []int{gradientField}, For: "gradient",
		Needed: func(p *Params) bool { return p.Central.Omega != 0 },
	},
	{
		Kernel: "gradient", Reads: []int{packedField, velocityField}, Writes: []int{gradientField}, For: "gradient",
		Needed: func(p *Params) bool { return p.Diffusion == Antuono }, Only: new(correct), Constants: (*Params).acrossPlane,
	},
	{
		Kernel: "correction", Reads: []int{packedField}, Writes: []int{stressField}, For: "stress",
		Needed: func(p *Params) bool { return p.Further.Correction }, Constants: (*Params).acrossPlane,
	},
	{
		Kernel: "mdbc_gradient", Reads: []int{packedField, velocityField}, Writes: []int{mdbcField},
		Needed: func(p *Params) bool { return p.Boundary == MDBC }, Only: new(predict), Constants: (*Params).mdbcGradient,
	},
	{
		Kernel: "mdbc", Reads: []int{packedField, velocityField, mdbcField}, Writes: []int{mdbcField}, Own: surfaceField,
		Needed: func(p *Params) bool { return p.Boundary == MDBC }, Only: new(predict), Constants: (*Params).mdbcWalls,
	},
	{ // Forces, and Euler
		Reads:  []int{packedField, velocityField, gradientField, stressField, mdbcField},
		Writes: []int{positionField, velocityField, packedField, remainderField},
	},
	{ // stresses of turbulence
		Within: true, Reads: []int{packedField, velocityField}, Writes: []int{stressField}, For: "stress",
		Value: func(p *Params) float64 { return p.Further.Smagorinsky }, Option: "smagorinsky",
		Constants: func(p *Params, _ float64) [4]float32 {
			const blin = 0.0066 // C_I
			return [4]float32{float32(math.Pow(p.Further.Smagorinsky*p.DeltaP, 2)), float32(2. / 3 * blin * p.DeltaP * p.DeltaP)}
		},
	},
	{
		Kernel: "scalar", Reads: []int{packedField, velocityField, scalarField}, Writes: []int{scalarField},
		Needed:    func(p *Params) bool { return p.Further.Scalar != 0 },
		Constants: func(p *Params, unit float64) [4]float32 { return [4]float32{float32(2 * p.Further.Scalar / unit)} },
	},
	{
		Kernel: "shift", Reads: []int{packedField}, Writes: []int{positionField, packedField, remainderField},
		Value: func(p *Params) float64 { return p.Further.Shifting }, Option: "shifting", Only: new(correct), Drift: (*Params).usualDrift,
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(p.Further.Shifting * p.H), float32(1 / p.weight(p.DeltaP)), float32(p.usualDrift()), p.atSurface()}
		},
	},
	{
		Kernel: "xsph", Reads: []int{packedField, velocityField}, Writes: []int{positionField, packedField, remainderField},
		Value: func(p *Params) float64 { return p.Further.XSPH }, Option: "xsph", Only: new(correct), Drift: (*Params).usualDrift,
		Constants: func(p *Params, _ float64) [4]float32 {
			return [4]float32{float32(2 * p.Further.XSPH * p.Mass / p.Rho0 * p.weightAtZero()), float32(p.usualDrift())}
		},
	},
}

func (s *pass) needed(p *Params) bool {
	return (s.Needed == nil || s.Needed(p)) && (s.Value == nil || s.Value(p) != 0)
}

// in says whether it is in half a step.
func (s *pass) in(h half) bool {
	if s.Within {
		return h == predict
	}
	return s.Only == nil || h == *s.Only
}

// forcesKernel is that of Forces in half a step.
func (s *Simulation) forcesKernel(h half) cuda.KernelOf[cuda.ForcesArgs] {
	p := &s.Case.Params
	fields := p.terms(h)
	var terms []string
	for k, term := range cuda.Terms {
		if fields[k] > 0 {
			terms = append(terms, term)
		}
	}
	if len(terms) == 1 && p.strains(h) {
		terms[0] = "strain"
	}
	laminar := p.Nu > 0 || s.boundary() == cuda.Moving || p.Boundary == MDBC && (s.walls.move || s.wallsMove)
	if terms != nil {
		return cuda.ForcesWith(terms, p.Kernel.String(), laminar, s.boundary())
	}
	return cuda.Forces(p.Kernel.String(), laminar, s.boundary())
}

// terms are the fields that passes compute for Forces of half a step, by their places in cuda.Terms; 0 is none.
func (p *Params) terms(h half) (all [len(cuda.Terms)]int) {
	for _, before := range passes {
		if before.For != "" && before.needed(p) && (before.in(h) || before.Within) {
			all[slices.Index(cuda.Terms[:], before.For)] = before.Writes[0]
		}
	}
	return all
}

// strains says whether Forces of half a step computes the stresses for the next.
func (p *Params) strains(h half) bool {
	return slices.ContainsFunc(passes, func(s pass) bool { return s.Within && s.needed(p) && s.in(h) })
}

// drift is how far passes may move a particle in a step beyond what its velocity makes, at most [m].
func (p *Params) drift() (most float64) {
	for _, s := range passes {
		if s.Drift != nil && s.needed(p) {
			most += s.Drift(p)
		}
	}
	return most
}

// usualDrift is half of how far a tenth of the speed of sound takes a particle in a step [m].
func (p *Params) usualDrift() float64 { return 0.05 * p.C0 * p.DtMax() }

// acrossPlane is 1 in two dimensions, for matrices that have nothing along y.
func (p *Params) acrossPlane(_ float64) [4]float32 { return [4]float32{float32(3 - p.Dim)} }

// atSurface is Σ m/ρ0 r·(-∇W) at a free surface, below which shifting moves nothing; see shift.h.
func (p *Params) atSurface() float32 {
	if p.Dim == 2 {
		return 1.5
	}
	return 2.75
}

// stage is passes that a stripe does one after the other, without waiting for others.
type stage []pass

// stages are the passes of half a step. A pass that reads of neighbours what one before it has computed
// anew begins another stage. All else is read as it was half a step ago.
func (p *Params) stages(h half, unit float64) (all []stage) {
	for _, next := range passes {
		if !next.needed(p) || !next.in(h) {
			continue
		}
		if next.Constants != nil {
			next.constants = next.Constants(p, unit)
		}
		last := len(all) - 1
		if last < 0 || slices.ContainsFunc(next.Reads, func(place int) bool { return fields[place].momentary() && all[last].writes(place) }) {
			all = append(all, nil)
			last++
		}
		all[last] = append(all[last], next)
	}
	return all
}

// Exchanges are those of edges in a step: for each the bytes of a particle.
func (p *Params) Exchanges() (all []int) {
	flow := p.flowFields()
	for h, state := range [...]int{predict: halfStep, correct: odd} {
		for _, s := range p.stages(half(h), 1) {
			n := 0
			for i := range flow.fields {
				if f := &flow.fields[i]; f.sent(s, state) {
					n += f.Bytes
				}
			}
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all
}

// within is the pass that Forces does too; nil is none.
func within(stages []stage) *pass {
	for _, s := range stages {
		if k := slices.IndexFunc(s, func(p pass) bool { return p.Within }); k >= 0 {
			return &s[k]
		}
	}
	return nil
}

// writes says whether the stage writes a field.
func (s stage) writes(place int) bool {
	return slices.ContainsFunc(s, func(p pass) bool { return slices.Contains(p.Writes, place) })
}

// momentary says whether each evaluation computes the field anew. There is one of it, not one for each state.
func (f *Field) momentary() bool { return !f.Keep && f.Levels == halfLevel }

// stateOf is the state that has the field where the particles are in another.
func (f *Field) stateOf(state int) int {
	if f.momentary() {
		return halfStep
	}
	return state
}

// launchPass launches a pass for a stripe in half a step.
func (d *domain) launchPass(p *pass, h half, s *stripe) {
	switch {
	case p.Within:
	case p.Kernel == "":
		gpu.Launch(s.stream, d.forcesKernels[h], d.forcesArgs(h, s.Part), 0, s.Len())
	default:
		gpu.Launch(s.stream, p.Kernel, d.passArgs(p, h, s.Part), 0, s.Len())
	}
}

// passArgs is what a pass works with besides what Forces has.
func (d *domain) passArgs(p *pass, h half, part cuda.Part) cuda.PassArgs {
	forces := d.forcesArgs(h, part)
	now, at, to := d.step%2, d.read(h), d.written(h)
	place := p.Writes[0]
	f := &fields[place]
	args := cuda.PassArgs{
		P: d.physics, List: forces.List, Packed: forces.Packed, Vel: forces.Vel, Walls: forces.Walls,
		At: d.states[f.stateOf(at)][place], From: d.states[f.stateOf(now)][place], Out: d.stores(place, to),
		Clock: d.clock, Record: forces.Record, Part: part, Euler: forces.Euler, Constant: p.constants, Frame: d.frame, Central: d.central,
		Own: d.states[even][p.Own], WallVel: d.wallVelocities(h),
	}
	if f.Sends>>f.stateOf(to)&1 == 0 {
		args.Euler.Edges = cuda.Edges{RightFrom: math.MaxInt32}
	}
	return args
}

// stores is where a field of a state goes, here and at the neighbours.
func (d *domain) stores(place, state int) cuda.Stores {
	state = fields[place].stateOf(state)
	left, right, _ := d.outgoing(state)
	return cuda.Stores{To: d.states[state][place], Left: left[place], Right: right[place]}
}
