package casefile

import (
	"math"
	"testing"
)

// TestKeyframes checks that a polynomial of fifth order is its own interpolation, and that angles
// reach the last keyframe.
func TestKeyframes(t *testing.T) {
	angle := func(s float64) float64 { return 1 + s*(2+s*(-3+s*(4+s*(-5+s*6)))) }
	frame := func(s float64) [4]float64 {
		velocity := 2 + s*(-6+s*(12+s*(-20+s*30)))
		return [4]float64{s, angle(s), velocity, -6 + s*(24+s*(-60+s*120))}
	}
	turning := Turning{Interval: 0.125, Keyframes: [][4]float64{frame(0), frame(0.5), frame(0.75), frame(1.25)}}
	table := turning.EvenAngles()
	if len(table) != 11 {
		t.Fatalf("there are %d angles, not those from 0 to 1.25 s", len(table))
	}
	for k, got := range table {
		if want := angle(float64(k) * turning.Interval); math.Abs(got-want) > 1e-13 {
			t.Errorf("at %g s the angle is %g, not %g", float64(k)*turning.Interval, got, want)
		}
	}
}
