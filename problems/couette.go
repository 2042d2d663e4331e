package problems

// Couette is fluid at rest between two plates of which the upper one is set in motion along itself,
// in two dimensions and periodic along x: Morris, Fox & Zhu, J. Comput. Phys. 136 (1997) 214-226.
// With the plate's speed V, the distance L and the viscosity ν
//
//	v(z, t) = V z/L + Σ 2V/(nπ) (-1)ⁿ sin(nπz/L) exp(-n²π² ν t/L²),   n = 1, 2, 3 …
//
// Defaults are theirs: L = 1 mm, ν = 1e-6 m²/s, V = 12.5 µm/s, so Re = 0.0125.
//
//	━━━━━━━━━━━ ─→ V
//	 ──→
//	 ─→
//	 →
//	━━━━━━━━━━━
//
// There is no artificial viscosity (--alpha 0). The exact pressure is that at first everywhere.

import (
	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

type couette struct{ channel }

func newCouette() Problem { return &couette{newChannel()} }

func (*couette) Name() string { return "Couette" }

func (*couette) Summary() string {
	return "a plate drags fluid over another one, in two dimensions; the flow is known exactly (Morris et al. 1997)"
}

func (c *couette) Options() option.Table { return c.options("speed of the upper plate") }

func (c *couette) Setup(deltaP float64) (*sph.Case, error) { return fill(c.flow(deltaP)) }

func (c *couette) Outline(deltaP float64) (Outline, error) { return outline(c.flow(deltaP)) }

func (c *couette) flow(deltaP float64) (*scene.Filled, *sph.Case, error) {
	f, flow, err := c.between(c, deltaP)
	if err != nil {
		return nil, nil, err
	}
	f.Wall = func(x [3]float64) (velocity [3]float64) {
		if x[2] > c.height {
			velocity[0] = c.peak
		}
		return velocity
	}
	return f, flow, nil
}
