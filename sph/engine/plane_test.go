package engine

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gpusph/sph"
)

// inPlane is what a case has between y and y + Δp, in two dimensions.
func inPlane(c *sph.Case, y float64) *sph.Case {
	p, all := &c.Params, c.Particles
	plane := y + p.DeltaP/2
	p.Dim, p.Gravity[1] = 2, 0
	p.Mass = p.Rho0 * p.DeltaP * p.DeltaP
	p.Min[1], p.Max[1] = plane-p.H/2, plane+p.H/2
	c.Particles = sph.Particles{}
	for i, x := range all.Position {
		if x[1] < y || x[1] >= y+p.DeltaP {
			continue
		}
		x[1] = plane
		c.Particles.Add(x, all.Type[i], all.Body[i])
		last := c.Particles.Len() - 1
		v := all.Velocity[i]
		c.Particles.Velocity[last], c.Particles.RelDensity[last] = [3]float32{v[0], 0, v[2]}, all.RelDensity[i]
	}
	for i := range c.Probes {
		c.Probes[i].Position[1] = plane
	}
	for i := range c.Gauges {
		c.Gauges[i].Y = plane
	}
	for i := range c.Bodies {
		c.Bodies[i].Centre[1] = plane
	}
	return c
}

// flat is corner in two dimensions.
func flat(seed uint64) *sph.Case { return inPlane(corner(seed), 3*0.04) }

// In both numbers of dimensions the integral of W is 1, and that of r·(-∇W) their number.
func TestKernelsAreNormal(t *testing.T) {
	for _, dim := range []int{2, 3} {
		for kernel := range sph.Kernel(len(sph.Kernels)) {
			p := sph.Defaults(0.01)
			p.Dim, p.Kernel, p.Mass = dim, kernel, 1
			whole, slope, scale := 0.0, 0.0, float64(physicsOf(&p, 1).AccelScale)
			const n = 1000
			for k := range n {
				q := (float64(k) + 0.5) / n * kernel.Radius()
				r := q * p.H
				ring := 2 * math.Pi * r * p.Support() / n
				if dim == 3 {
					ring *= 2 * r
				}
				whole += p.WeightAtZero() * p.Weight(r) * ring
				slope += scale * p.Slope(r) * r * r * ring
			}
			if math.Abs(whole-1) > 1e-5 {
				t.Errorf("%v in %d dimensions: the integral of W is %g", kernel, dim, whole)
			}
			if math.Abs(slope-float64(dim)) > 1e-5 {
				t.Errorf("%v in %d dimensions: the integral of the slope is %g", kernel, dim, slope)
			}
		}
	}
}

// A step in two dimensions is what the equations say, with each kernel and kind of walls.
func TestPlaneAgainstOracle(t *testing.T) {
	all := variants()
	all["alpha 2"] = func(p *sph.Params) { p.Alpha = 2 } // which limits the time step
	for _, name := range slices.Sorted(maps.Keys(all)) {
		t.Run(name, func(t *testing.T) {
			c := flat(1)
			all[name](&c.Params)
			stepsAgainstOracle(t, c)
		})
	}
}

// So is one with passes.
func TestPassesInPlaneAgainstOracle(t *testing.T) {
	for name, test := range map[string]struct{ change, other func(p *sph.Params) }{
		"xsph":       {func(p *sph.Params) { p.Further.XSPH = 0.5 }, func(p *sph.Params) { p.Further.XSPH = 0.505 }},
		"shifting":   {func(p *sph.Params) { p.Further.Shifting = 2 }, func(p *sph.Params) { p.Further.Shifting = 2.2 }},
		"turbulence": {func(p *sph.Params) { p.Further.Smagorinsky = 2 }, func(p *sph.Params) { p.Further.Smagorinsky = 2.02 }},
		"correction": {func(p *sph.Params) { p.Further.Correction = true }, func(p *sph.Params) { p.Further.Correction = false }},
		"antuono":    {func(p *sph.Params) { p.Diffusion, p.Xi = sph.Antuono, 0.5 }, func(p *sph.Params) { p.Xi = 0.505 }},
	} {
		for kernel := range sph.Kernel(len(sph.Kernels)) {
			t.Run(fmt.Sprintf("%s, %v", name, kernel), func(t *testing.T) {
				c := flat(4) // where no particle is on a face: see oneStep
				c.Params.Kernel = kernel
				test.change(&c.Params)
				tolerance := oneStep(c.Params.Boundary)
				tolerance.quanta = 6 // as in three dimensions
				againstOracle(t, c, open(t, 1), tolerance, test.other)
			})
		}
	}
}

// The same bits on any number of devices, along both axes of the plane. Nothing leaves it.
func TestPlaneOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy, sph.LennardJones, sph.MDBC} {
		hashes := map[string]bool{}
		for _, change := range []func(p *sph.Params){
			func(p *sph.Params) {},
			func(p *sph.Params) { p.SplitAxis = 2 },
			func(p *sph.Params) { p.Further = sph.ExtraParams{Shifting: 2, XSPH: 0.5, Smagorinsky: 0.12} },
		} {
			hashes[caseOnDevices(t, func() *sph.Case {
				c := inPlane(column(0.02), 0.2)
				c.Params.Boundary, c.Params.LJForce = boundary, 5*9.81*0.4
				change(&c.Params)
				return c
			})] = true
		}
		if len(hashes) < 2 {
			t.Errorf("%v: passes make no difference", boundary)
		}
	}
}

// Nothing leaves the plane, not by a bit.
func TestPlaneIsKept(t *testing.T) {
	c := inPlane(column(0.02), 0.2)
	for i := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Fluid {
			c.Particles.Position[i][0] += 0.13 // to the post
		}
	}
	c.Params.Further = sph.ExtraParams{Shifting: 2, XSPH: 0.5, Smagorinsky: 0.12}
	c.Params.Nu = 1e-3
	s := start(t, c, Options{System: open(t, 1)})
	y := s.grid.Fixed(c.Particles.Position[0])[1]
	advance(t, s, 100)
	for id, p := range held(t, s) {
		if p.Pos[1] != y || p.Vel[1] != 0 {
			t.Fatalf("particle %d is at %d and moves at %g m/s along y; the plane is at %d", id, p.Pos[1], p.Vel[1], y)
		}
	}
	m, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	if m.Force[0][0] == 0 || m.Force[0][1] != 0 {
		t.Errorf("the force on the post is %v N/m", m.Force[0])
	}
}

// What would leave the plane is refused.
func TestPlaneRefuses(t *testing.T) {
	for _, test := range []struct {
		change func(*sph.Case)
		want   string
	}{
		{func(c *sph.Case) { c.Params.SplitAxis = 1 }, "split-axis is y"},
		{func(c *sph.Case) { c.Params.Gravity[1] = 1 }, "gravity is 1 along y"},
		{func(c *sph.Case) { c.Gravity = sph.GravityTable{Interval: 1, Values: [][3]float64{{}, {0, 2, 0}}} }, "gravity is 2 along y"},
		{func(c *sph.Case) {
			c.RotatingFrame = sph.RotatingFrame{Axis: [3]float64{0, 1, 1}, Interval: 1, Angles: make([]float64, 3)}
		}, "turns about the axis [0 1 1]"},
		{func(c *sph.Case) { c.Particles.Position[3][1] += 0.001 }, "particle 3 is at 0.21"},
		{func(c *sph.Case) { c.Particles.Velocity[3][1] = 1 }, "particle 3 has the velocity 1 along y"},
		{func(c *sph.Case) { c.Probes[0].Position[1] = 0.2 }, "probe foot is at 0.2 along y"},
		{func(c *sph.Case) { c.Gauges[0].Y = 0.2 }, "gauge middle is at 0.2 along y"},
		{func(c *sph.Case) { c.Bodies[0].Centre[1] = 0.2 }, "the centre of post is at 0.2 along y"},
	} {
		c := inPlane(column(0.02), 0.2)
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		test.change(c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("want %q, got %v", test.want, err)
		}
	}
}
