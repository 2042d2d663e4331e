package convert

// Phases of thick fluids: materials by Herschel and Bulkley's law.

import (
	"errors"
	"fmt"

	"gpusph/internal/casefile"
)

// phases takes <nnphases>, whose phases are the fluids of marks. DualSPHysics has viscosities and
// yield stresses over the density, and materials those of the stress.
func (r *reader) phases(e *element) {
	for _, c := range e.children {
		if c.name != "phase" {
			r.unknown(c)
			continue
		}
		if err := r.phase(c); err != nil {
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

func (r *reader) phase(e *element) error {
	mark, err := r.number(e, "mkfluid")
	if err != nil {
		return err
	}
	var rho, visco, yield, m, n float64
	for _, v := range []struct {
		name    string
		value   *float64
		without float64
	}{{"rhop", &rho, max(r.physics().Rho0, 0)}, {"visco", &visco, 0}, {"tau_yield", &yield, 0},
		{"HBP_m", &m, 0}, {"HBP_n", &n, 1}} {
		*v.value = v.without
		if c := e.child(v.name); c != nil {
			if *v.value, err = r.number(c, "value"); err != nil {
				return fmt.Errorf("%s: %w", v.name, err)
			}
		}
	}
	if rho == 0 {
		rho = 1000
	}
	if !(visco > 0) {
		return errors.New("a phase needs a viscosity; use <visco> above 0")
	}
	name := fmt.Sprintf("phase %g", mark)
	used := false
	for k := range r.c.Fluids {
		if float64(r.levels[k].mk) == mark {
			r.c.Fluids[k].Material, used = name, true
		}
	}
	if !used {
		return fmt.Errorf("there is no fluid with mkfluid %g", mark)
	}
	material := casefile.Material{Name: name, Rho0: rho}
	material.Consistency = tidy(visco * rho)
	if n != 1 {
		material.Index = n
	}
	if m > 0 { // 0 is a fluid without a yield stress
		material.YieldStress = tidy(yield * rho)
		if yield > 0 || n < 1 {
			material.Regularisation = m
		}
	}
	r.c.Materials = append(r.c.Materials, material)
	delete(r.physics().Options, "nu") // which materials have
	if c := e.child("phasetype"); c != nil && c.value("value") != "0" {
		r.skip(c, "phases are liquids")
	}
	return nil
}
