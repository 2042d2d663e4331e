package engine

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/features/porous"
	"gpusph/sph"
)

// Of the layers of these tests: porosities along x and z, drag, added mass.
const (
	porousLinear    = 30
	porousQuadratic = 200
	porousAdded     = 0.2
)

// soakedAt is what a layer has at a place: linear in z, and in x.
func soakedAt(x [3]float64) (n, linear, quadratic float64) {
	n = 0.75 - 0.5*x[0] + 0.25*x[2]
	return n, porousLinear * (1 + x[2]), porousQuadratic * (1 - x[0])
}

// soakedSlope is the gradient of that porosity.
var soakedSlope = vector{-0.5, 0, 0.25}

// soaked gives a case a layer that is everywhere. Nodes lie on whole spacings.
func soaked(c *sph.Case) *sph.Case {
	p := &c.Params
	f := &porous.Field{Step: p.DeltaP, Low: p.Min, Layers: []porous.Layer{
		{Name: "stones", Porosity: 0.5, Linear: porousLinear, Quadratic: porousQuadratic,
			AddedMass: porousAdded}}}
	for a := range 3 {
		f.Low[a] = p.Min[a] - p.DeltaP
		f.Nodes[a] = int(math.Ceil((p.Max[a]-p.Min[a])/p.DeltaP)) + 3
	}
	f.At = make([]porous.Node, f.Nodes[0]*f.Nodes[1]*f.Nodes[2])
	for k := range f.Nodes[2] {
		for j := range f.Nodes[1] {
			for i := range f.Nodes[0] {
				n, linear, quadratic := soakedAt([3]float64{f.Low[0] + float64(i)*f.Step, 0,
					f.Low[2] + float64(k)*f.Step})
				f.At[f.Index(i, j, k)] = porous.Node{Porosity: float32(n), Linear: float32(linear),
					Quadratic: float32(quadratic), Layer: 1}
			}
		}
	}
	f.Fill(c)
	return c
}

// oraclePorous are the porosities of the particles that a step begins with.
type oraclePorous struct{}

// bulk is the mass of j over its porosity: ρ0 times what it takes up with the stones around it.
func (o *oracle) bulk(s oracleState, j int) float64 { return o.mass(j) / s.porosity(j) }

func (s *oracleState) porosity(i int) float64 {
	if s.n == nil {
		return 1
	}
	return s.n[i]
}

// against is the velocity that viscosities have between two particles: of fluid that of n v over
// the mean of n.
func (o *oracle) against(s oracleState, i, j int) vector {
	ni, nj := s.porosity(i), s.porosity(j)
	if !o.fluid[j] {
		ni, nj = 1, 1
	}
	return vector{}.plus(s.v[i], 2*ni/(ni+nj)).plus(s.v[j], -2*nj/(ni+nj))
}

// opening is how fast what j takes up with the stones around it changes, times ρ0.
func (o *oracle) opening(s oracleState, j int) float64 {
	if s.opens == nil {
		return 0
	}
	return o.mass(j) * s.opens[j]
}

// reached is where Euler has brought the particles.
func (o *oracle) reached(s oracleState) []vector {
	x := slices.Clone(s.x)
	for i := range x {
		x[i] = o.now.x[i].plus(o.now.v[i].plus(s.v[i], 1), o.dt/2)
	}
	return x
}

// soak gives a state its porosities at some places, and its velocities the drag and the added mass
// of a time.
func (o *oracle) soak(s *oracleState, x []vector, time float64) {
	if o.porous == nil {
		return
	}
	s.n, s.opens = make([]float64, len(x)), make([]float64, len(x))
	for i := range x {
		s.n[i] = 1
		if !o.fluid[i] {
			continue
		}
		n, linear, quadratic := soakedAt(x[i])
		s.n[i] = n
		inertia := 1 + porousAdded*(1-n)/(1-0.5)
		before := o.now.v[i]
		u := before.plus(s.v[i].plus(before, -1), 1/inertia)
		t := time / inertia
		// |v| (1 + t (a + b |v|)) = |u|, by Newton's method
		speed := u.norm()
		v := speed
		for range 60 {
			v -= (v*(1+t*(linear+quadratic*v)) - speed) / (1 + t*(linear+2*quadratic*v))
		}
		if speed > 0 {
			u = vector{}.plus(u, v/speed)
		}
		s.v[i] = u
		s.opens[i] = -u.dot(soakedSlope) / (n * n)
	}
}

// soakedVariants reach each kernel of flows with porous layers.
var soakedVariants = map[string]func(*sph.Params){
	"dynamic":       func(p *sph.Params) { p.Boundary = sph.Dynamic },
	"dummy":         func(p *sph.Params) { p.Boundary, p.Nu = sph.Dummy, 0.02 },
	"mdbc":          func(p *sph.Params) { p.Boundary, p.Nu = sph.MDBC, 0.02 },
	"lennard-jones": func(p *sph.Params) { p.Boundary = sph.LennardJones },
	"quintic":       func(p *sph.Params) { p.Kernel, p.Boundary = sph.Quintic, sph.MDBC },
	"cubic dummy":   func(p *sph.Params) { p.Kernel, p.Boundary = sph.CubicSpline, sph.Dummy },
	"limiter": func(p *sph.Params) {
		p.Alpha, p.Further.Limiter, p.Further.LimiterFloor = 1, 3, 0.1
	},
	"no diffusion": func(p *sph.Params) { p.Diffusion = sph.NoDiffusion },
}

// A step of a flow through stones whose porosity and drag change from place to place is what the
// equations say.
func TestPorousStepAgainstOracle(t *testing.T) {
	for _, name := range slices.Sorted(maps.Keys(soakedVariants)) {
		t.Run(name, func(t *testing.T) {
			c := corner(1)
			soakedVariants[name](&c.Params)
			c.Params.Dt = 6e-4 // what limits the step is not tested here
			stepsAgainstOracle(t, soaked(c))
		})
	}
}

// An error of one per cent of any term is seen.
func TestOracleSeesPorousErrors(t *testing.T) {
	for name, change := range map[string]func(n *porous.Node, l *porous.Layer){
		"porosity":   func(n *porous.Node, _ *porous.Layer) { n.Porosity *= 1.01 },
		"linear":     func(n *porous.Node, _ *porous.Layer) { n.Linear *= 1.01 },
		"quadratic":  func(n *porous.Node, _ *porous.Layer) { n.Quadratic *= 1.01 },
		"added mass": func(_ *porous.Node, l *porous.Layer) { l.AddedMass = 1.01 * porousAdded },
	} {
		t.Run(name, func(t *testing.T) {
			c := corner(1)
			c.Params.Boundary, c.Params.Dt = sph.Dynamic, 6e-4
			soaked(c)
			for k := range porous.Of(c).At {
				change(&porous.Of(c).At[k], &porous.Of(c).Layers[0])
			}
			porous.Of(c).Fill(c)
			s := start(t, c, Options{System: open(t, 1)})
			o := newOracle(t, s)
			begun := o.now
			o.step()
			p := advance(t, s, 1)
			tolerance := oneStep(c.Params.Boundary)
			if worst := compare(t, s, o, begun, p.Dt); !(worst.worst(tolerance) > 3) {
				t.Errorf("the error is not seen: %+v, tolerated %+v", worst, tolerance)
			}
		})
	}
}

// A flow with porous layers has the same bits on any number of devices, and along periodic axes.
func TestPorousOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy, sph.MDBC} {
		made := func() *sph.Case {
			c := column(0.05)
			c.Params.Boundary = boundary
			return soaked(c)
		}
		plain := func() *sph.Case { c := column(0.05); c.Params.Boundary = boundary; return c }
		if caseOnDevices(t, made) == caseOnDevices(t, plain) {
			t.Error("stones make no difference")
		}
	}
}

// From a checkpoint the same bits follow, with the energy that layers have taken.
func TestPorousResumes(t *testing.T) {
	c := soaked(column(0.05))
	s := start(t, c, Options{System: open(t, 3), Stripe: 100, Balance: &shaker{}})
	goOn(t, s, 60)
	middle, err := s.Checkpoint()
	if err != nil {
		t.Fatal(err)
	}
	want := goOn(t, s, 50)
	first, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Resume(middle, middle.Bounds, &shaker{}); err != nil {
		t.Fatal(err)
	}
	if got := goOn(t, s, 50); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
	again, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Sums) != 1 || again.Sums[0] != first.Sums[0] || !(first.Sums[0] > 0) {
		t.Errorf("the layer has taken %v, and before %v", again.Sums, first.Sums)
	}
}

// Particles by themselves that fall through stones come to the speed at which drag is their weight,
// whatever the step; what they lose is what the layer takes.
func TestPorousTerminalSpeed(t *testing.T) {
	onOneDevice(t)
	const n, a, b = 0.4, 50.0, 2000.0
	for _, dt := range []float64{1e-4, 4e-4} {
		t.Run(fmt.Sprint(dt), func(t *testing.T) {
			c := drifting([3]float32{0.1, 0, 0})
			p := &c.Params
			p.Gravity, p.Dt, c.End = [3]float64{3, 0, 0}, dt, 0.6
			layer := porous.Layer{Name: "stones", Porosity: n}
			layer.SetDrag(a, b)
			soaked(c)
			porous.Of(c).Layers[0] = layer
			for k := range porous.Of(c).At {
				porous.Of(c).At[k] = porous.Node{Porosity: n, Linear: float32(layer.Linear),
					Quadratic: float32(layer.Quadratic), Layer: 1}
			}
			porous.Of(c).Fill(c)
			s := start(t, c, Options{System: open(t, 1)})
			before, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			advance(t, s, 100_000)
			after, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			want := layer.Speed(3/9.81, 9.81)
			if u := n * want; math.Abs(a*u+b*u*u-3) > 1e-9 {
				t.Fatalf("the speed %g is not that at which drag is 3 m/s²", want)
			}
			for i, v := range snap.Velocity {
				if !(math.Abs(float64(v[0])/want-1) < 1e-5) {
					t.Errorf("particle %d has %g m/s, not %g", i, v[0], want)
				}
			}
			lost := p.Balance(&before) - p.Balance(&after)
			if off := after.Sums[0] - before.Sums[0] - lost; !(math.Abs(off) < 0.02*lost) {
				t.Errorf("the fluid has lost %g J, and the layer taken %g", lost,
					after.Sums[0]-before.Sums[0])
			}
		})
	}
}

// What cannot be simulated is refused.
func TestPorousRefused(t *testing.T) {
	for want, change := range map[string]func(c *sph.Case){
		"above 0 and below 1":        func(c *sph.Case) { porous.Of(c).Layers[0].Porosity = 1 },
		"too far apart":              func(c *sph.Case) { porous.Of(c).Layers[0].Porosity = 0.1 },
		"none may be below 0":        func(c *sph.Case) { porous.Of(c).Layers[0].Linear = -1 },
		"an added mass of 20 times":  func(c *sph.Case) { porous.Of(c).Layers[0].AddedMass = 20 },
		"may have 8":                 func(c *sph.Case) { manyLayers(c, 9) },
		"lattice is not complete":    func(c *sph.Case) { porous.Of(c).At = porous.Of(c).At[1:] },
		"use shifting = 0":           func(c *sph.Case) { c.Params.Further.Shifting = 2 },
		"use xsph = 0":               func(c *sph.Case) { c.Params.Further.XSPH = 0.5 },
		"use smagorinsky = 0":        func(c *sph.Case) { c.Params.Further.Smagorinsky = 0.12 },
		"use correction = false":     func(c *sph.Case) { c.Params.Further.Correction = true },
		"use diffusion fourtakas":    func(c *sph.Case) { c.Params.Diffusion = sph.Antuono },
		"several materials, but sum": func(c *sph.Case) { massive(c, 1, 1.1) },
	} {
		c := soaked(column(0.05))
		change(c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
}

// manyLayers gives a case some layers.
func manyLayers(c *sph.Case, n int) {
	for len(porous.Of(c).Layers) < n {
		porous.Of(c).Layers = append(porous.Of(c).Layers, porous.Of(c).Layers[0])
	}
}
