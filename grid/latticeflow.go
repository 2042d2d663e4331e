package grid

import (
	"errors"
	"fmt"
	"time"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/grid/lattice"
)

// latticePart is a device's part of a flow on the lattice.
type latticePart struct {
	*part
	equations *Lattice

	// populations after a collision, in two arrays that take turns; clock.Turn is that of the
	// flow. The other one is free between steps, and has the fluid's fields meanwhile.
	populations [2]*field

	collision cuda.LatticeCollision
	walls     cuda.LatticeWallsArgs
	columns   int // at the walls that the slab has
}

func (e *Lattice) scheme(p *part) scheme { return &latticePart{part: p, equations: e} }

// open implements scheme. A thread of a GPU has one site.
func (p *latticePart) open() (err error) {
	if err := p.checkSlabs(); err != nil {
		return err
	}
	e, cells := p.equations, p.sim.flow.Cells
	p.slab.Depth = 1
	p.collision = latticeCollision(e.Tau, e.Gravity)
	p.walls = latticeWalls(p.slab, e.Tau, e.Gravity, e.Walls)
	if !p.sim.flow.Periodic[2] {
		if p.first == 0 {
			p.columns += cells[0]
		}
		if p.first+p.planes == cells[2] {
			p.columns += cells[0]
		}
	}
	for k := range p.populations {
		if p.populations[k], err = p.newFieldOf(cells, p.planes, latticeBytes, lattice.Reach,
			latticePieces(cells[0])); err != nil {
			return err
		}
	}
	return nil
}

const latticeBytes = 8 * lattice.Populations // of a site

// checkSlabs refuses slabs of fewer rows than populations cross, for all devices.
func (p *latticePart) checkSlabs() error {
	all := p.sim.flow.Cells[2]
	for device, name := range p.sim.names {
		of, least := p.sim.spanOf(device), lattice.Reach
		if !p.sim.flow.Periodic[2] && (of.first == 0 || of.first+of.planes == all) {
			least++
		}
		if of.planes < least {
			return fmt.Errorf("%s has %d of the %d rows along z, but populations move over %d; use "+
				"fewer devices, more cells, or another --bounds", name, of.planes, all, least)
		}
	}
	return nil
}

// latticePieces are the populations that cross an end of a slab downwards and upwards: of the row
// at the end those with a component c_z, of the next those with 2 at least, and so on. They lie
// together.
func latticePieces(columns int) (all [2][]piece) {
	for row := range lattice.Reach { // from the end on
		crossing := 0
		for _, c := range lattice.D2Q37().Velocities {
			if c[1] > row {
				crossing++
			}
		}
		plane, bytes := latticeBytes*columns, 8*crossing*columns
		all[0] = append(all[0], piece{(row+1)*plane - bytes, bytes})
		all[1] = append([]piece{{(lattice.Reach - 1 - row) * plane, bytes}}, all[1]...)
	}
	return all
}

// work is the sites of a slab. Neighbours see three rows at each end.
func (p *latticePart) work() work {
	return work{p.sim.flow.Cells[0] * p.planes, p.planes, lattice.Reach}
}

// fields are density, velocity along x and z, and temperature of the fluid, in the free array. They
// leave out its halos, where neighbours may store already.
func (p *latticePart) fields() (all [4]*field) {
	free := p.populations[1-p.clock.Turn]
	plane := 8 * p.sim.flow.Cells[0]
	bytes := plane * (p.planes + 2*lattice.Reach)
	for k := range all {
		base := free.at + gpu.Ptr(k*bytes)
		all[k] = &field{base: base, at: base + gpu.Ptr(lattice.Reach*plane), plane: plane,
			bytes: bytes, planes: p.planes, depth: lattice.Reach}
	}
	return all
}

func (p *latticePart) fieldsArgs() cuda.LatticeFieldsArgs {
	f := p.fields()
	return cuda.LatticeFieldsArgs{Slab: p.slab, Collision: p.collision,
		Populations: p.populations[p.clock.Turn].at, Density: f[0].at,
		Velocity: [2]gpu.Ptr{f[1].at, f[2].at}, Temperature: f[3].at, Slots: p.slots}
}

// start implements scheme: the fluid is in equilibrium.
func (p *latticePart) start() error {
	for k, f := range p.fields() {
		p.set(f, func(x [3]int) float64 {
			rho, ux, uz, t := p.equations.State(x[0], x[2])
			return [4]float64{rho, ux, uz, t}[k]
		})
	}
	sites := (p.planes + 2*lattice.Reach) * p.sim.flow.Cells[0]
	launch(p.part, cuda.LatticeBegin, p.fieldsArgs(), sites)
	p.clock.Dt = p.equations.dt()
	return p.readSpeed()
}

// step takes the flow on by a step. Walls are first: neighbours may see their rows.
func (p *latticePart) step() {
	from, to := p.populations[p.clock.Turn], p.populations[1-p.clock.Turn]
	args := cuda.LatticeArgs{Slab: p.slab, Collision: p.collision, From: from.at, To: p.out(to)}
	p.walls.From, p.walls.To = args.From, args.To
	if p.equations.Unfused {
		launch(p.part, cuda.LatticePropagate, args, p.work().threads)
		launch(p.part, cuda.LatticeBC, p.walls, p.columns)
		exchanged(p.part, cuda.LatticeCollide, args, p.work(), to)
	} else {
		launch(p.part, cuda.LatticeWalls, p.walls, p.columns)
		exchanged(p.part, cuda.LatticeStep, args, p.work(), to)
	}
	p.clock.Turn = 1 - p.clock.Turn
}

// speedSteps is after how many steps the greatest speed is known anew. It takes half a step.
const speedSteps = 64

// advance implements scheme. The host waits only for speeds.
func (p *latticePart) advance(steps int) error {
	c := &p.clock
	for range steps {
		p.step()
		c.Step++
		c.Time = float64(c.Step) * c.Dt
		c.done = c.Time >= p.sim.flow.End*(1-1e-12)
		if c.Step%speedSteps == 0 {
			if err := p.readSpeed(); err != nil {
				return errors.Join(err, p.abandon(err))
			}
		}
		if c.done || !(c.Speed < blewUp) {
			break
		}
	}
	return nil
}

// blewUp is a speed that no flow has.
const blewUp = 1e30

// readSpeed finds the greatest speed. It is infinite where a density or temperature is not
// positive.
func (p *latticePart) readSpeed() error {
	words, err := p.moments(false, [2]float64{})
	p.clock.Speed = maxima(words)[0] * p.equations.velocity(p.sim.flow)
	return err
}

// moments makes the fields, and sums them: mass and momentum along x, or momentum along z and
// energy.
func (p *latticePart) moments(energy bool, perUnit [2]float64) ([]int64, error) {
	args := p.fieldsArgs()
	args.PerUnit = perUnit
	if energy {
		args.Energy = 1
	}
	launch(p.part, cuda.LatticeMoments, args, p.work().threads)
	return p.tallies()
}

// measure implements scheme.
func (p *latticePart) measure() (Sums, error) {
	s := Sums{Time: p.clock.Time, Of: make([]float64, latticeQuantities)}
	words, err := p.moments(false, [2]float64{})
	if err != nil {
		return s, err
	}
	most := maxima(words)
	speed, warmest, dense := most[0], most[1], most[3]
	velocity := p.equations.velocity(p.sim.flow)
	s.Of[LatticeSpeed] = speed * velocity
	s.Of[LatticeWarmest] = warmest * velocity * velocity
	s.Of[LatticeColdest] = velocity * velocity / most[2]
	sizes := [2][2]float64{{dense, dense * speed}, {dense * speed, dense * (warmest + speed*speed)}}
	units := [2][2]float64{{1, velocity}, {velocity, velocity * velocity}}
	for k, of := range sizes {
		per := [2]float64{p.unitsOf(of[0]), p.unitsOf(of[1])}
		if words, err = p.moments(k == 1, per); err != nil {
			return s, err
		}
		for i, unit := range units[k] {
			s.Of[2*k+i] = float64(words[i]) / per[i] / float64(p.sim.flow.count()) * unit
		}
	}
	return s, nil
}

// shown implements scheme.
func (p *latticePart) shown() ([]Field, error) {
	if _, err := p.moments(false, [2]float64{}); err != nil {
		return nil, err
	}
	f := p.fields()
	values, err := p.readFields(f[:]...)
	if err != nil {
		return nil, err
	}
	unit := p.equations.velocity(p.sim.flow)
	velocity := make([]float64, 3*len(values[0]))
	for n := range values[0] {
		velocity[3*n], velocity[3*n+2] = values[1][n]*unit, values[2][n]*unit
		values[3][n] *= unit * unit
	}
	// the wall is the third row of cells, which have its velocity and temperature
	return []Field{{"Velocity", 3, "m/s", velocity, nil}, {"Density", 1, "", values[0], nil},
		{"Temperature", 1, "m2/s2", values[3], nil}}, nil
}

// checkpointed implements scheme.
func (p *latticePart) checkpointed() (names []string, fields []*field) {
	return []string{"Populations"}, []*field{p.populations[p.clock.Turn]}
}

func (p *latticePart) resumed() error { return nil }

// timeStages implements scheme. It writes to the free array.
func (p *latticePart) timeStages(t *Stages) error {
	free := p.populations[1-p.clock.Turn]
	args := cuda.LatticeArgs{Slab: p.slab, Collision: p.collision,
		From: p.populations[p.clock.Turn].at, To: cuda.GridStore{At: free.at}}
	w := p.work()
	edge := w.threads / w.layers * min(w.edge, w.layers/2)
	stages := []struct {
		to *time.Duration
		do func()
	}{
		{&t.B, func() { gpu.Launch(p.main, cuda.LatticeStep, args, edge, w.threads-edge) }},
		{&t.F, func() {
			gpu.Launch(p.main, cuda.LatticeStep, args, 0, edge)
			gpu.Launch(p.main, cuda.LatticeStep, args, w.threads-edge, w.threads)
		}},
		{&t.Copy, func() { p.copyEdges(free) }},
	}
	for _, stage := range stages {
		var err error
		if *stage.to, err = p.timed(stage.do); err != nil {
			return err
		}
	}
	return p.main.Sync()
}
