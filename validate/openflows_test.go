package validate

import (
	"math"
	"testing"

	"gpusph/sph"
)

// The frequency of a lift that oscillates around a mean, and faster besides, is found.
func TestFrequencyOfLift(t *testing.T) {
	var lift Curve
	for _, x := range Times(100, 150, 0.05) {
		lift.X = append(lift.X, x)
		lift.Y = append(lift.Y, 3+170*math.Sin(2*math.Pi*0.165*x+1)+
			100*math.Sin(2*math.Pi*0.83*x))
	}
	if f := strongest(lift, 0.05, 0.5); math.Abs(f/0.165-1) > 0.003 {
		t.Errorf("the frequency is %g, not 0.165", f)
	}
}

// Of what passes a probe, a part of 0.03 that comes back is told from what goes.
func TestReflectedPulse(t *testing.T) {
	p := sph.Defaults(0.01)
	r := &Run{Flow: &sph.Case{Params: p}}
	hump := func(x float64) float64 { return math.Exp(-x * x / (0.01 * 0.01)) }
	for _, x := range Times(0, 0.26, 0.001) {
		goes, comes := 100*hump(x-0.09), -3*hump(x-0.23)
		r.Samples = append(r.Samples, sph.Sample{Time: x, Pressure: []float64{goes + comes},
			Velocity: [][3]float64{{(goes - comes) / (p.Rho0 * pulseSound), 0, 0}}})
	}
	if got := openPulse.Norms[0].Of(r); math.Abs(got-0.03) > 1e-4 {
		t.Errorf("%g is reflected, not 0.03", got)
	}
}

// The same of a wave on water, by its level and its velocity.
func TestReflectedLongWave(t *testing.T) {
	r := &Run{Flow: &sph.Case{Params: sph.Defaults(0.015)}, End: 8}
	hump := func(x float64) float64 { return math.Exp(-x * x) }
	for _, x := range Times(0, 8, 0.02) {
		goes, comes := 0.015*hump(x-3), 0.0012*hump(x-6.5)
		r.Samples = append(r.Samples, sph.Sample{Time: x,
			Height: []float64{longDepth + goes + comes}})
		u := (goes - comes) / longDepth * longSpeed
		r.Looks = append(r.Looks, Look{Time: x, Values: []float64{u}})
	}
	if got := openLongWave.Norms[0].Of(r); math.Abs(got-0.08) > 0.002 {
		t.Errorf("%g is reflected, not 0.08", got)
	}
}

// A look at the exact channel has no error, and one at a channel that is 2 % slow has 2 %; the film
// has its depth and its mean velocity.
func TestLooksAtOpenFlows(t *testing.T) {
	for _, part := range []float64{1, 0.98} {
		s := &sph.Snapshot{}
		for i := range 60 {
			for k := range 20 {
				z := (float64(k) + 0.5) / 20
				s.Type = append(s.Type, sph.Fluid)
				s.Position = append(s.Position, [3]float32{float32(i) * 0.005, 0,
					float32(z * openChannelHeight)})
				s.Velocity = append(s.Velocity, [3]float32{float32(part * 6 * openChannelSpeed * z *
					(1 - z)), 0, 0})
			}
		}
		if got := openPoiseuille.Look(s)[0]; math.Abs(got-(1-part)) > 1e-6 {
			t.Errorf("%g of the velocity: L2 is %g", part, got)
		}
	}
	c, err := openFilm.Setup(filmDepth / 20)
	if err != nil {
		t.Fatal(err)
	}
	s := &sph.Snapshot{Case: c, Type: c.Particles.Type, Velocity: c.Particles.Velocity}
	for _, x := range c.Particles.Position {
		s.Position = append(s.Position, [3]float32{float32(x[0]), float32(x[1]), float32(x[2])})
	}
	got := openFilm.Look(s)
	if math.Abs(got[0]/filmDepth-1) > 0.01 || math.Abs(got[1]/filmSpeed()-1) > 1e-5 {
		t.Errorf("the film at first has the depth %g m and the velocity %g m/s", got[0], got[1])
	}
}

// A cap has the area of the drop, whatever its angle, and the angle follows from its centre.
func TestCapOf(t *testing.T) {
	for _, angle := range []float64{0.3, math.Pi / 2, 2.5} {
		height, width, centre := capOf(angle)
		area, moment := 0.0, 0.0
		r := height / (1 - math.Cos(angle))
		for k := range 20000 { // layers of the cap
			z := (float64(k) + 0.5) / 20000 * height
			across := z - height + r // from the circle's centre
			layer := 2 * math.Sqrt(r*r-across*across) * height / 20000
			area, moment = area+layer, moment+z*layer
		}
		if math.Abs(area/(math.Pi/2*capRadius*capRadius)-1) > 1e-4 ||
			math.Abs(moment/area/centre-1) > 1e-4 {
			t.Errorf("at %g the area is %g m² and the centre at %g m, not %g", angle, area,
				moment/area, centre)
		}
		if angle > 1.5 && math.Abs(width/(2*r)-1) > 1e-9 || math.Abs(angleOf(centre)-angle) > 1e-6 {
			t.Errorf("at %g the width is %g m, the angle %g", angle, width, angleOf(centre))
		}
	}
}

// Two fluids have one stress and one velocity where they meet, and the mean velocity 1.
func TestOpenLayersAt(t *testing.T) {
	const dz = 1e-4
	slope := func(z, by float64) float64 { return (openLayersAt(z+by) - openLayersAt(z)) / by }
	low, high := openLayersMuLow*slope(0.5-dz, dz/2), openLayersMu*slope(0.5, dz)
	if math.Abs(low/high-1) > 0.01 || math.Abs(openLayersAt(0.5-1e-9)/openLayersAt(0.5)-1) > 1e-6 {
		t.Errorf("stresses of %g and %g, velocities of %g and %g", low, high,
			openLayersAt(0.5-1e-9), openLayersAt(0.5))
	}
	sum := 0.0
	for k := range 1000 {
		sum += openLayersAt((float64(k)+0.5)/1000) / 1000
	}
	if math.Abs(sum-1) > 1e-5 || openLayersAt(0) != 0 || openLayersAt(1) != 0 {
		t.Errorf("the mean is %g; at the plates %g and %g", sum, openLayersAt(0), openLayersAt(1))
	}
}

// Bélanger's depths have one momentum, and the weir has the coefficient of its source.
func TestOpenFormulas(t *testing.T) {
	for _, froude := range []float64{2, 3, 4} {
		y := jumpOver(froude)
		before, after := froude*froude+0.5, froude*froude/y+y*y/2 // u² y/g + y²/2
		if math.Abs(after/before-1) > 1e-12 {
			t.Errorf("Fr %g: momenta of %g and %g", froude, before, after)
		}
	}
	q := openWeirDischarge(1) / (math.Pow(2./3, 1.5) * math.Sqrt(gravity))
	if math.Abs(q-0.864) > 1e-3 {
		t.Errorf("the weir has the coefficient %g", q)
	}
}
