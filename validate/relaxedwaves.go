package validate

import (
	"fmt"
	"math"
	"math/cmplx"

	"gpusph/sph"
)

// The flume of relaxation zones: period [s], height, depth, length of the waves by Stokes' fifth
// order without transport of mass, and where gauges are: three between the zones, and one two
// wavelengths behind the first zone [m].
const (
	relaxedPeriod = 1.5
	relaxedHeight = 0.1
	relaxedDepth  = 0.4
	relaxedLength = 2.644
	relaxedZone   = 2.8
	relaxedFlume  = 11.2
	relaxedEnd    = 21.0
)

var relaxedGauges = []float64{4.6, 4.86, 5.26, relaxedZone + 2*relaxedLength, relaxedZone}

var relaxedWaves = &Case{
	Name: "RelaxedWaves",
	What: "waves of Stokes' fifth order from a relaxation zone, which another one absorbs, in two " +
		"dimensions",
	How: "Values are of the last four periods. Heights are from the lowest to the highest level of " +
		"a period. Incident and reflected waves are the first harmonics at three gauges (Mansard and " +
		"Funke 1980). The drift is the change of the mean level at the gauges over four periods.",
	Source: "Exact: the height asked for. Fenton, J. Waterway, Port, Coastal, Ocean Eng. 111 (1985) " +
		"216-234.",
	Text: relaxedText(),
	Levels: [levels]Plan{
		Nightly: {relaxedEnd, []float64{relaxedHeight / 2.5, relaxedHeight / 5}},
		GPU:     {relaxedEnd, []float64{relaxedHeight / 5, relaxedHeight / 10}},
	},
	Samples: relaxedPeriod / 50,
	Norms: []Norm{
		{
			Name: "height two wavelengths from the zone off", Unit: "%",
			Of: func(r *Run) float64 { return r.relaxedHeight(3)/relaxedHeight - 1 },
			Gate: Gate{Most: 0.06, DeltaP: relaxedHeight / 5,
				Finer: Limit{0.03, relaxedHeight / 10}},
		},
		{
			Name: "height at the zone off", Unit: "%",
			Of: func(r *Run) float64 { return r.relaxedHeight(4)/relaxedHeight - 1 },
		},
		{
			Name: "reflected", Unit: "%",
			Of:   relaxedReflection,
			Gate: Gate{Most: 0.04, DeltaP: relaxedHeight / 5},
		},
		{
			Name: "drift of the level, of the depth", Unit: "%",
			Of: func(r *Run) float64 {
				all := r.gauges(0, 1, 2, 3)
				early := relaxedEnd - 2*relaxedWindow
				return (all.Mean(relaxedEnd-relaxedWindow, relaxedEnd) -
					all.Mean(early, early+relaxedWindow)) / relaxedDepth
			},
			Gate: Gate{Most: 0.01, DeltaP: relaxedHeight / 5},
		},
	},
	Figures: []Figure{{
		Name: "level", What: "surface two wavelengths from the zone", X: "t [s]", Y: "z [m]",
		Of: func(r *Run) Curve { return r.gauges(3) },
	}},
}

// relaxedWindow is that of all values [s].
const relaxedWindow = 4 * relaxedPeriod

func relaxedText() string {
	return fmt.Sprintf(`name = "RelaxedWaves"
about = "waves from a relaxation zone"
dimension = 2
spacing = %g
end = %g
[domain]
min = [0, -0.5, 0]
max = [%g, 0.5, 0.7]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0, -0.5, 0], max = [%g, 0.5, %g] }
[[relaxation]]
name = "sea"
from = %g
to = 0
kind = "regular"
height = %g
period = %g
depth = %g
[[relaxation]]
name = "beach"
from = %g
to = %g
kind = "still"
`, relaxedHeight/5, relaxedEnd, relaxedFlume, relaxedFlume, relaxedDepth, relaxedZone,
		relaxedHeight, relaxedPeriod, relaxedDepth, relaxedFlume-relaxedZone, relaxedFlume) +
		openGauges(relaxedGauges...)
}

// relaxedHeight is the mean height of waves at a gauge, from trough to crest [m].
func (r *Run) relaxedHeight(gauge int) (sum float64) {
	c := r.gauges(gauge)
	for k := range 4 {
		from := relaxedEnd - relaxedWindow + float64(k)*relaxedPeriod
		low, high := math.Inf(1), math.Inf(-1)
		for _, z := range c.Between(from, from+relaxedPeriod).Y {
			low, high = min(low, z), max(high, z)
		}
		sum += (high - low) / 4
	}
	return sum
}

// relaxedReflection is the amplitude of waves that come back over that of waves that come, by least
// squares over the first harmonics a exp(-ikx) + b exp(ikx) at three gauges.
func relaxedReflection(r *Run) float64 {
	number := 2 * math.Pi / relaxedLength
	var along, against, s complex128
	for k, x := range relaxedGauges[:3] {
		c := r.Of(func(s *sph.Sample) float64 { return s.Height[k] })
		c = c.Between(relaxedEnd-relaxedWindow, relaxedEnd-relaxedPeriod/100)
		z := complex(0, 0)
		for i, t := range c.X {
			z += cmplx.Rect(c.Y[i]-mean(c.Y), -2*math.Pi*t/relaxedPeriod)
		}
		turn := cmplx.Rect(1, number*x)
		along, against, s = along+turn*z, against+z/turn, s+1/(turn*turn)
	}
	return cmplx.Abs(3*against-s*along) / cmplx.Abs(3*along-cmplx.Conj(s)*against)
}
