package validate

import (
	"context"
	"math"
	"strings"
	"testing"

	"gpusph/problems"
	"gpusph/sph"
)

// afloat makes a run whose body is where a function says, with the work that its energy needs.
func afloat(
	end float64, pose func(t float64) sph.BodyPose, work func(p sph.BodyPose) float64,
) *Run {
	r := &Run{End: end, Flow: &sph.Case{Params: sph.Defaults(0.02)}}
	for _, t := range Times(0, end, end/2000) {
		p := pose(t)
		r.Samples = append(r.Samples, sph.Sample{Time: t, Poses: []sph.BodyPose{p},
			Work: []float64{work(p)}, Height: []float64{floatDepth, floatDepth}})
	}
	return r
}

// A cylinder that heaves as linear theory has it is not off; one whose time runs 2 % slower has a
// period that is 2 % longer, and the same decrement.
func TestHeaveNorms(t *testing.T) {
	c := heaveReference()
	for _, slower := range []float64{1, 1.02} {
		r := afloat(heaveEnd*heaveTime, func(t float64) (p sph.BodyPose) {
			p.Shift[2] = heaveAtRest * (c.At(t/heaveTime/slower) - 1)
			return p
		}, func(p sph.BodyPose) float64 { return 1.005 * heaveMass * gravity * p.Shift[2] })
		near(t, heaveDecay, "period longer by", r, slower-1, 1e-3)
		near(t, heaveDecay, "decrement more by", r, 0, 2e-3)
		off := 0.0
		if slower > 1 {
			off = 0.03
		}
		near(t, heaveDecay, "heave off, RMS", r, off, 0.015)
		near(t, heaveDecay, "work off the body's energy, most", r, 0.005, 1e-3)
	}
}

// A box that rolls as an oscillator with the period and the damping of the experiment is not off.
func TestRollNorms(t *testing.T) {
	free := rollDecay.Figures[0].Reference()
	r := afloat(4*rollPeriod, func(t float64) (p sph.BodyPose) {
		half := (free.At(t/rollPeriod/1.03) - rollAngle) * math.Pi / 360
		p.Turn = [4]float64{math.Cos(half), 0, math.Sin(half), 0}
		return p
	}, func(sph.BodyPose) float64 { return 0 })
	near(t, rollDecay, "period longer by", r, 0.03, 2e-3)
	near(t, rollDecay, "damping more by", r, 0, 5e-3)
}

// A box at rest is as deep in the water as its edge is below the level.
func TestBoxNorms(t *testing.T) {
	r := afloat(6, func(float64) (p sph.BodyPose) {
		p.Turn, p.Shift[2] = [4]float64{math.Cos(0.005), 0, math.Sin(0.005), 0}, -0.013*floatHeight
		return p
	}, func(sph.BodyPose) float64 { return 0 })
	near(t, floatingBox, "draught off, of the height", r, 0.013-1./6, 1e-9)
	near(t, floatingBox, "turned at the end [°]", r, 0.01*180/math.Pi, 1e-9)
	near(t, floatingBox, "level off, of the box's height", r, -floatWidth/6/floatLength, 1e-9)
}

// Coarse forms of the cases: bodies move as they should at first, and the work of the fluid is what
// their energy changes by.
func TestBodiesAfloat(t *testing.T) {
	if testing.Short() {
		t.Skip("flows of some seconds")
	}
	for _, v := range []struct {
		c           *Case
		deltaP, end float64
		of          func(r *Run) Curve
		least, most float64 // of the least value of the curve
	}{
		// A box of 6 spacings sinks beyond its draught and comes up again.
		{floatingBox, floatHeight / 6, 0.9, (*Run).rise, -0.06, -0.03},
		// A light one falls for its height and goes no deeper than twice its draught.
		{droppedBox, floatHeight / 6, 0.9, (*Run).rise, -1.3 * floatHeight, -1.02 * floatHeight},
		{heaveDecay, heaveRadius / 4, 4 * heaveTime, heave, -0.7, -0.1},
		{shallower(t, rollDecay), 1. / 60, 0.5, roll, -13.5, -4},
	} {
		t.Run(v.c.Name, func(t *testing.T) {
			c := v.c
			r, err := c.Run(context.Background(), v.deltaP, v.end, onHost, func(float64) {})
			if err != nil || r.Err != nil {
				t.Fatal(err, r.Err)
			}
			least := math.Inf(1)
			for _, y := range v.of(r).Y {
				least = min(least, y)
			}
			if !(least > v.least && least < v.most) {
				t.Errorf("the least is %g, not from %g to %g", least, v.least, v.most)
			}
			if work := c.Norms[len(c.Norms)-1]; !(math.Abs(work.Of(r)) < work.Gate.Most) {
				t.Errorf("%s: %g", work.Name, work.Of(r))
			}
			along := r.ofBody(func(p *sph.BodyPose) float64 { return p.Shift[0] })
			if side := Greatest(along.Y); !(side < v.deltaP) {
				t.Errorf("it has drifted by %g m", side)
			}
		})
	}
}

// shallower is a case in less water.
func shallower(t *testing.T, c *Case) *Case {
	t.Helper()
	p, err := c.problem()
	if err != nil {
		t.Fatal(err)
	}
	text, ok := problems.Text(p)
	if !ok {
		t.Fatal("it is no case file")
	}
	less := *c
	less.Problem, less.Text = "", strings.ReplaceAll(string(text), "min = [0, 0]", "min = [0, 0.65]")
	if less.Text == string(text) {
		t.Fatal("its water reaches to another floor")
	}
	return &less
}
