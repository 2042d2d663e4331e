package engine

import (
	"math/rand/v2"
	"testing"

	"gpusph/sph"
)

// rough is a block of water on a floor and at a wall, which go on beyond it, without gravity.
// Neighbours move against each other and have other densities.
func rough(change func(*sph.Params)) *sph.Case {
	const dp = 0.04
	random := rand.New(rand.NewPCG(3, 3))
	c := &sph.Case{Name: "rough", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	p.Min, p.Max = [3]float64{-5 * dp, -5 * dp, -5 * dp}, [3]float64{12 * dp, 12 * dp, 12 * dp}
	p.Mass = p.Rho0 * dp * dp * dp
	for x := -4; x < 10; x++ {
		for y := -4; y < 10; y++ {
			for z := -4; z < 10; z++ {
				at := [3]float64{(float64(x) + .5) * dp, (float64(y) + .5) * dp, (float64(z) + .5) * dp}
				if x < 0 || z < 0 {
					c.Particles.Add(at, sph.Wall, 0)
				} else if x < 6 && y >= 0 && y < 6 && z < 6 {
					c.Particles.Add(at, sph.Fluid, 0)
					i := c.Particles.Len() - 1
					c.Particles.RelDensity[i] = float32(0.01 * random.Float64())
					for a := range 3 {
						c.Particles.Velocity[i][a] = float32(0.2 * (random.Float64() - 0.5))
					}
				}
			}
		}
	}
	change(p)
	return c
}

// moving is the energy of motion and compression after some steps, as part of what it was; much
// where the flow has blown up.
func moving(t *testing.T, c *sph.Case, steps int) float64 {
	t.Helper()
	onOneDevice(t)
	s := start(t, c, Options{System: open(t, 1)})
	begun, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	for s.clock.Step < int32(steps) {
		if _, err := s.Advance(10); err != nil {
			return 1e9
		}
	}
	now, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	return (now.Energy[sph.Kinetic] + now.Energy[sph.Internal]) / (begun.Energy[sph.Kinetic] + begun.Energy[sph.Internal])
}

// Whatever is asked of viscosity and density diffusion, the time step is short enough for it.
// Density diffusion makes some energy at free surfaces; an instability makes a thousand times more.
func TestDiffusionIsStable(t *testing.T) {
	for name, change := range map[string]func(*sph.Params){
		"alpha":                   func(p *sph.Params) { p.Alpha = 10 },
		"alpha, dynamic":          func(p *sph.Params) { p.Alpha, p.Boundary = 10, sph.Dynamic },
		"alpha, cubic":            func(p *sph.Params) { p.Alpha, p.Kernel = 10, sph.CubicSpline },
		"nu":                      func(p *sph.Params) { p.Nu, p.Alpha = 2, 0 },
		"nu along pairs":          func(p *sph.Params) { p.Nu, p.Alpha, p.Laminar = 2, 0, sph.MonaghanGingold },
		"nu along pairs, dynamic": func(p *sph.Params) { p.Nu, p.Alpha, p.Laminar, p.Boundary = 2, 0, sph.MonaghanGingold, sph.Dynamic },
		"nu, dynamic":             func(p *sph.Params) { p.Nu, p.Alpha, p.Boundary = 2, 0, sph.Dynamic },
		"xi":                      func(p *sph.Params) { p.Xi, p.CFL = 1, 0.6 },
		"xi, dynamic":             func(p *sph.Params) { p.Xi, p.CFL, p.Boundary = 1, 0.6, sph.Dynamic },
		"xi, cubic":               func(p *sph.Params) { p.Xi, p.CFL, p.Kernel = 1, 0.6, sph.CubicSpline },
		"alpha, quintic":          func(p *sph.Params) { p.Alpha, p.Kernel = 10, sph.Quintic },
		"xi, quintic":             func(p *sph.Params) { p.Xi, p.CFL, p.Kernel = 1, 0.6, sph.Quintic },
		"xi, h":                   func(p *sph.Params) { p.Xi, p.CFL, p.H, p.Skin = 1, 0.6, 2*p.DeltaP, 0.5*p.DeltaP },
	} {
		t.Run(name, func(t *testing.T) {
			for scheme := range sph.Scheme(len(sph.Schemes)) {
				for _, c := range []*sph.Case{rough(change), inPlane(rough(change), 3*0.04)} {
					c.Params.Further.Scheme = scheme
					if left := moving(t, c, 60); left > 4 {
						t.Errorf("%v: in %d dimensions there is %g times the energy after 60 steps",
							scheme, c.Params.Dim, left)
					}
				}
			}
		})
	}
}

// Another split axis shortens rows of cells only where the shortest axis is split, and helps only
// where lists have room for what is around at rest.
func TestListRemedy(t *testing.T) {
	const other, smaller = "a split-axis other than y, along which the domain is shortest, may do", "a smaller h-factor or skin may do"
	for _, test := range []struct {
		size [3]float64
		h    float64 // over Δp
		want string
	}{
		{[3]float64{8, 2, 9}, 1.3, other}, {[3]float64{8, 2, 9}, 3.9, other}, {[3]float64{8, 2, 9}, 4.1, smaller},
		{[3]float64{2, 8, 9}, 1.3, smaller}, {[3]float64{8, 8, 9}, 1.3, smaller}, {[3]float64{9, 8, 2}, 1.3, smaller},
	} {
		p := sph.Defaults(0.05)
		p.H, p.Skin, p.Max, p.SplitAxis = test.h*0.05, 0.4*test.h*0.05, test.size, 1
		if got := p.ListRemedy(); got != test.want {
			t.Errorf("%+v: %q", test, got)
		}
	}
}

// What a flow may blow up by is named.
func TestRemedy(t *testing.T) {
	for _, test := range []struct {
		change func(*sph.Params)
		want   string
	}{
		{func(p *sph.Params) {}, "a smaller cfl, more viscosity or a larger c0 may do"},
		{func(p *sph.Params) { p.Dt = 0.002 }, "the likeliest reason is dt 0.002 s (a Courant number of 0.3 allows 0.000975 s)"},
		{func(p *sph.Params) { p.Dt, p.Xi = 0.00095, 0.45 }, "the likeliest reason is dt 0.00095 s (xi = 0.45 allows 0.000903 s)"},
		{func(p *sph.Params) { p.Dt, p.Alpha = 0.001, 4 }, "the likeliest reason is dt 0.001 s (alpha = 4 allows 0.000609 s)"},
		{func(p *sph.Params) { p.CFL, p.Diffusion = 0.6, sph.NoDiffusion }, "the likeliest reasons are cfl 0.6 (0.3 is usual) and diffusion none (fourtakas is usual)"},
		{func(p *sph.Params) { p.Alpha, p.Kernel = 0, sph.CubicSpline }, "the likeliest reasons are alpha 0 (0.02 to 0.1 is usual) and kernel cubic (wendland is usual)"},
		{func(p *sph.Params) { p.Alpha, p.Kernel = 0, sph.Quintic }, "the likeliest reason is alpha 0 (0.02 to 0.1 is usual)"},
		{func(p *sph.Params) { p.Xi = 0 }, "the likeliest reason is xi 0 (0.1 is usual)"},
	} {
		p := sph.Defaults(0.05)
		test.change(&p)
		if got := p.Remedy(); got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
		if warns := len(p.Warnings()) > 0; warns != (p.Dt > 0) {
			t.Errorf("dt %g s: the warnings are %q", p.Dt, p.Warnings())
		}
	}
}
