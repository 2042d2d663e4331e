package motion

import (
	"math"
	"math/rand/v2"
	"testing"
)

// However a link is set, it stays within its bounds, does not jump, and comes to rest at the last
// target; devices have all of it that is not over.
func TestCourse(t *testing.T) {
	of := Control{Name: "gate", Low: -0.1, High: 0.2, Speed: 0.5, Accel: 3}
	const step, delay, slack = 1e-3, 3.1e-3, 1e-9
	for seed := range uint64(20) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := NewCourse(of)
		var target float64
		x, v, _ := c.At(0)
		for k := range 4000 {
			now := float64(k) * step
			if k < 3000 && r.IntN(20) == 0 {
				to := Target{Value: of.Low + r.Float64()*(of.High-of.Low)}
				if r.IntN(2) == 0 {
					to.Over, to.Velocity = 0.3*r.Float64(), 0.2*r.NormFloat64()
				}
				if c.Set(now, now+delay, to) == nil {
					target = to.Value + to.Velocity*math.Abs(to.Velocity)/(2*of.Accel)
				}
			}
			own := &Law{Pieces: c.Slots(now)}
			for i := range 10 {
				time := now + float64(i)*step/10
				y, w, a := c.At(time)
				z, _, _ := own.At(time)
				if y != z || y < of.Low-slack || y > of.High+slack || math.Abs(w) > of.Speed+slack {
					t.Fatalf("seed %d at %g: %g m, on devices %g m, %g m/s", seed, time, y, z, w)
				}
				if math.Abs(y-x) > (of.Speed+slack)*step/10 || math.Abs(w-v) > (of.Accel+slack)*step/10 {
					t.Fatalf("seed %d at %g: from %g m and %g m/s to %g m and %g m/s, %g m/s²", seed, time, x,
						v, y, w, a)
				}
				x, v = y, w
			}
		}
		if math.Abs(x-target) > slack || v != 0 {
			t.Errorf("seed %d: rests at %g m, not %g m, with %g m/s", seed, x, target, v)
		}
	}
}

// As soon as it can be is with the greatest acceleration and speed.
func TestCourseFastest(t *testing.T) {
	c := NewCourse(Control{Low: 0, High: 1, Speed: 0.5, Accel: 2})
	if err := c.Set(0, 0, Target{Value: 1}); err != nil {
		t.Fatal(err)
	}
	want := 1/0.5 + 0.5/2 // s
	if x, _, _ := c.At(want - 1e-3); x >= 1-1e-7 {
		t.Errorf("%g m before %g s", x, want)
	}
	if x, v, _ := c.At(want); math.Abs(x-1) > 1e-12 || math.Abs(v) > 1e-12 {
		t.Errorf("%g m, %g m/s at %g s", x, v, want)
	}
	if x, v, a := c.At(0.1); math.Abs(x-0.01) > 1e-15 || v != 0.2 || a != 2 {
		t.Errorf("%g m, %g m/s, %g m/s² at 0.1 s", x, v, a)
	}
}

// A course that is set refuses what is out of bounds, and stays as it was.
func TestCourseRefuses(t *testing.T) {
	for to, refused := range map[Target]bool{
		{Value: 1.1}: true, {Value: -0.1}: true, {Value: 0.5, Over: 0.1}: true,
		{Value: 0.5, Velocity: 0.1}: true, {Value: 0.99, Velocity: 0.45, Over: 4}: true,
		{Value: 0.02, Velocity: 0.2, Over: 0.05}: true,  // it would accelerate with 16 m/s²
		{Value: 0.9, Velocity: 0.4, Over: 5}:     false, // it stops 0.04 m later
	} {
		c := NewCourse(Control{Low: 0, High: 1, Speed: 0.5, Accel: 2})
		err := c.Set(0, 0, to)
		if x, _, _ := c.At(9); (err != nil) != refused || err != nil && x != 0 {
			t.Errorf("%+v: %v, at %g m", to, err, x)
		}
	}
}
