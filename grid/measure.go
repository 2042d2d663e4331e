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
func (p *incompressible) measure() (Sums, error) {
	flow, c := p.flow, &p.clock
	s := Sums{Time: c.Time, Of: make([]float64, len(flow.Flow.Quantities()))}
	speed := p.speed()
	args := cuda.GridSumArgs{Slab: p.slab, Mask: p.mask, Slots: p.slots}
	gradient, volume := 0.0, flow.widest()
	for d, least := range flow.least() {
		args.U[d] = p.u[d].at
		gradient += 12 * (1 / least) * (1 / least)
		for end := range 2 {
			args.Wall[d][end] = flow.Walls[d][end].Velocity
		}
	}
	args.PerUnit = [2]float64{p.unitsOf(3 * speed * speed * volume),
		p.unitsOf(gradient * speed * speed * volume)}
	launch(p.part, onFlow(p, cuda.GridEnergies), args, threads(&p.slab))
	words, err := p.tallies()
	if err != nil {
		return s, err
	}
	n := float64(flow.count())
	s.Of[Energy] = 0.5 * float64(words[0]) / args.PerUnit[0] / n
	s.Of[Dissipation] = flow.Viscosity * float64(words[1]) / args.PerUnit[1] / n
	s.Of[Divergence] = maxima(words)[0]
	if flow.Heat == nil {
		return s, nil
	}
	walls := flow.heatedWalls()
	for k, w := range walls {
		if s.Of[FirstNusselt+k], err = p.heatAt(&s, args, w); err != nil {
			return s, err
		}
	}
	if len(walls) == 0 {
		_, err = p.heatAt(&s, args, wallAt{})
	}
	return s, err
}

// heatAt sums the temperature, and returns the Nusselt number of a wall.
func (p *incompressible) heatAt(s *Sums, args cuda.GridSumArgs, w wallAt) (float64, error) {
	flow, none := p.flow, math.NaN()
	wall, other := flow.Walls[w.axis][w.end], flow.Walls[w.axis][1-w.end]
	heated := p.slab.Walls>>w.axis&1 == 1 && !wall.insulated()
	size := flow.warmest()
	args.Temperature = p.warm[p.clock.Turn].at
	args.Axis, args.End = int32(w.axis), int32(w.end)
	args.Wall = [3][2][3]float64{}
	if heated {
		args.Wall[w.axis][w.end][0] = wall.Temperature
	}
	volume, shorter := flow.widest(), flow.Spacing[w.axis]/flow.least()[w.axis]
	args.PerUnit = [2]float64{p.unitsOf(2 * size * volume), p.unitsOf(4 * size * volume * shorter)}
	launch(p.part, onFlow(p, cuda.GridHeats), args, threads(&p.slab))
	words, err := p.tallies()
	if err != nil {
		return none, err
	}
	s.Of[Temperature] = float64(words[0]) / args.PerUnit[0] / float64(flow.count())
	if !heated || other.insulated() || wall.Temperature == other.Temperature {
		return none, nil
	}
	side := float64(flow.count() / flow.Cells[w.axis])
	gradient := float64(words[1]) / args.PerUnit[1] / side / flow.Spacing[w.axis]
	length := float64(flow.Cells[w.axis]) * flow.Spacing[w.axis]
	return gradient * length / (wall.Temperature - other.Temperature), nil
}
