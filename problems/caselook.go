package problems

// Looks at the flow of a case file that take fewer particles than a run.

import (
	"math"

	"gpusph/internal/casefile"
	"gpusph/problems/scene"
)

// Look is FromCase for a glance at the case: shapes are looked at from much fewer places than for a
// run.
func Look(c *casefile.Case) (FileProblem, error) {
	return fromCase(c, func(f *caseProblem) { f.scene.Quick, f.scene.Glance = true, true })
}

// Fluids implements FileProblem.
func (f *caseProblem) Fluids(deltaP float64) ([]scene.Part, error) {
	s, c, err := f.at(deltaP)
	if err != nil {
		return nil, f.place(err, deltaP)
	}
	parts, err := s.Parts(&c.Params)
	return parts, f.place(err, deltaP)
}

// Thick implements FileProblem.
func (f *caseProblem) Thick(deltaP float64) error {
	s, c, err := f.at(deltaP)
	if err == nil {
		err = s.CheckThin(c)
	}
	if err == nil {
		err = f.checkBodies(s, c)
	}
	return f.place(err, deltaP)
}

// Sketch implements FileProblem. It checks what depends on the spacing as Setup does, as far as
// that takes no particles.
func (f *caseProblem) Sketch(deltaP, most float64) (*Sketch, error) {
	s, c, err := f.at(deltaP)
	if err == nil {
		err = s.CheckThin(c)
	}
	if err == nil {
		err = f.checkBodies(s, c)
	}
	if err != nil {
		return nil, f.place(err, deltaP)
	}
	fluid, wall, err := s.Count(&c.Params)
	if err != nil {
		return nil, f.place(err, deltaP)
	}
	spacing := c.Params.DeltaP
	if n := fluid + wall; n > most*sketchSlack {
		spacing *= math.Pow(n/most, 1/float64(c.Params.Dim))
	}
	k := &Sketch{Scene: s, Porous: f.layers}
	for try := 0; ; try++ {
		of := *c
		k.Case = &of
		if k.Sketch, err = s.Sketch(k.Case, spacing); err == nil || try == sketchTries ||
			spacing == c.Params.DeltaP {
			break
		}
		spacing = max(spacing/sketchFiner, c.Params.DeltaP) // a gap that is too narrow for coarse sites
	}
	if err != nil {
		return nil, f.place(err, deltaP)
	}
	f.moveProbes(k.Case)
	if err := f.checkDamping(k.Case); err != nil {
		return nil, err
	}
	return k, f.checkSketched(k)
}

// A flow is sketched by all of its particles if these are a little more than asked for. Where it
// cannot be filled at a coarse spacing, finer ones are tried.
const (
	sketchSlack = 1.5
	sketchTries = 2
	sketchFiner = 1.5
)
