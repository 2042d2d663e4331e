package engine

import (
	"testing"

	"gpusph/sph"
	"gpusph/sph/motion"
)

// floorVelocity is that of a floor [m/s].
var floorVelocity = vector{0.7, -0.4, -0.3}

// dragged is a particle of fluid over a floor of two bodies without pressure or weight, and its
// velocity and those of the floor's particles. If the first body shifts, the other is at rest.
func dragged(shifts bool) *sph.Case {
	const dp = 0.04
	c := &sph.Case{Name: "dragged", Params: sph.Defaults(dp), End: 0.01}
	p := &c.Params
	p.Boundary, p.Gravity, p.Nu, p.Mass = sph.Dummy, [3]float64{}, 0.1, p.Rho0*dp*dp*dp
	p.Min, p.Max = [3]float64{-0.8, -0.8, -0.8}, [3]float64{1.2, 1.2, 0.4}
	for k := range 2 {
		c.Bodies = append(c.Bodies, sph.Body{Name: string(rune('a' + k)),
			Centre: [3]float64{float64(k) * dp, 3 * dp, -2 * dp}})
	}
	if shifts {
		at := [][3]float64{{}, floorVelocity}
		c.Bodies[0].Motion = (&motion.Table{Times: []float64{0, 1}, Displacements: at,
			Velocities: [][3]float64{floorVelocity, floorVelocity}}).Rigid()
	}
	for k := range 9 * 9 * 3 {
		x, y, z := k%9, k/9%9, k/81
		body := uint8(1)
		if x+y > 8 {
			body = 2
		}
		c.Particles.Add([3]float64{(float64(x) + 0.5) * dp, (float64(y) + 0.5) * dp,
			-(float64(z) + 0.5) * dp}, sph.Wall, body)
		var v [3]float32
		for a := range v {
			if !shifts && a < 2 { // walls that stay where they are have velocities along their face
				v[a] = float32(floorVelocity[a]) + 0.1*float32((k*(k+a))%7)
			}
		}
		c.Particles.Velocity[k] = v
	}
	c.Particles.Add([3]float64{4.5 * dp, 4.5 * dp, 0.6 * dp}, sph.Fluid, 0)
	c.Particles.Velocity[9*9*3] = [3]float32{-0.2, 0.3, 2}
	return c
}

// Fluid at the height z over a flat wall is dragged by 2 ν |Σ w r|/z times its velocity against the
// wall's, which is the mean with the weights w r², w = -r⁻¹ dW/dr V. Each wall particle has its
// part of the reaction, by its own velocity, and each body has the forces and moments of its own.
func TestDragOnEachBody(t *testing.T) {
	for _, shifts := range []bool{false, true} {
		c := dragged(shifts)
		s := start(t, c, Options{System: open(t, 1)})
		m, err := s.Sample()
		if err != nil {
			t.Fatal(err)
		}
		o := newOracle(t, s)
		i := len(o.fluid) - 1
		for j := range i {
			if shifts && c.Particles.Body[j] == 1 {
				o.now.v[j] = floorVelocity
			}
		}
		height := o.now.x[i][2]
		var away vector
		var all float64
		weight := func(d vector, r float64) float64 { return -o.dw(r) / r * o.p.Mass / o.p.Rho0 }
		o.near(o.now, i, false, func(_ int, d vector, r float64) {
			away, all = away.plus(d, weight(d, r)), all+weight(d, r)*r*r
		})
		drag := o.p.Mass * 2 * o.p.Nu / o.onLattice() * away.norm() / height / all
		var force, moment [2]vector
		o.near(o.now, i, false, func(j int, d vector, r float64) {
			body := c.Particles.Body[j] - 1
			f := vector{}.plus(o.now.v[i].plus(o.now.v[j], -1), drag*weight(d, r)*r*r)
			force[body] = force[body].plus(f, 1)
			moment[body] = moment[body].plus(o.now.x[j].plus(c.Bodies[body].Centre, -1).cross(f), 1)
		})
		for body := range force {
			if off := force[body].plus(m.Force[body], -1).norm(); !(off < 1e-5*force[body].norm()) {
				t.Errorf("shifts %t: the force on %s is %v N, want %v N", shifts, c.Bodies[body].Name,
					m.Force[body], force[body])
			}
			if off := moment[body].plus(m.Moment[body], -1).norm(); !(off < 1e-5*moment[body].norm()) {
				t.Errorf("shifts %t: the moment on %s is %v N m, want %v N m", shifts, c.Bodies[body].Name,
					m.Moment[body], moment[body])
			}
		}
	}
}
