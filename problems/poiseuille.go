package problems

// Poiseuille is fluid at rest between two plates that a force along them sets in motion, in two
// dimensions and periodic along x: Morris, Fox & Zhu, J. Comput. Phys. 136 (1997) 214-226. With the
// force per mass F, the distance L and the viscosity ν
//
//	v(z, t) = F/2ν z (L - z) - Σ 4 F L²/(ν π³ m³) sin(mπz/L) exp(-m²π² ν t/L²),   m = 1, 3, 5 …
//
// Its peak is F L²/8ν at last. Defaults are theirs: L = 1 mm, ν = 1e-6 m²/s, a peak of 12.5 µm/s,
// so Re = 0.0125.
//
//	━━━━━━━━━━━
//	 →
//	 ──→          F ─→   v = 0 on both plates
//	 →
//	━━━━━━━━━━━
//
// There is no artificial viscosity (--alpha 0). Nothing pushes across, so the exact pressure is
// everywhere that at first.

import (
	"gpusph/internal/option"
	"gpusph/problems/scene"
	"gpusph/sph"
)

type poiseuille struct{ channel }

func newPoiseuille() Problem { return &poiseuille{newChannel()} }

func (*poiseuille) Name() string { return "Poiseuille" }

func (*poiseuille) Summary() string {
	return "a force drives fluid between two plates, in two dimensions; the flow is known exactly (Morris et al. 1997)"
}

func (c *poiseuille) Options() option.Table {
	return c.options("greatest speed, in the middle at last")
}

func (c *poiseuille) Setup(deltaP float64) (*sph.Case, error) { return fill(c.flow(deltaP)) }

func (c *poiseuille) Outline(deltaP float64) (Outline, error) { return outline(c.flow(deltaP)) }

func (c *poiseuille) flow(deltaP float64) (*scene.Filled, *sph.Case, error) {
	f, flow, err := c.between(c, deltaP)
	if err != nil {
		return nil, nil, err
	}
	flow.Params.Gravity = [3]float64{8 * c.params.Nu * c.peak / (c.height * c.height), 0, 0}
	return f, flow, nil
}
