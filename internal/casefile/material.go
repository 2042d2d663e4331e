package casefile

// Material is what fluids of a flow are made of. In a case that has materials each fluid has one.
// The heaviest of these, or the first of equal ones, is the reference fluid: the speed of sound
// that
// follows from the depth is its own, and walls have its density.
type Material struct {
	Name   string   `key:"name" need:"yes" help:"what fluids call it"`
	Colour string   `key:"colour" help:"colour in pictures, as \"#a0b0c0\"; default chosen"`
	Rho0   float64  `key:"rho0" above:"0" unit:"kg/m³" help:"density; default that of [physics]"`
	C0     float64  `key:"c0" above:"0" unit:"m/s" help:"speed of sound; default such that fluids are compressed alike"`
	Gamma  float64  `key:"gamma" least:"1" help:"exponent of the equation of state, from 1 to 7; default 7"`
	Nu     *float64 `key:"nu" least:"0" unit:"m²/s" help:"kinematic viscosity; default that of [physics]"`
	Extra  `of:"material"`
	Rheology
}

// Rheology is that of a thick fluid.
type Rheology struct {
	Consistency    float64 `key:"consistency" above:"0" unit:"Pa sⁿ" help:"viscosity at a shear rate of 1/s, in place of nu; default rho0 nu"`
	Index          float64 `key:"flow-index" above:"0" help:"exponent n of the stress, below 1 for shear-thinning fluids; default 1"`
	YieldStress    float64 `key:"yield-stress" least:"0" unit:"Pa" help:"stress below which a Bingham fluid does not flow; default 0"`
	Regularisation float64 `key:"regularisation" above:"0" unit:"s" help:"Papanastasiou's m: below the shear rate 1/m the fluid is very viscous; default 1000 over the rate at which both stresses are equal"`
	Thinning       float64 `key:"thinning" unit:"1/K" help:"b of exp(-b (T - T0)), which lowers the viscosity above T0; default 0"`
}

// Tension is the surface tension between two fluids.
type Tension struct {
	Between []string `key:"between" items:"2" need:"yes" help:"names of two materials"`
	Sigma   float64  `key:"sigma" above:"0" unit:"N/m" need:"yes" help:"surface tension"`
	Angle   *float64 `key:"angle" least:"0" unit:"°" help:"contact angle at walls, through the first of the two; default 90"`
}
