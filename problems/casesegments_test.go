package problems

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/sph"
)

const snake = `name = "Basin"
spacing = 0.1
end = 3
[domain]
min = [0, 10, 0]
max = [5, 12, 1]
open = ["zmax"]
[[fluid]]
name = "water"
box = { min = [0.8, 10, 0], max = [5, 12, 0.5] }
[[wall]]
name = "maker"
box = { min = [0.4, 10, 0], max = [0.8, 12, 0.9] }
force = "maker"
[wall.motion.waves]
kind = "regular"
height = 0.05
period = 1.5
depth = 0.5
segments = 5
angle = 20
`

// A paddle of segments is as many bodies side by side, whose motions lag by k sin θ Δy.
func TestSegments(t *testing.T) {
	c := flowOfCase(t, snake)
	if len(c.Bodies) != 5 {
		t.Fatalf("%d bodies", len(c.Bodies))
	}
	maker := 2 * math.Pi / 1.5
	k := 0.0 // of waves of that frequency over 0.5 m, from ω² = g k tanh kd
	for k = maker * maker / 9.81; k*math.Tanh(0.5*k) < maker*maker/9.81; k += 1e-5 {
	}
	lag := k * math.Sin(20*math.Pi/180) * 0.4
	for b := range c.Bodies {
		low, high := math.Inf(1), math.Inf(-1)
		for i, x := range c.Particles.Position {
			if int(c.Particles.Body[i]) == b+1 {
				low, high = min(low, x[1]), max(high, x[1])
			}
		}
		// bodies are in the order of names
		n := float64(strings.Index("12345", strings.TrimPrefix(c.Bodies[b].Name, "maker ")))
		if math.Abs(low-0.4*n-0.05) > 1e-6 || math.Abs(high-0.4*n-0.35) > 1e-6 {
			t.Errorf("%s has particles from %g to %g m across", c.Bodies[b].Name, low, high)
		}
		x, _, _ := c.Bodies[b].Motion.Links[0].Law.At(2.8)
		first, _, _ := c.Bodies[bodyNamed(c, "maker 3")].Motion.Links[0].Law.At(2.8 - (n-2)*lag/maker)
		if math.Abs(x-first) > 1e-5 {
			t.Errorf("%s is at %g m, not %g", c.Bodies[b].Name, x, first)
		}
	}
	if n := strings.Count(strings.Join(c.Notes, "\n"), "makes regular waves"); n != 1 {
		t.Errorf("the waves are noted %d times", n)
	}
}

func bodyNamed(c *sph.Case, name string) int {
	for b := range c.Bodies {
		if c.Bodies[b].Name == name {
			return b
		}
	}
	return -1
}

// Layers of a piston move as their columns of a record, the lowest as the first.
func TestLayers(t *testing.T) {
	text := strings.NewReplacer(`kind = "regular"
height = 0.05
period = 1.5
`, `kind = "record"
quantity = "displacement"
table = "layers.csv"
`, "segments = 5\nangle = 20\n", "layers = 3\n").Replace(snake)
	dir := t.TempDir()
	rows := "t, low, middle, high\n0, 0, 0, 0\n1, 0.01, 0.02, 0.03\n2, 0.01, 0.02, 0.03\n" +
		"3, 0.01, 0.02, 0.03\n"
	for name, data := range map[string]string{"basin.toml": text, "layers.csv": rows} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(data), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, err := FromFile(filepath.Join(dir, "basin.toml"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]float64{"maker 1": 0.01, "maker 2": 0.02, "maker 3": 0.03} {
		b := bodyNamed(c, name)
		if b < 0 {
			t.Fatalf("there is no %s", name)
		}
		sum := 0.0
		for _, l := range c.Bodies[b].Motion.Links {
			x, _, _ := l.Law.At(2.5)
			sum += x
		}
		if math.Abs(sum-want) > 1e-9 {
			t.Errorf("%s is at %g m, not %g", name, sum, want)
		}
	}
}

// Segments that cannot be are refused at their place.
func TestSegmentsAreRefused(t *testing.T) {
	for change, want := range map[[2]string]string{
		{"segments = 5", "segments = 1"}:     "segments is 1, but must be from 2 to 100",
		{"segments = 5", "segments = 11"}:    `have two spacings, 0.2 m; use 10 or fewer`,
		{"segments = 5\n", ""}:               "waves at an angle need segments",
		{"angle = 20", "angle = 70"}:         "angle is 70°, but must be from -60 to 60",
		{"angle = 20", "order = 2"}:          "leave paddle, absorb, bound, order and theory out",
		{"angle = 20", "absorb = true"}:      "leave paddle, absorb, bound, order and theory out",
		{"angle = 20", "layers = 3"}:         "layers has no effect on regular waves",
		{"period = 1.5", "period = 0.55"}:    "others run besides; use more segments",
		{"angle = 20", "direction = [1, 1]"}: `must be a box that moves along x or y`,
	} {
		text := strings.Replace(snake, change[0], change[1], 1)
		p, err := FromText([]byte(text), "basin.toml")
		if err == nil {
			_, err = p.Setup(0)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", change[1], err, want)
		}
	}
}
