package heat_test

import (
	"strings"
	"testing"

	_ "gpusph/features"
	"gpusph/internal/casefile"
)

// No temperature is below absolute zero, wherever it is given; those of cold winters are.
func TestAbsoluteZero(t *testing.T) {
	const cold = `name = "Cold"
dimension = 2
spacing = 0.1
end = 1
[domain]
min = [0, 0]
max = [1, 1]
[heat]
conductivity = 0.6
heat-capacity = 4186
temperature = 20
reference = 21
surface = { convection = 10, air = 22 }
[[fluid]]
name = "water"
box = { min = [0, 0], max = [1, 0.5] }
temperature = 23
[[fluid]]
name = "more"
box = { min = [0, 0.5], max = [1, 0.8] }
temperature-gradient = { from = [0, 0.5], to = [0, 0.8], temperatures = [24, 25] }
[[heat-wall]]
name = "floor"
of = ["zmin"]
temperature = [[0, 26], [2, 27]]
[[heat-wall]]
name = "side"
of = ["xmin"]
conductivity = 1.5
heat-capacity = 880
density = 2400
temperature = 28
[[heat-wall]]
name = "other"
of = ["xmax"]
temperature = 29
`
	if _, err := casefile.Parse([]byte(cold), "c.toml"); err != nil {
		t.Fatal(err)
	}
	for _, now := range []string{"20", "21", "22", "23", "24", "25", "26", "27", "28", "29"} {
		for _, to := range []string{"-60", "-273.15", "-273.16", "-285"} {
			text := strings.NewReplacer(" "+now+"\n", " "+to+"\n", " "+now+" ", " "+to+" ",
				" "+now+"]", " "+to+"]", "["+now+",", "["+to+",").Replace(cold)
			if text == cold {
				t.Fatalf("%s is not in the case", now)
			}
			_, err := casefile.Parse([]byte(text), "c.toml")
			refused := err != nil && strings.Contains(err.Error(), "is "+to+", below absolute zero")
			if refused != (to == "-273.16" || to == "-285") || err != nil && !refused {
				t.Errorf("%s in place of %s: %v", to, now, err)
			}
		}
	}
}
