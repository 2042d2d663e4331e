package problems

import (
	"strings"
	"testing"

	"gpusph/features/damping"
)

const dampedFlume = `name = "Damped"
dimension = 2
spacing = 0.05
end = 1
[domain]
min = [10, 0]
max = [16, 1]
open = ["zmax"]
[[fluid]]
name = "water"
fill = { seed = [12, 0.2], level = 0.5 }
[[wall]]
name = "piston"
box = { min = [10.2, 0], max = [10.5, 0.9] }
[wall.motion]
moves = [{ along = [1, 0], amplitude = 0.05, period = 1.5 }]
`

// Damping zones are where the file has them, in the coordinates of the flow, and what may not be
// meant is noted at its place.
func TestDampingZones(t *testing.T) {
	c := flowOfCase(t, dampedFlume+`[[damping]]
name = "end"
from = 15
to = 15.8
beyond = 0.2
[[damping]]
name = "back"
from = 12
to = 11
rate = 3
components = "horizontal"
[[damping]]
name = "top"
along = "z"
from = 0.5
to = 0.9
box = { min = [15.5, 0.5], max = [16, 0.9] }
components = "vertical"
`)
	if err := c.Check(); err != nil || len(damping.Of(c)) != 3 {
		t.Fatalf("%d zones: %v", len(damping.Of(c)), err)
	}
	all := [3]bool{true, true, true}
	for i, want := range []damping.Zone{
		{Name: "end", From: 5, To: 5.8, Rate: 10, Components: all, Min: [3]float64{5},
			Max: [3]float64{6}},
		{Name: "back", From: 2, To: 1, Rate: 3, Components: [3]bool{true, true, false},
			Min: [3]float64{1}, Max: [3]float64{2}},
		{Name: "top", Axis: 2, From: 0.5, To: 0.9, Rate: 10, Components: [3]bool{2: true},
			Min: [3]float64{5.5, 0, 0.5}, Max: [3]float64{6, 0, 0.9}},
	} {
		z := damping.Of(c)[i]
		if z.Min[1] >= c.Params.Min[1] || z.Max[1] <= c.Params.Max[1] {
			t.Errorf("zone %s has %g to %g m across the plane", z.Name, z.Min[1], z.Max[1])
		}
		for _, a := range []int{1, 2} {
			if want.Axis == 0 || a == 1 {
				z.Min[a], z.Max[a] = want.Min[a], want.Max[a]
			}
		}
		for a := range 3 {
			z.Min[a], z.Max[a] = round(z.Min[a]), round(z.Max[a])
		}
		if z.From, z.To = round(z.From), round(z.To); z != want {
			t.Errorf("zone %d is %+v, not %+v", i, z, want)
		}
	}
	notes := strings.Join(c.Notes, "\n")
	for _, want := range []string{
		`line 17, column 3: the damping zone "end" rises over 0.8 m, ` +
			`but the wave that the wall "piston" makes is 2.83 m long`,
		`the damping zone "back" rises over 1 m`,
		`the damping zones "end" and "top" overlap`,
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("there is no note %q in\n%s", want, notes)
		}
	}
	if strings.Contains(notes, `"back" overlap`) || strings.Contains(notes, `"top" rises`) {
		t.Errorf("what is meant is noted:\n%s", notes)
	}
}

func round(x float64) float64 { return float64(int(x*1e9+0.5)) / 1e9 }

// A zone of one wavelength is not noted, nor is any where no wave has a length.
func TestDampingWithoutNotes(t *testing.T) {
	for _, text := range []string{
		dampedFlume + "[[damping]]\nname = \"end\"\nfrom = 13.1\nto = 16\n",
		strings.Replace(dampedFlume, "amplitude = 0.05, period = 1.5", "speed = 0.1, finish = 0.1",
			1) + "[[damping]]\nname = \"end\"\nfrom = 15\nto = 16\n",
	} {
		if notes := strings.Join(flowOfCase(t, text).Notes, "\n"); strings.Contains(notes, "damping") {
			t.Errorf("noted:\n%s", notes)
		}
	}
}
