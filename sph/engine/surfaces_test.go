package engine

import (
	"math"
	"testing"

	"gpusph/sph"
	"gpusph/sph/exchange"
)

// surfaceAt is the nearest surface of the walls of column at a place in them: its normal, and its
// distance. Below its floor and behind its sides it is the tank's, elsewhere the post's.
func surfaceAt(x [3]float64) (s [4]float64) {
	var to [3]float64
	for a, size := range [3]float64{0.8, 0.4, math.Inf(1)} {
		to[a] = min(max(x[a], 0), size) - x[a]
	}
	if d := sph.Norm(to); d > 0 {
		return [4]float64{to[0] / d, to[1] / d, to[2] / d, d}
	}
	u, v := x[0]-0.6, x[1]-0.2
	if math.Abs(u) > math.Abs(v)-1e-3 { // the same of two that are as near
		return [4]float64{math.Copysign(1, u), 0, 0, 0.061 - math.Abs(u)}
	}
	return [4]float64{0, math.Copysign(1, v), 0, 0.061 - math.Abs(v)}
}

// withSurfaces gives the walls of column their surfaces.
func withSurfaces(c *sph.Case) *sph.Case {
	c.Params.Further.Surfaces = true
	values := make([]float32, 0, 4*c.Particles.Len())
	for i, x := range c.Particles.Position {
		var s [4]float64
		if c.Particles.Type[i] == sph.Wall {
			s = surfaceAt(x)
		}
		values = append(values, float32(s[0]), float32(s[1]), float32(s[2]), float32(s[3]))
	}
	c.Particles.Extra = map[string][]float32{"Surface": values}
	return c
}

// Walls keep the surface of their place on any number of devices, with slices that move at every
// list, whatever the exchange and the walls, where they take part in steps and where not, and from
// a checkpoint on. Fluid has none.
func TestSurfacesStayWithWalls(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.Dummy, sph.Dynamic, sph.LennardJones, sph.MDBC} {
		var hash string
		for _, test := range []struct {
			devices int
			way     exchange.Mode
		}{{1, exchange.Fastest}, {3, exchange.Overlap}, {3, exchange.Direct}, {6, exchange.Fastest}} {
			c := withSurfaces(column(0.05))
			c.Params.LJForce = 1
			c.Params.Boundary = boundary
			o := Options{System: open(t, test.devices), Stripe: 500, Exchange: test.way}
			if test.devices > 1 {
				o.Balance = &shaker{}
			}
			s := start(t, c, o)
			owner, moved := map[uint32]uint8{}, 0
			check := func() *sph.Snapshot {
				t.Helper()
				snap, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				if len(snap.Extra) != 1 || snap.Extra[0].Name != "Surface" {
					t.Fatalf("the snapshot has the further fields %v", snap.Extra)
				}
				walls := 0
				for i, id := range snap.ID {
					var want [4]float64
					if snap.Type[i] == sph.Wall {
						x := snap.Position[i]
						want = surfaceAt([3]float64{float64(x[0]), float64(x[1]), float64(x[2])})
						walls++
						if before, ok := owner[id]; ok && before != snap.Device[i] {
							moved++
						}
						owner[id] = snap.Device[i]
					}
					for k, is := range snap.Extra[0].Of[4*i:][:4] {
						if !(math.Abs(float64(is)-want[k]) < 1e-4) {
							t.Fatalf("%v, %d devices, %v, step %d: particle %d at %v has the surface %v, not %v", boundary, test.devices, test.way, snap.Step, id, snap.Position[i], snap.Extra[0].Of[4*i:][:4], want)
						}
					}
				}
				if want := c.Particles.Count(sph.Wall); walls != want {
					t.Errorf("there are %d walls, not %d", walls, want)
				}
				return snap
			}
			check()
			advance(t, s, 21)
			check()
			middle, err := s.Checkpoint()
			if err != nil {
				t.Fatal(err)
			}
			advance(t, s, 41)
			last := check()
			if hash == "" {
				hash = last.SHA256
			} else if last.SHA256 != hash {
				t.Errorf("%v, %d devices, %v: %s, one gives %s", boundary, test.devices, test.way, last.SHA256, hash)
			}
			if err := s.Resume(middle, middle.Bounds, nil); err != nil {
				t.Fatal(err)
			}
			advance(t, s, 41)
			if again := check(); again.SHA256 != hash {
				t.Errorf("%v, %d devices, %v: %s from a checkpoint on, not %s", boundary, test.devices, test.way, again.SHA256, hash)
			}
			if (moved > 0) != (test.devices > 1) {
				t.Errorf("%d devices: %d walls have come to another device", test.devices, moved)
			}
		}
	}
}

// Surfaces are 16 bytes of a particle in the state of even steps, as many where particles are
// sorted, and nothing without the option.
func TestSurfacesTakeMemory(t *testing.T) {
	p := column(0.05).Params
	before, captured := p.FieldBytes(), p.StateCopyBytes()
	p.Further.Surfaces = true
	if on := p.FieldBytes() - before; on != 2*16 {
		t.Errorf("surfaces take %d bytes of a particle", on)
	}
	if on := p.StateCopyBytes() - captured; on != 16 {
		t.Errorf("surfaces take %d bytes of a capture", on)
	}
}
