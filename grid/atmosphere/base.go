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
	pressureExponent = HeatCapacity / GasConstant
)

// Exner returns the Exner pressure Π = (p/p0)^(R/c_p) of the base at a height [m]. Hydrostatic
// balance with constant θ0, c_p θ0 dΠ/dz = -g, gives Π = 1 - g z / (c_p θ0).
func Exner(z float64) float64 { return 1 - Gravity*z/(HeatCapacity*BaseTheta) }

// Pressure returns the pressure of the base [Pa] at a height [m]: p0 Π^(c_p/R).
func Pressure(z float64) float64 { return SurfacePressure * math.Pow(Exner(z), pressureExponent) }

// Density returns the density of the base [kg/m³] at a height [m]: p / (R θ0 Π).
func Density(z float64) float64 { return Pressure(z) / (GasConstant * BaseTheta * Exner(z)) }

// stiffness returns ∂p/∂(ρθ) of the base [m²/(K s²)] at a height [m], γ p / (ρ θ0) = γ R Π.
func stiffness(z float64) float64 { return Gamma * GasConstant * Exner(z) }

// perRhoTheta returns 1/(ρ θ0) of the base [m³/(K kg)] at a height [m].
func perRhoTheta(z float64) float64 { return 1 / (BaseTheta * Density(z)) }

// Base is the atmosphere at rest within one cell, by ξ, the place within the cell from -1/2 to
// 1/2. Along x it is constant.
type Base struct {
	MeanDensity float64    // average over the cell [kg/m³]
	Density     [3]float64 // coefficients of 1, ξ and ξ² [kg/m³]
	Stiffness   [2]float64 // of ∂p/∂(ρθ), which is a line, by 1 and ξ [m²/(K s²)]
	PerRhoTheta [2]float64 // of 1/(ρ θ0), as a line with the values at both ends [m³/(K kg)]
}

// Face is the atmosphere at rest at an interface.
type Face struct{ Density, Stiffness, PerRhoTheta float64 }

// FaceAt returns the base at an interface along z, at a height [m].
func FaceAt(z float64) Face { return Face{Density(z), stiffness(z), perRhoTheta(z)} }

// NewBase returns the base along z in the cell between two heights [m]. The average of ρ is exact:
// hydrostatic balance makes it (p(low) - p(high)) / (g Δz). The parabola has it and the values at
// both ends.
func NewBase(low, high float64) Base {
	mean := (Pressure(low) - Pressure(high)) / (Gravity * (high - low))
	return Base{
		MeanDensity: mean,
		Density:     parabola(Density(low), mean, Density(high)),
		Stiffness:   line(stiffness(low), stiffness(high)),
		PerRhoTheta: line(perRhoTheta(low), perRhoTheta(high)),
	}
}

// Level returns the base of a row along x: the values that belong to the mean density. Its
// pressure is that of the mean ρθ, p0 (R ρ θ0 / p0)^γ.
func (b Base) Level() Base {
	p := SurfacePressure *
		math.Pow(GasConstant*b.MeanDensity*BaseTheta/SurfacePressure, Gamma)
	per := 1 / (BaseTheta * b.MeanDensity)
	return Base{b.MeanDensity, [3]float64{b.MeanDensity}, [2]float64{Gamma * p * per},
		[2]float64{per}}
}

// Face returns the base of an interface of a row along x, whose base this is.
func (b Base) Face() Face { return Face{b.Density[0], b.Stiffness[0], b.PerRhoTheta[0]} }

// Mirror returns the base of the image of a cell beyond a wall at the ground or at the top.
func (b Base) Mirror() Base {
	b.Density[1], b.Stiffness[1] = -b.Density[1], -b.Stiffness[1]
	b.PerRhoTheta[1] = -b.PerRhoTheta[1]
	return b
}

// parabola returns the coefficients of the parabola with given values at both ends of a cell and a
// given average.
func parabola(low, mean, high float64) [3]float64 {
	square := 3*(low+high) - 6*mean
	return [3]float64{mean - square/12, high - low, square}
}

func line(low, high float64) [2]float64 { return [2]float64{0.5 * (low + high), high - low} }

func (b *Base) densityAt(xi float64) float64 {
	return (b.Density[0] + b.Density[2]*(xi*xi)) + b.Density[1]*xi
}

func (b *Base) stiffnessAt(xi float64) float64 { return b.Stiffness[0] + b.Stiffness[1]*xi }

func (b *Base) perRhoThetaAt(xi float64) float64 { return b.PerRhoTheta[0] + b.PerRhoTheta[1]*xi }

// Row is the base of a row of cells as kernels need it.
type Row struct {
	Base       // along z
	Level Base // along x
	Lower Face // along z, between this row and the one below
}

// Rows returns the base of the rows from one to before another, counted from the ground. Those
// below the ground or above the top are mirror images.
func (f *Flow) Rows(from, to int) []Row {
	all := make([]Row, to-from)
	for n := range all {
		k := from + n
		image := k < 0 || k >= f.Cells[1]
		if k < 0 {
			k = -1 - k
		} else if image {
			k = 2*f.Cells[1] - 1 - k
		}
		r := &all[n]
		r.Base = NewBase(float64(k)*f.Cell, float64(k+1)*f.Cell)
		r.Level, r.Lower = r.Base.Level(), FaceAt(float64(from+n)*f.Cell)
		if image {
			r.Base = r.Base.Mirror()
		}
	}
	return all
}

// RowNumbers is how many a row has in the memory of a device.
const RowNumbers = 16

// Numbers returns what cuda/gridair.h has as Row.
func (r *Row) Numbers() [RowNumbers]float64 {
	return [RowNumbers]float64{
		r.MeanDensity, r.Density[0], r.Density[1], r.Density[2],
		r.Stiffness[0], r.Stiffness[1], r.PerRhoTheta[0], r.PerRhoTheta[1],
		r.Lower.Density, r.Lower.Stiffness, r.Lower.PerRhoTheta,
		r.Level.Stiffness[0], r.Level.PerRhoTheta[0],
	}
}
