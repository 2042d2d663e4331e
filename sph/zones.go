package sph

import "math"

// Zone is a box of a flow in which particles are finer. Its particles are simulated beside those of
// the flow, magnified: where one of them is in the flow is its position less Shift, over Fineness.
type Zone struct {
	Name     string
	Min, Max [3]float64 // of the box in the flow, from Params.Origin [m]
	Fineness float64    // over that of the flow: a power of two
	Within   int        // the zone that holds it, from 1 on; 0 is the flow
	Shift    [3]float64 // [m]
	// Of the box where its particles are simulated, with the buffer around the zone [m]
	From, To [3]float64
	// Faces are those of the box that fluid can pass: along each axis the lower, then the upper.
	Faces [3][2]bool
}

// Simulated is where a point of the flow is simulated in the zone [m].
func (z *Zone) Simulated(x [3]float64) [3]float64 {
	for a := range 3 {
		x[a] = z.Fineness*x[a] + z.Shift[a]
	}
	return x
}

// Actual is where a point that is simulated in the zone is in the flow [m].
func (z *Zone) Actual(x [3]float64) [3]float64 {
	for a := range 3 {
		x[a] = (x[a] - z.Shift[a]) / z.Fineness
	}
	return x
}

// Holds reports whether a point of the flow is in the box, or behind a wall that closes it.
func (z *Zone) Holds(x [3]float64) bool {
	for a := range 3 {
		if z.Faces[a][0] && x[a] < z.Min[a] || z.Faces[a][1] && x[a] >= z.Max[a] {
			return false
		}
	}
	return true
}

// Overlaps reports whether a box of the flow has a volume in common with the zone.
func (z *Zone) Overlaps(low, high [3]float64) bool {
	for a := range 3 {
		if z.Faces[a][0] && high[a] <= z.Min[a] || z.Faces[a][1] && low[a] >= z.Max[a] {
			return false
		}
	}
	return true
}

// Around is the zone that holds another one, or nil: the flow does.
func (c *Case) Around(z *Zone) *Zone {
	if z.Within == 0 {
		return nil
	}
	return &c.Zones[z.Within-1]
}

// FinenessAround is the fineness of the particles that a zone borders on.
func (c *Case) FinenessAround(z *Zone) float64 {
	if around := c.Around(z); around != nil {
		return around.Fineness
	}
	return 1
}

// ZoneAt is the zone in whose part of the domain a point is simulated, from 1 on; 0 is the flow.
func (c *Case) ZoneAt(x [3]float64) int {
	for k := range c.Zones {
		z := &c.Zones[k]
		in := true
		for a := range 3 {
			in = in && x[a] >= z.From[a] && x[a] <= z.To[a]
		}
		if in {
			return k + 1
		}
	}
	return 0
}

// ZoneOf is the zone that simulates a point of the flow: the finest that it is in.
func (c *Case) ZoneOf(x [3]float64) (zone int) {
	for k := range c.Zones {
		if z := &c.Zones[k]; z.Holds(x) && (zone == 0 || z.Fineness > c.Zones[zone-1].Fineness) {
			zone = k + 1
		}
	}
	return zone
}

// Actual is where a point that is simulated is in the flow [m], how much finer particles are there,
// and whether it is part of the flow, and not of a buffer of another zone.
func (c *Case) Actual(x [3]float64) (at [3]float64, fineness float64, part bool) {
	if len(c.Zones) == 0 {
		return x, 1, true
	}
	zone := c.ZoneAt(x)
	fineness = 1
	if zone > 0 {
		z := &c.Zones[zone-1]
		x, fineness = z.Actual(x), z.Fineness
	}
	return x, fineness, c.ZoneOf(x) == zone
}

// Simulated is where a point of the flow is simulated [m], and how much finer particles are there.
func (c *Case) Simulated(x [3]float64) (at [3]float64, fineness float64) {
	if zone := c.ZoneOf(x); zone > 0 {
		z := &c.Zones[zone-1]
		return z.Simulated(x), z.Fineness
	}
	return x, 1
}

// Bounds is the box where all is simulated: the domain, and what zones have beside it [m].
func (c *Case) Bounds() (low, high [3]float64) {
	low, high = c.Params.Min, c.Params.Max
	for k := range c.Zones {
		for a := range 3 {
			low[a], high[a] = min(low[a], c.Zones[k].From[a]), max(high[a], c.Zones[k].To[a])
		}
	}
	return low, high
}

// Finest is how much finer than the flow the finest zone is: its particles allow steps as much
// shorter.
func (p *Params) Finest() float64 { return max(1, p.Further.Fineness) }

// Parts is into how many equal parts along each axis the cells of a coarser lattice are divided in
// which particles of the flow begin.
func (p *Params) Parts() float64 { return max(1, p.Further.Divided) }

// Fixed is the coordinate along an axis that all zones simulate where it is in the flow [m].
func (c *Case) Fixed(axis int) float64 {
	if len(c.Zones) == 0 {
		return 0
	}
	z := &c.Zones[0]
	return -z.Shift[axis] / (z.Fineness - 1)
}

// FinenessBits is the power of two that a fineness is.
func FinenessBits(fineness float64) uint32 { return uint32(math.Round(math.Log2(fineness))) }
