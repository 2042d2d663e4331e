package porous

import (
	"fmt"
	"math"

	"gpusph/internal/text"
)

// Layer is stones and the pores between them, through which fluid flows that no particle
// resolves. docs/design/porous.md has the equations. With the velocity u of the fluid in the pores
//
//	(1 + C) du/dt = -∇p/ρ + g - (Linear + Quadratic |u|) u
type Layer struct {
	Name      string
	Porosity  float64 // part of the volume that is pores
	Linear    float64 // a n [1/s]
	Quadratic float64 // b n² [1/m]
	AddedMass float64 // C, over the mass of the fluid
}

// Stones are what the drag of a layer follows from.
type Stones struct {
	D50         float64 // median diameter [m]
	Alpha, Beta float64 // of the linear and of the quadratic part
	Nu          float64 // kinematic viscosity of the fluid [m²/s]
	// Keulegan and Carpenter's number u T/(n D50) of an oscillation; 0 is a steady flow
	KC float64
}

// Coefficients of Ergun's equation as van Gent (1995) found them.
const (
	VanGentAlpha = 1000
	VanGentBeta  = 1.1
	vanGentKC    = 7.5 // β (1 + 7.5/KC) in oscillations
)

// Drag is a [1/s] and b [1/m] of a layer of stones: the hydraulic gradient of the flow U = n u over
// the whole area is g I = a U + b U² (Ergun 1952, van Gent 1995),
//
//	a = α ν (1 - n)²/(n³ D50²),   b = β (1 - n)/(n³ D50).
func (s *Stones) Drag(porosity float64) (a, b float64) {
	n, solid, beta := porosity, 1-porosity, s.Beta
	if s.KC > 0 {
		beta *= 1 + vanGentKC/s.KC
	}
	return s.Alpha * s.Nu * solid * solid / (n * n * n * s.D50 * s.D50),
		beta * solid / (n * n * n * s.D50)
}

// SetDrag gives a layer its drag, from a [1/s] and b [1/m] of the flow over the whole area.
func (l *Layer) SetDrag(a, b float64) {
	l.Linear, l.Quadratic = a*l.Porosity, b*l.Porosity*l.Porosity
}

// Speed is that in the pores at which drag is as much as a hydraulic gradient makes [m/s].
func (l *Layer) Speed(gradient, gravity float64) float64 {
	force := math.Abs(gradient * gravity)
	return 2 * force / (l.Linear + math.Sqrt(l.Linear*l.Linear+4*l.Quadratic*force))
}

// Check returns the first thing about a layer that cannot be simulated, as a clause about it.
func (l *Layer) Check() error {
	switch {
	case !(l.Porosity > 0 && l.Porosity < 1):
		return fmt.Errorf("has a porosity of %g, but it must be above 0 and below 1; rubble has 0.4",
			l.Porosity)
	case l.Porosity < MinPorosity:
		return fmt.Errorf("has a porosity of %g, but particles are too far apart below %g; use a wall",
			l.Porosity, MinPorosity)
	case !(l.Linear >= 0 && l.Quadratic >= 0 && l.AddedMass >= 0) ||
		math.IsInf(l.Linear+l.Quadratic+l.AddedMass, 0):
		return fmt.Errorf("has the drag %g 1/s and %g 1/m and the added mass %g, of which none may be "+
			"below 0", l.Linear, l.Quadratic, l.AddedMass)
	case l.AddedMass > maxAddedMass:
		return fmt.Errorf("has an added mass of %s times the fluid's, but %d is most; 0.34 (1 - n)/n "+
			"is usual", text.Number(l.AddedMass), maxAddedMass)
	}
	return nil
}

const (
	MinPorosity  = 0.2 // particles are 2.2 spacings apart in two dimensions
	maxAddedMass = 10
)
