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
	return lookAcross(s, channelHeight, speed,
		func(z float64) float64 { return exact(z, s.Time/channelEnd) })
}

// lookAcross compares velocities over the greatest with exact ones, in a channel of a height [m].
func lookAcross(s *sph.Snapshot, height, speed float64, exact func(z float64) float64) []float64 {
	values := make([]float64, channelLayers+2*layerCount)
	var count [layerCount]float64
	known := map[float64]float64{} // those that have not moved across are in rows
	var off, all float64
	fluid(s, func(i int) {
		z := float64(s.Position[i][2]) / height
		is, ok := known[z]
		if !ok {
			is = exact(z)
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

// Thick fluids between two plates, driven along them, in two dimensions: the height [m], the
// density [kg/m³] and the greatest speed [m/s].
const (
	thickHeight  = 1.0
	thickDensity = 1000.0
	thickSpeed   = 0.2
)

// thickChannel is a thick fluid between plates at a force G a volume [N/m³].
type thickChannel struct {
	consistency float64 // [Pa sⁿ]
	index       float64
	plug        float64 // part of the half height that does not shear, τy/(G h)
	factor      float64 // regularisation times the shear rate K/τy of the yield stress
}

// force is what makes the greatest speed [N/m³].
func (f thickChannel) force() float64 {
	const half = thickHeight / 2
	n := f.index
	return f.consistency * math.Pow(thickSpeed*(n+1)/n/math.Pow(half, (n+1)/n)/math.Pow(1-f.plug,
		(n+1)/n), n)
}

// yieldStress is that of the plug [Pa].
func (f thickChannel) yieldStress() float64 { return f.plug * f.force() * thickHeight / 2 }

// at is the exact velocity over the greatest, at a height over the whole: outside of the plug
// τ = G y = τy + K sⁿ.
func (f thickChannel) at(z float64) float64 {
	from := math.Max(math.Abs(2*z-1), f.plug)
	n := (f.index + 1) / f.index
	return 1 - math.Pow((from-f.plug)/(1-f.plug), n)
}

// text is the case file.
func (f thickChannel) text(name string) string {
	material := fmt.Sprintf("consistency = %g\nflow-index = %g\n", f.consistency, f.index)
	if f.plug > 0 {
		rate := math.Pow(f.yieldStress()/f.consistency, 1/f.index)
		material += fmt.Sprintf("yield-stress = %.8g\nregularisation = %.8g\n", f.yieldStress(),
			f.factor/rate)
	}
	return fmt.Sprintf(`name = %q
about = "a thick fluid between two plates, driven along them, in two dimensions"
dimension = 2
spacing = 0.02
end = 6
split-axis = "z"
[domain]
min = [0, 0]
max = [0.8, %g]
periodic = ["x"]
[physics]
gravity = [%.8g, 0]
speed = 1
boundary = "dummy"
[[material]]
name = "mud"
%s[[fluid]]
name = "mud"
material = "mud"
box = { min = [0, 0], max = [0.8, %[2]g] }
`, name, thickHeight, f.force()/thickDensity, material)
}

var (
	binghamChannel = thickChannelCase("BinghamChannel", "a Bingham fluid with a plug of 0.4 of "+
		"the height",
		thickChannel{consistency: 100, index: 1, plug: 0.4, factor: 1000})
	herschelBulkleyChannel = thickChannelCase("HerschelBulkleyChannel", "a Herschel-Bulkley "+
		"fluid with the flow index 0.5 and a plug of 0.3 of the height",
		thickChannel{consistency: 100, index: 0.5, plug: 0.3, factor: 300})
	viscousChannel = thickChannelCase("ViscousChannel", "a Newtonian fluid so viscous that "+
		"without sub-steps a step would be a hundred times as short",
		thickChannel{consistency: 1e4, index: 1})
	powerLawChannel = thickChannelCase("PowerLawChannel", "a shear-thinning fluid with the flow "+
		"index 0.5",
		thickChannel{consistency: 100, index: 0.5})
	thickeningChannel = thickChannelCase("ThickeningChannel", "a shear-thickening fluid with "+
		"the flow index 1.5",
		thickChannel{consistency: 100, index: 1.5})
)

func thickChannelCase(name, what string, f thickChannel) *Case {
	return &Case{
		Name: name,
		What: what + ", between two plates: each particle's velocity against the exact one at " +
			"its height",
		How: "L2 is the root of the sum of squares of differences, along and across, over that " +
			"of the exact velocity, of all particles at the end, " +
			"when the flow is steady. The greatest velocity is that of the layer in the middle.",
		Source: "Exact: the balance of the force and the stress K sⁿ + τy of Herschel & Bulkley " +
			"(Kolloid-Zeitschrift 39, 1926), without regularisation.",
		Text: f.text(name),
		Levels: [levels]Plan{
			Nightly: {6, []float64{thickHeight / 20, thickHeight / 40}},
			GPU:     {6, []float64{thickHeight / 20, thickHeight / 40, thickHeight / 80}},
		},
		Snapshots: 0.5,
		Look: func(s *sph.Snapshot) []float64 {
			return lookAcross(s, thickHeight, thickSpeed, f.at)
		},
		Norms: []Norm{
			{
				Name: "L2 at the end", Unit: "%",
				Of:   func(r *Run) float64 { return r.Looks[len(r.Looks)-1].Values[channelL2] },
				Gate: Gate{Most: 0.02, DeltaP: thickHeight / 40},
			},
			{
				Name: "velocity in the middle off", Unit: "%",
				Of: func(r *Run) float64 {
					values := r.Looks[len(r.Looks)-1].Values
					return values[channelLayers+layerCount+1] - 1
				},
			},
		},
		Figures: []Figure{{
			Name: "profile", What: "velocity at the end, means of layers", X: "z / L", Y: "v / " +
				"greatest",
			Of: func(r *Run) (c Curve) {
				l := r.Looks[len(r.Looks)-1]
				for at := channelLayers; at < len(l.Values); at += 2 {
					if !math.IsNaN(l.Values[at]) {
						c.X, c.Y = append(c.X, l.Values[at]), append(c.Y, l.Values[at+1])
					}
				}
				return c
			},
			Reference: func() (c Curve) {
				for k := range 101 {
					z := float64(k) / 100
					c.X, c.Y = append(c.X, z), append(c.Y, f.at(z))
				}
				return c
			},
			Is: "exact",
		}},
	}
}
