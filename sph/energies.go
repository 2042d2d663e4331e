package sph

import (
	"fmt"
	"reflect"
	"slices"

	"gpusph/sph/scheme"
)

// Energy is an energy of the fluid that samples have, or another sum over its particles. What
// samples measure, the columns of files and the check that nothing creates energy follow from the
// table below. docs/extending.md adds a row.
type Energy struct {
	Name    string // of its column in files
	Unit    string // J; in two dimensions files have it for each metre of the width
	Formula string // what it is the sum of

	// Term is the parameter of the term that it belongs to, without which a flow does not have it.
	// Nil: every flow has it.
	Term func(f *ExtraParams) *float64
	// Field is a field whose first float, per mass [J/kg], is summed. 0: the kernel `energy`
	// computes it; its rows have the order of ENERGIES in cuda/args_steps.h.
	Field int
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

// energies is the table.
var Energies = []Energy{
	Kinetic:   {Name: "kinetic", Unit: "J", Formula: "½ m v²"},
	Potential: {Name: "potential", Unit: "J", Formula: "m (½ Ω² r² - g·x)"},
	Internal:  {Name: "internal", Unit: "J", Formula: "m ∫ P/ρ² dρ"},
}

// giveNone clears the parameters of terms that give the fluid no energy. They may take some.
func (f *ExtraParams) giveNone() {
	f.Scalar, f.Smagorinsky, f.XSPH, f.Shifting = 0, 0, 0, 0
	f.Correction, f.Surfaces, f.Slip = false, false, false
}

// has says whether a flow with these options has the energy.
func (e *Energy) Has(p *Params) bool { return e.Term == nil || *e.Term(&p.Further) != 0 }

// Energies are those of a flow with these options, in the order of Sample.Energy.
func (p *Params) Energies() (all []*Energy) {
	for k := range Energies {
		if e := &Energies[k]; e.Has(p) {
			all = append(all, e)
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

// UndeclaredEnergies are the parameters, as FurtherParams names them, of terms of which nothing
// says what energy they give the fluid: no row of the table, nor giveNone. The balance of such a
// flow means nothing.
func (p *Params) UndeclaredEnergies() (names []string) {
	f := p.Further
	f.giveNone()
	for k := range Energies {
		if e := &Energies[k]; e.Term != nil && !e.Outside {
			*e.Term(&f) = 0
		}
	}
	v := reflect.ValueOf(f)
	for i := range v.NumField() {
		if !v.Field(i).IsZero() {
			names = append(names, v.Type().Field(i).Name)
		}
	}
	return names
}

// checkEnergies returns the first row of a flow with these options whose field cannot be summed at
// the beginning of a step. The measurement waits for the predictor's passes, but the corrector's
// would write over what it reads.
func (p *Params) checkEnergies() error {
	for _, e := range p.Energies() {
		if e.Field == 0 {
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
		if e.Field > 0 && Fields[e.Field].Kind == scheme.Temporary {
			all = append(all, e.Field)
		}
	}
	return all
}

// BesideEnergies is how many words of a sample follow its energies: the particles with stray
// densities, and two of maxima.
const BesideEnergies = 3
