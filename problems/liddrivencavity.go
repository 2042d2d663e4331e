package problems

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

import (
	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

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
		option.Number("re", "Reynolds number speed side/ν, from which the viscosity follows", 1, 10000, "100 and 1000 are usual", &l.re),
		option.Number("speed", "speed of the lid [m/s]", 0.001, 100, "1 is usual", &l.lid))
}

func (l *lidDrivenCavity) Setup(deltaP float64) (*sph.Case, error) { return fill(l.flow(deltaP)) }

func (l *lidDrivenCavity) Outline(deltaP float64) (Outline, error) { return outline(l.flow(deltaP)) }

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
