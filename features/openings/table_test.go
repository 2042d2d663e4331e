package openings_test

import (
	"reflect"
	"strings"
	"testing"

	_ "gpusph/features"
	"gpusph/features/openings"
	"gpusph/internal/casefile"
)

const channel = `name = "C"
dimension = 2
spacing = 0.02
end = 2
domain = { min = [10, 5], max = [12, 6] }
[[fluid]]
name = "water"
box = { min = [10, 5], max = [12, 5.4] }
`

// Heights of openings move with the case, and other quantities do not. Those in files are not read
// yet.
func TestOpeningsMove(t *testing.T) {
	c, err := casefile.Parse([]byte(channel+`[[inlet]]
name = "in"
side = "xmin"
min = [10, 5.1]
velocity = [[0, 0.5], [2, 0.75]]
level = [[0, 5.5], [2, 5.25]]
profile = [[5, 0.5], [5.5, 1.5]]
[[outlet]]
name = "out"
rectangle = { centre = [11.5, 5.25], size = 0.5, direction = [1, 0] }
level = 5.5
discharge = "q.csv"
`), "t.toml")
	if err != nil {
		t.Fatal(err)
	}
	local, _ := c.Local()
	all := openings.FromFile(local)
	if len(all) != 2 || !all[0].Inlet || all[1].Inlet || all[1].Path != "outlet.0" {
		t.Fatalf("%+v", all)
	}
	for _, test := range []struct{ got, want any }{
		{*all[0].Min, [3]float64{0, 0, 5.1 - 5}}, {all[0].Max, (*[3]float64)(nil)},
		{all[0].Velocity.Rows, [][2]float64{{0, 0.5}, {2, 0.75}}},
		{all[0].Level.Rows, [][2]float64{{0, 0.5}, {2, 0.25}}},
		{all[0].Profile.Rows, [][2]float64{{0, 0.5}, {0.5, 1.5}}},
		{all[1].Rectangle.Centre, [3]float64{1.5, 0, 0.25}},
		{all[1].Rectangle.Size, casefile.Extent{0.5}}, {all[1].Level.Value, 0.5},
		{*all[1].Discharge, casefile.Series{File: "q.csv"}},
		{openings.Inlets(c)[0].Level.Rows, [][2]float64{{0, 5.5}, {2, 5.25}}},
	} {
		got := test.got
		if x, ok := got.([3]float64); ok && x[2] > 0.0999 && x[2] < 0.1001 {
			x[2] = 5.1 - 5
			got = x
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%v, want %v", got, test.want)
		}
	}
	c.Rename(map[string]string{"q.csv": "other.csv"})
	if openings.Outlets(c)[0].Discharge.File != "other.csv" {
		t.Error("a file of an outlet keeps its name")
	}
}

// Values of other kinds are refused with what may be there.
func TestOpeningValues(t *testing.T) {
	for given, want := range map[string]string{
		`velocity = "0.5 m/s"`:                 `metres per second, without a unit: 0.5, rows`,
		`velocity = "50 cm/s"`:                 "without a unit: 0.5",
		`discharge = "20 l/s"`:                 "without a unit: 0.02",
		`pressure = "2 kPa"`:                   "without a unit: 2000",
		`velocity = [0, 0.5]`:                  "rows of a time and a value: [[0, 0.1], [10, 0.2]]",
		`velocity = [[0, 0.5, 1]]`:             "row 1 of velocity is [0, 0.5, 1], but must be 2 numbers",
		`velocity = []`:                        "velocity has no rows",
		`velocity = true`:                      "velocity is true, but must be a number",
		`velocity = nan`:                       "a number of metres per second that is finite",
		`level = [[0, inf], [2, 1]]`:           "item 2 of row 1 of level is +Inf, but",
		"velocity = 1\nprofile = 3":            "rows of z and a factor of the mean",
		"velocity = 1\nprofile = \"parabola\"": "did you mean parabolic?",
		`reverse = "no"`:                       `must be allow or stop`,
	} {
		text := channel + "[[inlet]]\nname = \"in\"\nside = \"xmin\"\n" + given + "\n"
		_, err := casefile.Parse([]byte(text), "t.toml")
		if err == nil || !strings.Contains(err.Error(), want) ||
			!strings.Contains(err.Error(), "line 1") {
			t.Errorf("%s: %v, not %s", given, err, want)
		}
	}
}
