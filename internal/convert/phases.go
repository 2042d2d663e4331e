package convert

// Phases of DualSPHysics' solvers of several fluids, which are materials.

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/features/openings"
	"gpusph/features/thick"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// phases takes the phases of an element, each of which is the fluids of a mark.
func (r *reader) phases(e *element, phase func(e *element) error) {
	for _, c := range e.children {
		if c.name != "phase" {
			r.unknown(c)
			continue
		}
		if err := phase(c); err != nil {
			r.fail(c, err)
		}
	}
	for k := range r.c.Fluids {
		if f := &r.c.Fluids[k]; len(r.c.Materials) > 0 && f.Material == "" {
			f.Material = r.c.Materials[0].Name
			r.skip(e, "the fluid %q has no phase; it is of the first", f.Name)
		}
	}
}

// linkedPhases takes phases that are properties linked with marks of fluid, as those of the solver
// for liquids and gases are.
func (r *reader) linkedPhases(e *element) error {
	linked := map[int]*element{}
	for _, links := range r.links {
		for _, link := range links.all("link") {
			if link.value("mkfluid") == "" {
				continue
			}
			marks, err := numbers(link.value("mkfluid"))
			if err != nil {
				return fmt.Errorf("mkfluid: %w", err)
			}
			for _, p := range r.materials {
				for _, mk := range marks {
					if p.value("name") == link.value("property") && p.child("cs0") != nil {
						linked[mk] = p
					}
				}
			}
		}
	}
	if len(linked) == 0 {
		return nil
	}
	var viscosities []float64
	for k := range r.c.Fluids {
		f, mk := &r.c.Fluids[k], r.levels[k].mk
		p := linked[mk]
		if p == nil {
			return fmt.Errorf("no property is linked with mkfluid %d", mk)
		}
		f.Material = fmt.Sprintf("phase %d", mk)
		same := func(m casefile.Material) bool { return m.Name == f.Material }
		if slices.ContainsFunc(r.c.Materials, same) {
			continue
		}
		r.c.Materials = append(r.c.Materials, casefile.Material{Name: f.Material})
		if x, is, err := r.given(p, "visco"); err == nil && is {
			viscosities = append(viscosities, x)
		}
		if same := slices.Compact(slices.Clone(viscosities)); len(same) == 1 && r.treatment == 1 {
			r.option("alpha", same[0]) // that of the parameters is not used then
		}
		if err := r.liquidOrGas(p, &r.c.Materials[len(r.c.Materials)-1]); err != nil {
			return err
		}
	}
	return nil
}

// materialOf gives the fluids of the mark of a phase a material.
func (r *reader) materialOf(e *element) (*casefile.Material, error) {
	mark, err := r.number(e, "mkfluid")
	if err != nil {
		return nil, err
	}
	name := fmt.Sprintf("phase %g", mark)
	used := false
	for k := range r.c.Fluids {
		if float64(r.levels[k].mk) == mark {
			r.c.Fluids[k].Material, used = name, true
		}
	}
	if !used {
		return nil, fmt.Errorf("there is no fluid with mkfluid %g", mark)
	}
	r.c.Materials = append(r.c.Materials, casefile.Material{Name: name})
	return &r.c.Materials[len(r.c.Materials)-1], nil
}

// values are numbers of children of a phase, which may have several names; what is not given stays
// as it is.
func (r *reader) values(e *element, to map[string]*float64) error {
	for _, c := range e.children {
		v, is := to[c.name]
		if !is {
			continue
		}
		x, err := r.number(c, "value")
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
		*v = x
	}
	return nil
}

// phase takes one of <nnphases>. DualSPHysics has viscosities and yield stresses over the density,
// and materials those of the stress.
func (r *reader) phase(e *element) error {
	rho, n, visco, yield, m := max(r.physics().Rho0, 0), 1.0, 0.0, 0.0, 0.0
	err := r.values(e, map[string]*float64{"rhop": &rho, "visco": &visco, "tau_yield": &yield,
		"HBP_m": &m, "HBP_n": &n})
	if err != nil {
		return err
	}
	if rho == 0 {
		rho = 1000
	}
	if !(visco > 0) {
		return errors.New("a phase needs a viscosity; use <visco> above 0")
	}
	material, err := r.materialOf(e)
	if err != nil {
		return err
	}
	material.Rho0 = rho
	keys := casefile.SetKeys[thick.Keys](&material.Extra, "material")
	keys.Consistency = tidy(visco * rho)
	if n != 1 {
		keys.Index = n
	}
	if m > 0 { // 0 is a fluid without a yield stress
		keys.YieldStress = tidy(yield * rho)
		if yield > 0 || n < 1 {
			keys.Regularisation = m
		}
	}
	delete(r.physics().Options, "nu") // which materials have
	if c := e.child("phasetype"); c != nil && c.value("value") != "0" {
		r.skip(c, "phases are liquids")
	}
	return nil
}

// liquidOrGasPhase takes one of <phases>.
func (r *reader) liquidOrGasPhase(e *element) error {
	m, err := r.materialOf(e)
	if err != nil {
		return err
	}
	return r.liquidOrGas(e, m)
}

// liquidOrGas takes one of the <phases> of the solver for liquids and gases (DualSPHysics 4.0
// LiquidGas). Viscosities are kinematic ones where the treatment is laminar.
func (r *reader) liquidOrGas(e *element, m *casefile.Material) error {
	m.Rho0 = max(r.physics().Rho0, 0)
	visco := 0.0
	err := r.values(e, map[string]*float64{"rhop0": &m.Rho0, "rhop": &m.Rho0, "gamma": &m.Gamma,
		"cs0": &m.C0, "visco": &visco})
	if err != nil {
		return err
	}
	if m.Gamma != 0 && (m.Gamma < 1 || m.Gamma > 7) {
		r.near(e, "the exponent gamma is %s, but must be from 1 to 7; it is 7", text.Exact(m.Gamma))
		m.Gamma = 0
	}
	for _, c := range e.children {
		switch c.name {
		case "rhop0", "rhop", "gamma", "cs0", "phasetype":
		case "visco":
			if alpha, _ := r.physics().Options["alpha"].(float64); r.treatment != 1 {
				m.Nu = &visco
			} else if alpha != visco {
				r.near(c, "artificial viscosity is one for all fluids, alpha of [physics]; here it is %s",
					text.Exact(visco))
			}
		case "surf", "surfcoef":
			if x, err := r.number(c, "value"); err != nil || x != 0 {
				r.skip(c, "surface tension is between two materials, [[tension]] with sigma in N/m; it is %s",
					c.value("value"))
			}
		default:
			r.skip(c, "it is not known here; it is %s", c.value("value"))
		}
	}
	return nil
}

// mostSoundRatio is that of a case's materials.
const mostSoundRatio = 20

// severalFluids changes what flows of several fluids cannot have.
func (r *reader) severalFluids(e *element) {
	all := r.c.Materials
	if len(all) < 2 {
		return
	}
	delete(r.physics().Options, "nu") // that of materials
	if !slices.ContainsFunc(all, func(m casefile.Material) bool { return m.C0 == 0 }) {
		delete(r.physics().Options, "c0")
		r.rise = nil
	}
	if boundary := r.physics().Options["boundary"]; boundary == "dynamic" {
		r.near(e, "dynamic walls know one fluid only, and it has several; walls are dummy ones")
		r.option("boundary", "dummy")
	}
	if _, is := r.physics().Options["smagorinsky"]; is {
		r.near(e, "turbulence below particles is that of one fluid, and it has several; there is none")
		delete(r.physics().Options, "smagorinsky")
	}
	least, most := math.Inf(1), 0.0
	for k := range all {
		if c0 := all[k].C0; c0 > 0 {
			least, most = min(least, c0), max(most, c0)
		}
	}
	if most > mostSoundRatio*least {
		r.near(e, "speeds of sound are from %s to %s m/s, but may differ by %d; they follow from "+
			"the depth", text.Number(least), text.Number(most), mostSoundRatio)
		for k := range all {
			all[k].C0 = 0
		}
	}
	inlets := openings.Inlets(r.c)
	for k := range inlets {
		in := &inlets[k]
		in.Material = all[0].Name
		r.skip(e, "no phase is given for what comes in through the inlet %q; it is of the first, %q",
			in.Name, in.Material)
	}
}
