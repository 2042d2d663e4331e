package motion

import (
	"fmt"
	"io"
	"math"
)

// Absorption corrects the motion of a paddle by the level before it, in every step: see
// cuda/absorb.h. The correction is a shift along Way, within bounds.
type Absorption struct {
	Way [3]float64 // in which the waves run, of length 1, level

	// Lines are the lower ends of vertical lines of points, which move with the paddle, at time 0
	// [m]. The level before the paddle is Base and the height of the fluid on these, in the mean.
	Lines  [][3]float64
	Height float64 // of the lines [m]
	Base   float64 // z of their lower ends, or of the bed where they reach below that [m]
	Still  float64 // level at rest, z [m]

	Wanted []Law   // laws whose sum is the level there in waves that only run away [m]
	Gain   float64 // of the paddle's velocity over the error of the level [1/s]
	Lag    float64 // time constant of the low pass behind it [s]
	Leak   float64 // rate at which the correction goes back to 0 [1/s]

	// The greatest displacement [m], velocity [m/s] and acceleration [m/s²] of the correction.
	Shift, Speed, Accel float64
}

// absorptionStep is the distance of points on a line, in spacings.
const absorptionStep = 0.5

// Points is how many points a line has.
func (a *Absorption) Points(deltaP float64) int {
	return max(1, int(math.Round(a.Height/(absorptionStep*deltaP))))
}

// Point is the k-th point of a line, of n.
func (a *Absorption) Point(line, k, n int) [3]float64 {
	x := a.Lines[line]
	x[2] += (float64(k) + 0.5) * a.Height / float64(n)
	return x
}

// Print writes all that decides the correction until a time [s], for hashes.
func (a *Absorption) Print(w io.Writer, until float64) {
	fmt.Fprint(w, a.Way, a.Lines, a.Height, a.Base, a.Still, a.Gain, a.Lag, a.Leak,
		a.Shift, a.Speed, a.Accel)
	for _, law := range a.Wanted {
		(&Rigid{Links: []Link{{Law: law}}}).Print(w, until)
	}
}

// Widen adds the way of the correction to displacements; a body without any has none.
func (a *Absorption) Widen(low, high [3]float64) (l, h [3]float64) {
	if a != nil {
		for k, n := range a.Way {
			low[k] -= math.Abs(n) * a.Shift
			high[k] += math.Abs(n) * a.Shift
		}
	}
	return low, high
}
