package engine

import (
	"math"
	"slices"
	"testing"

	"gpusph/features/tension"
	"gpusph/sph"
	"gpusph/sph/launch"
)

// ofFluids makes every third particle of a case's fluid one of a hundredth of the density with an
// exponent, speed of sound and viscosity of its own.
func ofFluids(c *sph.Case, tensions ...tension.Tension) *sph.Case {
	p := &c.Params
	heavy := sph.Properties{Kind: "heavy", Nu: p.Nu}
	light := sph.Properties{Kind: "light", Nu: 2 * p.Nu, Rho0: p.Rho0 / 100, C0: 1.5 * p.C0,
		Gamma: 1.4}
	c.Mix([]sph.Material{{Name: "heavy", Mass: p.Mass, Properties: heavy},
		{Name: "light", Mass: p.Mass / 100, Properties: light}})
	tension.Give(c, tensions)
	c.Particles.Material = make([]uint8, c.Particles.Len())
	for i := range c.Particles.Material {
		if c.Particles.Type[i] == sph.Fluid && i%3 == 0 {
			c.Particles.Material[i] = 1
		}
	}
	return c
}

// Young's equation: the tension of the second fluid with walls less that of the first is σ times
// the cosine of the angle through the first. Kernels get twice the tensions with walls, half of
// which lies before the face. One of them is 0, and the fluids have σ with each other.
func TestTensionsMeetYoungsEquation(t *testing.T) {
	const sigma = 0.1
	for angle := 0.0; angle <= 180; angle += 30 {
		surface := tension.Tension{Between: [2]string{"heavy", "light"}, Sigma: sigma, Angle: angle}
		s := start(t, ofFluids(blob(4), surface), Options{System: open(t, 1)})
		heavy, light := s.material(0).Tension, s.material(1).Tension
		first, second := s.material(0).WallTension, s.material(1).WallTension
		want := sigma * math.Cos(angle*math.Pi/180)
		if is := float64(second-first) / 2; math.Abs(is-want) > 1e-7 || min(first, second) != 0 {
			t.Errorf("an angle of %g°: walls have %g and %g N/m, which makes %g N/m, want %g N/m", angle,
				first, second, is, want)
		}
		if of := launch.KindOf(s.Case, 1); heavy[of] != sigma ||
			light[launch.KindOf(s.Case, 0)] != sigma || light[of] != 0 {
			t.Errorf("an angle of %g°: the fluids have %v and %v N/m with each other", angle, heavy, light)
		}
	}
}

// What i does to j is what j does to i, whatever their densities: Σ m v of fluid by itself stays.
// Without viscosity and diffusion so does the sum of its energies.
func TestFluidsKeepMomentumAndEnergy(t *testing.T) {
	surface := tension.Tension{Between: [2]string{"heavy", "light"}, Sigma: 0.1, Angle: 90}
	for k, tensions := range [][]tension.Tension{nil, {surface}, nil, {surface}} {
		c := ofFluids(blob(8), tensions...)
		c.Params.Nu = 0.02
		correctInside(c, k > 1)
		s := start(t, c, Options{System: open(t, 2), Stripe: 100})
		sum := func() (momentum vector, size float64) {
			for i, q := range held(t, s) {
				v := vector{float64(q.Vel[0]), float64(q.Vel[1]), float64(q.Vel[2])}
				momentum, size = momentum.plus(v, c.MassOf(int(i))), size+c.MassOf(int(i))*v.norm()
			}
			return momentum, size
		}
		before, _ := sum()
		advance(t, s, 100)
		after, size := sum()
		if drift := after.plus(before, -1).norm() / size; !(drift < 5e-7) {
			t.Errorf("%v: momentum drifts by %.2g of Σ m|v|, tolerated 5e-7", tensions, drift)
		}
	}
	for _, corrected := range []bool{false, true} {
		c := ofFluids(blob(8))
		c.Params.Alpha, c.Params.Diffusion = 0, sph.NoDiffusion
		correctInside(c, corrected)
		s := start(t, c, Options{System: open(t, 1)})
		energy := func() float64 {
			m, err := s.Sample()
			if err != nil {
				t.Fatal(err)
			}
			return c.Params.Balance(&m)
		}
		before := energy()
		advance(t, s, 100)
		gain := energy()/before - 1
		t.Logf("energy gains %.2g", gain)
		if math.Abs(gain) > 0.001 {
			t.Errorf("corrected %t: energy gains %.2g", corrected, gain)
		}
	}
}

// correctInside corrects the gradients of a flow from a determinant on that a blob has inside.
func correctInside(c *sph.Case, on bool) {
	if on {
		c.Params.Boundary = sph.Dummy
		c.Params.Further.Correction, c.Params.Further.CorrectionFrom = true, 0.5
	}
}

// Flows of several fluids have the same bits on any number of devices, and from a checkpoint on.
func TestFluidsOnDevices(t *testing.T) {
	for k, boundary := range []sph.Boundary{sph.Dummy, sph.MDBC, sph.Dummy} {
		one := ""
		for _, n := range []int{1, 3, 6} {
			c := withSurfaces(column(0.05))
			c.Params.Boundary = boundary
			ofFluids(c, tension.Tension{Between: [2]string{"heavy", "light"}, Sigma: 0.1, Angle: 60})
			correctInside(c, k == 2)
			s := start(t, c, Options{System: open(t, n), Stripe: 100})
			goOn(t, s, 20)
			middle, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			end := goOn(t, s, 20)
			if one == "" {
				one = end
			} else if end != one {
				t.Errorf("%v, %d devices: %s, one: %s", boundary, n, end, one)
			}
			resumed := start(t, c, Options{System: open(t, 7-n), Stripe: 100})
			if err := resumed.Resume(middle, nil, nil); err != nil {
				t.Fatal(err)
			}
			if again := goOn(t, resumed, 20); again != end {
				t.Errorf("%v, from a checkpoint of %d devices: %s, want %s", boundary, n, again, end)
			}
		}
	}
}

// A snapshot counts the fluid of each material, also where particles of several weigh the same.
func TestSnapshotCountsMaterials(t *testing.T) {
	c := tense()
	s := start(t, c, Options{System: open(t, 3), Stripe: 100})
	advance(t, s, 3)
	snapshot, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	want := c.FluidOfMaterials()
	if !slices.Equal(snapshot.OfMaterials, want) || want[0] == 0 || want[1] == 0 {
		t.Errorf("there are %v particles of the materials, not %v", snapshot.OfMaterials, want)
	}
}
