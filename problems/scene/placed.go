package scene

import (
	"fmt"
	"strings"

	"gpusph/sph"
)

// PlacedError is an error about a fluid or a wall of a case file.
type PlacedError struct {
	Path string // of its table, e.g. wall.0
	error
}

func (p PlacedError) Unwrap() error { return p.error }

// ErrorAt is an error about a table of a case file.
func ErrorAt(path, format string, values ...any) error {
	return PlacedError{Path: path, error: fmt.Errorf(format, values...)}
}

// called is what people call the solid.
func (s *Solid) called() string {
	if kind, _, ok := strings.Cut(s.Path, "."); ok {
		return fmt.Sprintf("the %s %q", kind, s.Name)
	}
	return "the " + s.Name
}

// errorf is an error about the solid.
func (s *Solid) errorf(format string, values ...any) error {
	err := fmt.Errorf(format, values...)
	if s.Path == "" {
		return err
	}
	return PlacedError{Path: s.Path, error: err}
}

// apart returns the remedy where two solids of a case file overlap.
func (s *Solid) apart() string {
	switch {
	case strings.HasPrefix(s.Path, "fluid"):
		return "; use boxes beside each other"
	case s.Path != "":
		return "; use boxes beside each other, or one wall that is a union of both"
	}
	return ""
}

// called is what people call the box around a scene.
func (s *Scene) called() string {
	if s.InFile {
		return "domain"
	}
	return "tank"
}

// beyond says by how much a box of a case file is outside of the domain.
func (s *Scene) beyond(o *Solid) string {
	if !s.InFile || o.Turn != 0 {
		return ""
	}
	for a := range 3 {
		if o.Min[a] < s.Tank.Min[a] {
			return fmt.Sprintf(", which begins at %s m along %v; it begins at %s m", s.Origin.Exact(a, s.Tank.Min[a]), sph.Axis(a), s.Origin.Exact(a, o.Min[a]))
		}
		if o.Max[a] > s.Tank.Max[a] {
			return fmt.Sprintf(", which ends at %s m along %v; it ends at %s m", s.Origin.Exact(a, s.Tank.Max[a]), sph.Axis(a), s.Origin.Exact(a, o.Max[a]))
		}
	}
	return ""
}
