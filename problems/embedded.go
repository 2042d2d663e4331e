package problems

import (
	"embed"
	"errors"

	"gpusph/internal/casefile"
	"gpusph/problems/scene"
	"gpusph/sph"
)

//go:embed *.toml
var files embed.FS

// embedded is a problem that a case file of this package defines. Users run it by its name, so
// unlike one of their own case files it is not FileProblem, and its errors have no place in a file.
type embedded struct {
	Problem
	text []byte
}

// fromText makes a maker of the problem that a file of this package defines.
func fromText(file string) func() Problem {
	return func() Problem {
		text, err := files.ReadFile(file)
		if err != nil {
			panic(err)
		}
		c, err := casefile.Parse(text, file)
		if err != nil {
			panic(err)
		}
		p, err := FromCase(c)
		if err != nil {
			panic(err)
		}
		return &embedded{p, text}
	}
}

// with is the problem with other values of keys of its file.
func (e *embedded) with(changes []casefile.Change) (Problem, error) {
	c, err := e.Problem.(*caseProblem).given.With(changes)
	if err != nil {
		return nil, withoutPlace(err)
	}
	p, err := FromCase(c)
	if err != nil {
		return nil, withoutPlace(err)
	}
	return &embedded{p, e.text}, nil
}

// Text is the case file that defines a problem of this program; ok is false where Go code does.
func Text(p Problem) (text []byte, ok bool) {
	e, ok := p.(*embedded)
	if !ok {
		return nil, false
	}
	return e.text, true
}

func (e *embedded) scene(deltaP float64) (*scene.Scene, *sph.Case, error) {
	return e.Problem.(*caseProblem).at(deltaP)
}

// Setup implements Problem.
func (e *embedded) Setup(deltaP float64) (*sph.Case, error) {
	c, err := e.Problem.Setup(deltaP)
	return c, withoutPlace(err)
}

// Outline implements Problem.
func (e *embedded) Outline(deltaP float64) (Outline, error) {
	o, err := e.Problem.Outline(deltaP)
	return o, withoutPlace(err)
}

// withoutPlace is an error without the line of a case file.
func withoutPlace(err error) error {
	var at *casefile.Error
	if errors.As(err, &at) {
		return errors.New(at.Text)
	}
	return err
}

// export is the case file with a spacing [m], 0 being its own, and the options that the problem has by now.
func (e *embedded) export(deltaP float64) (*casefile.Case, []casefile.Option, error) {
	_, flow, err := e.scene(deltaP)
	if err != nil {
		return nil, nil, withoutPlace(err)
	}
	f := e.Problem.(*caseProblem)
	c, err := f.given.Again()
	if err != nil {
		return nil, nil, err
	}
	c.Spacing = flow.Params.DeltaP
	return c, exportPhysics(c, f, &flow.Params), nil
}
