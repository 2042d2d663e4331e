package lattice

import (
	"fmt"
	"math"
)

// RayleighTaylor is cold gas above hot gas under gravity, between walls above and below; x is
// periodic. Both layers have a constant temperature and are in hydrostatic balance,
//
//	dp/dz = -g ρ,  p = ρ T,
//
// as in Scagliarini, Biferale, Sbragaglia, Sugiyama and Toschi, Phys. Fluids 22, 055101, 2010, and
// Biferale, Mantovani, Sbragaglia, Scagliarini, Toschi and Tripiccione, Phys. Fluids 22, 115112,
// 2010. Between them the temperature is a hyperbolic tangent, and so is the density, but for the
// stratification. L is the width, in cells. The mean of both temperatures is 1.05 T₀, about
// which the lattice is stable with the least viscosity (Stable).
//
// The defaults are a flow that 128 cells resolve: the interface is 13 cells thick (2 δ), and the
// layer of shear about a plume, L/√(√A Re), five. On those cells velocities reach 1.3 √(A g L),
// Mach 0.08, temperatures stay within 0.3 % of the layers', and plumes reach the walls at the end.
// By stratification alone the density differs by 10 % over the height, so the growth is nearly
// that of an incompressible fluid. It ends the mixing at the adiabatic height 4 A T/g, six times
// the height of the lattice.
type RayleighTaylor struct {
	Cells          [2]int  // along x and z
	Atwood         float64 // A = (T hot - T cold)/(T hot + T cold), which is that of the densities
	Reynolds       float64 // √(g L³)/ν, with ν at the mean temperature
	Stratification float64 // g H/T, with H the height and T the mean temperature
	Interface      float64 // width δ of the temperature tanh(z/δ) over L
	Amplitude      float64 // of the interface over L: that of a single wave, or the RMS of several
	Waves          [2]int  // across the width: from this number to that
	Seed           int     // of the phases of several waves; a single one is highest at x = 0
	End            float64 // [√(L/(A g))]
}

// NewRayleighTaylor is the flow with its defaults, on this number of cells along x and twice that
// along z. They suit 128 cells.
func NewRayleighTaylor(cells int) *RayleighTaylor {
	return &RayleighTaylor{Cells: [2]int{cells, 2 * cells}, Atwood: 0.15, Reynolds: 1500,
		Stratification: 0.1, Interface: 0.05, Amplitude: 0.005, Waves: [2]int{1, 8}, Seed: 1, End: 4.5}
}

// meanTemperature is the mean of both temperatures over T₀. Layers about it are stable with the
// least viscosity: see Stable.
const meanTemperature = 1.05

// Mean is the mean of both temperatures.
func (*RayleighTaylor) Mean() float64 { return meanTemperature * D2Q37().Temperature }

// Layers are the temperatures of the lower layer, which is hot, and of the upper one. The walls
// have them, too.
func (r *RayleighTaylor) Layers() (hot, cold float64) {
	return r.Mean() * (1 + r.Atwood), r.Mean() * (1 - r.Atwood)
}

// Gravity is g [cells/step²], downwards.
func (r *RayleighTaylor) Gravity() float64 {
	return r.Stratification * r.Mean() / float64(r.Cells[1])
}

// Viscosity is ν at the mean temperature, and the thermal diffusivity [cells²/step].
func (r *RayleighTaylor) Viscosity() float64 {
	l := float64(r.Cells[0])
	return math.Sqrt(r.Gravity()*l*l*l) / r.Reynolds
}

// Tau is the relaxation time [steps]: ν = (τ - 1/2) T.
func (r *RayleighTaylor) Tau() float64 { return 0.5 + r.Viscosity()/r.Mean() }

// Unit is √(L/(A g)), the unit of time [steps].
func (r *RayleighTaylor) Unit() float64 {
	return math.Sqrt(float64(r.Cells[0]) / (r.Atwood * r.Gravity()))
}

// Steps is the number of steps to the end.
func (r *RayleighTaylor) Steps() int { return int(math.Ceil(r.End * r.Unit())) }

// Speed is √(A g L), which the fluid's velocity reaches [cells/step].
func (r *RayleighTaylor) Speed() float64 { return float64(r.Cells[0]) / r.Unit() }

// Number is the wave number of n waves across the width [1/cell].
func (r *RayleighTaylor) Number(n int) float64 {
	return 2 * math.Pi * float64(n) / float64(r.Cells[0])
}

// leastWidth is that of the interface [cells]. The lattice does not resolve thinner ones.
const leastWidth = 2

// waveCells are in a wave at least.
const waveCells = 8

// overshoot is the greatest velocity of the flow, over Speed, once plumes are at walls, and
// mostMach the greatest Mach number of Speed, so that velocities stay below Mach 0.2.
const (
	overshoot = 1.6
	mostMach  = 0.125
)

// mostAtwood leaves the temperatures of both layers where Stable has limits.
const mostAtwood = 0.4

// wallTau is the least relaxation time with which the rows at walls, which continue the fluid
// beyond the wall, are stable at any temperature from 0.89 T₀ to 1.21 T₀: with 0.515 a disturbance
// grows by a factor of 10 in 300 steps, up to WallExcess.
const wallTau = 0.52

// mostTau is the relaxation time up to which walls stand where they should, within 0.1 cells.
const mostTau = 1.5

// Check names the option at fault where the lattice does not resolve the flow or is not stable.
func (r *RayleighTaylor) Check() error {
	l := float64(r.Cells[0])
	if r.Cells[0] < 2*Reach || r.Cells[1] < 2*Reach+2 {
		return fmt.Errorf("--cells makes a lattice of %d x %d cells, but the minimum is %d x %d; use "+
			"--cells %d or more", r.Cells[0], r.Cells[1], 2*Reach, 2*Reach+2, 2*Reach)
	}
	if width := r.Interface * l; width < leastWidth {
		return fmt.Errorf("--interface %g makes an interface %.2g cells wide, but the minimum is %d; "+
			"use --interface %.6g or more, or --cells %d or more", r.Interface, width, leastWidth,
			above(leastWidth/l), int(math.Ceil(leastWidth/r.Interface)))
	}
	if first, last := r.Waves[0], r.Waves[1]; first < 1 || last < first {
		return fmt.Errorf("--first-wave is %d and --waves %d, but waves are from 1 on; use --first-wave "+
			"1", first, last)
	} else if waveCells*last > r.Cells[0] {
		return fmt.Errorf("--waves %d makes waves of %.2g cells, but the minimum is %d; use --waves %d "+
			"or less, or --cells %d or more", last, l/float64(last), waveCells, r.Cells[0]/waveCells,
			waveCells*last)
	}
	if r.Atwood > mostAtwood {
		return fmt.Errorf("--atwood is %g, but the lattice is not stable with such different "+
			"temperatures; use --atwood %g or less", r.Atwood, mostAtwood)
	}
	if mach := r.Speed() / math.Sqrt(2*r.Mean()); mach > mostMach {
		return fmt.Errorf("--stratification %g makes velocities of Mach %.2g, but the maximum is %g; "+
			"use --stratification %.6g or less", r.Stratification, mach, mostMach,
			below(r.Stratification*mostMach*mostMach/(mach*mach)))
	}
	return r.checkTau()
}

// checkTau refuses Reynolds numbers with which the lattice is not stable, or its walls are off.
func (r *RayleighTaylor) checkTau() error {
	hot, cold := r.Layers()
	mach := overshoot * r.Speed() / math.Sqrt(2*r.Mean())
	least, tau := max(wallTau, Stable(hot, mach), Stable(cold, mach)), r.Tau()
	if tau < least {
		most := below(r.Reynolds * (tau - 0.5) / (least - 0.5))
		return fmt.Errorf("--re %g makes a relaxation time of %.4g steps, but with --atwood %g the "+
			"lattice is stable from %.4g on; use --re %.6g or less, or --cells %d or more", r.Reynolds,
			tau, r.Atwood, least, most, int(math.Ceil(float64(r.Cells[0])*r.Reynolds/most)))
	}
	if tau > mostTau {
		return fmt.Errorf("--re %g makes a relaxation time of %.3g steps, but the maximum is %g; use "+
			"--re %.6g or more, or fewer --cells", r.Reynolds, tau, mostTau,
			above(r.Reynolds*(tau-0.5)/(mostTau-0.5)))
	}
	return nil
}

// below and above round to three digits, down and up.
func below(x float64) float64 {
	unit := math.Pow10(int(math.Floor(math.Log10(x))) - 2)
	return math.Floor(x/unit) * unit
}

func above(x float64) float64 {
	unit := math.Pow10(int(math.Floor(math.Log10(x))) - 2)
	return math.Ceil(x/unit) * unit
}

// height is that of a row over the interface [cells].
func (r *RayleighTaylor) height(row int) float64 { return float64(row) - float64(r.Cells[1]-1)/2 }

// temperature is that at a height over the interface.
func (r *RayleighTaylor) temperature(z float64) float64 {
	return r.Mean() * (1 - r.Atwood*math.Tanh(z/(r.Interface*float64(r.Cells[0]))))
}

// pressure is that of a fluid at rest, with ρ = 1 at the height 0. With q = z/δ
//
//	p = T exp(-g ∫ dz/T),  T ∫ dz/T = δ (q + A ln(cosh q - A sinh q))/(1 - A²).
func (r *RayleighTaylor) pressure(z float64) float64 {
	a, width := r.Atwood, r.Interface*float64(r.Cells[0])
	q := math.Abs(z) / width
	sign := math.Copysign(1, z)
	// cosh q - A sinh q without overflow: e^q ((1 - A) + (1 + A) e^-2q)/2, A having the sign of z
	shape := q + math.Log(((1-sign*a)+(1+sign*a)*math.Exp(-2*q))/2)
	integral := width * (sign*q + a*shape) / (1 - a*a)
	return r.Mean() * math.Exp(-r.Gravity()*integral/r.Mean())
}

// State is that of the fluid at the beginning, at a site: at rest, with the interface displaced by
// its waves. The pressure is that without waves.
func (r *RayleighTaylor) State() func(x, row int) (rho, ux, uy, t float64) {
	shift := r.displacements()
	pressure := make([]float64, r.Cells[1])
	for row := range pressure {
		pressure[row] = r.pressure(r.height(row))
	}
	return func(x, row int) (rho, ux, uy, t float64) {
		t = r.temperature(r.height(row) - shift[x])
		return pressure[row] / t, 0, 0, t
	}
}

// displacements are those of the interface at the sites along x [cells].
func (r *RayleighTaylor) displacements() []float64 {
	all := make([]float64, r.Cells[0])
	first, last := r.Waves[0], r.Waves[1]
	size := r.Amplitude * float64(r.Cells[0])
	if last > first {
		size *= math.Sqrt(2 / float64(last-first+1))
	}
	phases := splitMix{uint64(r.Seed)}
	for n := first; n <= last; n++ {
		phase := 0.0
		if last > first {
			phase = 2 * math.Pi * phases.next()
		}
		for x := range all {
			turn := float64(n*x%r.Cells[0]) / float64(r.Cells[0])
			all[x] += size * math.Cos(2*math.Pi*turn+phase)
		}
	}
	return all
}

// splitMix are random numbers: Steele, Lea and Flood, OOPSLA 2014.
type splitMix struct{ state uint64 }

// next is a number from 0 to before 1.
func (s *splitMix) next() float64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}
