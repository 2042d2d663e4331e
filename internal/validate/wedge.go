package validate

import (
	"math"

	"gpusph/sph"
)

// wedgeDepth is the depth of the water [m], and wedgeTime √(H/g) [s].
const wedgeDepth = 0.5

var wedgeTime = math.Sqrt(wedgeDepth / gravity)

// wedge is water that rests over a wedge, whose inclined walls cut through the lattice of the
// water. Its gates are those of Hydrostatic.
var wedge = &Case{
	Name: "HydrostaticWedge",
	What: "water at rest over a wedge of 45 degrees, in two dimensions, for 60 √(H/g): its pressure is ρ g (H - z), and it does not move",
	How: "As Hydrostatic. Pressures, energies and speeds are of 30 to 60 √(H/g). The speed is that of the fastest particle, in √(g H). " +
		"The height is that of the centre of mass, twice, in H: means of 50 to 60 √(H/g) less those of 20 to 30.",
	Source:  "Exact. The tank of English et al., Comput. Part. Mech. 9 (2022) 911-925: 2.4 m by 1.2 m, 0.5 m of water, a wedge of 0.24 m.",
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
		{Name: "pressure off, RMS", Unit: "%", Exact: true, Of: func(r *Run) float64 { return RMS(settled(r.Seen(wedgeRMS)).Y) }, Gate: Gate{Most: 0.01, DeltaP: wedgeDepth / 20}},
		{Name: "E_kin / E_pot, most", Of: func(r *Run) float64 {
			return Greatest(settled(r.Of(func(s *sph.Sample) float64 { return s.Energy[sph.Kinetic] / s.Energy[sph.Potential] })).Y)
		}, Gate: Gate{Most: 1e-5, DeltaP: wedgeDepth / 20}},
		{Name: "drift of the height", Unit: "%", Of: func(r *Run) float64 { return r.drift(wedgeDepth) }, Gate: Gate{Most: 0.001, DeltaP: wedgeDepth / 20}},
		{Name: "speed, most", Of: func(r *Run) float64 { return Greatest(settled(r.Seen(wedgeSpeed)).Y) }},
	},
	Figures: []Figure{
		{Name: "pressure", What: "how far the pressure is off, RMS", X: "t / √(H/g)", Y: "of ρ g H  [%]", Of: func(r *Run) Curve {
			return r.Seen(wedgeRMS).Map(func(t float64) float64 { return t / wedgeTime }, func(p float64) float64 { return 100 * p })
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
	return []float64{wedgeRMS: lookAtWater(s, wedgeDepth)[stillRMS], wedgeSpeed: fastest / math.Sqrt(gravity*wedgeDepth)}
}
