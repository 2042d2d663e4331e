package engine

import (
	"math"
	"testing"

	"gpusph/sph"
)

// TestStillAsTheRun holds that a snapshot has, at every probe and gauge, what the run's own probes
// and gauges read in the same state: float32 and integer sums there, float64 here.
func TestStillAsTheRun(t *testing.T) {
	for _, dim := range []int{3, 2} {
		for _, kernel := range []sph.Kernel{sph.Wendland, sph.CubicSpline, sph.Quintic} {
			c := damBreak(t, dim, kernel)
			s := start(t, c, Options{System: open(t, 2), End: c.End})
			for range 3 {
				if _, err := s.Advance(20); err != nil {
					t.Fatal(err)
				}
				m, err := s.Sample()
				if err != nil {
					t.Fatal(err)
				}
				snapshot, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				still, err := sph.NewSnapshotProbe(snapshot, c.Params)
				if err != nil {
					t.Fatal(err)
				}
				scale := c.Params.Rho0 * 9.81 * 0.2
				read := 0
				for i := range c.Probes {
					got, want := still.Pressure(&c.Probes[i]), m.Pressure[i]
					if math.Abs(got-want) > 1e-5*scale {
						t.Errorf("%d dimensions, %v: the probe %s has %g Pa in the snapshot, not %g Pa", dim, kernel, c.Probes[i].Name, got, want)
					}
					if want != 0 {
						read++
					}
				}
				for i := range c.Gauges {
					got, want := still.Height(&c.Gauges[i]), m.Height[i]
					if math.Abs(got-want) > 1e-5*c.Params.DeltaP {
						t.Errorf("%d dimensions, %v: the gauge %s has %g m in the snapshot, not %g m", dim, kernel, c.Gauges[i].Name, got, want)
					}
				}
				if read < 3 {
					t.Errorf("only %d probes read anything", read)
				}
			}
		}
	}
}

// damBreak is a block of water in a box, with probes in the water, in faces and over squares.
func damBreak(t *testing.T, dim int, kernel sph.Kernel) *sph.Case {
	t.Helper()
	const dp = 0.02
	c := &sph.Case{Name: "dam", Params: sph.Defaults(dp), End: 1}
	p := &c.Params
	p.Kernel, p.H = kernel, 1.3*dp
	p.Mass = p.Rho0 * dp * dp * dp
	p.Min, p.Max = [3]float64{-0.12, -0.12, -0.12}, [3]float64{0.52, 0.32, 0.4}
	for i := -4; i < 24; i++ {
		for j := -4; j < 14; j++ {
			for k := -4; k < 12; k++ {
				x := [3]float64{(float64(i) + 0.5) * dp, (float64(j) + 0.5) * dp, (float64(k) + 0.5) * dp}
				switch {
				case i < 0 || i >= 20 || j < 0 || j >= 10 || k < 0:
					c.Particles.Add(x, sph.Wall, 0)
				case i < 8 && k < 10:
					c.Particles.Add(x, sph.Fluid, 0)
					c.Particles.RelDensity[c.Particles.Len()-1] = float32(p.RelativeDensity(p.Rho0 * 9.81 * (10*dp - x[2])))
				}
			}
		}
	}
	const y = 0.11
	c.Probes = []sph.Probe{
		{Name: "in", Position: [3]float64{0.071, y, 0.052}},
		{Name: "surface", Position: [3]float64{0.071, y, 0.195}},
		{Name: "dry", Position: [3]float64{0.35, y, 0.1}},
		{Name: "floor", Position: [3]float64{0.06, y, 0}, Normal: [3]float64{0, 0, 2}, Distance: dp / 2},
		{Name: "wall", Position: [3]float64{0, y, 0.06}, Normal: [3]float64{1, 0, 0}, Distance: dp / 2, Size: 0.05},
		{Name: "slanting", Position: [3]float64{0.08, y, 0.06}, Normal: [3]float64{1, 0, 1}},
	}
	c.Gauges = []sph.Gauge{
		{Name: "in", X: 0.07, Y: y, Ground: 0, Ceiling: math.Inf(1)}, {Name: "front", X: 0.17, Y: y, Ground: 0, Ceiling: math.Inf(1)},
		{Name: "unknown", X: 0.05, Y: y}, {Name: "side", X: 0.005, Y: y, Ground: 0, Ceiling: math.Inf(1)},
	}
	if dim == 2 {
		inPlane(c, y)
		p.H = 1.3 * dp
	}
	return c
}

// TestThrough holds that the flow through a section is that of the particles: mass times speed by
// length, wherever the section is, and nothing is lost at walls.
func TestThrough(t *testing.T) {
	for _, dim := range []int{3, 2} {
		c := damBreak(t, dim, sph.Wendland)
		s := c.Snapshot()
		fluid := 0
		for i := range s.Velocity {
			s.Velocity[i] = [3]float32{0.5, 0, -0.25}
			if s.Type[i] == sph.Fluid {
				fluid++
			}
		}
		still, err := sph.NewSnapshotProbe(s, c.Params)
		if err != nil {
			t.Fatal(err)
		}
		// The block is 0.16 m long and 0.2 m high.
		perLength := c.Params.Mass * float64(fluid) / 0.16
		for _, at := range []float64{0.08, 0.087} {
			f := still.Through(&sph.Section{Axis: 0, At: at, Min: c.Params.Min, Max: c.Params.Max})
			if want := 0.5 * perLength; math.Abs(f.Mass/want-1) > 0.01 {
				t.Errorf("%d dimensions: %g kg/s go through x = %g m, not %g", dim, f.Mass, at, want)
			}
			if want := perLength / c.Params.Rho0; math.Abs(f.Wet/want-1) > 0.01 {
				t.Errorf("%d dimensions: %g m² are wet, not %g", dim, f.Wet, want)
			}
		}
		f := still.Through(&sph.Section{Axis: 2, At: 0.1, Min: c.Params.Min, Max: c.Params.Max})
		if want := -0.25 * c.Params.Mass * float64(fluid) / 0.2; math.Abs(f.Mass/want-1) > 0.01 {
			t.Errorf("%d dimensions: %g kg/s go up, not %g", dim, f.Mass, want)
		}
		if f := still.Through(&sph.Section{Axis: 0, At: 0.3, Min: c.Params.Min, Max: c.Params.Max}); f.Mass != 0 || f.Wet != 0 {
			t.Errorf("%d dimensions: %+v in the dry", dim, f)
		}
	}
}

// TestAround holds that means of what is linear are exact within the fluid, and 0 where there is
// none.
func TestAround(t *testing.T) {
	c := damBreak(t, 3, sph.Wendland)
	s := c.Snapshot()
	for i, x := range s.Position {
		s.Velocity[i], s.Pressure[i] = [3]float32{1 + 2*x[0], 0, 3 * x[2]}, 100*x[2]
	}
	still, err := sph.NewSnapshotProbe(s, c.Params)
	if err != nil {
		t.Fatal(err)
	}
	a := still.At([3]float64{0.083, 0.101, 0.092})
	for got, want := range map[float64]float64{a.Filled: 1, a.Velocity[0]: 1.166, a.Velocity[2]: 0.276, a.Pressure: 9.2} {
		if math.Abs(got/want-1) > 0.01 {
			t.Errorf("%g, not %g, of %+v", got, want, a)
		}
	}
	if a := still.At([3]float64{0.35, 0.1, 0.1}); a.Filled != 0 || a.Pressure != 0 || a.Density != 0 {
		t.Errorf("in the dry %+v", a)
	}
}

// A snapshot is not trusted: what is no number is left out, and parameters that are none are
// refused.
func TestStillOfDamaged(t *testing.T) {
	c := damBreak(t, 3, sph.Wendland)
	s := c.Snapshot()
	s.Position[0], s.Pressure[1000] = [3]float32{float32(math.NaN()), 1e30, 0}, float32(math.Inf(1))
	if _, err := sph.NewSnapshotProbe(s, c.Params); err != nil {
		t.Error(err)
	}
	for _, change := range []func(p *sph.Params){
		func(p *sph.Params) { p.H = 0 }, func(p *sph.Params) { p.DeltaP = math.NaN() }, func(p *sph.Params) { p.Dim = 7 }, func(p *sph.Params) { p.Max[1] = math.Inf(1) }, func(p *sph.Params) { p.Kernel = 99 },
		func(p *sph.Params) { p.DeltaP = 1e-300 },
	} {
		p := c.Params
		change(&p)
		if _, err := sph.NewSnapshotProbe(s, p); err == nil {
			t.Errorf("%+v is taken", p)
		}
	}
}
