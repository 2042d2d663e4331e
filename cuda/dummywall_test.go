package cuda_test

import (
	"math"
	"testing"

	"gpusph/cuda"
)

// besideWall is a particle of fluid under gravity of 10 m/s² and one of a wall so far above it [h]; and the fluid's
// density [kg/m³] and pressure [Pa].
func besideWall(t *testing.T, f form, above float64, rel float32) (s *scene, p cuda.Physics, rho, pressure float64) {
	s = newScene(t, f, [3]float64{6, 6, 6}, []particle{{at: [3]float64{3, 3, 3}, rel: rel}, {at: [3]float64{3, 3, 3 + above*h}, wall: true}})
	p = s.physics("wendland")
	s.gravity = [3]float32{0, 0, -10}
	return s, p, 1000 * (1 + float64(rel)), float64(p.Bulk) * math.Expm1(7*math.Log1p(float64(rel)))
}

// A dummy wall particle pushes fluid with twice its pressure and what hangs between,
// ρ g·r, and never pulls. Where it cannot be reached it does nothing.
func TestDummyWallPushes(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		for _, test := range []struct {
			name  string
			above float64 // of the wall over the fluid [h]
			rel   float32
		}{{"below", -0.7, 0.001}, {"below water in little tension", -0.7, -1e-6}, {"below water in tension", -0.7, -0.01},
			{"above", 0.7, 0.03}, {"so high above that it would pull", 0.7, 0.001}, {"out of reach", -2.1, 0.01}} {
			s, p, rho, pressure := besideWall(t, f, test.above, test.rel)
			force, _ := s.forces(cuda.Forces("wendland", false, "dummy"), p)
			both := max(2*pressure-rho*10*test.above*h, 0)
			r := math.Abs(test.above) * h
			want := both / (rho * rho) * math.Pow(max(1-r/(2*h), 0), 3) * -test.above * h / s.grid.Unit
			if got := float64(force[0][2]) + 10; math.Abs(got-want) > 2e-6*math.Abs(want)+2e-6 {
				t.Errorf("%s: the wall pushes by %g, want %g", test.name, got, want)
			}
			if force[0][0] != 0 || force[0][1] != 0 || force[1] != [4]float32{} {
				t.Errorf("%s: the forces are %v", test.name, force)
			}
		}
	})
}

// Water that comes to a dummy wall is compressed; what leaves it expands, if it is compressed, and
// else a gap opens.
func TestDummyWallAndDensity(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		for _, test := range []struct {
			name  string
			speed float32 // upwards, away from the wall [m/s]
			rel   float32
			want  float64 // of v·r times the slope
		}{{"comes", -2, 0.01, 1}, {"comes in tension", -2, -0.01, 1}, {"leaves", 2, 0.01, 1}, {"leaves in tension", 2, -0.01, 0}} {
			s := newScene(t, f, [3]float64{6, 6, 6}, []particle{
				{at: [3]float64{3, 3, 3}, rel: test.rel, vel: [3]float32{1, -1, test.speed}}, {at: [3]float64{3, 3, 3 - 0.7*h}, wall: true}})
			force, _ := s.forces(cuda.Forces("wendland", false, "dummy"), s.physics("wendland"))
			want := test.want * math.Pow(1-0.35, 3) * float64(test.speed) * 0.7 * h / s.grid.Unit
			if got := float64(force[0][3]); math.Abs(got-want) > 1e-5*math.Abs(want) {
				t.Errorf("water that %s: the sum is %g, want %g", test.name, got, want)
			}
		}
	})
}

// A dummy wall pushes what is nearer to its face than a quarter of a spacing, also behind it, the
// more the nearer and the faster it comes; it does not pull. What the sums say of the height does
// not count where the nearest wall particle is too far away for it.
func TestDummyWallContact(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		for _, test := range []struct {
			height float64 // in half spacings
			speed  float32 // upwards, away from the wall [m/s]
			want   float64
			far    float64 // of the wall particle, in half spacings; 0 is near
		}{{3, 0, 0, 0}, {3, -1, 0, 0}, {0.5, -1, 0, 0}, {0.2, 0, 3, 0}, {0.2, -1, 5, 0},
			{0.2, 1, 1, 0}, {0.2, 2, 0, 0}, {0, 0, 5, 0}, {-1, 0, 15, 0}, {-1, 1, 13, 0},
			{-1, 0, 3, math.Sqrt(1.2*1.2 + 1.5)}, {-1, -1, 0, 2}, {0.2, 0, 3, 1.5}} {
			s := newScene(t, f, [3]float64{6, 6, 6}, []particle{
				{at: [3]float64{3, 3, 3}, vel: [3]float32{1, -1, test.speed}}, {at: [3]float64{3, 3, 3 - 0.7*h}, wall: true}})
			p := s.physics("wendland")
			unit := s.grid.Unit
			p.Spring, p.Damper, p.PerHeight = 10, 2, float32(unit*unit)                 // so heights are in square metres
			p.FaceMean, p.PerSquares = float32((0.49*h*h-test.height)/(unit*unit)), 1e9 // and none of the wall is missing
			p.HalfSpacing = float32(0.7 * h / unit)
			if test.far > 0 {
				p.HalfSpacing /= float32(test.far)
			}
			force, _ := s.forces(cuda.Forces("wendland", false, "dummy"), p)
			if got := float64(force[0][2]); math.Abs(got-test.want) > 1e-5 || force[0][0] != 0 {
				t.Errorf("%g half spacings over the face, at %g m/s: the force is %v, want %g", test.height, test.speed, force[0], test.want)
			}
		}
	})
}

// The pressure at walls is that of the fluid around and what hangs between; it is not
// negative, and 0 where there is no fluid.
func TestWallPressure(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		for _, test := range []struct {
			name  string
			above float64 // of the wall over the fluid [h]
			rel   float32
		}{{"below", -0.7, 0.001}, {"above", 0.7, 0.03}, {"so high above that it would pull", 0.7, 0.001}, {"out of reach", -2.1, 0.01}} {
			s, p, rho, pressure := besideWall(t, f, test.above, test.rel)
			out := s.alloc(8)
			s.list.WallPressure(s.stream, s.p.Pos, s.p.Vel, p, cuda.ProbeArgs{Record: s.record()}, out, 0, 2)
			var inOrder, got [2]float32
			s.download(&inOrder, out)
			for i, id := range s.order {
				got[id] = inOrder[i]
			}
			want := max(pressure-rho*10*test.above*h, 0)
			if math.Abs(test.above) > 2 {
				want = 0
			}
			if math.Abs(float64(got[1])-want) > 2e-5*want || got[0] != 0 {
				t.Errorf("%s: the pressures of fluid and wall are %v, want 0 and %g", test.name, got, want)
			}
		}
	})
}
