package engine

import (
	"math"
	"testing"

	"gpusph/features/flexible"
	"gpusph/sph"
)

// yielding is a post of rubber in water that comes against it, held at its foot.
func yielding(boundary sph.Boundary) *sph.Case {
	c := stirred(boundary)
	b := &c.Bodies[0]
	b.Motion.Links = nil
	part := flexible.Part{Name: "post", Body: 1, Material: flexible.Material{Young: 2e5, Poisson: 0.3,
		Density: 1100, Damping: 1e-4, Hourglass: flexible.UsualHourglass},
		Tips: []flexible.Tip{{Name: "top", At: [3]float64{0.6, 0.2, 1}}}}
	var points []flexible.Point
	for i, x := range c.Particles.Position {
		if c.Particles.Body[i] != 1 {
			continue
		}
		p := flexible.Point{At: x, ID: i, Clamp: -1}
		if x[2] < 0.1 {
			p.Clamp = 0
		}
		points = append(points, p)
	}
	anySurfaces(c)
	part.Volume = float64(len(points)) * math.Pow(c.Params.DeltaP, 3)
	if err := flexible.Give(c, []flexible.Part{part}, points); err != nil {
		panic(err)
	}
	return c
}

// Flexible parts have the same bits on any number of devices, however these exchange, and make a
// difference, with a predictor that has no forces of its own too.
func TestFlexibleOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.MDBC, sph.Dynamic} {
		for _, steps := range []func(p *sph.Params){func(*sph.Params) {}, verlet} {
			with := caseOnDevices(t, func() *sph.Case {
				c := yielding(boundary)
				steps(&c.Params)
				return c
			})
			stiff := caseOnDevices(t, func() *sph.Case {
				c := yielding(boundary)
				steps(&c.Params)
				flexible.Of(c).Parts[0].Young *= 1.01
				return c
			})
			if with == stiff {
				t.Errorf("%v: Young's modulus makes no difference", boundary)
			}
		}
	}
}

// From a checkpoint flexible parts go on with the same bits, on other devices too.
func TestFlexibleResume(t *testing.T) {
	resumes(t, func() *sph.Case { return yielding(sph.MDBC) })
}

// What the fluid loses of its momentum a part that nothing holds gains.
func TestFlexibleMomentum(t *testing.T) {
	for _, steps := range []func(p *sph.Params){func(*sph.Params) {}, verlet} {
		c := yielding(sph.MDBC)
		steps(&c.Params)
		c.Params.Gravity = triple{}
		q, ids := sph.Particles{}, map[int]int{}
		for i, x := range c.Particles.Position {
			if c.Particles.Type[i] == sph.Wall && c.Particles.Body[i] == 0 {
				continue // no tank
			}
			ids[i] = q.Len()
			q.Add(x, c.Particles.Type[i], c.Particles.Body[i])
			if c.Particles.Type[i] == sph.Fluid {
				q.Velocity[q.Len()-1] = [3]float32{-1, 0.3, 0}
			}
		}
		of := flexible.Of(c)
		points := append([]flexible.Point(nil), of.Structure().Points...)
		for i := range points {
			points[i].ID, points[i].Clamp, points[i].Near = ids[points[i].ID], -1, nil
		}
		c.Particles = q
		anySurfaces(c)
		if err := flexible.Give(c, of.Parts, points); err != nil {
			t.Fatal(err)
		}
		s := start(t, c, Options{System: open(t, 2), Stripe: 500})
		momenta := func() (of [2]triple) {
			for id, p := range held(t, s) {
				k, mass := 0, c.Params.Mass
				if c.Particles.Type[id] == sph.Wall {
					k, mass = 1, 1100*math.Pow(c.Params.DeltaP, 3)
				}
				for a := range 3 {
					of[k][a] += mass * float64(p.Vel[a])
				}
			}
			return of
		}
		before := momenta()
		advance(t, s, 60)
		after := momenta()
		if math.Abs(after[1][0]) < 0.01*math.Abs(before[0][0]) {
			t.Errorf("the part has %v of %v: the test shows nothing", after[1], before[0])
		}
		for a := range 3 {
			sum := after[0][a] + after[1][a] - before[0][a]
			if math.Abs(sum) > 3e-6*math.Abs(before[0][0]) {
				t.Errorf("momentum %d changes by %g of %v, the part has %v", a, sum, before[0], after[1])
			}
		}
	}
}
