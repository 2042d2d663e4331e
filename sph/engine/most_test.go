package engine

import (
	"strings"
	"testing"

	"gpusph/sph"
)

// As much as there may be is taken, and one more is refused, with the remedy.
func TestMost(t *testing.T) {
	d := start(t, column(0.06), Options{System: open(t, 1)}).domains[0]
	bodies := func(n int) error {
		c := column(0.06)
		c.Bodies = make([]sph.Body, n)
		return c.Check()
	}
	for _, test := range []struct {
		name  string
		most  int
		check func(n int) error
		want  string
	}{
		{"particles", sph.MaxParticles, checkCount, "the problem has 2147483647 particles, but the maximum is 2147483646; use a larger deltap"},
		{"on a device", sph.MaxOnDevice, d.checkRoom, "host:0 would have 2147482625 particles"},
		{"steps", sph.MaxSteps, checkSteps, "come to 2147482625 steps, but the maximum is 2147482624"},
		{"bodies", sph.MaxBodies, bodies, "has 256 bodies, but at most 255 can be told apart"},
	} {
		if err := test.check(test.most); err != nil {
			t.Errorf("%s: %d are refused: %v", test.name, test.most, err)
		}
		if err := test.check(test.most + 1); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %d: %v, want %q", test.name, test.most+1, err, test.want)
		}
	}
}

// Advance and reserve hold to these limits, before anything is done.
func TestMostIsHeld(t *testing.T) {
	s := start(t, column(0.06), Options{System: open(t, 1)})
	d := s.domains[0]
	if err := d.reserve(sph.MaxOnDevice, 1, d.window, s.capacity); err == nil || !strings.Contains(err.Error(), "on a device") {
		t.Errorf("one particle too many with its image: %v", err)
	}
	if p, err := s.Advance(3); err != nil || p.Steps == 0 {
		t.Errorf("%d steps: %v", p.Steps, err)
	}
	if _, err := s.Advance(sph.MaxSteps); err == nil || !strings.Contains(err.Error(), "the maximum is") {
		t.Errorf("too many steps: %v", err)
	}
}
