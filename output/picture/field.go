package picture

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	_ "gpusph/features" // whose fields particles have
	"gpusph/sph"
)

// Field is what the colours of the fluid mean: an index of Fields.
type Field int

// The fields that every flow has.
const (
	Speed Field = iota
	Pressure
	Density
	VelocityX
	VelocityY
	VelocityZ
	Device
	None // all of the fluid has one colour
	firstFurther
)

// kinds are what there is to know of each field.
var kinds = append([]kind{
	Speed:     {name: "speed", column: "Velocity", unit: "m/s", fromZero: true},
	Pressure:  {name: "pressure", column: "Pressure", unit: "Pa", fromZero: true},
	Density:   {name: "density", column: "Density", unit: "kg/m³"},
	VelocityX: {name: "vx", column: "Velocity", unit: "m/s", fromZero: true},
	VelocityY: {name: "vy", column: "Velocity", unit: "m/s", fromZero: true},
	VelocityZ: {name: "vz", column: "Velocity", unit: "m/s", fromZero: true},
	Device:    {name: "device", column: "Device", fromZero: true},
	None:      {name: "none", fromZero: true},
}, furtherKinds()...)

type kind struct {
	name     string
	column   string // of snapshots, by which it is known
	unit     string
	fromZero bool // the scale has 0
	solids   bool // only solids have it
	part     int  // of the column
}

// Material is the number of the fluid's material.
var Material = FieldOf(sph.Fields[sph.MaterialField].Name)

// FieldOf is the field of a column of snapshots.
func FieldOf(column string) Field {
	return Field(slices.IndexFunc(kinds, func(k kind) bool { return k.column == column }))
}

// furtherKinds are the quantities of further fields.
func furtherKinds() (all []kind) {
	for _, q := range sph.Quantities(sph.FieldsOfFiles()) {
		all = append(all, kind{name: q.Name, column: q.Field.Name, unit: q.Unit, fromZero: q.Solids,
			solids: q.Solids, part: q.Column})
	}
	return all
}

// Solids reports whether only solids have the field. The fluid is then coloured by its speed.
func (f Field) Solids() bool { return kinds[f].solids }

// OfFluid is what the fluid is coloured by.
func (f Field) OfFluid() Field {
	if f.Solids() {
		return Speed
	}
	return f
}

// Fields are their names.
var Fields = fieldNames()

func fieldNames() (all []string) {
	for _, k := range kinds {
		all = append(all, k.name)
	}
	return all
}

// Needs are the columns of a snapshot that a picture of the field takes, beside the positions.
func (f Field) Needs() []string {
	needs := []string{"Type", "Body"}
	for _, of := range []Field{f, f.OfFluid()} {
		if column := kinds[of].column; column != "" && !slices.Contains(needs, column) {
			needs = append(needs, column)
		}
	}
	return needs
}

// Check refuses a snapshot whose particles do not have the field.
func (f Field) Check(s *sph.Snapshot) error {
	if of, _ := f.further(s); f >= firstFurther && of == nil {
		return fmt.Errorf("particles of this run have no %s; use --field %s", kinds[f].name,
			kinds[Speed].name)
	}
	return nil
}

// further is the values of a further field, and how many a particle has.
func (f Field) further(s *sph.Snapshot) (of []float32, each int) {
	for _, v := range s.Extra {
		if v.Name == kinds[f].column {
			return v.Of, len(v.Columns)
		}
	}
	return nil, 1
}

// Scaled reports whether the field has a scale of numbers.
func (f Field) Scaled() bool { return f != Device && f != None && f != Material }

// Unit is that of the field's values, or "".
func (f Field) Unit() string { return kinds[f].unit }

// Of is the field's value at each particle, in its unit. Walls may have none of a further field:
// files keep them apart.
func (f Field) Of(s *sph.Snapshot) func(i int) float64 {
	switch f {
	case Speed:
		return func(i int) float64 {
			v := &s.Velocity[i]
			return math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]))
		}
	case Pressure:
		return func(i int) float64 { return float64(s.Pressure[i]) }
	case Density:
		return func(i int) float64 { return float64(s.Density[i]) }
	case VelocityX, VelocityY, VelocityZ:
		return func(i int) float64 { return float64(s.Velocity[i][f-VelocityX]) }
	case Device:
		return func(i int) float64 { return float64(s.Device[i]) }
	case None:
		return func(int) float64 { return 0 }
	}
	of, each := f.further(s)
	part := kinds[f].part
	return func(i int) float64 {
		if at := each*i + part; at < len(of) {
			return float64(of[at])
		}
		return math.NaN()
	}
}

// Scale is the values that the colours go from and to.
type Scale struct {
	field     Field
	low, high float64
}

// mostSorted is of how many particles a scale is made, about.
const mostSorted = 1 << 16

// NewScale is a scale between round numbers that few particles of the fluid are beyond, in any of
// some snapshots. It begins at 0 unless many are far below, or the field is far from 0 as density
// is. limits are its ends where they are numbers.
func NewScale(f Field, limits [2]float64, of ...*sph.Snapshot) Scale {
	c := Scale{f, math.Inf(1), math.Inf(-1)}
	for _, s := range of {
		if all := f.some(s); len(all) > 0 {
			c.low, c.high = min(c.low, all[(len(all)-1)/100]), max(c.high, all[(len(all)-1)*999/1000])
		}
	}
	if c.low > c.high {
		c.low, c.high = 0, 0
	}
	c.round(limits)
	return c
}

// some are values of the field, those of the fluid that are numbers, ascending; of a field of
// solids, those that are not 0.
func (f Field) some(s *sph.Snapshot) []float64 {
	n := s.Len()
	every := max(1, n/mostSorted)
	if f.Solids() {
		every = 1
	}
	all, of := make([]float64, 0, n/every+1), f.Of(s)
	for group := 0; group*every < n; group++ {
		i := group*every + int(sph.Taken(uint32(group), uint32(every)))
		if i >= n || (s.Type[i] != sph.Fluid) != f.Solids() {
			continue
		}
		if x := of(i); !math.IsNaN(x) && !(f.Solids() && x == 0) {
			all = append(all, x)
		}
	}
	slices.Sort(all)
	return all
}

// round makes the ends round numbers, or the limits.
func (c *Scale) round(limits [2]float64) {
	low, high := c.low, c.high
	if kinds[c.field].fromZero {
		c.low, c.high = 0, 1
		if high > 1e-6 {
			c.high = roundUp(high)
		}
		if !math.IsNaN(limits[1]) {
			c.high = limits[1]
		}
		if low < -0.05*c.high {
			c.low = -roundUp(-low)
		}
	} else {
		step := roundUp(max(high-low, 1e-3*max(math.Abs(low), math.Abs(high), 1e-6)) / 4)
		c.low, c.high = step*math.Floor(low/step+1e-9), step*math.Ceil(high/step-1e-9)
		if !(c.high > c.low) {
			c.high = c.low + step
		}
	}
	for k, end := range []*float64{&c.low, &c.high} {
		if !math.IsNaN(limits[k]) {
			*end = limits[k]
		}
	}
	if !(c.high > c.low) { // of one limit beyond all values
		if math.IsNaN(limits[0]) {
			c.low = c.high - roundUp(max(math.Abs(c.high), 1e-6))
		} else {
			c.high = c.low + roundUp(max(math.Abs(c.low), 1e-6))
		}
	}
}

// part is where a value is in the scale, 0 to 1; what is no number is at its end.
func (c *Scale) part(x float64) float64 {
	switch y := (x - c.low) / (c.high - c.low); {
	case y < 0:
		return 0
	case y < 1:
		return y
	}
	return 1
}

// unit is what the scale is labelled with, and how many of the field's unit one of
// its numbers is.
func (c *Scale) unit() (label string, size float64) {
	k := kinds[c.field]
	unit, size := k.unit, 1.0
	switch length := c.high - c.low; {
	case unit == "Pa" && length >= 2e6:
		unit, size = "MPa", 1e6
	case unit == "Pa" && length >= 2000:
		unit, size = "kPa", 1000
	}
	name := strings.ReplaceAll(k.name, "_", " ")
	if unit == "" {
		return name, size
	}
	return name + " [" + unit + "]", size
}

// number is what a value is marked with.
func (c *Scale) number(x float64) string {
	_, unit := c.unit()
	return mark(x/unit, (c.high-c.low)/unit)
}

// mark is a number beside a tick of an axis that is so long, without the errors of rounding.
func mark(x, length float64) string {
	if math.Abs(x) < 1e-6*length {
		x = 0
	}
	s := strconv.FormatFloat(x, 'g', 6, 64)
	return strings.Replace(s, "-", "−", 1)
}

// ticks are the round values that the scale is marked at.
func (c *Scale) ticks() []float64 { return ticks(c.low, c.high, roundUp((c.high-c.low)/5)) }

// ticks are the multiples of a step that are between two values.
func ticks(low, high, step float64) (all []float64) {
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		all = append(all, k*step)
	}
	return all
}
