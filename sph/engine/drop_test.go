package engine

import (
	"fmt"
	"math"
	"testing"

	"gpusph/sph"
)

// drop is a cube of n³ particles of water that falls at 2 m/s onto the floor of a box, 18 by 18
// spacings wide and 30 high. It lies askew to the walls' lattice.
func drop(n int) *sph.Case {
	const dp = 0.01
	c := &sph.Case{Name: "drop", Params: sph.Defaults(dp), End: 0.5}
	p := &c.Params
	p.C0, p.Alpha = 40, 0.1
	p.Min, p.Max = [3]float64{-13 * dp, -13 * dp, -4 * dp}, [3]float64{13 * dp, 13 * dp, 40 * dp}
	p.Mass = p.Rho0 * dp * dp * dp
	for x := -12; x < 12; x++ {
		for y := -12; y < 12; y++ {
			for z := -3; z < 30; z++ {
				if z < 0 || x < -9 || y < -9 || x >= 9 || y >= 9 {
					c.Particles.Add([3]float64{(float64(x) + .5) * dp, (float64(y) + .5) * dp, (float64(z) + .5) * dp}, sph.Wall, 0)
				}
			}
		}
	}
	for x := range n {
		for y := range n {
			for z := range n {
				c.Particles.Add([3]float64{(float64(x) + .13) * dp, (float64(y) + .27) * dp, (float64(z) + 2) * dp}, sph.Fluid, 0)
				c.Particles.Velocity[c.Particles.Len()-1] = [3]float32{0, 0, -2}
			}
		}
	}
	return c
}

// A drop that falls into a box with dummy walls comes to rest in it. Its energy never grows, it is
// neither squeezed nor torn to other densities, no particle is thrown about, and none
// ends behind a wall's face.
//
// This is what goes wrong in SPHERIC's test 2 when water strikes the box, in its smallest form.
// Where walls have the mean pressure of the fluid half a step before, as up to 7e0253c, a single
// particle bounces back higher than it fell (1.21 times its energy after a second) and eight come
// to 300 times their energy, 80 m/s and 700 to 1580 kg/m³ within 0.23 s. Where they have it at once
// and pull water in tension, 64 come to 12 m/s and 680 to 1200 kg/m³; where they do not pull, but
// draw it out when it leaves, to 430 kg/m³. Without a spring before the face, particles sink half a
// spacing into the walls.
//
// Measured, the worst of all: energy 1.0006, speed 2.03 m/s, density 990 to 1030 kg/m³, 0.16 Δp
// before the face. Without viscosity the drops go on bouncing, and it is 1.0000, 3.6 m/s, 951 to
// 1056 kg/m³, 0.05 Δp before the face.
func TestDropOnDummyWalls(t *testing.T) {
	onOneDevice(t)
	for _, alpha := range []float64{0.1, 0} {
		for _, n := range []int{1, 2, 4} {
			if alpha > 0 && n < 4 {
				continue // drops without viscosity bounce more
			}
			t.Run(fmt.Sprintf("alpha %g, %d particles", alpha, n*n*n), func(t *testing.T) {
				t.Parallel()
				c := drop(n)
				c.Params.Alpha, c.Params.Boundary = alpha, sph.Dummy
				s := start(t, c, Options{System: open(t, 1)})
				dp, begun, energy, fastest := c.Params.DeltaP, 0.0, 0.0, 0.0
				// density [kg/m³], distance from the faces [m]
				light, heavy, height := math.Inf(1), 0.0, math.Inf(1)
				for done := false; !done; {
					sample, err := s.Sample()
					if err != nil {
						t.Fatal(err)
					}
					e := sample.Energy[sph.Kinetic] + sample.Energy[sph.Potential] + sample.Energy[sph.Internal]
					if begun == 0 {
						begun = e
					}
					energy = max(energy, e/begun)
					snapshot, err := s.Snapshot()
					if err != nil {
						t.Fatal(err)
					}
					for i, x := range snapshot.Position {
						if snapshot.Type[i] != sph.Fluid {
							continue
						}
						light, heavy = min(light, float64(snapshot.Density[i])), max(heavy, float64(snapshot.Density[i]))
						height = min(height, float64(x[2]), 9*dp-math.Abs(float64(x[0])), 9*dp-math.Abs(float64(x[1])))
						v := snapshot.Velocity[i]
						fastest = max(fastest, math.Hypot(math.Hypot(float64(v[0]), float64(v[1])), float64(v[2])))
					}
					for k := 0; k < 3 && !done; k++ {
						p, err := s.Advance(20)
						if err != nil {
							t.Fatal(err)
						}
						done = p.Done
						if p.Lost > 0 {
							t.Fatalf("at %.3f s %d particles have left the box", p.Time, p.Lost)
						}
					}
				}
				t.Logf("energy %.4f of the beginning's, speed %.2f m/s, density %.0f to %.0f kg/m³, %.2f Δp before the face", energy, fastest, light, heavy, height/dp)
				if energy > 1.005 {
					t.Errorf("the energy grows to %.3f times what it was", energy)
				}
				if fastest > 4 {
					t.Errorf("the drop falls at 2 m/s, but some of it comes to %.2f m/s", fastest)
				}
				if light < 900 || heavy > 1100 {
					t.Errorf("its density is from %.0f to %.0f kg/m³", light, heavy)
				}
				if height < -0.05*dp {
					t.Errorf("water is %.2f Δp behind a wall's face", -height/dp)
				}
			})
		}
	}
}
