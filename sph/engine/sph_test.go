package engine

import (
	"fmt"
	"slices"
	"testing"

	"gpusph/balance"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
)

// column is a column of water that collapses in an open box, with a post in the
// way, moving sideways at first so that no axis is special.
func column(dp float64) *sph.Case {
	c := &sph.Case{Name: "column", Params: sph.Defaults(dp), End: 1, Bodies: []sph.Body{{Name: "post", Centre: [3]float64{0.6, 0.2, 0}}}}
	p := &c.Params
	p.Min, p.Max = [3]float64{-3 * dp, -3 * dp, -3 * dp}, [3]float64{0.8 + 3*dp, 0.4 + 3*dp, 0.6}
	nx, ny, nz := int(0.8/dp+.5), int(0.4/dp+.5), int(0.4/dp+.5)
	for x := -3; x < nx+3; x++ {
		for y := -3; y < ny+3; y++ {
			for z := -3; z < nz; z++ {
				pos := [3]float64{(float64(x) + .5) * dp, (float64(y) + .5) * dp, (float64(z) + .5) * dp}
				switch {
				case x < 0 || x >= nx || y < 0 || y >= ny || z < 0:
					c.Particles.Add(pos, sph.Wall, 0)
				case max(pos[0]-0.6, 0.6-pos[0], pos[1]-0.2, 0.2-pos[1]) < 0.06:
					c.Particles.Add(pos, sph.Wall, 1)
				case x < nx/2:
					c.Particles.Add(pos, sph.Fluid, 0)
					c.Particles.Velocity[c.Particles.Len()-1] = [3]float32{0.5, 0.3, 0}
				}
			}
		}
	}
	c.Probes = []sph.Probe{{Name: "foot", Position: [3]float64{0.54, 0.2, 0.02}}}
	c.Gauges = []sph.Gauge{{Name: "middle", X: 0.2, Y: 0.2}}
	p.Mass = p.Rho0 * dp * dp * dp
	return c
}

func open(t testing.TB, n int) *gpu.System {
	t.Helper()
	names := make([]string, n)
	for i := range names {
		names[i] = "host"
	}
	system, err := gpu.Open(names, gpu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { system.Close() })
	return system
}

func start(t testing.TB, c *sph.Case, o Options) *Simulation {
	t.Helper()
	anySurfaces(c)
	s, err := New(c, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

// shaker moves every bound about, by up to three slices at each list.
type shaker struct{ turn int }

func (s *shaker) Observe([]balance.Load, int) {}
func (s *shaker) String() string              { return "shaker" }
func (s *shaker) Bounds(bounds []int, least int) []int {
	s.turn++
	moved := append([]int(nil), bounds...)
	for b := 1; b < len(bounds)-1; b++ {
		to := moved[b] + (s.turn*7+b*5)%7 - 3
		moved[b] = max(moved[b-1]+least, min(to, bounds[len(bounds)-1]-(len(bounds)-1-b)*least))
	}
	return moved
}

// The way in which forces are exchanged changes no bit.
func TestExchangesAgree(t *testing.T) {
	for _, n := range []int{2, 3, 6} {
		var hash string
		for _, way := range []exchange.Mode{exchange.Fastest, exchange.Direct, exchange.Overlap} {
			s := start(t, column(0.05), Options{System: open(t, n), Stripe: 500, Balance: &shaker{}, Exchange: way})
			for s.clock.Step < 100 {
				if _, err := s.Advance(10); err != nil {
					t.Fatal(err)
				}
			}
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			if hash == "" {
				hash = snap.SHA256
			} else if snap.SHA256 != hash {
				t.Errorf("%d devices, exchange %v: %s, want %s", n, way, snap.SHA256, hash)
			}
		}
	}
}

// The same bits on any number of devices, with slices moving at every list.
func TestDevicesAgree(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dynamic, sph.Dummy, sph.LennardJones} {
		for axis := range sph.Axis(3) {
			t.Run(fmt.Sprintf("%v %v", boundary, axis), func(t *testing.T) {
				var hash string
				var sample sph.Sample
				var pressure []float32
				for _, n := range []int{1, 3, 6} {
					c := column(0.05)
					c.Params.Boundary, c.Params.SplitAxis = boundary, axis
					c.Params.LJForce = 5 * 9.81 * 0.4
					o := Options{System: open(t, n), Stripe: 500}
					if n > 1 {
						o.Balance = &shaker{}
					}
					if n > 5 && axis != 0 {
						continue // too few slices
					}
					s := start(t, c, o)
					moved := 0
					for s.clock.Step < 120 {
						p, err := s.Advance(10)
						if err != nil {
							t.Fatal(err)
						}
						moved += p.Moved
					}
					snap, err := s.Snapshot()
					if err != nil {
						t.Fatal(err)
					}
					measured, err := s.Sample()
					if err != nil {
						t.Fatal(err)
					}
					t.Logf("%d devices: step %d, %.4f s, %d lost, %d slices moved, %.12s %+v", n, snap.Step, snap.Time, s.ledger.Left.Total(), moved, snap.SHA256, measured)
					if n == 1 {
						hash, sample, pressure = snap.SHA256, measured, snap.Pressure
					} else if snap.SHA256 != hash {
						t.Errorf("%d devices give %s, one gives %s", n, snap.SHA256, hash)
					} else if fmt.Sprint(measured) != fmt.Sprint(sample) {
						t.Errorf("%d devices measure %+v, one measures %+v", n, measured, sample)
					} else if !slices.Equal(snap.Pressure, pressure) {
						t.Errorf("%d devices have other pressures at walls than one", n)
					}
					if n > 1 && moved == 0 {
						t.Errorf("no slice has moved over %d devices", n)
					}
				}
			})
		}
	}
}

// With the longest skin lists are of places far ahead, but never further than what a
// device sees: particles would be more than a third of a cell ahead, which is the most.
func TestLongestSkin(t *testing.T) {
	var hash string
	for _, n := range []int{1, 2, 4} {
		c := blob(6)
		c.Params.Max[0] = 3
		for i := range c.Particles.Velocity {
			c.Particles.Velocity[i], c.Particles.RelDensity[i] = [3]float32{5, 0, 0}, 0
		}
		c.Params.Skin, c.Params.RebuildEvery = 2*c.Params.H, 1000
		o := Options{System: open(t, n)}
		if n > 1 {
			o.Balance = &shaker{}
		}
		s := start(t, c, o)
		furthest := 0.0 // that a particle would be ahead [cells]
		for s.clock.Step < 200 {
			if _, err := s.Advance(1000); err != nil {
				t.Fatalf("%d devices, step %d, %.2f cells ahead: %v", n, s.clock.Step, furthest, err)
			}
			furthest = max(furthest, s.period.Half*float64(s.clock.Speed)/s.grid.Edge)
		}
		if furthest < 1./3 {
			t.Errorf("no particle is further ahead than %.2f cells: the test shows nothing", furthest)
		}
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if n == 1 {
			hash = snap.SHA256
		} else if snap.SHA256 != hash {
			t.Errorf("%d devices give %s, one gives %s", n, snap.SHA256, hash)
		}
	}
}
