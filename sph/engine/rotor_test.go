package engine

import (
	"fmt"
	"math"
	"testing"

	"gpusph/sph"
	"gpusph/sph/motion"
)

// stirrer turns the post of stirred about an axis beside it that swings along x.
func stirrer(boundary sph.Boundary) *sph.Case {
	c := stirred(boundary)
	var m motion.Rigid
	m.Add(motion.Link{Axis: [3]float64{1, 0, 0}, Law: motion.Sinusoid(0.02, 4, 0.25, motion.During{Finish: motion.Never, Ramp: 0.05})})
	m.Add(motion.Link{Turns: true, Axis: [3]float64{0, 0, 1}, At: [3]float64{0.61, 0.19, 0}, Law: motion.Steady(4, 0, motion.During{Finish: motion.Never})})
	c.Bodies[0].Motion = m
	return c
}

// A body that turns is where its motion says, within two quanta, after hundreds of steps and tens
// of lists, and has that velocity.
func TestTurningBodyIsWhereItShouldBe(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC, sph.LennardJones} {
		c := stirrer(boundary)
		c.Params.LJForce = 5 * 9.81 * 0.4
		s := start(t, c, Options{System: open(t, 2), Stripe: 500, Balance: &shaker{}})
		before := held(t, s)
		advance(t, s, 401)
		pose := c.Bodies[0].Motion.Pose(s.clock.Time, [3]float64{0.61, 0.19, 0})
		moved := 0.0
		for id, p := range held(t, s) {
			if c.Particles.Type[id] == sph.Fluid {
				continue
			}
			x := s.grid.Position(before[id].Pos)
			var by, v [3]float64
			if c.BodyMoves(int(id)) {
				by = pose.Displacement(x)
				_, v, _ = pose.Point(x)
			}
			moved = max(moved, sph.Norm(by))
			for a := range 3 {
				if d := math.Abs(float64(p.Vel[a]) - v[a]); d > 1e-5 {
					t.Fatalf("%v: the velocity of particle %d is %v m/s, want %v m/s", boundary, id, p.Vel, v)
				}
				if off := float64(p.Pos[a]-before[id].Pos[a]) - by[a]/s.grid.Quantum; math.Abs(off) > 2 {
					t.Fatalf("%v: particle %d is off by %g quanta along %v", boundary, id, off, sph.Axis(a))
				}
			}
		}
		if moved < 0.05 {
			t.Errorf("it has moved by %g m only", moved)
		}
	}
}

// The same bits on any number of devices, with slices that move.
func TestTurningBodyOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC} {
		caseOnDevices(t, func() *sph.Case {
			c := stirrer(boundary)
			c.Params.Nu, c.Params.SplitAxis = 0.01, 0
			return c
		})
	}
}

// No pair is missed beside a body that turns.
func TestNoPairIsMissedByTurn(t *testing.T) {
	onOneDevice(t)
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC} {
		if used := pairsMissed(t, narrow(stirrer(boundary)), 60); used < 0.5 {
			t.Errorf("%v: no more than %.0f %% of the skin was used: the test shows nothing", boundary, 100*used)
		}
	}
}

// swinging lets the wall at the side of corner swing about an oblique hinge that slides.
func swinging(c *sph.Case) *sph.Case {
	c = coming(c)
	var m motion.Rigid
	m.Add(motion.Link{Axis: [3]float64{0, 0, 1}, Law: motion.Steady(0.2, 0, motion.During{Finish: motion.Never})})
	m.Add(motion.Link{Turns: true, Axis: [3]float64{0, 0.8, 0.6}, At: [3]float64{-0.06, 0.1, -0.05}, Law: motion.Sinusoid(0.012, 3.2, 0.6, motion.During{Finish: motion.Never})})
	c.Bodies[0].Motion = m
	return c
}

// Steps beside a body that turns are what the equations say. One with 1 % more of its velocity, or
// of its acceleration beside dummy walls, is seen.
func TestTurningBodyAgainstOracle(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC} {
		for _, nu := range []float64{0, 0.02} {
			t.Run(fmt.Sprintf("%v %g", boundary, nu), func(t *testing.T) {
				var right, fast, strong, still *oracle
				sims := map[string]*Simulation{}
				var begun oracleState
				for form, system := range forms {
					c := swinging(corner(1))
					c.Params.Boundary, c.Params.Nu = boundary, nu
					c.Params.Further.Scheme = sph.PredictorCorrector
					s := start(t, c, Options{System: system(t, 1)})
					right, fast, strong = movedOracle(t, s, 1, 1), movedOracle(t, s, 1.01, 1), movedOracle(t, s, 1, 1.05)
					still = movedOracle(t, s, 1, 1)
					still.turned = nil
					sims[form], begun = s, right.now
				}
				for k, tolerance := range []disagreement{oneStep(boundary), afterManySteps} {
					steps := 1 + 18*k
					for range steps {
						right.step()
						fast.step()
						switch boundary {
						case sph.Dummy:
							strong.step()
						case sph.MDBC:
							still.step()
						}
					}
					for form, s := range sims {
						dt := advance(t, s, steps).Dt
						if d := compare(t, s, right, begun, dt); !(d.worst(tolerance) < 1) {
							t.Errorf("%s, after %d steps: %+v", form, right.steps, d)
						}
						if k == 0 {
							continue
						}
						d := compare(t, s, fast, begun, dt)
						d.wallVelocity = 0
						if !(d.worst(afterManySteps) > 2) {
							t.Errorf("%s: another velocity is not seen: %+v", form, d)
						}
						if boundary == sph.Dummy {
							if d := compare(t, s, strong, begun, dt); !(d.worst(afterManySteps) > 1.2) {
								t.Errorf("%s: another acceleration is not seen: %+v", form, d)
							}
						}
						if boundary == sph.MDBC {
							if d := compare(t, s, still, begun, dt); !(d.worst(afterManySteps) > 1.2) {
								t.Errorf("%s: normals that do not turn are not seen: %+v", form, d)
							}
						}
					}
				}
			})
		}
	}
}
