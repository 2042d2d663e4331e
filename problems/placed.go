package problems

import (
	"fmt"
	"strings"

	"gpusph/sph"
)

// placed is an error about something of a case file, by its path there.
type placed struct {
	path string
	error
}

func (p placed) Unwrap() error { return p.error }

// called is what people call the solid.
func (s *solid) called() string {
	if kind, _, ok := strings.Cut(s.path, "."); ok {
		return fmt.Sprintf("the %s %q", kind, s.name)
	}
	return "the " + s.name
}

// errorf is an error about the solid.
func (s *solid) errorf(format string, values ...any) error {
	err := fmt.Errorf(format, values...)
	if s.path == "" {
		return err
	}
	return placed{s.path, err}
}

// apart is what would do where two of a case file overlap.
func (s *solid) apart() string {
	switch {
	case strings.HasPrefix(s.path, "fluid"):
		return "; boxes beside each other would do"
	case s.path != "":
		return "; boxes beside each other, or one wall that is a union of both, would do"
	}
	return ""
}

// called is what people call the box around a scene.
func (s *scene) called() string {
	if s.filed {
		return "domain"
	}
	return "tank"
}

// beyond says by how much a box of a case file is outside of the domain.
func (s *scene) beyond(o *solid) string {
	if !s.filed || o.turn != 0 {
		return ""
	}
	for a := range 3 {
		if o.min[a] < s.tank.min[a] {
			return fmt.Sprintf(", which begins at %s m along %v; it begins at %s m", s.origin.exact(a, s.tank.min[a]), sph.Axis(a), s.origin.exact(a, o.min[a]))
		}
		if o.max[a] > s.tank.max[a] {
			return fmt.Sprintf(", which ends at %s m along %v; it ends at %s m", s.origin.exact(a, s.tank.max[a]), sph.Axis(a), s.origin.exact(a, o.max[a]))
		}
	}
	return ""
}
