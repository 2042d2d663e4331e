package casefile

// Material is what fluids of a flow are made of. In a case that has materials each fluid has one.
// The heaviest of these, or the first of equal ones, is the reference fluid: the speed of sound
// that follows from the depth is its own, and walls have its density.
type Material struct {
	Name   string   `key:"name" need:"yes" help:"what fluids call it"`
	Colour string   `key:"colour" help:"colour in pictures, as \"#a0b0c0\"; default chosen"`
	Rho0   float64  `key:"rho0" above:"0" unit:"kg/m³" help:"density; default that of [physics]"`
	C0     float64  `key:"c0" above:"0" unit:"m/s" help:"speed of sound; default such that fluids are compressed alike"`
	Gamma  float64  `key:"gamma" least:"1" help:"exponent of the equation of state, from 1 to 7; default 7"`
	Nu     *float64 `key:"nu" least:"0" unit:"m²/s" help:"kinematic viscosity; default that of [physics]"`
	Extra  `of:"material"`
}
