package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// quadratic is a cube or a square of fluid on a lattice, without walls and gravity, whose velocity
// is along (b·r)²/2 [m/s], where r is the distance to the particle in its centre, of which it also
// tells the id. There laminar viscosity is ν ∇²v = ν along, and ν ∇(∇·v) = ν b (b·along), if |b| is
// 1.
func quadratic(change func(*sph.Params), along, b vector) (c *sph.Case, centre uint32) {
	const dp = 0.02
	c = &sph.Case{Name: "quadratic", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	p.Gravity = [3]float64{}
	p.Alpha, p.Diffusion, p.Nu, p.Dt = 0, sph.NoDiffusion, 0.01, 1e-8 // too short for pressure
	change(p)
	p.Mass = p.Rho0 * p.Volume(dp)
	n := int(p.Support()/dp) + 1
	for i := range 3 {
		p.Min[i], p.Max[i] = -float64(n+1)*dp, float64(n+1)*dp
	}
	across := n
	if p.Dim == 2 {
		across = 0
	}
	for x := -n; x <= n; x++ {
		for y := -across; y <= across; y++ {
			for z := -n; z <= n; z++ {
				at := vector{float64(x) * dp, float64(y) * dp, float64(z) * dp}
				v := vector{}.plus(along, b.dot(at)*b.dot(at)/2)
				if at == (vector{}) {
					centre = uint32(c.Particles.Len())
				}
				c.Particles.Add(at, sph.Fluid, 0)
				c.Particles.Velocity[c.Particles.Len()-1] = [3]float32{float32(v[0]), float32(v[1]), float32(v[2])}
			}
		}
	}
	return c, centre
}

// Laminar viscosity is ν (∇²v + f ∇(∇·v)) with f = 0 for Morris, on a lattice, and 2 for Monaghan
// and Gingold, in the mean of all directions of the lattice, but for the sum in place of an
// integral and for 0.01 h². A fourth-rank tensor of a cubic lattice has two such means: one along
// its axes, and one along diagonals of faces. Those of a square one weigh alike.
func TestLaminarIsViscosity(t *testing.T) {
	onOneDevice(t)
	s := math.Sqrt(0.5)
	for _, test := range []struct {
		name    string
		dim     int
		b       [2]vector // along an axis and along a diagonal
		along   [2]vector
		weights [2]float64
		want    [2]float64 // of Morris, and of Monaghan and Gingold
	}{
		{"shear", 3, [2]vector{{1, 0, 0}, {s, s, 0}}, [2]vector{{0, 1, 0}, {s, -s, 0}}, [2]float64{0.6, 0.4}, [2]float64{1, 1}},
		{"compression", 3, [2]vector{{1, 0, 0}, {s, s, 0}}, [2]vector{{1, 0, 0}, {s, s, 0}}, [2]float64{0.2, 0.8}, [2]float64{1, 3}},
		{"shear in a plane", 2, [2]vector{{1, 0, 0}, {s, 0, s}}, [2]vector{{0, 0, 1}, {s, 0, -s}}, [2]float64{0.5, 0.5}, [2]float64{1, 1}},
		{"compression in a plane", 2, [2]vector{{1, 0, 0}, {s, 0, s}}, [2]vector{{1, 0, 0}, {s, 0, s}}, [2]float64{0.5, 0.5}, [2]float64{1, 3}},
	} {
		for laminar := range sph.Laminar(len(sph.Laminars)) {
			for _, of := range []struct {
				kernel  sph.Kernel
				hFactor float64
			}{{sph.Wendland, 1.3}, {sph.Wendland, 2}, {sph.CubicSpline, 2}, {sph.Quintic, 1.3}} {
				var viscosity [2]float64 // over ν
				for k := range 2 {
					c, centre := quadratic(func(p *sph.Params) {
						p.Dim, p.Kernel, p.H, p.Laminar = test.dim, of.kernel, of.hFactor*p.DeltaP, laminar
					}, test.along[k], test.b[k])
					s := start(t, c, Options{System: open(t, 1)})
					dt := advance(t, s, 1).Dt
					v := held(t, s)[centre].Vel
					viscosity[k] = vector{float64(v[0]), float64(v[1]), float64(v[2])}.dot(test.along[k]) / (c.Params.Nu * dt)
				}
				mean := viscosity[0]*test.weights[0] + viscosity[1]*test.weights[1]
				t.Logf("%s, %v, %v, h/Δp %g: %.3f along axes, %.3f along diagonals, %.3f in the mean", test.name, laminar, of.kernel, of.hFactor, viscosity[0], viscosity[1], mean)
				tolerance := map[sph.Laminar]float64{sph.Morris: 0.001, sph.MonaghanGingold: 0.02}[laminar]
				if want := test.want[laminar]; math.Abs(mean-want) > tolerance*want {
					t.Errorf("%s, %v, %v, h/Δp %g: %.3f ν, want %g ν", test.name, laminar, of.kernel, of.hFactor, mean, want)
				}
			}
		}
	}
}

// Monaghan and Gingold's viscosity is along the line between two particles, so fluid by itself
// keeps its angular momentum, but for rounding. Morris's does not.
func TestLaminarAndAngularMomentum(t *testing.T) {
	onOneDevice(t)
	of := func(s *Simulation) (sum vector) {
		for _, q := range held(t, s) {
			sum = sum.plus(vector(s.grid.Position(q.Pos)).cross(vector{float64(q.Vel[0]), float64(q.Vel[1]), float64(q.Vel[2])}), 1)
		}
		return sum
	}
	for laminar, kept := range map[sph.Laminar]bool{sph.Morris: false, sph.MonaghanGingold: true} {
		c := blob(8)
		c.Params.Alpha, c.Params.Nu, c.Params.Laminar = 0, 0.05, laminar
		s := start(t, c, Options{System: open(t, 1)})
		before := of(s)
		advance(t, s, 100)
		change := of(s).plus(before, -1).norm() / before.norm()
		t.Logf("%v: angular momentum changes by %.1e of itself", laminar, change)
		if kept != (change < 1e-5) {
			t.Errorf("%v: angular momentum changes by %.2g of itself", laminar, change)
		}
	}
}
