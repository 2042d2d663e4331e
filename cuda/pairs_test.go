package cuda_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
)

// The integral of W over space is 1, with the scales that physics.h tells:
// W(0) = 21/16πh³ for Wendland C2, 1/πh³ for the cubic spline. Beyond its support
// of 2h, W is 0 exactly.
func TestKernelIntegral(t *testing.T) {
	for _, kernel := range []string{"wendland", "cubic"} {
		s := newScene(t, strict, [3]float64{6, 6, 6}, []particle{{at: [3]float64{3, 3, 3}}})
		w := profile(s, kernel, 1000, 2.1)
		sum := 0.0
		for k := range w {
			r := 2.1 * h * float64(k) / float64(len(w)-1)
			sum += 4 * math.Pi * r * r * alpha(kernel) / (h * h * h) * w[k] * 2.1 * h / float64(len(w)-1)
			if r > 2*h*1.00001 && w[k] != 0 {
				t.Errorf("%s: W(%g h) is %g, want 0", kernel, r/h, w[k])
			}
			if k > 0 && w[k] > w[k-1] {
				t.Errorf("%s: W grows at %g h", kernel, r/h)
			}
		}
		// The rectangles of 1/500 h are off by 1e-6, W by 1e-7 each.
		if math.Abs(sum-1) > 1e-5 {
			t.Errorf("%s: the integral of W is %.7f", kernel, sum)
		}
	}
}

// inForms runs a test with the strict and with the fast kernels.
func inForms(t *testing.T, test func(t *testing.T, f form)) {
	for _, f := range forms {
		t.Run(f.String(), func(t *testing.T) { test(t, f) })
	}
}

// profile is W/W(0) at n distances from 0 to most h from a scene's only
// particle.
func profile(s *scene, kernel string, n int, most float64) []float64 {
	var points [][3]float64
	for k := range n {
		r := most * h * float64(k) / float64(n-1)
		at := s.particles[0].at
		points = append(points, [3]float64{at[0] + 0.48*r, at[1] - 0.6*r, at[2] + 0.64*r})
	}
	w := make([]float64, n)
	for k, v := range s.probe(s.physics(kernel), points) {
		w[k] = float64(v[0])
	}
	return w
}

// pairs is n pairs of particles, far from each other, that change makes of two
// particles at rest at the reference density, the k-th of which are apart by
// distance(k) h in some direction.
func pairs(t *testing.T, form form, n int, distance func(k int) float64, change func(k int, i, j *particle)) *scene {
	random := rand.New(rand.NewPCG(9, 9))
	var all []particle
	for k := range n {
		var d [3]float64
		norm := 0.0
		for a := range d {
			d[a] = random.NormFloat64()
			norm += d[a] * d[a]
		}
		i := particle{at: [3]float64{4, 4, 4 + 7*float64(k)}}
		j := i
		for a := range d {
			j.at[a] += d[a] / math.Sqrt(norm) * distance(k) * h
		}
		change(k, &i, &j)
		all = append(all, i, j)
	}
	return newScene(t, form, [3]float64{8, 8, 8 + 7*float64(n)}, all)
}

// The force of a pair is along dW/dr: the slope that forces use is that of the W
// that probes use, over the scale that physics.h tells, 5W(0)/h² and W(0)/h².
func TestSlope(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		const n, most, rel = 200, 2.1, 0.01
		for _, kernel := range []string{"wendland", "cubic"} {
			scale := map[string]float64{"wendland": 5, "cubic": 1}[kernel]
			lone := newScene(t, f, [3]float64{6, 6, 6}, []particle{{at: [3]float64{3, 3, 3}}})
			w := profile(lone, kernel, n+1, most)
			step := most * h / n
			distance := func(k int) float64 { return float64(k+1) * step }
			s := pairs(t, f, n-1, distance, func(_ int, i, j *particle) { i.rel, j.rel = rel, rel })
			force, _ := s.forces(cuda.Forces(kernel, false, "dynamic"), s.physics(kernel))
			term := 2 * 20.0 * 20 / (7 * 1000) * (math.Pow(1+rel, 7) - 1) / math.Pow(1+rel, 2)
			worst := 0.0
			for k := range n - 1 {
				r := distance(k)
				want := -(w[k+2] - w[k]) / (2 * step) / r / (scale / (h * h))
				a := force[2*k]
				got := math.Sqrt(float64(a[0])*float64(a[0])+float64(a[1])*float64(a[1])+float64(a[2])*float64(a[2])) * s.grid.Unit / (term * r)
				if r >= 0.1*h {
					worst = max(worst, math.Abs(got-want))
				}
				if r > 2.001*h && got != 0 {
					t.Errorf("%s: a pair %g h apart has a force", kernel, r/h)
				}
			}
			// Differences over a hundredth of h are off by (0.01 h)²/6 d³W/dr³, which at
			// distances of that order is no small part of dW/dr.
			if worst > 2e-3 {
				t.Errorf("%s: the slope is off by %.2g of its scale", kernel, worst)
			} else {
				t.Logf("%s: the slope is off by %.2g of its scale", kernel, worst)
			}
		}
	})
}

// everything is physics with all terms between fluid particles, and the viscosity of dummy walls.
func everything(p cuda.Physics) cuda.Physics {
	p.Artificial, p.Laminar, p.Diffusion, p.Impact = 5e7, 2e4, 3e9, 5e7
	p.Hydro = [3]float32{1e-13, -2e-13, 3e-13}
	return p
}

// What i does to j, j does to i: the forces of a pair are opposite to the last
// bit where the densities are the same, and but for rounding where not; the
// continuity equation gives both the same rate, diffusion opposite ones.
func TestPairsAreAntisymmetric(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		random := rand.New(rand.NewPCG(10, 10))
		const n = 300
		distance := func(k int) float64 { return 2.05 * (float64(k) + 0.5) / n }
		number := func(size float64) float32 { return float32(size * (2*random.Float64() - 1)) }
		randomly := func(velocity, density float64, same bool) func(int, *particle, *particle) {
			return func(_ int, i, j *particle) {
				i.rel, j.rel = number(density), number(density)
				if same {
					j.rel = i.rel
				}
				for a := range 3 {
					i.vel[a], j.vel[a] = number(velocity), number(velocity)
				}
			}
		}
		for _, kernel := range []string{"wendland", "cubic"} {
			for _, laminar := range []bool{false, true} {
				run := cuda.Forces(kernel, laminar, "dynamic")
				// opposite returns the greatest |a_i + a_j| over |a_i|, over all pairs.
				opposite := func(force [][4]float32) (worst float64, acting int) {
					for k := range n {
						sum, size := 0.0, 0.0
						for a := range 3 {
							sum += math.Abs(float64(force[2*k][a]) + float64(force[2*k+1][a]))
							size += math.Abs(float64(force[2*k][a]))
						}
						if size > 0 {
							acting++
							worst = max(worst, sum/size)
						}
					}
					return worst, acting
				}
				s := pairs(t, f, n, distance, randomly(1, 0.02, true))
				force, _ := s.forces(run, everything(s.physics(kernel)))
				if worst, acting := opposite(force); worst != 0 || acting < n*9/10 {
					t.Errorf("%s: forces of %d pairs of one density differ by %.2g", run, acting, worst)
				}
				s = pairs(t, f, n, distance, randomly(1, 0.02, false))
				force, _ = s.forces(run, everything(s.physics(kernel)))
				// Of sums of a few numbers, each rounded to 6e-8, which may cancel: of
				// 300 pairs some do to a hundredth.
				if worst, acting := opposite(force); worst > 1e-4 || acting < n*9/10 {
					t.Errorf("%s: forces of %d pairs differ by %.2g", run, acting, worst)
				}
				physics := s.physics(kernel)
				force, _ = s.forces(run, physics)
				for k := range n {
					if force[2*k][3] != force[2*k+1][3] {
						t.Errorf("%s: continuity gives %g and %g", run, force[2*k][3], force[2*k+1][3])
					}
				}
				s = pairs(t, f, n, distance, randomly(0, 0.02, false))
				force, _ = s.forces(run, everything(s.physics(kernel)))
				for k := range n {
					if force[2*k][3] != -force[2*k+1][3] {
						t.Errorf("%s: diffusion gives %g and %g", run, force[2*k][3], force[2*k+1][3])
					}
				}
			}
		}
	})
}

// Artificial viscosity acts on pairs that approach each other, against it, and
// not on others.
func TestArtificialViscosity(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		for _, boundary := range []string{"dynamic", "dummy", "lennard-jones"} {
			for _, wall := range []bool{false, true} {
				// The first pair approaches, the second parts, the third slides.
				s := pairs(t, f, 3, func(int) float64 { return 0.9 }, func(k int, i, j *particle) {
					j.wall = wall
					d := [3]float64{j.at[0] - i.at[0], j.at[1] - i.at[1], j.at[2] - i.at[2]}
					for a := range 3 {
						i.vel[a] = float32([3]float64{d[a], -d[a], 0}[k])
					}
					if k == 2 {
						i.vel = [3]float32{float32(-d[1] * 10), float32(d[0] * 10), 0}
					}
				})
				p := s.physics("wendland")
				p.Artificial = 5e7
				force, _ := s.forces(cuda.Forces("wendland", false, boundary), p)
				along := func(k int) float64 {
					sum := 0.0
					for a := range 3 {
						sum += float64(force[2*k][a]) * (s.particles[2*k+1].at[a] - s.particles[2*k].at[a])
					}
					return sum
				}
				acts := !wall || boundary == "dynamic"
				if wall && boundary == "dummy" {
					p.Impact, acts = 5e7, true
					force, _ = s.forces(cuda.Forces("wendland", false, boundary), p)
				}
				if got := along(0); acts && got >= 0 || !acts && got != 0 {
					t.Errorf("%s, wall %v: a pair that approaches has %g along its way", boundary, wall, got)
				}
				if along(1) != 0 {
					t.Errorf("%s, wall %v: a pair that parts has %g along its way", boundary, wall, along(1))
				}
				if slide := math.Abs(along(2)); slide > 1e-5*math.Abs(along(0)) {
					t.Errorf("%s, wall %v: a pair that slides has %g along its way", boundary, wall, slide)
				}
			}
		}
	})
}

// The momentum of a cluster of fluid by itself is kept, but for rounding: each of
// ~60 terms of each sum is rounded to 6e-8.
func TestClusterMomentum(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		random := rand.New(rand.NewPCG(11, 11))
		var cluster []particle
		for range 60 {
			p := particle{rel: float32(0.02 * random.Float64())}
			for a := range 3 {
				p.at[a] = 2 + 2*random.Float64()
				p.vel[a] = float32(2*random.Float64() - 1)
			}
			cluster = append(cluster, p)
		}
		for _, kernel := range []string{"wendland", "cubic"} {
			for _, laminar := range []bool{false, true} {
				s := newScene(t, f, [3]float64{6, 6, 6}, cluster)
				force, _ := s.forces(cuda.Forces(kernel, laminar, "dynamic"), everything(s.physics(kernel)))
				var sum [3]float64
				size := 0.0
				for _, x := range force {
					for a := range 3 {
						sum[a] += float64(x[a])
						size += math.Abs(float64(x[a]))
					}
				}
				if drift := (math.Abs(sum[0]) + math.Abs(sum[1]) + math.Abs(sum[2])) / size; drift > 1e-6 {
					t.Errorf("%s, laminar %v: momentum changes by %.2g of the forces", kernel, laminar, drift)
				}
			}
		}
	})
}

// The fast form computes what the strict one does, but for the order of sums, fused
// operations and reciprocals by an approximation and one step of Newton's method:
// a few 1e-7 of each term, where the approximation alone is off by 6e-5.
func TestFormsAgree(t *testing.T) {
	random := rand.New(rand.NewPCG(12, 12))
	var cluster []particle
	for i := range 70 {
		p := particle{rel: float32(0.02 * random.Float64()), wall: i%3 == 0}
		for a := range 3 {
			p.at[a] = 2 + 2.5*random.Float64()
			p.vel[a] = float32(2*random.Float64() - 1)
		}
		cluster = append(cluster, p)
	}
	for name := range variants() {
		if !strings.HasPrefix(name, "forces_") {
			continue
		}
		var force [2][][4]float32
		for k, f := range forms {
			s := newScene(t, f, [3]float64{7, 7, 7}, cluster)
			p := everything(s.physics(strings.Split(name, "_")[1]))
			p.Artificial *= 100 // most of the force
			p.LjRadius2, p.LjForce = float32(0.25*h*h/(s.grid.Unit*s.grid.Unit)), 10
			if strings.HasSuffix(name, "dummy") {
				p.Wall = 2
			}
			force[k], _ = s.forces(cuda.KernelOf[cuda.ForcesArgs](name), p)
		}
		var off, size [4]float64
		for i := range cluster {
			for a := range 4 {
				off[a] = max(off[a], math.Abs(float64(force[0][i][a])-float64(force[1][i][a])))
				size[a] = max(size[a], math.Abs(float64(force[0][i][a])))
			}
		}
		for a := range 4 {
			if size[a] == 0 || off[a] > 2e-6*size[a] {
				t.Errorf("%s: component %d is off by %g of %g at most", name, a, off[a], size[a])
			}
		}
	}
}

// The pressure is Tait's, P = B((1+x)^7 - 1), also where it is so small that the
// difference cancels; from P/ρ², a polynomial that is off by x^5 of itself.
func TestEquationOfState(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		densities := []float64{1e-7, 1e-5, 1e-3, 0.005, 0.01, 0.02, 0.05, 0.1, -1e-5, -0.01, -0.05}
		s := pairs(t, f, len(densities), func(int) float64 { return 0.8 }, func(k int, i, j *particle) {
			i.rel, j.wall = float32(densities[k]), true
		})
		p := s.physics("wendland")
		var points [][3]float64
		for k := range densities {
			points = append(points, s.particles[2*k].at)
		}
		for k, v := range s.probe(p, points) {
			x := float64(float32(densities[k]))
			want := float64(p.Bulk) * math.Expm1(7*math.Log1p(x))
			tolerance := 1e-6 + math.Abs(math.Pow(x, 5))
			if got := float64(v[1]) / float64(v[0]); math.Abs(got-want) > tolerance*math.Abs(want) {
				t.Errorf("at ρ/ρ0 - 1 = %g the pressure is %g Pa, want %g Pa", x, got, want)
			}
		}
	})
}

// besideWall is a particle of fluid under gravity of 10 m/s² and one of a wall so far above it [h]; and the fluid's
// density [kg/m³] and pressure [Pa].
func besideWall(t *testing.T, f form, above float64, rel float32) (s *scene, p cuda.Physics, rho, pressure float64) {
	s = newScene(t, f, [3]float64{6, 6, 6}, []particle{{at: [3]float64{3, 3, 3}, rel: rel}, {at: [3]float64{3, 3, 3 + above*h}, wall: true}})
	p = s.physics("wendland")
	p.Gravity = [3]float32{0, 0, -10}
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

// A dummy wall pushes what is nearer to its face than a quarter of a spacing, also behind it, the more the nearer
// and the faster it comes; it does not pull.
func TestDummyWallContact(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		for _, test := range []struct {
			height float64 // in half spacings
			speed  float32 // upwards, away from the wall [m/s]
			want   float64
		}{{3, 0, 0}, {3, -1, 0}, {0.5, -1, 0}, {0.2, 0, 3}, {0.2, -1, 5}, {0.2, 1, 1}, {0.2, 2, 0}, {0, 0, 5}, {-1, 0, 15}, {-1, 1, 13}} {
			s := newScene(t, f, [3]float64{6, 6, 6}, []particle{
				{at: [3]float64{3, 3, 3}, vel: [3]float32{1, -1, test.speed}}, {at: [3]float64{3, 3, 3 - 0.7*h}, wall: true}})
			p := s.physics("wendland")
			unit := s.grid.Unit
			p.Spring, p.Damper, p.PerHeight = 10, 2, float32(unit*unit)                 // so heights are in square metres
			p.FaceMean, p.PerSquares = float32((0.49*h*h-test.height)/(unit*unit)), 1e9 // and none of the wall is missing
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
			s.list.WallPressure(s.stream, s.p, p, out, 0, 2)
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

// A step that is not to be done touches nothing: maxima and particles stay as they are.
func TestSkippedTouchesNothing(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		for _, limit := range []int32{-1, 2} {
			d := open(t, f)
			mark := []uint32{1, 2, 3, 4}
			pos, vel, packed, maxima := d.upload(mark), d.upload(mark), d.upload(mark[:2]), d.upload(append(mark, make([]uint32, 12)...))
			args := alone(d, [4]float32{}, [4]int32{5, 6, 7, 0}, [3]float32{1, 2, 3})
			args.Clock = d.upload(cuda.Clock{Length: [2]float32{1, 1}, Limit: limit})
			args.Maxima = maxima
			args.Euler.Half = 1
			args.Euler.To, args.Euler.Step = cuda.State{Pos: pos, Vel: vel, Packed: packed}, 2
			gpu.Launch(d.stream, cuda.Forces("wendland", false, "dynamic"), args, 0, 1)
			for name, at := range map[string]gpu.Ptr{"positions": pos, "velocities": vel, "maxima": maxima} {
				got := make([]uint32, 4)
				d.download(got, at)
				for k := range got {
					if got[k] != mark[k] {
						t.Errorf("limit %d, %s: %v, want %v", limit, name, got, mark)
						break
					}
				}
			}
		}
	})
}

// alone is the forces on a particle without neighbours, which gravity moves: velocity
// and ρ/ρ0 - 1, position and info, gravity. Its clock runs, with steps of 0.1 s.
func alone(d *device, vel [4]float32, pos [4]int32, gravity [3]float32) cuda.ForcesArgs {
	at := cuda.State{Pos: d.upload(pos), Vel: d.upload(vel), Packed: d.alloc(8)}
	return cuda.ForcesArgs{
		P: cuda.Physics{Gravity: gravity}, List: cuda.List{Tasks: d.upload(cuda.Task{}), Entries: d.alloc(32 * 16), Start: d.alloc(4 * 1000), Capacity: 8},
		Packed: at.Packed, Vel: at.Vel, Part: cuda.Part{Fluids: 1}, Maxima: d.alloc(64),
		Clock: d.upload(cuda.Clock{Length: [2]float32{0.1, 0.1}, Limit: 100}),
		Euler: cuda.EulerArgs{
			From: at, To: cuda.State{Pos: d.alloc(16), Vel: d.alloc(16), Packed: d.alloc(8)},
			Edges: cuda.Edges{RightFrom: math.MaxInt32}, PerQuantum: 200, DisplacementLimit: 100, Shift: 19,
		},
	}
}
