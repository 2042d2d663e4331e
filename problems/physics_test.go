package problems

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// Every option that all problems share changes the parameters of the case.
func TestEveryOptionReachesParams(t *testing.T) {
	usual, err := newHydrostatic().Outline(0)
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range new(physics).Options() {
		p := newHydrostatic()
		o := p.Options()[i]
		value := fmt.Sprint((o.Least + o.Most) / 2)
		if o.Value.Type() == "bool" {
			value = "true"
		}
		if o.Words != nil {
			value = o.Words[0]
			if value == o.DefValue {
				value = o.Words[1]
			}
		}
		if err := o.Value.Set(value); err != nil {
			t.Fatal(err)
		}
		if got, err := p.Outline(0); err != nil || got.Params == usual.Params {
			t.Errorf("--%s %s changes nothing: %v", row.Name, value, err)
		}
	}
}

// A preset gives options that are not given themselves, before it or after it, and names itself.
func TestPreset(t *testing.T) {
	for _, args := range [][]string{
		{"--preset=waves", "--alpha=0.5", "--correction=false"},
		{"--alpha=0.5", "--correction=false", "--preset=waves"},
	} {
		c := setup(t, "StandingWave", 0.05, args...)
		p := &c.Params
		if p.Alpha != 0.5 || p.Further.Correction || p.Further.Limiter != 3 ||
			math.Abs(p.H/p.DeltaP-2) > 1e-12 {
			t.Errorf("%v: alpha %g, %+v, h/Δp %g", args, p.Alpha, p.Further, p.H/p.DeltaP)
		}
	}
	coast := setup(t, "StandingWave", 0.05, "--preset=coast")
	if p := &coast.Params; p.Alpha != 0.1 || !p.Further.Residual || p.Further.Friction != 0.01 ||
		p.Boundary != sph.Dummy || math.Abs(p.H/p.DeltaP-2) > 1e-12 {
		t.Errorf("of coasts: alpha %g, %+v, h/Δp %g", p.Alpha, p.Further, p.H/p.DeltaP)
	}
	if c := setup(t, "Hydrostatic", 0.05, "--preset=waves"); math.Abs(c.Params.H/c.Params.DeltaP-1.5) > 1e-12 {
		t.Errorf("in space h/Δp is %g, want 1.5", c.Params.H/c.Params.DeltaP)
	}
	plain := setup(t, "StandingWave", 0.05)
	if none := setup(t, "StandingWave", 0.05, "--preset=none"); none.Params != plain.Params {
		t.Errorf("the preset none changes %+v to %+v", plain.Params, none.Params)
	}
	text := strings.Replace(fmt.Sprintf(train, 2, ""), "[[fluid]]", "[physics]\nalpha = 0.5\npreset = \"waves\"\n[[fluid]]", 1)
	if p := flowOfCase(t, text).Params; p.Alpha != 0.5 || p.Further.Limiter != 3 || !p.Further.Correction {
		t.Errorf("in a case file: alpha %g, %+v", p.Alpha, p.Further)
	}
	// None on a command line takes back what the preset of a file has given, and that only.
	waves := "[physics]\nxsph = 0.5\npreset = \"waves\"\n[[fluid]]"
	usual := "[physics]\nxsph = 0.5\n[[fluid]]"
	in := func(physics string) string {
		return strings.Replace(fmt.Sprintf(train, 2, ""), "[[fluid]]", physics, 1)
	}
	without, none := flowOfCase(t, in(usual)), flowOfCase(t, in(waves), "--preset=none")
	if none.Params != without.Params {
		t.Errorf("the preset none leaves %+v, not %+v", none.Params, without.Params)
	}
	alpha := flowOfCase(t, in(strings.Replace(waves, "xsph", "alpha = 0.3\nxsph", 1)), "--preset=none")
	if alpha.Params.Alpha != 0.3 || alpha.Params.Boundary != without.Params.Boundary {
		t.Errorf("with an alpha of the file: %+v", alpha.Params)
	}
}
