// Package convert makes case files of the input of other programs. What it cannot take it lists, so that nothing is dropped silently.
//
// DualSPHysics reads a definition in XML. Its geometry is a list of commands, which paint particles on a lattice: what is drawn later
// replaces what was there. Here they are followed one by one and make shapes, of which package problems makes particles.
package convert

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// DualSPHysics is the case of a definition in XML. Files that it names are relative to dir, as the case is to have them. What was not taken,
// or otherwise than it was meant, are sentences that begin with their line.
func DualSPHysics(data []byte, dir string) (*casefile.Case, []string, error) {
	root, err := parse(data)
	if err != nil {
		return nil, nil, err
	}
	if root.name != "case" || root.child("casedef") == nil {
		return nil, nil, fmt.Errorf("line %d: the file is about <%s>, but a definition for DualSPHysics is a <case> with a <casedef>", root.line, root.name)
	}
	r := &reader{dir: dir, c: &casefile.Case{}, variables: map[string]float64{}}
	if err := r.read(root); err != nil {
		return nil, nil, err
	}
	slices.SortStableFunc(r.notes, func(a, b note) int { return a.line - b.line })
	r.notes = slices.Compact(r.notes)
	var notTaken []string
	for _, n := range r.notes {
		sentence := n.text
		if n.line > 0 {
			sentence = fmt.Sprintf("line %d: %s", n.line, n.text)
		}
		notTaken = append(notTaken, sentence)
	}
	return r.c, notTaken, nil
}

// reader goes through a definition.
type reader struct {
	dir       string
	c         *casefile.Case
	variables map[string]float64
	notes     []note

	dp           float64
	plane        bool    // in two dimensions
	planeY       float64 // where the plane is; case files have it at 0
	lattice      extent
	gravity      vec
	highest      bool // of all fluids is the level of each
	treatment    float64
	periodic     [3]bool
	painter      painter
	tank         *tank
	domain       extent
	levels       []level // of the fluids of the case
	wallMarks    []int   // mk of its walls
	coefficients sound
}

// note is something that was not taken.
type note struct {
	line int
	text string
}

// skip notes why an element was not taken.
func (r *reader) skip(e *element, format string, args ...any) {
	name := "<" + e.name + ">"
	if key := e.value("key"); e.name == "parameter" {
		name = fmt.Sprintf("<parameter key=%q>", key)
	}
	r.notes = append(r.notes, note{e.line, name + ": " + fmt.Sprintf(format, args...)})
}

// read reads all of the case, in the order in which the parts need one another.
func (r *reader) read(root *element) error {
	definition := root.child("casedef")
	geometry := definition.child("geometry")
	if geometry == nil || geometry.child("definition") == nil {
		return fmt.Errorf("line %d: there is no <geometry> with a <definition>, which has the distance of the particles", definition.line)
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
	parameters := root.child("execution").child("parameters")
	r.parameters(parameters)
	for _, e := range geometry.children {
		switch e.name {
		case "predefinition", "definition":
		case "commands":
			r.paint(e)
		default:
			r.skip(e, "it is not known here")
		}
	}
	r.layOut()
	r.simulationDomain(parameters)
	for _, e := range definition.children {
		r.part(e)
	}
	r.soundSpeed()
	for _, e := range root.children {
		switch e.name {
		case "casedef":
		case "execution":
			r.execution(e)
		default:
			r.skip(e, "it is not known here")
		}
	}
	if r.c.End == 0 {
		r.notes = append(r.notes, note{text: "there is no TimeMax; a flow needs an end, as end = 1.5 [s]"})
	}
	if len(r.c.Fluids) == 0 {
		r.notes = append(r.notes, note{text: "there is no fluid in what was taken; a flow needs one, as [[fluid]] with a box"})
	}
	return nil
}

// define takes the spacing and the limits of the lattice.
func (r *reader) define(e *element) error {
	dp, err := r.number(e, "dp")
	if err != nil {
		return fmt.Errorf("line %d: <definition>: %w", e.line, err)
	}
	if dp <= 0 {
		return fmt.Errorf("line %d: <definition>: dp is %s, but the distance of the particles must be more than 0", e.line, text.Exact(dp))
	}
	r.dp, r.c.Spacing = dp, dp
	r.variables["Dp"] = dp
	for i, name := range []string{"pointmin", "pointmax"} {
		at := e.child(name)
		if at == nil {
			return fmt.Errorf("line %d: <definition>: there is no <%s>, a corner of the lattice", e.line, name)
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
	if high[0] <= low[0] || high[1] < low[1] || high[2] <= low[2] {
		return fmt.Errorf("line %d: <definition>: pointmax must be beyond pointmin, in two dimensions but along y", e.line)
	}
	if high[1] == low[1] {
		r.plane, r.planeY, r.c.Dimension = true, low[1], 2
		r.lattice.low[1], r.lattice.high[1] = -0.5, 0.5
		r.variables["Data2D"], r.variables["Data2DPosy"] = 1, low[1]
	}
	for _, c := range e.children {
		switch c.name {
		case "pointmin", "pointmax", "pointref": // particles lie as the shapes want it, not on one lattice
		default:
			r.skip(c, "it is not known here")
		}
	}
	return nil
}

var axes = [3]string{"x", "y", "z"}

// part takes a part of the definition that is neither constants nor geometry.
func (r *reader) part(e *element) {
	switch e.name {
	case "constantsdef", "geometry":
	case "mkconfig":
		for _, c := range e.children {
			r.skip(c, "particles have no order that a file could choose")
		}
	case "initials":
		for _, c := range e.children {
			r.initial(c)
		}
	case "floatings":
		r.each(e, "floating", "floating bodies are not there yet")
	case "motion":
		r.each(e, "objreal", "motions are not taken, but the motion of a [[wall]] would do")
	case "normals":
		r.skip(e, "walls of shapes need none: the pressure at them is that of the fluid before them")
	default:
		r.skip(e, "it is not known here")
	}
}

// each says of the bodies in an element why they stay where they are.
func (r *reader) each(e *element, name, why string) {
	for _, c := range e.children {
		mk := c.value("mkbound") + c.value("ref")
		switch {
		case c.name == name && mk != "":
			r.skip(e, "%s: the walls of mkbound %s (line %d) stay where they are", why, mk, c.line)
		default:
			r.skip(e, "%s: <%s> (line %d) is not taken", why, c.name, c.line)
		}
	}
}

// number is an attribute that must be there.
func (r *reader) number(e *element, name string) (float64, error) {
	s := e.value(name)
	if s == "" {
		return 0, fmt.Errorf("it has no %s", name)
	}
	var x float64
	var err error
	if rest, is := strings.CutPrefix(s, "#"); is {
		x, err = evaluate(rest, r.variables)
	} else if x, err = strconv.ParseFloat(s, 64); err != nil {
		err = fmt.Errorf("%q is no number, and expressions begin with #", s)
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	if !(math.Abs(x) < 1e9) {
		return 0, fmt.Errorf("%s is %s, which is beyond what a flow can have", name, s)
	}
	return tidy(x), nil
}

// optional is an attribute, or what it is without.
func (r *reader) optional(e *element, name string, without float64) (float64, error) {
	if e.value(name) == "" {
		return without, nil
	}
	return r.number(e, name)
}

// point is x, y and z of an element; what it lacks is 0.
func (r *reader) point(e *element) (vec, error) { return r.vector(e, axes, 0) }

// vector is three attributes of an element.
func (r *reader) vector(e *element, names [3]string, without float64) (x vec, err error) {
	if e == nil {
		return x, errors.New("a point is missing")
	}
	for i, name := range names {
		if x[i], err = r.optional(e, name, without); err != nil {
			return x, fmt.Errorf("<%s>: %w", e.name, err)
		}
	}
	return x, nil
}

// points are the points in an element.
func (r *reader) points(e *element, least, most int) ([]vec, error) {
	var all []vec
	for _, p := range e.all("point") {
		x, err := r.point(p)
		if err != nil {
			return nil, err
		}
		all = append(all, x)
	}
	if len(all) < least || len(all) > most {
		return nil, fmt.Errorf("it has %s", text.Count(len(all), "point"))
	}
	return all, nil
}

// numbers are those of a list as "0,2-4".
func numbers(s string) ([]int, error) {
	var all []int
	for part := range strings.SplitSeq(s, ",") {
		from, to, is := strings.Cut(strings.TrimSpace(part), "-")
		a, err := strconv.Atoi(strings.TrimSpace(from))
		b := a
		if is && err == nil {
			b, err = strconv.Atoi(strings.TrimSpace(to))
		}
		if err != nil || b < a || b-a > 1000 {
			return nil, fmt.Errorf("%q is no list of numbers, as 0,2-4", s)
		}
		for ; a <= b; a++ {
			all = append(all, a)
		}
	}
	return all, nil
}
