package gridmeasure

import (
	"math"
	"slices"
	"testing"

	"gpusph/gpu"
	"gpusph/grid"
	"gpusph/validate/references"
)

// simulated advances a flow until it ends, and takes its snapshot and sums.
func simulated(t *testing.T, f *grid.Flow) (*Sampler, grid.Sums) {
	t.Helper()
	return simulatedOn(t, f, grid.Options{}, "host", "host")
}

// simulatedOn does so on some devices, with options.
func simulatedOn(t *testing.T, f *grid.Flow, o grid.Options, devices ...string) (*Sampler,
	grid.Sums) {
	t.Helper()
	system, err := gpu.Open(devices, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer system.Close()
	o.System = system
	s, err := grid.New(f, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for done := false; !done; {
		p, err := s.Advance(100)
		if err != nil {
			t.Fatal(err)
		}
		done = p.Done
	}
	snapshot, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	sums, err := s.Sums()
	if err != nil {
		t.Fatal(err)
	}
	return sampler(t, snapshot), sums
}

// The velocities of a lid-driven cavity, Re 100, that a simulation on 32² cells has at the places
// of the converged profile are within 1 % of it, and the stream function vanishes on all walls, so
// that the faces are found again from their means.
func TestSimulatedCavity(t *testing.T) {
	const n = 32
	e := &grid.Incompressible{Viscosity: 0.01}
	for a := range e.Walls {
		e.Walls[a] = [2]grid.Wall{grid.Insulated, grid.Insulated}
	}
	e.Walls[2][1].Velocity = [3]float64{1, 0, 0}
	f := &grid.Flow{Cells: [3]int{n, 1, n}, Spacing: [3]float64{1.0 / n, 1.0 / n, 1.0 / n},
		Periodic: [3]bool{false, true, false}, CFL: 0.6, End: 30, Steady: 1e-4, Equations: e}
	m, _ := simulated(t, f)
	table, err := references.Read(references.Files, "lid_cavity_profile.csv")
	if err != nil {
		t.Fatal(err)
	}
	u, w := slices.Index(table.Names, "re100_u_over_U"), slices.Index(table.Names, "re100_w_over_U")
	sum := 0.0
	for _, row := range table.Rows {
		du := m.Velocity(0, [3]float64{0.5, 0.5 / n, row[0]}) - row[u]
		dw := m.Velocity(2, [3]float64{row[0], 0.5 / n, 0.5}) - row[w]
		sum += (du*du + dw*dw) / float64(2*len(table.Rows))
	}
	if rms := math.Sqrt(sum); !(rms < 0.01) {
		t.Errorf("the profiles are off by %.4f U in the mean", rms)
	}
	for z, want := range map[float64]float64{0: 0, 1: 1} {
		if got := m.Velocity(0, [3]float64{0.5, 0.5 / n, z}); got != want {
			t.Errorf("u at the wall z = %g is %g", z, got)
		}
	}
	psi, err := m.Stream()
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range psi.Psi {
		x, z := i%(n+1), i/(n+1)
		if (x == 0 || x == n || z == 0 || z == n) && math.Abs(p) > 1e-9 {
			t.Fatalf("ψ is %g on the wall at %d, %d", p, x, z)
		}
	}
	// Ghia et al. have -0.1034
	if vortex, _ := psi.Vortices(); math.Abs(vortex.Value+0.1034) > 0.003 {
		t.Errorf("the vortex is %+v", vortex)
	}
}

// The spectrum of a simulated flow has the energy and the dissipation that the simulation sums up.
func TestSimulatedSpectrum(t *testing.T) {
	const n, nu = 16, 0.02
	h := 2 * math.Pi / n
	f := &grid.Flow{Cells: [3]int{n, n, n}, Spacing: [3]float64{h, h, h},
		Periodic: [3]bool{true, true, true}, CFL: 0.6, End: 1,
		Equations: &grid.Incompressible{Viscosity: nu, Scheme: grid.RungeKutta,
			Velocity: func(c int, x [3]float64) float64 {
				return [3]float64{math.Sin(x[0]) * math.Cos(x[1]) * math.Cos(x[2]),
					-math.Cos(x[0]) * math.Sin(x[1]) * math.Cos(x[2]), 0}[c]
			}}}
	m, sums := simulated(t, f)
	r, err := NewSpectrum(m.Snapshot, nu)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []struct {
		name      string
		got, want float64
	}{{"energy", r.Scales.Energy, sums.Of[grid.Energy]},
		{"dissipation", r.Scales.Dissipation, sums.Of[grid.Dissipation]}} {
		if !(math.Abs(e.got/e.want-1) < 1e-9) {
			t.Errorf("the %s is %.12g, but the simulation has %.12g", e.name, e.got, e.want)
		}
	}
}
