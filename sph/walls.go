package sph

import (
	"fmt"
	"math"
)

// A wall particle may have a velocity. It drags the fluid along by laminar viscosity, and stays
// where it is: so it may move along its face only, as the lid of a cavity or a belt does.

// wallsMove reports whether any do.
func (c *Case) WallsMove() bool {
	for i, v := range c.Particles.Velocity {
		if c.Particles.Type[i] == Wall && v != [3]float32{} {
			return true
		}
	}
	return false
}

// Driven reports whether something may give energy to the fluid: gravity that changes or acts along
// a periodic axis, a frame that turns, or walls that move.
func (c *Case) Driven() bool {
	return c.BodiesMove() || len(c.Gravity.Values)+len(c.RotatingFrame.Angles) > 0 ||
		c.Params.FallsAround() || c.WallsMove()
}

// checkWalls returns the first thing about walls that move that cannot be simulated.
func (c *Case) checkWalls() error {
	p := &c.Params
	if err := c.checkSurfaces(); err != nil {
		return err
	}
	switch {
	case !c.WallsMove():
		return nil
	case p.Boundary == LennardJones:
		return fmt.Errorf("problem %s has walls that move, but %v walls drag nothing along; use boundary %v", c.Name, p.Boundary, Dummy)
	case p.Nu == 0:
		return fmt.Errorf("problem %s has walls that move, but no laminar viscosity, by which they would drag the fluid along; use nu 1e-6, that of water", c.Name)
	}
	return c.checkAlongFace()
}

// checkAlongFace refuses walls that move towards fluid or away from it. Two spacings further on, or
// back, a particle of a wall that moves along its face is as far from the fluid as before, a
// spacing at least.
func (c *Case) checkAlongFace() error {
	q, size := &c.Particles, c.Params.DeltaP
	const on, near = 2, 0.75 // spacings
	type place struct {
		wall int
		at   [3]float64
	}
	cell := func(x [3]float64) (k [3]int) {
		for a := range 3 {
			k[a] = int(math.Floor(x[a] / size))
		}
		return k
	}
	around := map[[3]int][]place{} // those in a cell or beside it
	for i, v := range q.Velocity {
		speed := Norm([3]float64{float64(v[0]), float64(v[1]), float64(v[2])})
		if q.Type[i] != Wall || speed == 0 {
			continue
		}
		for _, way := range []float64{on, -on} {
			at := q.Position[i]
			for a := range 3 {
				at[a] += way * size * float64(v[a]) / speed
			}
			k := cell(at)
			for n := range 27 {
				beside := [3]int{k[0] + n%3 - 1, k[1] + n/3%3 - 1, k[2] + n/9 - 1}
				around[beside] = append(around[beside], place{i, at})
			}
		}
	}
	for i, x := range q.Position {
		if q.Type[i] != Fluid {
			continue
		}
		for _, p := range around[cell(x)] {
			if Norm([3]float64{x[0] - p.at[0], x[1] - p.at[1], x[2] - p.at[2]}) < near*size {
				return fmt.Errorf("wall particle %d of problem %s, at %v, moves at %v m/s across its face, to or from the fluid at %v; use walls stay where they are, so a velocity along the face",
					p.wall, c.Name, c.Params.PointOnMap(q.Position[p.wall]), q.Velocity[p.wall], c.Params.PointOnMap(x))
			}
		}
	}
	return nil
}
