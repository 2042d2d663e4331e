package damping

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
)

// Zone is a box in which the fluid loses velocity.
type Zone struct {
	Name       string
	Min, Max   [3]float64 // corners of the box [m]
	Axis       sph.Axis   // along which the ramp r rises
	From, To   float64    // coordinates where the ramp is 0 and 1; To may be below From [m]
	Rate       float64    // β [1/s]
	Components [3]bool    // of the velocity that it damps
}

// Most is how many zones a case may have.
const Most = 8

// Length is that of the ramp [m].
func (z *Zone) Length() float64 { return math.Abs(z.To - z.From) }

// Overlaps reports whether two zones have a volume in common.
func (z *Zone) Overlaps(other *Zone) bool {
	for a := range 3 {
		if !(min(z.Max[a], other.Max[a]) > max(z.Min[a], other.Min[a])) {
			return false
		}
	}
	return true
}

// checkCase returns the first thing about damping zones that cannot be simulated.
func checkCase(c *sph.Case) error {
	zones := Of(c)
	if len(zones) > Most {
		return fmt.Errorf("problem %s has %d damping zones, but may have %d", c.Name, len(zones), Most)
	}
	for k := range zones {
		if err := zones[k].Check(&c.Params); err != nil {
			return fmt.Errorf("the damping zone %s of problem %s %w", zones[k].Name, c.Name, err)
		}
	}
	return nil
}

// Check returns the first thing about a zone that cannot be simulated, as a clause about the zone.
func (z *Zone) Check(p *sph.Params) error {
	for a := range 3 {
		if !(min(z.Max[a], p.Max[a]) > max(z.Min[a], p.Min[a])) {
			return fmt.Errorf("is not in the domain: along %v it reaches from %s to %s m, the domain "+
				"from %s to %s m", sph.Axis(a),
				text.Number(p.OnMap(a, z.Min[a])), text.Number(p.OnMap(a, z.Max[a])), text.Number(p.OnMap(a,
					p.Min[a])), text.Number(p.OnMap(a, p.Max[a])))
		}
	}
	switch most := 1 / p.DtMax(); {
	case !(z.Length() > 0) || math.IsInf(z.Length(), 0):
		return fmt.Errorf("has a ramp from %g to %g m, but it must have a length", z.From, z.To)
	case z.Axis < 0 || z.Axis > 2:
		return fmt.Errorf("has a ramp along axis %d, but axes are 0, 1 and 2", z.Axis)
	case !(z.From >= 2*p.Min[z.Axis]-p.Max[z.Axis] && z.From <= 2*p.Max[z.Axis]-p.Min[z.Axis]):
		return fmt.Errorf("has a ramp that begins at %s m along %v, far from the domain, which is "+
			"from %s to %s m",
			text.Number(p.OnMap(int(z.Axis), z.From)), z.Axis, text.Number(p.OnMap(int(z.Axis),
				p.Min[z.Axis])), text.Number(p.OnMap(int(z.Axis), p.Max[z.Axis])))
	case z.Components == [3]bool{}:
		return fmt.Errorf("damps no component of the velocity")
	case !(z.Rate > 0) || math.IsInf(z.Rate, 0):
		return fmt.Errorf("has a rate of %g/s, but it must be above 0", z.Rate)
	case z.Rate > most:
		return fmt.Errorf("has a rate of %s/s, which would stop the fluid within a step of %s s and "+
			"reflect waves as a wall does; use a rate below %s/s, 10 is usual",
			text.Number(z.Rate), text.Number(p.DtMax()), text.Number(text.Three(most, math.Floor)))
	}
	return nil
}
