package openings

import (
	"fmt"
	"slices"

	"gpusph/internal/casefile"
)

// The tables of case files.
const (
	inletKey  = "inlet"
	outletKey = "outlet"
)

// inRows are the keys with rows of numbers.
var inRows = []string{"velocity", "discharge", "level", "pressure", "profile"}

var tableFeature = &casefile.Feature{
	Sections: []casefile.Section{
		{Key: inletKey, Rows: []Inlet(nil), Columns: true, InRows: inRows},
		{Key: outletKey, Rows: []Outlet(nil), Columns: true, InRows: inRows},
	},
	Check: checkTables, Move: move, HasFluid: hasFluid, Unknown: unknown,
	Materials: materialsIn, MaterialsTable: "[[inlet]]",
}

// Inlet is an opening through which fluid comes in. It has the same fields as Outlet.
type Inlet struct {
	Name string `key:"name" need:"yes"`

	Side      string         `key:"side" group:"place" words:"xmin xmax ymin ymax zmin zmax" help:"side of the domain that it takes: xmin, xmax, ymin, ymax, zmin or zmax"`
	Rectangle *OpenRectangle `key:"rectangle" group:"place" help:"instead of a side: in the domain, of any direction"`
	Disc      *OpenDisc      `key:"disc" group:"place" help:"instead of a side: in the domain, of any direction"`
	Min       *[3]float64    `key:"min" unit:"m" help:"lowest corner of a part of the side; default all"`
	Max       *[3]float64    `key:"max" unit:"m" help:"highest corner"`

	Velocity  *casefile.Series `key:"velocity" unit:"m/s" help:"mean velocity along the flow; default extrapolated from the fluid before the opening"`
	Discharge *casefile.Series `key:"discharge" unit:"m³/s" help:"instead of a velocity: discharge, in two dimensions in m²/s"`
	Level     *casefile.Series `key:"level" unit:"m" help:"z of the free surface; default extrapolated"`
	Pressure  *casefile.Series `key:"pressure" unit:"Pa" help:"instead of a level: pressure at the centre; default extrapolated"`

	Material       string `key:"material" help:"name of the material that comes in; needed where the case has several"`
	casefile.Extra `of:"inlet"`

	Grid          string            `key:"velocity-grid" help:"instead of a velocity: CSV file, see above"`
	Profile       *casefile.Profile `key:"profile" help:"of the velocity: uniform, parabolic, logarithmic, or [[z, factor], …] in m and in parts of the mean; default uniform"`
	NonReflecting bool              `key:"nonreflecting" help:"true: waves leave through it"`
	Reverse       string            `key:"reverse" words:"allow stop" help:"flow the other way: allow or stop; default allow"`

	Free bool // has no key: water falls out of outlets only
}

// Outlet is an opening through which fluid leaves.
type Outlet struct {
	Name string `key:"name" need:"yes"`

	Side      string         `key:"side" group:"place" words:"xmin xmax ymin ymax zmin zmax" help:"side of the domain that it takes: xmin, xmax, ymin, ymax, zmin or zmax"`
	Rectangle *OpenRectangle `key:"rectangle" group:"place" help:"instead of a side: in the domain, of any direction"`
	Disc      *OpenDisc      `key:"disc" group:"place" help:"instead of a side: in the domain, of any direction"`
	Min       *[3]float64    `key:"min" unit:"m" help:"lowest corner of a part of the side; default all"`
	Max       *[3]float64    `key:"max" unit:"m" help:"highest corner"`

	Velocity  *casefile.Series `key:"velocity" unit:"m/s" help:"mean velocity along the flow; default extrapolated from the fluid before the opening"`
	Discharge *casefile.Series `key:"discharge" unit:"m³/s" help:"instead of a velocity: discharge, in two dimensions in m²/s"`
	Level     *casefile.Series `key:"level" unit:"m" help:"z of the free surface; default extrapolated"`
	Pressure  *casefile.Series `key:"pressure" unit:"Pa" help:"instead of a level: pressure at the centre; default extrapolated"`

	Material       string `key:"material" help:"name of the material that comes in where the flow reverses; default that of the fluid before it"`
	casefile.Extra `of:"outlet"`

	Grid          string            `key:"velocity-grid" help:"instead of a velocity: CSV file, see above"`
	Profile       *casefile.Profile `key:"profile" help:"of the velocity: uniform, parabolic, logarithmic, or [[z, factor], …] in m and in parts of the mean; default uniform"`
	NonReflecting bool              `key:"nonreflecting" help:"true: waves leave through it"`
	Reverse       string            `key:"reverse" words:"allow stop" help:"flow the other way: allow or stop; default allow"`

	Free bool `key:"free" help:"true: a free outfall, where all that crosses the plane is removed; nothing else is given"`
}

// OpenRectangle is one in the domain.
type OpenRectangle struct {
	Centre    [3]float64      `key:"centre" unit:"m" need:"yes"`
	Size      casefile.Extent `key:"size" unit:"m" need:"yes" help:"[width, height]; in two dimensions the height alone"`
	Direction [3]float64      `key:"direction" need:"yes" help:"of the flow: into the domain at an inlet, out of it at an outlet"`
	Turn      float64         `key:"turn" unit:"°" help:"about the direction, from level; default 0"`
}

// OpenDisc is one in the domain.
type OpenDisc struct {
	Centre    [3]float64 `key:"centre" unit:"m" need:"yes"`
	Radius    float64    `key:"radius" above:"0" unit:"m" need:"yes"`
	Direction [3]float64 `key:"direction" need:"yes" help:"of the flow: into the domain at an inlet, out of it at an outlet"`
}

// InFile is an inlet or an outlet, and the path of its table.
type InFile struct {
	*Outlet
	Inlet bool
	Path  string
}

// Kind is the word for it.
func (o *InFile) Kind() string { return kindOf(o.Inlet) }

// Carried is what fluid carries in where the file says it, and its key.
func (o *InFile) Carried() (key, unit string, s *casefile.Series) {
	return o.Extra.Carried(kindOf(o.Inlet))
}

// quantity is a key that may change in time.
type quantity struct {
	key, unit string
	of        *casefile.Series
}

// quantities are those that the file gives.
func (o *InFile) quantities() (given []quantity) {
	key, unit, carried := o.Carried()
	for _, q := range []quantity{{"velocity", "m/s", o.Velocity}, {"discharge", "m³/s", o.Discharge},
		{"level", "m", o.Level}, {"pressure", "Pa", o.Pressure}, {key, unit, carried}} {
		if q.of != nil {
			given = append(given, q)
		}
	}
	return given
}

// Inlets are those of a case file.
func Inlets(c *casefile.Case) []Inlet { return c.Tables(inletKey).([]Inlet) }

// Outlets are those of a case file.
func Outlets(c *casefile.Case) []Outlet { return c.Tables(outletKey).([]Outlet) }

// Add gives a case file one more.
func Add(c *casefile.Case, o Outlet, inlet bool) {
	if inlet {
		c.SetTables(inletKey, append(Inlets(c), Inlet(o)))
	} else {
		c.SetTables(outletKey, append(Outlets(c), o))
	}
}

// FromFile are all inlets of a case file, then all outlets.
func FromFile(c *casefile.Case) (all []InFile) {
	inlets, outlets := Inlets(c), Outlets(c)
	for i := range inlets {
		all = append(all, InFile{(*Outlet)(&inlets[i]), true, fmt.Sprintf("inlet.%d", i)})
	}
	for i := range outlets {
		all = append(all, InFile{&outlets[i], false, fmt.Sprintf("outlet.%d", i)})
	}
	return all
}

// hasFluid reports whether an inlet says how deep fluid comes in.
func hasFluid(c *casefile.Case) bool {
	return slices.ContainsFunc(Inlets(c), func(o Inlet) bool { return o.Level != nil })
}

// unknown is what to say of a key that a table does not have.
func unknown(table, key string) string {
	if table == inletKey && key == "free" {
		return "; it is a key of [[outlet]], from which water falls freely"
	}
	return ""
}

// materialsIn are the materials of what comes in.
func materialsIn(c *casefile.Case) (names []string) {
	for _, o := range FromFile(c) {
		names = append(names, o.Material)
	}
	return names
}

// move moves all inlets and outlets.
func move(by casefile.Shift, c *casefile.Case) {
	for _, o := range FromFile(c) {
		by.Point(o.Min)
		by.Point(o.Max)
		if o.Rectangle != nil {
			by.Point(&o.Rectangle.Centre)
		}
		if o.Disc != nil {
			by.Point(&o.Disc.Centre)
		}
		by.Series(o.Level)
		if o.Profile != nil {
			for k := range o.Profile.Rows {
				by.Along(2, &o.Profile.Rows[k][0])
			}
		}
	}
}
