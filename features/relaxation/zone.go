package relaxation

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
)

// Zone is a box in which the fluid's velocity comes to that of waves.
type Zone struct {
	Name       string
	Min, Max   [3]float64 // corners of the box [m]
	Axis       sph.Axis   // along which the ramp χ rises
	From, To   float64    // coordinates where it is 0 and 1; To may be below From [m]
	Rate       float64    // β [1/s]
	Power      float64    // n of the weight
	Components [3]bool    // of the velocity
	Way        [2]float64 // in which the waves run, along x and y, of length 1
	RampFrom   float64    // when the waves begin to grow [s]
	Ramp       float64    // in which they do; 0 is at once [s]
	Cells      Cells

	table Table // of a case file
}

// Cells are velocities at points of a lattice in time, along the way, across it and upwards, linear
// between the points and constant beyond.
type Cells struct {
	Count    [4]int     // points in time, along, across and upwards
	Start    float64    // time of the first [s]
	Interval float64    // [s]
	Origin   [3]float64 // of the first: along the way, across it, and z [m]
	Step     [3]float64 // [m]
	Repeats  bool       // an interval after the last time comes the first
	Slowness float64    // what is at s at a time is at 0 so much earlier, over s [s/m]
	Across   bool       // there are three numbers a point
	Values   []float32  // along, upwards, and across where there is that [m/s]
	Note     string     // what the waves are, for logs
	Length   float64    // of the waves, 0 where they have none [m]
}

// Most is how many zones a case may have.
const Most = 4

// mostValues is how many numbers the tables of a case may have: 1 GiB.
const mostValues = 1 << 28

// Parts is how many numbers a point has.
func (c *Cells) Parts() int {
	if c.Across {
		return 3
	}
	return 2
}

// Weight is b at a part of the ramp.
func (z *Zone) Weight(chi float64) float64 {
	return math.Expm1(math.Pow(chi, z.Power)) / (math.E - 1)
}

// Length is that of the ramp [m].
func (z *Zone) Length() float64 { return math.Abs(z.To - z.From) }

// checkCase returns the first thing about relaxation zones that cannot be simulated.
func checkCase(c *sph.Case) error {
	zones, values := Of(c), 0
	if len(zones) > Most {
		return fmt.Errorf("problem %s has %d relaxation zones, but may have %d", c.Name, len(zones),
			Most)
	}
	for k := range zones {
		if err := zones[k].Check(&c.Params); err != nil {
			return fmt.Errorf("the relaxation zone %s of problem %s %w", zones[k].Name, c.Name, err)
		}
		values += len(zones[k].Cells.Values)
	}
	if values > mostValues {
		return fmt.Errorf("the relaxation zones of problem %s have tables of %d numbers, but may have "+
			"%d; use fewer components, or a shorter table", c.Name, values, mostValues)
	}
	return nil
}

// Check returns the first thing about a zone that cannot be simulated, as a clause about the zone.
func (z *Zone) Check(p *sph.Params) error {
	for a := range 3 {
		if !(min(z.Max[a], p.Max[a]) > max(z.Min[a], p.Min[a])) {
			return fmt.Errorf("is not in the domain: along %v it reaches from %s to %s m, the domain "+
				"from %s to %s m", sph.Axis(a), text.Number(p.OnMap(a, z.Min[a])),
				text.Number(p.OnMap(a, z.Max[a])), text.Number(p.OnMap(a, p.Min[a])),
				text.Number(p.OnMap(a, p.Max[a])))
		}
	}
	low, size := p.Min[z.Axis], p.Max[z.Axis]-p.Min[z.Axis]
	switch most := 1 / p.DtMax(); {
	case !(z.Length() > 0) || math.IsInf(z.Length(), 0):
		return fmt.Errorf("has a ramp from %g to %g m, but it must have a length", z.From, z.To)
	case !(z.From >= low-size && z.From <= low+2*size):
		return fmt.Errorf("has a ramp that begins at %s m along %v, far from the domain",
			text.Number(p.OnMap(int(z.Axis), z.From)), z.Axis)
	case z.Components == [3]bool{}:
		return fmt.Errorf("changes no component of the velocity")
	case !(z.Rate > 0) || z.Rate > most:
		return fmt.Errorf("has a rate of %s/s, but it must be above 0 and below %s/s, at which the "+
			"fluid takes the waves' velocity within a step; 20 is usual", text.Number(z.Rate),
			text.Number(text.Three(most, math.Floor)))
	case !(z.Power >= 1 && z.Power <= 10):
		return fmt.Errorf("has a power of %g, but it must be from 1 to 10; 3.5 is usual", z.Power)
	}
	return z.Cells.check()
}

// check returns what is wrong about a table.
func (c *Cells) check() error {
	n := c.Parts()
	for _, count := range c.Count {
		if count < 1 {
			return fmt.Errorf("has a table of %v points", c.Count)
		}
		n *= count
	}
	if n != len(c.Values) || c.Count[0] > 1 && !(c.Interval > 0) {
		return fmt.Errorf("has a table of %d numbers, not %d", len(c.Values), n)
	}
	for _, v := range c.Values {
		if v-v != 0 {
			return fmt.Errorf("has a velocity that is no number in its table")
		}
	}
	return nil
}
