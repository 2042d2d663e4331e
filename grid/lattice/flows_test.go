package lattice_test

import (
	"math"
	"testing"

	"gpusph/grid/lattice"
	"gpusph/grid/lattice/latticetest"
)

// warmth is the temperature of the model, about which flows are.
var warmth = lattice.D2Q37().Temperature

// TestConservation: a periodic box keeps mass, momentum and energy to round-off. With gravity
// momentum grows by ρ g. Between walls mass is kept.
func TestConservation(t *testing.T) {
	state := func(x, y int) (rho, ux, uy, temperature float64) {
		a, b := 2*math.Pi*float64(x)/12, 2*math.Pi*float64(y)/16
		return 1 + 0.05*math.Sin(a+b), 0.05 * math.Sin(b), 0.03 * math.Cos(a),
			warmth * (1 + 0.05*math.Cos(a-b))
	}
	const steps = 60
	for _, g := range [][2]float64{{}, {1e-4, -2e-4}} {
		o := latticetest.New(12, 16, 0.7, g, state)
		mass, px, py, energy := o.Totals()
		o.Run(steps)
		after, qx, qy, now := o.Totals()
		for k, off := range []float64{after - mass, qx - px - steps*mass*g[0],
			qy - py - steps*mass*g[1]} {
			if math.Abs(off) > 1e-12*mass {
				t.Errorf("g %v: total %d is off by %g of %g", g, k, off, mass)
			}
		}
		if g[0] == 0 && math.Abs(now-energy) > 1e-12*energy {
			t.Errorf("energy %.15g becomes %.15g", energy, now)
		}
	}
	o := latticetest.New(12, 16, 0.7, [2]float64{0, -2e-4}, state).WithWalls(0.9*warmth, 1.1*warmth)
	mass, _, _, _ := o.Totals()
	after, _, _, _ := o.Run(steps).Totals()
	if math.Abs(after-mass) > 1e-12*mass {
		t.Errorf("between walls mass %.15g becomes %.15g", mass, after)
	}
}

// decay is the rate at which the amplitude of sin(k·x) in a quantity falls [1/step].
func decay(o *latticetest.Oracle, kx, ky float64, steps int, of func(x, y int) float64) float64 {
	amplitude := func() (sum float64) {
		for y := range o.Ny {
			for x := range o.Nx {
				sum += of(x, y) * math.Sin(kx*float64(x)+ky*float64(y))
			}
		}
		return sum
	}
	o.Run(steps / 4) // what the beginning has left decays
	before := amplitude()
	o.Run(steps)
	return math.Log(before/amplitude()) / float64(steps)
}

// TestViscosity: a shear wave decays with ν = (τ - 1/2) T within 1 %, along an axis and across, at
// the model's temperature and off it.
func TestViscosity(t *testing.T) {
	for _, c := range []struct {
		nx, ny         int
		tau, warm, jet float64
	}{
		{1, 64, 0.6, 1, 0}, {1, 64, 1, 1, 0}, {1, 64, 0.8, 0.8, 0}, {1, 64, 0.8, 1.2, 0},
		{1, 64, 0.8, 1, 0.1}, {40, 40, 0.8, 1, 0},
	} {
		ky, kx := 2*math.Pi/float64(c.ny), 0.0
		if c.nx > 1 {
			kx = 2 * math.Pi / float64(c.nx)
		}
		k := math.Hypot(kx, ky)
		o := latticetest.New(c.nx, c.ny, c.tau, [2]float64{},
			func(x, y int) (rho, ux, uy, temperature float64) {
				u := 1e-3 * math.Sin(kx*float64(x)+ky*float64(y))
				return 1, c.jet + u*ky/k, -u * kx / k, c.warm * warmth
			})
		nu := (c.tau - 0.5) * c.warm * warmth
		got := decay(o, kx, ky, 60, func(x, y int) float64 {
			_, ux, uy, _ := o.At(x, y)
			return (ux*ky - uy*kx) / k
		}) / (k * k)
		t.Logf("%+v: ν %.5g, %+.3f %%", c, got, 100*(got/nu-1))
		if math.Abs(got/nu-1) > 0.01 {
			t.Errorf("%+v: ν is %g, not %g", c, got, nu)
		}
	}
}

// TestDiffusivity: a wave of temperature at constant pressure decays with χ = (τ - 1/2) T within
// 1 %, so the Prandtl number is 1.
func TestDiffusivity(t *testing.T) {
	for _, tau := range []float64{0.6, 0.8, 1} {
		const ny = 64
		k := 2 * math.Pi / ny
		o := latticetest.New(1, ny, tau, [2]float64{},
			func(_, y int) (rho, ux, uy, temperature float64) {
				part := 1 + 1e-4*math.Sin(k*float64(y))
				return 1 / part, 0, 0, warmth * part
			})
		got := decay(o, 0, k, 400, func(x, y int) float64 {
			rho, _, _, temperature := o.At(x, y)
			return temperature/warmth - rho
		}) / (k * k)
		chi := (tau - 0.5) * warmth
		t.Logf("τ %g: χ %.5g, %+.3f %%", tau, got, 100*(got/chi-1))
		if math.Abs(got/chi-1) > 0.01 {
			t.Errorf("τ %g: χ is %g, not %g", tau, got, chi)
		}
	}
}

// TestSound: a standing wave of little amplitude has the speed √(γ T), γ = 1 + 2/D = 2, within 1 %.
func TestSound(t *testing.T) {
	const ny, tau = 96, 0.55
	for _, warm := range []float64{0.9, 1, 1.1} {
		k := 2 * math.Pi / ny
		o := latticetest.New(1, ny, tau, [2]float64{},
			func(_, y int) (rho, ux, uy, temperature float64) {
				part := 1 + 1e-4*math.Sin(k*float64(y))
				return part, 0, 0, warm * warmth * part
			})
		var zeros []float64
		before := 0.0
		for step := range 400 {
			sum := 0.0
			for y := range ny {
				rho, _, _, _ := o.At(0, y)
				sum += rho * math.Sin(k*float64(y))
			}
			if step > 0 && sum*before < 0 {
				zeros = append(zeros, float64(step)-sum/(sum-before))
			}
			before = sum
			o.Step()
		}
		last := len(zeros) - 1
		got := math.Pi * float64(last) / (zeros[last] - zeros[0]) / k
		want := math.Sqrt(2 * warm * warmth)
		t.Logf("T %.2f T₀: %.5g in %d zeros, %+.3f %%", warm, got, len(zeros), 100*(got/want-1))
		if math.Abs(got/want-1) > 0.01 {
			t.Errorf("T %g T₀: sound has %g, not %g", warm, got, want)
		}
	}
}

// TestRest: a stratified fluid under gravity between walls of its temperature stays at rest.
func TestRest(t *testing.T) {
	const ny, g = 64, 2e-3 // density falls to 83 % over the height
	o := latticetest.New(1, ny, 0.7, [2]float64{0, -g},
		func(_, y int) (rho, ux, uy, temperature float64) {
			return math.Exp(-g * float64(y) / warmth), 0, 0, warmth
		}).WithWalls(warmth, warmth)
	speed, warm := 0.0, 0.0
	for range 40 {
		o.Run(25)
		for y := range ny {
			_, _, uy, temperature := o.At(0, y)
			speed, warm = max(speed, math.Abs(uy)), max(warm, math.Abs(temperature/warmth-1))
		}
	}
	t.Logf("speed %.2g, temperature off by %.2g", speed, warm)
	if speed > 2e-7 || warm > 2e-7 {
		t.Errorf("speed %g, temperature is off by %g", speed, warm)
	}
}

// TestWalls: heat between walls and a flow under a force along them come to their profiles,
// straight and a parabola, between the inner rows that walls set. Flat walls are off by up to half
// a cell.
func TestWalls(t *testing.T) {
	for _, c := range []struct {
		tau                  float64
		flat                 bool
		heat, jet, transport float64 // bounds [cells, cells, cells/step]
	}{
		{0.7, false, 0.002, 0.04, 2e-7}, {1, false, 0.002, 0.02, 2e-7},
		{1.5, false, 0.002, 0.1, 2e-7}, {0.7, true, 0.02, 0.1, 5e-5}, {1.5, true, 0.6, 0.3, 5e-5},
	} {
		const ny, top = 26, 0.01 // of the jet
		const first, last = lattice.Reach - 1, ny - lattice.Reach
		const height = last - first
		nu := (c.tau - 0.5) * warmth
		part := func(y int) float64 { return float64(y-first) / height }
		o := latticetest.New(1, ny, c.tau, [2]float64{8 * nu * top / (height * height), 0},
			func(_, y int) (rho, ux, uy, temperature float64) {
				p := part(y)
				warm := 0.99 + 0.02*p
				return 1 / warm, 4 * top * p * (1 - p), 0, warm * warmth
			}).WithWalls(0.99*warmth, 1.01*warmth)
		if c.flat {
			o.Excess = 0
		}
		o.Run(int(0.7 * height * height / nu))

		_, jet, _, low := o.At(0, ny/2-1)
		_, other, _, high := o.At(0, ny/2)
		if jet != other && math.Abs(jet-other) > 1e-3*top {
			t.Errorf("%+v: jet %g and %g", c, jet, other)
		}
		heat := (0.02*warmth/(high-low) - height) / 2 // how far beyond the row the wall seems to be
		slip := (height*math.Sqrt(jet/top+1./(height*height)) - height) / 2
		wind := 0.0
		for y := range ny {
			_, _, uy, _ := o.At(0, y)
			wind = max(wind, math.Abs(uy))
		}
		t.Logf("%+v: walls of heat %+.4f cells away, of the jet %+.4f; wind %.1g", c, heat, slip,
			wind)
		if math.Abs(heat) > c.heat || math.Abs(slip) > c.jet || wind > c.transport {
			t.Errorf("%+v: walls %g and %g cells away, wind %g", c, heat, slip, wind)
		}
	}
}

// TestJets: jets of cold and hot fluid that hit walls, with layers that the rows do not resolve,
// stay bounded, and mass is kept. Without the bound of WallExcess the flow is not a number.
func TestJets(t *testing.T) {
	const nx, ny, steps, g = 16, 26, 400, 2e-3
	o := latticetest.New(nx, ny, 0.515, [2]float64{0, -g},
		func(x, y int) (rho, ux, uy, temperature float64) {
			a, b := 2*math.Pi*float64(x)/nx, math.Pi*(float64(y)+0.5)/ny
			temperature = 1.1 - 0.25*math.Sin(b)*math.Cos(a)
			return math.Exp(-g*float64(y)/warmth) / temperature, 0.02 * math.Cos(b) * math.Sin(a),
				-0.2 * math.Sin(b) * math.Cos(a), temperature * warmth
		}).WithWalls(1.35*warmth, 0.85*warmth)
	mass, _, _, _ := o.Totals()
	after, _, _, _ := o.Run(steps).Totals()
	fast := 0.0
	for n := range nx * ny {
		_, ux, uy, _ := o.At(n%nx, n/nx)
		fast = max(fast, math.Hypot(ux, uy))
	}
	t.Logf("speed %.3g, mass off by %.2g", fast, after/mass-1)
	if !(math.Abs(after-mass) < 1e-12*mass) || !(fast < 0.3) {
		t.Errorf("speed %g, mass %g becomes %g", fast, mass, after)
	}
}
