package casefile

import (
	"fmt"
	"regexp"
	"slices"

	"gpusph/internal/text"
)

// mostMaterials and mostDensityRatio are those that a flow may have: see package sph.
const (
	mostMaterials    = 8
	mostDensityRatio = 1000
)

// isColour is what a colour is: red, green and blue in hexadecimal digits.
var isColour = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)

// checkMaterials refuses materials that are none, and fluids whose material is unknown.
func (c *Case) checkMaterials() error {
	if len(c.Materials) > mostMaterials {
		return c.Errorf(fmt.Sprintf("material.%d", mostMaterials),
			"the case has %d materials, but may have %d", len(c.Materials), mostMaterials)
	}
	for i := range c.Materials {
		if err := c.checkMaterial(i); err != nil {
			return err
		}
	}
	var names []string
	used := make([]bool, len(c.Materials))
	for i := range c.Materials {
		names = append(names, c.Materials[i].Name)
	}
	for i := range c.Fluids {
		w, path := &c.Fluids[i], fmt.Sprintf("fluid.%d", i)
		switch k := slices.Index(names, w.Material); {
		case len(names) == 0 && w.Material != "":
			return c.Errorf(path+".material", "the fluid %q is of the material %q, but the case "+
				"has no materials; use [[material]] with name = %q", w.Name, w.Material, w.Material)
		case len(names) > 0 && w.Material == "":
			return c.Errorf(path, "the fluid %q has no material, but the case has some; use "+
				"material = %q", w.Name, names[0])
		case len(names) > 0 && k < 0:
			return c.Errorf(path+".material", "the fluid %q is of the material %q, but the "+
				"materials are %s%s", w.Name, w.Material, text.And(names), text.Meant(w.Material,
				names))
		case k >= 0:
			used[k] = true
		}
	}
	others, tables := c.materialsUsed()
	for k, name := range names {
		used[k] = used[k] || slices.Contains(others, name)
	}
	if k := slices.Index(used, false); k >= 0 && len(c.Fluids) > 0 {
		return c.Errorf(fmt.Sprintf("material.%d", k), "no fluid is of the material %q; use it "+
			"as material = %q of a [[fluid]]%s, or leave it out", names[k], names[k], tables)
	}
	return c.checkDensities()
}

// checkMaterial refuses numbers of a material that are out of range.
func (c *Case) checkMaterial(i int) error {
	m, path := &c.Materials[i], fmt.Sprintf("material.%d", i)
	for _, v := range []struct {
		key, unit, would string
		value            float64
	}{{"rho0", "kg/m³", "water has 1000, air 1.2", m.Rho0}, {"c0", "m/s",
		"without it, it follows from the depth", m.C0}} {
		if at := path + "." + v.key; v.value < 0 || v.value == 0 && c.Given(at) {
			return c.Errorf(at, "%s is %s %s, but must be above 0; %s", c.Label(at),
				text.Exact(v.value), v.unit, v.would)
		}
	}
	if at := path + ".gamma"; c.Given(at) && !(m.Gamma >= 1 && m.Gamma <= 7) {
		return c.Errorf(at, "%s is %s, but must be from 1 to 7; liquids have 7, gases 1.4",
			c.Label(at), text.Exact(m.Gamma))
	}
	if at := path + ".nu"; m.Nu != nil && !(*m.Nu >= 0) {
		return c.Errorf(at, "%s is %s m²/s, but must not be below 0; water has 1e-6, air 1.5e-5",
			c.Label(at), text.Exact(*m.Nu))
	}
	if at := path + ".colour"; m.Colour != "" && !isColour.MatchString(m.Colour) {
		return c.Errorf(at, "%s is %q, which is no colour; use # and six hexadecimal digits, as "+
			"\"#1f77b4\"", c.Label(at), m.Colour)
	}
	return nil
}

// Density is that of a material [kg/m³].
func (c *Case) Density(m *Material) float64 {
	switch {
	case m.Rho0 > 0:
		return m.Rho0
	case c.Physics != nil && c.Physics.Rho0 > 0:
		return c.Physics.Rho0
	}
	return 1000
}

// checkDensities refuses materials of which one is too heavy for another.
func (c *Case) checkDensities() error {
	for i := range c.Materials {
		for j := range i {
			a, b := c.Density(&c.Materials[i]), c.Density(&c.Materials[j])
			if max(a/b, b/a) <= mostDensityRatio*(1+1e-9) {
				continue
			}
			path := fmt.Sprintf("material.%d.rho0", i)
			if !c.Given(path) {
				path = fmt.Sprintf("material.%d", i)
			}
			return c.Errorf(path, "the materials %q and %q have %s and %s kg/m³, but the heavier "+
				"may have %d times the density of the lighter; use rho0 = %s for the lighter",
				c.Materials[j].Name, c.Materials[i].Name, text.Number(b), text.Number(a),
				mostDensityRatio, text.Number(max(a, b)/mostDensityRatio))
		}
	}
	return nil
}
