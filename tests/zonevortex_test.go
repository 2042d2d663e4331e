package tests

import (
	"fmt"
	"math"
	"testing"

	"gpusph/sph"
)

// A vortex at rest in a closed tank of an inviscid fluid, v = a r exp(-r²/2σ²) around its centre,
// stays as it is.
const (
	vortexSigma = 0.1  // [m]
	vortexTurn  = 8.24 // a [1/s]
	vortexEnd   = 1.6  // [s]
)

var vortexAt = [3]float64{1.2, 0, 0.4}

const vortexTank = `name = "Vortex"
dimension = 2
spacing = %g
end = %g
[domain]
min = [0, 0]
max = [2.4, 0.8]
[physics]
gravity = [0, 0]
c0 = 10
alpha = 0
[[fluid]]
name = "water"
box = { min = [0, 0], max = [2.4, 0.8] }
`

// vortexVelocity is the exact one.
func vortexVelocity(x [3]float64) (u, w float64) {
	dx, dz := x[0]-vortexAt[0], x[2]-vortexAt[2]
	v := vortexTurn * math.Exp(-(dx*dx+dz*dz)/(2*vortexSigma*vortexSigma))
	return v * dz, -v * dx
}

// vortexError is what the velocity is off the exact one at the end, over that, both as means of
// squares.
func vortexError(t *testing.T, spacing float64, zone string) float64 {
	r := run{text: fmt.Sprintf(vortexTank, spacing, vortexEnd) + zone, devices: hosts(1)}
	c := r.filled(t)
	for i := range c.Particles.Position {
		if c.Particles.Type[i] != sph.Fluid {
			continue
		}
		x := c.ActualPlace(i)
		u, w := vortexVelocity(x)
		c.Particles.Velocity[i] = [3]float32{float32(u), 0, float32(w)}
		dx, dz := x[0]-vortexAt[0], x[2]-vortexAt[2]
		peak := vortexTurn * vortexSigma / c.Params.C0 // a circle is held by the pressure within it
		c.Particles.RelDensity[i] = float32(-peak * peak / 2 *
			math.Exp(-(dx*dx+dz*dz)/(vortexSigma*vortexSigma)))
	}
	r.steps = int(vortexEnd / c.Params.DtMax())
	s := r.snapshot(t)
	var off, all float64
	masses := s.Masses()
	for i := range s.Type {
		if s.Type[i] != sph.Fluid {
			continue
		}
		m := float32(1)
		if masses != nil {
			m = masses[i]
		}
		var x [3]float64
		for a := range 3 {
			x[a] = float64(s.Position[i][a])
		}
		u, w := vortexVelocity(x)
		du, dw := float64(s.Velocity[i][0])-u, float64(s.Velocity[i][2])-w
		off += float64(m) * (du*du + dw*dw)
		all += float64(m) * (u*u + w*w)
	}
	return math.Sqrt(off / all)
}

// A zone that goes through it makes it no worse than particles of the coarser spacing everywhere.
func TestZoneThroughVortex(t *testing.T) {
	zone := `[[zone]]
name = "fine"
min = [0.3, 0]
max = [0.9, 0.8]
finer = 2
times = [0, 1.6]
displacements = [[0, 0, 0], [1.2, 0, 0]]
`
	coarse, through := vortexError(t, 0.025, ""), vortexError(t, 0.025, zone)
	t.Logf("the velocity is %.3g off with the zone, without it %.3g", through, coarse)
	if !(through < coarse) {
		t.Errorf("the velocity is %g off with the zone, without it %g", through, coarse)
	}
}
