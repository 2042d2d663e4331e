package bodies

import (
	"math"
	"testing"

	"gpusph/sph"
)

const contactSpacing = 0.02

// shaped is a case of one free body of at most 17 spacings a side, whose nearest face a function
// knows.
func shaped(dim int, face func(x [3]float64) sph.Face) *sph.Case {
	c := &sph.Case{Params: sph.Defaults(contactSpacing)}
	c.Params.Dim = dim
	layers := 17
	if dim == 2 {
		layers = 1
	}
	for i := range 17 * 17 * layers {
		x := [3]float64{float64(i%17) - 8, float64(i/289) - float64(layers-1)/2, float64(i/17%17) - 8}
		for a := range x {
			x[a] *= contactSpacing
		}
		if face(x).Distance < 0 {
			c.Particles.Add(x, sph.Wall, 1)
		}
	}
	all := [][3]float64{{1}, {0, 1}, {0, 0, 1}}
	f := &Body{Mass: 2, Directions: all, Axes: all}
	for a := range 3 {
		f.Inertia[a][a] = 0.01 * float64(a+1)
	}
	c.Bodies = []sph.Body{{Name: "b", Free: f}}
	c.FaceOf = func(_ int, x [3]float64, within float64) (sph.Face, bool) {
		f := face(x)
		return f, math.Abs(f.Distance) <= within
	}
	return c
}

// turnedBox is the nearest face of a box of a half width, turned about y by an angle.
func turnedBox(dim int, half, angle float64) func(x [3]float64) sph.Face {
	sin, cos := math.Sincos(angle)
	return func(x [3]float64) (f sph.Face) {
		d := [3]float64{cos*x[0] - sin*x[2], x[1], sin*x[0] + cos*x[2]}
		var out [3]float64
		best, axis := math.Inf(-1), 0
		for a := range 3 {
			if dim == 2 && a == 1 {
				continue
			}
			off := math.Abs(d[a]) - half
			out[a] = math.Copysign(max(off, 0), d[a])
			if off > best {
				best, axis = off, a
			}
		}
		f.Distance = best
		if best > 0 {
			f.Distance = sph.Norm(out)
			for a := range 3 {
				f.Normal[a] = out[a] / f.Distance
			}
		} else {
			f.Normal[axis] = math.Copysign(1, d[axis])
		}
		n := f.Normal
		f.Normal = [3]float64{cos*n[0] + sin*n[2], n[1], -sin*n[0] + cos*n[2]}
		return f
	}
}

// A box has points on its faces half a spacing from each other or less, points without a normal on
// all its edges, and one in each corner, whichever way it is turned. All reach as flat faces do.
func TestFacePointsOfBox(t *testing.T) {
	const half = 5.3 * contactSpacing
	for _, dim := range []int{2, 3} {
		for _, angle := range []float64{0, 0.2, math.Pi / 4, 1.1} {
			c := shaped(dim, turnedBox(dim, half, angle))
			sin, cos := math.Sincos(angle)
			corners, sharp := map[[3]int]bool{}, 0
			points := Touching(c)[0].Points
			for _, p := range points {
				d := [3]float64{cos*p.At[0] - sin*p.At[2], p.At[1], sin*p.At[0] + cos*p.At[2]}
				var on [3]int
				faces := 0
				for a := range 3 {
					if off := math.Abs(d[a]) - half; math.Abs(off) < 1e-9 {
						on[a] = int(math.Copysign(1, d[a]))
						faces++
					} else if off > 0 {
						t.Fatalf("a point is %g m outside", off)
					}
				}
				flat := sph.Norm(p.Normal) > 0.5
				n := p.Normal
				across, up := cos*n[0]-sin*n[2], sin*n[0]+cos*n[2]
				upright := max(math.Abs(across), math.Abs(n[1]), math.Abs(up)) > 0.9999
				if faces == 0 || flat != (faces == 1) && !(flat && upright) {
					t.Fatalf("a point at %v is on %d faces, its normal is %v", d, faces, p.Normal)
				}
				if !flat {
					sharp++
				}
				if faces == dim {
					corners[on] = true
				}
				if p.Reach != flatReach || !(p.Part > 0 && p.Part <= 1) {
					t.Fatalf("a point reaches %g spacings, for %g", p.Reach, p.Part)
				}
			}
			if len(corners) != 1<<dim {
				t.Errorf("turned by %g, in %d dimensions, %d corners have points", angle, dim, len(corners))
			}
			if n := len(points) - sharp; dim == 3 && (n < 6*400 || n > 6*700 || sharp < 12*20) ||
				dim == 2 && (n < 4*20 || n > 4*40) {
				t.Errorf("turned by %g, in %d dimensions, there are %d points, %d of these on edges", angle,
					dim, len(points), sharp)
			}
		}
	}
}

// Points of round faces reach as far above a plane as the face is at the edge of a patch.
func TestFacePointsOfRound(t *testing.T) {
	for _, test := range []struct {
		radius, cylinder float64
		least, most      float64 // of the reach by that of a ball
	}{{5, 0, 0.97, 1.03}, {3.2, 0, 0.95, 1.05}, {5, 1, 0.4, 0.9}} {
		radius := test.radius * contactSpacing
		c := shaped(3, func(x [3]float64) sph.Face {
			if test.cylinder > 0 {
				x[1] = 0
			}
			far := max(sph.Norm(x), 1e-9)
			return sph.Face{Distance: far - radius, Normal: [3]float64{x[0] / far, x[1] / far, x[2] / far}}
		})
		for _, p := range Touching(c)[0].Points {
			ball := patch * patch / 2 / test.radius
			if r := p.Reach / ball; r < test.least || r > test.most || sph.Norm(p.Normal) < 0.99 {
				t.Fatalf("of %+v a point reaches %g spacings, with the normal %v", test, p.Reach, p.Normal)
			}
		}
	}
}

// What a push at a point gives is what mass and moments of inertia say, as far as the body may
// move.
func TestYields(t *testing.T) {
	c := shaped(3, turnedBox(3, 0.1, 0))
	b := &c.Bodies[0]
	at := []FacePoint{{At: [3]float64{0.1, 0, 0}}}
	for _, test := range []struct {
		name             string
		directions, axes [][3]float64
		want             float64
	}{
		{"free", Of(b).Directions, Of(b).Axes, 0.5 + 0.01/0.02}, // along z, about y
		{"slides", Of(b).Directions, nil, 0.5},
		{"about z", Of(b).Directions, [][3]float64{{0, 0, 1}}, 0.5 + 0.01/0.03},
		{"about x", Of(b).Directions, [][3]float64{{1}}, 0.5},
		{"hinge", nil, [][3]float64{{0, 1}}, 0.01 / 0.02},
	} {
		Of(b).Directions, Of(b).Axes = test.directions, test.axes
		if got := Yields(b, at); math.Abs(got/test.want-1) > 1e-3 {
			t.Errorf("%s: %g 1/kg, want %g", test.name, got, test.want)
		}
	}
}
