package gridcase

import (
	"fmt"
	"math"
	"slices"

	"gpusph/features/heat"
	"gpusph/grid"
	"gpusph/grid/atmosphere"
	"gpusph/grid/lattice"
	"gpusph/internal/casefile"
	"gpusph/internal/text"
)

// viscosity is physics.nu, which a flow must have [m²/s].
func (p *Problem) viscosity() (float64, error) {
	c := p.file
	if c.Physics != nil {
		switch nu := c.Physics.Options["nu"].(type) {
		case float64:
			if nu >= 0 {
				return nu, nil
			}
		case int64:
			if nu >= 0 {
				return float64(nu), nil
			}
		}
		if c.Given("physics.nu") {
			return 0, c.Errorf("physics.nu", "physics.nu is %v, but must be a viscosity of 0 or more "+
				"[m²/s]", c.Physics.Options["nu"])
		}
	}
	return 0, c.Errorf("physics", "the case has no viscosity; use nu = 1e-6 in [physics]")
}

// incompressible makes the equations of Navier and Stokes.
func (p *Problem) incompressible() error {
	c, f := p.file, &p.flow
	nu, err := p.viscosity()
	if err != nil {
		return err
	}
	e := &grid.Incompressible{Viscosity: nu}
	f.Equations, f.CFL = e, grid.CFLAdamsBashforth
	for axis := range e.Walls {
		e.Walls[axis] = [2]grid.Wall{grid.Insulated, grid.Insulated}
	}
	for side, v := range c.Domain.Slide {
		axis, end := sideOf(side)
		e.Walls[axis][end].Velocity = v
	}
	f.Notes = append(f.Notes, fmt.Sprintf("incompressible flow, ν = %s m²/s", text.Number(nu)))
	if err := p.heat(e); err != nil {
		return err
	}
	if f.Periodic == [3]bool{true, true, true} && e.Heat == nil {
		e.Scheme, f.CFL = grid.RungeKutta, grid.CFLRungeKutta
	}
	e.Solids, err = p.solids()
	if slices.ContainsFunc(c.Fluids, func(f casefile.Fluid) bool { return f.Velocity != nil }) {
		e.Velocity = p.velocityAt
	}
	return err
}

// sideOf is the axis and the end of a side, as zmax.
func sideOf(side string) (axis, end int) {
	if side[1:] == "max" {
		end = 1
	}
	return int(side[0] - 'x'), end
}

// solids are the boxes within the flow, of whole cells.
func (p *Problem) solids() (all []grid.Box, err error) {
	c, f := p.file, &p.flow
	for i := range c.Walls {
		w, path := &c.Walls[i], fmt.Sprintf("wall.%d", i)
		if w.Box == nil {
			return nil, c.Errorf(path, "%s has no box; use box = { min = …, max = … }", c.Label(path))
		}
		var b grid.Box
		for a := range 3 {
			if f.Cells[a] == 1 {
				b.Max[a] = 1
				continue
			}
			at := func(x float64) int {
				return f.FaceAt(a, x-f.Origin[a])
			}
			if b.Min[a], b.Max[a] = at(w.Box.Min[a]), at(w.Box.Max[a]); b.Min[a] == b.Max[a] {
				return nil, c.Errorf(path+".box", "%s has no whole cell along %c; use a smaller spacing, or "+
					"a larger box", c.Label(path+".box"), 'x'+a)
			}
		}
		all = append(all, b)
	}
	return all, nil
}

// heat gives an incompressible flow a temperature.
func (p *Problem) heat(e *grid.Incompressible) error {
	c := p.file
	t := c.Tables("heat").(*heat.Table)
	if t == nil {
		return nil
	}
	if t.Conductivity == 0 || t.HeatCapacity == 0 {
		return c.Errorf("heat", "heat has no conductivity or no heat capacity; use conductivity = 0.6 "+
			"and heat-capacity = 4180, those of water")
	}
	if t.Reference == nil && t.Temperature == nil {
		return c.Errorf("heat", "heat has no temperature; use temperature = 20, that at the start")
	}
	rho := 1000.0
	h := &grid.Heat{Expansion: t.Expansion, Reference: p.reference(), Gravity: p.gravity(),
		Temperature: p.temperatureAt}
	if c.Physics.Rho0 > 0 {
		rho = c.Physics.Rho0
	}
	h.Diffusivity = t.Conductivity / (rho * t.HeatCapacity)
	e.Heat = h
	err := p.heatWalls(func(axis, end int, temperature float64) {
		e.Walls[axis][end].Temperature = temperature
	})
	p.noteHeat(e)
	return err
}

// noteHeat tells the Rayleigh number of opposite walls.
func (p *Problem) noteHeat(e *grid.Incompressible) {
	f, h := &p.flow, e.Heat
	note := fmt.Sprintf("α = %s m²/s, so Pr = %s", text.Number(h.Diffusivity),
		text.Number(e.Viscosity/h.Diffusivity))
	g := math.Sqrt(h.Gravity[0]*h.Gravity[0] + h.Gravity[1]*h.Gravity[1] + h.Gravity[2]*h.Gravity[2])
	for axis, w := range e.Walls {
		difference := math.Abs(w[0].Temperature - w[1].Temperature)
		if length := float64(f.Cells[axis]) * f.Spacing[axis]; difference > 0 {
			note += fmt.Sprintf(", Ra = %s along %c", text.Number(g*h.Expansion*difference*
				length*length*length/(e.Viscosity*h.Diffusivity)), 'x'+axis)
		}
	}
	f.Notes = append(f.Notes, note)
}

// gravity is the file's, or 9.81 m/s² downwards.
func (p *Problem) gravity() [3]float64 {
	if g := p.file.Physics; g != nil && g.Gravity != nil {
		return *g.Gravity
	}
	return [3]float64{0, 0, -9.81}
}

// heatWalls calls set for the sides with a temperature.
func (p *Problem) heatWalls(set func(axis, end int, temperature float64)) error {
	c := p.file
	walls := c.Tables("heat-wall").([]heat.WallTable)
	for i := range walls {
		w, path := &walls[i], fmt.Sprintf("heat-wall.%d", i)
		if w.Temperature.File != "" || w.Temperature.Rows != nil {
			return c.Errorf(path+".temperature", "%s changes in time, but walls of grids have one number; "+
				"use temperature = 20", c.Label(path+".temperature"))
		}
		for k, side := range w.Of {
			if !slices.Contains(casefile.Sides, side) {
				at := fmt.Sprintf("%s.of.%d", path, k)
				return c.Errorf(at, "%s is %q, but only sides of a grid have temperatures; use %s",
					c.Label(at), side, text.Or(casefile.Sides))
			}
			axis, end := sideOf(side)
			set(axis, end, w.Temperature.Value)
		}
	}
	return nil
}

// reference is the temperature of the start without fluids, and without buoyancy.
func (p *Problem) reference() float64 {
	switch t := p.file.Tables("heat").(*heat.Table); {
	case t == nil:
	case t.Reference != nil:
		return *t.Reference
	case t.Temperature != nil:
		return *t.Temperature
	}
	return 0
}

// temperatureAt is the temperature at the start, at a distance from the lower corner of the domain.
func (p *Problem) temperatureAt(x [3]float64) float64 {
	value := p.reference()
	if t := p.file.Tables("heat").(*heat.Table); t != nil && t.Temperature != nil {
		value = *t.Temperature
	}
	for a := range x {
		x[a] += p.flow.Origin[a]
	}
	for i := range p.file.Fluids {
		f := &p.file.Fluids[i]
		k := casefile.KeysIn[heat.FluidKeys](f.Extra)
		switch {
		case !p.within(f, x):
		case k.Temperature != nil:
			value = *k.Temperature
		case k.Gradient != nil:
			value = between(k.Gradient, x)
		}
	}
	return value
}

// between is a temperature that is linear between two planes.
func between(g *heat.Gradient, x [3]float64) float64 {
	along, length := 0.0, 0.0
	for a := range x {
		way := g.To[a] - g.From[a]
		along, length = along+way*(x[a]-g.From[a]), length+way*way
	}
	part := min(max(along/length, 0), 1)
	return g.Temperatures[0] + part*(g.Temperatures[1]-g.Temperatures[0])
}

// velocityAt is a component at the start, at a distance from the lower corner.
func (p *Problem) velocityAt(c int, x [3]float64) (value float64) {
	for a := range x {
		x[a] += p.flow.Origin[a]
	}
	for i := range p.file.Fluids {
		if f := &p.file.Fluids[i]; f.Velocity != nil && p.within(f, x) {
			value = f.Velocity[c]
		}
	}
	return value
}

// within reports whether a point is in the shape of a fluid; in two dimensions y does not count.
func (p *Problem) within(f *casefile.Fluid, x [3]float64) bool {
	distance := 0.0
	for a := range x {
		switch {
		case p.flow.Cells[a] == 1:
		case f.Box != nil && (x[a] < f.Box.Min[a] || x[a] > f.Box.Max[a]):
			return false
		case f.Sphere != nil:
			distance += (x[a] - f.Sphere.Centre[a]) * (x[a] - f.Sphere.Centre[a])
		}
	}
	return f.Sphere == nil || distance <= f.Sphere.Radius*f.Sphere.Radius
}

// plane refuses a grid that is not of squares in two dimensions, and returns its viscosity [m²/s].
func (p *Problem) plane() (float64, error) {
	c, h := p.file, p.flow.Spacing
	switch {
	case c.Dimension != 2:
		return 0, c.Errorf("dimension", "grids with %s equations are in the plane of x and z; use "+
			"dimension = 2", equationsOf(c))
	case math.Abs(h[0]-h[2]) > 1e-6*h[0]:
		return 0, c.Errorf("spacing", "cells would be %s m long along x and %s m along z, but must be "+
			"squares; use a spacing that divides both sides of the domain", text.Number(h[0]),
			text.Number(h[2]))
	}
	p.flow.Spacing[2] = h[0]
	return p.viscosity()
}

// atmosphere makes dry air over the ground, whose fluids have potential temperatures.
func (p *Problem) atmosphere() error {
	c, f := p.file, &p.flow
	nu, err := p.plane()
	if err != nil {
		return err
	}
	switch t := c.Tables("heat").(*heat.Table); {
	case f.Periodic[2]:
		return c.Errorf("domain.periodic", "the atmosphere is not periodic along z, where the ground is")
	case c.Domain.Min[2] != 0:
		return c.Errorf("domain.min", "the domain begins at z = %s m, but the ground of the atmosphere "+
			"is at z = 0", text.Number(c.Domain.Min[2]))
	case t == nil || p.temperatureAt([3]float64{-1e9, 0, -1e9}) != atmosphere.BaseTheta:
		return c.Errorf("heat", "the potential temperature of the atmosphere is %g K where no fluid has "+
			"another; use [heat] with temperature = %[1]g", atmosphere.BaseTheta)
	}
	if top := c.Domain.Max[2]; atmosphere.Exner(top) < 0.1 {
		return c.Errorf("domain.max", "the domain is %s m high, where this atmosphere has no air; use "+
			"27000 or less", text.Number(top))
	}
	origin := f.Origin
	f.CFL = atmosphere.DefaultCFL
	f.Equations = &grid.Air{Diffusivity: nu, Theta: func(x, z float64) float64 {
		return p.temperatureAt([3]float64{x - origin[0], 0, z}) - atmosphere.BaseTheta
	}}
	f.Notes = append(f.Notes, fmt.Sprintf("dry atmosphere of 300 K, K = %s m²/s; "+
		"PotentialTemperature is the difference from that", text.Number(nu)))
	return nil
}

// lattice makes a gas by the lattice Boltzmann method, whose temperatures are p/ρ [m²/s²].
func (p *Problem) lattice() error {
	c, f := p.file, &p.flow
	nu, err := p.plane()
	if err != nil {
		return err
	}
	reference := p.reference()
	if !(reference > 0) {
		return c.Errorf("heat", "the lattice has no reference temperature p/ρ; use [heat] with "+
			"reference = 1e5, where sound has a speed of √(2 · 1e5) m/s")
	}
	h, mean := f.Spacing[0], lattice.D2Q37().Temperature
	if !f.Periodic[2] { // a wall is the last but two of the rows, in its middle
		f.Cells[2] += 2*lattice.Reach - 1
		f.Origin[2] -= (lattice.Reach - 0.5) * h
	}
	step := h * math.Sqrt(mean/reference)
	perStep2 := step * step / (h * h) // (m/s)² in (cells/step)²
	g := p.gravity()
	e := &grid.Lattice{Step: step, Tau: 0.5 + nu*step/(h*h)/mean,
		Gravity: [2]float64{g[0] * step * step / h, g[2] * step * step / h}}
	if err := p.heatWalls(func(axis, end int, temperature float64) {
		if axis == 2 {
			e.Walls[end] = temperature * perStep2
		}
	}); err != nil {
		return err
	}
	pressure := p.hydrostatic(perStep2, e.Gravity[1])
	e.State = func(x, row int) (rho, ux, uz, t float64) {
		at := [3]float64{(float64(x) + 0.5) * h, 0, (float64(row) + 0.5) * h}
		t = p.temperatureAt(at) * perStep2
		return pressure[min(row, len(pressure)-1)] / t, p.velocityAt(0, at) * step / h,
			p.velocityAt(2, at) * step / h, t
	}
	f.Equations = e
	f.Notes = append(f.Notes, fmt.Sprintf("gas on a lattice, τ = %s steps of %s s", text.Number(e.Tau),
		text.Number(step)))
	return nil
}

// hydrostatic is the pressure of rows of the lattice at rest under a gravity, in cells and steps:
// dp/dz = g p/T, from T at the ground, with the mean temperatures of rows.
func (p *Problem) hydrostatic(perStep2, gravity float64) (all []float64) {
	n, h := p.flow.Cells, p.flow.Spacing[0]
	value, before := 0.0, 0.0
	for row := range n[2] {
		mean := 0.0
		for x := range n[0] {
			at := [3]float64{(float64(x) + 0.5) * h, 0, (float64(row) + 0.5) * h}
			mean += p.temperatureAt(at) * perStep2 / float64(n[0])
		}
		if row == 0 {
			value = mean
		} else {
			value *= (1 + gravity/(2*before)) / (1 - gravity/(2*mean))
		}
		before = mean
		all = append(all, value)
	}
	return all
}
