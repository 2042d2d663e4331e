package engine

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"gpusph/features/flexible"
	"gpusph/features/heat"
	"gpusph/features/tension"
	"gpusph/features/thick"
	"gpusph/sph"
)

var update = flag.Bool("update", false, "write testdata/schedules.txt anew")

// optionSets are options that have, together, all passes and all fields.
var optionSets = []struct {
	name   string
	change func(p *sph.Params)
}{
	{"walls of mDBC", func(p *sph.Params) { p.Boundary = sph.MDBC }},
	{"dummy walls", func(p *sph.Params) { p.Boundary = sph.Dummy }},
	{"dynamic walls, Antuono's diffusion, a scalar, shifting and XSPH", func(p *sph.Params) {
		p.Boundary, p.Diffusion = sph.Dynamic, sph.Antuono
		p.Further.Scalar, p.Further.Shifting, p.Further.XSPH = 1e-6, 0.1, 0.1
	}},
	{"surface tension", func(p *sph.Params) {
		p.Further.Features = sph.FeaturesOf(tension.Name)
		*p.Number(tension.Capillary) = 1e-4
	}},
	{"walls of mDBC and heat", func(p *sph.Params) {
		p.Boundary, p.Further.Features = sph.MDBC, sph.FeaturesOf(heat.Name)
		*p.Number(heat.Diffusivity) = 1e-6
	}},
	{"walls of mDBC, heat in solids and through the surface", func(p *sph.Params) {
		p.Boundary, p.Further.Features = sph.MDBC, sph.FeaturesOf(heat.Name)
		*p.Number(heat.Diffusivity), *p.Number(heat.Solids), *p.Number(heat.Surfaces) = 1e-6, 1, 1
	}},
	{"dummy walls, a central force and turbulence", func(p *sph.Params) {
		p.Boundary, p.Central.Omega = sph.Dummy, 1
		p.Further.Smagorinsky = 0.12
	}},
	{"walls of mDBC, a limiter and gradients that are corrected below surfaces", func(p *sph.Params) {
		p.Boundary, p.Further.Correction, p.Further.CorrectionFrom = sph.MDBC, true, 0.8
		p.Further.Limiter = 3
	}},
	{"dummy walls, a damping zone and XSPH", func(p *sph.Params) {
		p.Boundary, p.Further.Features, p.Further.XSPH = sph.Dummy, sph.FeaturesOf("damping zones"), 0.1
	}},
	{"dummy walls, a relaxation zone and shifting", func(p *sph.Params) {
		p.Boundary, p.Further.Shifting = sph.Dummy, 0.1
		p.Further.Features = sph.FeaturesOf("relaxation zones")
	}},
	{"rough walls of mDBC and shifting", func(p *sph.Params) {
		p.Boundary, p.Further.Slip, *p.Number("roughness-sand") = sph.MDBC, true, 0.01
		p.Further.Shifting = 0.1
	}},
	{"dummy walls, free bodies and shifting", func(p *sph.Params) {
		p.Boundary, p.Further.Shifting = sph.Dummy, 0.1
		p.Further.Features = sph.FeaturesOf("free bodies")
	}},
	{"dummy walls, openings, zones and XSPH", func(p *sph.Params) {
		p.Boundary, p.Further.XSPH = sph.Dummy, 0.1
		p.Further.Features = sph.FeaturesOf("inlets and outlets", "zones")
	}},
	{"walls of mDBC and porous layers", func(p *sph.Params) {
		p.Boundary, p.Further.Features = sph.MDBC, sph.FeaturesOf("porous layers")
	}},
	{"dummy walls and thick fluids", func(p *sph.Params) {
		p.Boundary, p.Further.Features = sph.Dummy, sph.FeaturesOf(thick.Name)
		*p.Number(thick.Viscosity) = 20
	}},
	{"walls of mDBC and flexible parts", func(p *sph.Params) {
		p.Boundary, p.Further.Features = sph.MDBC, sph.FeaturesOf(flexible.Name)
	}},
	{"position Verlet, walls of mDBC, free bodies and flexible parts", func(p *sph.Params) {
		verlet(p)
		p.Boundary = sph.MDBC
		p.Further.Features = sph.FeaturesOf("free bodies", flexible.Name)
	}},
	{"position Verlet, walls of mDBC and free bodies", func(p *sph.Params) {
		p.Boundary, p.Further.Scheme = sph.MDBC, sph.Verlet
		p.Further.Features = sph.FeaturesOf("free bodies")
	}},
	{"dummy walls, corrected gradients and viscosity on the residual", func(p *sph.Params) {
		p.Boundary, p.Further.Correction, p.Further.CorrectionFrom = sph.Dummy, true, 0.8
		p.Further.Residual = true
	}},
	{"dummy walls and viscosity on the residual", func(p *sph.Params) {
		p.Boundary, p.Further.Residual = sph.Dummy, true
	}},
	{"dummy walls and corrected gradients", func(p *sph.Params) { p.Boundary, p.Further.Correction = sph.Dummy, true }},
}

// The schedules of steps are those of testdata/schedules.txt: which operations there are, what
// waits, and what devices are sent.
func TestSchedules(t *testing.T) {
	const file = "testdata/schedules.txt"
	var b strings.Builder
	passes, fields := map[string]bool{}, map[string]bool{}
	for _, set := range optionSets {
		p := column(0.05).Params
		set.change(&p)
		if err := p.Check(); err != nil {
			t.Fatalf("%s: %v", set.name, err)
		}
		fmt.Fprintf(&b, "# %s\n%s\n", set.name, p.Schedule())
		for _, row := range p.Rows() {
			passes[row.Name] = true
		}
		for _, f := range p.FlowFields().Fields {
			fields[f.Name] = true
		}
	}
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("the schedules are\n%s\nand not those of %s; -update writes it", b.String(), file)
	}
	checkAll(t, passes, fields)
}

// checkAll holds that tables have no row that none of the option sets has.
func checkAll(t *testing.T, covered, ofFields map[string]bool) {
	t.Helper()
	for _, row := range sph.Passes {
		if !covered[row.Name] {
			t.Errorf("no set of options has the pass %s", row.Name)
		}
	}
	for k, f := range sph.Fields {
		if !ofFields[f.Name] && k != sph.MassField && k != sph.MaterialField { // which files have
			t.Errorf("no set of options has the field %s", f.Name)
		}
	}
}

// Mistakes in rows of the real tables are refused when a flow is checked, by the name of the row.
func TestRowsAreChecked(t *testing.T) {
	for _, test := range []struct {
		name, refusal string
		spoil         func()
	}{
		{"kind", "field Scalar", func() { sph.Fields[sph.ScalarField].Kind = 0 }},
		{"limit", "the field Scalar changes at a rate of its own", func() { sph.Fields[sph.ScalarField].Diffusivity = nil }},
		{"stage", "the field Scalar has no value at the end", func() { rowOf("scalar").Only = new(predictor) }},
		{"drift", "the operation shifting of the corrector moves particles", func() { rowOf("shifting").Drift = nil }},
		{"reads", "the operation density gradient", func() { rowOf("density gradient").Writes = []int{sph.SurfaceField} }},
	} {
		t.Run(test.name, func(t *testing.T) {
			oldPasses, oldFields := sph.Passes, sph.Fields
			sph.Passes, sph.Fields = slices.Clone(sph.Passes), slices.Clone(sph.Fields)
			defer func() { sph.Passes, sph.Fields = oldPasses, oldFields }()
			test.spoil()
			p := column(0.05).Params
			optionSets[2].change(&p)
			if err := p.Check(); err == nil || !strings.Contains(err.Error(), test.refusal) {
				t.Errorf("the flow is refused with %v, not with %q", err, test.refusal)
			}
		})
	}
}

func rowOf(name string) *sph.Pass {
	return &sph.Passes[slices.IndexFunc(sph.Passes, func(s sph.Pass) bool { return s.Name == name })]
}
