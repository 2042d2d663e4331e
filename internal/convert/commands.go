package convert

// The commands of a geometry, one by one.

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
)

// stuff is what is drawn.
type stuff int

const (
	fluid stuff = iota
	bound
	void
)

// painter is what commands change.
type painter struct {
	stuff  stuff
	mk     int
	chosen bool // what to draw
	mode   string
	matrix affine
	saved  []affine
	line   vec  // where the next line begins
	idle   bool // draws nothing, but normals
	wet    bool // fluid was to be drawn
	lists  map[string]*element
	deep   int
	count  int
	items  []*item
	holes  []hole
}

// item is something that was drawn, before what it becomes is known: that depends on what comes
// later.
type item struct {
	from     *element
	stuff    stuff
	mk       int
	shape    casefile.Shape             // without what is cut; of a skin, all that is in it
	skin     *skin                      // if only its faces are drawn
	fill     *fill                      // in place of a shape
	cuts     []*item                    // that replaced parts of it
	mesh     []geometry.Triangle        // of a mesh, where it lies
	sheets   []sheet                    // faces, in place of a shape
	open     string                     // name of the mesh with a hole that the faces are of
	replaced bool                       // parts of others
	top      func(x, y float64) float64 // height of the ground [m]
}

// taken are the shapes that replaced parts of it.
func (i *item) taken() (all []casefile.Shape) {
	for _, c := range i.cuts {
		all = append(all, c.shape)
	}
	return all
}

// extent is the box that it lies in, if that is known.
func (i *item) extent() (extent, bool) {
	if i.fill != nil {
		return i.fill.box, true
	}
	return bounds(i.shape)
}

// paint follows the commands.
func (r *reader) paint(e *element) {
	r.painter = painter{mode: "full", matrix: identity, lists: map[string]*element{}}
	for _, list := range e.all("list") {
		r.painter.lists[list.value("name")] = list
	}
	for _, c := range e.children {
		switch c.name {
		case "list":
		case "mainlist":
			r.follow(c)
		default:
			r.skip(c, "it is not known here")
		}
	}
}

func (r *reader) follow(list *element) {
	for _, c := range list.children {
		if r.painter.count++; r.painter.count == 20001 {
			r.skip(c, "commands from the 20000th on are not taken")
		}
		if r.painter.count > 20000 {
			return
		}
		r.command(c)
	}
}

// command does one command, or says why not.
func (r *reader) command(e *element) {
	if condition := e.value("if"); condition != "" {
		is, err := evaluate(strings.TrimPrefix(condition, "#"), r.variables)
		if err != nil {
			r.skip(e, "if=%v", err)
		}
		if err != nil || is == 0 {
			return
		}
	}
	if err := r.do(e); err != nil {
		r.fail(e, err)
	}
}

// mute are commands that draw nothing and leave nothing.
var mute = []string{"shapeout", "cellsout", "pointsmkout", "printf", "debugout", "exportvar",
	"setshapemode", "setnormalinvert", "setdpctes", "dpctessave",
	"dpctesload", "dpctesreset", "setfrdrawmode", "setboxlimitmode", "delvar"}

func (r *reader) do(e *element) error {
	p := &r.painter
	switch e.name {
	case "setmkfluid", "setmkbound", "setmkvoid":
		return r.choose(e)
	case "setmknextfluid", "setmknextbound", "setmknextauto":
		return r.chooseNext(e)
	case "setdrawmode":
		p.mode = e.value("mode")
	case "setactive":
		if s := e.value("drawpoints"); s != "" {
			p.idle = no(s)
		}
	case "resetdraw":
		p.idle, p.matrix, p.mode = false, identity, "full"
	case "runlist":
		return r.runList(e)
	case "redraw":
		return r.redraw(e)
	case "redrawnear":
		return r.redrawNear(e)
	case "setlinebegin":
		x, err := r.point(e)
		p.line = x
		return err
	case "newvar", "newvarcte", "newvarcst", "setvar":
		return r.assign(e)
	case "matrixreset":
		p.matrix = identity
	case "matrixsave":
		p.saved = append(p.saved, p.matrix)
	case "matrixload":
		if len(p.saved) == 0 {
			return errors.New("no matrix is saved")
		}
		p.matrix, p.saved = p.saved[len(p.saved)-1], p.saved[:len(p.saved)-1]
	case "move", "scale", "rotate", "rotateline":
		m, err := r.motion(e)
		if err != nil {
			return err
		}
		p.matrix = p.matrix.after(m) // what is said last is done first
	default:
		if slices.Contains(mute, e.name) || p.idle && strings.HasPrefix(e.name, "draw") {
			return nil
		}
		return r.draw(e)
	}
	return nil
}

// choose takes what is drawn from now on.
func (r *reader) choose(e *element) error {
	p := &r.painter
	p.chosen = true
	if p.stuff = map[string]stuff{"setmkfluid": fluid, "setmkbound": bound,
		"setmkvoid": void}[e.name]; p.stuff == void {
		return nil
	}
	mk, err := r.number(e, "mk")
	if err != nil {
		p.chosen = false
		return err
	}
	p.mk = int(mk)
	return nil
}

// chooseNext takes the number after the present one for what is drawn from now on. It begins at 0
// where something else was drawn before.
func (r *reader) chooseNext(e *element) error {
	p := &r.painter
	kind := map[string]stuff{"setmknextfluid": fluid, "setmknextbound": bound}[e.name]
	switch {
	case e.name == "setmknextauto" && no(e.value("auto")) || no(e.value("next")):
		return nil
	case e.name == "setmknextauto":
		return errors.New("numbers do not rise by themselves; use <setmknextbound> before each figure")
	case p.chosen && p.stuff == kind:
		p.mk++
	default:
		p.mk = 0
	}
	p.stuff, p.chosen = kind, true
	return nil
}

// runList follows a list of its own name.
func (r *reader) runList(e *element) error {
	list := r.painter.lists[e.value("name")]
	if list == nil {
		return fmt.Errorf("there is no list %q", e.value("name"))
	}
	times, err := r.optional(e, "times", 1)
	if err != nil {
		return err
	}
	if r.painter.deep >= 20 {
		return errors.New("lists run lists, too deep")
	}
	r.painter.deep++
	defer func() { r.painter.deep-- }()
	for range int(min(times, 20000)) {
		r.follow(list)
	}
	return nil
}

// assign takes variables. Attributes that begin with _ are remarks.
func (r *reader) assign(e *element) error {
	for _, a := range e.values {
		if strings.HasPrefix(a.Name.Local, "_") || a.Name.Local == "comment" || a.Name.Local == "if" {
			continue
		}
		x, err := evaluate(strings.TrimPrefix(strings.TrimSpace(a.Value), "#"), r.variables)
		if err != nil {
			return fmt.Errorf("%s: %w", a.Name.Local, err)
		}
		r.variables[a.Name.Local] = x
	}
	return nil
}

// motion is a move, a turn or a scale. Turns are clockwise for who looks against their axis.
func (r *reader) motion(e *element) (affine, error) {
	x, err := r.point(e)
	if err != nil {
		return affine{}, err
	}
	switch e.name {
	case "move":
		return moved(x), nil
	case "scale":
		return r.scale(e)
	}
	angle, err := r.number(e, "ang")
	if err != nil {
		return affine{}, err
	}
	if e.name == "rotate" {
		return turned(vec{}, x, -angle)
	}
	ends, err := r.points(e, 2, 2)
	if err != nil {
		return affine{}, err
	}
	return turned(ends[0], minus(ends[1], ends[0]), -angle)
}

func (r *reader) scale(e *element) (affine, error) {
	x, err := r.vector(e, axes, 1)
	if err == nil && (x[0] <= 0 || x[1] <= 0 || x[2] <= 0) {
		err = errors.New("factors must be more than 0, for case files cannot say a mirror")
	}
	return scaled(x), err
}

func minus(a, b vec) vec { return vec{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

// drawnMost is how many things a file may draw; what each replaces is a matter of all before it.
const drawnMost = 500

// add draws an item: it replaces what is under it.
func (r *reader) add(i *item) error {
	p := &r.painter
	if len(p.items) == drawnMost {
		return fmt.Errorf("more than %d things are drawn, and the rest is not taken; use a mesh (STL) "+
			"of them", drawnMost)
	}
	i.stuff, i.mk = p.stuff, p.mk
	now, known := i.extent()
	for _, before := range p.items {
		then, also := before.extent()
		switch {
		case known && also && !now.overlaps(then, 0.01*r.dp):
		case i.skin != nil || i.fill != nil: // faces replace nothing, and fluid fills what is free
		case i.stuff == bound: // walls take what they share with fluid
		case before.stuff != void:
			before.cuts = append(before.cuts, i)
			i.replaced = true
		}
	}
	p.items = append(p.items, i)
	return nil
}

// name is that of a thing with an mk, as "bound3", or "bound3-2" for the second.
func name(kind string, mk int, taken map[string]bool) string {
	base := kind + strconv.Itoa(mk)
	unique := base
	for n := 2; taken[unique]; n++ {
		unique = base + "-" + strconv.Itoa(n)
	}
	taken[unique] = true
	return unique
}
