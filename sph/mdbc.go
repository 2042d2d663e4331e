package sph

import (
	"fmt"
	"math"
)

// What walls of boundary mdbc have besides their kernels, cuda/mdbc.h.

// NeedsSurfaces reports whether walls keep the nearest point of their surface. Contacts of free
// bodies are found by them.
func (p *Params) NeedsSurfaces() bool {
	return p.Further.Surfaces || p.Boundary == MDBC || p.Further.FreeBodies > 0
}

// checkSurfaces refuses walls whose state depends on surfaces that are not known.
func (c *Case) checkSurfaces() error {
	if c.Params.Boundary == MDBC && c.Particles.Count(Wall) > 0 && c.Particles.Extra["Surface"] == nil {
		return fmt.Errorf("walls of problem %s have no surfaces, which boundary %v needs; use boundary %v", c.Name, MDBC, Dummy)
	}
	return nil
}

// mdbcGradient are the constants of the first pass.
func (p *Params) mdbcGradient(float64) [4]float32 {
	alongEach, missing := 1/float64(p.Dim), 0.0
	if p.Dim == 2 {
		missing = alongEach
	}
	return [4]float32{float32(missing), float32(mdbcDeterminant * math.Pow(alongEach, 3)), mdbcGradientPart}
}

// mdbcWalls are the constants of the second pass. The relative density of walls is not below 0, so
// they do not pull.
func (p *Params) mdbcWalls(unit float64) [4]float32 {
	return [4]float32{mdbcLeastDensity, mdbcKeepOut, float32(math.Pow(unit/(mdbcTooNear*p.DeltaP), 2))}
}
