package problems

// DamBreak3D is GPUSPH's standard case and the symmetric one of the paper's
// tests (Rustico et al., IEEE TPDS 25(1), 2014; Fig. 7 is a timeline of it with
// a million particles, Fig. 10b how far the balanced devices are from their mean
// time): a column of water collapses, hits a square pillar that stands with an
// edge towards it, and rises at the far wall. The experiment behind it is
// Arnason's; Gómez-Gesteira & Dalrymple, J. Waterw. Port Coast. Ocean Eng.
// 130(2), 2004, compare SPH with it: the force on the pillar and the velocity
// before it.
//
// The geometry is that of GPUSPH, src/problems/DamBreak3D.cu, but for the
// pillar: GPUSPH names the centre of its base, x = 0.9 m, and then turns it
// about a corner of the base, which moves the centre by some centimetres. Here
// it is turned about its axis, which stays at (0.9, 0.335) m; its upstream edge
// is at x = 0.815 m.
//
// The artificial viscosity is 0.1. It acts as the kinematic viscosity
// α h c0/20, 2.6e-3 m²/s at the default spacing: half of what Monaghan, Rep.
// Prog. Phys. 68, 2005, has for pairs that approach and part. GPUSPH's 0.3
// (master; its newest branch has 0.05) would make a flow of Reynolds number 100
// of it.

import (
	"fmt"
	"math"

	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

const (
	damDepth        = 0.4  // of the column [m]
	damLength       = 1.6  // of the tank, along x [m]
	damWidth        = 0.67 // of the tank, along y [m]
	damHeight       = 0.6  // of the tank, with a lid [m]
	damColumn       = 0.4  // length of the column [m]
	damPillar       = 0.12 // side [m]
	damPillarX      = 0.9  // of its axis [m]
	damMaxObstacles = 3    // more would overlap
)

type damBreak3D struct {
	physics
	wide
	wetBed    float64 // depth [m]
	obstacles int
}

func newDamBreak3D() Problem {
	return &damBreak3D{physics: water(0.02, damDepth, 20), wide: wide{1}, obstacles: 1}
}

func (*damBreak3D) Name() string { return "DamBreak3D" }

func (*damBreak3D) Summary() string {
	return "a column of water collapses onto a square pillar (Gómez-Gesteira & Dalrymple 2004)"
}

func (d *damBreak3D) Options() option.Table {
	return append(d.physics.Options(), d.wide.option(),
		option.Number("wet-bed", "depth of the water that covers the floor [m], as 0.1; 0 is a dry floor", 0, damDepth, "the column is 0.4 m deep, and 0 is a dry floor", &d.wetBed),
		option.Number("obstacles", fmt.Sprintf("pillars in a width, 0 to %d, side by side", damMaxObstacles), 0, damMaxObstacles, "1 is usual", &d.obstacles))
}

func (d *damBreak3D) Setup(deltaP float64) (*sph.Case, error) { return fill(d.scene(deltaP)) }

func (d *damBreak3D) Outline(deltaP float64) (Outline, error) { return outline(d.scene(deltaP)) }

func (d *damBreak3D) scene(deltaP float64) (*scene.Scene, *sph.Case, error) {
	c, err := d.newCase(d, deltaP)
	if err != nil {
		return nil, nil, err
	}
	s := &scene.Scene{
		Tank:   scene.Box{Max: [3]float64{damLength, damWidth, damHeight}},
		Pools:  []scene.Pool{{Name: "column", Box: scene.Box{Max: [3]float64{damColumn, damWidth, damDepth}}}},
		Images: d.widths - 1,
	}
	if d.wetBed > 0 {
		s.Pools = append(s.Pools, scene.Pool{Name: "wet bed", Box: scene.Box{Min: [3]float64{damColumn, 0, 0}, Max: [3]float64{damLength, damWidth, d.wetBed}}})
	}
	for i := range d.obstacles {
		// Each in the middle of its own lane; GPUSPH's even distances would let
		// three pillars touch.
		y := damWidth * (float64(i) + 0.5) / float64(d.obstacles)
		name := "obstacle"
		if i > 0 {
			name = fmt.Sprintf("obstacle%d", i+1)
		}
		s.Solids = append(s.Solids, scene.Solid{
			Name: name, Force: name, Turn: math.Pi / 4,
			Box: scene.Box{
				Min: [3]float64{damPillarX - damPillar/2, y - damPillar/2, 0},
				Max: [3]float64{damPillarX + damPillar/2, y + damPillar/2, damHeight},
			},
		})
	}
	// Across the flow, where devices stay balanced by themselves. Along it, x, lists last a little
	// longer, but the water is thin at first: a whole run takes as long on one GPU, and longer on two.
	c.Params.SplitAxis = 1
	c.End = 1.5
	for i, x := range []float64{0.4, 0.64, 1.2, 1.44} { // GPUSPH's wave gages
		c.Gauges = append(c.Gauges, sph.Gauge{Name: fmt.Sprintf("G%d", i+1), X: x, Y: damWidth / 2})
	}
	return s, c, nil
}
