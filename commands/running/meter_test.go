package running

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"gpusph/commands/cli"
)

// On a terminal there is one line, which fits; elsewhere lines that are whole.
func TestMeter(t *testing.T) {
	for _, columns := range []int{0, 40, 80, 120, 200} {
		var out, log bytes.Buffer
		s := &cli.Screen{Out: &out}
		if columns > 0 {
			s.Columns = func() int { return columns }
		}
		at := 0.0
		m := newMeter(s, slog.New(slog.NewTextHandler(&log, nil)), "X", 0,
			func() []string { return []string{fmt.Sprintf("t %.4f of 2 s", at)} },
			func(seconds float64) []string { return []string{fmt.Sprintf("%.0f s", seconds)} })
		for i := 1; i <= 100; i++ {
			// A time machine: each period took 0.1 s.
			for _, then := range []*time.Time{&m.begun, &m.drawn, &m.plain} {
				*then = then.Add(-100 * time.Millisecond)
			}
			at = 0.01 * float64(i)
			m.progress(at/2, 0.1)
		}
		s.Line("a line")
		if lines := strings.Count(log.String(), "\n"); lines < 2 || lines > 12 {
			t.Errorf("%d lines in the log of 10 s:\n%s", lines, log.String())
		}
		text := out.String()
		if columns == 0 {
			if strings.ContainsAny(text, "\r\x1b") ||
				!strings.Contains(text, "X  10 %  ETA 18 s  t 0.2000 of 2 s\n") {
				t.Errorf("no terminal, but %q", text)
			}
			if !strings.Contains(log.String(), "X  10 %  ETA 18 s  t 0.2000 of 2 s  2 s") {
				t.Errorf("the log has %q", log.String())
			}
			continue
		}
		drawn := strings.Split(strings.ReplaceAll(text, "\x1b[K", ""), "\r")
		if len(drawn) < 40 || len(drawn) > 60 {
			t.Errorf("it was drawn %d times in 10 s", len(drawn))
		}
		if slices.ContainsFunc(drawn, func(l string) bool { return len([]rune(l)) >= columns }) {
			t.Errorf("the line does not fit into %d columns: %q", columns, drawn)
		}
		// A part is there as a whole or not at all, the most important first.
		last, whole := drawn[len(drawn)-2], false
		for _, end := range []string{" %", "ETA 0 s", "t 1.0000 of 2 s"} {
			whole = whole || strings.HasSuffix(last, end)
		}
		if !whole || !strings.Contains(last, " %  ETA ") {
			t.Errorf("at %d columns the line is %q", columns, last)
		}
		if strings.Contains(text, "of 2 s  2 s") {
			t.Errorf("the line has what is for the log: %q", text[max(0, len(text)-300):])
		}
		if !strings.HasSuffix(text, "\r\x1b[Ka line\n") || !strings.Contains(text, "ETA 10 s") {
			t.Errorf("%d columns: %q", columns, text[max(0, len(text)-300):])
		}
	}
}
