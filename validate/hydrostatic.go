package validate

import (
	"math"

	"gpusph/sph"
)

// The depth of the water [m], gravity [m/s²], and √(H/g), the unit of time [s].
const (
	stillDepth = 0.4
	gravity    = 9.81
)

var stillTime = math.Sqrt(stillDepth / gravity)

// hydrostatic is water that rests in a narrow tank. After 30 of 60 √(H/g) it has settled, and is
// compared from then on. With less than 20 spacings in the depth it is reported only.
var hydrostatic = &Case{
	Name: "Hydrostatic",
	What: "water at rest for 60 √(H/g): its pressure is ρ g (H - z), and it does not move",
	How: "Pressures of all particles of water, in ρ g H, and energies are of 30 to 60 √(H/g). " +
		"The height is that of the centre of mass, twice, in H: " +
		"means of 50 to 60 √(H/g) less those of 20 to 30. Tait's equation of state makes the " +
		"exact pressure up to 0.5 % more than ρ g (H - z).",
	Source:  "Exact.",
	Problem: "Hydrostatic",
	Options: []string{"--length=0.2", "--width=0.12"},
	Why:     "The tank is narrow, for the sake of time: 0.2 m by 0.12 m, with 0.4 m of water.",
	Levels: [levels]Plan{
		Short:   {60 * stillTime, []float64{0.04}},
		Nightly: {60 * stillTime, []float64{0.04, 0.02, 0.01}},
		GPU:     {60 * stillTime, []float64{0.02, 0.01, 0.005}},
	},
	Samples:   stillTime / 4,
	Snapshots: stillTime,
	Look:      lookAtStillWater,
	Norms: []Norm{
		{
			Name: "pressure off, RMS", Unit: "%", Exact: true,
			Of: func(r *Run) float64 {
				return RMS(r.Seen(stillRMS).Between(30*stillTime,
					math.Inf(1)).Y)
			},
			Gate: Gate{Most: 0.01, DeltaP: stillDepth / 20},
		},
		{
			Name: "pressure off Tait's, RMS", Unit: "%", Exact: true,
			Of: func(r *Run) float64 {
				return RMS(r.Seen(stillTait).Between(30*stillTime,
					math.Inf(1)).Y)
			},
		},
		{
			Name: "E_kin / E_pot, most",
			Of: func(r *Run) float64 {
				return Greatest(stillEnergies(r).Between(30*stillTime,
					60*stillTime).Y)
			},
			Gate: Gate{Most: 1e-5, DeltaP: stillDepth / 20},
		},
		{
			Name: "drift of the height", Unit: "%",
			Of:   func(r *Run) float64 { return r.drift(stillDepth) },
			Gate: Gate{Most: 0.001, DeltaP: stillDepth / 20},
		},
	},
	Figures: []Figure{
		{
			Name: "pressure", What: "how far the pressure is off at the end, means of " +
				"layers", X: "z / H", Y: "p / (ρ g H) - (1 - z / H)  [%]",
			Of: stillProfile, Reference: exactPressure, Is: "exact", Band: "±1 %",
		},
		{
			Name: "energy", What: "kinetic energy over potential", X: "t / √(H/g)", Y: "log10 " +
				"(E_kin / E_pot)",
			Of: func(r *Run) Curve { return stillEnergies(r).Map(inStillTimes, math.Log10) },
		},
	},
}

func inStillTimes(t float64) float64 { return t / stillTime }

// mass of the fluid [kg].
func (r *Run) mass() float64 {
	return r.Flow.FluidMass()
}

// drift is how much higher water at rest is at last, as a part of its depth [m]: means of 50 to 60
// √(H/g) less those of 20 to 30.
func (r *Run) drift(depth float64) float64 {
	unit := math.Sqrt(depth / gravity)
	z := r.Of(func(s *sph.Sample) float64 { return s.Energy[sph.Potential] / (r.mass() * gravity) })
	return 2 * (z.Mean(50*unit, 60*unit) - z.Mean(20*unit, 30*unit)) / depth
}

// What is kept of a snapshot: how far the pressure is off, and then height and error of the
// pressure of layers.
const (
	stillRMS = iota
	stillTait
	stillLayers
	layerCount = 20
)

func lookAtStillWater(s *sph.Snapshot) []float64 { return lookAtWater(s, stillDepth) }

// lookAtWater is the same of any depth [m].
func lookAtWater(s *sph.Snapshot, stillDepth float64) []float64 {
	values := make([]float64, stillLayers+2*layerCount)
	var off, offTait []float64
	var count [layerCount]float64
	unit := s.Case.Params.Rho0 * gravity * stillDepth
	fluid(s, func(i int) {
		z, p := float64(s.Position[i][2])/stillDepth, float64(s.Pressure[i])/unit
		off = append(off, p-(1-z))
		offTait = append(offTait, p-taitPressure(&s.Case.Params, stillDepth*(1-z))/unit)
		k := max(0, min(int(z*layerCount), layerCount-1))
		count[k]++
		values[stillLayers+2*k] += z
		values[stillLayers+2*k+1] += p - (1 - z)
	})
	values[stillRMS], values[stillTait] = RMS(off), RMS(offTait)
	for k, n := range count {
		values[stillLayers+2*k] /= n
		values[stillLayers+2*k+1] /= n
	}
	return values
}

// taitPressure is the exact pressure [Pa] at a depth [m] of water with Tait's equation of state:
// (ρ/ρ0)^6 = 1 + (6/7) ρ0 g d/B, B = ρ0 c0²/7.
func taitPressure(p *sph.Params, depth float64) float64 {
	const gamma float64 = sph.Gamma
	b := p.Rho0 * p.C0 * p.C0 / gamma
	return p.Pressure(math.Pow(max(0, 1+(gamma-1)/gamma*p.Rho0*gravity*depth/b), 1/(gamma-1)) - 1)
}

// stillProfile is by how much the pressure is off over the height, at the end [%]. Layers without
// water are left out.
func stillProfile(r *Run) (c Curve) {
	values := r.Looks[len(r.Looks)-1].Values
	for at := stillLayers; at < len(values); at += 2 {
		if !math.IsNaN(values[at]) {
			c.X, c.Y = append(c.X, values[at]), append(c.Y, 100*values[at+1])
		}
	}
	return c
}

func exactPressure() (c Curve) {
	for k := range 101 {
		c.X, c.Y = append(c.X, float64(k)/100), append(c.Y, 0)
		c.Least, c.Most = append(c.Least, -1), append(c.Most, 1)
	}
	return c
}

// stillEnergies is the kinetic energy over the potential.
func stillEnergies(r *Run) Curve {
	c := r.Of(func(s *sph.Sample) float64 { return s.Energy[sph.Kinetic] / s.Energy[sph.Potential] })
	return c.Between(stillTime, math.Inf(1)) // it begins at rest
}

// wedgeDepth is the depth of the water [m], and wedgeTime √(H/g) [s].
const wedgeDepth = 0.5

var wedgeTime = math.Sqrt(wedgeDepth / gravity)

// wedge is water that rests over a wedge, whose inclined walls cut through the lattice of the
// water. Its gates are those of Hydrostatic.
var wedge = &Case{
	Name: "HydrostaticWedge",
	What: "water at rest over a wedge of 45 degrees, in two dimensions, for 60 √(H/g): its " +
		"pressure is ρ g (H - z), and it does not move",
	How: "As Hydrostatic. Pressures, energies and speeds are of 30 to 60 √(H/g). The speed is " +
		"that of the fastest particle, in √(g H). " +
		"The height is that of the centre of mass, twice, in H: means of 50 to 60 √(H/g) less " +
		"those of 20 to 30.",
	Source: "Exact. The tank of English et al., Comput. Part. Mech. 9 (2022) 911-925: 2.4 m by " +
		"1.2 m, 0.5 m of water, a wedge of 0.24 m.",
	Problem: "Hydrostatic",
	Options: []string{"--dim=2", "--length=2.4", "--height=1.2", "--depth=0.5", "--wedge=0.24"},
	Why:     "The tank of English et al., with its wedge.",
	Levels: [levels]Plan{
		Short:   {60 * wedgeTime, []float64{0.06}},
		Nightly: {60 * wedgeTime, []float64{0.04, 0.02, 0.01}},
		GPU:     {60 * wedgeTime, []float64{0.02, 0.01, 0.005}},
	},
	Samples:   wedgeTime / 4,
	Snapshots: wedgeTime,
	Look:      lookAtWedge,
	Norms: []Norm{
		{Name: "pressure off, RMS", Unit: "%", Exact: true,
			Of:   func(r *Run) float64 { return RMS(settled(r.Seen(wedgeRMS)).Y) },
			Gate: Gate{Most: 0.01, DeltaP: wedgeDepth / 20}},
		{Name: "E_kin / E_pot, most", Of: func(r *Run) float64 {
			return Greatest(settled(r.Of(func(s *sph.Sample) float64 { return s.Energy[sph.Kinetic] / s.Energy[sph.Potential] })).Y)
		}, Gate: Gate{Most: 1e-5, DeltaP: wedgeDepth / 20}},
		{Name: "drift of the height", Unit: "%",
			Of: func(r *Run) float64 { return r.drift(wedgeDepth) }, Gate: Gate{Most: 0.001,
				DeltaP: wedgeDepth / 20}},
		{Name: "speed, most",
			Of: func(r *Run) float64 { return Greatest(settled(r.Seen(wedgeSpeed)).Y) }},
	},
	Figures: []Figure{
		{Name: "pressure", What: "how far the pressure is off, RMS", X: "t / √(H/g)", Y: "of ρ g " +
			"H  [%]", Of: func(r *Run) Curve {
			return r.Seen(wedgeRMS).Map(func(t float64) float64 { return t / wedgeTime },
				func(p float64) float64 { return 100 * p })
		}},
	},
}

// settled is a curve from when the water has settled.
func settled(c Curve) Curve { return c.Between(30*wedgeTime, math.Inf(1)) }

// What is kept of a snapshot.
const (
	wedgeRMS = iota
	wedgeSpeed
)

func lookAtWedge(s *sph.Snapshot) []float64 {
	fastest := 0.0
	fluid(s, func(i int) {
		v := s.Velocity[i]
		fastest = max(fastest, math.Sqrt(float64(v[0]*v[0]+v[1]*v[1]+v[2]*v[2])))
	})
	return []float64{wedgeRMS: lookAtWater(s, wedgeDepth)[stillRMS],
		wedgeSpeed: fastest / math.Sqrt(gravity*wedgeDepth)}
}
