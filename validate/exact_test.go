package validate

import (
	"math"
	"testing"

	"gpusph/sph"
)

// Series and profiles against values computed elsewhere [m/s], with L = 1 mm, ν = 1e-6 m²/s, a
// speed of 1.25e-5 m/s.
func TestExactChannels(t *testing.T) {
	for _, v := range []struct {
		exact       func(z, t float64) float64
		z, t, speed float64
	}{
		{poiseuilleAt, 0.025, 0.01, 2.523117e-7},
		{poiseuilleAt, 0.075, 0.0225, 1.014457e-6},
		{poiseuilleAt, 0.05, 0.225, 2.155961e-6},
		{poiseuilleAt, 0.075, 9, 3.46875e-6},
		{couetteAt, 0.075, 0.0225, 1.571772e-10},
		{couetteAt, 0.05, 0.1125, 2.293082e-7},
		{couetteAt, 0.025, 0.45, 3.051449e-7},
	} {
		if got := v.exact(v.z, v.t) * channelSpeed; math.Abs(got-v.speed) > 1e-6*v.speed+1e-13 {
			t.Errorf("%g m/s at %g after %g, not %g", got, v.z, v.t, v.speed)
		}
	}
}

// What is exact is not off, and what is a percent too fast is a percent off.
func TestLooksAtExactFlows(t *testing.T) {
	const time, drift = 0.3, 2
	p := sph.Defaults(0.02)
	for _, faster := range []float64{1, 1.01} {
		vortices, channel, wave := &sph.Snapshot{Case: &sph.Case{Params: p}, Time: time}, &sph.Snapshot{Time: time}, &sph.Snapshot{Time: time}
		add := func(s *sph.Snapshot, x, z float64, velocity [3]float64) {
			s.Position = append(s.Position, [3]float32{float32(x), 0, float32(z)})
			s.Velocity = append(s.Velocity, [3]float32{float32(velocity[0]), float32(velocity[1]), float32(velocity[2])})
			s.Type = append(s.Type, sph.Fluid)
		}
		for i := range 400 {
			x, z := float64(i%20)/20, (float64(i/20)+0.5)/20
			decay := faster * math.Exp(-8*math.Pi*math.Pi*0.01*time)
			add(vortices, x, z, [3]float64{-decay * math.Cos(2*math.Pi*x) * math.Sin(2*math.Pi*z), 0, decay * math.Sin(2*math.Pi*x) * math.Cos(2*math.Pi*z)})
			add(channel, x, z*1e-3, [3]float64{faster * channelSpeed * couetteAt(z, time), 0, 0})
			decay = faster * math.Exp(-4*math.Pi*math.Pi*0.01*time)
			add(wave, x, z+drift*time, [3]float64{drift + decay*math.Sin(2*math.Pi*z), drift, drift})
		}
		speeds := lookAtVortices(vortices)
		l2 := lookAtChannel(channel, channelSpeed, couetteAt)
		shear := lookAtShear(wave, drift)
		for k, off := range []float64{speeds[vortexSpeeds], speeds[vortexVelocities], l2[channelL2], shear[shearL2]} {
			if math.Abs(off-(faster-1)) > 1e-5 {
				t.Errorf("look %d: %g times as fast is off by %g", k, faster, off)
			}
		}
		if want := faster * math.Exp(-4*math.Pi*math.Pi*0.01*time); math.Abs(shear[shearAmplitude]-want) > 1e-5 {
			t.Errorf("the amplitude is %g, not %g", shear[shearAmplitude], want)
		}
	}
}

// The drop's axes are what particles say, its period is that of the reference, and its losses are
// counted by periods.
func TestDropNorms(t *testing.T) {
	const time = 0.3
	s := &sph.Snapshot{Time: time}
	for i := range 10000 {
		x, z := float64(i%100)/50-0.99, float64(i/100)/50-0.99
		if x*x+z*z < 1 {
			s.Position = append(s.Position, [3]float32{float32(3 * x), 0, float32(0.5 * z)})
			s.Type = append(s.Type, sph.Fluid)
		}
	}
	if axes := lookAtDrop(s); math.Abs(axes[dropA]-3) > 0.003 || math.Abs(axes[dropB]-0.5) > 0.0005 {
		t.Errorf("the semi-axes are %v", axes)
	}
	r := &Run{End: dropEnd}
	b := Reference("oscillating_drop.csv", "t_Omega", "b_over_R")
	for _, t := range Times(0, dropEnd, 0.05) {
		is := b.At(t)
		r.Looks = append(r.Looks, Look{t, []float64{1 / is, is + 0.01*t/dropEnd}})
		r.Samples = append(r.Samples, sph.Sample{Time: t, Energy: []float64{20, 79, 1 - t/dropPeriod}})
	}
	near(t, oscillatingDrop, "b off, most", r, 0.01, 1e-4)
	near(t, oscillatingDrop, "period longer by", r, 0, 2e-3)
	near(t, oscillatingDrop, "energy lost a period", r, 0.01, 1e-9)
	near(t, oscillatingDrop, "the same, of the kinetic at first", r, 0.05, 1e-9)
}

// A square that turns like a solid with the pressure of its beginning is not off, and one whose
// pressure is a percent more is a percent off.
func TestSquareLook(t *testing.T) {
	const time = 0.1
	s := &sph.Snapshot{Case: &sph.Case{Params: sph.Defaults(0.02)}, Time: time}
	sin, cos := math.Sincos(time)
	for i := range 400 {
		x, z := (float64(i%20)+0.5)/20-0.5, (float64(i/20)+0.5)/20-0.5
		nowX, nowZ := x*cos+z*sin, z*cos-x*sin
		s.Position = append(s.Position, [3]float32{float32(nowX), 0, float32(nowZ)})
		s.Velocity = append(s.Velocity, [3]float32{float32(nowZ), 0, float32(-nowX)})
		s.Pressure = append(s.Pressure, float32(1010*squareAt(x+0.5, z+0.5)))
		s.Type = append(s.Type, sph.Fluid)
	}
	got := lookAtSquare(s)
	if math.Abs(got[squareL2]-0.01) > 1e-5 || math.Abs(got[squareMomentum]-(1-1./400)/6) > 1e-6 || got[squareCentre] > 1e-7 {
		t.Errorf("the look is %v", got)
	}
	r := &Run{Looks: []Look{{0, got}, {0.05, []float64{0.01, 1.02 * got[squareMomentum], 0.003}}, {0.1, []float64{0.03, got[squareMomentum], 0}}}}
	for k, energy := range []float64{10, 12, 11} {
		r.Samples = append(r.Samples, sph.Sample{Time: float64(k), Energy: []float64{energy, 0, 0}})
	}
	near(t, rotatingSquare, "pressure at first off, L2", r, 0.02, 1e-9)
	near(t, rotatingSquare, "angular momentum off, most", r, 0.02, 1e-9)
	near(t, rotatingSquare, "centre of mass off, most, in L", r, 0.003, 1e-9)
	near(t, rotatingSquare, "energy gained, most", r, 0.2, 1e-9)
	// computed elsewhere
	for _, v := range [][3]float64{{0.5, 0.5, -0.147343}, {0.025, 0.5, -0.0162661}, {0.5, 0.075, -0.0452573}} {
		if got := squareAt(v[0], v[1]); math.Abs(got-v[2]) > 2e-5 {
			t.Errorf("at %g, %g the pressure is %g, not %g", v[0], v[1], got, v[2])
		}
	}
}

// Speeds of the discs are those that steps through the history of the boundary layer come to.
func TestSpeedsOfDiscs(t *testing.T) {
	const steps = 2000
	friction := 4 * discRadius * math.Sqrt(math.Pi*discNu) // over ρ
	area := math.Pi * discRadius * discRadius
	through := func(begun, ratio, end float64) float64 {
		dt, speed, rates := end/steps, begun, make([]float64, 0, steps)
		weight := func(age int) float64 { // ∫ dτ/√(t - τ) over a step that ended earlier
			return 2 * math.Sqrt(dt) * (math.Sqrt(float64(age+1)) - math.Sqrt(float64(age)))
		}
		for n := range steps {
			force := gravity*(ratio-1)*area - friction*begun/math.Sqrt(float64(n+1)*dt)
			for k, rate := range rates {
				force -= friction * rate * weight(n-k)
			}
			rate := force / (area*(ratio+1) + friction*weight(0))
			rates, speed = append(rates, rate), speed+rate*dt
		}
		return speed
	}
	if want := through(coastSpeed, 1, coastEnd); math.Abs(coasts(coastEnd)/want-1) > 1e-3 {
		t.Errorf("the neutral disc has %.5f m/s at last, not %.5f", coasts(coastEnd), want)
	}
	if want := through(0, sinkRatio, sinkEnd); math.Abs(sinks(sinkEnd)/want-1) > 1e-3 {
		t.Errorf("the heavy disc has %.5f m/s at last, not %.5f", sinks(sinkEnd), want)
	}
}

// The velocity at which the wave between two liquids begins keeps their volume, moves the interface
// as one, leaves floor and lid, and has the energy that the interface has when it is highest.
func TestVelocityOfInnerWave(t *testing.T) {
	const n, d, little = 200, innerLength / 200, 1e-9
	kinetic := 0.0
	for i := range n {
		for j := range n / 2 {
			x, z := (float64(i)+0.5)*d, (float64(j)+0.5)*d
			at := func(dx, dz float64) [3]float64 {
				return innerVelocity([3]float64{x + dx, 0, z + dz})
			}
			out := (at(1e-5, 0)[0]-at(-1e-5, 0)[0])/2e-5 + (at(0, 1e-5)[2]-at(0, -1e-5)[2])/2e-5
			if math.Abs(out) > 1e-6 {
				t.Fatalf("at %g, %g m the divergence is %g/s", x, z, out)
			}
			density := float64(innerHeavy)
			if z > innerDepth {
				density = innerLight
			}
			v := at(0, 0)
			kinetic += density / 2 * (v[0]*v[0] + v[2]*v[2]) * d * d
		}
	}
	const squared = innerAmplitude * innerAmplitude
	potential := gravity * (innerHeavy - innerLight) * squared * innerLength / 4
	if math.Abs(kinetic/potential-1) > 1e-3 {
		t.Errorf("the kinetic energy is %g J/m, not %g", kinetic, potential)
	}
	for z, want := range map[float64]float64{0: 0, 2 * innerDepth: 0,
		innerDepth - little: innerAmplitude * innerFrequency,
		innerDepth + little: innerAmplitude * innerFrequency} {
		if up := innerVelocity([3]float64{0, 0, z})[2]; math.Abs(up-want) > 1e-6 {
			t.Errorf("at %g m it rises by %g m/s, not %g", z, up, want)
		}
	}
}
