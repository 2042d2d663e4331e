package run

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"gpusph/internal/cli"
	"gpusph/internal/text"
	"gpusph/sph"
)

// TestSnapshotMemory holds that the snapshots that wait to be written, of 44 bytes a
// particle, take 2 GiB or an eighth of what is free at most, and are no more than 16.
func TestSnapshotMemory(t *testing.T) {
	const particles = (2 << 30) / 44 // whose snapshot fills it
	for n, want := range map[int]int{1000: 16, particles / 17: 16, particles / 3: 3, particles / 3 * 2: 1, particles + 1: 1} {
		for free, want := range map[int64]int{0: want, 16 << 30: want, 1 << 40: want, 8 << 30: max(1, (1<<30)/(44*n))} {
			if got := mayWait(free, n); got != min(want, 16) {
				t.Errorf("of %d particles %d snapshots may wait in %d bytes, not %d", n, got, free, want)
			}
		}
	}
}

// TestLostWarning holds that lost particles are told when the first is lost and each
// time that they have doubled, on the screen and in the log.
func TestLostWarning(t *testing.T) {
	var shown, logged bytes.Buffer
	r := &run{flow: &sph.Case{}, screen: &cli.Screen{Out: &shown}, log: slog.New(slog.NewTextHandler(&logged, nil))}
	r.flow.Particles.Position = make([][3]float64, 1234)
	for step, lost := range []int{0, 0, 1, 1, 2, 3, 4, 7, 20, 39, 40} {
		r.tell(sph.Progress{Step: 1000 + step, Lost: lost})
	}
	var want []string
	for _, at := range [][2]int{{1, 1002}, {2, 1004}, {4, 1006}, {20, 1008}, {40, 1010}} {
		want = append(want, fmt.Sprintf("%d of 1,234 particles have left the domain by step %s", at[0], text.Thousands(at[1])))
	}
	if got := "warning: " + strings.Join(want, "\nwarning: ") + "\n"; shown.String() != got {
		t.Errorf("it shows\n%s", &shown)
	}
	for _, line := range want {
		if !strings.Contains(logged.String(), "level=WARN msg=\""+line) {
			t.Errorf("the log has no %q in\n%s", line, &logged)
		}
	}
}
