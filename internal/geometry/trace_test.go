package geometry

import (
	"math"
	"testing"
)

// A curve that goes through a face and back within one step is seen to.
func TestTraceRoots(t *testing.T) {
	pipe := face{kind: turned, n: Vec{0, 0, 1}, u: 1, r: 1, low: -9, high: 9}
	for name, slope := range map[string]float64{"by angle": 0.5, "by height": 5} {
		plane := face{kind: flat, n: unit(Vec{-slope, 0, 1})}
		var r trace
		for i := range 200 {
			angle := 0.1 + 6*float64(i)/200
			sin, cos := math.Sincos(angle)
			p := Vec{cos, sin, slope * cos}
			n := 0
			for _, c := range meetings(&plane, &pipe, p, 9, nil) {
				c.lowest(p, 9, &r, nil)
				for _, at := range c.roots(&face{kind: round, o: p, r: 0.005}, &r, nil) {
					n++
					q, ok := c.at(at)
					if !ok || math.Abs(distance(p, q)-0.005) > 1e-9 || math.Abs(plane.height(q)) > 1e-9 ||
						math.Abs(pipe.height(q)) > 1e-9 {
						t.Errorf("%s, at %g: the root %v", name, angle, q)
					}
				}
			}
			if n != 2 {
				t.Errorf("%s, at %g: %d roots, want 2", name, angle, n)
			}
		}
	}
}
