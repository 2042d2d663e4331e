package sph

import (
	"fmt"
	"math"
)

// What walls of boundary mdbc have besides their kernels, cuda/mdbc.h.

// NeedsSurfaces says whether walls keep the nearest point of their surface.
func (p *Params) NeedsSurfaces() bool { return p.Further.Surfaces || p.Boundary == MDBC }

// checkSurfaces refuses walls whose state depends on surfaces that are not known.
func (c *Case) checkSurfaces() error {
	if c.Params.Boundary == MDBC && c.Particles.Count(Wall) > 0 && c.Particles.Further["Surface"] == nil {
		return fmt.Errorf("walls of problem %s have no surfaces, which boundary %v needs; boundary %v would do", c.Name, MDBC, Dummy)
	}
	return nil
}

// enoughAround is the part of the determinant of the matrix of neighbours, as it is where they lie evenly around, from
// which on the gradient of density is what they say.
const enoughAround = 0.3

// mdbcGradient are the constants of the first pass.
func (p *Params) mdbcGradient(float64) [4]float32 {
	alongEach, missing := 1/float64(p.Dim), 0.0
	if p.Dim == 2 {
		missing = alongEach
	}
	return [4]float32{float32(missing), float32(enoughAround * math.Pow(alongEach, 3)), 1}
}

// Fluid nearer to a wall particle than tooNear [Δp] raises its relative density, by keepOut at most. That stops what comes at a tenth of
// the speed of sound.
const tooNear, keepOut = 0.8, 0.25

// mdbcWalls are the constants of the second pass. The relative density of walls is not below 0, so they do not pull.
func (p *Params) mdbcWalls(unit float64) [4]float32 {
	return [4]float32{0, keepOut, float32(math.Pow(unit/(tooNear*p.DeltaP), 2))}
}
