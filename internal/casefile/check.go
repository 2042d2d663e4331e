package casefile

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"gpusph/internal/text"
)

// Sides are those of the domain.
var Sides = []string{"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"}

// Axes are the names of the axes.
var Axes = []string{"x", "y", "z"}

// check refuses what the text says that is wrong whatever a flow is made of it.
func (c *Case) check() error {
	if c.Name == "" {
		return c.Errorf("name", `the case has no name; write name = "MyFlow"`)
	}
	if c.Dimension != 0 && c.Dimension != 2 && c.Dimension != 3 {
		return c.Errorf("dimension", "dimension is %d, but must be 2 or 3", c.Dimension)
	}
	for _, v := range []struct {
		key    string
		value  float64
		wanted string
	}{{"spacing", c.Spacing, "spacing = 0.02"}, {"end", c.End, "end = 1.5"}} {
		switch {
		case !c.Given(v.key) && c.text != nil:
			return c.Errorf("", "the case has no %s; use %s", v.key, v.wanted)
		case !(v.value > 0):
			return c.Errorf(v.key, "%s is %s, but must be above 0; use %s", v.key,
				text.Exact(v.value), v.wanted)
		}
	}
	if err := c.checkEngine(); err != nil {
		return err
	}
	if err := c.Word("split-axis", c.SplitAxis, Axes); c.SplitAxis != "" && err != nil {
		return err
	}
	if c.Dimension == 2 && c.SplitAxis == "y" {
		return c.Errorf("split-axis",
			"split-axis is y, along which a flow in two dimensions has no extent; use x or z")
	}
	if err := c.checkDomain(); err != nil {
		return err
	}
	if !c.OnGrid() && !c.hasFluid() {
		return c.Errorf("", "the case has no fluid; use [[fluid]] with a name and a box")
	}
	for _, check := range []func() error{c.checkNames, c.checkPhysics, c.checkTurning,
		c.checkMotions,
		c.checkShapes, c.checkBodies, c.checkProbes, c.checkFeatures,
		c.checkMaterials} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (c *Case) checkDomain() error {
	d := c.Domain
	if d == nil {
		return c.Errorf("", "the case has no domain; use [domain] with min and max, the corners of a box that has all of the flow")
	}
	for a := range 3 {
		if c.Dimension == 2 && a == 1 {
			continue
		}
		if !(d.Max[a] > d.Min[a]) {
			return c.Errorf("domain.max", "the domain is empty along %s: it reaches from %s to %s m, but max must be above min", Axes[a], text.Exact(d.Min[a]), text.Exact(d.Max[a]))
		}
	}
	for i, side := range d.Open {
		if err := c.Word("domain.open."+strconv.Itoa(i), side, Sides); err != nil {
			return err
		}
	}
	if d.Room < 0 {
		return c.Errorf("domain.room", "domain.room is %s m, but must not be below 0",
			text.Exact(d.Room))
	}
	for i, axis := range d.Periodic {
		if err := c.Word("domain.periodic."+strconv.Itoa(i), axis, Axes); err != nil {
			return err
		}
		if c.Dimension == 2 && axis == "y" {
			return c.Errorf("domain.periodic", "domain.periodic has y, along which a flow in two dimensions has no extent; use x and z")
		}
		for _, side := range []string{axis + "min", axis + "max"} {
			if slices.Contains(d.Open, side) {
				return c.Errorf("domain.open",
					"the domain is periodic along %s, so its side %s cannot be open", axis, side)
			}
		}
	}
	for _, side := range Sides {
		if v, ok := d.Slide[side]; ok {
			if a := slices.Index(Axes, side[:1]); v[a] != 0 {
				return c.Errorf("domain.slide."+side, "the side %s slides with %s m/s along %s, but walls only move along themselves; use 0 there", side, text.Exact(v[a]), side[:1])
			}
			if slices.Contains(d.Open, side) || slices.Contains(d.Periodic, side[:1]) {
				return c.Errorf("domain.slide."+side, "the side %s has no wall that could slide",
					side)
			}
		}
	}
	for _, side := range slices.Sorted(maps.Keys(d.Slide)) {
		if !slices.Contains(Sides, side) {
			return c.Errorf("domain.slide."+side, "domain.slide has %q, but the sides are %s%s",
				side, text.And(Sides), text.Meant(side, Sides))
		}
	}
	return nil
}

// otherSides are words that people have for sides.
var otherSides = map[string]string{"left": "xmin", "right": "xmax", "front": "ymin", "back": "ymax",
	"bottom": "zmin", "floor": "zmin", "top": "zmax", "lid": "zmax"}

// Word refuses what is none of some words.
func (c *Case) Word(path, word string, words []string) error {
	if slices.Contains(words, word) {
		return nil
	}
	meant := text.Meant(word, words)
	if side, ok := otherSides[strings.ToLower(word)]; ok && slices.Contains(words, side) {
		meant = "; did you mean " + side + "?"
	}
	return c.Errorf(path, "%s is %q, but must be %s%s", c.Label(path), word, text.Or(words), meant)
}

// checkNames refuses names that two have, and those that files cannot have.
func (c *Case) checkNames() error {
	for _, name := range []struct{ path, name string }{{"name", c.Name}, {"front", c.Front}} {
		if err := c.checkName(name.path, name.name); name.name != "" && err != nil {
			return err
		}
	}
	if c.Front != "" {
		if err := c.checkColumn("front", c.Front); err != nil {
			return err
		}
	}
	for _, t := range c.namedTables() {
		for i := range t.n {
			path := fmt.Sprintf("%s.%d", t.table, i)
			if err := c.checkName(path+".name", t.name(i)); err != nil {
				return err
			}
			if inColumns(t.table) {
				if err := c.checkColumn(path+".name", t.name(i)); err != nil {
					return err
				}
			}
			for j := range i {
				if strings.EqualFold(t.name(i), t.name(j)) {
					also := ""
					if at, ok := c.where[fmt.Sprintf("%s.%d.name", t.table, j)]; ok {
						also = fmt.Sprintf(", as in line %d", at.Line)
					}
					if t.name(i) != t.name(j) {
						also += ", but for capitals, which make no difference"
					}
					return c.Errorf(path+".name", "two of [[%s]] are called %q%s; use another name",
						t.table, t.name(i), also)
				}
			}
		}
	}
	return c.checkForceNames()
}

// namedTables are the tables of a kind, and their names.
type namedTables struct {
	table string
	n     int
	name  func(i int) string
}

func (c *Case) namedTables() []namedTables {
	all := []namedTables{
		{"fluid", len(c.Fluids), func(i int) string { return c.Fluids[i].Name }},
		{"wall", len(c.Walls), func(i int) string { return c.Walls[i].Name }},
		{"body", len(c.Bodies), func(i int) string { return c.Bodies[i].Name }},
		{"probe", len(c.Probes), func(i int) string { return c.Probes[i].Name }},
		{"gauge", len(c.Gauges), func(i int) string { return c.Gauges[i].Name }},
		{"material", len(c.Materials), func(i int) string { return c.Materials[i].Name }},
	}
	for _, s := range sections {
		names := s.names(c)
		all = append(all, namedTables{s.Key, len(names), func(i int) string { return names[i] }})
	}
	return all
}

// inColumns reports whether names of these tables are columns of files.
func inColumns(table string) bool {
	if k := placeOf(table); k >= 0 {
		return sections[k].Columns
	}
	return slices.Contains([]string{"probe", "gauge", "material"}, table)
}

// checkForceNames refuses names of forces that files cannot have.
func (c *Case) checkForceNames() error {
	for i := range c.Walls {
		if force := c.Walls[i].Force; force != "" {
			path := fmt.Sprintf("wall.%d.force", i)
			if err := c.checkName(path, force); err != nil {
				return err
			}
			if err := c.checkColumn(path, force); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkName refuses names that would not do in a column of a CSV file, or as that of a directory.
func (c *Case) checkName(path, name string) error {
	switch {
	case name == "":
		return c.Errorf(path, "%s is empty", c.Label(path))
	case utf8.RuneCountInString(name) > 60:
		return c.Errorf(path, "%s has %d letters, but may have 60", c.Label(path),
			utf8.RuneCountInString(name))
	case strings.ContainsFunc(name, func(r rune) bool {
		return strings.ContainsRune(",;/\\\"",
			r) || !unicode.IsPrint(r)
	}):
		return c.Errorf(path, "%s is %q, but names have no commas, quotes, slashes or line ends",
			c.Label(path), name)
	}
	return nil
}

// checkColumn refuses names that a spreadsheet would execute in the heading of a table.
func (c *Case) checkColumn(path, name string) error {
	first, _ := utf8.DecodeRuneInString(name)
	strange := strings.ContainsFunc(name, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune(" ._-()", r)
	})
	if strange || strings.ContainsRune("=+-@", first) {
		return c.Errorf(path, "%s is %q, but names of columns have letters, digits, spaces and . _ - ( ), and do not begin with -",
			c.Label(path), name)
	}
	return nil
}
