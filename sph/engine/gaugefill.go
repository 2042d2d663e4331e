package engine

import (
	"cmp"
	"math"
	"slices"

	"gpusph/sph"
)

// surfaceHeight is the height [m] of the water at a gauge, on the map. filled is the part of W's integral that fluid fills at a point of the line.
func (s *Simulation) surfaceHeight(gauge int, time float64, filled func(k int) float64) float64 {
	ground, ceiling := s.Case.Gauges[gauge].Open()
	if s.beside[gauge].crossed {
		ground, ceiling = math.Inf(-1), math.Inf(1)
	}
	g, free, p := &s.Case.Gauges[gauge], s.freeAt(gauge, time), &s.Case.Params
	return p.HeightOnMap(ground, ceiling, func(k int) float64 {
		if math.IsInf(ground, -1) && !g.LooksAt(p.GaugeHeight(k)) {
			return 0
		}
		return filled(k) / max(free[k], sph.MinFree)
	})
}

// freeOfWalls is the part of W's integral that walls that stand still leave, of each gauge at its points.
func (s *Simulation) freeOfWalls() [][]float64 {
	p, q := &s.Case.Params, &s.Case.Particles
	reach := p.Support()
	free := make([][]float64, len(s.Case.Gauges))
	order := make([]int, len(free)) // of the gauges by x
	for g := range free {
		free[g], order[g] = slices.Repeat([]float64{1}, p.GaugePoints()), g
	}
	if len(free) == 0 {
		return free
	}
	x := func(g int) float64 { return s.Case.Gauges[g].X }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(x(a), x(b)) })
	add := func(at [3]float64) {
		first, _ := slices.BinarySearchFunc(order, at[0]-reach, func(g int, from float64) int { return cmp.Compare(x(g), from) })
		for _, g := range order[first:] {
			if x(g)-at[0] > reach {
				break
			}
			s.fillByWall(free[g], g, at)
		}
	}
	for i, at := range q.Position {
		if q.Type[i] == sph.Wall && !s.Case.BodyMoves(i) {
			p.EachImage(at, reach, add)
		}
	}
	return free
}

// fillByWall takes from what is free at a gauge's points what a wall particle fills.
func (s *Simulation) fillByWall(free []float64, gauge int, at [3]float64) {
	s.Case.Params.FillByWall(free, s.Case.Gauges[gauge].X, s.Case.Gauges[gauge].Y, at)
}

// besideGauge is what moves near a gauge at some time.
type besideGauge struct {
	particles []int
	crossed   bool // some of it comes to the line, which has no ground or ceiling then
}

// movingBeside is that of all gauges.
func (s *Simulation) movingBeside() []besideGauge {
	p, q := &s.Case.Params, &s.Case.Particles
	all := make([]besideGauge, len(s.Case.Gauges))
	if len(all) == 0 || !s.walls.Move {
		return all
	}
	low, high := make([][3]float64, len(s.Case.Bodies)), make([][3]float64, len(s.Case.Bodies))
	for i := range s.Case.Bodies {
		low[i], high[i], _ = s.Case.Bodies[i].Motion.Bounds()
	}
	for i, at := range q.Position {
		if !s.Case.BodyMoves(i) {
			continue
		}
		body := q.Body[i] - 1
		for k := range all {
			g, across := &s.Case.Gauges[k], math.Inf(1)
			p.EachImage(at, p.Support(), func(x [3]float64) {
				dx := max(x[0]+low[body][0]-g.X, g.X-x[0]-high[body][0], 0)
				dy := max(x[1]+low[body][1]-g.Y, g.Y-x[1]-high[body][1], 0)
				across = min(across, math.Hypot(dx, dy))
			})
			if across < p.Support() {
				all[k].particles = append(all[k].particles, i)
				all[k].crossed = all[k].crossed || across < p.DeltaP
			}
		}
	}
	return all
}

// freeAt is the part of W's integral that all walls leave at a gauge's points at a time.
func (s *Simulation) freeAt(gauge int, time float64) []float64 {
	moving := s.beside[gauge].particles
	if len(moving) == 0 {
		return s.free[gauge]
	}
	q, free := &s.Case.Particles, slices.Clone(s.free[gauge])
	shift := make([][3]float64, len(s.Case.Bodies))
	for i := range shift {
		shift[i], _, _ = s.Case.Bodies[i].Motion.At(time)
	}
	for _, i := range moving {
		x := q.Position[i]
		for a := range x {
			x[a] += shift[q.Body[i]-1][a]
		}
		s.Case.Params.EachImage(x, s.Case.Params.Support(), func(x [3]float64) { s.fillByWall(free, gauge, x) })
	}
	return free
}
