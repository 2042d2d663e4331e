package problems

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/features/absorption"
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
				a := &absorption.Of(c)[0]
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

// The bounds of a paddle's correction do not follow from the end of the flow, so that a run may
// continue beyond its own.
func TestAbsorptionAtOtherEnds(t *testing.T) {
	const text = `name = "Flume"
dimension = 2
spacing = 0.05
end = %s
[domain]
min = [0, 0]
max = [3, 0.6]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0.6, 0], max = [3, 0.3] }
[[wall]]
name = "piston"
box = { min = [0.4, 0], max = [0.6, 0.5] }
[wall.motion.waves]
depth = 0.3
absorb = true
`
	const irregular = "kind = \"irregular\"\nheight = 0.04\nperiod = 1.5\nseed = 1\ncomponents = 12\n"
	for name, waves := range map[string]string{
		"regular": "kind = \"regular\"\nheight = 0.04\nperiod = 1.5\n", "irregular": irregular,
		"focused": "kind = \"focused\"\nheight = 0.04\nperiod = 1.5\nfocus-distance = 1\n" +
			"focus-time = 8\n",
		"solitary": "kind = \"solitary\"\nheight = 0.04\n",
		"record": "kind = \"record\"\nquantity = \"level\"\n" +
			"rows = [[0, 0], [0.4, 0.02], [0.8, 0], [1.2, -0.02], [1.6, 0]]\n",
	} {
		t.Run(name, func(t *testing.T) {
			var all []string
			for _, end := range []string{"0.2", "30"} {
				c := flowOfCase(t, fmt.Sprintf(text, end)+waves)
				a := c.Bodies[c.Corrected()[0]-1].Corrected
				if !(a.Shift > 0.005 && a.Speed > 0.01) {
					t.Errorf("with the end %s the correction is bounded by %g m and %g m/s", end, a.Shift, a.Speed)
				}
				var b strings.Builder
				for _, table := range c.TableHashes(0) {
					fmt.Fprintln(&b, table)
				}
				all = append(all, b.String())
			}
			if all[0] != all[1] {
				t.Errorf("another end makes another absorption:\n%s\n%s", all[0], all[1])
			}
		})
	}
}
