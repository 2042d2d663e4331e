package problems

import (
	"fmt"
	"strings"

	"gpusph/internal/text"
	"gpusph/sph"
)

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
