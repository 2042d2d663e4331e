package sph

import (
	"fmt"
	"slices"

	"gpusph/sph/scheme"
)

// Energy is an energy of the fluid that samples have, or another sum over its particles. What
// samples measure, the columns of files and the check that nothing creates energy follow from it.
// Those of terms stand in the rows of Options.
type Energy struct {
	Name    string // of its column in files
	Unit    string // J; in two dimensions files have it for each metre of the width
	Formula string // what it is the sum of

	// Kernel is its name in cuda/energies.h, where the kernel `energy` computes it. None: Field is
	// a field whose first float, per mass [J/kg], is summed.
	Kernel string
	Field  int
	Needed func(p *Params) bool // of a feature: by flows with these options; nil is all that have it
	// Outside says that it is no part of the balance: nothing else becomes it. Its unit may be
	// another.
	Outside bool
}

// The energies that every flow has, in Sample.Energy.
const (
	Kinetic = iota
	Potential
	Internal
	CommonEnergies
)

// Energies is the table of these.
var Energies = []Energy{
	Kinetic:   {Name: "kinetic", Unit: "J", Formula: "½ m v²", Kernel: "KINETIC"},
	Potential: {Name: "potential", Unit: "J", Formula: "m (½ Ω² r² - g·x)", Kernel: "POTENTIAL"},
	Internal:  {Name: "internal", Unit: "J", Formula: "m ∫ P/ρ² dρ", Kernel: "INTERNAL"},
}

// Energies are those of a flow with these options, in the order of Sample.Energy.
func (p *Params) Energies() []Energy {
	all := slices.Clone(Energies)
	for k := range Options {
		if o := &Options[k]; o.set(p) {
			all = append(all, o.Energies...)
		}
	}
	for _, f := range features {
		for _, e := range f.Energies {
			if p.Has(f) && (e.Needed == nil || e.Needed(p)) {
				all = append(all, e)
			}
		}
	}
	return all
}

// Balance is the sum of a sample's energies of which each may become another [J]. Without what
// drives the flow it does not grow.
func (p *Params) Balance(s *Sample) (sum float64) {
	for k, e := range p.Energies() {
		if !e.Outside {
			sum += s.Energy[k]
		}
	}
	return sum
}

// UndeclaredEnergies are the options whose rows do not declare what energy they give the fluid. The
// balance of a flow with one means nothing.
func (p *Params) UndeclaredEnergies() (names []string) {
	for k := range Options {
		o := &Options[k]
		declared := o.NoEnergy || slices.ContainsFunc(o.Energies, func(e Energy) bool { return !e.Outside })
		if o.set(p) && !declared {
			names = append(names, o.Name)
		}
	}
	return names
}

// checkEnergies returns the first row of a flow with these options whose field cannot be summed at
// the beginning of a step. The measurement waits for the predictor's passes, but the corrector's
// would write over what it reads.
func (p *Params) checkEnergies() error {
	for _, e := range p.Energies() {
		if e.Kernel != "" {
			continue
		}
		f := &Fields[e.Field]
		if !f.needed(p) || f.Kind != scheme.State && f.Kind != scheme.Temporary {
			return fmt.Errorf("the energy %s is a sum of the field %s, which is no state, nor computed in a step", e.Name, f.Name)
		}
		for _, s := range p.Rows() {
			if f.Kind == scheme.Temporary && slices.Contains(s.Writes, e.Field) && s.in(scheme.Corrector) {
				return fmt.Errorf("the energy %s is a sum of the field %s, but %s writes it in the corrector, too", e.Name, f.Name, s.Name)
			}
		}
	}
	return nil
}

// energiesOfPasses are the temporary fields that the energies of a flow with these options are sums
// of.
func (p *Params) EnergiesOfPasses() (all []int) {
	for _, e := range p.Energies() {
		if e.Kernel == "" && Fields[e.Field].Kind == scheme.Temporary {
			all = append(all, e.Field)
		}
	}
	return all
}

// BesideEnergies is how many words of a sample follow its energies: the particles with stray
// densities, and two of maxima.
const BesideEnergies = 3

// EnergyOf is an energy of a sample by its kernel; 0 where the flow has none.
func (c *Case) EnergyOf(kernel string, m *Sample) float64 {
	k := slices.IndexFunc(c.Params.Energies(), func(e Energy) bool { return e.Kernel == kernel })
	if k < 0 || k >= len(m.Energy) {
		return 0
	}
	return m.Energy[k]
}
