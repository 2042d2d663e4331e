package casefile

import (
	"slices"

	"gpusph/internal/text"
)

// checkComesIn refuses openings of which the material of what comes in is unknown.
func (c *Case) checkComesIn(o *OpeningAt) error {
	var names []string
	for i := range c.Materials {
		names = append(names, c.Materials[i].Name)
	}
	switch path := o.Path + ".material"; {
	case o.Material == "" && o.Inlet && len(names) > 1:
		return c.Errorf(o.Path, "the inlet %q has no material, but the case has several, so nothing "+
			"says what comes in; use material = %q", o.Name, names[0])
	case o.Material != "" && len(names) == 0:
		return c.Errorf(path, "the %s %q lets in the material %q, but the case has no materials; use "+
			"[[material]] with name = %q", kindOf(o.Inlet), o.Name, o.Material, o.Material)
	case o.Material != "" && !slices.Contains(names, o.Material):
		return c.Errorf(path, "the %s %q lets in the material %q, but the materials are %s%s",
			kindOf(o.Inlet), o.Name, o.Material, text.And(names), text.Meant(o.Material, names))
	}
	return nil
}
