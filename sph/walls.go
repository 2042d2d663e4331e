package sph

import (
	"cmp"
	"fmt"
	"math"
	"slices"
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
// a periodic axis, a frame that turns, walls that move, or fluid that comes in.
func (c *Case) Driven() bool {
	p := &c.Params
	return c.BodiesMove() || c.HasBirths() || c.ForcingChanges() || p.FallsAround() ||
		c.WallsMove() ||
		slices.ContainsFunc(features, func(f *Feature) bool { return f.Drives && p.Has(f) })
}

// ForcingChanges reports whether the frame turns or gravity changes in time: either gives the fluid
// energy, or takes some.
func (c *Case) ForcingChanges() bool {
	return len(c.Gravity.Values)+len(c.RotatingFrame.Angles) > 0
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
	case !p.Boundary.Model().Layers:
		return fmt.Errorf("problem %s has walls that move, but %v walls drag nothing along; use boundary %v", c.Name, p.Boundary, Dummy)
	case p.Nu == 0 && p.ownViscosity() == 0:
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
				return fmt.Errorf("wall particle %d of problem %s, at %v, moves at %v m/s across its face, to or from the fluid at %v; use a velocity along the face, for such walls stay where they are",
					p.wall, c.Name, c.Params.PointOnMap(q.Position[p.wall]), q.Velocity[p.wall],
					c.Params.PointOnMap(x))
			}
		}
	}
	return nil
}

// checkSurfaces refuses walls whose state depends on surfaces that are not known.
func (c *Case) checkSurfaces() error {
	known := c.Particles.Extra["Surface"] != nil
	if b := c.Params.Boundary; b.Model().Surfaces && c.Particles.Count(Wall) > 0 && !known {
		return fmt.Errorf("walls of problem %s have no surfaces, which boundary %v needs; use "+
			"boundary %v", c.Name, b, Dummy)
	}
	return nil
}

// SharesLoad reports whether two bodies share what a particle carries.
func (c *Case) SharesLoad(id uint32) bool {
	_, shares := slices.BinarySearchFunc(c.Loads, id, func(l Load, id uint32) int {
		return cmp.Compare(l.ID, id)
	})
	return shares
}

// checkLoads returns the first thing that is wrong with the loads.
func (c *Case) checkLoads() error {
	for k, l := range c.Loads {
		switch {
		case int(l.ID) >= c.Particles.Len() || c.Particles.Type[l.ID] != Wall:
			return fmt.Errorf("problem %s: load %d is of particle %d, which is no wall particle",
				c.Name, k, l.ID)
		case k > 0 && l.ID <= c.Loads[k-1].ID:
			return fmt.Errorf("problem %s: the ids of the loads do not ascend at load %d", c.Name, k)
		case int(max(l.First, l.Second)) > len(c.Bodies):
			return fmt.Errorf("problem %s: load %d is of body %d, but there are %d", c.Name, k,
				max(l.First, l.Second), len(c.Bodies))
		}
	}
	return nil
}
