package problems

// Looks at the flow of a case file that take fewer particles than a run.

import (
	"gpusph/internal/casefile"
	"gpusph/problems/scene"
)

// counted is a problem that is looked at without its particles.
type counted interface {
	// Fluids counts the particles of each fluid at a spacing [m], 0 being its own.
	Fluids(deltaP float64) ([]scene.Part, error)

	// Thick refuses walls and bodies that are too thin for a spacing [m], 0 being its own.
	Thick(deltaP float64) error
}

// Look is FromCase for a glance at the case: shapes are looked at from much fewer places than for a
// run.
func Look(c *casefile.Case) (FileProblem, error) {
	return fromCase(c, func(f *caseProblem) { f.scene.Quick, f.scene.Glance = true, true })
}

// Fluids implements counted.
func (f *caseProblem) Fluids(deltaP float64) ([]scene.Part, error) {
	s, c, err := f.at(deltaP)
	if err != nil {
		return nil, f.place(err, deltaP)
	}
	parts, err := s.Parts(&c.Params)
	return parts, f.place(err, deltaP)
}

// Thick implements counted.
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
