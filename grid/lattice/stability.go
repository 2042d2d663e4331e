package lattice

import "math"

// stable are the least τ - 1/2 [steps] with which no wave grows on a lattice in uniform motion of a
// Mach number, for temperatures from 0.6 T₀ to 1.6 T₀. With less, waves a few cells long grow: at τ
// = 0.505 by 1 to 8 % a step at 0.8 T₀ and 4 to 7 % at 1.3 T₀, by 40 % at 1.6 T₀. Populations of
// the equilibrium are positive over a wider range of temperatures, which does not keep waves from
// growing.
//
// A wave takes e^(-i k·c) (f - (f - ∂f_eq f)/τ) in a step: von Neumann's analysis, as Sterling and
// Chen, J. Comput. Phys. 123, 1996, have it for other lattices. The limits are those of 561 wave
// vectors and five directions of the motion. TestStable repeats some.
var stable = [...][21]float64{
	{0.1283, 0.1036, 0.0775, 0.0554, 0.0319, 0.0021, 0.0011, 0.0004, 0.0002, 0.0006, 0.0013, 0.0023,
		0.0061, 0.0077, 0.0225, 0.0355, 0.0537, 0.0775, 0.0975, 0.1207, 0.1565},
	{0.1303, 0.1101, 0.0903, 0.0729, 0.0545, 0.0324, 0.0124, 0.0016, 0.0006, 0.0023, 0.0066, 0.0098,
		0.0102, 0.0221, 0.0350, 0.0554, 0.0824, 0.1005, 0.1283, 0.1716, 0.2125},
}

// The temperatures of stable, over T₀, and its Mach numbers.
const (
	stableFirst, stableStep = 0.6, 0.05
	stableSlow, stableFast  = 0.1, 0.2
)

// Stable is the least relaxation time [steps] with which a fluid of a temperature is stable in
// motion up to a Mach number. Between those of the table it is on straight lines. It is infinite
// beyond 0.6 to 1.6 T₀ and Mach 0.2.
func Stable(t, mach float64) float64 {
	last := len(stable[0]) - 1
	at := (t/D2Q37().Temperature - stableFirst) / stableStep
	if !(at >= 0 && at <= float64(last) && mach <= stableFast) {
		return math.Inf(1)
	}
	n := min(int(at), last-1)
	fast := max(0, (mach-stableSlow)/(stableFast-stableSlow))
	between := func(row *[21]float64) float64 { return row[n] + (row[n+1]-row[n])*(at-float64(n)) }
	return 0.5 + (1-fast)*between(&stable[0]) + fast*between(&stable[1])
}
