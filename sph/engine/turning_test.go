package engine

import (
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

// rolling is a frame that rolls to and fro about an axis that is no coordinate's, beginning at
// rest.
func rolling(interval, end float64) sph.RotatingFrame {
	return frameOf(interval, end, func(time float64) float64 { return 0.5 * (1 - math.Cos(6*time)) })
}

// frameOf is a frame that turns about an axis that is no coordinate's.
func frameOf(interval, end float64, angle func(time float64) float64) sph.RotatingFrame {
	t := sph.RotatingFrame{Point: [3]float64{0.1, -0.2, 0.15}, Axis: [3]float64{1, 2, -2}, Interval: interval}
	for k := 0; float64(k-1)*interval < end; k++ {
		t.Angles = append(t.Angles, angle(float64(k)*interval))
	}
	return t
}

// A particle by itself falls along a parabola, which has another shape in a frame that rolls.
func TestTurningFrameOfFreeFall(t *testing.T) {
	c := lone(0.3)
	c.Particles.Position[0], c.Particles.Velocity[0] = [3]float64{0.3, 0.1, 0.4}, [3]float32{1, -0.5, 0.5}
	c.RotatingFrame = rolling(0.002, c.End)
	s := start(t, c, Options{System: open(t, 1)})
	advance(t, s, 100_000)
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	var fromPoint [3]float64
	end := snap.Time
	for a := range 3 {
		fromPoint[a] = c.Particles.Position[0][a] + float64(c.Particles.Velocity[0][a])*end + c.Params.Gravity[a]*end*end/2 - c.RotatingFrame.Point[a]
	}
	want := sph.Turned(fromPoint, c.RotatingFrame.Axis, -0.5*(1-math.Cos(6*end)))
	for a := range 3 {
		if d := float64(snap.Position[0][a]) - want[a] - c.RotatingFrame.Point[a]; end < c.End || math.Abs(d) > 1e-4 {
			t.Errorf("at %g s the particle is %g m off along %v", end, d, sph.Axis(a))
		}
	}
}

// What a frame that rolls and gravity that changes give a particle by itself is what its energies
// in that frame gain, to the end of the flow and across a checkpoint.
func TestTurningGivesEnergy(t *testing.T) {
	for name, change := range map[string]func(c *sph.Case){
		"frame": func(c *sph.Case) { c.RotatingFrame = rolling(0.002, c.End) },
		"gravity": func(c *sph.Case) {
			c.Gravity = tabulate(0.002, c.End, func(time float64) [3]float64 {
				return [3]float64{20 * math.Cos(10*time), 0, 10 * math.Sin(10*time)}
			})
		},
	} {
		flow := func() *sph.Case {
			c := lone(0.3)
			c.Particles.Position[0] = [3]float64{0.3, 0.1, 0.4}
			c.Particles.Velocity[0] = [3]float32{1, -0.5, 0.5}
			change(c)
			return c
		}
		c := flow()
		s := start(t, c, Options{System: open(t, 2)})
		sample := func(s *Simulation) sph.Sample {
			m, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			return m
		}
		before := sample(s)
		advance(t, s, 40)
		k, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		again := start(t, flow(), Options{System: open(t, 1)})
		if err := again.Resume(k, nil, nil); err != nil {
			t.Fatal(err)
		}
		advance(t, s, 100_000)
		advance(t, again, 100_000)
		after := sample(s)
		gained := c.Params.Balance(&after) - c.Params.Balance(&before)
		if math.Abs(gained-after.Turned) > 2e-3*math.Abs(gained) || math.Abs(gained) < 1e-3 {
			t.Errorf("%s: the particle gains %g J, but is given %g J", name, gained, after.Turned)
		}
		if m := sample(again); m.Turned != after.Turned {
			t.Errorf("%s: after a checkpoint %g J are given, not %g J", name, m.Turned, after.Turned)
		}
	}
}

// spun is a frame whose terms are all large, as Turning and as an oracle has it.
func spun(end float64) (sph.RotatingFrame, oracleFrame) {
	angle := func(time float64) (angle, velocity, acceleration float64) {
		sin, cos := math.Sincos(20 * time)
		return 10*time + 0.5*(1-cos), 10 + 10*sin, 200 * cos
	}
	t := frameOf(1e-4, end, func(time float64) float64 { a, _, _ := angle(time); return a })
	return t, oracleFrame{
		point: t.Point, axis: vector{}.plus(t.Axis, 1/sph.Norm(t.Axis)), angle: angle, factors: [3]float64{1, 1, 1},
	}
}

// Steps in a frame that turns are what the equations say, where walls continue the fluid and where
// they do not. An oracle that leaves out one of the frame's terms disagrees.
func TestTurningAgainstOracle(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.MDBC} {
		c := corner(1)
		c.Params.Boundary, c.End = boundary, 0.05
		var frame oracleFrame
		c.RotatingFrame, frame = spun(c.End)
		frame.gravity = c.Params.Gravity
		fast, strict := start(t, c, Options{System: forms["fast"](t, 1)}), start(t, c, Options{System: forms["strict"](t, 1)})
		o := newOracle(t, fast)
		o.frame = &frame
		begun := o.now
		for step, tolerance := range []disagreement{oneStep(boundary), afterManySteps} {
			steps := 1 + 3*step
			for range steps {
				o.step()
			}
			dt := advance(t, fast, steps).Dt
			advance(t, strict, steps)
			for _, s := range []*Simulation{fast, strict} {
				if d := compare(t, s, o, begun, dt); !(d.worst(tolerance) < 1) {
					t.Errorf("%v, after %d steps: %+v, tolerated %+v", boundary, o.steps, d, tolerance)
				}
			}
			for term := 0; step == 0 && boundary != sph.Dynamic && term < 3; term++ {
				wrong, f := newOracle(t, fast), frame
				wrong.frame, f.factors[term] = &f, 0
				wrong.step()
				if d := compare(t, fast, wrong, begun, dt); !(d.worst(tolerance) > 10) {
					t.Errorf("without term %d an oracle is off by %+v only", term, d)
				}
			}
		}
	}
}

// turned turns x towards y about z, and leaves what is along the axis.
func TestTurned(t *testing.T) {
	got := sph.Turned([3]float64{2, 0, 5}, [3]float64{0, 0, 3}, math.Pi/6)
	for a, want := range [3]float64{math.Sqrt(3), 1, 5} {
		if math.Abs(got[a]-want) > 1e-15 {
			t.Errorf("%v is turned", got)
		}
	}
}

// In a tank that swings round, water has the pressure of a centrifuge, also in the walls.
func TestCentrifuge(t *testing.T) {
	const omega, top, end = 3.5, 0.8, 0.3 // the surface is so far from the axis [m]
	c := still(end)
	p := &c.Params
	p.Gravity = [3]float64{}
	c.RotatingFrame = sph.RotatingFrame{Point: [3]float64{0.06, 0.06, 0.2 + top}, Axis: [3]float64{0, 1, 0}, Interval: 0.1, Angles: []float64{0, 0.1 * omega, 0.2 * omega, 0.3 * omega}}
	s := start(t, c, Options{System: open(t, 1)})
	advance(t, s, 100_000)
	sample, err := s.Sample()
	if err != nil {
		t.Fatal(err)
	}
	pressure := func(z float64) float64 {
		r := 0.2 + top - z
		return p.Rho0 * omega * omega / 2 * (r*r - top*top)
	}
	if want := pressure(0.05); math.Abs(sample.Pressure[0]-want) > 0.05*want {
		t.Errorf("the pressure is %.0f Pa, want %.0f Pa", sample.Pressure[0], want)
	}
	if got, want := inFloor(t, s), pressure(-0.01); math.Abs(got-want) > 0.05*want {
		t.Errorf("the pressure in the floor is %.0f Pa, want %.0f Pa", got, want)
	}
}

// In a frame that turns there are the same bits on any number of devices.
func TestDevicesAgreeInTurningFrame(t *testing.T) {
	c := column(0.05)
	c.RotatingFrame = rolling(0.002, c.End)
	want := ""
	for _, n := range []int{1, 2, 3, 6} {
		got := goOn(t, start(t, c, Options{System: open(t, n), Stripe: 500, Balance: &shaker{}}), 60)
		if want == "" {
			want = got
		} else if got != want {
			t.Errorf("%d devices: %s, want %s", n, got, want)
		}
	}
}

// A frame that cannot be is refused at the start.
func TestTurningRefused(t *testing.T) {
	for want, change := range map[string]func(*sph.Case){
		"interval":      func(c *sph.Case) { c.RotatingFrame.Interval = -1 },
		"3 at least":    func(c *sph.Case) { c.RotatingFrame.Angles = c.RotatingFrame.Angles[:2] },
		"direction":     func(c *sph.Case) { c.RotatingFrame.Axis = [3]float64{} },
		"the point":     func(c *sph.Case) { c.RotatingFrame.Point[1] = math.NaN() },
		"at 0.2 s":      func(c *sph.Case) { c.RotatingFrame.Angles[2] = math.Inf(1) },
		"ends at 0.9 s": func(c *sph.Case) { c.RotatingFrame.Angles = c.RotatingFrame.Angles[:10] },
		"both":          func(c *sph.Case) { c.Gravity = tabulate(0.1, 1, shaken) },
	} {
		c := lone(1)
		c.RotatingFrame = rolling(0.1, 1)
		change(c)
		if _, err := New(c, Options{System: open(t, 1)}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one that says %q", err, want)
		}
	}
}
