package tests

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/problems"
	"gpusph/sph"
)

// closedFlume is 1.5 m long, between a piston and a wall. The piston makes a short group of waves,
// which are 1.05 m long in water of 0.2 m, and its own motion ends at 5.3 s.
const closedFlume = `name = "ClosedFlume"
dimension = 2
spacing = 0.025
end = 10
[domain]
min = [0, 0]
max = [1.8, 0.35]
open = ["zmax"]
[physics]
boundary = "dummy"
alpha = 0.02
[[fluid]]
name = "water"
fill = { seed = [1, 0.1], level = 0.2 }
[[wall]]
name = "piston"
box = { min = [0.1, 0], max = [0.3, 0.32] }
[wall.motion.waves]
kind = "focused"
height = 0.03
period = 0.9
depth = 0.2
focus-distance = 0.6
focus-time = 4.4
absorb = true
`

// TestPistonAbsorbs has a group of waves come back to the piston that has made it. Where that
// absorbs, less than a twelfth of the kinetic energy is left that is there where it rests.
func TestPistonAbsorbs(t *testing.T) {
	left := map[string]float64{}
	for name, text := range map[string]string{
		"absorbs": closedFlume, "rests": strings.Replace(closedFlume, "absorb = true\n", "", 1),
	} {
		p := fromText(t, text)
		c, err := p.Setup(0)
		if err != nil {
			t.Fatal(err)
		}
		f, n := begin(t, c, c.End, testDevices()), 0.0
		most := 0.0
		f.each(0.05, func() {
			s := f.sample()
			most = max(most, s.Energy[sph.Kinetic])
			if s.Time > c.End-1.8 {
				left[name] += s.Energy[sph.Kinetic]
				n++
			}
		})
		left[name] /= n
		t.Logf("the piston %s: %.3g J of %.3g J are left", name, left[name], most)
	}
	if !(left["absorbs"] < left["rests"]/12) {
		t.Errorf("a piston that absorbs leaves %.3g J, one that rests %.3g J", left["absorbs"],
			left["rests"])
	}
}

// TestAbsorbingCases has the cases whose pistons absorb run at a coarse spacing: before anything is
// back they move within a third of the bounds of their corrections, and these are in samples.
func TestAbsorbingCases(t *testing.T) {
	for _, name := range []string{"flume-absorb", "overtopping"} {
		t.Run(name, func(t *testing.T) {
			p, err := problems.FromFile(filepath.Join("..", "cases", name+".toml"))
			if err != nil {
				t.Fatal(err)
			}
			c, err := p.Setup(0.05)
			if err != nil {
				t.Fatal(err)
			}
			a, most := c.Bodies[c.Corrected()[0]-1].Corrected, 0.0
			f := begin(t, c, 1, testDevices())
			f.each(0.05, func() {
				m := f.sample()
				most = max(most, math.Abs(m.Corrections[0][0]))
			})
			t.Logf("corrections up to %.3g m of %.3g m", most, a.Shift)
			if !(most > 0 && most < 0.3*a.Shift) {
				t.Errorf("corrections come to %g m, and may come to %g m", most, a.Shift)
			}
		})
	}
}
