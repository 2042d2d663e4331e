package validate

import (
	"math"
	"testing"

	"gpusph/sph"
)

// What is linear is read exactly, wherever the particles lie and at the edge of them too; what has
// too few around is not read.
func TestPlaneReadsLinear(t *testing.T) {
	s := &sph.Snapshot{Case: &sph.Case{Params: sph.Defaults(0.05)}}
	linear := func(x, z float64) (u, w float64) { return 1 + 2*x - 3*z, -2 + x + 5*z }
	add := func(x, z float64, kind sph.Type) {
		x, z = float64(float32(x)), float64(float32(z))
		u, w := linear(x, z)
		s.Position = append(s.Position, [3]float32{float32(x), 0, float32(z)})
		s.Velocity = append(s.Velocity, [3]float32{float32(u), 0, float32(w)})
		s.Type = append(s.Type, kind)
	}
	for i := range 400 {
		x, z := (float64(i%20)+0.5)/20, (float64(i/20)+0.5)/20
		add(x+0.02*math.Sin(37*z+5*x), z+0.02*math.Cos(29*x), sph.Fluid)
	}
	p := planeOf(s)
	for _, at := range [][2]float64{{0.5, 0.5}, {0.33, 0.71}, {0.5, 0}, {1, 0.5}, {0, 0}} {
		u, w := p.at(at[0], at[1])
		if wantU, wantW := linear(at[0], at[1]); math.Abs(u-wantU) > 1e-5 || math.Abs(w-wantW) > 1e-5 {
			t.Errorf("%v has %g and %g, not %g and %g", at, u, w, wantU, wantW)
		}
	}
	s.Velocity = append(s.Velocity, [3]float32{1e6, 0, 1e6}) // a wall, which is not read
	s.Position, s.Type = append(s.Position, [3]float32{0.5, 0, 0.5}), append(s.Type, sph.Wall)
	if u, _ := planeOf(s).at(0.5, 0.5); math.Abs(u-0.5) > 1e-5 {
		t.Errorf("with a wall it has %g", u)
	}
	if u, w := p.at(3, 3); !math.IsNaN(u + w) {
		t.Errorf("where nothing is around it has %g and %g", u, w)
	}
	line := &sph.Snapshot{Case: s.Case}
	for i := range 5 {
		line.Position = append(line.Position, [3]float32{0.02 * float32(i), 0, 0.013 * float32(i)})
		line.Velocity, line.Type = append(line.Velocity, [3]float32{1}), append(line.Type, sph.Fluid)
	}
	if u, _ := planeOf(line).at(0.04, 0.026); !math.IsNaN(u) {
		t.Errorf("a plane through a line has %g", u)
	}
}

// The flow of a reference is not off it, and what is faster by a part of the lid's speed is off by
// that. What comes before the last 5 L/U does not matter.
func TestCavityOff(t *testing.T) {
	for _, re := range []int{100, 1000} {
		for _, faster := range []float64{0, 0.02} {
			s := &sph.Snapshot{Case: &sph.Case{Params: sph.Defaults(0.01)}}
			u, w := cavityReference(2, re), cavityReference(3, re)
			for i := range 10000 {
				x, z := (float64(i%100)+0.5)/100, (float64(i/100)+0.5)/100
				at := func(c Curve, s float64) float32 { return float32(c.At(max(c.X[0], min(s, c.X[len(c.X)-1])))) }
				s.Position = append(s.Position, [3]float32{float32(x), 0, float32(z)})
				s.Velocity = append(s.Velocity, [3]float32{at(u, z) + float32(faster), 0, at(w, x) - float32(faster)})
				s.Type = append(s.Type, sph.Fluid)
			}
			good := lookAtCavity(s, re)
			bad := make([]float64, len(good))
			r := &Run{End: 30, Looks: []Look{{20, bad}, {23, bad}, {25, good}, {28, good}, {30.001, good}}}
			for k, reading := range cavityReadings {
				if off := cavityOff(r, k, re); math.Abs(off-faster) > 0.01 {
					t.Errorf("Re %d: %s faster by %g is off %s by %g", re, reading.name, faster, reading.of, off)
				}
			}
		}
	}
}
