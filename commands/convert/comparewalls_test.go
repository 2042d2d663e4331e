package convert

import (
	"testing"

	"gpusph/internal/casefile"
	"gpusph/internal/convert"
	"gpusph/problems/scene"
)

// Fluid behind a paddle is a difference where GenCase's particles are not known.
func TestBehindPaddles(t *testing.T) {
	waves := func(direction *[2]float64) *casefile.Motion {
		return &casefile.Motion{Waves: &casefile.WaveMaker{Direction: direction}}
	}
	paddle := casefile.Shape{Box: &casefile.Box{Min: [3]float64{1, 0, 0}, Max: [3]float64{1.1, 1, 1}}}
	for _, test := range []struct {
		motion *casefile.Motion
		at     float64 // of a particle, along x
		want   int
	}{
		{waves(nil), 2, 0}, {waves(nil), 0.9, 1}, {waves(&[2]float64{-1, 0}), 2, 1},
		{waves(&[2]float64{-1, 0}), 0.9, 0}, {waves(&[2]float64{0, 1}), 0.9, 0}, {nil, 0.9, 0},
	} {
		part := scene.NewPart("water")
		part.Min, part.Max = [3]float64{test.at, 0.5, 0.5}, [3]float64{test.at, 0.5, 0.5}
		c := &comparison{fluids: []scene.Part{part}, res: &convert.Result{Case: &casefile.Case{
			Walls: []casefile.Wall{{Name: "paddle", Shape: paddle, Motion: test.motion}}}}}
		if c.behindPaddles(); len(c.differences) != test.want {
			t.Errorf("%+v: %v", test, c.differences)
		}
	}
}
