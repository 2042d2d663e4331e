package lines

import (
	"cmp"
	"fmt"
	"math"

	"gpusph/features/bodies"
)

// Catenary is an elastic line at rest in a vertical plane, part of which may lie on the bed without
// friction (Irvine 1981, Cable structures; Jonkman 2007, NREL/TP-500-41958, section 2.7). From an
// end A the unstretched length s and the tension (H, V), V = V_A + w s, have
//
//	x = H/w (asinh(V/H) - asinh(V_A/H)) + H s/EA
//	z = 1/w (√(H² + V²) - √(H² + V_A²)) + (V_A s + w s²/2)/EA
//
// On a bed of slope tan α the tension falls by w sin α a metre, and at the touchdown it has the
// slope of the bed.
type Catenary struct {
	Length, Weight, Stiff float64 // [m], in the fluid [N/m], EA [N]
	Across, Up            float64 // of the end B from A [m]; A is the lower one
	Horizontal            float64 // H of what hangs [N]

	sides [2]hanging // from A and B down to the bed, or all from A
	lies  float64    // unstretched length on the bed [m]
	slope float64    // of the bed
}

// hanging is a part that hangs, from its lower end.
type hanging struct {
	length, up float64 // [m], V of its lower end [N]
}

// bed of a line: how high its ends are above it [m], and its slope from A to B. None has infinite
// heights.
type bed struct {
	low, high float64
	slope     float64
}

// mostStrain is the greatest strain at rest: cables of rubber stretch as far, and a length that is
// wrong is told.
const mostStrain = 0.25

// catenary is a line at rest. An error, with which it is slack or torn, is a clause about the line.
func catenary(length, weight, stiff, across, up float64, on bed) (c Catenary, err error) {
	c = Catenary{Length: length, Weight: max(weight, 1e-9*stiff/length), Stiff: stiff,
		Across: across, Up: up}
	if reach := math.Hypot(across, up); reach > length*(1+mostStrain) {
		err = fmt.Errorf("its ends are %.4g m apart, but it is %.4g m long and would be torn; use "+
			"a length of %.4g m or more", reach, length, reach/(1+mostStrain))
	}
	c.hang()
	if c.touches(on) {
		err = cmp.Or(c.lie(on), err)
	}
	return c, err
}

// horizontal is H asinh(V/H).
func horizontal(h, v float64) float64 {
	if h == 0 {
		return 0
	}
	return h * math.Asinh(v/h)
}

// reach is where the end of a part that hangs is from its lower one.
func (c *Catenary) reach(h float64, p hanging) (x, z float64) {
	v, w := p.up+c.Weight*p.length, c.Weight
	x = (horizontal(h, v)-horizontal(h, p.up))/w + h*p.length/c.Stiff
	// √(H² + V²) - √(H² + V_A²) without the difference of large numbers
	sum := math.Hypot(h, v) + math.Hypot(h, p.up)
	if sum > 0 {
		z = p.length * (v + p.up) / sum
	}
	return x, z + p.length*(p.up+w*p.length/2)/c.Stiff
}

// hang lets all of the line hang.
func (c *Catenary) hang() {
	half := c.Weight * c.Length / 2
	part := func(h float64) hanging {
		if c.Up <= 0 {
			return hanging{c.Length, -half}
		}
		middle := bodies.Rising(func(v float64) float64 {
			_, z := c.reach(h, hanging{c.Length, v - half})
			return z - c.Up
		}, half)
		return hanging{c.Length, middle - half}
	}
	c.Horizontal = bodies.Rising(func(h float64) float64 {
		x, _ := c.reach(h, part(h))
		return x - c.Across
	}, half)
	c.sides, c.lies = [2]hanging{{}, part(c.Horizontal)}, 0
}

// touches reports whether a line that hangs would be below the bed.
func (c *Catenary) touches(on bed) bool {
	v := c.sides[1].up
	if on.low <= 0 {
		return v < c.Horizontal*on.slope
	}
	if v >= 0 {
		return false
	}
	_, z := c.reach(c.Horizontal, hanging{min(-v/c.Weight, c.Length), v})
	return z < -on.low
}

// lie lets a part of the line lie on the bed.
func (c *Catenary) lie(on bed) error {
	sine, cosine := on.slope/math.Hypot(1, on.slope), 1/math.Hypot(1, on.slope)
	c.slope = on.slope
	// the part that hangs from a height down to the bed, where that ends at the other end
	side := func(h, height, slope float64) hanging {
		p := hanging{up: h * slope}
		if height <= 0 {
			return p
		}
		p.length = bodies.Rising(func(s float64) float64 {
			_, z := c.reach(h, hanging{s, p.up})
			return z - height
		}, c.Length)
		return p
	}
	parts := func(h float64) (low, high hanging, lies float64) {
		if on.low > 0 {
			low, high = side(h, on.low, 0), side(h, on.high, 0)
			return low, high, c.Length - low.length - high.length
		}
		// B is above A by what hangs and by what lies on the slope
		high = hanging{up: h * on.slope}
		high.length = bodies.Rising(func(s float64) float64 {
			_, z := c.reach(h, hanging{s, high.up})
			return z + sine*c.lying(h, c.Length-s, sine, cosine) - c.Up
		}, c.Length)
		return low, high, c.Length - high.length
	}
	distance := func(h float64) float64 {
		low, high, lies := parts(h)
		x, _ := c.reach(h, low)
		y, _ := c.reach(h, high)
		return x + y + cosine*c.lying(h, lies, sine, cosine)
	}
	// as long as its ends are apart it may be, though its weight stretches it
	if at := distance(0); at > c.Across*(1+1e-9)+1e-5*c.Length {
		c.Horizontal = 0
		c.sides[0], c.sides[1], c.lies = parts(0)
		return fmt.Errorf("it is longer than its ends allow: %.4g m of it would lie on the bed without "+
			"tension; use a length of %.4g m or less", at-c.Across, c.Length-(at-c.Across))
	}
	c.Horizontal = bodies.Rising(func(h float64) float64 { return distance(h) - c.Across },
		c.Weight*c.Length)
	c.sides[0], c.sides[1], c.lies = parts(c.Horizontal)
	return nil
}

// lying is how long a part on the bed is with its tension.
func (c *Catenary) lying(h, length, sine, cosine float64) float64 {
	return length + length*(h/cosine-c.Weight*sine*length/2)/c.Stiff
}

// Ends are the tensions at A and B: along x, and downwards [N]. They pull both ends together.
func (c *Catenary) Ends() (a, b [2]float64) {
	high := c.sides[1]
	b = [2]float64{c.Horizontal, high.up + c.Weight*high.length}
	switch low := c.sides[0]; {
	case low.length > 0:
		a = [2]float64{c.Horizontal, low.up + c.Weight*low.length}
	case c.lies > 0:
		slope := math.Hypot(1, c.slope)
		tension := max(c.Horizontal*slope-c.Weight*c.lies*c.slope/slope, 0)
		a = [2]float64{tension / slope, -tension * c.slope / slope}
	default:
		a = [2]float64{c.Horizontal, -high.up}
	}
	return a, b
}

// At is where the line is from A after an unstretched length from there [m].
func (c *Catenary) At(s float64) (x, z float64) {
	low, high := c.sides[0], c.sides[1]
	if s < low.length {
		x, z = c.reach(c.Horizontal, low)
		dx, dz := c.reach(c.Horizontal, hanging{low.length - s, low.up})
		return x - dx, dz - z
	}
	x, z = c.reach(c.Horizontal, low)
	z = -z
	if s -= low.length; s <= c.lies {
		return c.onBed(x, z, s)
	}
	x, z = c.onBed(x, z, c.lies)
	dx, dz := c.reach(c.Horizontal, hanging{s - c.lies, high.up})
	return x + dx, z + dz
}

// onBed is a place on the bed so long after the line comes to it.
func (c *Catenary) onBed(x, z, s float64) (float64, float64) {
	slope := math.Hypot(1, c.slope)
	sine, cosine := c.slope/slope, 1/slope
	// from the touchdown backwards
	far := c.lying(c.Horizontal, c.lies, sine, cosine) -
		c.lying(c.Horizontal, c.lies-s, sine, cosine)
	return x + cosine*far, z + sine*far
}

// Lying is the length that lies on the bed [m].
func (c *Catenary) Lying() float64 { return c.lies }
