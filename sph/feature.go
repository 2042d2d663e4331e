package sph

import (
	"io"
	"slices"

	"gpusph/sph/scheme"
)

// Feature is what a capability adds to flows. It lies in a folder of its own below features, which
// package features puts into tables of this and other packages. Nothing here names one.
type Feature struct {
	Name string // for people, and what it is called in cases and samples
	// Has reports whether flows with these parameters have it; nil is that Case.Give says so.
	Has func(p *Params) bool
	// Options are numbers that users set, each after one of the core: Params.Number has their values.
	Options   []Option
	Constants []KernelConstant
	// Quantities are numbers that cases set, not users, and fields and passes follow from:
	// Params.Number has their values, too.
	Quantities []string
	// Fields of particles, which come after those of the core, by FieldPlace; without Needed of
	// flows that have the feature.
	Fields     []Field
	ForcesRead []string // the fields of neighbours that Forces reads
	// ForcesReadNew are those that it reads once a pass before has written them in the step.
	ForcesReadNew []string
	// ForcesGive is a global that Forces sums in each half of a step, for passes of the feature.
	ForcesGive *scheme.Global
	// Carried is the field that fluid brings along where it comes in.
	Carried string
	// Births: particles are born and removed in its flows, besides those that leave the domain.
	Births bool
	// BendsWalls: wall particles of its flows move each by itself, by the forces on them.
	BendsWalls bool
	Passes     []Pass // of a step, each at its anchor; Needed is that the flow has the feature
	// FieldPasses are passes that name the feature's own fields or globals.
	FieldPasses func() []Pass

	// Check returns the first thing that cannot be simulated. It sees flows that have the feature.
	Check func(c *Case) error
	// Hash adds what decides the flow until a time, with what to call it where it differs from that of
	// a checkpoint.
	Hash         func(c *Case, until float64, add func(of string, write func(h io.Writer)))
	WallFriction bool // it is all the friction between fluid and walls
	// Viscosity is the greatest kinematic viscosity [m²/s] of a feature that has all laminar viscosity
	// of the fluid: Forces has none then.
	Viscosity func(p *Params) float64
	// DiffusiveStep is the longest step that its diffusion allows [s], and the option or the quantity
	// that sets it. LongestStep is what else allows one.
	DiffusiveStep func(p *Params) (dt float64, option string)
	LongestStep   func(p *Params) float64
	// SchemeStep is another, which depends on the scheme; the scheme does not depend on it.
	SchemeStep func(p *Params, s Scheme) float64
	StepLimit  string // what these steps follow from, for messages; "" is the name
	Drives     bool   // it may give energy to the fluid
	// Holds is why the flow makes no sense without a body, from 0 on; "" is that it does.
	Holds func(c *Case, body int) string
	// Warnings are sentences on parameters that are likely to go wrong.
	Warnings func(p *Params) []string
	// Solid reports whether a wall particle is of a solid, which has states of its own in the fields
	// with Solids.
	Solid func(c *Case, i int) bool
	// Energies are those that samples have of flows with the feature.
	Energies []Energy
	// EnergyBound is a bound of these [J].
	EnergyBound func(c *Case) float64
	// Sums is how many sums over all steps it has; see package measure.
	Sums func(c *Case) int
	// Readings is how many numbers samples have of its state on devices, but for sums; see package
	// launch.
	Readings func(c *Case) int
	// Volumes are those that have come into the flow through parts of its boundary, by a sample.
	Volumes func(c *Case, m *Sample) []float64
	// Passages follows what comes and goes through these, which are called PassagesAre.
	Passages    func(c *Case) Passages
	PassagesAre string
	// Columns are those of energies.csv.
	Columns func(c *Case, m *Sample) []Column
	// Table is a file of its own with a row for each sample; nil is none.
	Table *SampleTable
	// SnapshotTable is one with a row for each snapshot; nil is none.
	SnapshotTable *SnapshotTable
	// LastPicture is of the end of a run.
	LastPicture LastPicture
	// Wrong is why a flow with a sample cannot go on; "" is that it can.
	Wrong func(c *Case, m *Sample) string
	// Contents are how much fluid is in the free space, and then in the feature's parts.
	Contents func(c *Case, s *Snapshot) []Content
	// Curves are those of a sample, for viewers, and CurveValues what their values are, with a unit.
	Curves      func(c *Case, m *Sample) []Curve
	CurveValues [2]string
	// Boxes are where it acts, for pictures.
	Boxes func(c *Case) []NamedBox

	place int // in the table, from 0 on
}

// FieldPlace is the place of a field in the table, by its name.
func FieldPlace(name string) int {
	return slices.IndexFunc(Fields, func(f Field) bool { return f.Name == name })
}

// GlobalPlace is the place of a global quantity in the table, by its name.
func GlobalPlace(name string) int {
	return slices.IndexFunc(Globals, func(g scheme.Global) bool { return g.Name == name })
}

// forcesGive are the globals that Forces sums for features of a flow.
func (p *Params) forcesGive() (all []int) {
	for _, f := range features {
		if f.ForcesGive != nil && p.Has(f) {
			all = append(all, GlobalPlace(f.ForcesGive.Name))
		}
	}
	return all
}

// bendsWalls reports whether wall particles move each by itself.
func (p *Params) bendsWalls() bool {
	return slices.ContainsFunc(features, func(f *Feature) bool { return f.BendsWalls && p.Has(f) })
}

// forcesRead are the fields of neighbours that Forces reads for features of a flow: always, and
// once they are written in the step.
func (p *Params) forcesRead() (always, written []int) {
	for _, f := range features {
		if !p.Has(f) {
			continue
		}
		for _, name := range f.ForcesRead {
			always = append(always, FieldPlace(name))
		}
		for _, name := range f.ForcesReadNew {
			written = append(written, FieldPlace(name))
		}
	}
	return always, written
}

// CarriedField is the field of a feature that fluid brings along where it comes in; 0 is none.
func (p *Params) CarriedField() int {
	for _, f := range features {
		if f.Carried != "" && p.Has(f) {
			return FieldPlace(f.Carried)
		}
	}
	return 0
}

// ChangesSolids reports whether steps change a field at solids.
func (p *Params) ChangesSolids(field int) bool {
	f := &Fields[field]
	return f.Solids != nil && f.Solids(p)
}

// Column is a value of a table of samples.
type Column struct {
	Name, Unit string // the unit of a flow in space
	Value      float64
}

// Content is the fluid in a part of the flow; that of the free space has no name.
type Content struct {
	Name         string
	Mass, Volume float64 // [kg], Σ m/ρ [m³]; in two dimensions of a metre
}

// Curve is a line through points of a flow [m], with a value at each.
type Curve struct {
	Name   string
	Points [][3]float64
	Values []float64
}

// NamedBox is a box of a flow [m].
type NamedBox struct {
	Name     string
	Min, Max [3]float64
}

// Features are a set of them, by their places.
type Features uint64

var features []*Feature

// Install puts a feature at the end of the table.
func Install(f *Feature) {
	if f.Has == nil && f.Hash == nil { // a flow could go on as another one
		panic("the feature " + f.Name + " has a part of cases, but no hash of it")
	}
	f.place = len(features)
	if f.Table != nil {
		f.Table.of = f
	}
	if f.SnapshotTable != nil {
		f.SnapshotTable.of = f
	}
	features = append(features, f)
	has := func(p *Params) bool { return p.Has(f) }
	for _, of := range f.Fields {
		if of.Needed == nil {
			of.Needed = has
		}
		Fields = append(Fields, of)
	}
	if f.ForcesGive != nil {
		Globals = append(Globals, *f.ForcesGive)
	}
	if f.FieldPasses != nil {
		f.Passes = append(f.Passes, f.FieldPasses()...)
	}
	for k := range f.Passes {
		if f.Passes[k].Needed == nil {
			f.Passes[k].Needed = has
		}
	}
	for k := range f.Constants {
		if f.Constants[k].Needed == nil {
			f.Constants[k].Needed = has
		}
	}
	for k := range f.Options {
		name, after := f.Options[k].Name, f.Options[k].After
		if !slices.ContainsFunc(coreOptions, func(o Option) bool { return o.Name == after }) {
			panic("there is no option " + after + " that " + name + " could come after")
		}
		numbers = append(numbers, name)
		f.Options[k].Value = func(p *Params) any { return p.Number(name) }
	}
	numbers = append(numbers, f.Quantities...)
	Passes, Options = passesWith(features), optionsWith(features)
}

// Numbers are the values of options and quantities of features.
type Numbers [32]float64

// numbers are their names, by their places.
var numbers []string

// Number is the value of an option or a quantity of a feature.
func (p *Params) Number(name string) *float64 {
	return &p.Further.Numbers[slices.Index(numbers, name)]
}

// NumbersBy are the values of options and quantities of features, by their names.
func (p *Params) NumbersBy() map[string]float64 {
	all := map[string]float64{}
	for k, name := range numbers {
		all[name] = p.Further.Numbers[k]
	}
	return all
}

// optionsWith are the options of the core, and among them those of features.
func optionsWith(features []*Feature) (all []Option) {
	for _, o := range coreOptions {
		all = append(all, o)
		for _, f := range features {
			for _, own := range f.Options {
				if own.After == o.Name {
					all = append(all, own)
				}
			}
		}
	}
	return all
}

// allConstants are those of the core, of walls and of features.
func allConstants() []KernelConstant {
	all := append(slices.Clone(constants), wallConstants()...)
	for _, f := range features {
		all = append(all, f.Constants...)
	}
	return all
}

// wallFriction reports whether a feature is all the friction between fluid and walls.
func (p *Params) wallFriction() bool {
	return slices.ContainsFunc(features, func(f *Feature) bool { return f.WallFriction && p.Has(f) })
}

// ownViscosity is the viscosity [m²/s] of a feature that has all of it; 0 is that Forces has it.
func (p *Params) ownViscosity() float64 {
	for _, f := range features {
		if f.Viscosity != nil && p.Has(f) {
			return f.Viscosity(p)
		}
	}
	return 0
}

// longestOfFeatures is the longest step that features allow besides diffusion [s], 0 being any, and
// what limits it.
func (p *Params) longestOfFeatures() (dt float64, by StepLimit) {
	return p.longestBy(func(f *Feature) float64 {
		if f.LongestStep == nil {
			return 0
		}
		return f.LongestStep(p)
	})
}

// longestOfScheme is the longest step of features that depends on the scheme [s], and its feature.
func (p *Params) longestOfScheme() (dt float64, by StepLimit) {
	scheme := p.Scheme()
	return p.longestBy(func(f *Feature) float64 {
		if f.SchemeStep == nil {
			return 0
		}
		return f.SchemeStep(p, scheme)
	})
}

func (p *Params) longestBy(step func(f *Feature) float64) (dt float64, by StepLimit) {
	for _, f := range features {
		if !p.Has(f) {
			continue
		}
		if longest := step(f); longest > 0 && (dt == 0 || longest < dt) {
			dt, by = longest, firstOfFeatures+StepLimit(f.place)
		}
	}
	return dt, by
}

// writtenByFeatures reports whether a pass of a feature writes a field of the core.
func (p *Params) writtenByFeatures(field int) bool {
	return slices.ContainsFunc(features, func(f *Feature) bool {
		return p.Has(f) && slices.ContainsFunc(f.Passes, func(s Pass) bool {
			return slices.Contains(s.Writes, field)
		})
	})
}

// passesWith are the passes of the core, and at their anchors those of walls and features.
func passesWith(features []*Feature) (all []Pass) {
	for _, s := range corePasses {
		if s.Anchor == 0 {
			all = append(all, s)
			continue
		}
		all = append(all, wallPasses(s.Anchor)...)
		for _, f := range features {
			for _, own := range f.Passes {
				if own.Anchor == s.Anchor {
					all = append(all, own)
				}
			}
		}
	}
	return all
}

// Has reports whether flows with these parameters have a feature.
func (p *Params) Has(f *Feature) bool {
	if f.Has != nil {
		return f.Has(p)
	}
	return p.Further.Features>>f.place&1 != 0
}

// FeaturesOf are those of some names.
func FeaturesOf(names ...string) (all Features) {
	for _, name := range names {
		all |= 1 << named(name).place
	}
	return all
}

// named is the feature of a name.
func named(name string) *Feature {
	for _, f := range features {
		if f.Name == name {
			return f
		}
	}
	panic("there is no feature " + name + "; packages that use it import package features")
}
