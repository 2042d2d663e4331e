package sph

// Boundary is how walls act on the fluid: a place in WallModels.
type Boundary int

// The boundaries.
const (
	LennardJones Boundary = iota
	Dynamic
	Dummy
	MDBC
)

// WallModels are all there are, by their boundaries.
var WallModels = [...]WallModel{
	LennardJones: lennardJones,
	Dynamic:      dynamicWalls,
	Dummy:        dummyWalls,
	MDBC:         mdbcWalls,
}

// WallModel is what walls of a boundary have and do. docs/design/extending.md adds one.
type WallModel struct {
	Name string // on the command line
	// Form is whose kernels of the forces it has, and Moving where some walls move; "" are its own.
	Form, Moving string

	// Layers says that walls are as deep as the support of the kernel, and are taken for more of the
	// water; others are one layer, which repels and does nothing else.
	Layers bool
	// Integrated says that steps change a density of walls.
	Integrated bool
	// Extrapolated says that passes give walls near fluid a velocity and a density, once a step, in
	// WallStateField.
	Extrapolated bool
	Surfaces     bool // walls keep the nearest point of their surface
	Bodies       bool // fluid before them may carry bodies: the force on them is that of a surface
	Fluids       bool // they know several fluids
	Friction     bool // they may have a coefficient of friction
	Slips        bool // they may have no friction
	// Leaks says that walls that are thinner than the support do not hold water where h/Δp is large.
	Leaks bool

	Check     func(p *Params) error // of its parameters; nil is none
	Passes    []Pass                // at their anchors
	Constants []KernelConstant
}

// Model is what these walls have and do.
func (b Boundary) Model() *WallModel { return &WallModels[b] }

func (b Boundary) String() string { return Boundaries[b] }

// Boundaries are the names as the command line spells them.
var Boundaries = boundaryNames()

func boundaryNames() (names []string) {
	for k := range WallModels {
		names = append(names, WallModels[k].Name)
	}
	return names
}

// BoundariesWith are the names of those that have something, for errors.
func BoundariesWith(has func(m *WallModel) bool) (names []string) {
	for k := range WallModels {
		if has(&WallModels[k]) {
			names = append(names, WallModels[k].Name)
		}
	}
	return names
}

// CarryBodies and KnowFluids are for BoundariesWith.
func CarryBodies(m *WallModel) bool { return m.Bodies }
func KnowFluids(m *WallModel) bool  { return m.Fluids }

// HasState reports whether walls have a density of their own, which steps change.
func (b Boundary) HasState() bool { return b.Model().Integrated }

// TakesPart reports whether each evaluation of the forces computes something for walls in reach of
// fluid.
func (b Boundary) TakesPart() bool { return b.Model().Integrated || b.Model().Extrapolated }

// CarriesBodies reports whether fluid before these walls may carry bodies.
func (b Boundary) CarriesBodies() bool { return b.Model().Bodies }

// KernelForm names the boundary whose kernels of the forces these walls have, where some move or
// none.
func (b Boundary) KernelForm(move bool) string {
	m := b.Model()
	switch {
	case move && m.Moving != "":
		return m.Moving
	case m.Form != "":
		return m.Form
	}
	return m.Name
}

// NeedsSurfaces reports whether walls keep the nearest point of their surface.
func (p *Params) NeedsSurfaces() bool { return p.Further.Surfaces || p.Boundary.Model().Surfaces }

// extrapolated reports whether walls have the state that passes give them.
func extrapolated(p *Params) bool { return p.Boundary.Model().Extrapolated }

// wallPasses are those of all models at an anchor, each in flows with such walls.
func wallPasses(at Anchor) (all []Pass) {
	for k := range WallModels {
		for _, s := range WallModels[k].Passes {
			if s.Anchor == at {
				is, needed := Boundary(k).is, s.Needed
				s.Needed = func(p *Params) bool { return is(p) && (needed == nil || needed(p)) }
				all = append(all, s)
			}
		}
	}
	return all
}

// wallConstants are those of all models, each in flows with such walls.
func wallConstants() (all []KernelConstant) {
	for k := range WallModels {
		for _, c := range WallModels[k].Constants {
			c.Needed = Boundary(k).is
			all = append(all, c)
		}
	}
	return all
}

func (b Boundary) is(p *Params) bool { return p.Boundary == b }
