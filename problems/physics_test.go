package problems

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/internal/option"
	"gpusph/sph"
)

// Every option that all problems share changes the parameters of the case, where it has what it
// needs.
func TestEveryOptionReachesParams(t *testing.T) {
	needs := map[string][][2]string{
		"limiter-floor": {{"limiter", "3"}}, "slip": {{"boundary", "mdbc"}},
		"roughness-depth":     {{"roughness-manning", "0.03"}},
		"background-pressure": nil, "interface-sharpness": nil, // several fluids
	}
	for i, row := range new(physics).Options() {
		p := newHydrostatic()
		all := p.Options()
		need, some := needs[row.Name]
		if some && need == nil {
			continue
		}
		for _, n := range need {
			k := slices.IndexFunc(all, func(o option.Option) bool { return o.Name == n[0] })
			if err := all[k].Value.Set(n[1]); err != nil {
				t.Fatal(err)
			}
		}
		usual, err := p.Outline(0)
		if err != nil {
			t.Fatal(err)
		}
		o := all[i]
		value := fmt.Sprint((o.Least + o.Most) / 2)
		if o.Value.Type() == "bool" {
			value = fmt.Sprint(o.DefValue == "false")
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

// The defaults of flows with gravity and without it, and those of the preset classic.
func TestDefaultsOfWater(t *testing.T) {
	type want struct {
		alpha, friction, from, h float64
		residual, correction     bool
		boundary                 sph.Boundary
	}
	for _, test := range []struct {
		problem string
		args    []string
		want    want
	}{
		{"Hydrostatic", nil, want{0.06, 0.01, 0.8, 1.5, true, true, sph.Dummy}},
		{"DambreakColumn", nil, want{0.06, 0.01, 0.8, 2, true, true, sph.Dummy}},
		{"Hydrostatic", []string{"--preset=classic"}, want{0.06, 0, 0, 1.3, false, false, sph.MDBC}},
		{"DambreakColumn", []string{"--preset=classic"}, want{0.06, 0, 0, 1.5, false, false, sph.MDBC}},
		{"Hydrostatic", []string{"--preset=classic", "--boundary=dummy"},
			want{0.06, 0, 0, 1.3, false, false, sph.Dummy}},
		{"LidDrivenCavity", nil, want{0, 0, 0, 2, false, false, sph.Dummy}},
		{"LidDrivenCavity", []string{"--preset=classic"}, want{0, 0, 0, 2, false, false, sph.Dummy}},
		{"ShearWave3D", []string{"--preset=classic"}, want{0, 0, 0, 1.3, false, false, sph.Dummy}},
		// what loses its effect is 0
		{"Hydrostatic", []string{"--boundary=mdbc"}, want{0.06, 0, 0, 1.5, true, false, sph.MDBC}},
		{"Hydrostatic", []string{"--alpha=0"}, want{0, 0.01, 0, 1.5, false, false, sph.Dummy}},
		{"Hydrostatic", []string{"--correction=false"},
			want{0.06, 0.01, 0, 1.5, true, false, sph.Dummy}},
		{"Hydrostatic", []string{"--smagorinsky=0.12"},
			want{0.06, 0.01, 0, 1.5, true, false, sph.Dummy}},
		{"Hydrostatic", []string{"--boundary=lennard-jones"},
			want{0.06, 0, 0, 1.5, true, false, sph.LennardJones}},
		{"Hydrostatic", []string{"--roughness-sand=0.01"},
			want{0.06, 0, 0.8, 1.5, true, true, sph.Dummy}},
		{"Hydrostatic", []string{"--slip"}, want{0.06, 0, 0, 1.5, true, false, sph.MDBC}},
		// its viscosity is that of the fluid, and linear theory has no friction
		{"StandingWave", []string{"--reynolds=250"}, want{0.064, 0, 0.8, 2, false, true, sph.Dummy}},
	} {
		p := setup(t, test.problem, 0.05*min(1, damBreakScale(test.problem)), test.args...).Params
		q := &p.Further
		got := want{p.Alpha, q.Friction, q.CorrectionFrom, math.Round(p.H/p.DeltaP*1e9) / 1e9,
			q.Residual, q.Correction, p.Boundary}
		if test.problem == "StandingWave" {
			got.alpha = math.Round(got.alpha*1e4) / 1e4
		}
		if got != test.want {
			t.Errorf("%s %v: %+v, want %+v", test.problem, test.args, got, test.want)
		}
	}
}

// damBreakScale is how much finer than others a flow is.
func damBreakScale(problem string) float64 {
	return map[bool]float64{true: 0.1, false: 1}[problem == "DambreakColumn"]
}

// Flows that the defaults of water do not go with have others, which can be seen.
func TestDefaultsOfCases(t *testing.T) {
	const flow = `name = "Case"
dimension = 2
spacing = 0.1
end = 1
[domain]
min = [0, 0]
max = [2, 1]
[[fluid]]
name = "water"
box = { min = [0, 0], max = [1, 0.5] }
`
	const two = "material = \"water\"\n[[fluid]]\nname = \"oil\"\n" +
		"box = { min = [1, 0], max = [2, 0.5] }\nmaterial = \"oil\"\n" +
		"[[material]]\nname = \"water\"\n[[material]]\nname = \"oil\"\nrho0 = 900\n"
	const porous = "[[porous]]\nname = \"rock\"\nbox = { min = [1, 0], max = [1.5, 0.5] }\n" +
		"porosity = 0.4\nd50 = 0.05\n"
	const heat = "[heat]\nconductivity = 0.6\nheat-capacity = 4186\ntemperature = 20\n"
	const thick = "material = \"mud\"\n[[material]]\nname = \"mud\"\nconsistency = 10\n"
	for name, test := range map[string]struct {
		more                         string
		alpha, friction              float64
		residual, correction, onMDBC bool
	}{
		"plain":           {"", 0.06, 0.01, true, true, false},
		"two fluids":      {two, 0.06, 0.01, true, true, false},
		"porous":          {porous, 0.06, 0, true, false, true},
		"thick":           {thick, 0, 0, false, false, false},
		"slip":            {"[physics]\nslip = true\n", 0.06, 0, true, false, true},
		"heat":            {heat, 0.06, 0, true, false, true},
		"classic":         {"[physics]\npreset = \"classic\"\n", 0.06, 0, false, false, true},
		"classic two":     {two + "[physics]\npreset = \"classic\"\n", 0.06, 0, false, false, false},
		"classic thick":   {thick + "[physics]\npreset = \"classic\"\n", 0, 0, false, false, true},
		"without gravity": {"[physics]\ngravity = [0, 0]\nspeed = 1\n", 0, 0, false, false, false},
	} {
		p := flowOfCase(t, flow+test.more).Params
		if p.Alpha != test.alpha || p.Further.Friction != test.friction ||
			p.Further.Residual != test.residual || p.Further.Correction != test.correction ||
			p.Boundary != map[bool]sph.Boundary{true: sph.MDBC, false: sph.Dummy}[test.onMDBC] {
			t.Errorf("%s: alpha %g, %v walls, %+v", name, p.Alpha, p.Boundary, p.Further)
		}
		narrow := p.Further.Fluids > 1 || name == "thick" || strings.Contains(name, "classic")
		h := map[bool]float64{true: 1.5, false: 2}[narrow]
		if math.Abs(p.H/p.DeltaP-h) > 1e-9 {
			t.Errorf("%s: h/Δp is %g, not %g", name, p.H/p.DeltaP, h)
		}
	}
	both := flow + two + "[physics]\ncorrection-from = 0\n"
	if err := flowOfCase(t, both).Check(); err == nil ||
		!strings.Contains(err.Error(), "correction up to surfaces knows one fluid only") {
		t.Error(err)
	}
	for more, want := range map[string]string{
		"[physics]\nboundary = \"mdbc\"\nwall-friction = 0.01\n":     "only dummy walls",
		"[physics]\nalpha = 0\nresidual = true\n":                    "residual has no effect",
		"[physics]\nsmagorinsky = 0.12\ncorrection = true\n":         "correction has no effect",
		"[physics]\ncorrection = false\ncorrection-from = 0.8\n":     "correction-from has no effect",
		"[physics]\nboundary = \"dummy\"\nslip = true\n":             "only walls of mdbc",
		porous + "[physics]\ncorrection = true\n":                    "use correction = false",
		"[physics]\npreset = \"waves\"\n":                            "leave the preset out",
		"[physics]\npreset = \"coast\"\n":                            "leave the preset out",
		"[physics]\nboundary = \"lennard-jones\"\ncorrection = true": "correction has no effect",
	} {
		err := errorOfCase(flow + more)
		if err == nil {
			_, err = ofCase(t, flow+more).Setup(0)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", more, err)
		}
	}
}

// A preset gives options that are not given themselves, before it or after it.
func TestPreset(t *testing.T) {
	for _, args := range [][]string{
		{"--preset=classic", "--alpha=0.5", "--residual"},
		{"--alpha=0.5", "--residual", "--preset=classic"},
	} {
		c := setup(t, "StandingWave", 0.05, args...)
		p := &c.Params
		if p.Alpha != 0.5 || !p.Further.Residual || p.Further.Correction ||
			math.Abs(p.H/p.DeltaP-1.5) > 1e-12 {
			t.Errorf("%v: alpha %g, %+v, h/Δp %g", args, p.Alpha, p.Further, p.H/p.DeltaP)
		}
	}
	plain := setup(t, "StandingWave", 0.05)
	if none := setup(t, "StandingWave", 0.05, "--preset=none"); none.Params != plain.Params {
		t.Errorf("the preset none changes %+v to %+v", plain.Params, none.Params)
	}
	in := func(physics string) string {
		return strings.Replace(fmt.Sprintf(train, 2, ""), "[[fluid]]",
			"[physics]\n"+physics+"[[fluid]]", 1)
	}
	const classic = "preset = \"classic\"\n"
	if p := flowOfCase(t, in("alpha = 0.5\n"+classic)).Params; p.Alpha != 0.5 ||
		p.Boundary != sph.MDBC || p.Further.Correction {
		t.Errorf("in a case file: alpha %g, %+v", p.Alpha, p.Further)
	}
	// None on a command line takes back what the preset of a file has given, and that only.
	without := flowOfCase(t, in("xsph = 0.5\n"))
	none := flowOfCase(t, in("xsph = 0.5\n"+classic), "--preset=none")
	if none.Params != without.Params {
		t.Errorf("the preset none leaves %+v, not %+v", none.Params, without.Params)
	}
	alpha := flowOfCase(t, in("xsph = 0.5\nalpha = 0.3\n"+classic), "--preset=none")
	if alpha.Params.Alpha != 0.3 || alpha.Params.Boundary != without.Params.Boundary {
		t.Errorf("with an alpha of the file: %+v", alpha.Params)
	}
}
