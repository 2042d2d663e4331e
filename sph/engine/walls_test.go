package engine

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gpusph/sph"
)

// alongY gives the walls of corner velocities along y, which is along both of its faces.
func alongY(c *sph.Case) *sph.Case {
	random := rand.New(rand.NewPCG(3, 3))
	for i, kind := range c.Particles.Type {
		if kind == sph.Wall {
			c.Particles.Velocity[i][1] = 2*random.Float32() - 1
		}
	}
	return c
}

// alongX lets a floor move.
func alongX(c *sph.Case, speed float32) *sph.Case {
	for i, x := range c.Particles.Position {
		if c.Particles.Type[i] == sph.Wall && x[2] < 0 && x[0] >= 0 {
			c.Particles.Velocity[i][0] = speed
		}
	}
	return c
}

// A step beside walls that move is what the equations say, and 1 % more of a wall's velocity is
// seen.
func TestMovingWallsAgainstOracle(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic} {
		for name, create := range map[string]func() *sph.Case{
			"space": func() *sph.Case { return alongY(corner(1)) }, "plane": func() *sph.Case { return alongX(flat(1), 1) },
		} {
			for form, system := range forms {
				c := create()
				c.Params.Boundary, c.Params.Nu = boundary, 0.1
				s := start(t, c, Options{System: system(t, 1)})
				o := newOracle(t, s)
				begun := o.now
				o.step()
				dt := advance(t, s, 1).Dt
				if d := compare(t, s, o, begun, dt); !(d.worst(oneStep(boundary)) < 1) {
					t.Errorf("%v, %s, %s: %+v", boundary, name, form, d)
				}
				o = newOracle(t, s)
				for i, fluid := range o.fluid {
					if !fluid {
						o.now.v[i] = o.now.v[i].plus(o.now.v[i], 0.01)
					}
				}
				o.step()
				d := compare(t, s, o, begun, dt)
				d.wallVelocity = 0
				if !(d.worst(oneStep(boundary)) > 3) {
					t.Errorf("%v, %s, %s: another velocity is not seen: %+v", boundary, name, form, d)
				}
			}
		}
	}
}

// Walls that move drag the same on any number of devices.
func TestMovingWallsOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic} {
		caseOnDevices(t, func() *sph.Case {
			c := column(0.05)
			c.Params.Boundary, c.Params.Nu = boundary, 0.01
			return alongX(c, 1)
		})
	}
}

// Where the velocity is linear over a wall, and at the wall that of the wall, nothing is
// accelerated, in whichever layer it is.
func TestLinearShearOverMovingWall(t *testing.T) {
	const dp, speed, shear = 0.02, 0.5, 30
	for _, dim := range []int{2, 3} {
		for kernel := range sph.Kernel(len(sph.Kernels)) {
			c := &sph.Case{Name: "shear", Params: sph.Defaults(dp), End: 1}
			p := &c.Params
			p.Dim, p.Kernel, p.Gravity, p.Alpha, p.Diffusion, p.Nu, p.Dt = dim, kernel, [3]float64{}, 0, sph.NoDiffusion, 0.01, 1e-7
			p.Mass = p.Rho0 * p.Volume(dp)
			n := int(p.Support()/dp) + 1
			across := n
			if dim == 2 {
				across = 0
			}
			var column []int // in the middle, from the wall on
			for x := -n; x <= n; x++ {
				for y := -across; y <= across; y++ {
					for z := -n; z < 2*n; z++ {
						at, v, kind := [3]float64{float64(x) * dp, float64(y) * dp, (float64(z) + 0.5) * dp}, speed, sph.Wall
						if z >= 0 {
							v, kind = speed+shear*at[2], sph.Fluid
						}
						if x == 0 && y == 0 && z >= 0 && z < n {
							column = append(column, c.Particles.Len())
						}
						c.Particles.Add(at, kind, 0)
						c.Particles.Velocity[c.Particles.Len()-1][0] = float32(v)
					}
				}
			}
			for a := range 3 {
				p.Min[a], p.Max[a] = -float64(n+1)*dp, 2*float64(n+1)*dp
			}
			s := start(t, c, Options{System: open(t, 1)})
			dt := advance(t, s, 1).Dt
			all := held(t, s)
			for layer, id := range column {
				a := float64(all[uint32(id)].Vel[0]-c.Particles.Velocity[id][0]) / dt
				if math.Abs(a) > 0.01*p.Nu*shear/dp {
					t.Errorf("%d dimensions, %v: layer %d is accelerated by %.2g ν du/dz / Δp", dim, kernel, layer, a*dp/(p.Nu*shear))
				}
			}
		}
	}
}

// Walls whose movement has no effect, or cannot be, are refused.
func TestMovingWallsRefused(t *testing.T) {
	move := func(c *sph.Case, near [3]float64, v [3]float32) { // a wall particle
		for i, x := range c.Particles.Position {
			if sph.Norm([3]float64{x[0] - near[0], x[1] - near[1], x[2] - near[2]}) < 0.03 && c.Particles.Type[i] == sph.Wall {
				c.Particles.Velocity[i] = v
				return
			}
		}
		t.Fatalf("there is no wall at %v", near)
	}
	for want, change := range map[string]func(*sph.Case){
		"nu 1e-6":            func(c *sph.Case) { c.Params.Nu = 0 },
		"boundary dummy":     func(c *sph.Case) { c.Params.Boundary, c.Params.LJForce = sph.LennardJones, 1 },
		"across its face":    func(c *sph.Case) { move(c, [3]float64{0.1, 0.2, -0.02}, [3]float32{0.5, 0, 0.2}) },
		"to or from the":     func(c *sph.Case) { move(c, [3]float64{-0.02, 0.2, 0.1}, [3]float32{-1, 0, 0}) },
		"velocity 1 along y": func(c *sph.Case) { *c = *inPlane(c, 0.12); c.Particles.Velocity[0][1] = 1 },
	} {
		c := alongX(column(0.04), 1)
		c.Params.Nu = 0.01
		if err := c.Check(); err != nil {
			t.Fatal(err)
		}
		change(c)
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one that says %q", err, want)
		}
	}
}
