package problems

// Hydrostatic is a tank of water that should stay at rest. The exact pressure
// with Tait's equation of state at the depth d is
//
//	(ρ/ρ0)^6 = 1 + (6/7) ρ0 g d/B,  P = B ((ρ/ρ0)^7 - 1),  B = ρ0 c0²/7,
//
// which differs from ρ0 g d by up to half a percent at c0 = 10 √(g depth). The surface is at
// --depth; since water compresses, its mass is more than ρ0 times its volume by as much. With
// --wedge there is a wedge across the floor, whose sides are inclined by 45 degrees and cut through
// the lattice. That of English et al., Comput. Part. Mech. 9 (2022), is --dim 2 --length 2.4
// --height 1.2 --depth 0.5 --wedge 0.24. Compare the probes with it, and the kinetic energy with
// zero. The tank is open unless --lid is given; the domain then reaches half its height above the
// rim.

import (
	"fmt"

	"gpusph/internal/geometry"
	"gpusph/internal/option"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
)

type hydrostatic struct {
	physics
	wide
	length, width, height float64 // [m]
	lid                   bool
	wedge                 float64 // height [m]; 0 is none
}

func newHydrostatic() Problem {
	return &hydrostatic{physics: water(0.025, 0.4, 0), wide: wide{1}, length: 0.5, width: 0.5, height: 0.5}
}

func (*hydrostatic) Name() string { return "Hydrostatic" }

func (*hydrostatic) Summary() string {
	return "water at rest in a tank; its pressure is known exactly"
}

func (w *hydrostatic) Options() option.Table {
	const least, most, usual = 0.001, 1000, "0.5 m is the default"
	return append(w.physics.Options(), w.wide.option(),
		option.Number("depth", "depth of the water [m]", least, w.height, "the tank's --height is "+text.Exact(w.height), &w.depth),
		option.Number("length", "size of the tank along x [m]", least, most, usual, &w.length),
		option.Number("width", "size of the tank along y [m]", least, most, usual, &w.width),
		option.Number("height", "size of the tank along z [m]", least, most, usual, &w.height),
		option.Switch("lid", "close the top of the tank", &w.lid),
		option.Number("wedge", "height of a wedge across the middle of the floor, with sides of 45 degrees [m]; 0 is none", least, w.depth, "less than the --depth", &w.wedge).OrZero(),
		option.Number("dim", "dimensions: 3, or 2 for a plane across y", 2, 3, "2 or 3", &w.params.Dim))
}

func (w *hydrostatic) Setup(deltaP float64) (*sph.Case, error) { return fill(w.scene(deltaP)) }

func (w *hydrostatic) Outline(deltaP float64) (Outline, error) { return outline(w.scene(deltaP)) }

func (w *hydrostatic) scene(deltaP float64) (*scene.Scene, *sph.Case, error) {
	c, err := w.newCase(w, deltaP)
	if err != nil {
		return nil, nil, err
	}
	if w.params.Dim == 2 && w.widths > 1 {
		return nil, nil, fmt.Errorf("--widths is %d, but a flow in two dimensions has no width; use --widths 1 or --dim 3", w.widths)
	}
	s := &scene.Scene{
		Tank:   scene.Box{Max: [3]float64{w.length, w.width, w.height}},
		Room:   w.height / 2,
		Images: w.widths - 1,
		Pools:  []scene.Pool{{Name: "water", Box: scene.Box{Max: [3]float64{w.length, w.width, w.depth}}}},
	}
	if !w.lid {
		s.Open = scene.NoLid
	}
	if w.params.Dim == 2 { // per metre of width
		s.Tank.Min[1], s.Tank.Max[1] = -0.5, 0.5
		s.Pools[0].Min[1], s.Pools[0].Max[1] = -0.5, 0.5
	}
	if w.wedge > 0 {
		if 2*w.wedge > w.length {
			return nil, nil, fmt.Errorf("--wedge is %s m high, and as wide on both sides, but the tank is only %s m long; use at most %s", text.Exact(w.wedge), text.Exact(w.length), text.Number(w.length/2))
		}
		foot := [][2]float64{{w.length/2 - w.wedge, 0}, {w.length/2 + w.wedge, 0}, {w.length / 2, w.wedge}}
		wedge, err := geometry.NewPrism(foot, int(scene.WideAxis), s.Tank.Min[scene.WideAxis]-1, s.Whole().Max[scene.WideAxis]+1)
		if err != nil {
			return nil, nil, err
		}
		s.Shaped = scene.NewShaped(w.params.Dim == 2, scene.ShapedWall{Name: "wedge", Shape: wedge})
	}
	c.Params.SplitAxis = 0
	c.End = 2
	x, y := w.length/2, (s.Tank.Min[1]+s.Tank.Max[1])/2
	if w.wedge > 0 { // beside it
		x = w.length / 4
	}
	for i, part := range []float64{0.1, 0.25, 0.5, 0.75} { // of the depth, above the floor
		c.Probes = append(c.Probes, sph.Probe{
			Name:     fmt.Sprintf("P%d", i+1),
			Position: [3]float64{x, y, part * w.depth},
		})
	}
	c.Gauges = []sph.Gauge{{Name: "H1", X: x, Y: y}}
	return s.OnOneLattice(&c.Params), c, nil
}
