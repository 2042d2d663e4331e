package problems

// StillWater is a tank of water that should stay at rest. The exact pressure
// with Tait's equation of state at the depth d is
//
//	(ρ/ρ0)^6 = 1 + (6/7) ρ0 g d/B,  P = B ((ρ/ρ0)^7 - 1),  B = ρ0 c0²/7,
//
// which differs from ρ0 g d by up to half a percent at c0 = 10 √(g depth).
// Compare the probes with it, and the kinetic energy with zero. The tank is open
// unless --lid is given; the domain then reaches half its height above the rim.

import (
	"fmt"

	"github.com/spf13/pflag"

	"gpusph/internal/text"
	"gpusph/sph"
)

type stillWater struct {
	physics
	wide
	depth, length, width, height float64 // [m]
	lid                          bool
}

func newStillWater() Problem {
	return &stillWater{physics: water(0.025, 0, 0.1), wide: wide{1}, depth: 0.4, length: 0.5, width: 0.5, height: 0.5}
}

func (*stillWater) Name() string { return "StillWater" }

func (*stillWater) Summary() string {
	return "water at rest in a tank; its pressure is known exactly"
}

func (w *stillWater) Flags(f *pflag.FlagSet) {
	w.physics.Flags(f)
	w.wide.flag(f)
	f.Float64Var(&w.depth, "depth", w.depth, "depth of the water [m]")
	f.Float64Var(&w.length, "length", w.length, "size of the tank along x [m]")
	f.Float64Var(&w.width, "width", w.width, "size of the tank along y [m]")
	f.Float64Var(&w.height, "height", w.height, "size of the tank along z [m]")
	f.BoolVar(&w.lid, "lid", w.lid, "close the top of the tank")
}

func (w *stillWater) Setup(deltaP float64) (*sph.Case, error) { return fill(w.scene(deltaP)) }

func (w *stillWater) Outline(deltaP float64) (Outline, error) { return outline(w.scene(deltaP)) }

func (w *stillWater) scene(deltaP float64) (*scene, *sph.Case, error) {
	const least, most = 0.001, 1000
	for _, v := range []struct {
		name        string
		value, most float64
		hint        string
	}{
		{"length", w.length, most, "0.5 m is the default"},
		{"width", w.width, most, "0.5 m is the default"},
		{"height", w.height, most, "0.5 m is the default"},
		{"depth", w.depth, w.height, fmt.Sprintf("the tank's --height is %s", text.Exact(w.height))},
	} {
		if err := within(v.name, v.value, least, v.most, v.hint); err != nil {
			return nil, nil, err
		}
	}
	images, err := w.images()
	if err != nil {
		return nil, nil, err
	}
	c, err := w.newCase(w.Name(), deltaP, w.depth)
	if err != nil {
		return nil, nil, err
	}
	s := &scene{
		tank:     box{max: [3]float64{w.length, w.width, w.height}},
		open:     !w.lid,
		headroom: w.height / 2,
		images:   images,
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
