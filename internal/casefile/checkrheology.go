package casefile

import (
	"fmt"
	"slices"

	"gpusph/internal/text"
)

// mostFlowIndex is the greatest exponent of a power law: sph.MaxFlowIndex.
const mostFlowIndex = 3

// Thick reports whether a material has a rheology of its own: keys of a thick fluid.
func (m *Material) Thick() bool { return m.Rheology != Rheology{} }

// Thick reports whether a fluid of the case is thick.
func (c *Case) Thick() bool {
	return slices.ContainsFunc(c.Materials, func(m Material) bool { return m.Thick() })
}

// checkRheologies refuses numbers of thick fluids that are out of range, and keys that mean
// nothing without others.
func (c *Case) checkRheologies() error {
	for i := range c.Materials {
		if err := c.checkRheology(i); err != nil {
			return err
		}
	}
	return nil
}

func (c *Case) checkRheology(i int) error {
	m, path := &c.Materials[i], fmt.Sprintf("material.%d", i)
	for _, v := range []struct {
		key, unit, would string
		value            float64
		zero             bool
	}{
		{"consistency", "Pa sⁿ", "water has 0.001, honey 10", m.Consistency, false},
		{"flow-index", "", "a Newtonian fluid has 1, a shear-thinning one less", m.Index, false},
		{"yield-stress", "Pa", "mud has 10 to 1000", m.YieldStress, true},
		{"regularisation", "s", "without it, it follows from the other keys", m.Regularisation,
			false},
	} {
		unit := v.unit
		if unit != "" {
			unit = " " + unit
		}
		at := path + "." + v.key
		switch given := c.Given(at); {
		case v.value < 0 && v.zero:
			return c.Errorf(at, "%s is %s%s, but must not be below 0; %s", c.Label(at),
				text.Exact(v.value), unit, v.would)
		case v.value < 0 || v.value == 0 && !v.zero && given:
			return c.Errorf(at, "%s is %s%s, but must be above 0; %s", c.Label(at),
				text.Exact(v.value), unit, v.would)
		}
	}
	if m.Index > mostFlowIndex {
		at := path + ".flow-index"
		return c.Errorf(at, "%s is %s, but may be %d at most; a Newtonian fluid has 1, a "+
			"shear-thickening one up to 2",
			c.Label(at), text.Exact(m.Index), mostFlowIndex)
	}
	if m.Index != 0 && m.Index != 1 && m.Consistency == 0 {
		at := path + ".flow-index"
		return c.Errorf(at, "%s is %s, but the material %q has no consistency, the stress at a "+
			"shear rate of 1/s; use consistency = 10",
			c.Label(at), text.Exact(m.Index), m.Name)
	}
	if at := path + ".regularisation"; m.Regularisation > 0 && m.YieldStress == 0 &&
		(m.Index == 0 || m.Index >= 1) {
		return c.Errorf(at, "%s bounds the viscosity at low shear rates, but the material %q "+
			"has neither a yield stress nor a flow index below 1; leave it out, or use "+
			"yield-stress = 10",
			c.Label(at), m.Name)
	}
	return c.checkViscosity(i)
}

// checkViscosity refuses a yield stress or thinning of a fluid without a viscosity.
func (c *Case) checkViscosity(i int) error {
	m, path := &c.Materials[i], fmt.Sprintf("material.%d", i)
	if m.Consistency == 0 && m.Thick() && (m.Nu == nil || *m.Nu == 0) && !c.flowHasViscosity() {
		return c.Errorf(path, "the material %q has a yield stress or thinning, but no "+
			"viscosity; use consistency = 1 [Pa s]",
			m.Name)
	}
	return nil
}

// flowHasViscosity reports whether [physics] gives a viscosity.
func (c *Case) flowHasViscosity() bool {
	if c.Physics == nil {
		return false
	}
	switch nu := c.Physics.Options["nu"].(type) {
	case float64:
		return nu > 0
	case int64:
		return nu > 0
	}
	return false
}
