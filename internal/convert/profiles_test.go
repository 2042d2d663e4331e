package convert

import (
	"math"
	"strings"
	"testing"
)

// A velocity with a profile is that of layers of a spacing, which are the fluid together.
func TestVelocityProfiles(t *testing.T) {
	flow := func(velocity string) *Result {
		text := string(definition(tub + `<setmkfluid mk="2"/>` + boxText(vec{0, 0, 0}, vec{1, 1, 0.55})))
		text = strings.Replace(text, "</casedef>", `<initials><velocity mkfluid="2">`+velocity+
			`</velocity></initials></casedef>`, 1)
		res, err := DualSPHysics([]byte(text), Source{})
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	const linear = `<direction x="3" z="4"/><velocity2 v="1" v2="2" z="0" z2="1"/>`
	const parabola = `<direction x="5"/><velocity3 v="0" v2="6" v3="8" z="0" z2="0.5" z3="1"/>`
	for _, test := range []struct {
		velocity string
		along    vec
		at       func(z float64) float64
	}{
		{linear, vec{0.6, 0, 0.8}, func(z float64) float64 { return 1 + z }},
		{parabola, vec{1, 0, 0}, func(z float64) float64 { return 16*z - 8*z*z }},
	} {
		res := flow(test.velocity)
		all := res.Case.Fluids
		if len(changes(res)) > 0 || len(all) != 6 || len(res.Marks.Fluids) != 6 {
			t.Fatalf("%+v, %v", all, res.Notes)
		}
		for k, f := range all {
			low, high := 0.1*float64(k), min(0.1*float64(k+1), 0.55)
			if math.Abs(f.Box.Min[2]-low) > 1e-9 || math.Abs(f.Box.Max[2]-high) > 1e-9 ||
				*f.Surface != 0.55 || res.Marks.Fluids[k] != 2 {
				t.Errorf("the layer %d is from %g to %g m", k, f.Box.Min[2], f.Box.Max[2])
			}
			for a := range 3 {
				want := test.along[a] * test.at((low+high)/2)
				if math.Abs(f.Velocity[a]-want) > 1e-9 {
					t.Errorf("%s: the layer %d has %v m/s along %s, not %g", test.velocity, k, f.Velocity[a],
						axes[a], want)
				}
			}
		}
	}
	for velocity, want := range map[string]string{
		strings.Replace(linear, `z2="1"`, `z2="0"`, 1): "two velocities at z = 0 m",
		strings.Replace(linear, `v2="2"`, "", 1):       "it has no v2",
		`<direction x="1"/><speed v="1"/>`:             "it has no <velocity>",
		strings.Replace(linear, `x="3" z="4"`, "", 1):  "its direction has no length",
	} {
		if got := strings.Join(changes(flow(velocity)), "\n"); !strings.Contains(got, want) {
			t.Errorf("%s: %s, not %s", velocity, got, want)
		}
	}
}
