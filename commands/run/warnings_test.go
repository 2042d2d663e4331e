package run

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"gpusph/commands/cli"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/sph"
)

// TestLostWarning holds that lost particles are told when the first is lost and each
// time that they have doubled, on the screen and in the log. The summary has the last
// count only, where the first was.
func TestLostWarning(t *testing.T) {
	var shown, logged bytes.Buffer
	var summary output.Summary
	all := newWarnings(&cli.Screen{Out: &shown}, slog.New(slog.NewTextHandler(&logged, nil)), &summary,
		nil)
	c := &sph.Case{Params: sph.Defaults(0.1)}
	for range 1234 {
		c.Particles.Add([3]float64{}, sph.Fluid, 0)
		c.Particles.Add([3]float64{}, sph.Wall, 0)
	}
	w := newWatch(c, all.warn)
	for step, lost := range []int{0, 0, 1, 1, 2, 3, 4, 7, 20, 39, 40} {
		w.Progress(&sph.Progress{Step: 1000 + step, Lost: lost})
		if step == 3 {
			all.warn("else", "something else")
		}
	}
	var want []string
	for _, at := range [][2]int{{1, 1002}, {2, 1004}, {4, 1006}, {20, 1008}, {40, 1010}} {
		want = append(want, fmt.Sprintf("%d of 1,234 particles of the fluid have left the domain "+
			"by step %s", at[0], text.Thousands(at[1])))
	}
	want = slices.Insert(want, 1, "something else")
	if got := "warning: " + strings.Join(want, "\nwarning: ") + "\n"; shown.String() != got {
		t.Errorf("it shows\n%s", &shown)
	}
	for _, line := range want {
		if !strings.Contains(logged.String(), "level=WARN msg=\""+line) {
			t.Errorf("the log has no %q in\n%s", line, &logged)
		}
	}
	if want := []string{want[5], want[1]}; !slices.Equal(summary.Warnings, want) {
		t.Errorf("the summary has %q, not %q", summary.Warnings, want)
	}
}

// A run that continues another one does not repeat its warnings, on the screen and in the summary.
// The count of lost particles replaces the one before.
func TestWarningsAreNotRepeated(t *testing.T) {
	c := &sph.Case{Params: sph.Defaults(0.1), Warnings: []string{"the flow is shallow"}}
	for range 100 {
		c.Particles.Add([3]float64{}, sph.Fluid, 0)
	}
	var shown bytes.Buffer
	var summary output.Summary
	state := output.WatchState{}
	for _, lost := range []int{3, 6} {
		log := slog.New(slog.DiscardHandler)
		w := newWatch(c, newWarnings(&cli.Screen{Out: &shown}, log, &summary, nil).warn)
		w.goOn(&state)
		w.Progress(&sph.Progress{Step: 1000 * lost, Lost: lost})
		state = w.state()
	}
	left := func(lost int) string {
		return fmt.Sprintf("%d of 100 particles of the fluid have left the domain by step %d,000", lost,
			lost)
	}
	if want := []string{c.Warnings[0], left(6)}; !slices.Equal(summary.Warnings, want) {
		t.Errorf("the summary has %q, not %q", summary.Warnings, want)
	}
	want := strings.Join([]string{c.Warnings[0], left(3), left(6)}, "\nwarning: ")
	if got := shown.String(); got != "warning: "+want+"\n" {
		t.Errorf("the screen has %q", got)
	}
}
