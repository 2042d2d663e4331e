package validate

import (
	"fmt"
	"math"

	"gpusph/sph"
)

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
	gate        float64 // for L2
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
		thickChannel{consistency: 100, index: 1, plug: 0.4, factor: 1000, gate: 0.02})
	herschelBulkleyChannel = thickChannelCase("HerschelBulkleyChannel", "a Herschel-Bulkley "+
		"fluid with the flow index 0.5 and a plug of 0.3 of the height",
		thickChannel{consistency: 100, index: 0.5, plug: 0.3, factor: 300, gate: 0.03})
	viscousChannel = thickChannelCase("ViscousChannel", "a Newtonian fluid so viscous that "+
		"without sub-steps a step would be a hundred times as short",
		thickChannel{consistency: 1e4, index: 1, gate: 0.02})
	powerLawChannel = thickChannelCase("PowerLawChannel", "a shear-thinning fluid with the flow "+
		"index 0.5",
		thickChannel{consistency: 100, index: 0.5, gate: 0.02})
	thickeningChannel = thickChannelCase("ThickeningChannel", "a shear-thickening fluid with "+
		"the flow index 1.5",
		thickChannel{consistency: 100, index: 1.5, gate: 0.02})
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
		Look:      func(s *sph.Snapshot) []float64 { return lookAtThickChannel(s, f) },
		Norms: []Norm{
			{
				Name: "L2 at the end", Unit: "%",
				Of:   func(r *Run) float64 { return r.Looks[len(r.Looks)-1].Values[channelL2] },
				Gate: Gate{Most: f.gate, DeltaP: thickHeight / 40},
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

// lookAtThickChannel keeps what lookAtChannel does.
func lookAtThickChannel(s *sph.Snapshot, f thickChannel) []float64 {
	values := make([]float64, channelLayers+2*layerCount)
	var count [layerCount]float64
	var off, all float64
	fluid(s, func(i int) {
		z := float64(s.Position[i][2]) / thickHeight
		is := f.at(z)
		v, across := float64(s.Velocity[i][0])/thickSpeed, float64(s.Velocity[i][2])/thickSpeed
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
