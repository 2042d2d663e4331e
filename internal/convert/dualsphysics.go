// Package convert makes case files of the input of other programs. What it cannot take it lists, so
// that nothing is dropped silently.
//
// DualSPHysics reads a definition in XML. Its geometry is a list of commands, which paint particles
// on a lattice: what is drawn later replaces what was drawn before. Here they are followed one by
// one and make shapes, of which package problems makes particles.
package convert

import (
	"fmt"
	"slices"

	"gpusph/features/openings"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/internal/unsupported"
)

// Source says where a definition comes from.
type Source struct {
	Dir  string                            // of the files that it names, from the case file
	Read func(file string) ([]byte, error) // reads such a file, named from the definition; may be nil
	Name string                            // of the case, which tables of motions are named after
}

// Result is what a definition becomes.
type Result struct {
	Case  *casefile.Case
	Notes []Note            // by rank, then by line
	Files map[string][]byte // tables that the case file names, to be written next to it

	// Rise sets the speed of sound by the height from the lowest to the highest particle of fluid
	// [m]. It is nil where the definition gives the speed, or the height of the water.
	Rise func(height float64)

	Marks Marks
}

// Marks are the numbers that a definition has for the parts of the case.
type Marks struct {
	Fluids []int // mkfluid of each fluid; -1 for what an inlet begins with
	Walls  []int // mkbound of each wall
	Bodies []int // mkbound of each body
	Sides  []int // mkbound of the sides of the domain
	Zones  []int // mkfluid of what marks inlets and outlets
	Moved  []int // mkbound of walls and bodies that are moved after they were drawn
	Parts  []Part

	MovedFluids []int // mkfluid of fluid, too

	Lowered map[int]float64 // by mkbound of bodies that stand on something [m]

	Points [][3]float64 // single particles of walls, which the case does not have [m]
}

// DualSPHysics converts a definition in XML.
func DualSPHysics(data []byte, from Source) (*Result, error) {
	root, err := parse(data)
	if err != nil {
		return nil, err
	}
	if root.name != "case" || root.child("casedef") == nil {
		return nil, fmt.Errorf("line %d: the file is about <%s>, but a definition for DualSPHysics is "+
			"a <case> with a <casedef>", root.line, root.name)
	}
	r := newReader(from)
	if err := r.read(root); err != nil {
		return nil, err
	}
	if r.tankRests { // its sides are the domain's; as walls they move
		again := newReader(from)
		again.noTank = true
		if err := again.read(root); err == nil && again.changed() < r.changed() {
			r = again
		}
	}
	return &Result{Case: r.c, Notes: Sort(r.notes), Files: r.files, Rise: r.rise, Marks: r.allMarks()},
		nil
}

func newReader(from Source) *reader {
	return &reader{Source: from, dir: from.Dir, c: &casefile.Case{}, variables: map[string]float64{},
		files: map[string][]byte{}, lowered: map[int]float64{}}
}

// changed is how many notes change the flow.
func (r *reader) changed() (n int) {
	for k := range r.notes {
		if r.notes[k].Rank == ChangesFlow {
			n++
		}
	}
	return n
}

// allMarks are those of what the definition became.
func (r *reader) allMarks() Marks {
	m := Marks{Walls: r.wallMarks, Bodies: r.bodyMarks, Zones: r.zones, Parts: r.parts,
		Moved: r.moved, MovedFluids: r.movedFluids, Lowered: r.lowered}
	for _, l := range r.levels {
		m.Fluids = append(m.Fluids, l.mk)
	}
	for _, p := range r.drawnPoints {
		m.Points = append(m.Points, p.at)
	}
	if r.tank != nil {
		for _, i := range r.tank.parts {
			m.Sides = append(m.Sides, i.mk)
		}
	}
	return m
}

// reader goes through a definition.
type reader struct {
	Source
	files     map[string][]byte
	dir       string
	c         *casefile.Case
	variables map[string]float64
	notes     []Note

	dp           float64
	plane        bool    // in two dimensions
	planeY       float64 // where the plane is; case files have it at 0
	lattice      extent
	node         vec     // a place of a particle: pointref, or else pointmin
	offNodes     float64 // by which faces of boxes were moved to nodes at most [m]
	gravity      vec
	highest      bool // of all fluids is the level of each
	treatment    float64
	periodic     [3]bool
	zoned        [3]bool // axes that zones close, and were periodic
	painter      painter
	drawnPoints  []drawnPoint // of walls
	tank         *tank
	domain       extent
	levels       []level      // of the fluids of the case
	wallMarks    []int        // mk of its walls
	bodyMarks    []int        // mk of its bodies
	zones        []int        // mk of fluid that marks inlets and outlets
	floats       map[int]bool // mk that the definition lets float
	bends        map[int]bool // mk of structures that bend
	parts        []Part       // these in the case
	markers      []marker     // of fluid, which may mark inlets
	behind       [6]zonesBehind
	most         float64    // greatest velocity at an inlet or outlet [m/s]
	materials    []*element // <property>
	links        []*element // of marks and materials
	rigid        bool       // bodies rub and bounce there
	coefficients sound
	rise         func(height float64) // of Result
	moving       bool                 // the frame is that of a tank, which moves
	tankRests    bool                 // a tank stays where it is that should move
	noTank       bool                 // walls of a tank stay walls, and are no sides of the domain
	tied         bool                 // links or lines hold bodies
	lowered      map[int]float64      // by mk of bodies that stand on something [m]
	moved        []int                // mkbound of what is moved after it was drawn
	movedFluids  []int                // and mkfluid
}

// read reads all of the case, in the order in which the parts need one another.
func (r *reader) read(root *element) error {
	definition := root.child("casedef")
	geometry := definition.child("geometry")
	if geometry == nil || geometry.child("definition") == nil {
		return fmt.Errorf("line %d: there is no <geometry> with a <definition>, which has the "+
			"distance of the particles", definition.line)
	}
	r.constants(definition.child("constantsdef"))
	if before := geometry.child("predefinition"); before != nil {
		for _, e := range before.children {
			r.command(e)
		}
	}
	if err := r.define(geometry.child("definition")); err != nil {
		return err
	}
	if e := definition.child("constantsdef"); e != nil {
		r.smoothing(e)
	}
	r.recordedLength(root.child("execution").child("constants"))
	parameters := root.child("execution").child("parameters")
	r.parameters(parameters)
	r.floats = floatingMarks(definition.child("floatings"))
	r.bends = bendingMarks(root.child("execution").child("special").child("flexstrucs"))
	r.tied = tiesBodies(root.child("execution").child("special"))
	for _, e := range geometry.children {
		switch e.name {
		case "predefinition", "definition":
		case "commands":
			r.paint(e)
		default:
			r.unknown(e)
		}
	}
	r.closeZones(root.child("execution").child("special").child("inout"))
	r.layOut()
	r.singlePoints()
	r.simulationDomain(parameters)
	r.rigid = rigidOf(root.child("execution"))
	r.materials = r.propertiesOf(definition.child("properties"))
	parts := slices.Clone(definition.children)
	slices.SortStableFunc(parts, func(a, b *element) int { return partOrder(a) - partOrder(b) })
	for _, e := range parts {
		r.part(e)
	}
	r.soundSpeed()
	r.beyond(root)
	for _, e := range definition.all("vres") {
		r.finer(e, 1, nil)
	}
	r.leftMarkers()
	if r.c.End == 0 {
		r.whole(ChangesFlow, "there is no TimeMax; a flow needs an end, e.g. end = 1.5 [s]")
	}
	if len(r.c.Fluids) == 0 {
		r.dry()
	}
	return nil
}

// beyond takes what is not in the definition of the case, and the phases of both.
func (r *reader) beyond(root *element) {
	for _, e := range root.children {
		switch e.name {
		case "casedef":
		case "execution":
			r.execution(e)
		default:
			r.unknown(e)
		}
	}
	if e := root.child("casedef").child("properties"); e != nil && len(r.c.Materials) == 0 {
		if err := r.linkedPhases(e); err != nil {
			r.fail(e, err)
		}
	}
	if e := root.child("execution").child("special"); e != nil {
		r.severalFluids(e)
	} else {
		r.severalFluids(root.child("casedef"))
	}
}

// dry notes that the case has no fluid. If the definition draws some the reason is what could not
// be taken of it.
func (r *reader) dry() {
	const no = "the case has no fluid, so it cannot run; a run needs a [[fluid]], e.g. one with a box"
	if !r.painter.wet && len(openings.Inlets(r.c)) == 0 && r.markers == nil && r.zones == nil {
		r.whole(ChangesFlow, "the definition draws no fluid: it is about bodies or walls alone, and "+
			"gpusph runs flows; add a fluid to it, e.g. a [[fluid]] with a box")
		return
	}
	r.notes = append(r.notes, Note{Rank: ChangesFlow, From: TheCheck, Text: no})
}

// floatingMarks are the mkbound that a definition lets float.
func floatingMarks(e *element) map[int]bool {
	all := map[int]bool{}
	for _, c := range e.all("floating") {
		marks, _ := numbers(c.value("mkbound")) // floatings notes what is wrong
		for _, mk := range marks {
			all[mk] = true
		}
	}
	return all
}

// define takes the spacing and the limits of the lattice.
func (r *reader) define(e *element) error {
	dp, err := r.number(e, "dp")
	if err != nil {
		return fmt.Errorf("line %d: <definition>: %w", e.line, err)
	}
	if dp <= 0 {
		return fmt.Errorf("line %d: <definition>: dp is %s, but the distance of the particles must be "+
			"more than 0", e.line, text.Exact(dp))
	}
	r.dp, r.c.Spacing = dp, dp
	r.variables["Dp"] = dp
	for i, name := range []string{"pointmin", "pointmax"} {
		at := e.child(name)
		if at == nil {
			return fmt.Errorf("line %d: <definition>: there is no <%s>, a corner of the lattice", e.line,
				name)
		}
		p, err := r.point(at)
		if err != nil {
			return fmt.Errorf("line %d: <%s>: %w", at.line, name, err)
		}
		*[]*vec{&r.lattice.low, &r.lattice.high}[i] = p
		for axis, letter := range axes {
			r.variables[[]string{"PosMin_", "PosMax_"}[i]+letter] = p[axis]
		}
	}
	low, high := r.lattice.low, r.lattice.high
	r.node = low
	if high[0] <= low[0] || high[1] < low[1] || high[2] <= low[2] {
		return fmt.Errorf("line %d: <definition>: pointmax must be beyond pointmin, in two dimensions "+
			"but along y", e.line)
	}
	if high[1] == low[1] {
		r.plane, r.planeY, r.c.Dimension = true, low[1], 2
		r.lattice.low[1], r.lattice.high[1] = -0.5, 0.5
		r.variables["Data2D"], r.variables["Data2DPosy"] = 1, low[1]
	}
	for _, c := range e.children {
		switch c.name {
		case "pointmin", "pointmax":
		case "pointref":
			if r.node, err = r.point(c); err != nil {
				return fmt.Errorf("line %d: <pointref>: %w", c.line, err)
			}
		default:
			r.near(c, "it is not known here")
		}
	}
	return nil
}

var axes = [3]string{"x", "y", "z"}

// partOrder sorts parts: what is moved at first may float, and what floats is no wall of a tank
// that moves.
func partOrder(e *element) int {
	return map[string]int{"initials": -1, "motion": 1}[e.name]
}

// part takes a part of the definition that is neither constants nor geometry.
func (r *reader) part(e *element) {
	switch e.name {
	case "constantsdef", "geometry":
	case "mkconfig":
		for _, c := range e.children {
			r.inform(c, "particles have no order that a file could choose")
		}
	case "initials":
		for _, c := range e.children {
			r.initial(c)
		}
	case "floatings":
		r.floatings(e)
	case "motion":
		r.motions(e)
	case "normals":
		r.inform(e, noNormals)
	case "properties": // with the bodies
	case "vres": // once it is known what moves
	default:
		r.unknown(e)
	}
}

// noNormals is why normals of walls are not read.
const noNormals = "walls have the normals of their shapes, so mdbc needs none of its own"

// unknown notes an element that is not taken: a feature that is missing, or something unknown.
func (r *reader) unknown(e *element) {
	switch missing, ok := unsupported.Lookup(e.name); {
	case ok && missing.Flow:
		r.skip(e, "%v", missing)
	case ok:
		r.near(e, "%v", missing)
	default:
		r.skip(e, "it is not known here")
	}
}
