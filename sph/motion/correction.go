package motion

import "math"

// Correction is what steps may add to the motion of a body, as one that absorbs waves needs: a
// shift along Way, within bounds.
type Correction struct {
	Way [3]float64 // of length 1

	// The greatest displacement [m], velocity [m/s] and acceleration [m/s²] of the correction.
	Shift, Speed, Accel float64
}

// Widen adds the way of the correction to displacements; a body without any has none.
func (c *Correction) Widen(low, high [3]float64) (l, h [3]float64) {
	if c != nil {
		for k, n := range c.Way {
			low[k] -= math.Abs(n) * c.Shift
			high[k] += math.Abs(n) * c.Shift
		}
	}
	return low, high
}
