package thick

import (
	"fmt"
	"slices"
	"strings"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// defaults are those of a flow whose own viscosity is enough, and sticks to walls.
func defaults(f reading.File, d *reading.Defaults) {
	if anyThick(f.File()) {
		d.Alpha, d.Further.Residual, d.Further.Friction = 0, false, 0
		d.Further.Correction, d.Narrow = false, true
	}
}

// kept are the options that no preset changes.
func kept(f reading.File) (names []string) {
	if anyThick(f.File()) {
		names = []string{"alpha"}
	}
	return names
}

// fill gives a case that has its materials their rheologies.
func fill(f reading.File, _ *scene.Scene, c *sph.Case) error {
	file := f.File()
	if !anyThick(file) {
		return nil
	}
	all := make([]Rheology, len(c.Materials))
	for k := range all {
		i := slices.IndexFunc(file.Materials,
			func(m casefile.Material) bool { return m.Name == c.Materials[k].Kind })
		if i >= 0 {
			all[k] = rheologyOf(&file.Materials[i])
		}
	}
	Give(c, all)
	return nil
}

// check refuses what thick fluids cannot be simulated with, at the first of them in the file.
func check(f reading.File, c *sph.Case) error {
	if Of(c) == nil {
		return nil
	}
	note(c)
	err := checkCase(c)
	if err == nil {
		return nil
	}
	first := slices.IndexFunc(f.File().Materials, isThick)
	return f.File().Errorf(fmt.Sprintf("material.%d", first), "%v", err)
}

// mostArtificialPart is the part of a thick fluid's viscosity that artificial viscosity may come
// to before the flow's log warns.
const mostArtificialPart = 0.05

// note tells of the viscosities of the materials, and warns where artificial viscosity is a part of
// them.
func note(c *sph.Case) {
	p := &c.Params
	var lines []string
	for k, r := range bounded(c) {
		m := &c.Materials[k]
		lines = append(lines, fmt.Sprintf("%s up to %s Pa s, with a regularisation of %s s", m.Name,
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
		strings.Join(lines, ", of "), Stages(p)))
}
