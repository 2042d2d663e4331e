package engine

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"slices"
	"testing"

	"gpusph/sph"
	"gpusph/sph/measure"
)

// capture is of particles that lie on the devices in no order; those whose number is one of lost
// are on none.
func capture(t testing.TB, deltaP float64, lost ...int) (*measure.StateCopy, []uint32) {
	t.Helper()
	s := start(t, column(deltaP), Options{System: open(t, 3)})
	c, err := s.CopyState()
	if err != nil {
		t.Fatal(err)
	}
	var ids []uint32
	for d := range c.Parts {
		p, to := &c.Parts[d], 0
		for i := range len(p.Of[sph.IDField]) / 4 {
			id := binary.LittleEndian.Uint32(p.Of[sph.IDField][4*i:])
			if slices.Contains(lost, int(id)) {
				continue
			}
			ids = append(ids, id)
			copy(p.Of[sph.IDField][4*to:], p.Of[sph.IDField][4*i:4*i+4])
			copy(p.Of[sph.PositionField][16*to:], p.Of[sph.PositionField][16*i:16*i+16])
			copy(p.Of[sph.VelocityField][16*to:], p.Of[sph.VelocityField][16*i:16*i+16])
			binary.LittleEndian.PutUint32(p.Of[sph.RemainderField][8*to:], id) // none has moved
			copy(p.Words[4*to:], p.Words[4*i:4*i+4])
			to++
		}
		p.Of[sph.IDField], p.Of[sph.PositionField], p.Of[sph.VelocityField], p.Words = p.Of[sph.IDField][:4*to], p.Of[sph.PositionField][:16*to], p.Of[sph.VelocityField][:16*to], p.Words[:4*to]
	}
	slices.Sort(ids)
	return c, ids
}

// A snapshot has the particles that there are, each as its device holds it, whatever parts it is
// made in.
func TestSnapshot(t *testing.T) {
	total := start(t, column(0.06), Options{System: open(t, 1)}).Case.Particles.Len()
	for name, lost := range map[string][]int{
		"all": nil, "first and last": {0, total - 1}, "some in a row": {5, 6, 7, 8, 9, total / 2}, "the first part": upTo(total/64 + 2),
	} {
		c, ids := capture(t, 0.06, lost...)
		if len(ids) != total-len(lost) {
			t.Fatalf("%s: %d particles are left of %d", name, len(ids), total)
		}
		s := c.Snapshot()
		if !slices.Equal(s.ID, ids) || s.Len() != len(ids) || len(s.Position) != len(ids) || len(s.Device) != len(ids) {
			t.Fatalf("%s: the snapshot has %d particles, not the %d that there are", name, s.Len(), len(ids))
		}
		held, pressed := make(map[uint32][]byte), 0
		flow := column(0.06)
		p := &flow.Particles
		for d, part := range c.Parts {
			for i := range len(part.Of[sph.IDField]) / 4 {
				id := binary.LittleEndian.Uint32(part.Of[sph.IDField][4*i:])
				k, _ := slices.BinarySearch(s.ID, id)
				held[id] = slices.Concat(part.Of[sph.IDField][4*i:4*i+4], part.Of[sph.PositionField][16*i:16*i+12], part.Of[sph.VelocityField][16*i:16*i+16], part.Of[sph.RemainderField][8*i:8*i+8], part.Of[sph.RateField][16*i:16*i+16])
				rel := float64(math.Float32frombits(binary.LittleEndian.Uint32(part.Of[sph.VelocityField][16*i+12:])))
				if p.Type[id] == sph.Wall {
					pressure := math.Float32frombits(binary.LittleEndian.Uint32(part.Words[4*i:]))
					rel = flow.Params.RelativeDensity(float64(pressure))
					pressed += int(min(pressure, 1))
				}
				if int(s.Device[k]) != d || s.Type[k] != p.Type[id] || s.Body[k] != p.Body[id] || s.Density[k] != float32(flow.Params.Rho0*(1+rel)) {
					t.Fatalf("%s: particle %d is not as device %d holds it", name, id, d)
				}
				for a := range 3 {
					if v := math.Float32frombits(binary.LittleEndian.Uint32(part.Of[sph.VelocityField][16*i+4*a:])); s.Velocity[k][a] != v {
						t.Fatalf("%s: particle %d has the velocity %v", name, id, s.Velocity[k])
					}
					if x := float64(s.Position[k][a]) - p.Position[id][a]; math.Abs(x) > 1e-6 {
						t.Fatalf("%s: particle %d is at %v, not %v", name, id, s.Position[k], p.Position[id])
					}
				}
			}
		}
		if pressed == 0 {
			t.Errorf("%s: there is no pressure at the walls", name)
		}
		hash := sha256.New()
		for _, id := range ids {
			hash.Write(held[id])
		}
		if s.SHA256 != hex.EncodeToString(hash.Sum(nil)) {
			t.Errorf("%s: the hash is not that of all records in their order", name)
		}
	}
}

func upTo(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

func BenchmarkSnapshot(b *testing.B) {
	c, _ := capture(b, 0.006)
	for b.Loop() {
		c.Snapshot()
	}
}

// Walls that water once pressed on have no pressure in a snapshot when it is out of reach, whether
// between periods or in a step.
func TestDryWallsHaveNoPressure(t *testing.T) {
	c := column(0.05)
	c.Params.Boundary = sph.Dynamic
	for i, kind := range c.Particles.Type {
		if kind == sph.Wall {
			c.Particles.RelDensity[i] = 0.01
		}
	}
	for _, n := range []int{1, 3} {
		inSteps, sim, _ := captured(t, c, Options{System: open(t, n), CopyInterval: 2.5 * c.Params.DtMax()}, 8)
		last, err := sim.Snapshot()
		if err != nil || len(inSteps) < 2 {
			t.Fatal(len(inSteps), err)
		}
		for _, s := range append(inSteps, last) {
			dry, pressed, reach := 0, 0, 2*c.Params.H
			for i, kind := range s.Type {
				if kind != sph.Wall {
					continue
				}
				nearest := math.Inf(1)
				for j := range s.Type {
					if s.Type[j] == sph.Fluid {
						d := [3]float64{float64(s.Position[i][0] - s.Position[j][0]), float64(s.Position[i][1] - s.Position[j][1]), float64(s.Position[i][2] - s.Position[j][2])}
						nearest = min(nearest, sph.Norm(d))
					}
				}
				if s.Pressure[i] > 0 {
					pressed++
				}
				if nearest > 1.0001*reach {
					dry++
					if p := s.Pressure[i]; p != 0 {
						t.Fatalf("%d devices, step %d: the pressure at a wall %.2f of the reach from water is %g Pa", n, s.Step, nearest/reach, p)
					}
				}
			}
			if dry == 0 || pressed == 0 {
				t.Errorf("%d devices, step %d: %d walls are out of reach, water presses on %d", n, s.Step, dry, pressed)
			}
		}
	}
}
