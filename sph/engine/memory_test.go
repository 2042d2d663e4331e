package engine

import (
	"testing"

	"gpusph/neighbor"
	"gpusph/sph"
)

// Lists have room for those that can have one: of walls, those that take part.
func TestMemoryOfWalls(t *testing.T) {
	for _, boundary := range []sph.Boundary{sph.LennardJones, sph.Dynamic, sph.Dummy, sph.MDBC} {
		c := column(0.05)
		c.Params.Boundary, c.Params.LJForce = boundary, 20
		n, fluid := c.Particles.Len(), c.Particles.Count(sph.Fluid)
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 5)
		d := s.domains[0]
		want := fluid
		if boundary.TakesPart() {
			want = n
		}
		entries := d.list.Capacity
		if bytes, most := s.BytesPerParticle(), c.Params.FieldBytes()+neighbor.BytesPerParticle+2*entries*want/n; bytes != most {
			t.Errorf("%v: a particle takes %d bytes, want %d", boundary, bytes, most)
		}
		if !d.list.Holds(d.room, want, d.window, entries) || want < n && d.list.Holds(d.room, n, d.window, entries) {
			t.Errorf("%v: lists do not have room for just %d of %d particles", boundary, want, n)
		}
		if active := int(d.list.Active().Fluids + d.list.Active().Walls); active > want {
			t.Errorf("%v: %d particles are active, of %d at most", boundary, active, want)
		}
	}
}

// At the usual smoothing length, 1.3 Δp, no particle takes more than 540 bytes, active or not, and
// with walls of mdbc 588: docs/reference/limits.md.
func TestMemoryOfParticles(t *testing.T) {
	p := sph.Defaults(0.01)
	p.Skin = 0.5 * p.H // as problems have it
	for boundary, most := range map[sph.Boundary]float64{sph.LennardJones: 540, sph.Dynamic: 540, sph.Dummy: 540, sph.MDBC: 588} {
		p.Boundary = boundary
		if bytes := DeviceBytes(&p, 1, 1); bytes > most || bytes < most-10 {
			t.Errorf("%v: a particle of fluid takes %g bytes, not %g", boundary, bytes, most)
		}
	}
}
