package casefile

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
)

// Inlet is an opening through which fluid comes in. It has the same fields as Outlet.
type Inlet struct {
	Name string `key:"name" need:"yes"`

	Side      string         `key:"side" group:"opening" words:"xmin xmax ymin ymax zmin zmax" help:"side of the domain that it takes: xmin, xmax, ymin, ymax, zmin or zmax"`
	Rectangle *OpenRectangle `key:"rectangle" group:"opening" help:"instead of a side: in the domain, of any direction"`
	Disc      *OpenDisc      `key:"disc" group:"opening" help:"instead of a side: in the domain, of any direction"`
	Min       *[3]float64    `key:"min" unit:"m" help:"lowest corner of a part of the side; default all"`
	Max       *[3]float64    `key:"max" unit:"m" help:"highest corner"`

	Velocity  *Series `key:"velocity" unit:"m/s" help:"mean velocity along the flow; default extrapolated from the fluid before the opening"`
	Discharge *Series `key:"discharge" unit:"m³/s" help:"instead of a velocity: discharge, in two dimensions in m²/s"`
	Level     *Series `key:"level" unit:"m" help:"z of the free surface; default extrapolated"`
	Pressure  *Series `key:"pressure" unit:"Pa" help:"instead of a level: pressure at the centre; default extrapolated"`

	Material string `key:"material" help:"name of the material that comes in; needed where the case has several"`
	Extra    `of:"inlet"`

	Profile       *Profile `key:"profile" help:"of the velocity: uniform, parabolic, logarithmic, or [[z, factor], …] in m and in parts of the mean; default uniform"`
	NonReflecting bool     `key:"nonreflecting" help:"true: waves leave through it"`
	Reverse       string   `key:"reverse" words:"allow stop" help:"flow the other way: allow or stop; default allow"`

	Free bool // has no key: water falls out of outlets only
}

// Outlet is an opening through which fluid leaves.
type Outlet struct {
	Name string `key:"name" need:"yes"`

	Side      string         `key:"side" group:"opening" words:"xmin xmax ymin ymax zmin zmax" help:"side of the domain that it takes: xmin, xmax, ymin, ymax, zmin or zmax"`
	Rectangle *OpenRectangle `key:"rectangle" group:"opening" help:"instead of a side: in the domain, of any direction"`
	Disc      *OpenDisc      `key:"disc" group:"opening" help:"instead of a side: in the domain, of any direction"`
	Min       *[3]float64    `key:"min" unit:"m" help:"lowest corner of a part of the side; default all"`
	Max       *[3]float64    `key:"max" unit:"m" help:"highest corner"`

	Velocity  *Series `key:"velocity" unit:"m/s" help:"mean velocity along the flow; default extrapolated from the fluid before the opening"`
	Discharge *Series `key:"discharge" unit:"m³/s" help:"instead of a velocity: discharge, in two dimensions in m²/s"`
	Level     *Series `key:"level" unit:"m" help:"z of the free surface; default extrapolated"`
	Pressure  *Series `key:"pressure" unit:"Pa" help:"instead of a level: pressure at the centre; default extrapolated"`

	Material string `key:"material" help:"name of the material that comes in where the flow reverses; default that of the fluid before it"`
	Extra    `of:"outlet"`

	Profile       *Profile `key:"profile" help:"of the velocity: uniform, parabolic, logarithmic, or [[z, factor], …] in m and in parts of the mean; default uniform"`
	NonReflecting bool     `key:"nonreflecting" help:"true: waves leave through it"`
	Reverse       string   `key:"reverse" words:"allow stop" help:"flow the other way: allow or stop; default allow"`

	Free bool `key:"free" help:"true: a free outfall, where all that crosses the plane is removed; nothing else is given"`
}

// OpenRectangle is one in the domain.
type OpenRectangle struct {
	Centre    [3]float64 `key:"centre" unit:"m" need:"yes"`
	Size      Extent     `key:"size" unit:"m" need:"yes" help:"[width, height]; in two dimensions the height alone"`
	Direction [3]float64 `key:"direction" need:"yes" help:"of the flow: into the domain at an inlet, out of it at an outlet"`
}

// OpenDisc is one in the domain.
type OpenDisc struct {
	Centre    [3]float64 `key:"centre" unit:"m" need:"yes"`
	Radius    float64    `key:"radius" above:"0" unit:"m" need:"yes"`
	Direction [3]float64 `key:"direction" need:"yes" help:"of the flow: into the domain at an inlet, out of it at an outlet"`
}

// OpeningAt is an inlet or an outlet, and the path of its table.
type OpeningAt struct {
	*Outlet
	Inlet bool
	Path  string
}

// Kind is the word for it.
func (o *OpeningAt) Kind() string { return kindOf(o.Inlet) }

// Openings are all inlets, then all outlets.
func (c *Case) Openings() (all []OpeningAt) {
	for i := range c.Inlets {
		all = append(all, OpeningAt{(*Outlet)(&c.Inlets[i]), true, fmt.Sprintf("inlet.%d", i)})
	}
	for i := range c.Outlets {
		all = append(all, OpeningAt{&c.Outlets[i], false, fmt.Sprintf("outlet.%d", i)})
	}
	return all
}

// hasFluid reports whether there is fluid, or an inlet that says how deep it comes in.
func (c *Case) hasFluid() bool {
	return len(c.Fluids) > 0 ||
		slices.ContainsFunc(c.Inlets, func(o Inlet) bool { return o.Level != nil })
}

// checkOpenings refuses openings that say too little, too much, or what contradicts itself.
func (c *Case) checkOpenings() error {
	all := c.Openings()
	for i := range all {
		o := &all[i]
		for _, check := range []func(o *OpeningAt) error{c.checkPlace, c.checkGiven, c.checkOutfall,
			c.checkProfile, c.checkComesIn} {
			if err := check(o); err != nil {
				return err
			}
		}
		for _, other := range all[:i] {
			if other.Inlet != o.Inlet && other.Name == o.Name {
				return c.Errorf(o.Path+".name", "an inlet and an outlet are both called %q, which "+
					"boundaries.csv would not tell apart; use another name", o.Name)
			}
		}
	}
	return nil
}

// checkPlace refuses openings that are nowhere.
func (c *Case) checkPlace(o *OpeningAt) error {
	if o.Side != "" {
		return c.checkSide(o)
	}
	for _, limit := range []string{"min", "max"} {
		if path := o.Path + "." + limit; c.Given(path) {
			return c.Errorf(path, "%s limits a side, but the opening is of its own shape; leave it out",
				c.Label(path))
		}
	}
	path, direction, example := o.Path+".disc", [3]float64{}, "[1, 0, 0]"
	if c.Dimension == 2 {
		example = "[1, 0]"
	}
	switch {
	case o.Rectangle != nil:
		path, direction = o.Path+".rectangle", o.Rectangle.Direction
		if err := c.checkSize(o.Rectangle, path+".size"); err != nil {
			return err
		}
	case o.Disc != nil && c.Dimension == 2:
		return c.Errorf(path, "%s: in two dimensions an opening is a side or a rectangle; use "+
			"rectangle = { centre = [0, 0.2], size = 0.4, direction = [1, 0] }", c.Label(path))
	case o.Disc != nil:
		direction = o.Disc.Direction
		if err := c.Above(path+".radius", o.Disc.Radius, "m"); err != nil {
			return err
		}
	}
	path += ".direction"
	if c.Dimension == 2 && direction[1] != 0 {
		return c.Errorf(path, "%s points along y, but in two dimensions it must be [x, z]", c.Label(path))
	}
	if err := c.direction(path, direction, example); err != nil {
		return err
	}
	for a, axis := range Axes {
		if slices.Contains(c.Domain.Periodic, axis) && direction[a] != 0 {
			return c.Errorf(path, "%s has a part along %s, along which the domain is periodic; use a "+
				"direction across %s, or leave domain.periodic out", c.Label(path), axis, axis)
		}
	}
	return nil
}

// checkSize refuses sizes of a rectangle that are none.
func (c *Case) checkSize(r *OpenRectangle, path string) error {
	switch wanted := 2; {
	case c.Dimension == 2 && len(r.Size) != 1:
		return c.Errorf(path, "%s has %s, but in two dimensions it is the height alone: size = 0.4",
			c.Label(path), text.Count(len(r.Size), "number"))
	case c.Dimension != 2 && len(r.Size) != wanted:
		return c.Errorf(path, "%s has %s, but must have width and height: size = [0.5, 0.4]",
			c.Label(path), text.Count(len(r.Size), "number"))
	}
	for _, x := range r.Size {
		if err := c.Above(path, x, "m"); err != nil {
			return err
		}
	}
	return nil
}

// checkSide refuses sides that there are not, and those that can have no opening.
func (c *Case) checkSide(o *OpeningAt) error {
	path := o.Path + ".side"
	if err := c.Word(path, o.Side, Sides); err != nil {
		return err
	}
	axis := o.Side[:1]
	switch {
	case c.Dimension == 2 && axis == "y":
		return c.Errorf(path, "%s is %s, but a flow in two dimensions has no extent along y; use xmin, "+
			"xmax, zmin or zmax", c.Label(path), o.Side)
	case slices.Contains(c.Domain.Periodic, axis):
		return c.Errorf(path, "%s is %s, but the domain is periodic along %s: what leaves there comes "+
			"in at the other side; leave %q out of domain.periodic, or use another side", c.Label(path),
			o.Side, axis, axis)
	}
	if _, slides := c.Domain.Slide[o.Side]; slides {
		return c.Errorf("domain.slide."+o.Side, "the side %s has the %s %q, so it has no wall that "+
			"could slide; leave it out", o.Side, kindOf(o.Inlet), o.Name)
	}
	across := slices.Index(Axes, axis)
	for a := range 3 {
		low, high := c.Domain.Min[a], c.Domain.Max[a]
		if o.Min != nil {
			low = o.Min[a]
		}
		if o.Max != nil {
			high = o.Max[a]
		}
		limit := ".max"
		if o.Max == nil {
			limit = ".min"
		}
		switch {
		case a == across || c.Dimension == 2 && a == 1:
		case !(high > low):
			return c.Errorf(o.Path+limit, "%s has no extent along %s: it reaches from %s to %s m, but "+
				"max must be above min", c.Label(o.Path), Axes[a], text.Exact(low), text.Exact(high))
		case !(min(high, c.Domain.Max[a]) > max(low, c.Domain.Min[a])):
			return c.Errorf(o.Path+limit, "%s is not in the domain: along %s it reaches from %s to "+
				"%s m, but the domain from %s to %s m", c.Label(o.Path), Axes[a], text.Exact(low),
				text.Exact(high), text.Exact(c.Domain.Min[a]), text.Exact(c.Domain.Max[a]))
		}
	}
	return nil
}

// kindOf is the word for an opening.
func kindOf(inlet bool) string {
	if inlet {
		return "inlet"
	}
	return "outlet"
}

// checkGiven refuses quantities that exclude each other, and values that none can have.
func (c *Case) checkGiven(o *OpeningAt) error {
	switch {
	case o.Velocity != nil && o.Discharge != nil:
		return c.Errorf(o.Path+".discharge", "%s has both a velocity and a discharge, but one follows "+
			"from the other; use one of them", c.Label(o.Path))
	case o.Level != nil && o.Pressure != nil:
		return c.Errorf(o.Path+".pressure", "%s has both a level and a pressure, but one follows from "+
			"the other; use one of them", c.Label(o.Path))
	case o.Level != nil && (o.Side == "zmin" || o.Side == "zmax"):
		return c.Errorf(o.Path+".level", "%s lies flat, so all of it is at one height and its level "+
			"says nothing; use pressure", c.Label(o.Path))
	}
	if o.Reverse != "" {
		if err := c.Word(o.Path+".reverse", o.Reverse, []string{"allow", "stop"}); err != nil {
			return err
		}
	}
	for _, q := range o.quantities() {
		if q.of.File != "" {
			continue // ReadSeries checks it
		}
		if err := c.CheckSeries(o, q.key, q.of); err != nil {
			return err
		}
	}
	return nil
}

// CheckSeries refuses a series of an opening, under a key, whose times do not increase, that ends
// before the flow does, or that has values of the wrong sign.
func (c *Case) CheckSeries(o *OpeningAt, key string, s *Series) error {
	path := o.Path + "." + key
	wrong := func(row int, format string, values ...any) error {
		at := path
		if s.Rows != nil && s.File == "" {
			at = fmt.Sprintf("%s.%d", path, row)
		}
		where := c.Label(path)
		if s.File != "" {
			where += ", " + s.File
		}
		return c.Errorf(at, "%s", where+" "+fmt.Sprintf(format, values...))
	}
	if s.Rows != nil && len(s.Rows) == 0 {
		return wrong(0, "has no rows; use [[0, 0.1], [10, 0.2]]")
	}
	before, most := math.Inf(-1), 0.0
	for k, row := range s.rows() {
		switch t, x := row[0], row[1]; {
		case t < 0:
			return wrong(k, "has the time %s s, but times begin at 0", text.Exact(t))
		case refused(key, x) != "":
			return wrong(k, "%s", refused(key, x))
		case t <= before:
			return wrong(k, "has the time %s s after %s s, but times must increase; sort the rows, and "+
				"give each time once", text.Exact(t), text.Exact(before))
		case key == "discharge" && x < 0 || key == "velocity" && x < 0 && s.Rows == nil:
			way, other := "into the domain", "[[outlet]]"
			if !o.Inlet {
				way, other = "out of the domain", "[[inlet]]"
			}
			when := ""
			if s.Rows != nil {
				when = fmt.Sprintf(" at %s s", text.Exact(t))
			}
			return wrong(k, "is %s %s%s, but is positive %s; use %s for fluid that flows the other way",
				text.Exact(x), c.unitOf(key), when, way, other)
		case key == "velocity" && x < 0 && o.Reverse == "stop":
			return wrong(k, "is %s m/s at %s s, but reverse is stop, so fluid cannot flow the other way; "+
				`use reverse = "allow"`, text.Exact(x), text.Exact(t))
		}
		before, most = row[0], max(most, row[1])
	}
	switch rows := s.rows(); {
	case len(rows) > 1 && before < c.End:
		return wrong(len(rows)-1, "ends at %s s, but the flow at %s s; add a row for that time, or "+
			"use %s", text.Exact(before), text.Exact(c.End), c.assign("end", text.Exact(before)))
	case key == "velocity" && most <= 0 && rows[0][1] < 0:
		return wrong(0, "is nowhere positive, so fluid flows the other way all the time; use %s",
			map[bool]string{true: "[[outlet]]", false: "[[inlet]]"}[o.Inlet])
	}
	return nil
}

// unitOf is the unit of a velocity or of a discharge.
func (c *Case) unitOf(key string) string {
	switch {
	case key == "velocity":
		return "m/s"
	case c.Dimension == 2:
		return "m²/s"
	}
	return "m³/s"
}

// checkOutfall refuses what a free outfall cannot have.
func (c *Case) checkOutfall(o *OpeningAt) error {
	if !o.Free {
		return nil
	}
	keys := []string{"velocity", "discharge", "level", "pressure", "profile", "material",
		"nonreflecting", "reverse"}
	for _, f := range o.Extra.fields(kindOf(o.Inlet)) {
		keys = append(keys, f.key)
	}
	for _, key := range keys {
		if path := o.Path + "." + key; c.Given(path) {
			return c.Errorf(path, "%s has no effect on a free outfall, which removes all that comes to "+
				"it; leave it or free out", c.Label(path))
		}
	}
	return nil
}

// openings moves all inlets and outlets.
func (by Shift) openings(c *Case) {
	for _, o := range c.Openings() {
		by.Point(o.Min)
		by.Point(o.Max)
		if o.Rectangle != nil {
			by.Point(&o.Rectangle.Centre)
		}
		if o.Disc != nil {
			by.Point(&o.Disc.Centre)
		}
		by.series(o.Level)
		if o.Profile != nil {
			for k := range o.Profile.Rows {
				by.Along(2, &o.Profile.Rows[k][0])
			}
		}
	}
}

// series moves heights that change in time, but for those of a file, which is not read yet.
func (by Shift) series(s *Series) {
	if s == nil {
		return
	}
	by.Along(2, &s.Value)
	for k := range s.Rows {
		by.Along(2, &s.Rows[k][1])
	}
}
