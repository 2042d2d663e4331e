package problems

import (
	"strings"
	"testing"

	"gpusph/sph"
)

const planeTank = `name = "Plane"
dimension = 2
spacing = 0.05
end = 1
[domain]
min = [0, -0.5, 0]
max = [1, 0.5, 0.6]
[[fluid]]
name = "water"
box = { min = [0, -0.5, 0], max = [0.4, 0.5, 0.4] }
`

// What does not meet the plane of a flow in two dimensions is refused at its place in the file,
// whatever it is and however it is moved.
func TestOffPlane(t *testing.T) {
	const (
		it                        = "\nname = \"it\"\n"
		wall, fluid, probe, gauge = "[[wall]]" + it, "[[fluid]]" + it, "[[probe]]" + it, "[[gauge]]" + it
	)
	for name, more := range map[string]string{
		"box": wall + "box = { min = [0.6, -0.45, 0], max = [0.8, -0.4, 0.3] }",
		"shifted box": wall + "box = { min = [0.6, -0.1, 0], max = [0.8, 0.1, 0.3] }\n" +
			"translate = [0, 0.3, 0]",
		"scaled box": wall + "box = { min = [0.6, 0.1, 0], max = [0.8, 0.2, 0.3] }\n" +
			"scale = [1, 0.5, 1]",
		"box turned off": wall + "box = { min = [0.6, -0.1, 0], max = [0.8, 0.1, 0.3] }\n" +
			"rotate = { axis = [0, 0, 1], angle = 90 }",
		"box turned aside": wall + "box = { min = [0.6, 0.2, 0], max = [0.8, 0.3, 0.3] }\n" +
			"rotate = { axis = [0, 1, 0], angle = 10, about = [0.7, 0, 0.1] }",
		"flat box": wall + "box = { min = [0.6, 0.2, 0], max = [0.8, 0.2, 0.3] }",
		"own lattice": wall + "lattice = \"own\"\nbox = { min = [0.6, 0.2, 0], " +
			"max = [0.8, 0.3, 0.3] }",
		"prism along y": wall + "prism = { outline = [[0.6, 0], [0.9, 0], [0.9, 0.3]], " +
			"along = \"y\", from = 0.1, to = 0.5 }",
		"prism along z": wall + "prism = { outline = [[0.6, 0.1], [0.9, 0.1], [0.9, 0.3]], " +
			"along = \"z\", from = 0, to = 0.5 }",
		"cylinder": wall + "cylinder = { from = [0.7, 0.1, 0.2], to = [0.7, 0.5, 0.2], radius = 0.1 }",
		"sphere":   wall + "sphere = { centre = [0.7, 0.25, 0.2], radius = 0.1 }",
		"union": wall + "union = [{ sphere = { centre = [0.7, 0.25, 0.2], " +
			"radius = 0.1 } }, { sphere = { centre = [0.7, -0.25, 0.2], radius = 0.1 } }]",
		"difference": wall + "difference = [{ sphere = { centre = [0.7, 0, 0.2], " +
			"radius = 0.2 } }, { box = { min = [0, -0.1, 0], max = [1, 0.1, 1] } }]",
		"turned ring": wall + "revolved = { from = [0.7, -0.5, 0.2], axis = [0, 1, 0], " +
			"profile = [[0.1, 0], [0.2, 0], [0.2, 0.1]] }",
		"box of fluid":  fluid + "box = { min = [0.6, 0.1, 0], max = [0.8, 0.2, 0.3] }",
		"ball of fluid": fluid + "sphere = { centre = [0.7, 0.25, 0.2], radius = 0.1 }",
		"seed":          fluid + "fill = { seed = [0.7, 0.2, 0.1], level = 0.2 }",
		"probe":         probe + "at = [0.2, 0.1, 0.1]",
		"probes": probe + "line = { from = [0.2, 0, 0.1], to = [0.2, 0.4, 0.1], " +
			"count = 3 }",
		"plane of probes": probe + "plane = { origin = [0.2, 0, 0.1], first = [0.3, 0, 0.1], " +
			"second = [0.2, 0.1, 0.1], counts = [2, 2] }",
		"patch": probe + "patch = { centre = [0.6, 0.2, 0.1], normal = [-1, 0, 0], " +
			"size = 0.1 }",
		"gauge": gauge + "at = [0.2, 0.1]",
	} {
		t.Run(name, func(t *testing.T) {
			err := errorOfCase(planeTank + more)
			if err == nil || !strings.HasPrefix(err.Error(), "case.toml, line 1") ||
				!strings.Contains(err.Error(), ", column 1") ||
				!strings.Contains(err.Error(), `"it"`) || !strings.Contains(err.Error(), "the plane y = 0") {
				t.Errorf("it is told: %v", err)
			}
		})
	}
	err := errorOfCase(strings.Replace(planeTank, "min = [0, -0.5, 0]\nmax",
		"min = [0, 0.1, 0]\nmax", 1))
	if err == nil || !strings.HasPrefix(err.Error(),
		"case.toml, line 6, column 1: the domain does not meet the plane y = 0") {
		t.Errorf("of the domain it is told: %v", err)
	}
}

// The way into the plane is told: a prism needs no ends along y, and a box no y.
func TestIntoPlane(t *testing.T) {
	for more, want := range map[string]string{
		"prism = { outline = [[0.6, 0], [0.9, 0], [0.9, 0.3]], along = \"y\", from = 0.1, to = 0.5 }": "and so does leaving from and to out",
		"box = { min = [0.6, 0.1, 0], max = [0.8, 0.2, 0.3] }":                                        "and so do points without their y, as [x, z]",
	} {
		err := errorOfCase(planeTank + "[[wall]]\nname = \"it\"\n" + more)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", more, err)
		}
	}
	for _, more := range []string{
		"prism = { outline = [[0.6, 0], [0.8, 0], [0.8, 0.3], [0.6, 0.3]] }", "box = { min = [0.6, 0], max = [0.8, 0.3] }",
	} {
		flow := setUp(t, planeTank+"[[wall]]\nname = \"it\"\nforce = \"it\"\n"+more)
		n := 0
		for i, body := range flow.Particles.Body {
			if body == 1 && flow.Particles.Type[i] == sph.Wall {
				n++
			}
		}
		if n != 4*6 {
			t.Errorf("%s has %d particles, not 24", more, n)
		}
	}
}

// What meets the plane is taken, also with its face in it or without extent along y, and is the
// same section.
func TestOnPlane(t *testing.T) {
	for name, more := range map[string]string{
		"box":           "box = { min = [0.6, -0.45, 0], max = [0.8, 0.4, 0.3] }",
		"face in plane": "box = { min = [0.6, 0, 0], max = [0.8, 0.4, 0.3] }",
		"flat":          "box = { min = [0.6, 0, 0], max = [0.8, 0, 0.3] }",
		"shifted in": "box = { min = [0.6, 0.3, 0], max = [0.8, 0.4, 0.3] }\n" +
			"translate = [0, -0.3, 0]",
		"turned by 90": "box = { min = [0.7, 0, 0.1], max = [1, 0.4, 0.3] }\n" +
			"rotate = { axis = [0, 1, 0], angle = -90, about = [0.7, 0, 0.1] }\n" +
			"translate = [0.1, 0, -0.1]",
		"turned about y": "box = { min = [0.6, 0, 0], max = [0.8, 0.4, 0.3] }\n" +
			"rotate = { axis = [0, 1, 0], angle = 180.0000001, about = [0.7, 0, 0.15] }",
		"a prism's face":   "prism = { outline = [[0.6, 0], [0.8, 0], [0.8, 0.3], [0.6, 0.3]], along = \"y\", from = -1, to = 0 }",
		"a turned prism's": "prism = { outline = [[0.6, 0], [0.8, 0], [0.8, 0.3], [0.6, 0.3]], along = \"y\", from = 0, to = 1 }\nrotate = { axis = [0, 1, 0], angle = 360.0000001 }",
		"out of x": "box = { min = [0, -0.2, 0], max = [0.4, 0, 0.3] }\n" +
			"rotate = { axis = [0, 0, 1], angle = 90 }\ntranslate = [0.6, 0, 0]",
	} {
		t.Run(name, func(t *testing.T) {
			flow := setUp(t, planeTank+"[[wall]]\nname = \"it\"\nforce = \"it\"\n"+more)
			n := 0
			for i, body := range flow.Particles.Body {
				if body == 1 && flow.Particles.Type[i] == sph.Wall {
					n++
				}
			}
			if n != 4*6 {
				t.Errorf("it has %d particles, not 24", n)
			}
		})
	}
}
