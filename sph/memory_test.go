package sph

import (
	"testing"

	"gpusph/neighbor"
)

// Lists have room for those that can have one: of walls, dynamic ones only.
func TestMemoryOfWalls(t *testing.T) {
	for _, boundary := range []Boundary{LennardJones, Dynamic, Dummy} {
		c := column(0.05)
		c.Params.Boundary, c.Params.LJForce = boundary, 20
		n, fluid := c.Particles.Len(), c.Particles.Count(Fluid)
		s := start(t, c, Options{System: open(t, 1)})
		advance(t, s, 5)
		d := s.domains[0]
		want := fluid
		if boundary.HasState() {
			want = n
		}
		entries := d.list.Capacity
		if bytes, most := s.BytesPerParticle(), c.Params.fieldBytes()+neighbor.BytesPerParticle+2*entries*want/n; bytes != most {
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

// At the usual smoothing length, 1.3 Δp, no particle takes more than 480 bytes, active or not.
func TestMemoryOfParticles(t *testing.T) {
	p := Defaults(0.01)
	for _, boundary := range []Boundary{LennardJones, Dynamic, Dummy} {
		p.Boundary = boundary
		if bytes := p.DeviceBytes(1, 1); bytes > 480 {
			t.Errorf("%v: a particle of fluid takes %g bytes", boundary, bytes)
		}
	}
}
