package picture

import (
	"math"
	"slices"
	"strconv"

	"gpusph/sph"
)

// Field is what the colours of the fluid mean.
type Field int

const (
	Speed Field = iota
	Pressure
	Device
)

// Fields are their names.
var Fields = []string{"speed", "pressure", "device"}

// Needs are the columns of a snapshot that a picture of the field takes, beside the positions.
func (f Field) Needs() []string {
	return []string{"Type", "Body", [...]string{Speed: "Velocity", Pressure: "Pressure", Device: "Device"}[f]}
}

// value of a field at a particle, in m/s or Pa.
func (f Field) value(s *sph.Snapshot, i int) float64 {
	if f == Pressure {
		return float64(s.Pressure[i])
	}
	v := s.Velocity[i]
	return math.Sqrt(float64(v[0]*v[0] + v[1]*v[1] + v[2]*v[2]))
}

// scale is the values that the colours go from and to.
type scale struct {
	field     Field
	low, high float64
}

// newScale is a scale between round numbers that few particles of the fluid are
// beyond. It begins at 0 unless many are far below. most is its end, unless 0.
func newScale(s *sph.Snapshot, f Field, most float64) scale {
	var all []float64
	for i, t := range s.Type {
		if x := f.value(s, i); t == sph.Fluid && !math.IsNaN(x) {
			all = append(all, x)
		}
	}
	slices.Sort(all)
	c := scale{f, 0, most}
	n := len(all)
	if n == 0 {
		c.high = max(c.high, 1)
		return c
	}
	if c.high <= 0 {
		c.high = 1
		if high := all[(n-1)*999/1000]; high > 1e-6 {
			c.high = roundUp(high)
		}
	}
	if low := all[(n-1)/100]; low < -0.05*c.high {
		c.low = -roundUp(-low)
	}
	return c
}

// part is where a value is in the scale, 0 to 1; what is no number is at its end.
func (c *scale) part(x float64) float64 {
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
func (c *scale) unit() (label string, size float64) {
	switch {
	case c.field == Speed:
		return "speed [m/s]", 1
	case c.high-c.low < 2000:
		return "pressure [Pa]", 1
	}
	return "pressure [kPa]", 1000
}

// number is what a value is marked with.
func (c *scale) number(x float64) string {
	_, unit := c.unit()
	return strconv.FormatFloat(x/unit, 'g', 4, 64)
}

// ticks are the round values that the scale is marked at.
func (c *scale) ticks() (all []float64) {
	step := roundUp((c.high - c.low) / 5)
	for k := int(math.Ceil(c.low/step - 1e-9)); float64(k)*step <= c.high+1e-9*step; k++ {
		all = append(all, float64(k)*step)
	}
	return all
}
