package problems

import (
	"errors"
	"fmt"
	"strings"

	"gpusph/internal/casefile"
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
			return fmt.Sprintf(", which begins at %s m along %s; it begins at %s m", s.origin.exact(a, s.tank.min[a]), casefile.Axes[a], s.origin.exact(a, o.min[a]))
		}
		if o.max[a] > s.tank.max[a] {
			return fmt.Sprintf(", which ends at %s m along %s; it ends at %s m", s.origin.exact(a, s.tank.max[a]), casefile.Axes[a], s.origin.exact(a, o.max[a]))
		}
	}
	return ""
}

// place is an error of a scene at its place in the case file. Where the spacing is the file's, it is about that key.
func (f *filed) place(err error, deltaP float64) error {
	var at placed
	var known *casefile.Error
	switch {
	case err == nil || errors.As(err, &known):
		return err
	case errors.As(err, &at):
		return f.file.Errorf(f.shapeKey(at.path), "%v", at.error)
	case strings.HasPrefix(err.Error(), "--deltap") && (deltaP == 0 || deltaP == f.file.Spacing):
		return f.file.Errorf("spacing", "%s", strings.Replace(err.Error(), "--deltap", "spacing", 1))
	case strings.HasPrefix(err.Error(), "--"):
		return err // an option of the command line
	}
	return f.file.Errorf("", "%v", err)
}

// keyOf is the path of the key that an error of the physics begins with, if the case file has it.
func (f *filed) keyOf(err error) string {
	word, _, _ := strings.Cut(err.Error(), " ")
	if path := "physics." + word; f.file.Given(path) {
		return path
	}
	for _, key := range []string{"correction", "boundary"} {
		if path := "physics." + key; strings.HasPrefix(err.Error(), "corrected gradients") && f.file.Given(path) {
			return path
		}
	}
	return ""
}
