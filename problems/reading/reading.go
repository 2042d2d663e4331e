// Package reading has what features take from case files. Package problems makes flows of these and
// knows no feature.
package reading

import (
	"math"

	"gpusph/internal/casefile"
	"gpusph/internal/geometry"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// File is a case file that becomes a flow.
type File interface {
	File() *casefile.Case // in the scene's coordinates
	Scene() *scene.Scene  // without what depends on the spacing
	Note(path, format string, values ...any)
	Wavelengths() []Wavelength

	// Material is the place of one of the file among those of the scene.
	Material(name string) int
	// Content is that of a file that the case names, at a path.
	Content(file, path string) ([]byte, error)
	// Shape is one at a path, of what is of a kind and has a name, which must be in the domain.
	Shape(s *casefile.Shape, path, kind, name string) (geometry.Shape, error)
	// Keep remembers what Read has taken for a feature.
	Keep(feature string, taken any)
	Kept(feature string) any
}

// Setup makes the flow of a case file at a spacing [m], 0 being that of the file, over a number of
// parts into which the cells of the particles are divided: see Params.Parts.
type Setup func(deltaP, parts float64) (*sph.Case, error)

// Part is a shape of a feature, for pictures.
type Part struct {
	Name, Of string // Of is its kind
	Path     string // in the file
	Shape    geometry.Shape
}

// Wavelength is the length of a wave of a case [m].
type Wavelength struct {
	Of     string // as `the wave that the wall "piston" makes`
	Length float64
}

// Defaults are the parameters of a flow under gravity where its file and presets do not set them.
type Defaults struct {
	*sph.Params
	Narrow bool // h/Δp is that of plain gradients
}

// LeastSound is how many times faster than the flow the speed of sound is at least.
const LeastSound = 4

// Feature is what a feature takes from a case file. What is nil it does not have. Ends reads where
// fluid comes in and leaves, before the physics, and how high it stands there at most [m], and
// Place gives it to a scene at a spacing that has no particles yet. Read refuses what cannot be at
// any spacing, Defaults changes those of flows under gravity, Kept are options that no preset
// changes, Give gives a case at a spacing the feature before it has particles and Fill after, Check
// refuses what the case cannot have, Filled completes one that has all of its particles and refuses
// what these cannot have, Compose makes the whole flow of what setup makes at several spacings, and
// Write writes a flow into a case file.
type Feature struct {
	Name        string // of the sph.Feature; Install of package feature sets it
	Tables      string // of case files, for messages
	Ends        func(f File) (highest float64, err error)
	Place       func(f File, s *scene.Scene, p *sph.Params) error
	Read        func(f File) error
	Defaults    func(f File, d *Defaults)
	Kept        func(f File) []string
	Give, Check func(f File, c *sph.Case) error
	Fill        func(f File, s *scene.Scene, c *sph.Case) error
	Filled      func(f File, c *sph.Case) error
	Compose     func(f File, deltaP float64, setup Setup) (*sph.Case, error)
	Shapes      func(f File) []Part
	Write       func(flow *sph.Case, file *casefile.Case)
}

var features []*Feature

// Install puts a feature at the end of the table.
func Install(f *Feature) {
	features = append(features, f)
	nothing := func(File, *sph.Case) error { return nil }
	if f.Ends == nil {
		f.Ends = func(File) (float64, error) { return math.Inf(-1), nil }
	}
	if f.Place == nil {
		f.Place = func(File, *scene.Scene, *sph.Params) error { return nil }
	}
	if f.Read == nil {
		f.Read = func(File) error { return nil }
	}
	if f.Defaults == nil {
		f.Defaults = func(File, *Defaults) {}
	}
	if f.Kept == nil {
		f.Kept = func(File) []string { return nil }
	}
	if f.Give == nil {
		f.Give = nothing
	}
	if f.Fill == nil {
		f.Fill = func(File, *scene.Scene, *sph.Case) error { return nil }
	}
	if f.Check == nil {
		f.Check = nothing
	}
	if f.Filled == nil {
		f.Filled = nothing
	}
	if f.Shapes == nil {
		f.Shapes = func(File) []Part { return nil }
	}
}

// Ends lets features read where fluid comes in and leaves. It is how high that stands at most, or
// -Inf [m].
func Ends(f File) (highest float64, err error) {
	highest = math.Inf(-1)
	err = each(func(of *Feature) error {
		at, err := of.Ends(f)
		highest = max(highest, at)
		return err
	})
	return highest, err
}

// Place gives a scene at a spacing what features have in it.
func Place(f File, s *scene.Scene, p *sph.Params) error {
	return each(func(of *Feature) error { return of.Place(f, s, p) })
}

// Read lets features take from a file what does not depend on the spacing.
func Read(f File) error {
	return each(func(of *Feature) error { return of.Read(f) })
}

// Change lets features change the defaults of a file's flow.
func (d *Defaults) Change(f File) {
	for _, of := range features {
		of.Defaults(f, d)
	}
}

// Kept are the options that no preset changes.
func Kept(f File) (names []string) {
	for _, of := range features {
		names = append(names, of.Kept(f)...)
	}
	return names
}

// Give gives a case at a spacing what features have.
func Give(f File, c *sph.Case) error {
	return each(func(of *Feature) error { return of.Give(f, c) })
}

// Fill gives a case that has its particles what features have.
func Fill(f File, s *scene.Scene, c *sph.Case) error {
	return each(func(of *Feature) error { return of.Fill(f, s, c) })
}

// Check refuses what a case cannot have.
func Check(f File, c *sph.Case) error {
	return each(func(of *Feature) error { return of.Check(f, c) })
}

// Filled completes a case that has its particles, and refuses what these cannot have.
func Filled(f File, c *sph.Case) error {
	return each(func(of *Feature) error { return of.Filled(f, c) })
}

// Compose makes a flow at a spacing [m] of what setup makes.
func Compose(f File, deltaP float64, setup Setup) (*sph.Case, error) {
	for _, of := range features {
		if of.Compose != nil {
			inner := setup
			setup = func(deltaP, _ float64) (*sph.Case, error) { return of.Compose(f, deltaP, inner) }
		}
	}
	return setup(deltaP, 1)
}

// Shapes are those of features, for pictures.
func Shapes(f File) (all []Part) {
	for _, of := range features {
		all = append(all, of.Shapes(f)...)
	}
	return all
}

// Unwritten is the first feature of a flow that cannot be written into a case file; nil is none.
func Unwritten(flow *sph.Case) *Feature {
	for _, of := range features {
		if of.Write == nil && flow.Part(of.Name) != nil {
			return of
		}
	}
	return nil
}

// Write writes the features of a flow into a case file.
func Write(flow *sph.Case, file *casefile.Case) {
	for _, of := range features {
		if of.Write != nil {
			of.Write(flow, file)
		}
	}
}

func each(do func(of *Feature) error) error {
	for _, of := range features {
		if err := do(of); err != nil {
			return err
		}
	}
	return nil
}
