package engine

import (
	"math"
	"testing"

	"gpusph/sph"
	"gpusph/sph/opening"
)

// filled gives the fluid of a basin properties, those of water in one without materials, and the
// pressure at each height.
func filled(c *sph.Case, oil bool, above, side float64) (at func(z float64) float64, rho float64) {
	c.Params.C0 = 60
	e := c.Params.EquationOf(&sph.Properties{})
	if oil {
		of := sph.Properties{Kind: "oil", Rho0: 700, C0: 50, Gamma: 3}
		c.Mix([]sph.Material{
			{Name: "water", Mass: c.Params.Mass, Properties: sph.Properties{Kind: "water"}},
			{Name: "oil", Mass: 0.7 * c.Params.Mass, Properties: of}}, nil)
		c.Particles.Material = make([]uint8, c.Particles.Len())
		e = c.Params.EquationOf(&of)
	}
	at = func(z float64) float64 { return above + e.Rho0*9.81*(side-z) }
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid {
			c.Particles.RelDensity[i] = float32(e.RelativeDensity(at(x[2])))
			if oil {
				c.Particles.Material[i] = 1
			}
		}
	}
	return at, e.Rho0
}

// The buffer of an opening in a floor, a wall or a ceiling through which nothing may flow has the
// pressure that the weight of fluid at rest makes from where the fluid is looked at, h before the
// plane, to each of its particles. Off by h it would be 1.3 of the weight of a spacing.
func TestBuffersContinueTheFluid(t *testing.T) {
	const side, above = 0.24, 3000.0
	for _, dim := range []int{2, 3} {
		for where, normal := range map[string][3]float64{"floor": {0, 0, 1}, "ceiling": {0, 0, -1},
			"wall": {1, 0, 0}, "other wall": {-1, 0, 0}} {
			for _, oil := range []bool{false, true} {
				c := basin(dim, normal, above, dim == 3)
				c.Openings[0].Velocity = opening.Constant(0)
				at, rho := filled(c, oil, above, side)
				s := start(t, c, Options{System: open(t, 1)})
				advance(t, s, 40)
				snap, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				layouts, n, off := c.OpeningLayouts(), 0.0, 0.0
				for i, x := range snap.Position {
					y := [3]float64{float64(x[0]), float64(x[1]), float64(x[2])}
					if snap.Type[i] == sph.Fluid && c.OpeningAt(layouts, y) > 0 {
						n++
						off += math.Abs(float64(snap.Pressure[i]) - at(y[2]))
					}
				}
				if off /= n * rho * 9.81 * c.Params.DeltaP; n < 12 || !(off < 0.45) {
					t.Errorf("%s, %d dimensions, oil %v: the pressures of %g particles in the buffer are off by "+
						"%.2f of the weight of a spacing", where, dim, oil, n, off)
				}
			}
		}
	}
}
