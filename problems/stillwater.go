package problems

// StillWater is a tank of water that should stay at rest. The exact pressure
// with Tait's equation of state at the depth d is
//
//	(ρ/ρ0)^6 = 1 + (6/7) ρ0 g d/B,  P = B ((ρ/ρ0)^7 - 1),  B = ρ0 c0²/7,
//
// which differs from ρ0 g d by up to half a percent at c0 = 10 √(g depth). The
// surface is lower than --depth by as much of that, since water compresses.
// Compare the probes with it, and the kinetic energy with zero. The tank is open
// unless --lid is given; the domain then reaches half its height above the rim.

import (
	"fmt"

	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/sph"
)

type stillWater struct {
	physics
	wide
	length, width, height float64 // [m]
	lid                   bool
}

func newStillWater() Problem {
	return &stillWater{physics: water(0.025, 0.4, 0, 0.1), wide: wide{1}, length: 0.5, width: 0.5, height: 0.5}
}

func (*stillWater) Name() string { return "StillWater" }

func (*stillWater) Summary() string {
	return "water at rest in a tank; its pressure is known exactly"
}

func (w *stillWater) Options() option.Table {
	const least, most, usual = 0.001, 1000, "0.5 m is the default"
	return append(w.physics.Options(), w.wide.option(),
		option.Number("depth", "depth of the water [m]", least, w.height, "the tank's --height is "+text.Exact(w.height), &w.depth),
		option.Number("length", "size of the tank along x [m]", least, most, usual, &w.length),
		option.Number("width", "size of the tank along y [m]", least, most, usual, &w.width),
		option.Number("height", "size of the tank along z [m]", least, most, usual, &w.height),
		option.Switch("lid", "close the top of the tank", &w.lid))
}

func (w *stillWater) Setup(deltaP float64) (*sph.Case, error) { return fill(w.scene(deltaP)) }

func (w *stillWater) Outline(deltaP float64) (Outline, error) { return outline(w.scene(deltaP)) }

func (w *stillWater) scene(deltaP float64) (*scene, *sph.Case, error) {
	c, err := w.newCase(w, deltaP)
	if err != nil {
		return nil, nil, err
	}
	s := &scene{
		tank:     box{max: [3]float64{w.length, w.width, w.height}},
		open:     !w.lid,
		headroom: w.height / 2,
		images:   w.widths - 1,
		water:    []pool{{"water", box{max: [3]float64{w.length, w.width, w.depth}}}},
	}
	c.Params.SplitAxis = 0
	c.End = 2
	for i, part := range []float64{0.1, 0.25, 0.5, 0.75} { // of the depth, above the floor
		c.Probes = append(c.Probes, sph.Probe{
			Name:     fmt.Sprintf("P%d", i+1),
			Position: [3]float64{w.length / 2, w.width / 2, part * w.depth},
		})
	}
	c.Gauges = []sph.Gauge{{Name: "H1", X: w.length / 2, Y: w.width / 2}}
	return s, c, nil
}
