package convert

// The speed of sound.

import "math"

// sound is what the speed of sound follows from; 0 is not given.
type sound struct {
	speed, system, coefficient float64 // [m/s], [m/s], times that
	height                     float64 // of the still water, hswl [m]
	stiffness                  float64 // ρ0 c0²/γ of the equation of state, b [Pa]
}

// soundSpeed takes the speed of sound: a number, that of the stiffness b of the equation of state,
// or a coefficient times the speed of the flow. If that is not given it is √(g h), where h is the
// height of the still water (hswl), as GenCase has it. Where h is not given either, it is the
// height of the fluid's particles, which Result.Rise sets.
func (r *reader) soundSpeed() {
	s := r.coefficients
	system := s.system
	pull := math.Sqrt(dot(r.gravity, r.gravity))
	if system == 0 && s.height > 0 {
		system = math.Sqrt(pull * s.height)
	}
	switch {
	case s.stiffness > 0: // it counts, whatever else is given
		rho0 := r.physics().Rho0
		if rho0 == 0 {
			rho0 = 1000
		}
		r.setSound(math.Sqrt(7 * s.stiffness / rho0))
	case s.speed > 0:
		r.setSound(s.speed)
	case s.coefficient > 0 && system > 0:
		r.setSound(s.coefficient * system)
	case s.coefficient > 0 && pull > 0:
		r.rise = func(height float64) {
			r.setSound(max(s.coefficient*math.Sqrt(pull*height), 10*significant(r.most)))
		}
		if height := r.height(); height > 0 {
			r.rise(height)
		}
	}
}

func (r *reader) setSound(speed float64) {
	if speed > 1500 {
		r.whole(Approximated, "the speed of sound would be %.4g m/s, but must be at most 1500 m/s; "+
			"it is ten times that of the flow", speed)
		return
	}
	r.option("c0", significant(speed))
}

// height of all fluid, as far as it follows from the boxes that were drawn [m].
func (r *reader) height() float64 {
	low, high := math.Inf(1), math.Inf(-1)
	for _, l := range r.levels {
		low, high = min(low, l.extent.low[2]), max(high, l.extent.high[2])
	}
	return max(high-low, 0)
}
