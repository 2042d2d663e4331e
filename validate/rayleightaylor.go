package validate

import (
	"fmt"
	"math"
	"strings"

	"gpusph/grid/lattice"
	"gpusph/sph"
)

// A heavy fluid over a light one: densities [kg/m³], gravity [m/s²], the width, which is the
// wavelength, and the height of the interface [m], and the viscosity [m²/s], for Re = √(g L³)/ν.
const (
	taylorHeavy     = 1.8
	taylorLight     = 1
	taylorGravity   = 1
	taylorWidth     = 1
	taylorInterface = 1
	taylorNu        = 1.0 / 420
	taylorK         = 2 * math.Pi / taylorWidth
	taylorAtwood    = (taylorHeavy - taylorLight) / (taylorHeavy + taylorLight)
)

// taylorRate is the rate at which a small wave of an interface grows [1/s], where both fluids have
// one kinematic viscosity: √(A g k + ν² k⁴) - ν k².
var taylorRate = math.Sqrt(taylorAtwood*taylorGravity*taylorK+taylorNu*taylorNu*math.Pow(taylorK,
	4)) - taylorNu*taylorK*taylorK

// The velocity of the small wave at first [m/s], and the amplitude up to which its growth is
// measured, where k a = 0.1 [m].
const taylorFirst, taylorLate = 0.005, 0.1 / taylorK

// taylorText is the case file with the shapes of the fluids.
func taylorText(name, about, domain, heavy, light string) string {
	return fmt.Sprintf(`name = "%s"
about = "%s"
dimension = 2
spacing = 0.015625
end = 5

[domain]
min = [0, 0]
max = [%g, %g]
%s

[[material]]
name = "heavy"
rho0 = %g
colour = "#7a3b10"

[[material]]
name = "light"
rho0 = %g
colour = "#f3d9b1"

[[fluid]]
name = "heavy"
material = "heavy"
%s

[[fluid]]
name = "light"
material = "light"
%s

[physics]
gravity = [0, %d]
depth = 2
nu = %.9g
alpha = 0
kernel = "quintic"
`, name, about, float64(taylorWidth), 2.0, domain, taylorHeavy, float64(taylorLight), heavy, light,
		-taylorGravity, taylorNu)
}

// taylorWave is the lower fluid of a large wave, as a prism, and the upper one.
func taylorWave() (heavy, light string) {
	var low, high []string
	const n = 128
	for k := range n + 1 {
		x := float64(k) / n * taylorWidth
		at := fmt.Sprintf("[%.6g, %.6g]", x, taylorInterface-0.15*math.Cos(taylorK*x))
		low, high = append([]string{at}, low...), append(high, at)
	}
	prism := "prism = { outline = [%s, %s] }"
	return fmt.Sprintf(prism, strings.Join(high, ", "), "[1, 2], [0, 2]"),
		fmt.Sprintf(prism, "[0, 0], [1, 0]", strings.Join(low, ", "))
}

// What is kept of a snapshot.
const (
	// of the wave: Σ m v·u/Σ m u², u being the velocities of the growing wave [m/s]
	taylorSpeed = iota
	taylorLeft  // lowest z of the heavy fluid in the left half [m]
	taylorRight // and in the right half
	taylorTop   // highest z of the light fluid
)

// taylorMode is the displacement of a wave of the amplitude 1 that grows without viscosity.
func taylorMode(x, z float64) (u, w float64) {
	away := z - taylorInterface
	fall := math.Exp(-taylorK * math.Abs(away))
	return math.Copysign(1, away) * fall * math.Sin(taylorK*x), fall * math.Cos(taylorK*x)
}

func lookAtTaylor(s *sph.Snapshot) []float64 {
	p := &s.Case.Params
	var vu, uu float64
	left, right, top := math.Inf(1), math.Inf(1), math.Inf(-1)
	masses := s.Masses()
	fluidsOf(s, func(i, kind int) {
		x, z := p.OnMap(0, float64(s.Position[i][0])), p.OnMap(2, float64(s.Position[i][2]))
		u, w := taylorMode(x, z)
		m := float64(masses[i])
		vu += m * (float64(s.Velocity[i][0])*u + float64(s.Velocity[i][2])*w)
		uu += m * (u*u + w*w)
		switch {
		case kind == 1:
			top = max(top, z)
		case x < taylorWidth/2.0:
			left = min(left, z)
		default:
			right = min(right, z)
		}
	})
	return []float64{vu / uu, left, right, top}
}

var rayleighTaylorGrowth = &Case{
	Name: "RayleighTaylorGrowth",
	What: "a heavy fluid on a light one, with a small wave: the rate at which it grows",
	How: "At first the interface is flat, and the fluids have the velocity of a wave that grows " +
		"without viscosity. The velocity v of the wave is the projection of all velocities on that " +
		"wave, and its amplitude a the integral of that. A part that grows at the rate s and one " +
		"that decays at s' = s + 2 ν k² begin together; v + s' a has the first only. The rate is the " +
		"slope of the logarithm of that until k a = 0.1, where a is a spacing at 64 across. Rows " +
		"of " +
		"particles resist so small a shear, with Wendland's kernel by a quarter of the rate, so " +
		"the " +
		"kernel is the quintic spline. Along x the flow is periodic. Chandrasekhar's equation, " +
		"which " +
		"has the layer of shear at the interface, has a rate that is 8 % less, 1.144/s.",
	Source: "Duff, Harlow & Hirt, Phys. Fluids 5 (1962) 417-425: √(A g k + ν² k⁴) - ν k².",
	Text: taylorText("RayleighTaylorGrowth", "a small wave between a heavy fluid and a light one "+
		"below it grows", `periodic = ["x"]`,
		"box = { min = [0, 1], max = [1, 2] }", "box = { min = [0, 0], max = [1, 1] }"),
	Levels: [levels]Plan{
		Short:   {0.8, []float64{1. / 32}},
		Nightly: {1.8, []float64{1. / 32, 1. / 64}},
		GPU:     {1.8, []float64{1. / 64, 1. / 128}},
	},
	Begin: func(x [3]float64) (velocity [3]float64) {
		u, w := taylorMode(x[0], x[2])
		return [3]float64{taylorFirst * u, 0, taylorFirst * w}
	},
	Snapshots: 0.02,
	Look:      lookAtTaylor,
	Norms: []Norm{{
		Name: "rate " +
			"off", Unit: "%", Of: func(r *Run) float64 { return taylorGrowth(r)/taylorRate - 1 },
		Gate: Gate{Most: 0.1, DeltaP: 1. / 64},
	}},
	Figures: []Figure{{
		Name: "growth", What: "the part of the wave that grows", X: "t [s]", Y: "ln((v + s' a)/v0)",
		Of: taylorLogarithm,
		Reference: func() Curve {
			return lineOf(0, 2, 0, taylorRate)
		},
		Is: "Duff et al.",
	}},
}

// taylorAmplitude is that of the wave: the integral of its velocity [m].
func taylorAmplitude(r *Run) Curve {
	v := r.Seen(taylorSpeed)
	c := Curve{X: v.X, Y: make([]float64, len(v.X))}
	for i := 1; i < len(v.X); i++ {
		c.Y[i] = c.Y[i-1] + (v.X[i]-v.X[i-1])*(v.Y[i]+v.Y[i-1])/2
	}
	return c
}

// taylorLogarithm is that of the part of the wave that grows, over its velocity at first.
func taylorLogarithm(r *Run) Curve {
	v, a := r.Seen(taylorSpeed), taylorAmplitude(r)
	c := Curve{X: v.X}
	for i := range v.X {
		grows := v.Y[i] + (taylorRate+2*taylorNu*taylorK*taylorK)*a.Y[i]
		c.Y = append(c.Y, math.Log(grows/v.Y[0]))
	}
	return c
}

// taylorGrowth is the rate until the amplitude is taylorLate, or until the end of the run.
func taylorGrowth(r *Run) float64 {
	until := taylorAmplitude(r).First(taylorLate)
	if math.IsNaN(until) {
		until = r.End
	}
	slope, _ := line(taylorLogarithm(r).Between(0.2, until))
	return slope
}

var rayleighTaylor = func() *Case {
	heavy, light := taylorWave()
	return &Case{
		Name: "RayleighTaylor",
		What: "a heavy fluid on a light one, with a large wave, Re 420: both fronts at the " +
			"walls, which " +
			"should be the same",
		How: "A front is the lowest particle of the heavy fluid in a half of the box. The " +
			"difference " +
			"of both until 2 s is over the spacing.",
		Source: "The flow of Cummins & Rudman, J. Comput. Phys. 152 (1999) 584-607, with a " +
			"cosine for a sine, " +
			"so that it is symmetric.",
		Text: taylorText("RayleighTaylor", "a heavy fluid on a light one with a large wave", "",
			heavy, light),
		Levels: [levels]Plan{
			Short:   {0.5, []float64{1. / 32}},
			Nightly: {5, []float64{1. / 32, 1. / 64}},
			GPU:     {5, []float64{1. / 64, 1. / 128, 1. / 256}},
		},
		Snapshots: 0.05,
		Look:      lookAtTaylor,
		Norms: []Norm{
			{
				Name: "fronts differ until 2 s by, in spacings",
				Of: func(r *Run) float64 {
					left, right := r.Seen(taylorLeft), r.Seen(taylorRight)
					return Greatest(Off(left, right, left.Between(0, 2).X)) / r.DeltaP
				},
				Gate: Gate{Most: 1},
			},
			{Name: "front at 5 s [m]", End: 5, Of: func(r *Run) float64 {
				return lastSeen(r, taylorLeft)
			}},
			{Name: "top of the light fluid at 5 s [m]", End: 5,
				Of: func(r *Run) float64 { return lastSeen(r, taylorTop) }},
		},
		Figures: []Figure{{
			Name: "front", What: "lowest place of the heavy fluid", X: "t √(g/L)", Y: "z / L",
			Of: func(r *Run) Curve { return r.Seen(taylorLeft) },
		}},
	}
}()

// lookAtMixing is the height of the mixing layer, from the parts of the light fluid in rows of two
// spacings.
func lookAtMixing(s *sph.Snapshot) []float64 {
	p := &s.Case.Params
	var z, volumes []float64
	var light []bool
	masses := s.Masses()
	fluidsOf(s, func(i, kind int) {
		z = append(z, p.OnMap(2, float64(s.Position[i][2])))
		volumes = append(volumes, float64(masses[i])/float64(s.Density[i]))
		light = append(light, kind == 1)
	})
	count := int(math.Round(1 / float64(p.DeltaP)))
	rows := lattice.LightFractions(z, volumes, light, 0, 2, count)
	return []float64{lattice.MixingHeight(rows, 2/float64(count))}
}

var rayleighTaylorMixing = func() *Case {
	heavy, light := taylorWave()
	return &Case{
		Name: "RayleighTaylorMixing",
		What: "a heavy fluid on a light one, with a large wave, A 2/7, Re 420, periodic: the height of " +
			"the mixing layer beside that of gases by the lattice Boltzmann method",
		How: "The height is 6 ∫ θ (1 - θ) dz, θ being the part of the light fluid in a row. Gases mix " +
			"by conduction, at a Prandtl number of 1, and particles do not, so there is no gate. The " +
			"lattice has the same Atwood and Reynolds number.",
		Source: "RayleighTaylorLattice, by the same program.",
		Text: taylorText("RayleighTaylorMixing", "a heavy fluid on a light one with a large wave, "+
			"periodic along x", `periodic = ["x"]`, heavy, light),
		Levels: [levels]Plan{
			Nightly: {5, []float64{1. / 32, 1. / 64}},
			GPU:     {5, []float64{1. / 64, 1. / 128, 1. / 256}},
		},
		Grid: &Grid{Problem: "RayleighTaylorLattice", Mixing: true, Options: []string{
			"--atwood=0.285714", "--re=420", "--first-wave=1", "--waves=1", "--amplitude=0.15",
			"--interface=0.03"}, Cells: [levels]int{128, 128, 256}},
		Snapshots: 0.05,
		Look:      lookAtMixing,
		Norms: []Norm{{Name: "height of the layer at 3 √(L/g), off the grid's", Unit: "%", End: 3,
			Of: func(r *Run) float64 {
				return offGrid(r, r.Seen(0).At(3), func(s *Solution) float64 { return taylorLayer(s).At(3) })
			}}},
		Figures: []Figure{{
			Name: "mixing", What: "height of the mixing layer", X: "t √(g/L)", Y: "h / L",
			Of:   func(r *Run) Curve { return r.Seen(0) },
			Grid: taylorLayer,
		}},
	}
}()

// taylorLayer is the height of the layer on the grid, whose times are in √(L/(A g)).
func taylorLayer(s *Solution) (c Curve) {
	for i := range s.Mixing.X {
		c.X = append(c.X, s.Mixing.X[i]/math.Sqrt(taylorAtwood))
		c.Y = append(c.Y, s.Mixing.Y[i])
	}
	return c
}
