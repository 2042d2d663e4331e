package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// Two fluids on each other between plates, through an inlet each: Re is 10 with the height and the
// lower fluid. They have half of the height each, densities [kg/m³] and dynamic viscosities [Pa s].
const (
	openLayersLength = 0.4 // [m]
	openLayersRho    = 800
	openLayersMu     = 0.2
	openLayersMuLow  = 1.0
)

// openLayersAt is the exact velocity over the mean at a height in that of the channel. The stress
// is τ - G z; the fluids have one velocity where they meet.
func openLayersAt(z float64) float64 {
	const low, high = openLayersMuLow, openLayersMu
	// of G = 1: u = (τ z - z²/2)/μ below, u = (1 - z) ((1 + z)/2 - τ)/μ above
	tau := (3/high + 1/low) / 4 / (1/low + 1/high)
	at := func(z float64) float64 {
		if z < 0.5 {
			return z * (tau - z/2) / low
		}
		return (1 - z) * ((1+z)/2 - tau) / high
	}
	return at(z) / (integral(at, 0, 0.5) + integral(at, 0.5, 1))
}

// integral of a parabola.
func integral(of func(z float64) float64, from, to float64) float64 {
	return (to - from) / 6 * (of(from) + 4*of((from+to)/2) + of(to))
}

// openLayersInlet is the inlet of a fluid between two heights in that of the channel.
func openLayersInlet(name string, from, to float64) string {
	mean, rows := integral(openLayersAt, from, to)/(to-from), ""
	for k := range 21 {
		z := from + (to-from)*float64(k)/20
		if k > 0 {
			rows += ", "
		}
		rows += fmt.Sprintf("[%.6g, %.6g]", z*openChannelHeight, openLayersAt(z)/mean)
	}
	return fmt.Sprintf(`
[[material]]
name = %[1]q
rho0 = %[2]g
nu = %[3]g

[[fluid]]
name = %[1]q
material = %[1]q
box = { min = [0, %[4]g], max = [%[5]g, %[6]g] }
velocity = [%[7]g, 0]

[[inlet]]
name = "in of %[1]s"
side = "xmin"
min = [0, %[4]g]
max = [0, %[6]g]
material = %[1]q
velocity = %[7]g
profile = [%[8]s]
`, name, map[string]float64{"low": 1000, "high": openLayersRho}[name],
		map[string]float64{"low": openLayersMuLow / 1000, "high": openLayersMu / openLayersRho}[name],
		from*openChannelHeight, openLayersLength, to*openChannelHeight, mean*openChannelSpeed, rows)
}

var openLayers = &Case{
	Name: "OpenLayers",
	What: "two fluids on each other, of 1000 and 800 kg/m³ and a viscosity of 1 and 0.2 Pa s, that " +
		"enter and leave between two plates: the velocity",
	How: "L2 is the root of the sum of squares of differences from the exact velocity, along and " +
		"across, over that of it, of the particles in the middle half of the channel: the mean over " +
		"the last third of the run. The interface is off by how far one fluid is beyond the middle, " +
		"the root of the mean square over all particles that are, at their greatest.",
	Source: "Exact: Poiseuille's flow of two fluids with one stress where they meet.",
	Text: openText("OpenLayers", openChannelHeight/50, 8, openLayersLength, openChannelHeight, false,
		fmt.Sprintf(`
[physics]
gravity = [0, 0]
speed = %.6g
alpha = 0
`, 4*openChannelSpeed)+openLayersInlet("low", 0, 0.5)+openLayersInlet("high", 0.5, 1)+
			"\n[[outlet]]\nname = \"out\"\nside = \"xmax\"\npressure = 20\n"),
	Levels: [levels]Plan{
		Short:   {2, []float64{openChannelHeight / 20}},
		Nightly: {8, []float64{openChannelHeight / 20, openChannelHeight / 40}},
		GPU: {8, []float64{openChannelHeight / 20, openChannelHeight / 40,
			openChannelHeight / 80}},
	},
	Samples:   0.1,
	Snapshots: 0.1,
	Look:      lookAtOpenLayers,
	Norms: []Norm{
		{
			Name: "L2", Unit: "%", Exact: true,
			Of:   func(r *Run) float64 { return lastThird(r, r.Seen(0)) },
			Gate: Gate{Most: 0.03, Falls: true, DeltaP: openChannelHeight / 40},
		},
		{
			Name: "interface off", Unit: "spacings",
			Of: func(r *Run) float64 { return Greatest(r.Seen(1).Y) / r.DeltaP },
		},
		{
			Name: "discharge out less in", Unit: "%",
			Of: func(r *Run) float64 {
				in := lastThird(r, r.opening(0)) + lastThird(r, r.opening(1))
				return -lastThird(r, r.opening(2))/in - 1
			},
		},
	},
	Figures: []Figure{{
		Name: "error", What: "L2 over time", X: "t [s]", Y: "L2 [%]",
		Of: func(r *Run) Curve { return r.Seen(0).Map(same, percent) },
	}},
}

// lookAtOpenLayers is the norm of a snapshot, and how far fluids are beyond their layers [m].
func lookAtOpenLayers(s *sph.Snapshot) []float64 {
	var off, all, beyond, n float64
	fluidsOf(s, func(i, kind int) {
		x, v := s.Position[i], s.Velocity[i]
		if x[0] < openLayersLength/4 || x[0] > openLayersLength*3/4 {
			return
		}
		z := float64(x[2]) / openChannelHeight
		is := openChannelSpeed * openLayersAt(z)
		off += math.Pow(float64(v[0])-is, 2) + math.Pow(float64(v[2]), 2)
		all += is * is
		if by := z - 0.5; by > 0 == (kind == 0) {
			beyond, n = beyond+by*by, n+1
		}
	})
	if n == 0 {
		n = 1
	}
	return []float64{math.Sqrt(off / all), math.Sqrt(beyond/n) * openChannelHeight}
}
