package engine

import (
	"math"
	"testing"

	"gpusph/features/openings"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// A buffer behind an inclined plane has the columns whose sites are not above the given level by
// more than three quarters of a spacing. Sites follow each other by less in height than along the
// plane.
func TestLevelBehindInclinedPlane(t *testing.T) {
	const dp, half, sites = 0.02, 0.16, 16
	for _, degrees := range []float64{0, 30, 60} {
		sin, cos := math.Sincos(degrees * math.Pi / 180)
		for _, level := range []float64{-0.094, 0.006, 0.046} { // from the centre
			level *= cos
			c := &sph.Case{Name: "bank", Params: sph.Defaults(dp), End: 1, Drains: true}
			p := &c.Params
			p.Dim, p.C0, p.Boundary, p.RebuildEvery = 2, 30, sph.Dummy, 2
			p.Min, p.Max = [3]float64{-0.5, -p.H / 2, -0.5}, [3]float64{0.5, p.H / 2, 1}
			p.Mass, p.Skin = p.Rho0*p.Volume(dp), 0.4*p.H
			o := openings.Opening{Name: "bank", Centre: [3]float64{0, 0, 0.2},
				Normal: [3]float64{cos, 0, sin}, Across: [2][3]float64{{0, 1, 0}, {-sin, 0, cos}},
				Half: [2]float64{dp / 2, half}, Level: timeseries.Constant(0.2 + level)}
			openings.Open(c, []openings.Opening{o})
			layers, want := openings.Layers(p.Support(), dp), 0
			for j := range sites {
				v := (float64(j)+0.5)*dp - half
				for k := range layers {
					x, depth := o.Centre, (float64(k)+0.5)*dp
					for a := range 3 {
						x[a] += v*o.Across[1][a] - depth*o.Normal[a]
					}
					c.Particles.Add(x, sph.Fluid, 0)
					if v*cos <= level+0.75*dp {
						want++
					}
				}
			}
			s := start(t, c, Options{System: open(t, 1)})
			advance(t, s, 5)
			snap, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			if got := snap.Len(); got != want {
				t.Errorf("%g° steep, level %g m: %d particles, not %d", degrees, level, got, want)
			}
		}
	}
}
