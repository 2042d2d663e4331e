package problems

// StandingWave is half a wave that stands in a tank, in two dimensions. The water begins at rest,
// and its surface is A cos(k x) higher than later, k = π over the tank's length. Linear theory has
//
//	η = A cos(k x) cos(ω t) exp(-2 ν k² t),   ω² = g k tanh(k H),
//
// with smooth walls (Lighthill, Waves in Fluids, 1978; Antuono & Colagrossi, Wave Motion 50, 2013,
// 197-209). Artificial viscosity acts as ν = α h c0/16, and walls are smooth for it; laminar
// viscosity makes the water stick to them, which takes about as much energy again. Along x the
// centre of the water's mass is -2 A/(k² H L) from the middle, times the same cosine and
// exponential.
//
// Particles are where linear theory moves those of a lattice to, which keeps their volumes, and
// have its pressure.

import (
	"math"

	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

type standingWave struct {
	physics
	length    float64 // [m]
	amplitude float64 // over the depth
	reynolds  float64 // H √(g H)/ν; 0 is that of alpha
}

func newStandingWave() Problem {
	w := &standingWave{water(0.02, 1, 0), 1, 0.05, 0}
	w.params.Dim = 2
	w.params.Further.Slip, w.params.Further.Friction = true, 0 // linear theory has no friction
	return w
}

func (*standingWave) Name() string { return "StandingWave" }

func (*standingWave) Summary() string {
	return "a wave stands in a tank, in two dimensions; its period and decay are known"
}

func (w *standingWave) Options() option.Table {
	return append(w.physics.Options(),
		option.Number("depth", "depth of the water [m]", 0.001, 1000, "1 m is the default", &w.depth),
		option.Number("length", "length of the tank, half that of the wave [m]", 0.001, 1000, "1 m is the default", &w.length),
		option.Number("amplitude", "of the wave at first, in parts of the depth", 1e-6, 0.25, "0.05 is usual", &w.amplitude),
		option.Number("reynolds", "H √(g H)/ν, for which --alpha follows from the spacing; 0 keeps --alpha", 1, 1e9, "0 keeps --alpha", &w.reynolds).OrZero().
			NotWith("alpha", "it follows from the Reynolds number"))
}

func (w *standingWave) Setup(deltaP float64) (*sph.Case, error) { return fill(w.scene(deltaP)) }

func (w *standingWave) Outline(deltaP float64) (Outline, error) { return outline(w.scene(deltaP)) }

func (w *standingWave) scene(deltaP float64) (*scene.Scene, *sph.Case, error) {
	c, err := w.newCase(w, deltaP)
	if err != nil {
		return nil, nil, err
	}
	across := func(z float64) scene.Box {
		return scene.Box{Min: [3]float64{0, -0.5, 0}, Max: [3]float64{w.length, 0.5, z}}
	}
	s := &scene.Scene{
		Tank: across(1.5 * w.depth), Open: scene.NoLid, Room: w.depth / 2,
		Pools: []scene.Pool{{Name: "water", Box: across(w.depth)}},
		Swell: w.swell,
	}
	k := math.Pi / w.length
	if w.reynolds > 0 {
		c.Params.Alpha = 1
		c.Params.Alpha = w.depth * w.scale() / (w.reynolds * c.Params.ArtificialViscosity())
		c.Params.Further.Residual = false // it is a viscosity of the fluid
	}
	c.Params.SplitAxis = 0
	c.End = 10 * math.Pi / math.Sqrt(gravity*k*math.Tanh(k*w.depth)) // five periods
	c.Gauges = []sph.Gauge{{Name: "H1", X: c.Params.Support()}, {Name: "H2", X: w.length - c.Params.Support()}}
	return s, c, nil
}

// swell is how far linear theory moves the water at a place, and by which head its pressure changes
// there. However deep the water is, no exponential is too great.
func (w *standingWave) swell(x [3]float64) (by [3]float64, head float64) {
	k, amplitude := math.Pi/w.length, w.amplitude*w.depth
	sin, cos := math.Sincos(k * x[0])
	decay, here, surface := math.Exp(k*(x[2]-w.depth)), math.Exp(-2*k*x[2]), math.Exp(-2*k*w.depth)
	along := -amplitude * decay * (1 + here) / (1 - surface) * sin // cosh k z / sinh k H
	up := amplitude * decay * (1 - here) / (1 - surface) * cos     // sinh k z / sinh k H
	return [3]float64{along, 0, up}, amplitude*decay*(1+here)/(1+surface)*cos - up
}
