package casefile

import (
	"reflect"
	"strings"
	"testing"
)

const planeCase = `name = "P"
dimension = 2
spacing = 0.1
end = 1
[domain]
min = [0, 0]
max = [3, 1]
[physics]
gravity = [0, -9.81]
[[fluid]]
name = "water"
box = { min = [0, 0], max = [1, 0.5] }
velocity = [0.1, 0]
[[wall]]
name = "ramp"
prism = { outline = [[2, 0], [3, 0], [3, 0.5]] }
rotate = { angle = 10, about = [2, 0] }
motion = { times = [0, 1], displacements = [[0, 0], [0.1, 0.2]] }
[[gauge]]
name = "G"
at = [1.5]
[[probe]]
name = "P"
at = [1, 0.2]
`

// In two dimensions points and directions are [x, z], and what has no meaning may be left out.
func TestPlane(t *testing.T) {
	short, err := Parse([]byte(planeCase), "p.toml")
	if err != nil {
		t.Fatal(err)
	}
	whole := strings.NewReplacer(
		"min = [0, 0]", "min = [0, 0, 0]", "max = [3, 1]", "max = [3, 0, 1]",
		"[0, -9.81]", "[0, 0, -9.81]", "max = [1, 0.5]", "max = [1, 0, 0.5]",
		"[0.1, 0]\n", "[0.1, 0, 0]\n",
		"[3, 0.5]]", `[3, 0.5]], along = "y", from = -0.5, to = 0.5`,
		"angle", "axis = [0, -1, 0], angle", "about = [2, 0]", "about = [2, 0, 0]",
		"[[0, 0], [0.1, 0.2]]", "[[0, 0, 0], [0.1, 0, 0.2]]", "[1.5]", "[1.5, 0]",
		"[1, 0.2]", "[1, 0, 0.2]")
	long, err := Parse([]byte(whole.Replace(planeCase)), "p.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*Case{short, long} {
		c.where, c.text = nil, nil
	}
	if !reflect.DeepEqual(short, long) {
		t.Errorf("%+v is not %+v", short, long)
	}
	got := short.Walls[0].Prism
	if got.Along != "y" || got.From != -0.5 || got.To != 0.5 || got.Outline[2] != [2]float64{3, 0.5} {
		t.Errorf("the prism is %+v", got)
	}
}

// A gauge of a plane is at x, with or without brackets; one of space needs both.
func TestGaugeInPlane(t *testing.T) {
	c, err := Parse([]byte(strings.Replace(planeCase, "at = [1.5]", "at = 1.5", 1)), "p.toml")
	if err != nil || c.Gauges[0].At != [2]float64{1.5, 0} {
		t.Errorf("the gauge is at %v (%v)", c.Gauges, err)
	}
	deep := strings.Replace(planeCase, "dimension = 2\n", "", 1)
	deep = strings.NewReplacer("[0, 0]", "[0, 0, 0]", "[3, 1]", "[3, 1, 1]", "[0, -9.81]",
		"[0, 0, -9.81]", "[1, 0.5]", "[1, 1, 0.5]", "[0.1, 0]", "[0.1, 0, 0]", "at = [1.5]",
		"at = 1.5").Replace(deep)
	deep = deep[:strings.Index(deep, "[[wall]]")] + deep[strings.Index(deep, "[[gauge]]"):]
	_, err = Parse([]byte(deep), "p.toml")
	if err == nil || !strings.Contains(err.Error(), "at is 1.5, but must be 2 numbers in brackets") {
		t.Errorf("in space: %v", err)
	}
}

// In three dimensions none of that is taken, and in two a list that is too short for both is not.
func TestPlaneAlone(t *testing.T) {
	for _, test := range []struct{ from, to, want string }{
		{"dimension = 2\n", "", "domain.min is [0, 0], but must be 3 numbers in brackets"},
		{"max = [3, 1]", "max = [3]", "domain.max is [3], but must be x and z in brackets"},
		{"[3, 0.5]]", "[3]]", "item 3 of prism.outline is [3], but must be 2 numbers"},
		{"at = [1.5]", "at = true", "at is true, but must be x, of metres"},
		{"at = [1.5]", "at = []", "at is [], but must be x, of metres"},
	} {
		_, err := Parse([]byte(strings.Replace(planeCase, test.from, test.to, 1)), "p.toml")
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v, not %s", test.to, err, test.want)
		}
	}
	deep := strings.NewReplacer("dimension = 2\n", "", "min = [0, 0]", "min = [0, 0, 0]",
		"max = [3, 1]", "max = [3, 1, 1]", "[0, -9.81]", "[0, 0, -9.81]",
		"max = [1, 0.5]", "max = [1, 1, 0.5]", "[0.1, 0]\n", "[0.1, 0, 0]\n")
	_, err := Parse([]byte(deep.Replace(planeCase)), "p.toml")
	if err == nil || !strings.Contains(err.Error(), "prism has no along") {
		t.Errorf("a prism without an axis in three dimensions: %v", err)
	}
}
