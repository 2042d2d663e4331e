// Package absorption is paddles that make waves and absorb those that come back to them: the level
// before a paddle corrects its motion in each step. Package wavemaker has the theory, cuda/absorb.h
// the kernels.
package absorption

import (
	"fmt"
	"io"
	"math"

	"gpusph/features/feature"
	"gpusph/sph"
	"gpusph/sph/motion"
)

const Name = "absorption" // in cases

// Feature is absorption, for the table of features.
var Feature = feature.Feature{
	Flow: &sph.Feature{
		Name:  Name,
		Check: func(c *sph.Case) error { return c.CheckMeasured("wave makers that absorb") },
		Hash: func(c *sph.Case, until float64, add func(of string, write func(h io.Writer))) {
			for _, p := range Of(c) {
				of := "how " + c.Bodies[p.Body-1].Name + " absorbs waves"
				add(of, func(h io.Writer) { p.print(h, until) })
			}
		},
	},
}

// Of are the paddles of a case that absorb waves, in the order of their bodies.
func Of(c *sph.Case) []Paddle {
	all, _ := c.Part(Name).([]Paddle)
	return all
}

// Paddle is a body that absorbs waves, with the bounds of Body.Corrected.
type Paddle struct {
	Body int // from 1 on

	// Lines are the lower ends of vertical lines of points, which move with the paddle, at time 0
	// [m]. The level before the paddle is Base and the height of the fluid on these, in the mean.
	Lines  [][3]float64
	Height float64 // of the lines [m]
	Base   float64 // z of their lower ends, or of the bed where they reach below that [m]
	Still  float64 // level at rest, z [m]

	Wanted []motion.Law // laws whose sum is the level there in waves that only run away [m]
	Gain   float64      // of the paddle's velocity over the error of the level [1/s]
	Lag    float64      // time constant of the low pass behind it [s]
	Leak   float64      // rate at which the correction goes back to 0 [1/s]
}

// step is the distance of points on a line, in spacings.
const step = 0.5

// Points is how many points a line has.
func (p *Paddle) Points(deltaP float64) int {
	return max(1, int(math.Round(p.Height/(step*deltaP))))
}

// Point is the k-th point of a line, of n.
func (p *Paddle) Point(line, k, n int) [3]float64 {
	x := p.Lines[line]
	x[2] += (float64(k) + 0.5) * p.Height / float64(n)
	return x
}

// print writes all that decides the correction until a time [s].
func (p *Paddle) print(w io.Writer, until float64) {
	fmt.Fprint(w, p.Lines, p.Height, p.Base, p.Still, p.Gain, p.Lag, p.Leak)
	for _, law := range p.Wanted {
		(&motion.Rigid{Links: []motion.Link{{Law: law}}}).Print(w, until)
	}
}
