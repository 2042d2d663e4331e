package engine

import (
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"gpusph/cuda"
	"gpusph/features/heat"
	"gpusph/sph"
	"gpusph/sph/scheme"
)

// withEnergy adds a row to the table of energies during a test.
func withEnergy(t *testing.T, e sph.Energy) {
	t.Helper()
	was := sph.Energies
	sph.Energies = append(slices.Clone(was), e)
	t.Cleanup(func() { sph.Energies = was })
}

// The kernels have the coefficients and energies that the tables of package sph name, and no
// others.
func TestNamesInKernels(t *testing.T) {
	var coefficients, energies []string
	var heated sph.Params
	heated.Further.Features = sph.FeaturesOf(heat.Name)
	*heated.Number(heat.Solids) = 1
	names, all := map[string]bool{}, heated.Energies()
	for _, o := range sph.Options {
		if all = append(all, o.Energies...); o.Coefficient != "" {
			coefficients = append(coefficients, o.Coefficient)
		}
	}
	for _, e := range all {
		if names[e.Name] || e.Name == "" || e.Unit == "" || e.Formula == "" || (e.Kernel == "") == (e.Field == 0) {
			t.Errorf("the row %+v has no name of its own, no unit, no formula, or not one of a function and a field", e)
		}
		if names[e.Name] = true; e.Kernel != "" {
			energies = append(energies, e.Kernel)
		}
	}
	same := func(what string, inKernels, named []string) {
		slices.Sort(named)
		if got := slices.Sorted(slices.Values(inKernels)); !slices.Equal(got, named) {
			t.Errorf("kernels have the %s %v, the tables name %v", what, got, named)
		}
	}
	same("coefficients", cuda.Coefficients, coefficients)
	same("energies", cuda.Energies, energies)
}

// Each member of ExtraParams has an option, whose row declares what energy it gives.
func TestTermsDeclareEnergies(t *testing.T) {
	var p sph.Params
	members := map[any]string{}
	for v, i := reflect.ValueOf(&p.Further).Elem(), 0; i < v.NumField(); i++ {
		members[v.Field(i).Addr().Interface()] = v.Type().Field(i).Name
	}
	delete(members, &p.Further.Features) // of a case, and they take energy only
	delete(members, &p.Further.Numbers)  // the options of features
	delete(members, &p.Further.Fluids)   // of a case
	delete(members, &p.Further.Fineness) // of a case
	delete(members, &p.Further.Divided)  // of a case
	delete(members, &p.Further.Blend)    // of a case: its members are no options
	delete(members, &p.Further.Scheme)   // an option sets it as a number, and it has no energy
	for _, o := range sph.Options {
		delete(members, o.Value(&p))
		switch to := o.Value(&p).(type) {
		case *bool:
			*to = true
		case *float64:
			*to = 1
		}
	}
	if len(members) > 0 {
		t.Errorf("no option sets %v", slices.Collect(maps.Values(members)))
	}
	if names := p.UndeclaredEnergies(); names != nil {
		t.Errorf("sph/terms.go does not declare the energy of %v", names)
	}
}

// A term's energy that is a sum of a field is in samples and in the balance, with the same bits on
// one device and on three. Without the term there is none.
func TestEnergyOfAField(t *testing.T) {
	term := &sph.Options[slices.IndexFunc(sph.Options, func(o sph.Option) bool { return o.Name == "scalar" })]
	term.Energies = []sph.Energy{{Name: "dye", Unit: "J", Field: sph.ScalarField}}
	t.Cleanup(func() { term.Energies = nil })
	c := column(0.05)
	if n := len(c.Params.Energies()); n != sph.CommonEnergies {
		t.Errorf("a flow without the term has %d energies", n)
	}
	c.Params.Further.Scalar = 1e-4
	values, want := make([]float32, c.Particles.Len()), 0.0
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid {
			values[i] = float32(x[2])
			want += c.Params.Mass * float64(values[i])
		}
	}
	c.Particles.Extra = map[string][]float32{"Scalar": values}
	var alone sph.Sample
	for _, n := range []int{1, 3} {
		s := start(t, c, Options{System: open(t, n), SampleInterval: 0.005})
		var all []sph.Sample
		for len(all) < 3 {
			advance(t, s, 20)
			all = append(all, s.Samples()...)
		}
		for _, m := range all {
			if got := m.Energy[sph.CommonEnergies]; math.Abs(got-want) > 1e-5*want {
				t.Errorf("%d devices: at %g s the energy is %g J, want %g J", n, m.Time, got, want)
			}
			sum := m.Energy[sph.Kinetic] + m.Energy[sph.Potential] + m.Energy[sph.Internal]
			if got := c.Params.Balance(&m); got != sum+m.Energy[sph.CommonEnergies] {
				t.Errorf("the balance is %g J, want %g J and %g J", got, sum, m.Energy[sph.CommonEnergies])
			}
		}
		if n == 1 {
			alone = all[2]
		} else if !slices.Equal(all[2].Energy, alone.Energy) {
			t.Errorf("%d devices have the energies %v, one %v", n, all[2].Energy, alone.Energy)
		}
	}
}

// A row outside of the balance is in samples only.
func TestEnergyOutside(t *testing.T) {
	withEnergy(t, sph.Energy{Name: "dye", Unit: "kg", Field: sph.ScalarField, Outside: true})
	p, m := sph.Defaults(0.1), sph.Sample{Energy: []float64{1, 2, 4, 8}}
	if got := p.Balance(&m); got != 7 {
		t.Errorf("the balance is %g, want 7", got)
	}
}

// What a pass of the predictor computes is measured in steps and between them, with the same bits
// on one device and on three.
func TestEnergyOfAPass(t *testing.T) {
	withEnergy(t, sph.Energy{Name: "gradient", Unit: "J", Field: sph.WallStateField})
	var alone []sph.Sample
	for _, n := range []int{1, 3} {
		c := withSurfaces(column(0.05))
		c.Params.Boundary, c.Params.Gravity = sph.MDBC, [3]float64{-1, 0, -9.81}
		s := start(t, c, Options{System: open(t, n), SampleInterval: 1e-4}) // less than a step
		advance(t, s, 16)
		now, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		advance(t, s, 16) // of which a sample is of the same time, but for the interval
		all := s.Samples()
		k := slices.IndexFunc(all, func(m sph.Sample) bool { return m.Time >= now.Time })
		if k < 2 {
			t.Fatalf("%d samples, none at %g s", len(all), now.Time)
		}
		step, here := all[k].Energy[sph.CommonEnergies], now.Energy[sph.CommonEnergies]
		if here == 0 || math.Abs(step-here) > 0.05*math.Abs(here) {
			t.Errorf("%d devices: the step has %g J, the flow between two steps %g J", n, step, here)
		}
		all = append(all, now)
		if alone == nil {
			alone = all
		}
		for k := range all {
			if !slices.Equal(all[k].Energy, alone[k].Energy) {
				t.Errorf("%d devices have %v at %g s, one %v", n, all[k].Energy, all[k].Time, alone[k].Energy)
			}
		}
	}
}

// Fields that cannot be summed at the beginning of a step are refused by the row's name.
func TestEnergyFieldsRefused(t *testing.T) {
	for _, test := range []struct {
		field int
		want  string
	}{
		{sph.SurfaceField, "the energy test is a sum of the field Surface, which is no state"},
		{sph.ScalarField, "the energy test is a sum of the field Scalar, which is no state, nor computed"},
		{sph.GradientField, "the energy test is a sum of the field Gradient, but density gradient writes it in the corrector, too"},
	} {
		t.Run(sph.Fields[test.field].Name, func(t *testing.T) {
			withEnergy(t, sph.Energy{Name: "test", Unit: "J", Field: test.field})
			p := column(0.05).Params
			p.Diffusion, p.Boundary = sph.Antuono, sph.MDBC
			if err := p.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v, want %s", err, test.want)
			}
		})
	}
	if k := sph.Fields[sph.WallStateField].Kind; k != scheme.Temporary {
		t.Errorf("TestEnergyOfAPass needs a temporary field, not one of kind %v", k)
	}
}

// The potential falls along the acceleration of matter at rest, by as much.
func TestPotential(t *testing.T) {
	c := sph.Case{Params: sph.Defaults(0.1)}
	p := &c.Params
	p.Gravity, p.Central = [3]float64{1, -2, -9.81}, sph.CentralForce{Omega: 3, Centre: [3]float64{0.5, 0, 1}}
	x := [3]float64{0.2, 0.7, -0.3}
	for a, want := range c.Acceleration()(x) {
		const e = 1e-4
		before, after := x, x
		before[a], after[a] = x[a]-e, x[a]+e
		if got := (p.Potential(before) - p.Potential(after)) / (2 * e); math.Abs(got-want) > 1e-8 {
			t.Errorf("along %v the potential falls by %g m/s², want %g", sph.Axis(a), got, want)
		}
	}
}
