package engine

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"gpusph/sph"
	"gpusph/sph/exchange"
)

// withScalar gives the fluid of a case random values of the scalar, and a diffusivity.
func withScalar(c *sph.Case, diffusivity float64) *sph.Case {
	random := rand.New(rand.NewPCG(5, 5))
	c.Params.Further.Scalar = diffusivity
	values := make([]float32, c.Particles.Len())
	for i := range values {
		if c.Particles.Type[i] == sph.Fluid {
			values[i] = random.Float32()
		}
	}
	c.Particles.Extra = map[string][]float32{"Scalar": values}
	return c
}

// scalars are those of a snapshot.
func scalars(t *testing.T, s *Simulation) (*sph.Snapshot, []float32) {
	t.Helper()
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if len(snap.Extra) != 1 || snap.Extra[0].Name != "Scalar" {
		t.Fatalf("the snapshot has the further fields %v", snap.Extra)
	}
	return snap, snap.Extra[0].Of
}

// The scalar changes as its equation says, with both kernels, beside walls with a state and
// without. An oracle with 1 % more diffusivity disagrees.
func TestScalarAgainstOracle(t *testing.T) {
	off := func(s *Simulation, o *oracle) float64 {
		var difference, change float64
		_, got := scalars(t, s)
		first := s.Case.Particles.Extra["Scalar"]
		for i := range got {
			difference += math.Pow(float64(got[i])-o.now.c[i], 2)
			change += math.Pow(o.now.c[i]-float64(first[i]), 2)
		}
		return math.Sqrt(difference / change)
	}
	for kernel, boundary := range map[sph.Kernel]sph.Boundary{sph.Wendland: sph.Dynamic, sph.CubicSpline: sph.Dummy, sph.Quintic: sph.LennardJones} {
		c := withScalar(corner(1), 0.05)
		c.Params.Kernel, c.Params.Boundary = kernel, boundary
		sims := make(map[string]*Simulation)
		var right, wrong *oracle
		for form, system := range forms {
			sims[form] = start(t, c, Options{System: system(t, 1)})
			right, wrong = newOracle(t, sims[form]), newOracle(t, sims[form])
		}
		wrong.p.Further.Scalar *= 1.01
		wrong.step()
		for step := 1; step <= 3; step++ {
			right.step()
			for form, s := range sims {
				advance(t, s, 1)
				if is := off(s, right); !(is < 2e-5) {
					t.Errorf("%v, %v, %s, step %d: off by %.1e", kernel, boundary, form, step, is)
				}
				if would := off(s, wrong); step == 1 && !(would > 1e-3) {
					t.Errorf("%v, %v, %s: off by %.1e only from a wrong oracle", kernel, boundary, form, would)
				}
			}
		}
	}
}

// The same bits of the scalar on any number of devices, with slices moving at every list, whatever
// the exchange and the walls. Walls have none, and what fluid has stays between the least and the
// greatest.
func TestScalarOnDevices(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy} {
		var hash string
		for _, test := range []struct {
			devices int
			way     exchange.Mode
		}{{1, exchange.Fastest}, {3, exchange.Overlap}, {6, exchange.Direct}} {
			c := withScalar(column(0.05), 0.01)
			c.Params.Boundary = boundary
			o := Options{System: open(t, test.devices), Stripe: 500, Exchange: test.way}
			if test.devices > 1 {
				o.Balance = &shaker{}
			}
			s := start(t, c, o)
			advance(t, s, 41)
			snap, values := scalars(t, s)
			var change float64
			for i, id := range snap.ID {
				x := float64(values[i])
				if snap.Type[i] == sph.Wall && x != 0 || !(x >= 0 && x <= 1) {
					t.Fatalf("particle %d has %g", id, x)
				}
				change += math.Abs(x - float64(c.Particles.Extra["Scalar"][id]))
			}
			if change < 1 {
				t.Errorf("all particles together have changed by %g", change)
			}
			if hash == "" {
				hash = snap.SHA256
			} else if snap.SHA256 != hash {
				t.Errorf("%v, %d devices, %v: %s, one gives %s", boundary, test.devices, test.way, snap.SHA256, hash)
			}
		}
	}
}

// Between two ends that let nothing through, half a cosine decays by exp(-κπ²t/L²). It is looked at
// on the axis of a block wide enough that its sides are not felt there. It decays a few percent too
// slowly, since particles at the ends have too few neighbours: the more particles, the less.
func TestScalarDecays(t *testing.T) {
	onOneDevice(t)
	const length, diffusivity = 1.0, 0.1
	for _, test := range []struct {
		n, width  int
		tolerance float64
	}{{12, 10, 0.06}, {24, 20, 0.04}} {
		dp := length / float64(test.n)
		c := &sph.Case{Name: "decay", Params: sph.Defaults(dp), End: 0.3 * length * length / (math.Pi * math.Pi * diffusivity)}
		p := &c.Params
		p.Gravity, p.Mass, p.C0, p.Further.Scalar = [3]float64{}, p.Rho0*dp*dp*dp, 1, diffusivity
		p.Min, p.Max = [3]float64{-dp, -dp, -dp}, [3]float64{length + dp, length + dp, length + dp}
		var values []float32
		for x := range test.n {
			for y := range test.width {
				for z := range test.width {
					at := [3]float64{(float64(x) + .5) * dp, (float64(y) + .5) * dp, (float64(z) + .5) * dp}
					c.Particles.Add(at, sph.Fluid, 0)
					values = append(values, float32(math.Cos(math.Pi*at[0]/length)))
				}
			}
		}
		c.Particles.Extra = map[string][]float32{"Scalar": values}
		s := start(t, c, Options{System: open(t, 1)})
		for done := false; !done; {
			last, err := s.Advance(20)
			if err != nil {
				t.Fatal(err)
			}
			done = last.Done
		}
		snap, values := scalars(t, s)
		amplitude := 0.0
		for i, x := range snap.Position {
			axis := float64(test.width) * dp / 2
			if math.Abs(float64(x[1])-axis) < dp && math.Abs(float64(x[2])-axis) < dp {
				amplitude += 2 * float64(values[i]) * math.Cos(math.Pi*float64(x[0])/length) / float64(4*test.n)
			}
		}
		want := math.Exp(-math.Pi * math.Pi * diffusivity * snap.Time / (length * length))
		t.Logf("%d particles long: %.4f after %d steps, want %.4f", test.n, amplitude, snap.Step, want)
		if rate := math.Log(amplitude) / math.Log(want); !(math.Abs(rate-1) < test.tolerance) {
			t.Errorf("%d particles long: it decays %.3f times as fast as it should", test.n, rate)
		}
	}
}

// The scalar limits the time step, and names its option where that is refused.
func TestScalarLimitsStep(t *testing.T) {
	p := column(0.05).Params
	p.Further.Scalar = 10
	if got, want := p.DefaultStep(), 0.125*p.H*p.H/10; math.Abs(got-want) > 1e-12 {
		t.Errorf("the time step is %g s, want %g s", got, want)
	}
	p.Dt = 3 * p.DefaultStep()
	if err := p.Check(); err == nil || !strings.Contains(err.Error(), "scalar = 10 allows") {
		t.Errorf("a step that is too long: %v", err)
	}
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1)} {
		p.Further.Scalar = bad
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("scalar is %g", bad)) {
			t.Errorf("a diffusivity of %g: %v", bad, err)
		}
	}
}
