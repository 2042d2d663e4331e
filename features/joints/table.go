package joints

import (
	"fmt"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

const key = "joint" // of tables in case files

// table is joints in case files.
var table = &casefile.Feature{
	Sections: []casefile.Section{{Key: key, Rows: []Table(nil), Columns: true,
		InRows: []string{"motor", "motor-force"}}},
	Check: checkTables, Move: move,
}

// Table is a joint as case files have it.
type Table struct {
	Name string `key:"name" need:"yes" help:"in joints.csv"`
	Kind string `key:"kind" need:"yes" words:"ball hinge slider fixed" help:"ball, hinge, slider or fixed: free is all rotation, that about axis, shifts along, or nothing"`
	Body string `key:"body" need:"yes" help:"a [[body]]"`
	To   string `key:"to" help:"another, or a wall that moves; default the ground"`

	At    [3]float64  `key:"at" unit:"m" need:"yes" help:"at the start"`
	Axis  *[3]float64 `key:"axis" help:"of a hinge; in two dimensions default [0, 1, 0]"`
	Along *[3]float64 `key:"along" help:"direction of a slider"`

	Stiffness float64 `key:"stiffness" least:"0" unit:"N m/rad or N/m" help:"of a spring; default 0"`
	Rest      float64 `key:"rest" unit:"° or m" help:"of the spring without force; default 0, the start"`
	Damping   float64 `key:"damping" least:"0" unit:"N m s/rad or N s/m" help:"of a damper or a power take-off; default 0"`
	Quadratic float64 `key:"quadratic-damping" least:"0" unit:"N m s²/rad² or N s²/m²" help:"force over the square of the rate; default 0"`

	Limits *[2]float64 `key:"limits" unit:"° or m" help:"from the start; default none"`

	Restitution float64 `key:"restitution" least:"0" help:"rate after an impact at a limit over that before; default 0"`

	Motor  *casefile.Series `key:"motor" unit:"° or m" help:"where a motor takes it from the start"`
	Force  *casefile.Series `key:"motor-force" unit:"N m or N" help:"instead: what it turns or pushes the body with"`
	Repeat bool             `key:"repeat" help:"true: motor repeats"`
}

// Tables are those of a case file.
func Tables(c *casefile.Case) []Table { return c.Tables(key).([]Table) }

// Set gives a case file joints.
func Set(c *casefile.Case, all []Table) { c.SetTables(key, all) }

// move moves joints.
func move(by casefile.Shift, c *casefile.Case) {
	all := Tables(c)
	for i := range all {
		by.Point(&all[i].At)
	}
}

// checkTables refuses joints that say nothing that can be meant.
func checkTables(c *casefile.Case) error {
	all := Tables(c)
	for i := range all {
		j, path := &all[i], fmt.Sprintf("joint.%d", i)
		if err := casefile.First([]error{c.Word(path+".kind", j.Kind, Kinds), checkBodies(c, j, path),
			checkDirections(c, j, path), checkNumbers(c, j, path), checkMotor(c, j, path)}); err != nil {
			return err
		}
	}
	return nil
}

// groupOf is the name that a wall that moves has among bodies.
func groupOf(w *casefile.Wall) string {
	if w.Force != "" {
		return w.Force
	}
	return w.Name
}

// checkBodies refuses bodies that there are not.
func checkBodies(c *casefile.Case, j *Table, path string) error {
	var free, others []string
	for i := range c.Bodies {
		name := c.Bodies[i].Name
		if free = append(free, name); name != j.Body {
			others = append(others, name)
		}
	}
	for i := range c.Walls {
		w := &c.Walls[i]
		switch is := w.Name == j.To || groupOf(w) == j.To; {
		case w.Motion != nil:
			others = append(others, w.Name)
			if groupOf(w) != w.Name {
				others = append(others, groupOf(w))
			}
			if is && w.Motion.Waves != nil && w.Motion.Waves.Absorb {
				return c.Errorf(path+".to", "%s is %q, which absorbs waves, so where it goes is not known; "+
					"leave absorb out", c.Label(path+".to"), j.To)
			}
		case is && j.To != "":
			return c.Errorf(path+".to", "%s is the wall %q, which does not move; leave it out, as for the "+
				"ground", c.Label(path+".to"), j.To)
		}
	}
	switch {
	case len(free) == 0:
		return c.Errorf(path+".body", "%s is %q, but the case has no [[body]]; add one with that name",
			c.Label(path+".body"), j.Body)
	case !slices.Contains(free, j.Body):
		return c.Errorf(path+".body", "%s is %q, but the bodies are %s%s", c.Label(path+".body"), j.Body,
			text.And(free), text.Meant(j.Body, free))
	case j.To == j.Body:
		return c.Errorf(path+".to", "%s is %q, so the joint would be between a body and itself; use "+
			"another body, or leave it out for the ground", c.Label(path+".to"), j.To)
	case j.To != "" && len(others) == 0:
		return c.Errorf(path+".to", "%s is %q, but there is no other body and no wall that moves; leave "+
			"it out for the ground", c.Label(path+".to"), j.To)
	case j.To != "" && !slices.Contains(others, j.To):
		return c.Errorf(path+".to", "%s is %q, but what a joint may hold it at is %s%s",
			c.Label(path+".to"), j.To, text.And(others), text.Meant(j.To, others))
	}
	return nil
}

// checkDirections refuses directions that the kind does not have, and those of no length.
func checkDirections(c *casefile.Case, j *Table, path string) error {
	plane := c.Dimension == 2
	for _, of := range []struct {
		key, kind, would string
		is               *[3]float64
	}{{"axis", "hinge", "[0, 1, 0]", j.Axis}, {"along", "slider", "[0, 0, 1]", j.Along}} {
		at := path + "." + of.key
		switch {
		case of.is != nil && j.Kind != of.kind:
			return c.Errorf(at, "%s is for a %s, but the joint is a %s; leave it out", c.Label(at), of.kind,
				j.Kind)
		case of.is == nil && j.Kind == of.kind && !(plane && of.key == "axis"):
			return c.Errorf(path, "%s is a %s without %s; use %s = %s", c.Label(path), of.kind, of.key,
				of.key, of.would)
		case of.is == nil:
			continue
		}
		if err := c.Direction(at, *of.is, of.would); err != nil {
			return err
		}
	}
	switch {
	case plane && j.Kind == "ball":
		return c.Errorf(path+".kind", "%s is ball, but in two dimensions bodies turn about y only; use "+
			"hinge", c.Label(path+".kind"))
	case plane && j.Axis != nil && (j.Axis[0] != 0 || j.Axis[2] != 0):
		return c.Errorf(path+".axis", "%s is [%s, %s, %s], but in two dimensions a body turns about y "+
			"only: [0, 1, 0]", c.Label(path+".axis"), text.Exact(j.Axis[0]), text.Exact(j.Axis[1]),
			text.Exact(j.Axis[2]))
	case plane && j.Along != nil && j.Along[1] != 0:
		return c.Errorf(path+".along", "%s points along y, but in two dimensions it must be [x, z]",
			c.Label(path+".along"))
	}
	return nil
}

// checkNumbers refuses springs, dampers and limits that cannot be.
func checkNumbers(c *casefile.Case, j *Table, path string) error {
	for _, of := range []string{"stiffness", "rest", "damping", "quadratic-damping", "limits",
		"restitution", "motor", "motor-force"} {
		if at := path + "." + of; c.Given(at) && j.Kind != "hinge" && j.Kind != "slider" {
			return c.Errorf(at, "%s is for a hinge or a slider, but the joint is %s; leave it out",
				c.Label(at), map[string]string{"ball": "a ball"}[j.Kind]+
					map[string]string{"fixed": "fixed"}[j.Kind])
		}
	}
	if err := casefile.First([]error{c.NotBelow(path+".stiffness", j.Stiffness, ""),
		c.NotBelow(path+".damping", j.Damping, ""),
		c.NotBelow(path+".quadratic-damping", j.Quadratic, "")}); err != nil {
		return err
	}
	if at := path + ".restitution"; c.Given(at) && j.Limits == nil {
		return c.Errorf(at, "%s has no effect without limits; use limits = [-10, 10]", c.Label(at))
	} else if !(j.Restitution >= 0 && j.Restitution <= 1) {
		return c.Errorf(at, "%s is %s, but must be from 0 to 1", c.Label(at), text.Exact(j.Restitution))
	}
	unit := map[string]string{"hinge": "°", "slider": "m"}[j.Kind]
	at := path + ".limits"
	switch l := j.Limits; {
	case c.Given(path+".rest") && j.Stiffness == 0:
		return c.Errorf(path+".rest", "%s has no effect without a stiffness; use stiffness = 100",
			c.Label(path+".rest"))
	case l == nil:
	case !(l[0] < l[1]):
		return c.Errorf(at, "%s is [%s, %s] %s, but the second must be above the first", c.Label(at),
			text.Exact(l[0]), text.Exact(l[1]), unit)
	case !(l[0] <= 0 && l[1] >= 0):
		return c.Errorf(at, "%s is [%s, %s] %s, but the joint begins at 0; use limits around that",
			c.Label(at), text.Exact(l[0]), text.Exact(l[1]), unit)
	}
	return nil
}

// checkMotor refuses motors that cannot be. What is in files is checked when they are read.
func checkMotor(c *casefile.Case, j *Table, path string) error {
	switch {
	case j.Motor != nil && j.Force != nil:
		return c.Errorf(path+".motor-force", "%s has both motor and motor-force; use one of them",
			c.Label(path))
	case j.Motor != nil && j.Limits != nil:
		return c.Errorf(path+".limits", "%s does not go together with motor, which says where the joint "+
			"is; leave it out", c.Label(path+".limits"))
	case j.Repeat && j.Motor == nil:
		return c.Errorf(path+".repeat", "%s is for motor; leave it out", c.Label(path+".repeat"))
	}
	for name, s := range map[string]*casefile.Series{"motor": j.Motor, "motor-force": j.Force} {
		if s == nil || s.File != "" {
			continue
		}
		if err := checkSeries(c, j, name, s, path); err != nil {
			return err
		}
	}
	return nil
}

// checkSeries refuses what a motor cannot do.
func checkSeries(c *casefile.Case, j *Table, name string, s *casefile.Series, path string) error {
	at := path + "." + name
	if j.Repeat { // it need not last as long as the flow
		short := *c
		short.End = 0
		c = &short
	}
	if err := c.CheckSeries(path, name, s, nil); err != nil {
		return err
	}
	if name != "motor" {
		return nil
	}
	rows := s.All()
	switch {
	case s.Rows == nil:
		return c.Errorf(at, "%s is %s at all times; use rows of times and values, or fixed in place of "+
			"%s", c.Label(at), text.Exact(s.Value), j.Kind)
	case rows[0][1] != 0:
		return c.SeriesError(at, s, 0, fmt.Sprintf("begins with %s, but the joint begins at 0",
			text.Exact(rows[0][1])))
	case j.Repeat && rows[len(rows)-1][1] != rows[0][1]:
		return c.SeriesError(at, s, len(rows)-1, fmt.Sprintf("ends with %s, but repeats from %s on; end "+
			"with the first value", text.Exact(rows[len(rows)-1][1]), text.Exact(rows[0][1])))
	}
	return nil
}
