package measure

import (
	"cmp"
	"math"
	"slices"

	"gpusph/sph"
	"gpusph/sph/motion"
)

// surfaceHeight is the height [m] of the water at a gauge, on the map. filled is the part of W's integral that fluid fills at a point of the line.
func (p *Plan) surfaceHeight(gauge int, at *sph.Sample, filled func(k int) float64) float64 {
	ground, ceiling := p.Case.Gauges[gauge].Open()
	if p.beside[gauge].crossed {
		ground, ceiling = math.Inf(-1), math.Inf(1)
	}
	g, free, params := &p.Case.Gauges[gauge], p.freeAt(gauge, at), &p.Case.Params
	return params.HeightOnMap(ground, ceiling, func(k int) float64 {
		if math.IsInf(ground, -1) && !g.LooksAt(params.GaugeHeight(k)) {
			return 0
		}
		return filled(k) / max(free[k], sph.MinFree)
	})
}

// freeOfWalls is the part of W's integral that walls that stand still leave, of each gauge at its points.
func (p *Plan) freeOfWalls() [][]float64 {
	params, q := &p.Case.Params, &p.Case.Particles
	reach := params.Support()
	free := make([][]float64, len(p.Case.Gauges))
	order := make([]int, len(free)) // of the gauges by x
	for g := range free {
		free[g], order[g] = slices.Repeat([]float64{1}, params.GaugePoints()), g
	}
	if len(free) == 0 {
		return free
	}
	x := func(g int) float64 { return p.Case.Gauges[g].X }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x(a), x(b)) })
	add := func(at [3]float64) {
		first, _ := slices.BinarySearchFunc(order, at[0]-reach, func(g int, from float64) int { return cmp.Compare(x(g), from) })
		for _, g := range order[first:] {
			if x(g)-at[0] > reach {
				break
			}
			p.fillByWall(free[g], g, at, p.Case.Zones)
		}
	}
	for i, at := range q.Position {
		if q.Type[i] == sph.Wall && !p.Case.BodyMoves(i) {
			params.EachImage(at, reach, add)
		}
	}
	return free
}

// fillByWall takes from what is free at a gauge's points what a wall particle fills, where zones are.
func (p *Plan) fillByWall(free []float64, gauge int, at [3]float64, zones []sph.Zone) {
	c, g := p.Case, &p.Case.Gauges[gauge]
	if len(c.Zones) == 0 {
		c.Params.FillByWall(free, g.X, g.Y, at, 1)
		return
	}
	zone := c.ZoneAt(at)
	x, fineness, _ := c.Actual(at)
	own := make([]float64, len(free))
	c.Params.FillByWall(own, g.X, g.Y, x, fineness)
	for k, filled := range own {
		if filled != 0 &&
			sph.FinestAt(zones, [3]float64{g.X, g.Y, c.Params.GaugeHeight(k)}) == zone {
			free[k] += filled
		}
	}
}

// besideGauge is what moves near a gauge at some time.
type besideGauge struct {
	particles []int
	crossed   bool // some of it comes to the line, which has no ground or ceiling then
}

// movingBeside is that of all gauges.
func (p *Plan) movingBeside() []besideGauge {
	params, q := &p.Case.Params, &p.Case.Particles
	all := make([]besideGauge, len(p.Case.Gauges))
	if len(all) == 0 || !slices.ContainsFunc(p.Case.Bodies, func(b sph.Body) bool { return b.Moves() }) {
		return all
	}
	ways := p.Case.Swept()
	for i, at := range q.Position {
		if !p.Case.BodyMoves(i) {
			continue
		}
		at = p.Case.ActualPlace(i)
		free := p.Case.Bodies[q.Body[i]-1].Free != nil // it may come to any line
		low, high := ways[q.Body[i]-1](at)
		for k := range all {
			g, across := &p.Case.Gauges[k], math.Inf(1)
			params.EachImage(at, params.Support(), func(x [3]float64) {
				dx := max(x[0]+low[0]-g.X, g.X-x[0]-high[0], 0)
				dy := max(x[1]+low[1]-g.Y, g.Y-x[1]-high[1], 0)
				across = min(across, math.Hypot(dx, dy))
			})
			if free {
				all[k].particles = append(all[k].particles, i)
			} else if across < params.Support() {
				all[k].particles = append(all[k].particles, i)
				all[k].crossed = all[k].crossed || across < params.DeltaP
			}
		}
	}
	return all
}

// freeAt is the part of W's integral that all walls leave at a gauge's points in a sample.
func (p *Plan) freeAt(gauge int, at *sph.Sample) []float64 {
	moving := p.beside[gauge].particles
	q, zones, fixed := &p.Case.Particles, p.Case.ZonesAt(at), p.free[gauge]
	if at != nil && p.Case.ZonesMove() {
		fixed = p.freeInZones(gauge, zones)
	}
	if len(moving) == 0 {
		return fixed
	}
	free := slices.Clone(fixed)
	poses := make([]motion.Pose, len(p.Case.Bodies))
	for i := range poses {
		poses[i] = p.Case.PoseOf(i, at, [3]float64{})
	}
	for _, i := range moving {
		x, zone := p.Case.ActualPlace(i), p.Case.ZoneAt(q.Position[i])
		for a, by := range poses[q.Body[i]-1].Displacement(x) {
			x[a] += by
		}
		if zone > 0 {
			x = p.Case.Zones[zone-1].Simulated(x)
		}
		p.Case.Params.EachImage(x, p.Case.Params.Support(), func(x [3]float64) {
			p.fillByWall(free, gauge, x, zones)
		})
	}
	return free
}

// wallsBeside are the wall particles that stand still near each gauge, where zones move.
func (p *Plan) wallsBeside() [][]int {
	if len(p.Case.Gauges) == 0 || !p.Case.ZonesMove() {
		return nil
	}
	all, reach := make([][]int, len(p.Case.Gauges)), p.Case.Params.Support()
	for i, t := range p.Case.Particles.Type {
		if t != sph.Wall || p.Case.BodyMoves(i) {
			continue
		}
		x := p.Case.ActualPlace(i)
		for k := range all {
			g := &p.Case.Gauges[k]
			if math.Abs(x[0]-g.X) < reach && math.Abs(x[1]-g.Y) < reach {
				all[k] = append(all[k], i)
			}
		}
	}
	return all
}

// freeInZones is what walls that stand still leave at a gauge's points where zones have moved.
func (p *Plan) freeInZones(gauge int, zones []sph.Zone) []float64 {
	free := slices.Repeat([]float64{1}, p.Case.Params.GaugePoints())
	for _, i := range p.still[gauge] {
		p.fillByWall(free, gauge, p.Case.Particles.Position[i], zones)
	}
	return free
}
