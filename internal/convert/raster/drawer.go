package raster

import (
	"math"
	"strconv"
	"strings"
)

// A mark is what a node holds: void, or particles of an mk.
type mark struct {
	void   bool
	bound  bool
	number int // mkbound or mkfluid
}

// maxMarks is the most marks of a definition.
const maxMarks = 4095

// A codeSet tells for each code of a node whether it is in.
type codeSet [maxMarks + 1]bool

// pen is the state that drawing commands use.
type pen struct {
	code    uint16
	mark    mark
	mode    string // wire, face, solid or full
	idle    bool   // setactive drawpoints="false"
	free    bool   // setfrdrawmode: particles off the lattice
	boxFull bool   // setboxlimitmode: the limits of a box are part of it
	matrix  matrix
	line    [3]float64 // setlinebegin
}

// A drawer follows the commands of a definition.
type drawer struct {
	pen
	root       *node
	lat        lattice
	twoD       bool
	vars       variables
	lists      map[string]*node
	depth      int // of lists inside lists
	steps      int // commands so far
	saved      []matrix
	marks      []mark
	codes      map[mark]uint16
	firstFluid int
	firstBound int

	collect func(i, j, k int) // takes nodes in place of the lattice

	unsupported, approximate map[string]bool
}

// newDrawer reads the domain, at the given number of times the spacing.
func newDrawer(root *node, options Options, times float64) (*drawer, error) {
	d := &drawer{root: root, vars: variables{}, lists: map[string]*node{},
		marks: []mark{{void: true}}, codes: map[mark]uint16{{void: true}: 0},
		unsupported: map[string]bool{}, approximate: map[string]bool{},
		pen: pen{mode: "solid", matrix: identity}, firstFluid: 1, firstBound: 11}
	if err := d.constants(); err != nil {
		return nil, err
	}
	if err := d.domain(options, times); err != nil {
		return nil, err
	}
	d.lat.limit = max(1, options.MaxNodes/page)
	return d, nil
}

// constants gives the variables that GenCase defines itself.
func (d *drawer) constants() error {
	def := d.root.path("case", "casedef")
	if def == nil {
		return errNoDefinition
	}
	constants := def.child("constantsdef")
	for name, key := range map[string]string{"rhop0": "rhop0", "coefh": "coefh",
		"gamma": "gamma", "hswl": "hswl"} {
		if n := constants.child(key); n != nil {
			x, err := d.vars.attribute(n, "value", 0)
			if err != nil {
				return err
			}
			d.vars[name] = x
		}
	}
	if n := constants.child("gravity"); n != nil {
		g, err := d.vars.vector(n)
		if err != nil {
			return err
		}
		d.vars["gravity_x"], d.vars["gravity_y"], d.vars["gravity_z"] = g[0], g[1], g[2]
		d.vars["gravity"] = math.Sqrt(g[0]*g[0] + g[1]*g[1] + g[2]*g[2])
	}
	if n := def.child("mkconfig"); n != nil {
		count, err := d.vars.attribute(n, "fluidcount", 10)
		if err != nil {
			return err
		}
		d.firstBound = int(count) + d.firstFluid
	}
	return nil
}

// domain reads the spacing and the limits, and lays the lattice: the first node is at pointmin,
// or on the lattice through pointref; pointmax is outside.
func (d *drawer) domain(options Options, times float64) error {
	geometry := d.root.path("case", "casedef", "geometry")
	definition := geometry.child("definition")
	if definition == nil || geometry.child("commands") == nil {
		return errNoDefinition
	}
	dp, err := d.vars.attribute(definition, "dp", 0)
	if err != nil {
		return err
	}
	if options.DP != 0 {
		dp = options.DP
	}
	dp *= times
	if dp <= 0 || math.IsInf(dp, 0) || math.IsNaN(dp) {
		return lineError(definition, "dp must be a positive number")
	}
	d.vars["dp"] = dp
	if first := geometry.child("predefinition"); first != nil {
		if err := d.run(first); err != nil {
			return err
		}
	}
	lo, hi, err := d.limits(definition)
	if err != nil {
		return err
	}
	return d.lay(definition, dp, lo, hi)
}

func (d *drawer) limits(definition *node) (lo, hi [3]float64, err error) {
	for i, name := range []string{"pointmin", "pointmax"} {
		n := definition.child(name)
		if n == nil {
			return lo, hi, lineError(definition, "<%s> is missing", name)
		}
		p, err := d.vars.vector(n)
		if err != nil {
			return lo, hi, err
		}
		variable := [...]string{"posmin_", "posmax_"}[i]
		for a, axis := range []string{"x", "y", "z"} {
			d.vars[variable+axis] = p[a]
		}
		if i == 0 {
			lo = p
		} else {
			hi = p
		}
	}
	d.twoD = lo[1] == hi[1]
	d.vars["data2d"], d.vars["data2dposy"] = truth(d.twoD), lo[1]
	return lo, hi, nil
}

// lay makes the lattice.
func (d *drawer) lay(definition *node, dp float64, lo, hi [3]float64) error {
	d.lat = lattice{dp: dp, origin: lo, pages: map[int]*[page]uint16{}}
	if n := definition.child("pointref"); n != nil {
		p, err := d.vars.vector(n)
		if err != nil {
			return err
		}
		for a := range 3 {
			if a != 1 || !d.twoD {
				d.lat.origin[a] = p[a] + math.Ceil((lo[a]-p[a])/dp-slack)*dp
			}
		}
	}
	total := 1.0
	for a := range 3 {
		count := math.Ceil((hi[a]-d.lat.origin[a])/dp - slack)
		if !(count >= 0) {
			return lineError(definition, "pointmax lies below pointmin")
		}
		total *= max(count, 1)
		if total > maxDomain {
			return ErrTooLarge
		}
		d.lat.n[a] = max(int(count), 1)
	}
	return nil
}

// draw runs the main list.
func (d *drawer) draw() error {
	commands := d.root.path("case", "casedef", "geometry", "commands")
	for _, n := range commands.children {
		if name, is := n.get("name"); n.name == "list" && is {
			d.lists[name] = n
		}
	}
	for _, n := range commands.children {
		if n.name == "mainlist" {
			if err := d.run(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// maxSteps is the most commands that are followed.
const maxSteps = 1_000_000

// run follows the commands of a list.
func (d *drawer) run(list *node) error {
	for _, n := range list.children {
		if strings.HasPrefix(n.name, "_") {
			continue
		}
		if d.steps++; d.steps > maxSteps {
			return lineError(n, "lists run more than %d commands", maxSteps)
		}
		runs, err := d.vars.holds(n)
		if err != nil {
			return err
		}
		if off, err := d.vars.switchedOff(n); err != nil {
			return err
		} else if off || !runs {
			continue
		}
		command := commands[n.name]
		if command == nil {
			d.unsupported[n.name] = true
			continue
		}
		if err := command(d, n); err != nil {
			return err
		}
		if d.lat.full {
			return ErrTooLarge
		}
	}
	return nil
}

// choose makes mark m the one that the next commands draw.
func (d *drawer) choose(n *node, m mark) error {
	code, is := d.codes[m]
	if !is {
		if len(d.marks) == maxMarks {
			return lineError(n, "more than %d values of mk are not supported", maxMarks-1)
		}
		code = uint16(len(d.marks))
		d.marks = append(d.marks, m)
		d.codes[m] = code
	}
	d.code, d.mark = code, m
	return nil
}

// still reports whether nothing is to be drawn: where drawing is off, and where it can no longer
// give a verdict.
func (d *drawer) still() bool { return d.idle || len(d.unsupported) > 0 }

// put draws a node.
func (d *drawer) put(i, j, k int) {
	switch {
	case d.collect != nil:
		d.collect(i, j, k)
	case !d.still():
		d.lat.set(i, j, k, d.code)
	}
}

// integers reads "1,4,7-9" as the numbers it names.
func integers(text string) []int {
	var numbers []int
	for _, part := range strings.Split(text, ",") {
		first, last, is := strings.Cut(strings.TrimSpace(part), "-")
		a, err := strconv.Atoi(strings.TrimSpace(first))
		if err != nil {
			continue
		}
		b := a
		if is {
			if b, err = strconv.Atoi(strings.TrimSpace(last)); err != nil {
				continue
			}
		}
		for ; a <= b && len(numbers) < maxMarks*maxMarks; a++ {
			numbers = append(numbers, a)
		}
	}
	return numbers
}

// splitNumbers reads the numbers of "1 | 3".
func splitNumbers(text string) []int {
	return integers(strings.NewReplacer("|", ",").Replace(text))
}

// kindsOf are the kinds of the boundaries by mkbound; those not listed are fixed.
func kindsOf(root *node) map[int]Kind {
	def := root.path("case", "casedef")
	kinds := map[int]Kind{}
	for _, n := range def.child("motion").all("objreal") {
		ref, _ := n.get("ref")
		for _, mk := range integers(ref) {
			kinds[mk] = Moving
		}
	}
	for _, n := range def.child("floatings").all("floating") {
		ref, _ := n.get("mkbound")
		for _, mk := range integers(ref) {
			kinds[mk] = Floating
		}
	}
	return kinds
}
