package validate

import (
	"math"

	"gpusph/internal/grid/lattice"
	"gpusph/sph"
)

// taylorRows are the rows that a mixing layer is found in: as many as spacings along z at 1/64.
const taylorRows = 128

// lookAtMixing is the height of the mixing layer, from the parts of the light fluid in rows.
func lookAtMixing(s *sph.Snapshot) []float64 {
	p := &s.Case.Params
	var z, volumes []float64
	var light []bool
	masses := s.Masses()
	fluidsOf(s, func(i, kind int) {
		z = append(z, p.OnMap(2, float64(s.Position[i][2])))
		volumes = append(volumes, float64(masses[i])/float64(s.Density[i]))
		light = append(light, kind == 1)
	})
	rows := lattice.LightFractions(z, volumes, light, 0, 2, taylorRows)
	return []float64{lattice.MixingHeight(rows, 2./taylorRows)}
}

var rayleighTaylorMixing = func() *Case {
	heavy, light := taylorWave()
	return &Case{
		Name: "RayleighTaylorMixing",
		What: "a heavy fluid on a light one, with a large wave, A 2/7, Re 420, periodic: the height of " +
			"the mixing layer beside that of gases by the lattice Boltzmann method",
		How: "The height is 6 ∫ θ (1 - θ) dz, θ being the part of the light fluid in a row. Gases mix " +
			"by conduction, at a Prandtl number of 1, and particles do not, so there is no gate. The " +
			"lattice has the same Atwood and Reynolds number.",
		Source: "RayleighTaylorLattice, by the same program.",
		Text: taylorText("RayleighTaylorMixing", "a heavy fluid on a light one with a large wave, "+
			"periodic along x", `periodic = ["x"]`, heavy, light),
		Levels: [levels]Plan{
			Short:   {0.5, []float64{1. / 32}},
			Nightly: {5, []float64{1. / 32, 1. / 64}},
			GPU:     {5, []float64{1. / 64, 1. / 128, 1. / 256}},
		},
		Grid: &Grid{Problem: "RayleighTaylorLattice", Mixing: true, Options: []string{
			"--atwood=0.285714", "--re=420", "--first-wave=1", "--waves=1", "--amplitude=0.15",
			"--interface=0.03"}, Cells: [levels]int{128, 128, 256}},
		Snapshots: 0.05,
		Look:      lookAtMixing,
		Norms: []Norm{{Name: "height of the layer at 3 √(L/g), off the grid's", Unit: "%", End: 3,
			Of: func(r *Run) float64 {
				return offGrid(r, r.Seen(0).At(3), func(s *Solution) float64 { return taylorLayer(s).At(3) })
			}}},
		Figures: []Figure{{
			Name: "mixing", What: "height of the mixing layer", X: "t √(g/L)", Y: "h / L",
			Of:   func(r *Run) Curve { return r.Seen(0) },
			Grid: taylorLayer,
		}},
	}
}()

// taylorLayer is the height of the layer on the grid, whose times are in √(L/(A g)).
func taylorLayer(s *Solution) (c Curve) {
	for i := range s.Mixing.X {
		c.X = append(c.X, s.Mixing.X[i]/math.Sqrt(taylorAtwood))
		c.Y = append(c.Y, s.Mixing.Y[i])
	}
	return c
}
