package problems

// DambreakColumn is the collapse of a column of water on a dry floor, in two dimensions: Martin &
// Moyce, Phil. Trans. R. Soc. A 244 (1952) 312-324. The column is a wide and n² a high. Compare the
// front's distance Z = x/a from the wall at the time T = n t √(g/a) with their table 2 (n² = 2, a =
// 57.15 mm), and the height of the column at the wall, over n² a, at the time τ = t √(g/a), with
// their table 6.
//
// The tank is open and, unless --far-wall is given, 15 a long, so that the front is seen to Z = 14.
// Its walls are twice as high as the column. There is no gate. The gauge H is a support of the
// kernel from the wall, where it does not see into it.
//
// With --column 0.6 --ratio 0.5 --far-wall 1.61 it is the tank of Lobovsky, Botia-Vera, Castellana,
// Mas-Soler & Souto-Iglesias, J. Fluids Struct. 48 (2014) 407-434. Their sensors on the far wall
// are 3, 15, 30 and 80 mm over the floor: S1 to S4, in parts of the column's height of 0.3 m. The
// time is that since the gate began to move.

import (
	"fmt"
	"math"

	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

type damBreakColumn struct {
	physics
	ratio, width float64 // height over width; [m]
	farWall      float64 // distance of the wall that the water runs to [m]; 0 is 15 widths
}

func newDamBreakColumn() Problem {
	const ratio, width = 2, 0.05715
	d := &damBreakColumn{physics: water(width/columnSpacings, ratio*width, 0), ratio: ratio, width: width}
	d.params.Dim = 2
	return d
}

// columnSpacings is how many particles there are in the column's width, unless the spacing is
// given.
const columnSpacings = 40

func (*damBreakColumn) Name() string { return "DambreakColumn" }

func (*damBreakColumn) Summary() string {
	return "a column of water collapses on a dry floor, in two dimensions (Martin & Moyce 1952)"
}

// DeltaP implements Problem.
func (d *damBreakColumn) DeltaP() float64 { return d.width / columnSpacings }

func (d *damBreakColumn) Options() option.Table {
	d.depth, d.params.DeltaP = d.ratio*d.width, d.DeltaP()
	return append(d.physics.Options(),
		option.Number("ratio", "n², height of the column over its width; 1, 2 and 4 were measured", 0.1, 10, "2 is usual", &d.ratio),
		option.Number("column", "width a of the column [m]; 0.028575 and 0.05715 were measured", 0.001, 1000, "0.05715 is usual", &d.width),
		option.Number("far-wall", "distance of the wall that the water runs to [m]; 0 is 15 widths of the column", 1.5*d.width, 1000, "0 is 15 widths of the column", &d.farWall).OrZero())
}

func (d *damBreakColumn) Setup(deltaP float64) (*sph.Case, error) { return fill(d.scene(deltaP)) }

func (d *damBreakColumn) Outline(deltaP float64) (Outline, error) { return outline(d.scene(deltaP)) }

func (d *damBreakColumn) scene(deltaP float64) (*scene.Scene, *sph.Case, error) {
	c, err := d.newCase(d, deltaP)
	if err != nil {
		return nil, nil, err
	}
	height := d.ratio * d.width
	across := func(x, z float64) scene.Box {
		return scene.Box{Min: [3]float64{0, -0.5, 0}, Max: [3]float64{x, 0.5, z}}
	}
	length := d.farWall
	if length == 0 {
		length = 15 * d.width
	}
	s := &scene.Scene{
		Tank: across(length, 2*height), Open: scene.NoLid, Room: height,
		Pools: []scene.Pool{{Name: "column", Box: across(d.width, height)}},
	}
	c.Params.SplitAxis = 0
	c.End = 7.5 * math.Sqrt(d.width/gravity)
	c.Gauges = []sph.Gauge{{Name: "H", X: c.Params.Support()}}
	for k := 1; k <= 4 && float64(k)*d.width < length; k++ {
		c.Gauges = append(c.Gauges, sph.Gauge{Name: fmt.Sprintf("H%d", k), X: float64(k) * d.width})
	}
	// of the column's height, over the floor
	for k, part := range []float64{0.01, 0.05, 0.1, 4. / 15} {
		c.Probes = append(c.Probes, scene.Sensor(c, fmt.Sprintf("S%d", k+1), [3]float64{length, 0, part * height}, [3]float64{-1}))
	}
	c.Front = "front"
	return s, c, nil
}
