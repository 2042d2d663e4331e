package engine

import (
	"math"
	"testing"

	"gpusph/features/heat"
	"gpusph/sph"
)

// pool is water at rest without gravity, periodic along x and y, over an insulated floor: seven
// layers, whose plane surface is as large as the domain. All of it has one temperature.
func pool(temperature, k, capacity float64, air heat.Surface) *sph.Case {
	const n = 8
	c := around([3]bool{true, true, false}, n)
	dp := c.Params.DeltaP
	c.Params.Gravity, c.Params.Boundary = [3]float64{}, sph.Dynamic
	c.Particles = sph.Particles{}
	for x := range n {
		for y := range n {
			for z := -3; z < 7; z++ {
				kind := sph.Fluid
				if z < 0 {
					kind = sph.Wall
				}
				c.Particles.Add([3]float64{0.37 + (float64(x)+0.5)*dp, 0.37 + (float64(y)+0.5)*dp,
					(float64(z) + 0.5) * dp}, kind, 0)
			}
		}
	}
	massive(atRest(c), 1)
	temperatures := make([]float32, c.Particles.Len())
	for i := range temperatures {
		temperatures[i] = float32(temperature)
	}
	c.Particles.Extra = map[string][]float32{"Temperature": temperatures,
		"HeatFace": make([]float32, 4*len(temperatures))}
	(&heat.Given{Surface: &air,
		Fluids: []heat.Thermal{{Conductivity: k, HeatCapacity: capacity}}}).Fill(c)
	return c
}

// A surface loses q = ε σ (T_s⁴ - T_a⁴) + h (T_s - T_a) = 2 k/Δp (T - T_s) [W/m²], and
//
//	ρ c (T' - T)/Δt = -A/V (q + dq/dT (T' - T)),
//
// T' being the temperature at the end of a step. Solved for the area A/V of a particle, this comes
// to exactly 1/Δp on the sum over the layers of a plane surface. The half spacing that conducts
// takes from a tenth to nine tenths of the difference in temperature, and the last term up to a
// third.
func TestLossesOfPlaneSurface(t *testing.T) {
	for _, test := range []struct {
		air                      heat.Surface
		temperature, k, capacity float64
	}{
		{heat.Surface{Convection: 4e5, Air: 1}, 3, 8e3, 10},
		{heat.Surface{Convection: 4e5, Air: 5}, 3, 1e3, 2},
		{heat.Surface{Convection: 4e5, Air: 1}, 3, 7e4, 50},
		{heat.Surface{Emissivity: 0.9, Air: 300}, 3000, 100, 0.2},
		{heat.Surface{Emissivity: 0.6, Convection: 2e3, Air: 2500}, 1000, 100, 0.2},
	} {
		c := pool(test.temperature, test.k, test.capacity, test.air)
		s := start(t, c, Options{System: open(t, 1)})
		dt := float64(advance(t, s, 1).Dt)
		snap, got := temperaturesOf(t, s)
		q, slope, part := lossOf(test.air, test.temperature, 2*test.k/c.Params.DeltaP)
		perVolume, sum, change := c.Params.Rho0*test.capacity, 0.0, 0.0
		for i, T := range got {
			if snap.Type[i] == sph.Fluid {
				by := float64(T) - test.temperature
				sum -= perVolume * by / dt / (q + slope*by)
				change += perVolume * by * math.Pow(c.Params.DeltaP, 3)
			}
		}
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		const columns = 8 * 8
		if area := sum * c.Params.DeltaP / columns; !(math.Abs(area-1) < 1e-4) {
			t.Errorf("%+v: where %.2f of the difference is in the half spacing, the surface loses %.5f "+
				"of what its area does", test.air, part, area)
		}
		if given := m.Sums[1]; !(math.Abs(given-change) < 1e-4*math.Abs(change)) {
			t.Errorf("%+v: the air gives %g J, but the fluid stores %g J more", test.air, given, change)
		}
	}
}

// lossOf is what a surface loses behind which the fluid has a temperature [W/m²], its derivative by
// this [W/(m² K)], and the part of the difference to the air that the way to it has, which conducts
// by g [W/(m² K)].
func lossOf(air heat.Surface, temperature, g float64) (q, slope, part float64) {
	radiates := air.Emissivity * heat.StefanBoltzmann
	at := func(T float64) float64 {
		return radiates*(math.Pow(T, 4)-math.Pow(air.Air, 4)) + air.Convection*(T-air.Air)
	}
	low, high := min(temperature, air.Air), max(temperature, air.Air)
	for range 100 {
		if middle := (low + high) / 2; at(middle) > g*(temperature-middle) {
			high = middle
		} else {
			low = middle
		}
	}
	slope = 4*radiates*math.Pow(low, 3) + air.Convection
	return at(low), slope * g / (slope + g), (temperature - low) / (temperature - air.Air)
}
