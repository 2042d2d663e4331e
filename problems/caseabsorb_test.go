package problems

import (
	"fmt"
	"math"
	"path/filepath"
	"testing"

	"gpusph/sph"
)

// The lines before a paddle read the level of the still water at the beginning, also where they
// reach down to the bed.
func TestLevelBeforePaddle(t *testing.T) {
	for _, name := range []string{"flume-absorb", "overtopping"} {
		for _, spacing := range []float64{0.05, 0.02} {
			t.Run(fmt.Sprint(name, spacing), func(t *testing.T) {
				p, err := FromFile(filepath.Join("..", "cases", name+".toml"))
				if err != nil {
					t.Fatal(err)
				}
				c, err := p.Setup(spacing)
				if err != nil {
					t.Fatal(err)
				}
				a := c.Bodies[c.Absorbing()[0]-1].Absorb
				n, filled := a.Points(spacing), 0.0
				for k := range n {
					x := a.Point(0, k, n)
					for i, y := range c.Particles.Position {
						if c.Particles.Type[i] == sph.Fluid {
							r := math.Hypot(math.Hypot(x[0]-y[0], x[1]-y[1]), x[2]-y[2])
							filled += c.Params.Weight(r) / c.Params.KernelIntegral()
						}
					}
				}
				level := a.Base + filled*a.Height/float64(n)
				if math.Abs(level-a.Still) > 0.1*spacing {
					t.Errorf("the level is %g m, not %g", level, a.Still)
				}
			})
		}
	}
}
