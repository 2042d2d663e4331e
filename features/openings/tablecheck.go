package openings

import (
	"fmt"
	"slices"
	"strconv"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// checkTables refuses openings that say too little, too much, or what contradicts itself.
func checkTables(c *casefile.Case) error {
	all := FromFile(c)
	checks := []func(c *casefile.Case, o *InFile) error{checkPlace, checkGiven, checkOutfall,
		checkProfile, checkComesIn}
	for i := range all {
		o := &all[i]
		for _, check := range checks {
			if err := check(c, o); err != nil {
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
func checkPlace(c *casefile.Case, o *InFile) error {
	if o.Side != "" {
		return checkSide(c, o)
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
		if c.Dimension == 2 && o.Rectangle.Turn != 0 {
			return c.Errorf(path+".turn", "%s turns it out of the plane; leave it out",
				c.Label(path+".turn"))
		}
		if err := checkSize(c, o.Rectangle, path+".size"); err != nil {
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
	if err := c.Direction(path, direction, example); err != nil {
		return err
	}
	for a, axis := range casefile.Axes {
		if slices.Contains(c.Domain.Periodic, axis) && direction[a] != 0 {
			return c.Errorf(path, "%s has a part along %s, along which the domain is periodic; use a "+
				"direction across %s, or leave domain.periodic out", c.Label(path), axis, axis)
		}
	}
	return nil
}

// checkSize refuses sizes of a rectangle that are none.
func checkSize(c *casefile.Case, r *OpenRectangle, path string) error {
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
func checkSide(c *casefile.Case, o *InFile) error {
	path := o.Path + ".side"
	if err := c.Word(path, o.Side, casefile.Sides); err != nil {
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
	across := slices.Index(casefile.Axes, axis)
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
				"max must be above min", c.Label(o.Path), casefile.Axes[a], text.Exact(low), text.Exact(high))
		case !(min(high, c.Domain.Max[a]) > max(low, c.Domain.Min[a])):
			return c.Errorf(o.Path+limit, "%s is not in the domain: along %s it reaches from %s to "+
				"%s m, but the domain from %s to %s m", c.Label(o.Path), casefile.Axes[a], text.Exact(low),
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
func checkGiven(c *casefile.Case, o *InFile) error {
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
	if o.Grid != "" && (o.Velocity != nil || o.Discharge != nil || o.Profile != nil || o.Free) {
		return c.Errorf(o.Path+".velocity-grid", "%s has velocities over the opening, and a velocity, a "+
			"discharge or a profile, or is free; use one of them", c.Label(o.Path))
	}
	if o.Reverse != "" {
		if err := c.Word(o.Path+".reverse", o.Reverse, []string{"allow", "stop"}); err != nil {
			return err
		}
	}
	for _, q := range o.quantities() {
		if q.of.File != "" {
			continue // readOne checks it
		}
		if err := checkSeries(c, o, q.key, q.of); err != nil {
			return err
		}
	}
	return nil
}

// checkSeries refuses a series, under a key, that cannot be one, or that has values of the wrong
// sign.
func checkSeries(c *casefile.Case, o *InFile, key string, s *casefile.Series) error {
	if key != "velocity" && key != "discharge" {
		return c.CheckSeries(o.Path, key, s, nil)
	}
	rows := s.All()
	err := c.CheckSeries(o.Path, key, s, func(t, x float64) string {
		switch {
		case key == "discharge" && x < 0 || key == "velocity" && x < 0 && s.Rows == nil:
			way, other := "into the domain", "[[outlet]]"
			if !o.Inlet {
				way, other = "out of the domain", "[[inlet]]"
			}
			unit, when := "m/s", ""
			if key == "discharge" {
				unit = c.DischargeUnit()
			}
			if s.Rows != nil {
				when = fmt.Sprintf(" at %s s", text.Exact(t))
			}
			return fmt.Sprintf("is %s %s%s, but is positive %s; use %s for fluid that flows the other way",
				text.Exact(x), unit, when, way, other)
		case key == "velocity" && x < 0 && o.Reverse == "stop":
			return fmt.Sprintf("is %s m/s at %s s, but reverse is stop, so fluid cannot flow the other "+
				`way; use reverse = "allow"`, text.Exact(x), text.Exact(t))
		}
		return ""
	})
	forwards := slices.ContainsFunc(rows, func(row [2]float64) bool { return row[1] > 0 })
	if err == nil && key == "velocity" && !forwards && rows[0][1] < 0 {
		return c.SeriesError(o.Path+"."+key, s, 0, "is nowhere positive, so fluid flows the other way "+
			"all the time; use "+map[bool]string{true: "[[outlet]]", false: "[[inlet]]"}[o.Inlet])
	}
	return err
}

// checkOutfall refuses what a free outfall cannot have.
func checkOutfall(c *casefile.Case, o *InFile) error {
	if !o.Free {
		return nil
	}
	keys := []string{"velocity", "discharge", "level", "pressure", "profile", "material",
		"nonreflecting", "reverse"}
	keys = append(keys, o.Extra.Keys(kindOf(o.Inlet))...)
	for _, key := range keys {
		if path := o.Path + "." + key; c.Given(path) {
			return c.Errorf(path, "%s has no effect on a free outfall, which removes all that comes to "+
				"it; leave it or free out", c.Label(path))
		}
	}
	return nil
}

// checkProfile refuses profiles that no velocity has.
func checkProfile(c *casefile.Case, o *InFile) error {
	p, path := o.Profile, o.Path+".profile"
	switch {
	case p == nil:
		return nil
	case o.Velocity == nil && o.Discharge == nil:
		return c.Errorf(path, "%s spreads a velocity or a discharge over the opening, but neither is "+
			"given; use velocity = 0.5, or leave it out", c.Label(path))
	case p.Rows == nil && !slices.Contains(casefile.Profiles, p.Word):
		return c.Errorf(path, "%s is %q, but must be %s, or rows of z and a factor of the mean%s",
			c.Label(path), p.Word, text.Or(casefile.Profiles), text.Meant(p.Word, casefile.Profiles))
	case p.Rows == nil:
		return nil
	case len(p.Rows) < 2:
		return c.Errorf(path, "%s has %s, but needs two or more: [[0, 0.8], [0.4, 1.2]]",
			c.Label(path), text.Count(len(p.Rows), "row"))
	}
	most := 0.0
	for k, row := range p.Rows {
		at := path + "." + strconv.Itoa(k)
		switch {
		case k > 0 && row[0] <= p.Rows[k-1][0]:
			return c.Errorf(at, "%s has z = %s m after %s m, but z must increase from row to row",
				c.Label(path), text.Exact(row[0]), text.Exact(p.Rows[k-1][0]))
		case row[1] < 0:
			return c.Errorf(at, "%s has the factor %s, but fluid flows one way through an opening; use 0 "+
				"or more", c.Label(path), text.Exact(row[1]))
		}
		most = max(most, row[1])
	}
	if most == 0 {
		return c.Errorf(path, "%s is 0 everywhere; use factors above 0", c.Label(path))
	}
	return nil
}

// checkComesIn refuses openings of which the material of what comes in is unknown.
func checkComesIn(c *casefile.Case, o *InFile) error {
	var names []string
	for i := range c.Materials {
		names = append(names, c.Materials[i].Name)
	}
	switch path := o.Path + ".material"; {
	case o.Material == "" && o.Inlet && len(names) > 1:
		return c.Errorf(o.Path, "the inlet %q has no material, but the case has several, so nothing "+
			"says what comes in; use material = %q", o.Name, names[0])
	case o.Material != "" && len(names) == 0:
		return c.Errorf(path, "the %s %q lets in the material %q, but the case has no materials; use "+
			"[[material]] with name = %q", kindOf(o.Inlet), o.Name, o.Material, o.Material)
	case o.Material != "" && !slices.Contains(names, o.Material):
		return c.Errorf(path, "the %s %q lets in the material %q, but the materials are %s%s",
			kindOf(o.Inlet), o.Name, o.Material, text.And(names), text.Meant(o.Material, names))
	}
	return nil
}
