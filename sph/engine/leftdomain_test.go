package engine

import (
	"fmt"
	"testing"

	"gpusph/neighbor"
	"gpusph/sph"
)

// flight is a blob of fluid that flies off at a velocity, out of the domain.
func flight(velocity [3]float32) *sph.Case {
	c := blob(8)
	c.Params.Gravity = [3]float64{0, 0, -9.81}
	for i := range c.Particles.Velocity {
		for a := range 3 {
			c.Particles.Velocity[i][a] = 0.1*c.Particles.Velocity[i][a] + velocity[a]
		}
	}
	return c
}

// Particles that leave the domain, through any side, are removed and counted,
// the same on one device, on three and with slices that move; the others go on,
// and when none is left the run comes to its end.
func TestLeftDomain(t *testing.T) {
	tests := []struct {
		name     string
		velocity [3]float32
		end      float64
		all      bool // leave
	}{
		{"right", [3]float32{4, 0, 0}, 0.06, false},
		{"left", [3]float32{-4, 0, 0}, 0.06, false},
		{"back", [3]float32{0, 4, 0}, 0.06, false},
		{"down", [3]float32{0, 0, -4}, 0.06, false},
		{"corner", [3]float32{-4, 4, -4}, 0.06, false},
		{"all", [3]float32{6, -6, 0}, 0.12, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var first string
			for _, devices := range []int{1, 3, -3} {
				c := flight(test.velocity)
				c.End = test.end
				o := Options{System: open(t, max(devices, -devices)), Stripe: 100}
				if devices < 0 {
					o.Balance = &shaker{}
				}
				s := start(t, c, o)
				counts := ""
				var last sph.Progress
				for _, p := range toEnd(t, s) {
					if p.Lost < last.Lost || p.Lost+p.Particles != c.Particles.Len() {
						t.Fatalf("%d devices: %d of %d particles are in the domain, %d have left it, before that %d", devices, p.Particles, c.Particles.Len(), p.Lost, last.Lost)
					}
					counts += fmt.Sprint(p.Lost, " ")
					last = p
				}
				snap, err := s.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				if snap.Len() != last.Particles {
					t.Errorf("%d devices: the snapshot has %d particles, want %d", devices, snap.Len(), last.Particles)
				}
				if _, err := s.Sample(); err != nil {
					t.Error(err)
				}
				if got := counts + snap.SHA256; first == "" {
					first = got
				} else if got != first {
					t.Errorf("%d devices lose %s, one loses %s", devices, got, first)
				}
				if devices == 1 {
					t.Logf("%d of %d particles leave in %d steps", last.Lost, c.Particles.Len(), last.Step)
				}
				if last.Lost == 0 || test.all != (last.Particles == 0) {
					t.Errorf("%d particles leave, %d stay: the test does not test it", last.Lost, last.Particles)
				}
			}
		})
	}
}

// A particle may lie on any side of the domain, Case.Check lets it, and is neither
// in the ring of cells around, which no device owns, nor lost at once.
func TestParticleAtMax(t *testing.T) {
	for axis := range 3 {
		for _, cells := range []float64{4, 4.3} {
			c := blob(4)
			p := &c.Params
			for a := range 3 {
				p.Min[a] = -p.ListRadius()
				p.Max[a] = p.Min[a] + cells*p.ListRadius()
			}
			c.Particles.Position[0][axis] = p.Max[axis]
			c.Particles.Velocity[0] = [3]float32{}
			s := start(t, c, Options{System: open(t, 2)})
			if f := s.grid.Fixed(p.Max); int(f[axis])>>s.grid.Shift > s.grid.Cells[axis]-1-neighbor.Reach {
				t.Errorf("%g cells: a particle at the greatest %v is in cell %d of %d, which is in the ring", cells, sph.Axis(axis), f[axis]>>s.grid.Shift, s.grid.Cells[axis])
				continue // what follows may end the program
			}
			if err := s.BuildNeibs(); err != nil {
				t.Errorf("%g cells: a particle at the greatest %v: %v", cells, sph.Axis(axis), err)
			} else if s.ledger.Left.Total() > 0 {
				t.Errorf("%g cells: a particle at the greatest %v is lost at once", cells, sph.Axis(axis))
			}
		}
	}
}
