package problems

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gpusph/internal/casefile"
)

// shapedSeeds have every kind of shape and of fluid.
var shapedSeeds = []string{
	`[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [0.5, 1, 0.5] }
velocity = [0.1, 0, 0]
[[wall]]
name = "post"
box = { min = [0.6, 0.2, 0], max = [1, 0.8, 0.6] }
force = "post"
[[probe]]
name = "P"
line = { from = [0.1, 0.5, 0.1], to = [0.4, 0.5, 0.1], count = 3 }
`, `[[fluid]]
name = "lake"
fill = { seed = [0.1, 0.5, 0.6], level = 0.8 }
[[wall]]
name = "slope"
prism = { outline = [[-1, -1], [2, -1], [2, 0.5], [-1, -0.1]], along = "y", from = -1, to = 2 }
[[wall]]
name = "ball"
sphere = { centre = [0.5, 0.5, 0.5], radius = 0.3 }
scale = [1.1]
`, `[[fluid]]
name = "film"
cover = { file = "ground.asc", depth = 0.5 }
[[wall]]
name = "ground"
height-map = { file = "ground.asc" }
[[wall]]
name = "wedge"
stl = { file = "wedge.stl", unit = "ft" }
rotate = { axis = [0, 0, 1], angle = 30 }
`, `[[fluid]]
name = "drop"
cone = { from = [0.5, 0.5, 0], to = [0.5, 0.5, 0.9], radii = [0.5, 0.1] }
[[wall]]
name = "pipe"
difference = [
    { cylinder = { from = [0.5, 0.5, -1], to = [0.5, 0.5, 2], radius = 0.45 } },
    { revolved = { from = [0.5, 0.5, -2], axis = [0, 0, 1], profile = [[0, 0], [0.2, 0], [0.2, 5], [0, 5]] } },
    { intersection = [{ plane = { point = [0.5, 0, 0], normal = [1, 0, 0] } }, { union = [{ box = { min = [0, 0, 0], max = [1, 1, 0.3] } }, { sphere = { centre = [0, 0, 0], radius = 0.5 } }] }] },
]
[turning]
point = [0, 0, 0]
axis = [0, 1, 0]
interval = 0.1
angles = [0, 1, 3, 2]
`, `[[fluid]]
name = "river"
box = { min = [0, 0, 0], max = [1, 1, 0.6] }
[[inlet]]
name = "in"
disc = { centre = [0.3, 0.5, 0.3], radius = 0.25, direction = [1, 0, 0.1] }
discharge = [[0, 0.1], [1, 0.2], [2, 0.1]]
profile = [[0, 0.5], [0.5, 1.5]]
[[outlet]]
name = "out"
side = "xmax"
min = [0, 0, 0.2]
level = 0.6
`}

// FuzzCase holds that no case file makes the program panic or ask for memory beyond reason on its
// way to particles.
func FuzzCase(f *testing.F) {
	for _, pattern := range []string{"testdata/wrong/*.toml", "*.toml", "../cases/*.toml"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range files {
			data, err := os.ReadFile(file)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(data, uint(0), 0.0)
		}
	}
	for _, more := range shapedSeeds {
		f.Add([]byte(strings.ReplaceAll(unitTank, "0.05", "0.5")+more), uint(len(more)), 1e9)
		f.Add([]byte("dimension = 2\n"+strings.ReplaceAll(unitTank, "0.05", "0.1")+inPlane.Replace(more)), uint(len(more)), -1e-9)
	}
	f.Fuzz(func(t *testing.T, text []byte, at uint, value float64) {
		if numbers := number.FindAllIndex(text, -1); len(numbers) > 0 { // one is another
			k := numbers[at%uint(len(numbers))]
			text = slices.Concat(text[:k[0]], strconv.AppendFloat(nil, value, 'g', -1, 64), text[k[1]:])
		}
		c, err := casefile.Parse(text, "testdata/wrong/test.toml")
		if err == nil {
			err = tried(t, c)
		}
		if err == nil {
			return
		}
		if words := err.Error(); !strings.HasPrefix(words, "testdata/wrong/test.toml") || strings.Contains(words, "--") && !strings.Contains(words, "the line reads: ") {
			t.Errorf("%q", words) // it is one line of a case file, without words of the command line
		}
	})
}

// inPlane moves seeds into the plane of a flow in two dimensions.
var inPlane = strings.NewReplacer("[0.5, 0.5,", "[0.5, 0,", "[0.1, 0.5,", "[0.1, 0,", "[0.4, 0.5,", "[0.4, 0,", "[0.6, 0.2,", "[0.6, -0.2,")

var number = regexp.MustCompile(`-?\b[0-9][0-9.]*(e-?[0-9]+)?`)

// tried is why a case cannot be filled, if it has few particles.
func tried(t *testing.T, c *casefile.Case) error {
	p, err := FromCase(c)
	if err != nil {
		return err
	}
	o, err := p.Outline(0)
	if err != nil {
		return err
	}
	const most = 20_000 // particles
	if o.Fluid+o.Wall > most {
		return nil
	}
	flow, err := p.Setup(0)
	if err != nil {
		return err
	}
	if n := flow.Particles.Len(); n > 2*most {
		t.Errorf("%d particles, though the outline says %g and %g", n, o.Fluid, o.Wall)
	}
	return nil
}
