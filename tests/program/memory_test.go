package program

import (
	"strings"
	"testing"
)

// Before anything is made, whatever the spacing.
func TestTooManyParticles(t *testing.T) {
	for _, command := range []string{"run", "bench", "scaling --devices host"} {
		r := gpusph(t, t.TempDir(), command+" --problem DamBreak3D --deltap 0.00001")
		if r.code != exitUsage || !strings.Contains(r.stderr, "makes about 107,356 billion particles") || !strings.Contains(r.stderr, "; use ") {
			t.Errorf("%s: exit code %d: %s", command, r.code, r.stderr)
		}
	}
}
