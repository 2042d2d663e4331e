package engine

import (
	"math"
	"testing"

	"gpusph/features/heat"
	"gpusph/sph"
)

// warmFluid is a fluid with a temperature.
type warmFluid struct {
	sph.Properties
	heat.Thermal
}

// singles is single particles of fluids with temperatures over a floor of mdbc, so far from each
// other that no wall particle sees more than one of them.
func singles(fluids ...warmFluid) *sph.Case {
	const dp, n, far = 0.04, 6, 6
	c := &sph.Case{Name: "singles", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	p.Boundary, p.Gravity, p.Mass = sph.MDBC, [3]float64{1.5, -2.5, -9.81}, p.Rho0*dp*dp*dp
	p.Min, p.Max = [3]float64{-dp, -dp, -4 * dp}, [3]float64{(n*far + 1) * dp, 8 * dp, 4 * dp}
	for x := range n * far {
		for y := range 7 {
			for z := range 3 {
				c.Particles.Add([3]float64{(float64(x) + 0.5) * dp, (float64(y) + 0.5) * dp,
					-(float64(z) + 0.5) * dp}, sph.Wall, 0)
			}
		}
	}
	for k := range n {
		up := float64(k%3) - 1
		c.Particles.Add([3]float64{(far*float64(k) + 3.1) * dp, (3.4 + 0.2*up) * dp,
			(0.5 + 0.15*up) * dp}, sph.Fluid, 0)
	}
	var thermal []heat.Thermal
	massive(c, make([]float64, len(fluids))...)
	for k, f := range fluids {
		c.Materials[k] = sph.Material{Name: f.Kind, Mass: p.Mass, Properties: f.Properties}
		thermal = append(thermal, f.Thermal)
	}
	temperatures := make([]float32, c.Particles.Len())
	for i := range temperatures {
		temperatures[i] = float32(i*i%17) - 3
		if c.Particles.Type[i] == sph.Fluid {
			c.Particles.Material[i] = uint8(i % len(fluids))
		}
	}
	c.Particles.Extra = map[string][]float32{"Temperature": temperatures,
		"HeatFace": make([]float32, 4*len(temperatures))}
	c.Mix(c.Materials)
	(&heat.Given{Fluids: thermal}).Fill(c)
	anySurfaces(c)
	return c
}

// Walls extrapolate a single particle of fluid, from which no gradient can be told, by the one of
// fluid at rest that is as warm as it is: ρ0 (1 - β (T - T0)) g. The rest is what keeps particles
// out that come near, of ρ0 c0² of the fluid.
func TestWallsBesideWarmFluid(t *testing.T) {
	warm := heat.Thermal{Conductivity: 1, HeatCapacity: 1000, Expansion: 0.01, T0: 4}
	light := warmFluid{sph.Properties{Kind: "light", Rho0: 700, C0: 15, Gamma: 7}, warm}
	heavy := warmFluid{sph.Properties{Kind: "heavy", Rho0: 1000, C0: 20, Gamma: 7}, warm}
	light.Expansion, light.T0 = 0.006, 1
	for name, fluids := range map[string][]warmFluid{
		"one": {heavy}, "other": {light}, "both": {heavy, light},
	} {
		c := singles(fluids...)
		p := &c.Params
		snap, err := start(t, c, Options{System: open(t, 1)}).Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		of, seen, worst := map[uint32]float32{}, 0, 0.0
		for k, id := range snap.ID {
			of[id] = snap.Pressure[k]
		}
		for i, x := range c.Particles.Position {
			for j, y := range c.Particles.Position {
				d := vector(x).plus(y, -1)
				if c.Particles.Type[i] == sph.Fluid || c.Particles.Type[j] == sph.Wall ||
					d.norm() > 0.99*p.Support() {
					continue
				}
				k := int(c.Particles.MaterialOf(j))
				m, warm := c.PropertiesOf(k), heat.Of(c).Fluids[k]
				T := float64(c.Particles.Extra["Temperature"][j])
				pressure := max(m.Rho0*(1-warm.Expansion*(T-warm.T0))*d.dot(p.Gravity), 0)
				pressure += 0.25 * max(1-math.Pow(d.norm()/(0.8*p.DeltaP), 2), 0) * m.Rho0 * m.C0 * m.C0
				stiff := p.Rho0 * p.C0 * p.C0
				want := stiff / 7 * (math.Pow(1+pressure/stiff, 7) - 1)
				worst = max(worst, math.Abs(float64(of[uint32(i)])-want))
				seen++
			}
		}
		if worst /= p.Rho0 * 9.81 * p.DeltaP; !(worst < 1e-3) || seen < 6*20 {
			t.Errorf("%s: the pressures of %d walls that see fluid are off by up to %.3g of the weight "+
				"of a spacing", name, seen, worst)
		}
	}
}
