package problems

import (
	"math"
	"testing"
)

// The tank's motion is the recorded one at times between the keyframes of the file.
func TestRecordedRoll(t *testing.T) {
	c := setup(t, "Sloshing", 0.0155)
	turning := &c.RotatingFrame
	// linear between the angles of the case, which are 2 ms apart [°]
	at := func(time float64) float64 {
		k, part := math.Modf(time / turning.Interval)
		return (turning.Angles[int(k)]*(1-part) + turning.Angles[int(k)+1]*part) * 180 / math.Pi
	}
	for _, read := range [][2]float64{ // [s], [°]
		{0.177, 0.51126037}, {0.3915, 2.9478825}, {0.801, 2.6146875}, {1.245, -3.3736663}, {1.631, -2.510615}, {2.0435, 3.0987259},
		{2.461, 2.3340431}, {2.809, -2.6058024}, {3.245, -2.7755478}, {3.5985, 2.2212481}, {4.059, 2.7679055}, {4.414, -2.215924},
	} {
		if got := at(read[0]); math.Abs(got-read[1]) > 1e-3 {
			t.Errorf("at %g s the angle is %.4f°, want %.4f°", read[0], got, read[1])
		}
	}
	if last := float64(len(turning.Angles)-1) * turning.Interval; last < c.End {
		t.Errorf("the motion ends at %g s, the case at %g s", last, c.End)
	}
}
