package problems

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph"
)

// mostLightSound is how much faster sound is in a lighter fluid than in the reference fluid, at
// most, where a case does not give its speed. Air of a thousandth of the density of water would
// need 32 times to be as stiff, and as many more steps.
const mostLightSound = 4

// readMaterials takes the densities of the fluids, where rho0 is that of [physics]. The heaviest
// fluid, the first of equal ones, is the reference fluid: the parameters have its density and speed
// of sound, and walls are of it. f.materials are the case's materials, that of the reference fluid
// first.
func (f *caseProblem) readMaterials(rho0 float64) {
	if rho0 > 0 {
		f.params.Rho0 = rho0
	}
	f.materials = nil
	if len(f.file.Materials) == 0 {
		return
	}
	reference := 0
	for i := range f.file.Materials {
		f.materials = append(f.materials, i)
		if f.density(i) > f.density(reference) {
			reference = i
		}
	}
	f.materials = slices.Insert(slices.Delete(f.materials, reference, reference+1), 0, reference)
	f.params.Rho0 = f.density(reference)
	if c0 := f.file.Materials[reference].C0; c0 > 0 {
		f.params.C0 = c0
	}
	f.params.Further.Fluids = len(f.materials)
}

// density of a material of the file [kg/m³].
func (f *caseProblem) density(i int) float64 { return f.file.Density(&f.file.Materials[i]) }

// material is the place of a fluid's in the scene's materials.
func (f *caseProblem) material(name string) int {
	for k, i := range f.materials {
		if f.file.Materials[i].Name == name {
			return k
		}
	}
	return 0
}

// placeMaterials gives the fluids of the scene the places of their materials.
func (f *caseProblem) placeMaterials() {
	if len(f.materials) == 0 {
		return
	}
	of := map[string]int{}
	for i := range f.file.Fluids {
		of[f.file.Fluids[i].Name] = f.material(f.file.Fluids[i].Material)
	}
	for i := range f.scene.Pools {
		f.scene.Pools[i].Material = of[f.scene.Pools[i].Name]
	}
	if s := f.scene.Shaped; s != nil {
		for i := range s.Fluids {
			s.Fluids[i].Material = of[s.Fluids[i].Name]
		}
	}
}

// properties are those of the materials for a flow's parameters, the reference fluid's first. The
// parameters get the least viscosity, of which 0 is none.
func (f *caseProblem) properties(p *sph.Params) (all []sph.Properties) {
	reference := sph.StateEquation{Rho0: p.Rho0, C0: p.C0, Gamma: sph.Gamma}
	if len(f.materials) > 0 && f.file.Materials[f.materials[0]].Gamma > 0 {
		reference.Gamma = f.file.Materials[f.materials[0]].Gamma
	}
	least := math.Inf(1)
	for k, i := range f.materials {
		m := &f.file.Materials[i]
		of := sph.Properties{Kind: m.Name, Colour: m.Colour, Rho0: f.density(i), C0: m.C0,
			Gamma: m.Gamma, Nu: p.Nu}
		if of.Gamma == 0 {
			of.Gamma = sph.Gamma
		}
		if m.Nu != nil {
			of.Nu = *m.Nu
		}
		switch {
		case k == 0:
			of.C0 = p.C0
		case of.C0 == 0:
			of.C0 = min(mostLightSound*p.C0, math.Sqrt(reference.Stiffness()*of.Gamma/of.Rho0))
		}
		least = min(least, of.Nu)
		all = append(all, of)
	}
	if len(all) > 0 {
		p.Nu = least
	}
	return all
}

// checkMaterials refuses speeds of sound with which fluids would change their density, and those
// that make the time step tiny.
func (f *caseProblem) checkMaterials(all []sph.Properties) error {
	for k := range all {
		m, path := &all[k], fmt.Sprintf("material.%d.c0", f.materials[k])
		if !f.file.Given(path) {
			path = fmt.Sprintf("material.%d", f.materials[k])
		}
		if least := leastSound * f.scale(); m.C0 < least*(1-1e-9) {
			return f.file.Errorf(path, "the speed of sound of the material %q is %s m/s, but "+
				"must be at least %s m/s, %d %s; leave c0 out to take a usual one",
				m.Kind, text.Number(m.C0), text.Limit(least, math.Ceil), leastSound, f.scaleIs())
		}
		for j := range all {
			if ratio := m.C0 / all[j].C0; ratio > sph.MaxSoundRatio*(1+1e-9) {
				return f.file.Errorf(path, "the speed of sound of the material %q is %s m/s, %s "+
					"times that of the material %q, and sets the time step; a ratio of at most "+
					"%d can be simulated: use c0 = %s",
					m.Kind, text.Number(m.C0), text.Figure(ratio), all[j].Kind, sph.MaxSoundRatio,
					text.Limit(sph.MaxSoundRatio*all[j].C0, math.Floor))
			}
		}
	}
	return nil
}

// noteMaterials tells the log of the fluids.
func noteMaterials(c *sph.Case) {
	kinds := c.Kinds()
	for k := range kinds {
		e, m := c.Params.EquationOf(&kinds[k]), &kinds[k]
		role := ""
		if k == 0 && len(kinds) > 1 {
			role = ", the reference fluid and that of walls"
		}
		if e.C0 == c.Params.FastestSound() && e.C0 > c.Params.C0 {
			role += fmt.Sprintf("; its sound limits the time step, %s times as much as that of the "+
				"reference fluid", text.Figure(e.C0/c.Params.C0))
		}
		c.Notes = append(c.Notes, fmt.Sprintf("the material %q has %s kg/m³, a speed of sound of "+
			"%s m/s, γ %s and a viscosity of %s m²/s%s",
			m.Kind, text.Number(e.Rho0), text.Figure(e.C0), text.Number(e.Gamma), text.Number(m.Nu),
			role))
	}
	if p := c.Params; p.Further.Background > 0 && c.Drains {
		c.Warnings = append(c.Warnings, "background-pressure pushes fluid through open sides; "+
			"leave it out where a surface is free")
	}
}
