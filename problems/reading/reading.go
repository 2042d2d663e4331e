// Package reading has what features take from case files. Package problems makes flows of these and
// knows no feature.
package reading

import (
	"gpusph/internal/casefile"
	"gpusph/problems/scene"
	"gpusph/sph"
)

// File is a case file that becomes a flow.
type File interface {
	File() *casefile.Case // in the scene's coordinates
	Scene() *scene.Scene  // without what depends on the spacing
	Note(path, format string, values ...any)
	Wavelengths() []Wavelength
}

// Wavelength is the length of a wave of a case [m].
type Wavelength struct {
	Of     string // as `the wave that the wall "piston" makes`
	Length float64
}

// Feature is what a feature takes from a case file. Read refuses what cannot be at any spacing,
// Give gives a case at a spacing the feature, Check refuses what the case cannot have, filled or
// not, and Write writes a flow into a case file.
type Feature struct {
	Read        func(f File) error
	Give, Check func(f File, c *sph.Case) error
	Write       func(flow *sph.Case, file *casefile.Case)
}

var features []*Feature

// Install puts a feature at the end of the table.
func Install(f *Feature) { features = append(features, f) }

// Read lets features take from a file what does not depend on the spacing.
func Read(f File) error {
	return each(func(of *Feature) error { return of.Read(f) })
}

// Give gives a case at a spacing what features have.
func Give(f File, c *sph.Case) error {
	return each(func(of *Feature) error { return of.Give(f, c) })
}

// Check refuses what a case cannot have.
func Check(f File, c *sph.Case) error {
	return each(func(of *Feature) error { return of.Check(f, c) })
}

// Write writes the features of a flow into a case file.
func Write(flow *sph.Case, file *casefile.Case) {
	for _, of := range features {
		of.Write(flow, file)
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
