package problems

import (
	"fmt"
	"strings"
	"testing"
)

// TestThin holds which walls are refused or told of: those thinner than the spacing, or than the
// support of the kernel, here 0.13 m.
func TestThin(t *testing.T) {
	const water = "[[fluid]]\nname = \"water\"\nbox = { min = [0, 0, 0], max = [0.3, 1, 0.5] }\n[[wall]]\nname = \"it\"\n"
	const holes, through = "have holes there", "fluid on one side feels fluid on the other"
	for name, test := range map[string]struct {
		wall  string
		wants string // in the error or in a note; "" is neither
		note  bool
	}{
		"a thick plate":        {"box = { min = [0.5, -1, -1], max = [0.7, 2, 0.8] }\nrotate = { axis = [0, 1, 0], angle = 5 }", "", false},
		"a plate":              {"box = { min = [0.5, -1, -1], max = [0.57, 2, 0.8] }\nrotate = { axis = [0, 1, 0], angle = 5 }", through, true},
		"a thin plate":         {"box = { min = [0.5, -1, -1], max = [0.54, 2, 0.8] }\nrotate = { axis = [0, 1, 0], angle = 5 }", `"it" is about 0.04 m thick`, false},
		"a plate on the floor": {"prism = { outline = [[0.4, -1], [1, -1], [1, 0.04], [0.4, 0.04]], along = \"y\", from = -1, to = 2 }", "", false},
		"a plate at a wall":    {"prism = { outline = [[0.97, -1], [2, -1], [2, 2], [0.97, 2]], along = \"y\", from = -1, to = 2 }", "", false},
		"a slope":              {"prism = { outline = [[0.4, 0], [1, 0], [1, 0.2]], along = \"y\", from = -1, to = 2 }", "", false},
		"a sharp edge":         {"prism = { outline = [[0.3, 0.1], [0.95, 0.1], [0.95, 0.9]], along = \"y\", from = -1, to = 2 }", "", false},
		"a blade":              {"prism = { outline = [[0.3, 0.1], [0.95, 0.1], [0.95, 0.25]], along = \"y\", from = -1, to = 2 }", holes, true},
		"a rod":                {"cylinder = { from = [0.6, -1, 0.5], to = [0.6, 2, 0.5], radius = 0.2 }", "", false},
		"a thin rod":           {"cylinder = { from = [0.6, -1, 0.5], to = [0.6, 2, 0.5], radius = 0.02 }", `"it" is about 0.04 m thick`, false},
		"two halves":           {"union = [{ box = { min = [0.5, -1, -1], max = [0.53, 2, 0.8] } }, { box = { min = [0.53, -1, -1], max = [0.7, 2, 0.8] } }]", "", false},
		"two plates of a box":  {"difference = [{ box = { min = [0.4, 0.1, 0.1], max = [0.9, 0.9, 0.9] } }, { box = { min = [0.43, 0.13, 0.13], max = [0.87, 0.87, 0.87] } }]", `"it" is about 0.03 m thick`, false},
	} {
		for _, head := range []string{unitTank, "dimension = 2\n" + unitTank} {
			wall := test.wall
			if head != unitTank && name == "two plates of a box" {
				wall += "\ntranslate = [0, -0.5, 0]" // into the plane
			}
			c, err := ofCase(t, head+water+wall).Setup(0)
			words := fmt.Sprint(err)
			if err == nil {
				words = strings.Join(c.Warnings, "\n")
			}
			told := err != nil || strings.Contains(words, holes) || strings.Contains(words, through)
			if !strings.Contains(words, test.wants) || told != (test.wants != "") || test.note != (told && err == nil) {
				t.Errorf("%s: it is said %s, not %q", name, words, test.wants)
			}
		}
	}
}
