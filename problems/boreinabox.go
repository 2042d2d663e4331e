package problems

// BoreInABox is the asymmetric case of the paper's balancing tests (Rustico et
// al., IEEE TPDS 25(1), 2014, sections 3 and 4.3): 0.43 m³ of water in 1.6
// million particles, 1.5 s, split along Y. Inner walls control the flow. In the
// variant corridor the water runs into a lateral corridor, and one third of the
// domain along Y ends with two thirds of the water; in the variant wall it
// passes an opening and spreads over the whole floor again. Compare with
// Figs. 11 to 13 and Tables 1 and 2: on six GPUs balancing gives 99.4 instead
// of 79.9 million particle iterations per second (corridor), 107.3 instead of
// 95.7 (wall).
//
// The paper does not give the geometry, nor is it in GPUSPH's repository. What
// follows is ours:
//
//	y  +--------+--+--------------------------+
//	   |        |  |                          |
//	   | water  |  | dry (corridor)           |
//	   |        |  |                          |
//	   |        |  +--------------------------+ only in corridor
//	   |        |  +--------------------------+
//	   |                                      |
//	   |        |  corridor, a third of y     |
//	   +--------+-----------------------------+  x
//
// It was chosen with the shallow water equations (first order HLL, 2 cm cells):
// at 1.5 s the third y < 0.4 m has 68 % of the water in the variant corridor,
// and in the variant wall 35 %, after 47 % at 0.75 s. With --widths, corridors
// are side by side, and so are dry parts.

import (
	"fmt"

	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

const (
	boreVolume    = 0.43                                 // of water, from the paper [m³]
	boreDepth     = 0.6                                  // of the reservoir [m]
	boreWidth     = 1.2                                  // of the tank, along y [m]
	boreReservoir = boreVolume / (boreWidth * boreDepth) // length along x, 0.597 m
	boreLength    = 2.4                                  // of the tank, along x [m]
	boreHeight    = 1.0                                  // of the tank, with a lid [m]
	boreOpening   = boreWidth / 3                        // along y, and the corridor's width [m]
	boreWall      = 0.1                                  // thickness of the inner walls [m]
	boreThickest  = 0.2                                  // that they may become at coarse spacings [m]
	boreDeltaP    = 0.00645                              // makes the paper's 1.6 million particles [m]
)

type boreInABox struct {
	physics
	wide
	variant boreVariant
}

func newBoreInABox() Problem {
	return &boreInABox{physics: water(0.03, boreDepth, 35), wide: wide{1}, variant: boreCorridor}
}

type boreVariant int

const (
	boreWallOnly boreVariant = iota
	boreCorridor
)

var boreVariants = []string{boreWallOnly: "wall", boreCorridor: "corridor"}

func (*boreInABox) Name() string { return "BoreInABox" }

func (*boreInABox) Summary() string {
	return fmt.Sprintf("water passes inner walls and crowds one side: the paper's balancing test (there --deltap %g)", boreDeltaP)
}

func (b *boreInABox) Options() option.Table {
	help := fmt.Sprintf("inner walls: %%s; the paper's 1.6 million particles of water need --deltap %g", boreDeltaP)
	return append(b.physics.Options(), b.wide.option(), option.Choice("variant", help, boreVariants, &b.variant))
}

func (b *boreInABox) Setup(deltaP float64) (*sph.Case, error) { return fill(b.scene(deltaP)) }

func (b *boreInABox) Outline(deltaP float64) (Outline, error) { return outline(b.scene(deltaP)) }

func (b *boreInABox) scene(deltaP float64) (*scene.Scene, *sph.Case, error) {
	c, err := b.newCase(b, deltaP)
	if err != nil {
		return nil, nil, err
	}
	// Water on one side of an inner wall must not feel water on the other.
	thick := boreWall
	radius := c.Params.Kernel.Radius()
	least := radius * max(c.Params.H, c.Params.DeltaP)
	if least > thick {
		thick = min(least, boreThickest)
		c.Notes = append(c.Notes, fmt.Sprintf("the inner walls are %.3g m thick instead of %g m, the support of the kernel", thick, boreWall))
	}
	s := &scene.Scene{
		Tank:   scene.Box{Max: [3]float64{boreLength, boreWidth, boreHeight}},
		Pools:  []scene.Pool{{Name: "reservoir", Box: scene.Box{Max: [3]float64{boreReservoir, boreWidth, boreDepth}}}},
		Images: b.widths - 1, MaxSpacing: boreThickest / (radius * max(c.Params.H/c.Params.DeltaP, 1)),
		Solids: []scene.Solid{{Name: "cross wall", Thickens: true, Box: scene.Box{
			Min: [3]float64{boreReservoir, boreOpening, 0},
			Max: [3]float64{boreReservoir + thick, boreWidth, boreHeight},
		}}},
	}
	if b.variant == boreCorridor {
		s.Solids = append(s.Solids, scene.Solid{Name: "corridor's wall", Thickens: true, Box: scene.Box{
			Min: [3]float64{boreReservoir + thick, boreOpening, 0},
			Max: [3]float64{boreLength, boreOpening + thick, boreHeight},
		}})
	}
	c.Params.SplitAxis = 1
	c.End = 1.5
	c.Gauges = []sph.Gauge{
		{Name: "reservoir", X: boreReservoir / 2, Y: boreWidth - boreOpening},
		{Name: "opening", X: boreReservoir + thick/2, Y: boreOpening / 2},
		{Name: "corridor", X: (boreReservoir + boreLength) / 2, Y: boreOpening / 2},
		{Name: "end", X: boreLength - 0.1, Y: boreOpening / 2},
	}
	return s, c, nil
}
