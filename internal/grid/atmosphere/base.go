package atmosphere

import "math"

// Constants of dry air, as Straka et al., Int. J. Numer. Meth. Fluids 17 (1993) 1-22, have them.
const (
	Gravity          = 9.81   // g [m/s²]
	GasConstant      = 287.0  // R [J/(kg K)]
	HeatCapacity     = 1004.0 // at constant pressure, c_p [J/(kg K)]
	SurfacePressure  = 1e5    // p0 at z = 0 [Pa]
	BaseTheta        = 300.0  // θ0, potential temperature of the base [K]
	Gamma            = HeatCapacity / (HeatCapacity - GasConstant)
	exnerOfPressure  = GasConstant / HeatCapacity
	pressureExponent = HeatCapacity / GasConstant
)

// Exner returns the Exner pressure Π = (p/p0)^(R/c_p) of the base at a height [m]. Hydrostatic
// balance with constant θ0, c_p θ0 dΠ/dz = -g, gives Π = 1 - g z / (c_p θ0).
func Exner(z float64) float64 { return 1 - Gravity*z/(HeatCapacity*BaseTheta) }

// Pressure returns the pressure of the base [Pa] at a height [m]: p0 Π^(c_p/R).
func Pressure(z float64) float64 { return SurfacePressure * math.Pow(Exner(z), pressureExponent) }

// Density returns the density of the base [kg/m³] at a height [m]: p / (R θ0 Π).
func Density(z float64) float64 { return Pressure(z) / (GasConstant * BaseTheta * Exner(z)) }

// Base is the atmosphere at rest within one cell. Its profiles are parabolas in ξ, the place
// within the cell from -1/2 to 1/2. Along x it is constant.
type Base struct {
	MeanDensity       float64    // average over the cell [kg/m³]
	Density, Pressure [3]float64 // coefficients of 1, ξ and ξ² [kg/m³, Pa]
}

// NewBase returns the base along z in the cell between two heights [m]. Averages are exact:
// hydrostatic balance makes that of ρ (p(low) - p(high)) / (g Δz), and that of p follows from the
// integral of Π^(c_p/R). The parabolas have these averages and the values at both ends.
func NewBase(low, high float64) Base {
	integral := func(z float64) float64 {
		n := pressureExponent + 1
		return -SurfacePressure * HeatCapacity * BaseTheta / (Gravity * n) * math.Pow(Exner(z), n)
	}
	mean := (Pressure(low) - Pressure(high)) / (Gravity * (high - low))
	return Base{
		MeanDensity: mean,
		Density:     parabola(Density(low), mean, Density(high)),
		Pressure: parabola(Pressure(low), (integral(high)-integral(low))/(high-low),
			Pressure(high)),
	}
}

// Level returns the base of a row along x: the values that belong to the mean density. Its
// pressure is that of the mean ρθ, p0 (R ρ θ0 / p0)^γ.
func (b Base) Level() Base {
	p := SurfacePressure *
		math.Pow(GasConstant*b.MeanDensity*BaseTheta/SurfacePressure, Gamma)
	return Base{b.MeanDensity, [3]float64{b.MeanDensity}, [3]float64{p}}
}

// Mirror returns the base of the image of a cell beyond a wall at the ground or at the top.
func (b Base) Mirror() Base {
	b.Density[1], b.Pressure[1] = -b.Density[1], -b.Pressure[1]
	return b
}

// parabola returns the coefficients of the parabola with given values at both ends of a cell and a
// given average.
func parabola(low, mean, high float64) [3]float64 {
	square := 3*(low+high) - 6*mean
	return [3]float64{mean - square/12, high - low, square}
}

func at(c [3]float64, xi float64) float64 { return (c[0] + c[2]*(xi*xi)) + c[1]*xi }
