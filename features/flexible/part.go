package flexible

import (
	"fmt"
	"math"
)

// Law is how stress follows from strain.
type Law int

const (
	StVenantKirchhoff Law = iota
	NeoHookean
)

// Plane is what a flow in two dimensions takes a part for.
type Plane int

const (
	Strain Plane = iota // no strain across the plane: a wide plate
	Stress              // no stress across it: a narrow beam
)

// Material is what a part is made of.
type Material struct {
	Young     float64 // E [Pa]
	Poisson   float64 // ν
	Density   float64 // [kg/m³]
	Law       Law
	Plane     Plane   // in two dimensions
	Damping   float64 // time of Kelvin and Voigt: viscous over elastic stress by rates [s]
	Hourglass float64 // α of Ganzenmüller
}

// UsualHourglass is α in the middle of what Ganzenmüller (2015) uses.
const UsualHourglass = 0.1

// Part is a flexible part: the wall particles of a body.
type Part struct {
	Name string
	Body int // from 1 on
	Material
	Volume float64 // of its shape [m³], in two dimensions of a metre
	Tips   []Tip
}

// Tip is a particle of a part whose displacement is followed.
type Tip struct {
	Name string
	At   [3]float64 // that it is nearest to at time 0 [m]
}

// Lame are Lamé's constants [Pa].
func (m *Material) Lame() (lambda, mu float64) {
	mu = m.Young / (2 * (1 + m.Poisson))
	return m.Young * m.Poisson / ((1 + m.Poisson) * (1 - 2*m.Poisson)), mu
}

// Sound is the speed of pressure waves, √((K + 4G/3)/ρ) = √((λ + 2μ)/ρ) [m/s].
func (m *Material) Sound() float64 {
	lambda, mu := m.Lame()
	return math.Sqrt((lambda + 2*mu) / m.Density)
}

// check refuses a material that there cannot be.
func (m *Material) check(name string) error {
	switch {
	case !(m.Young > 0) || math.IsInf(m.Young, 1):
		return fmt.Errorf("the flexible part %s has a Young's modulus of %g Pa, but it must be above 0",
			name, m.Young)
	case !(m.Poisson >= 0 && m.Poisson <= mostPoisson):
		return fmt.Errorf("the flexible part %s has a Poisson's ratio of %g, but it must be from 0 to %g",
			name, m.Poisson, mostPoisson)
	case !(m.Density > 0):
		return fmt.Errorf("the flexible part %s has a density of %g kg/m³, but it must be above 0",
			name, m.Density)
	case !(m.Damping >= 0):
		return fmt.Errorf("the flexible part %s has a damping time of %g s, but it must not be below 0",
			name, m.Damping)
	}
	return nil
}

// mostPoisson is the greatest Poisson's ratio: above it a material is as good as incompressible,
// and sub-steps are very short.
const mostPoisson = 0.49
