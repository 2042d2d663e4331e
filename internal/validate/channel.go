package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

// The distance of the plates [m], viscosity [m²/s] and speed [m/s] of Morris et al. (1997), and
// L²/ν, when all is steady [s].
const (
	channelHeight    = 1e-3
	channelViscosity = 1e-6
	channelSpeed     = 1.25e-5
	channelEnd       = channelHeight * channelHeight / channelViscosity
	channelEarly     = 0.045 // of the profile that is drawn besides
)

// poiseuilleAt is the exact velocity over the greatest, at a height in L and a time in L²/ν.
func poiseuilleAt(z, t float64) float64 {
	v := 4 * z * (1 - z)
	for m := 1.0; m < 400; m += 2 {
		a := m * math.Pi
		v -= 32 / (a * a * a) * math.Sin(a*z) * math.Exp(-a*a*t)
	}
	return v
}

// couetteAt is the same between a plate at rest and one that moves.
func couetteAt(z, t float64) float64 {
	v := z
	for n, sign := 1.0, -1.0; n < 400; n, sign = n+1, -sign {
		a := n * math.Pi
		v += 2 / a * sign * math.Sin(a*z) * math.Exp(-a*a*t)
	}
	return v
}

var (
	poiseuille     = channelCase("Poiseuille", "", 1, "fluid between two plates that a force sets in motion", poiseuilleAt)
	poiseuilleSlow = channelCase("Poiseuille", "Slow", 0.01, "the same at a hundredth of the speed", poiseuilleAt)
	couette        = channelCase("Couette", "", 1, "fluid between two plates of which one is set in motion", couetteAt)
	couetteSlow    = channelCase("Couette", "Slow", 0.01, "the same at a hundredth of the speed", couetteAt)

	poiseuille1   = channelCase("Poiseuille", "1", 80, "the same at Re 1", poiseuilleAt)
	poiseuille100 = channelCase("Poiseuille", "100", 8000, "the same at Re 100", poiseuilleAt)
)

// channelCase is a flow between plates at a speed, as a part of Morris's.
func channelCase(problem, suffix string, part float64, what string, exact func(z, t float64) float64) *Case {
	c := &Case{
		Name: problem + suffix,
		What: what + ", from rest to L²/ν: each particle's velocity against the exact one at its height",
		How: "L2 is the root of the sum of squares of differences, along and across, over that of the exact velocity, of all particles: the greatest of every 0.0225 L²/ν from there on, " +
			"and the last, when the flow is steady.",
		Source:  "Exact: the series of Morris, Fox & Zhu, J. Comput. Phys. 136 (1997) 214-226, 200 terms and more.",
		Problem: problem,
		Levels: [levels]Plan{
			Short:   {channelEnd, []float64{channelHeight / 10, channelHeight / 20}},
			Nightly: {channelEnd, []float64{channelHeight / 10, channelHeight / 25, channelHeight / 50}},
			GPU:     {channelEnd, []float64{channelHeight / 25, channelHeight / 50, channelHeight / 100}},
		},
		Snapshots: 0.0225,
		Look:      func(s *sph.Snapshot) []float64 { return lookAtChannel(s, channelSpeed*part, exact) },
		Norms: []Norm{
			{
				Name: "L2, most", Unit: "%", Exact: true,
				Of:   func(r *Run) float64 { return Greatest(r.Seen(channelL2).Between(0.02, math.Inf(1)).Y) },
				Gate: Gate{Most: 0.01, Order: 1.5, Falls: true, DeltaP: channelHeight / 50},
			},
			{
				Name: "L2 at the end", Unit: "%",
				Of:   func(r *Run) float64 { return r.Looks[len(r.Looks)-1].Values[channelL2] },
				Gate: Gate{Most: 0.01, DeltaP: channelHeight / 50},
			},
		},
		Figures: []Figure{
			channelProfile("early", channelEarly, exact),
			channelProfile("steady", channelEnd, exact),
			{
				Name: "error", What: "L2 over time", X: "t ν / L²", Y: "L2 [%]",
				Of: func(r *Run) Curve { return r.Seen(channelL2).Between(0.02, math.Inf(1)).Map(same, percent) },
			},
		},
	}
	if part > 1 {
		if part > 1000 { // steps that follow from sound, not from viscosity
			c.Levels[Short] = Plan{}
		}
		re := 0.0125 * part
		c.Options = []string{fmt.Sprintf("--speed=%g", channelSpeed*part), fmt.Sprintf("--re=%g", re)}
		c.Why = fmt.Sprintf("It is %g times the speed with the same viscosity. "+
			"A particle moves up to %g L along.", part, re)
	} else if part != 1 {
		c.Options = []string{fmt.Sprintf("--speed=%g", channelSpeed*part), fmt.Sprintf("--re=%g", 0.0125*part)}
		c.Why = "It is a hundredth of the speed with the same viscosity. A particle moves less than a quantum of its position in a step."
	}
	return c
}

// What is kept of a snapshot: the norm, and then height and velocity of layers, in L and the
// greatest speed.
const (
	channelL2 = iota
	channelLayers
)

func lookAtChannel(s *sph.Snapshot, speed float64, exact func(z, t float64) float64) []float64 {
	values := make([]float64, channelLayers+2*layerCount)
	var count [layerCount]float64
	known := map[float64]float64{} // those that have not moved across are in rows
	var off, all float64
	fluid(s, func(i int) {
		z := float64(s.Position[i][2]) / channelHeight
		is, ok := known[z]
		if !ok {
			is = exact(z, s.Time/channelEnd)
			known[z] = is
		}
		v, across := float64(s.Velocity[i][0])/speed, float64(s.Velocity[i][2])/speed
		off += (v-is)*(v-is) + across*across
		all += is * is
		k := max(0, min(int(z*layerCount), layerCount-1))
		count[k]++
		values[channelLayers+2*k] += z
		values[channelLayers+2*k+1] += v
	})
	values[channelL2] = math.Sqrt(off / all)
	for k, n := range count {
		values[channelLayers+2*k] /= n
		values[channelLayers+2*k+1] /= n
	}
	return values
}

// channelProfile is a figure of the velocity over the height at a time, in L²/ν as in seconds.
func channelProfile(name string, t float64, exact func(z, t float64) float64) Figure {
	return Figure{
		Name: name, What: fmt.Sprintf("velocity at %g L²/ν, means of layers", t/channelEnd), X: "z / L", Y: "v / greatest",
		Of: func(r *Run) (c Curve) {
			for _, l := range r.Looks {
				if math.Abs(l.Time-t) > 0.01*channelEnd {
					continue
				}
				c = Curve{}
				for at := channelLayers; at < len(l.Values); at += 2 {
					if !math.IsNaN(l.Values[at]) {
						c.X, c.Y = append(c.X, l.Values[at]), append(c.Y, l.Values[at+1])
					}
				}
			}
			return c
		},
		Reference: func() (c Curve) {
			for k := range 101 {
				z, v := float64(k)/100, exact(float64(k)/100, t/channelEnd)
				c.X, c.Y = append(c.X, z), append(c.Y, v)
				c.Least, c.Most = append(c.Least, v-0.01), append(c.Most, v+0.01)
			}
			return c
		},
		Is: "exact", Band: "±1 % of the greatest",
	}
}
