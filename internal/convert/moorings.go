package convert

// Lines of MoorDyn and MoorDynPlus.

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/features/lines"
)

// moorings takes the lines of <moordyn> or <moordynplus> in <moorings>.
func (r *reader) moorings(e *element) {
	if e.child("moordyn") == nil && e.child("moordynplus") == nil {
		r.skip(e, "it has no <moordynplus>, so no lines")
		return
	}
	for _, c := range e.children {
		switch c.name {
		case "moordyn", "moordynplus":
			if c.child("lines") == nil {
				r.skip(c, "its lines are in another file; put the elements of that file here")
				continue
			}
			r.lines(c)
		case "start":
			r.near(c, "lines pull from the beginning")
		default: // which bodies have lines follows from these
			r.inform(c, "lines.csv and curves.pvd have what lines do")
		}
	}
}

// lineReader reads lines that are connected by the points of <connects>.
type lineReader struct {
	*reader
	usual    *element // <linedefault>; may be nil
	connects map[string]*element
	at       map[string]lines.EndTable // those that a line has already
	all      []lines.Table
	friction float64
}

// lines takes all of them, and what they are in.
func (r *reader) lines(e *element) {
	of := lineReader{reader: r, usual: e.child("lines").child("linedefault"),
		connects: map[string]*element{}, at: map[string]lines.EndTable{}}
	set := lines.SetTable{}
	if options := e.child("solverOptions"); options != nil {
		set = of.options(options)
	}
	if c := e.child("connects"); c != nil {
		for _, connect := range c.children {
			of.connects[connect.value("conref")] = connect
		}
	}
	of.depths(e, &set)
	for _, c := range e.child("lines").all("line") {
		if l, err := of.line(c); err != nil {
			r.skip(c, "%v", err)
		} else {
			of.all = append(of.all, l)
		}
	}
	if len(of.all) > 0 {
		lines.SetTables(r.c, &set, of.all)
	}
}

// options are those of all lines.
func (r *lineReader) options(e *element) (set lines.SetTable) {
	value := func(name string, to *float64) bool {
		c := e.child(name)
		if c == nil {
			return false
		}
		x, err := r.number(c, "value")
		if err != nil {
			r.skip(c, "%v", err)
			return false
		}
		*to = x
		return true
	}
	var level, depth float64
	value("freesurface", &level)
	set.Level = &level
	if value("waterDepth", &depth) {
		bed := level - depth
		set.Bed = &bed
	}
	value("kBot", &set.Stiffness)
	value("frictionCoefficient", &r.friction)
	if c := e.child("cBot"); c != nil {
		r.near(c, "the bed is critically damped; bed-damping of [lines] sets it")
	}
	return set
}

// depths takes the depths of single bodies: the bed is what the walls are, above the deepest.
func (r *lineReader) depths(e *element, set *lines.SetTable) {
	for _, body := range e.child("bodies").all("body") {
		c := body.child("depth")
		if c == nil || set.Bed == nil {
			continue
		}
		depth, err := r.number(c, "value")
		if err != nil {
			r.skip(c, "%v", err)
			continue
		}
		if bed := *set.Level - depth; bed != *set.Bed {
			bed = tidy(min(bed, *set.Bed))
			set.Bed, set.Terrain = &bed, true
			r.near(c, "where the depth differs, walls are the bed of all lines (terrain of [lines])")
		}
	}
}

// value is that of a line or, where that has none, of all; false is that neither has one.
func (r *lineReader) value(e *element, name string) (x float64, given bool, err error) {
	for _, of := range []*element{e, r.usual} {
		if of == nil || of.child(name) == nil {
			continue
		}
		if x, err = r.number(of.child(name), "value"); err != nil {
			return 0, false, fmt.Errorf("<%s>: %w", name, err)
		}
		return x, true, nil
	}
	return 0, false, nil
}

// line takes one.
func (r *lineReader) line(e *element) (l lines.Table, err error) {
	l = lines.Table{Name: fmt.Sprintf("line%d", len(r.all)), Friction: r.friction}
	var segments, young, damping float64
	drag, added := lines.Pair{1.6, 0.05}, lines.Pair{1, 0}
	damping = -0.8
	for name, to := range map[string]*float64{"length": &l.Length, "segments": &segments,
		"ea": &l.Stiffness, "e": &young, "diameter": &l.Diameter, "massDenInAir": &l.Mass,
		"ba": &damping, "can": &added[0], "cat": &added[1], "cdn": &drag[0], "cdt": &drag[1]} {
		x, given, e := r.value(e, name)
		if err = errors.Join(err, e); given {
			*to = x
		}
	}
	if l.Stiffness == 0 {
		l.Stiffness = young * math.Pi / 4 * l.Diameter * l.Diameter
	}
	l.Segments, l.Drag, l.Added = max(2, int(segments)), &drag, &added
	if l.Damping = -damping; damping > 0 {
		l.Damping = damping * float64(l.Segments) / (l.Length * math.Sqrt(l.Stiffness*l.Mass))
	}
	for name, x := range map[string]float64{"length": l.Length, "ea": l.Stiffness,
		"diameter": l.Diameter, "massDenInAir": l.Mass} {
		if !(x > 0) {
			err = errors.Join(err, fmt.Errorf("it has no <%s>", name))
		}
	}
	var ends []*element
	for _, c := range e.children {
		if c.name == "vesselconnection" || c.name == "fixconnection" || c.name == "connect" {
			ends = append(ends, c)
		}
	}
	if len(ends) != 2 {
		return l, errors.Join(err, fmt.Errorf("it has %d ends, not two", len(ends)))
	}
	for k, to := range []*lines.EndTable{&l.From, &l.To} {
		along := float64(k) * l.Length
		of, e := r.end(ends[k], &l, along)
		*to, err = of, errors.Join(err, e)
	}
	return l, err
}

// end is one of a line, so far along it.
func (r *lineReader) end(e *element, l *lines.Table, along float64) (of lines.EndTable, err error) {
	from := e
	if e.name == "connect" {
		ref := e.value("conref")
		if there, known := r.at[ref]; known {
			return there, nil
		}
		if from = r.connects[ref]; from == nil {
			return of, fmt.Errorf("there is no <connect> %q in <connects>", ref)
		}
		of.Loose = true
		r.at[ref] = lines.EndTable{Line: l.Name, Along: along}
		clump := lines.ClumpTable{Along: along}
		for name, to := range map[string]*float64{"M": &clump.Mass, "V": &clump.Volume} {
			if from.value(name) != "" {
				if *to, err = r.number(from, name); err != nil {
					return of, err
				}
			}
		}
		if clump.Mass > 0 || clump.Volume > 0 {
			l.Clumps = append(l.Clumps, clump)
		}
	}
	at, err := r.point(from)
	if err != nil {
		return of, err
	}
	at[1] = r.acrossPlane(at[1])
	of.At = (*[3]float64)(&at)
	if e.name == "vesselconnection" {
		marks, err := numbers(e.value("bodyref"))
		if err != nil || len(marks) != 1 {
			return of, fmt.Errorf("bodyref is %q, but must be the mkbound of a body", e.value("bodyref"))
		}
		k := slices.Index(r.bodyMarks, marks[0])
		if k < 0 {
			return of, fmt.Errorf("no body with mkbound %d floats", marks[0])
		}
		of.Body = r.c.Bodies[k].Name
	}
	return of, nil
}
