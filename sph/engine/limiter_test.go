package engine

import (
	"testing"

	"gpusph/sph"
)

// limited sets walls, and an artificial viscosity with a limiter that reaches its greatest part for
// some pairs only.
func limited(boundary sph.Boundary) func(p *sph.Params) {
	return func(p *sph.Params) {
		p.Boundary, p.Alpha, p.Further.Limiter, p.Further.LimiterFloor = boundary, 1, 3, 0.1
	}
}

// A step with a limiter is what the equations say: with all kinds of walls, with and without a
// stress of corrected gradients, with Wendland's smoothing kernel and another one.
func TestLimiterAgainstOracle(t *testing.T) {
	for _, kernel := range []sph.Kernel{sph.Wendland, sph.CubicSpline} {
		for _, boundary := range []sph.Boundary{sph.LennardJones, sph.Dynamic, sph.Dummy} {
			for _, correction := range []bool{false, true} {
				if correction && boundary == sph.LennardJones {
					continue // which no correction goes with
				}
				for _, system := range forms {
					c := corner(1)
					limited(boundary)(&c.Params)
					c.Params.Kernel, c.Params.Further.Correction = kernel, correction
					againstOracle(t, c, system(t, 1), oneStep(boundary), func(p *sph.Params) { p.Further.Limiter *= 1.01 })
				}
			}
		}
	}
}

// The same bits on any number of devices, with all that is new.
func TestLimiterOnDevices(t *testing.T) {
	var hashes []string
	for _, from := range []float64{0, 0.8} {
		hashes = append(hashes, onDevices(t, func(p *sph.Params) {
			limited(sph.Dummy)(p)
			p.Further.Correction, p.Further.CorrectionFrom = true, from
		}))
	}
	if hashes[0] == hashes[1] {
		t.Error("correction below surfaces only makes no difference")
	}
}
