package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// anySurfaces gives the walls of a case without surfaces those of the octant of positive places; to
// what lies in it, a floor half a spacing above.
func anySurfaces(c *sph.Case) {
	if !c.Params.NeedsSurfaces() || c.Particles.Extra["Surface"] != nil {
		return
	}
	values := make([]float32, 4*c.Particles.Len())
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] != sph.Wall {
			continue
		}
		to := vector{max(-x[0], 0), max(-x[1], 0), max(-x[2], 0)}
		n, far := vector{0, 0, 1}, c.Params.DeltaP/2
		if d := to.norm(); d > 0 {
			n, far = vector{}.plus(to, 1/d), d
		}
		for a := range 3 {
			values[4*i+a] = float32(n[a])
		}
		values[4*i+3] = float32(far)
	}
	if c.Particles.Extra == nil {
		c.Particles.Extra = map[string][]float32{}
	}
	c.Particles.Extra["Surface"] = values
}

// fluidGradient is the gradient of density of a particle of fluid, of the fluid around it. What the
// particles around do not say is what gravity makes of it, less the mean acceleration of the walls
// around.
func (o *oracle) fluidGradient(s oracleState, i int) vector {
	pull := vector(o.p.Gravity).plus(o.central(s.x[i]), 1)
	if o.frame != nil {
		pull = o.frame.inertia(s.x[i], vector{}).plus(pull, 1)
	}
	h := vector{}.plus(o.still(pull), o.p.Rho0/(o.p.C0*o.p.C0))
	if o.walls != nil {
		var all float64
		var a vector
		o.near(s, i, false, func(j int, _ vector, r float64) {
			w := -o.dw(r) / r
			all, a = all+w, a.plus(o.wallAccel[j], w)
		})
		if all > 0 {
			h = h.plus(a, -o.p.Rho0/(o.p.C0*o.p.C0)/all)
		}
	}
	var m tensor
	var b vector
	o.near(s, i, true, func(j int, d vector, r float64) {
		w := -o.mass(j) * o.dw(r) / r
		m = m.plus(square(d), w)
		b = b.plus(d, w*(s.rho[i]-s.rho[j]-h.dot(d)))
	})
	trace := m[0][0] + m[1][1] + m[2][2]
	if trace == 0 {
		return h
	}
	m = tensor{}.plus(m, 1/trace)
	dim := float64(o.p.Dim)
	if o.p.Dim == 2 {
		m[1][1] += 0.5
	}
	return m.inverse(0.3/(dim*dim*dim), 0).times(vector{}.plus(b, 1/trace)).plus(h, 1)
}

// withWalls is a state in which walls of boundary mdbc have the densities that the fluid around
// goes on to, in half a step: those of its beginning.
func (o *oracle) withWalls(s oracleState, h stepStage) oracleState {
	if o.p.Boundary != sph.MDBC {
		return s
	}
	to := oracleState{s.x, s.v, append([]float64(nil), s.rho...), s.c, s.n, s.opens}
	if h == corrector {
		for i := range s.x {
			if !o.fluid[i] {
				to.rho[i] = o.wallRho[i]
			}
		}
		return to
	}
	gradients := make([]vector, len(s.x))
	for i := range s.x {
		if o.fluid[i] {
			gradients[i] = o.fluidGradient(s, i)
		}
	}
	for i := range s.x {
		if o.fluid[i] {
			continue
		}
		var all, rho, near float64
		o.near(s, i, true, func(j int, d vector, r float64) {
			w := -o.mass(j) * o.dw(r) / r
			all += w
			near += max(0, 1-math.Pow(r/(0.8*o.p.DeltaP), 2))
			rho += w * (s.rho[j] + gradients[j].dot(d))
		})
		to.rho[i] = o.p.Rho0
		if all > 0 {
			to.rho[i] = max(rho/all, o.p.Rho0) + 0.25*near*o.p.Rho0
		}
	}
	o.wallRho = to.rho
	return to
}

// through is how much of the velocity of fluid at d from wall particle j goes on through the wall's
// surface to it, against the wall's own and the other way, and the height of the fluid over the
// plane there [m].
func (o *oracle) through(j int, d vector, most float64) (part, over float64) {
	surface := o.surfaces[j]
	over = d.dot(surface.normal) - surface.distance
	return surface.distance / max(over, surface.distance/most), over
}

// Both passes, and Forces with them, are what the equations say: with friction and without, with
// walls that move along their faces, and with drops. The tests with all boundaries have the
// kernels, and flows in a plane.
func TestMDBCAgainstOracle(t *testing.T) {
	for name, change := range map[string]func(*sph.Case){
		"slip":     func(c *sph.Case) { c.Params.Further.Slip, c.Params.Nu = true, 0.02 },
		"inviscid": func(c *sph.Case) {},
		"friction": func(c *sph.Case) { c.Params.Nu = 0.02 },
		"moving": func(c *sph.Case) {
			c.Params.Nu = 0.02
			for i, x := range c.Particles.Position {
				if c.Particles.Type[i] == sph.Wall && x[2] < 0 && x[0] > 0 {
					c.Particles.Velocity[i] = [3]float32{0.4, 0.2, 0}
				}
			}
		},
		"limiter": func(c *sph.Case) { limited(sph.MDBC)(&c.Params) },
		"drops": func(c *sph.Case) { // of few particles
			all := c.Particles
			c.Particles = sph.Particles{}
			for i, x := range all.Position {
				if all.Type[i] == sph.Wall || i%13 < 2 {
					c.Particles.Add(x, all.Type[i], 0)
					k := c.Particles.Len() - 1
					c.Particles.RelDensity[k], c.Particles.Velocity[k] = all.RelDensity[i], all.Velocity[i]
				}
			}
		},
	} {
		for _, system := range forms {
			c := corner(3)
			c.Params.Boundary = sph.MDBC
			change(c)
			tolerance := oneStep(sph.MDBC)
			againstOracle(t, c, system(t, 1), tolerance, func(p *sph.Params) { p.Gravity[2] *= 1.3; p.C0 *= 1.005 })
			if t.Failed() {
				t.Fatal(name)
			}
		}
	}
}

// A wall that does not pull does not draw fluid out either: the density of a particle in tension
// that leaves a wall stays, and that of one that comes rises. Otherwise fluid at the waterline of a
// gentle slope, which the wall lets go, becomes ever lighter, and pulls at all that comes near.
func TestWallDoesNotDrawFluidOut(t *testing.T) {
	for _, test := range []struct {
		rel, speed float32
		rises      float64 // sign of the change of the density
	}{
		{-0.01, 0.5, 0}, {-0.01, -0.5, 1}, {0.01, 0.5, -1}, {0.01, -0.5, 1},
	} {
		c := corner(3)
		c.Params.Boundary = sph.MDBC
		c.Params.Gravity = [3]float64{}
		all := c.Particles
		c.Particles = sph.Particles{}
		lone := -1
		for i, x := range all.Position {
			if all.Type[i] == sph.Wall {
				c.Particles.Add(x, sph.Wall, 0)
			} else if lone < 0 && x[2] < 1.5*c.Params.DeltaP && x[0] > 1.5*c.Params.DeltaP {
				lone = c.Particles.Len()
				c.Particles.Add(x, sph.Fluid, 0)
				c.Particles.Velocity[lone][2], c.Particles.RelDensity[lone] = test.speed, test.rel
			}
		}
		for _, system := range forms {
			s := start(t, c, Options{System: system(t, 1)})
			for range 2 {
				if _, err := s.Advance(1); err != nil {
					t.Fatal(err)
				}
			}
			after, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			change := float64(after.Density[lone])/c.Params.Rho0 - 1 - float64(test.rel)
			if math.Abs(change) < 1e-7 {
				change = 0
			}
			if change*test.rises < 0 || (change == 0) != (test.rises == 0) {
				t.Errorf("relative density %g, speed %g m/s: the density changed by %.2g", test.rel, test.speed, change)
			}
		}
	}
}

// Water whose density is linear in the position is extrapolated linearly into walls, where it is
// above that of the surface.
func TestMDBCIsExactForLinear(t *testing.T) {
	withOracle(t)
	o, s := lake(t, 0)
	slope := vector{1, -2, -3}
	for i, x := range s.x {
		s.rho[i] = 1020 + slope.dot(x)
		if !o.fluid[i] {
			s.rho[i] = 1
		}
	}
	to, seen := o.withWalls(s, predictor), 0
	for i, x := range s.x {
		if o.fluid[i] || to.rho[i] == o.p.Rho0 {
			continue
		}
		seen++
		if want := 1020 + slope.dot(x); !(math.Abs(to.rho[i]-want) < 1e-9*want) {
			t.Fatalf("a wall particle at %v has the density %v, not %v", x, to.rho[i], want)
		}
	}
	if seen < 100 {
		t.Errorf("%d walls see water", seen)
	}
}

// lake is water over a floor, with places off a lattice by up to a part of the spacing, and the
// walls in its floor.
func lake(t *testing.T, off float64) (*oracle, oracleState) {
	c := corner(4)
	dp := c.Params.DeltaP
	c.Params.Boundary = sph.MDBC
	c.Particles = sph.Particles{}
	k := 0
	for x := range 13 {
		for y := range 13 {
			for z := -3; z < 7; z++ {
				at, kind := [3]float64{float64(x), float64(y), float64(z)}, sph.Wall
				for a := range at {
					at[a] = (at[a] + 0.5) * dp
					if z >= 0 {
						k++
						at[a] += off * dp * math.Sin(float64(k*k%997)) // uneven
						kind = sph.Fluid
					}
				}
				c.Particles.Add(at, kind, 0)
			}
		}
	}
	c.Params.Min, c.Params.Max = [3]float64{-dp, -dp, -4 * dp}, [3]float64{14 * dp, 14 * dp, 8 * dp}
	o := newOracle(t, start(t, c, Options{System: open(t, 1)}))
	return o, o.now
}

// ghost is what a ghost has that is mirrored at the floor z = 0 (English et al. 2022): density and
// gradient by sums that are exact for what is linear, taken on to the wall particle.
func (o *oracle) ghost(s oracleState, i int) float64 {
	var m [4][4]float64
	var b [4]float64
	at := s.x[i]
	at[2] = -at[2]
	for j := range s.x {
		d := s.x[j].plus(at, -1)
		r := d.norm()
		if !o.fluid[j] || r >= 2*o.p.H {
			continue
		}
		q := r / o.p.H
		w := math.Pow(1-q/2, 4) * (1 + 2*q) * o.norm()
		row := [4]float64{w, 0, 0, 0}
		if r > 0 {
			for a := range 3 {
				row[1+a] = -o.dw(r) / r * d[a]
			}
		}
		base := [4]float64{1, d[0], d[1], d[2]}
		for k := range 4 {
			for l := range 4 {
				m[k][l] += row[k] * base[l]
			}
			b[k] += row[k] * s.rho[j]
		}
	}
	x := solve(m, b)
	return x[0] + x[3]*2*s.x[i][2]
}

// solve is m⁻¹ b, by elimination with pivots.
func solve(m [4][4]float64, b [4]float64) (x [4]float64) {
	for k := range 4 {
		p := k
		for l := k; l < 4; l++ {
			if math.Abs(m[l][k]) > math.Abs(m[p][k]) {
				p = l
			}
		}
		m[k], m[p], b[k], b[p] = m[p], m[k], b[p], b[k]
		for l := k + 1; l < 4; l++ {
			f := m[l][k] / m[k][k]
			for n := k; n < 4; n++ {
				m[l][n] -= f * m[k][n]
			}
			b[l] -= f * b[k]
		}
	}
	for k := 3; k >= 0; k-- {
		x[k] = b[k]
		for n := k + 1; n < 4; n++ {
			x[k] -= m[k][n] * x[n]
		}
		x[k] /= m[k][k]
	}
	return x
}

// In the two layers that water at rest is in reach of, walls are as near to a density that bends as
// mirrored ghosts are, and noise in it comes to as little.
func TestMDBCAgainstGhosts(t *testing.T) {
	withOracle(t)
	for _, test := range []struct {
		name   string
		off    float64
		noise  float64
		atMost float64 // of the error of ghosts
	}{{"even", 0, 0, 1.5}, {"uneven", 0.1, 0, 1.5}, {"noise", 0.1, 1, 1.5}} {
		o, s := lake(t, test.off)
		length := 10 * o.p.DeltaP
		field := func(x vector) float64 {
			return 1050 + 10*math.Cos(2*math.Pi*x[0]/(2*length))*math.Cosh(math.Pi*(x[2]-length/2)/length)
		}
		for i, x := range s.x {
			s.rho[i] = field(x)
			if o.fluid[i] {
				s.rho[i] += test.noise * math.Sin(float64(i*i%991))
			}
		}
		to := o.withWalls(s, predictor)
		for layer := 1; layer <= 2; layer++ {
			var own, ghosts, n float64
			for i, x := range s.x {
				if !o.fluid[i] && math.Abs(x[2]+(float64(layer)-0.5)*o.p.DeltaP) < 1e-3*o.p.DeltaP && min(x[0], x[1]) > 4*o.p.DeltaP && max(x[0], x[1]) < 9*o.p.DeltaP {
					own += math.Pow(to.rho[i]-field(x), 2)
					ghosts += math.Pow(o.ghost(s, i)-field(x), 2)
					n++
				}
			}
			own, ghosts = math.Sqrt(own/n), math.Sqrt(ghosts/n)
			t.Logf("%s, layer %d: %.3f kg/m³ off, ghosts %.3f, of %g particles", test.name, layer, own, ghosts, n)
			if !(n > 9 && own < test.atMost*ghosts) {
				t.Errorf("%s, layer %d: %.3g kg/m³ off, ghosts %.3g", test.name, layer, own, ghosts)
			}
		}
	}
}

// Walls of mdbc are the same on any number of devices, wherever slices go and however neighbours
// exchange; whether water slips makes a difference.
func TestMDBCOnDevices(t *testing.T) {
	seen := map[string]bool{}
	for _, slip := range []bool{false, true} {
		seen[caseOnDevices(t, func() *sph.Case {
			c := withSurfaces(column(0.05))
			c.Params.Boundary, c.Params.Further.Slip, c.Params.Further.Surfaces, c.Params.Nu = sph.MDBC, slip, true, 1e-3
			return c
		})] = true
	}
	if len(seen) < 2 {
		t.Error("slip makes no difference")
	}
}
