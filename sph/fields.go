package sph

import (
	"math"

	"gpusph/sph/scheme"
)

// Field is a value that each particle has. What a particle has stands in the table below. All that
// allocates, sorts, sends, restores, copies, hashes or writes particles walks it. Fields that a
// flow's options do not need take no memory. What steps do with them is in passes.go.
// docs/design/extending.md adds one.
type Field struct {
	Name string // in files
	Unit string // as in files
	// of the float32 that it is made of, in CSV files; without, no file has it
	Columns []string
	Units   []string // of columns that are quantities of their own, of solids alone; nil is others
	Bytes   int      // of one particle: 4, 8 or 16; what is not kept, any number
	// how it changes in time, and so whether it goes with its particle from lists to lists
	Kind   scheme.Kind
	Hashed int                  // bytes of it that the hash is of; 0 is all
	Walls  bool                 // steps change it at walls that have a state, too
	Solids func(p *Params) bool // whether they change it at solids, too; nil is never
	Needed func(p *Params) bool // by these options; nil is always

	// at first, of fluid at x [m], all of which lies in a box; nil is 0
	Begin       func(x, low, high [3]float64) float32
	Diffusivity func(p *Params) float64 // [m²/s]; it limits the time step; nil is 0
	Option      string                  // that says it
	Flows       string                  // the flows whose files have it, after "only flows"
}

// The fields that every flow has. Kernels move position, velocity and id together, for speed; files
// have them in forms of their own. All others are moved by the kernels of cuda/fields.h, one by
// one.
const (
	IDField = iota
	PositionField
	VelocityField
	PackedField
	RemainderField
	ScalarField
	GradientField
	StressField
	strainField
	fitField
	MassField
	MaterialField
	SurfaceField
	WallStateField
	RateField
	firstExtra = RemainderField
)

// fields is the table. Hashes and files have further fields in its order.
var Fields = []Field{
	IDField: {Name: "Id", Bytes: 4, Kind: scheme.Static},
	// the rest is type and body
	PositionField: {Name: "Position", Bytes: 16, Kind: scheme.State, Hashed: 12, Walls: true},
	// and density
	VelocityField: {Name: "Velocity", Bytes: 16, Kind: scheme.State, Walls: true},
	// from the position
	PackedField: {Name: "Packed", Bytes: 8, Kind: scheme.Derived},

	// of the position, of fluid: see cuda/remainder.h
	RemainderField: {Name: "Remainder", Bytes: 8, Kind: scheme.State},
	ScalarField: {
		Name: "Scalar", Columns: []string{"scalar"}, Bytes: 4, Kind: scheme.State,
		Needed:      func(p *Params) bool { return p.Further.Scalar != 0 },
		Diffusivity: func(p *Params) float64 { return p.Further.Scalar }, Option: "scalar",
		Begin: func(x, low, high [3]float64) float32 {
			if x[0] < (low[0]+high[0])/2 {
				return 1
			}
			return 0
		},
		Flows: "with --scalar",
	},
	GradientField: { // of density, see cuda/gradient.h and hydrostatic.h
		Name: "Gradient", Bytes: 16, Kind: scheme.Temporary,
		Needed: func(p *Params) bool { return p.Diffusion == Antuono || p.Central.Omega != 0 },
	},
	StressField: { // of turbulence, or of corrected gradients: see cuda/sps.h, correction.h
		Name: "Stress", Bytes: 32, Kind: scheme.Temporary,
		Needed: func(p *Params) bool {
			return p.Further.Smagorinsky != 0 || p.Further.Correction && !p.correctsInside() ||
				p.writtenByFeatures(StressField)
		},
	},
	strainField: { // its rate: see cuda/residual.h
		Name: "Strain", Bytes: 32, Kind: scheme.Temporary,
		Needed: func(p *Params) bool { return p.Further.Residual && !p.correctsInside() },
	},
	fitField: { // the rate of strain and the matrix of corrected gradients: see cuda/fit.h
		Name: "Fit", Bytes: 32, Kind: scheme.Temporary, Needed: (*Params).correctsInside,
	},
	MassField: { // in files of flows with more than one material; devices have none: see material.go
		Name: "ParticleMass", Unit: "kg", Columns: []string{"mass"}, Bytes: 4, Kind: scheme.Static,
		Needed: func(*Params) bool { return false },
		Flows:  "with several materials ([[material]])",
	},
	// the number of the fluid in Case.Kinds, from 1 on; walls have 0
	MaterialField: { // in files, as the mass
		Name: "Material", Columns: []string{"material"}, Bytes: 4, Kind: scheme.Static,
		Needed: func(*Params) bool { return false },
		Flows:  "with several materials ([[material]])",
	},
	// of walls: the outward normal at the nearest point of their surface, and how far that is [m]
	SurfaceField: {
		Name: "Surface", Columns: []string{"normal_x", "normal_y", "normal_z", "surface_distance"}, Bytes: 16, Kind: scheme.Static,
		Needed: (*Params).NeedsSurfaces,
		Flows:  "with mDBC walls (--boundary mdbc)",
	},
	// of fluid the gradient of density, of walls the way to the surface, and the density of both: see
	// cuda/mdbc.h
	WallStateField: {
		Name: "MDBC", Bytes: 16, Kind: scheme.Temporary,
		Needed: extrapolated,
	},
	// of fluid: acceleration [m/s²] and d(ρ/ρ0)/dt [1/s] with which the next step predicts; see
	// cuda/euler.h
	RateField: {Name: "Rate", Bytes: 16, Kind: scheme.State},
}

// Scheme asks the table itself for what diffuses.
func init() { Fields[RateField].Needed = ofVerlet }

// mostFields bounds the table. Images are given fewer: MOST_FIELDS in cuda/args_steps.h, as many as
// a kernel's arguments have room for.
const MaxFields = 32

// ExtraFields are the further fields of a flow that files have.
func (p *Params) ExtraFields() (all []*Field) {
	for _, f := range p.FlowFields().Extra {
		if f.Columns != nil {
			all = append(all, f.Field)
		}
	}
	return all
}

// hashed is how many bytes of it the hash is of.
func (f *Field) HashedBytes() int {
	if f.Hashed > 0 {
		return f.Hashed
	}
	return f.Bytes
}

// The states of a domain's particles: at the beginning of even and of odd steps of a
// period, and at half a step.
const (
	StateEven = iota
	StateOdd
	StateMiddle
	States
)

// flowField is a field of a flow, with its place in the table.
type FlowField struct {
	Index int
	*Field
	stored [scheme.Times]bool // see scheme.Schedule
}

// in reports whether the field is in a state. While particles are sorted they go to that of odd
// steps.
func (f *FlowField) In(state int) bool {
	switch state {
	case StateEven:
		return f.stored[scheme.Begin]
	case StateOdd:
		return f.stored[scheme.End] || f.Kind.Kept()
	}
	return f.stored[scheme.Middle]
}

// changes reports whether steps change the field, which then has a value in the state of odd steps,
// too.
func (f *FlowField) Changes() bool { return f.stored[scheme.End] }

// flowFields are the fields of a flow.
type FlowFields struct {
	Fields []FlowField
	Kept   []FlowField // those that go with their particles
	Extra  []FlowField // and of these the ones that are moved one by one
}

func (p *Params) FlowFields() (all FlowFields) {
	schedule, err := p.StepSchedule()
	if err != nil {
		return all // Check says why
	}
	for _, k := range fieldOrder() {
		f := FlowField{k, &Fields[k], schedule.Stored[k]}
		if !f.needed(p) {
			continue
		}
		all.Fields = append(all.Fields, f)
		if f.Kind.Kept() {
			all.Kept = append(all.Kept, f)
		}
		if f.Kind.Kept() && k >= firstExtra {
			all.Extra = append(all.Extra, f)
		}
	}
	return all
}

// fieldOrder is that of hashes and files: rates last, as before features had fields.
func fieldOrder() (all []int) {
	for k := range Fields {
		if k != RateField {
			all = append(all, k)
		}
	}
	return append(all, RateField)
}

func (f *Field) needed(p *Params) bool { return f.Needed == nil || f.Needed(p) }

// fieldBytes is what the fields of a particle take on a device.
func (p *Params) FieldBytes() (n int) {
	for _, f := range p.FlowFields().Fields {
		for state := range States {
			if f.In(state) {
				n += f.Bytes
			}
		}
	}
	return n
}

// StateCopyBytes is what a Capture has of each particle.
func (p *Params) StateCopyBytes() int {
	n := 4 // the pressure at walls
	for _, f := range p.FlowFields().Kept {
		n += f.Bytes
	}
	return n
}

// copyPlaces is how many copies a period may make for captures at an interval. Of these times no
// two can have the same step.
func (p *Params) CopyPlaces(interval float64) int {
	if interval == 0 {
		return 0
	}
	period := float64(p.RebuildEvery) * p.LongestStep()
	return int(min(math.Floor(period/interval)+1, float64(p.RebuildEvery)))
}

// CopyBytes is what a device has for each particle, to make captures at an interval; 0 makes none.
func (p *Params) CopyBytes(interval float64) int { return p.CopyPlaces(interval) * p.StateCopyBytes() }

// CopyInterval is one between captures [s] for which CopyBytes is no more than this; 0 if there is
// none.
func (p *Params) CopyInterval(bytes float64) float64 {
	places := math.Floor(bytes / float64(p.StateCopyBytes()))
	if places < 1 {
		return 0
	}
	return 1.001 * float64(p.RebuildEvery) * p.LongestStep() / places
}

// momentary reports whether each evaluation computes the field anew. There is one of it, not one
// for each state.
func (f *Field) momentary() bool { return f.Kind == scheme.Temporary }

// stateOf is the state that has the field where the particles are in another.
func (f *Field) StateOf(state int) int {
	if f.momentary() {
		return StateMiddle
	}
	return state
}
