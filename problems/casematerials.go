package problems

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

// mostLightSound is how much faster sound is in a lighter fluid than in the reference fluid, at
// most, where a case does not give its speed. Air of a thousandth of the density of water would
// need 32 times to be as stiff, and as many more steps.
const mostLightSound = 4

// readMaterials takes the densities of the fluids, where rho0 is that of [physics]. The heaviest
// fluid, the first of equal ones, is
// the reference fluid: the parameters have its density and speed of sound, and walls are of it.
// f.materials are the case's materials, that of the reference fluid first.
func (f *caseProblem) readMaterials(rho0 float64) error {
	if rho0 > 0 {
		f.params.Rho0 = rho0
	}
	f.materials = nil
	if len(f.file.Materials) == 0 {
		return nil
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
	if f.params.Further.Fluids > 1 {
		f.params.Boundary = sph.Dummy
	}
	for i := range f.file.Fluids {
		w := &f.file.Fluids[i]
		if f.params.Further.Fluids > 1 && (w.Wave != nil || w.Train != nil) {
			key := "wave"
			if w.Wave != nil {
				key = "solitary-wave"
			}
			return f.file.Errorf(fmt.Sprintf("fluid.%d.%s", i, key), "the fluid %q begins with a "+
				"wave, whose pressure is known below a free surface only, but the case has "+
				"several materials; use one, or a wave maker", w.Name)
		}
	}
	return nil
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

// properties are those of the materials for a flow's parameters, the reference fluid's first, and
// the surface tensions. The parameters get the least viscosity, of which 0 is none.
func (f *caseProblem) properties(p *sph.Params) (all []sph.Properties, tensions []sph.Tension) {
	reference := sph.StateEquation{Rho0: p.Rho0, C0: p.C0, Gamma: sph.Gamma}
	if len(f.materials) > 0 && f.file.Materials[f.materials[0]].Gamma > 0 {
		reference.Gamma = f.file.Materials[f.materials[0]].Gamma
	}
	least := math.Inf(1)
	for k, i := range f.materials {
		m := &f.file.Materials[i]
		of := sph.Properties{Kind: m.Name, Colour: m.Colour, Rho0: f.density(i), C0: m.C0,
			Gamma: m.Gamma, Nu: p.Nu,
			Rheology: sph.Rheology{Consistency: m.Consistency, Index: m.Index,
				YieldStress:    m.YieldStress,
				Regularisation: m.Regularisation, Thinning: m.Thinning}}
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
	for i := range f.file.Tensions {
		t := &f.file.Tensions[i]
		of := sph.Tension{Between: [2]string(t.Between), Sigma: t.Sigma, Angle: 90}
		if t.Angle != nil {
			of.Angle = *t.Angle
		}
		tensions = append(tensions, of)
	}
	return all, tensions
}

// checkMaterials refuses speeds of sound with which fluids would change their density, or which
// make the time step tiny, and walls that know one fluid only.
func (f *caseProblem) checkMaterials(p *sph.Params, all []sph.Properties) error {
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
	if b := p.Boundary; len(all) > 1 && !b.Model().Fluids {
		return f.file.Errorf(f.givenOr("physics.boundary", "material.0"), "the case has several "+
			"materials, but %v walls know one fluid only; use physics.boundary = %s",
			b, text.OrQuoted(sph.BoundariesWith(sph.KnowFluids)))
	}
	return nil
}

// givenOr is a path that the file has, or another.
func (f *caseProblem) givenOr(path, other string) string {
	if f.file.Given(path) {
		return path
	}
	return other
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

// mostArtificialPart is the part of a thick fluid's viscosity that artificial viscosity may come
// to before the flow's log warns.
const mostArtificialPart = 0.05

// thicken makes the flow one of thick fluids, where the case's materials are such.
func (f *caseProblem) thicken(c *sph.Case) error {
	if !f.file.Thick() {
		return nil
	}
	c.Thicken()
	f.noteThick(c)
	return f.placeThick(c.CheckThick())
}

// placeThick puts an error of a thick flow where the file has its material.
func (f *caseProblem) placeThick(err error) error {
	if err == nil {
		return nil
	}
	for i := range f.file.Materials {
		if f.file.Materials[i].Thick() {
			return f.file.Errorf(fmt.Sprintf("material.%d", i), "%v", err)
		}
	}
	return err
}

// noteThick tells of the viscosities of the materials, and warns where artificial viscosity is a
// part of them.
func (f *caseProblem) noteThick(c *sph.Case) {
	p := &c.Params
	var lines []string
	for k := range c.Materials {
		m := &c.Materials[k]
		r := c.BoundedRheology(k)
		lines = append(lines, fmt.Sprintf("%s up to %s Pa s, with a regularisation of %s s",
			m.Name,
			text.Number(r.Greatest(p)), text.Number(r.Regularisation)))
		if artificial, part := p.ArtificialViscosity()*p.Rho0,
			mostArtificialPart*r.Consistency; r.Index == 1 && artificial > part {
			c.Warnings = append(c.Warnings, fmt.Sprintf("the artificial viscosity of %s Pa s is "+
				"more than %g %% of the consistency of %s, %s Pa s; use alpha = 0",
				text.Number(artificial), 100*mostArtificialPart, m.Name,
				text.Number(r.Consistency)))
		}
	}
	c.Notes = append(c.Notes, fmt.Sprintf("thick fluids: viscosity of %s; %d stages in a step",
		strings.Join(lines, ", of "),
		p.ViscousStages()))
}
