package atmosphere

import "math"

// Flow is a flow in the plane x-z over the ground at z = 0.
type Flow struct {
	Name     string
	Cells    [2]int  // along x and z
	Cell     float64 // side of a cell [m]
	Left     float64 // x of the lower end [m]
	Periodic bool    // along x; else walls
	K        float64 // viscosity and diffusivity of u, w and θ [m²/s]; 0 is inviscid
	CFL      float64 // Δt (max(|u|, |w|) + c) / Δx, below 1
	End      float64 // [s]

	// Theta is θ - θ0 at the beginning [K] at a point [m]. The air is at rest, and its pressure
	// that of the base.
	Theta func(x, z float64) float64
}

// DefaultCFL leaves room for velocities that grow within a pair of steps.
const DefaultCFL = 0.8

// Halo is how many cells beyond its own a sweep reads.
const Halo = 3

// Shape is how the warm air of a rising thermal is distributed.
type Shape int

const (
	Linear Shape = iota // 2 K (1 - r/R), as Norman's page says
	Cosine              // 2 K cos²(π r/(2 R)), of Bryan and Fritsch, Mon. Wea. Rev. 130 (2002) 2917
)

// Shapes are the names of the shapes.
var Shapes = []string{"linear", "cosine"}

func (s Shape) String() string { return Shapes[s] }

// RisingThermal returns the bubble of warm air that rises for 1000 s in 20 x 10 km: Norman's
// standard test, 160 x 80 cells of 125 m, "with a linear perturbation in the domain center near
// the ground". Its radius is R = 2 km and its centre 2 km above the ground. cells is their number
// along x; those along z are half as many, so it has to be even.
func RisingThermal(cells int, shape Shape) *Flow {
	return &Flow{
		Name: "RisingThermal", Cells: [2]int{cells, cells / 2}, Cell: 20000 / float64(cells),
		Left: -10000, CFL: DefaultCFL, End: 1000,
		Theta: func(x, z float64) float64 {
			const amplitude, radius, height = 2, 2000, 2000
			r := math.Sqrt(x*x+(z-height)*(z-height)) / radius
			switch {
			case r >= 1:
				return 0
			case shape == Cosine:
				c := math.Cos(math.Pi / 2 * r)
				return amplitude * c * c
			}
			return amplitude * (1 - r)
		},
	}
}

// DensityCurrent returns the cold air that falls and spreads over the ground for 900 s (Straka et
// al. 1993): at constant pressure the temperature, not θ, is lower by 15 K (cos(π L) + 1)/2 within
// L = √((x/4 km)² + ((z - 3 km)/2 km)²) <= 1. cell is the side of cells [m], which divides 6400.
//
// With k = 0 the domain is Norman's, 53 x 6.4 km, inviscid; with k > 0 that of Straka et al., 51.2
// x 6.4 km, where k is 75 m²/s.
func DensityCurrent(cell, k float64) *Flow {
	width := 51200.0
	if k == 0 {
		width = 53000
	}
	across := 2 * int(math.Round(width/cell/2)) // even, so that x = 0 is a face
	return &Flow{
		Name: "DensityCurrent", Cell: cell, K: k, CFL: DefaultCFL, End: 900,
		Cells: [2]int{across, int(math.Round(6400 / cell))}, Left: -cell * float64(across/2),
		Theta: func(x, z float64) float64 {
			l := math.Sqrt((x/4000)*(x/4000) + ((z-3000)/2000)*((z-3000)/2000))
			if l >= 1 {
				return 0
			}
			return -15 * (math.Cos(math.Pi*l) + 1) / 2 / Exner(z)
		},
	}
}

// Half returns the half of a symmetric flow with x > 0, with a wall in the plane of symmetry. The
// number of cells along x must be even.
func (f *Flow) Half() *Flow {
	h := *f
	h.Cells[0], h.Left = f.Cells[0]/2, 0
	return &h
}

// RhoAtStart returns the average of ρ' [kg/m³] over a cell at the beginning. At constant pressure
// ρθ is that of the base, so (ρθ)' = 0 and ρ' = -ρ̄ θ'/(θ0 + θ'). The average is by 3 x 3 Gauss
// points, summed so that mirrored cells have the same bits.
func (f *Flow) RhoAtStart(i, k int) float64 {
	offset := math.Sqrt(0.6) / 2 * f.Cell
	at := func(x, z float64) float64 {
		t := f.Theta(x, z)
		return -Density(z) * t / (BaseTheta + t)
	}
	x := f.Left + (float64(i)+0.5)*f.Cell
	row := func(z float64) float64 {
		return (5*(at(x-offset, z)+at(x+offset, z)) + 8*at(x, z)) / 18
	}
	z := (float64(k) + 0.5) * f.Cell
	return (5*(row(z-offset)+row(z+offset)) + 8*row(z)) / 18
}
