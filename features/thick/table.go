package thick

import (
	"fmt"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// table is thick fluids in case files.
var table = &casefile.Feature{Keys: map[string]any{"material": Keys{}}, Check: checkTables}

// Keys are the rheology of a material.
type Keys struct {
	Consistency    float64 `key:"consistency" above:"0" unit:"Pa sⁿ" help:"viscosity at a shear rate of 1/s, in place of nu; default rho0 nu"`
	Index          float64 `key:"flow-index" above:"0" help:"exponent n of the stress, below 1 for shear-thinning fluids; default 1"`
	YieldStress    float64 `key:"yield-stress" least:"0" unit:"Pa" help:"stress below which a Bingham fluid does not flow; default 0"`
	Regularisation float64 `key:"regularisation" above:"0" unit:"s" help:"Papanastasiou's m: below the shear rate 1/m the fluid is very viscous; default 1000 over the rate at which both stresses are equal"`
	Thinning       float64 `key:"thinning" unit:"1/K" help:"b of exp(-b (T - T0)), which lowers the viscosity above T0; default 0"`
}

// rheologyOf is that of a material of a case file.
func rheologyOf(m *casefile.Material) Rheology {
	return Rheology(*casefile.KeysIn[Keys](m.Extra))
}

// isThick reports whether a material of a case file has a rheology of its own.
func isThick(m casefile.Material) bool {
	r := rheologyOf(&m)
	return r.set()
}

// anyThick reports whether a fluid of a case file is thick.
func anyThick(c *casefile.Case) bool { return slices.ContainsFunc(c.Materials, isThick) }

// checkTables refuses numbers of thick fluids that are out of range, and keys that mean nothing
// without others.
func checkTables(c *casefile.Case) error {
	for i := range c.Materials {
		if err := checkKeys(c, i); err != nil {
			return err
		}
	}
	return nil
}

func checkKeys(c *casefile.Case, i int) error {
	m, path := &c.Materials[i], fmt.Sprintf("material.%d", i)
	r := rheologyOf(m)
	for _, v := range []struct {
		key, unit, would string
		value            float64
		zero             bool
	}{
		{"consistency", "Pa sⁿ", "water has 0.001, honey 10", r.Consistency, false},
		{"flow-index", "", "a Newtonian fluid has 1, a shear-thinning one less", r.Index, false},
		{"yield-stress", "Pa", "mud has 10 to 1000", r.YieldStress, true},
		{"regularisation", "s", "without it, it follows from the other keys", r.Regularisation,
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
	if r.Index > MaxIndex {
		at := path + ".flow-index"
		return c.Errorf(at, "%s is %s, but may be %d at most; a Newtonian fluid has 1, a "+
			"shear-thickening one up to 2",
			c.Label(at), text.Exact(r.Index), MaxIndex)
	}
	if r.Index != 0 && r.Index != 1 && r.Consistency == 0 {
		at := path + ".flow-index"
		return c.Errorf(at, "%s is %s, but the material %q has no consistency, the stress at a "+
			"shear rate of 1/s; use consistency = 10",
			c.Label(at), text.Exact(r.Index), m.Name)
	}
	if at := path + ".regularisation"; r.Regularisation > 0 && r.YieldStress == 0 &&
		(r.Index == 0 || r.Index >= 1) {
		return c.Errorf(at, "%s bounds the viscosity at low shear rates, but the material %q "+
			"has neither a yield stress nor a flow index below 1; leave it out, or use "+
			"yield-stress = 10",
			c.Label(at), m.Name)
	}
	return checkViscosity(c, i)
}

// checkViscosity refuses a yield stress or thinning of a fluid without a viscosity.
func checkViscosity(c *casefile.Case, i int) error {
	m := &c.Materials[i]
	if r := rheologyOf(m); r.Consistency == 0 && r.set() && (m.Nu == nil || *m.Nu == 0) &&
		!flowHasViscosity(c) {
		return c.Errorf(fmt.Sprintf("material.%d", i), "the material %q has a yield stress or "+
			"thinning, but no viscosity; use consistency = 1 [Pa s]", m.Name)
	}
	return nil
}

// flowHasViscosity reports whether [physics] gives a viscosity.
func flowHasViscosity(c *casefile.Case) bool {
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
