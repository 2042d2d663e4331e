package grid

import (
	"math"

	"gpusph/cuda"
)

// powerOfTwo is the greatest that is not above x.
func powerOfTwo(x float64) float64 {
	_, e := math.Frexp(x)
	return math.Ldexp(0.5, e)
}

// unitsOf is how many units one has for terms of a given size at most: all cells' sum stays below
// 2⁶³.
func (p *part) unitsOf(size float64) float64 {
	bits := 61 - int(math.Ceil(math.Log2(float64(p.sim.flow.count()))))
	return powerOfTwo(math.Ldexp(1, min(bits, 45)) / max(size, 1e-250))
}

// measure sums over the flow as it is.
func (p *part) measure() (Sums, error) {
	flow, c := p.sim.flow, &p.clock
	s := Sums{Time: c.Time, Temperature: math.NaN()}
	speed := p.speed()
	args := cuda.GridSumArgs{Slab: p.slab, Mask: p.mask, Slots: p.slots}
	gradient := 0.0
	for d := range 3 {
		args.U[d] = p.u[d].at
		gradient += 12 * p.slab.PerDelta[d] * p.slab.PerDelta[d]
		for end := range 2 {
			args.Wall[d][end] = flow.Walls[d][end].Velocity
			s.Nusselt[d][end] = math.NaN()
		}
	}
	args.PerUnit = [2]float64{p.unitsOf(3 * speed * speed), p.unitsOf(gradient * speed * speed)}
	launch(p, cuda.GridEnergies, args, threads(&p.slab))
	words, err := p.tallies()
	if err != nil {
		return s, err
	}
	n := float64(flow.count())
	s.Energy = 0.5 * float64(words[0]) / args.PerUnit[0] / n
	s.Dissipation = flow.Viscosity * float64(words[1]) / args.PerUnit[1] / n
	s.Divergence = maxima(words)[0]
	if flow.Heat == nil {
		return s, nil
	}
	for d := range 3 {
		for end := range 2 {
			if err := p.heatAt(&s, args, d, end); err != nil {
				return s, err
			}
		}
	}
	return s, nil
}

// heatAt sums the temperature, and the heat through a wall.
func (p *part) heatAt(s *Sums, args cuda.GridSumArgs, axis, end int) error {
	flow := p.sim.flow
	wall, other := flow.Walls[axis][end], flow.Walls[axis][1-end]
	heated := p.slab.Walls>>axis&1 == 1 && !wall.insulated()
	if !heated && (axis != 0 || end != 0) {
		return nil
	}
	size := flow.warmest()
	args.Temperature = p.warm[p.clock.Warm].at
	args.Axis, args.End = int32(axis), int32(end)
	args.Wall = [3][2][3]float64{}
	if heated {
		args.Wall[axis][end][0] = wall.Temperature
	}
	args.PerUnit = [2]float64{p.unitsOf(2 * size), p.unitsOf(4 * size)}
	launch(p, cuda.GridHeats, args, threads(&p.slab))
	words, err := p.tallies()
	if err != nil {
		return err
	}
	s.Temperature = float64(words[0]) / args.PerUnit[0] / float64(flow.count())
	if heated && !other.insulated() && wall.Temperature != other.Temperature {
		side := float64(flow.count() / flow.Cells[axis])
		gradient := float64(words[1]) / args.PerUnit[1] / side / flow.Spacing[axis]
		length := float64(flow.Cells[axis]) * flow.Spacing[axis]
		s.Nusselt[axis][end] = gradient * length / (wall.Temperature - other.Temperature)
	}
	return nil
}
