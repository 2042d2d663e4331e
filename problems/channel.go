package problems

import (
	"math"

	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// channel is fluid at rest between two plates, in two dimensions and periodic along x: what
// Poiseuille and Couette have in common. The period is half of the height, or longer where that
// would be too short to be periodic, and a whole number of spacings of the lattice across. Slices
// are perpendicular to z, along which there is most to be cut.
//
// Above Re 1 particles leave their rows before the flow is steady. The pressure then varies by a
// part of ρ U², and where it is negative particles clump: at Re 100 the flow is 5 % off with 25
// spacings. So the fluid is under a pressure of ρ U² from the first (--background), with the mass
// that its density has there. With the mass of ρ0 the viscous forces would be too small. Slower
// flows keep their rows, and begin without pressure.
type channel struct {
	physics
	re, peak, height float64 // [-], [m/s], [m]
	background       float64 // [ρ U²]
}

// channelSpacings is how many particles there are across, unless the spacing is given.
const channelSpacings = 50

func newChannel() channel {
	const peak, height = 1.25e-5, 1e-3
	c := channel{weightless(height/channelSpacings, peak), 0.0125, peak, height, 0}
	c.params.Dim = 2
	return c
}

// DeltaP implements Problem.
func (c *channel) DeltaP() float64 { return c.height / channelSpacings }

// options are those of both, speedIs being what the speed is of.
func (c *channel) options(speedIs string) option.Table {
	c.speed, c.params.Nu, c.params.DeltaP = c.peak, c.peak*c.height/c.re, c.DeltaP()
	return append(c.viscous(true),
		option.Number("re", "Reynolds number speed height/ν",
			1e-6, 1000, "0.0125 is usual", &c.re),
		option.Number("speed", speedIs+" [m/s]", 1e-9, 100, "1.25e-5 is usual", &c.peak),
		option.Number("height", "distance of the plates [m]", 1e-6, 1000, "0.001 is usual",
			&c.height),
		option.Number("background",
			"pressure at first [ρ U²]; 0 is 1 where re is above 1, and none elsewhere", 1e-6, 20,
			"0 takes 1 where --re is above 1, and none elsewhere", &c.background).OrZero())
}

// between is the flow of a problem, before anything moves it. It ends after height²/ν, when it is
// steady.
func (c *channel) between(of Problem, deltaP float64) (*scene.Filled, *sph.Case, error) {
	flow, err := c.newCase(of, deltaP)
	if err != nil {
		return nil, nil, err
	}
	p := &flow.Params
	step := c.height / max(1, math.Round(c.height/p.DeltaP))
	length := step * math.Ceil(max(c.height/2, scene.Period(p))/step-scene.Tolerance)
	p.SplitAxis = 2
	flow.End = c.height * c.height / p.Nu
	flow.Probes = []sph.Probe{{Name: "middle", Position: [3]float64{length / 2, 0, c.height / 2}}}
	return &scene.Filled{
		Box:      scene.Box{Min: [3]float64{0, -0.5, 0}, Max: [3]float64{length, 0.5, c.height}},
		Periodic: [3]bool{true, false, false},
		Under:    c.under() * p.Rho0 * c.peak * c.peak,
		Begin:    func([3]float64) (velocity [3]float64, pressure float64) { return velocity, 0 },
	}, flow, nil
}

// under is the pressure at first [ρ U²].
func (c *channel) under() float64 {
	if c.background == 0 && c.re > 1 {
		return 1
	}
	return c.background
}

// couette is fluid at rest between two plates of which the upper one is set in motion along itself,
// in two dimensions and periodic along x: Morris, Fox & Zhu, J. Comput. Phys. 136 (1997) 214-226.
// With the plate's speed V, the distance L and the viscosity ν
//
//	v(z, t) = V z/L + Σ 2V/(nπ) (-1)ⁿ sin(nπz/L) exp(-n²π² ν t/L²),   n = 1, 2, 3 …
//
// Defaults are theirs: L = 1 mm, ν = 1e-6 m²/s, V = 12.5 µm/s, so Re = 0.0125.
//
//	━━━━━━━━━━━ ─→ V
//	 ──→
//	 ─→
//	 →
//	━━━━━━━━━━━
//
// There is no artificial viscosity (--alpha 0). The exact pressure is that at first everywhere.
type couette struct{ channel }

func newCouette() Problem { return &couette{newChannel()} }

func (*couette) Name() string { return "Couette" }

func (*couette) Summary() string {
	return "a plate drags fluid over another one, in two dimensions; " +
		"the flow is known exactly (Morris et al. 1997)"
}

func (c *couette) Options() option.Table { return c.options("speed of the upper plate") }

func (c *couette) Setup(deltaP float64) (*sph.Case, error) { return fill(c.flow(deltaP)) }

func (c *couette) Outline(deltaP float64) (Outline, error) { return outline(c.flow(deltaP)) }

func (c *couette) flow(deltaP float64) (*scene.Filled, *sph.Case, error) {
	f, flow, err := c.between(c, deltaP)
	if err != nil {
		return nil, nil, err
	}
	f.Wall = func(x [3]float64) (velocity [3]float64) {
		if x[2] > c.height {
			velocity[0] = c.peak
		}
		return velocity
	}
	return f, flow, nil
}

// Poiseuille is fluid at rest between two plates that a force along them sets in motion, in two
// dimensions and periodic along x: Morris, Fox & Zhu, J. Comput. Phys. 136 (1997) 214-226. With the
// force per mass F, the distance L and the viscosity ν
//
//	v(z, t) = F/2ν z (L - z) - Σ 4 F L²/(ν π³ m³) sin(mπz/L) exp(-m²π² ν t/L²),   m = 1, 3, 5 …
//
// Its peak is F L²/8ν at last. Defaults are theirs: L = 1 mm, ν = 1e-6 m²/s, a peak of 12.5 µm/s,
// so Re = 0.0125.
//
//	━━━━━━━━━━━
//	 →
//	 ──→          F ─→   v = 0 on both plates
//	 →
//	━━━━━━━━━━━
//
// There is no artificial viscosity (--alpha 0). Nothing pushes across, so the exact pressure is
// everywhere that at first.
type poiseuille struct{ channel }

func newPoiseuille() Problem { return &poiseuille{newChannel()} }

func (*poiseuille) Name() string { return "Poiseuille" }

func (*poiseuille) Summary() string {
	return "a force drives fluid between two plates, in two dimensions; the flow is known " +
		"exactly (Morris et al. 1997)"
}

func (c *poiseuille) Options() option.Table {
	return c.options("greatest speed, in the middle at last")
}

func (c *poiseuille) Setup(deltaP float64) (*sph.Case, error) { return fill(c.flow(deltaP)) }

func (c *poiseuille) Outline(deltaP float64) (Outline, error) { return outline(c.flow(deltaP)) }

func (c *poiseuille) flow(deltaP float64) (*scene.Filled, *sph.Case, error) {
	f, flow, err := c.between(c, deltaP)
	if err != nil {
		return nil, nil, err
	}
	flow.Params.Gravity = [3]float64{8 * c.params.Nu * c.peak / (c.height * c.height), 0, 0}
	return f, flow, nil
}

// LidDrivenCavity is a square box full of fluid whose lid moves along itself, in two dimensions:
// Ghia, Ghia & Shin, J. Comput. Phys. 48 (1982) 387-411. Compare the steady velocities on the two
// lines through the centre with their tables I and II. It is steady after 30 L/U at Re 100, and
// after 100 L/U at Re 1000.
//
//	 ───→ U           u = U on the lid, u = w = 0 on the other walls
//	┌─────┐           Re = U L/ν
//	│  ↻  │
//	└─────┘           L = 1 m
//
// There is no gravity, no pressure at first and no artificial viscosity (--alpha 0). The side walls
// are at rest up to the lid, and so are the corners behind both.

const cavitySide = 1 // [m]

type lidDrivenCavity struct {
	physics
	re, lid float64 // [-], [m/s]
}

func newLidDrivenCavity() Problem {
	c := &lidDrivenCavity{weightless(0.02, 1), 100, 1}
	c.params.Dim = 2
	return c
}

func (*lidDrivenCavity) Name() string { return "LidDrivenCavity" }

func (*lidDrivenCavity) Summary() string {
	return "a moving lid drives the fluid in a square box, in two dimensions (Ghia et al. 1982)"
}

func (l *lidDrivenCavity) Options() option.Table {
	l.speed, l.params.Nu = l.lid, l.lid*cavitySide/l.re
	return append(l.viscous(true),
		option.Number("re", "Reynolds number speed side/ν", 1,
			10000, "100 and 1000 are usual", &l.re),
		option.Number("speed", "speed of the lid [m/s]", 0.001, 100, "1 is usual", &l.lid))
}

func (l *lidDrivenCavity) Setup(deltaP float64) (*sph.Case, error) { return fill(l.flow(deltaP)) }

func (l *lidDrivenCavity) Outline(deltaP float64) (Outline,
	error) {
	return outline(l.flow(deltaP))
}

func (l *lidDrivenCavity) flow(deltaP float64) (*scene.Filled, *sph.Case, error) {
	c, err := l.newCase(l, deltaP)
	if err != nil {
		return nil, nil, err
	}
	const side = cavitySide
	c.Params.SplitAxis = 0
	c.End = max(30, l.re/10) * side / l.lid
	c.Probes = []sph.Probe{{Name: "centre", Position: [3]float64{side / 2., 0, side / 2.}}}
	return &scene.Filled{
		Box:   scene.Box{Min: [3]float64{0, -0.5, 0}, Max: [3]float64{side, 0.5, side}},
		Begin: func([3]float64) (velocity [3]float64, pressure float64) { return velocity, 0 },
		Wall: func(x [3]float64) (velocity [3]float64) {
			if x[2] > side && x[0] > 0 && x[0] < side {
				velocity[0] = l.lid
			}
			return velocity
		},
	}, c, nil
}
