package problems

// Sloshing is SPHERIC's benchmark 10, lateral impact of water: a closed tank of 900 x 508 x 62 mm
// with 93 mm of water rolls about the middle of its floor, to 4 degrees in 1.63 s (Botia-Vera,
// Souto-Iglesias, Bulian & Lobovsky, Three SPH novel benchmark test cases for free surface flows,
// 5th SPHERIC workshop, 2010; Souto-Iglesias, Bulian & Botia-Vera, Ocean Engineering 105, 2015).
// Compare the pressure at P1, which is on the side wall at the height of the water at rest. In the
// recorded run water hits it at 2.37 and 4.05 s. Peaks differ from run to run by a quarter and more,
// so only their statistics say something.
//
// The frame rolls with the tank, so walls are at rest. The motion is the recorded one.

import (
	"math"

	"gpusph/sph"
)

const sloshingDepth = 0.093 // [m]

type sloshing struct{ physics }

func newSloshing() Problem {
	s := &sloshing{water(0.0062, sloshingDepth, 20)}
	s.params.Alpha = 0.02 // thin water is to come to the side wall in time
	return s
}

func (*sloshing) Name() string { return "Sloshing" }

func (*sloshing) Summary() string {
	return "water in a tank that rolls hits its side wall (Souto-Iglesias et al. 2015, SPHERIC test 10)"
}

func (t *sloshing) Setup(deltaP float64) (*sph.Case, error) { return fill(t.scene(deltaP)) }

func (t *sloshing) Outline(deltaP float64) (Outline, error) { return outline(t.scene(deltaP)) }

func (t *sloshing) scene(deltaP float64) (*scene, *sph.Case, error) {
	c, err := t.newCase(t, deltaP)
	if err != nil {
		return nil, nil, err
	}
	const length, width, height = 0.9, 0.062, 0.508
	s := &scene{
		tank:  box{max: [3]float64{length, width, height}},
		water: []pool{{name: "water", box: box{max: [3]float64{length, width, sloshingDepth}}}},
	}
	c.Params.SplitAxis = 0
	c.End = 4.4
	c.Turning = sph.Turning{Point: [3]float64{length / 2, width / 2, 0}, Axis: [3]float64{0, -1, 0}, Interval: 0.002}
	for k := 0; float64(k-1)*c.Turning.Interval < c.End; k++ {
		c.Turning.Angles = append(c.Turning.Angles, rollOf(float64(k)*c.Turning.Interval))
	}
	c.Probes = []sph.Probe{sensor(c, "P1", [3]float64{0, width / 2, sloshingDepth}, [3]float64{1})}
	c.Gauges = []sph.Gauge{{Name: "H1", X: length / 2, Y: width / 2}}
	return s, c, nil
}

// roll is a moment of the recorded motion of Sloshing's tank; its side x = 0 is low where the angle is positive.
type roll struct {
	time         float64 // [s]
	angle        float64 // [°]
	velocity     float64 // [°/s]
	acceleration float64 // [°/s²]
}

// rolls are read from the record of the tank's motion, lateral impact of water, as the file CaseSloshingMotionData.dat
// of DualSPHysics's example main/05_SloshingTank has it: every 50 µs to 8.35 s. Velocities and accelerations are
// differences over 10 ms. Between two moments the angle is the polynomial that has them at both. It is within 0.001°
// of the record where that was read, which is up to 45 ms from the moments.
var rolls = []roll{
	{0, 0, 0, 17.88},
	{0.2, 0.6911187, 8.583, 67.9},
	{0.41, 3.1421165, 9.949, -62.4},
	{0.82, 2.3994012, -11.718, -40.5},
	{1.22, -3.1408348, -9.921, 47.2},
	{1.65, -2.2727954, 12.837, 33.0},
	{2.02, 2.8719434, 10.156, -42.0},
	{2.44, 2.5778867, -11.218, -38.2},
	{2.83, -2.8480158, -11.116, 40.8},
	{3.22, -3.046247, 10.295, 43.8},
	{3.62, 2.4768707, 11.501, -36.8},
	{4.03, 3.0573826, -9.349, -45.0},
	{4.43, -2.4189484, -12.417, 34.6},
}

// rollOf is the angle of the tank at a time [s], until that of the last of rolls [rad].
func rollOf(time float64) float64 {
	k := 0
	for k < len(rolls)-2 && time > rolls[k+1].time {
		k++
	}
	a, b := rolls[k], rolls[k+1]
	h := b.time - a.time
	s := (time - a.time) / h
	// What is left of b beyond a's parabola, in units of the interval.
	angle := b.angle - a.angle - h*a.velocity - h*h*a.acceleration/2
	velocity := h * (b.velocity - a.velocity - h*a.acceleration)
	acceleration := h * h * (b.acceleration - a.acceleration)
	rest := 10*angle - 4*velocity + acceleration/2 + s*(-15*angle+7*velocity-acceleration+s*(6*angle-3*velocity+acceleration/2))
	return (a.angle + h*s*(a.velocity+h*s*a.acceleration/2) + s*s*s*rest) * math.Pi / 180
}
