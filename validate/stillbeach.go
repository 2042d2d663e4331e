package validate

import (
	"fmt"
	"math"
	"slices"

	"gpusph/sph"
)

// Depth of the water before a beach [m], and √(H/g) [s].
const beachDepth = 0.48

var beachTime = math.Sqrt(beachDepth / gravity)

// Beaches of some slopes, in a plane, and a narrow one in space.
var (
	stillBeach30 = beachCase("StillBeach30", 30, 0, [levels]Plan{
		Nightly: {100 * beachTime, []float64{beachDepth / 12, beachDepth / 24}},
		GPU:     {100 * beachTime, []float64{beachDepth / 12, beachDepth / 24, beachDepth / 48}},
	})
	stillBeach10 = beachCase("StillBeach10", 10, 0, [levels]Plan{
		Nightly: {100 * beachTime, []float64{beachDepth / 12, beachDepth / 24}},
		GPU:     {100 * beachTime, []float64{beachDepth / 12, beachDepth / 24, beachDepth / 48}},
	})
	stillBeach5 = beachCase("StillBeach5", 5, 0, [levels]Plan{
		Short:   {20 * beachTime, []float64{beachDepth / 12}},
		Nightly: {100 * beachTime, []float64{beachDepth / 12, beachDepth / 24}},
		GPU:     {100 * beachTime, []float64{beachDepth / 12, beachDepth / 24, beachDepth / 48}},
	})
	stillBeach3 = beachCase("StillBeach3", 3, 0, [levels]Plan{
		Short:   {20 * beachTime, []float64{beachDepth / 12}},
		Nightly: {100 * beachTime, []float64{beachDepth / 12, beachDepth / 24}},
		GPU:     {100 * beachTime, []float64{beachDepth / 12, beachDepth / 24, beachDepth / 48}},
	})
	stillBeachNarrow = beachCase("StillBeachNarrow", 5, beachDepth/2, [levels]Plan{
		Nightly: {100 * beachTime, []float64{beachDepth / 12}},
		GPU:     {100 * beachTime, []float64{beachDepth / 12, beachDepth / 24}},
	})
)

// beachCase is still water on a beach of 1 : run, in space with a width [m], in a plane without
// one.
func beachCase(name string, run, width float64, plans [levels]Plan) *Case {
	where := "in two dimensions"
	if width > 0 {
		where = "in a narrow flume"
	}
	return &Case{
		Name: name,
		What: fmt.Sprintf("water at rest on a beach of 1:%g, %s, for 100 √(H/g): nothing moves",
			run, where),
		How: "All norms are the most of the whole run. The speed is that of the fastest " +
			"particle, in √(g H). The density is off where it is below ρ0 or above that of the " +
			"deepest water by Tait's equation of state, as a part of ρ0. The potential energy " +
			"is that above the deepest particle.",
		Source:    "Exact.",
		Text:      beachText(name, run, width),
		Levels:    plans,
		Snapshots: beachTime / 4,
		Look:      lookAtBeach,
		Norms:     beachNorms(),
		Figures:   beachFigures(),
	}
}

// beachNorms are those of the whole run, with gates at the finest spacing.
func beachNorms() []Norm {
	atFinest := Gate{DeltaP: beachDepth / 12}
	gate := func(most float64) Gate {
		g := atFinest
		g.Most = most
		return g
	}
	return []Norm{
		{
			Name: "speed, most", Unit: "%",
			Of:   func(r *Run) float64 { return Greatest(r.Seen(beachSpeed).Y) },
			Gate: gate(0.03),
		},
		{
			Name: "density off, most", Unit: "%",
			Of:   func(r *Run) float64 { return Greatest(r.Seen(beachDensity).Y) },
			Gate: gate(0.02),
		},
		{
			Name: "E_kin / E_pot, most",
			Of:   func(r *Run) float64 { return Greatest(r.Seen(beachEnergy).Y) },
			Gate: gate(1e-4),
		},
		{
			Name: "particles lost",
			Of:   func(r *Run) float64 { return float64(r.Lost) },
			Gate: gate(0.5),
		},
	}
}

func beachFigures() []Figure {
	return []Figure{
		{
			Name: "speed", What: "the fastest particle", X: "t / √(H/g)", Y: "v / √(g H)  [%]",
			Of: func(r *Run) Curve { return r.Seen(beachSpeed).Map(inBeachTimes, percent) },
		},
		{
			Name: "energy", What: "kinetic energy over potential",
			X: "t / √(H/g)", Y: "log10 (E_kin / E_pot)",
			Of: func(r *Run) Curve {
				moving := r.Seen(beachEnergy).Between(beachTime/4, math.Inf(1))
				return moving.Map(inBeachTimes, math.Log10)
			},
		},
	}
}

func inBeachTimes(t float64) float64 { return t / beachTime }

// beachText is the case file. The floor is level for 2 H before the foot of the beach, at x = 0.
func beachText(name string, run, width float64) string {
	dimension, right, left := 2, -0.5, 0.5
	if width > 0 {
		dimension, right, left = 3, 0, width
	}
	end := 1.4 * beachDepth * run // of the domain; the beach begins and ends outside of it
	return fmt.Sprintf(`name = %q
about = "still water on a beach of 1:%.6g; nothing drives it, so nothing may move"
dimension = %d
spacing = %.6g
end = %.4g

[domain]
min = [%.6g, %.6g, 0]
max = [%.6g, %.6g, %.6g]
open = ["zmax"]

[physics]
depth = %.6g

[[fluid]]
name = "water"
fill = { seed = [%.6g, %.6g, %.6g], level = %.6g }

[[wall]]
name = "beach"
prism = { outline = [[0, 0], [%.6g, 0], [%.6g, %.6g]], along = "y", from = -1, to = %.6g }
`, name, run, dimension, beachDepth/12, 100*beachTime,
		-2*beachDepth, right, end, left, 2*beachDepth, beachDepth,
		-1.5*beachDepth, (right+left)/2, beachDepth/2, beachDepth, end+1, end+1, (end+1)/run, left+1)
}

// What is kept of a snapshot: the greatest speed in √(g H), how far densities are out of their
// range over ρ0, and the kinetic energy over the potential above the deepest particle.
const (
	beachSpeed = iota
	beachDensity
	beachEnergy
)

func lookAtBeach(s *sph.Snapshot) []float64 {
	p := &s.Case.Params
	densest := p.Rho0 * (1 + p.RelativeDensity(p.Rho0*gravity*beachDepth))
	var fastest, off, kinetic float64
	var heights []float64
	fluid(s, func(i int) {
		squared := 0.0
		for _, v := range s.Velocity[i] {
			squared += float64(v) * float64(v)
		}
		fastest, kinetic = max(fastest, squared), kinetic+squared/2
		density := float64(s.Density[i])
		off = max(off, p.Rho0-density, density-densest)
		heights = append(heights, float64(s.Position[i][2]))
	})
	deepest, potential := slices.Min(heights), 0.0
	for _, z := range heights {
		potential += gravity * (z - deepest)
	}
	return []float64{
		beachSpeed:   math.Sqrt(fastest / (gravity * beachDepth)),
		beachDensity: off / p.Rho0,
		beachEnergy:  kinetic / potential,
	}
}
