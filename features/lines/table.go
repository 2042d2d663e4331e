package lines

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// The tables of case files.
const (
	lineKey = "line"
	setKey  = "lines"
)

var tables = &casefile.Feature{
	Sections: []casefile.Section{
		{Key: setKey, Rows: (*SetTable)(nil)},
		{Key: lineKey, Rows: []Table(nil), Columns: true},
	},
	Check: checkTables, Move: moveTables,
}

// SetTable is what lines are in.
type SetTable struct {
	Bed       *float64 `key:"bed" unit:"m" help:"z of the bed; default the bottom of the domain"`
	Slope     Slope    `key:"bed-slope" items:"2" help:"along x and y; bed is then z at the origin"`
	Terrain   bool     `key:"terrain" help:"true: walls are the bed above that"`
	Stiffness float64  `key:"bed-stiffness" above:"0" unit:"Pa/m" help:"pressure over depth; default a line sinks by 5 % of its diameter"`
	Damping   *float64 `key:"bed-damping" least:"0" help:"over the critical one; default 1"`
	Water     string   `key:"water" words:"particles still none" help:"around lines: particles, still or none; default particles"`
	Level     *float64 `key:"level" unit:"m" help:"z of the surface of still water, also beside the domain"`
}

// Slope is that of a plane along x and y.
type Slope []float64

// Table is a line.
type Table struct {
	Name string   `key:"name" need:"yes"`
	From EndTable `key:"from" need:"yes" help:"{ at }, { body, at }, { line, along } or { loose = true, at }"`
	To   EndTable `key:"to" need:"yes" help:"as from"`

	Length    float64 `key:"length" above:"0" unit:"m" need:"yes" help:"without tension"`
	Segments  int     `key:"segments" above:"0" help:"between nodes; default 40"`
	Mass      float64 `key:"mass" above:"0" unit:"kg/m" need:"yes"`
	Diameter  float64 `key:"diameter" above:"0" unit:"m" need:"yes" help:"of a cylinder of its volume"`
	Stiffness float64 `key:"stiffness" above:"0" unit:"N" need:"yes" help:"EA: force over strain"`
	Damping   float64 `key:"damping" least:"0" help:"of the strain, over the critical one; default 0.8"`
	Bending   float64 `key:"bending" least:"0" unit:"N m²" help:"EI; default 0"`

	Drag     *Pair   `key:"drag" items:"2" help:"[across, along], by diameter and circumference; default [1.2, 0.05]"`
	Added    *Pair   `key:"added-mass" items:"2" help:"[across, along]; default [1, 0]"`
	Friction float64 `key:"friction" least:"0" help:"on the bed; default 0"`

	Clumps []ClumpTable `key:"clump" help:"weights and buoys at nodes"`
}

// Pair is a value across and one along a line.
type Pair []float64

// EndTable is an end of a line.
type EndTable struct {
	At    *[3]float64 `key:"at" unit:"m" help:"where it is fixed; of a body its point at the start"`
	Body  string      `key:"body" help:"body or wall that moves, which has the end"`
	Line  string      `key:"line" help:"another line, which has the end at a node"`
	Along float64     `key:"along" least:"0" unit:"m" help:"with line: how far from its first end"`
	Loose bool        `key:"loose" help:"true: only other lines and clumps hold it; at is about where"`
}

// ClumpTable is a weight or a buoy.
type ClumpTable struct {
	Along    float64 `key:"along" least:"0" unit:"m" need:"yes" help:"from the first end"`
	Mass     float64 `key:"mass" least:"0" unit:"kg" help:"default 0"`
	Volume   float64 `key:"volume" least:"0" unit:"m³" help:"default 0"`
	DragArea float64 `key:"drag-area" least:"0" unit:"m²" help:"coefficient times area; default 0"`
	Added    float64 `key:"added-mass" least:"0" help:"coefficient; default 0.5"`
}

// Tables are those of a case file.
func Tables(c *casefile.Case) []Table { return c.Tables(lineKey).([]Table) }

// SetOf is [lines] of a case file.
func SetOf(c *casefile.Case) SetTable {
	if s := c.Tables(setKey).(*SetTable); s != nil {
		return *s
	}
	return SetTable{}
}

// ends are those of a line, with their keys.
func (l *Table) ends() map[string]*EndTable {
	return map[string]*EndTable{"from": &l.From, "to": &l.To}
}

// moveTables moves the places of lines.
func moveTables(by casefile.Shift, c *casefile.Case) {
	if s := c.Tables(setKey).(*SetTable); s != nil {
		if s.Bed != nil {
			by.Along(2, s.Bed)
		}
		if s.Level != nil {
			by.Along(2, s.Level)
		}
	}
	all := Tables(c)
	for i := range all {
		by.Point(all[i].From.At)
		by.Point(all[i].To.At)
	}
}

// checkTables refuses lines that cannot be meant.
func checkTables(c *casefile.Case) error {
	all, set := Tables(c), SetOf(c)
	if len(all) == 0 && c.Given(setKey) {
		return c.Errorf(setKey, "lines says what lines are in, but there is no [[line]]; add one, or "+
			"leave it out")
	}
	if set.Water != "" {
		if err := c.Word(setKey+".water", set.Water, waters); err != nil {
			return err
		}
	}
	if set.Slope != nil && set.Bed == nil {
		return c.Errorf(setKey+".bed-slope", "lines has bed-slope without the height that it begins at; "+
			"use bed, too")
	}
	if set.Water == "still" && set.Level == nil {
		return c.Errorf(setKey+".water", "lines has still water, but not how high it stands; use level, "+
			"too")
	}
	for i := range all {
		path := fmt.Sprintf("%s.%d", lineKey, i)
		for _, key := range []string{"from", "to"} {
			if err := checkEnd(c, i, all[i].ends()[key], path+"."+key); err != nil {
				return err
			}
		}
		if err := checkLine(c, &all[i], path); err != nil {
			return err
		}
	}
	return nil
}

// checkLine refuses values of a line.
func checkLine(c *casefile.Case, l *Table, path string) error {
	errs := []error{c.Above(path+".length", l.Length, "m"), c.Above(path+".mass", l.Mass, "kg/m"),
		c.Above(path+".diameter", l.Diameter, "m"), c.Above(path+".stiffness", l.Stiffness, "N"),
		c.NotBelow(path+".damping", l.Damping, ""), c.NotBelow(path+".bending", l.Bending, "N m²")}
	if c.Given(path+".segments") && (l.Segments < 2 || l.Segments > mostSegments) {
		errs = append(errs, c.Errorf(path+".segments", "%s is %d, but must be from 2 to %d",
			c.Label(path+".segments"), l.Segments, mostSegments))
	}
	for _, k := range []int{0, 1} {
		for key, of := range map[string]*Pair{".drag": l.Drag, ".added-mass": l.Added} {
			if of != nil && len(*of) == 2 && !((*of)[k] >= 0) {
				errs = append(errs, c.Errorf(path+key, "%s has %s, but must not be below 0", c.Label(path+key),
					text.Exact((*of)[k])))
			}
		}
	}
	for k := range l.Clumps {
		at := fmt.Sprintf("%s.clump.%d", path, k)
		if of := &l.Clumps[k]; of.Along > l.Length {
			errs = append(errs, c.Errorf(at+".along", "%s is %s m, but the line is %s m long",
				c.Label(at+".along"), text.Exact(of.Along), text.Exact(l.Length)))
		} else if of.Mass == 0 && of.Volume == 0 {
			errs = append(errs, c.Errorf(at, "%s has neither a mass nor a volume, so it does nothing; use "+
				"mass = 1", c.Label(at)))
		}
	}
	return casefile.First(errs)
}

// waters are what the fluid around lines may be.
var waters = []string{"particles", "still", "none"}

const (
	usualSegments = 40
	mostSegments  = 2000
)

// checkEnd refuses ends that nothing or too much holds.
func checkEnd(c *casefile.Case, line int, e *EndTable, path string) error {
	all := Tables(c)
	switch {
	case e.Line != "" && (e.At != nil || e.Body != "" || e.Loose):
		return c.Errorf(path+".line", "%s is at a node of a line, which says where it is; use along, "+
			"and leave at, body and loose out", c.Label(path))
	case e.Line == "" && e.At == nil:
		return c.Errorf(path, "%s has no place; use at = [x, y, z], or line and along", c.Label(path))
	case e.Loose && e.Body != "":
		return c.Errorf(path+".loose", "%s is loose and at a body; use one of them", c.Label(path))
	case e.Line == "" && c.Given(path+".along"):
		return c.Errorf(path+".along", "%s has along, but no line that it is along; use line, too",
			c.Label(path))
	case e.Line == "":
		return nil
	}
	var names []string
	for k := range all {
		if k != line {
			names = append(names, all[k].Name)
		}
	}
	k := slices.IndexFunc(all, func(l Table) bool { return l.Name == e.Line })
	switch {
	case e.Line == all[line].Name:
		return c.Errorf(path+".line", "%s is %q, but a line cannot end at itself; use another line",
			c.Label(path+".line"), e.Line)
	case k < 0 && names == nil:
		return c.Errorf(path+".line", "%s is %q, but there is no other line", c.Label(path+".line"),
			e.Line)
	case k < 0:
		return c.Errorf(path+".line", "%s is %q, but the other lines are %s%s", c.Label(path+".line"),
			e.Line, text.And(names), text.Meant(e.Line, names))
	case e.Along > all[k].Length:
		return c.Errorf(path+".along", "%s is %s m, but the line %q is %s m long", c.Label(path+".along"),
			text.Exact(e.Along), e.Line, text.Exact(all[k].Length))
	}
	return nil
}

// flow is the lines of a file, in the scene's coordinates. Bodies are found by their names.
func flow(c *casefile.Case, bottom float64, body func(name string) int) *Flow {
	all, set := Tables(c), SetOf(c)
	f := &Flow{Bed: Bed{Is: true, Level: bottom, Stiffness: set.Stiffness, Damping: 1},
		Water: Particles, Level: math.Inf(-1)}
	if set.Bed != nil {
		f.Bed.Level = *set.Bed
	}
	if set.Slope != nil {
		f.Bed.Slope = [2]float64(set.Slope)
	}
	if set.Damping != nil {
		f.Bed.Damping = *set.Damping
	}
	switch set.Water {
	case "still":
		f.Water = StillWater
	case "none":
		f.Water = NoWater
	}
	if set.Level != nil {
		f.Level = *set.Level
	}
	for i := range all {
		f.Lines = append(f.Lines, all[i].line(c, fmt.Sprintf("%s.%d", lineKey, i), body))
	}
	return f
}

// line is that of a table.
func (l *Table) line(c *casefile.Case, path string, body func(name string) int) Line {
	of := Line{Name: l.Name, Length: l.Length, Segments: usualSegments, Kind: Kind{Mass: l.Mass,
		Diameter: l.Diameter, Stiffness: l.Stiffness, Damping: 0.8, Bending: l.Bending,
		Drag: [2]float64{1.2, 0.05}, Added: [2]float64{1, 0}, Friction: l.Friction}}
	if l.Segments > 0 {
		of.Segments = l.Segments
	}
	if c.Given(path + ".damping") {
		of.Damping = l.Damping
	}
	if l.Drag != nil {
		of.Drag = [2]float64(*l.Drag)
	}
	if l.Added != nil {
		of.Added = [2]float64(*l.Added)
	}
	of.From, of.To = l.From.end(c, body), l.To.end(c, body)
	for k, clump := range l.Clumps {
		added := 0.5
		if c.Given(fmt.Sprintf("%s.clump.%d.added-mass", path, k)) {
			added = clump.Added
		}
		of.Clumps = append(of.Clumps, Clump{Along: clump.Along, Mass: clump.Mass, Volume: clump.Volume,
			DragArea: clump.DragArea, Added: added})
	}
	return of
}

// end is that of a table.
func (e *EndTable) end(c *casefile.Case, body func(name string) int) (of End) {
	if e.At != nil {
		of.At = *e.At
		if c.Dimension == 2 {
			of.At[1] = 0
		}
	}
	switch {
	case e.Line != "":
		of.Kind, of.Along = OnLine, e.Along
		of.Line = slices.IndexFunc(Tables(c), func(l Table) bool { return l.Name == e.Line })
	case e.Body != "":
		of.Kind, of.Body = OnBody, body(e.Body)
	case e.Loose:
		of.Kind = Loose
	}
	return of
}

// SetTables gives a case file lines, and what they are in.
func SetTables(c *casefile.Case, set *SetTable, all []Table) {
	c.SetTables(setKey, set)
	c.SetTables(lineKey, all)
}
