package running

import (
	"log/slog"
	"strings"
	"testing"
	"time"

	"gpusph/commands/cli"
	"gpusph/commands/running/clocktest"
)

// A clock that is set back makes no checkpoint late and none early, lets no run hang, and changes
// no rate.
func TestClockSetBack(t *testing.T) {
	c := &cli.Config{}
	c.CheckpointInterval = time.Hour
	d := NewDue(c, 0)
	defer d.Close()
	if clocktest.SetBack(&d.last); d.Is(0) {
		t.Error("a checkpoint of every hour is due at once")
	}
	time.Sleep(time.Millisecond)
	if d.interval = time.Millisecond; !d.Is(0) {
		t.Error("one of every millisecond is not due after that")
	}

	w := &Watchdog{timeout: time.Hour, longest: time.Microsecond}
	w.Begin()
	if clocktest.SetBack(&w.begun); w.begun.IsZero() {
		t.Fatal("no period has begun")
	}
	if since, stalled := w.stalled(); stalled || since < 0 {
		t.Errorf("a period that has just begun has stalled: %v, after %v", stalled, since)
	}
	time.Sleep(time.Millisecond)
	w.timeout = time.Millisecond
	if since, stalled := w.stalled(); !stalled {
		t.Errorf("one of %v has not", since)
	}

	var lines strings.Builder
	of := 0.0 // seconds
	m := newMeter(&cli.Screen{Out: &lines}, slog.New(slog.DiscardHandler), "", 0,
		func() []string { return nil }, func(seconds float64) []string { of = seconds; return nil })
	for _, at := range []*time.Time{&m.begun, &m.drawn, &m.plain} {
		*at = at.Add(-10 * time.Second)
		clocktest.SetBack(at)
	}
	m.progress(0.5, 10)
	if line := lines.String(); !strings.Contains(line, " 50 %  ETA 10 s") || of < 10 || of > 11 {
		t.Errorf("it says %q, of %g s", line, of)
	}
}

// Checkpoints are due at each multiple of a simulated time, once, and after a signal.
func TestDue(t *testing.T) {
	c := &cli.Config{}
	c.CheckpointEvery = 0.1
	d := NewDue(c, 0.25)
	defer d.Close()
	var due []float64
	for k := range 20 {
		if at := 0.25 + 0.02*float64(k); d.Is(at) {
			due = append(due, at)
		}
	}
	if len(due) != 4 || due[0] < 0.3 || due[0] > 0.32 || d.At() < 0.69 || d.At() > 0.71 {
		t.Errorf("they are due at %v and %g", due, d.At())
	}
	if d.Asked <- nil; !d.Is(0.6) || d.Is(0.6) {
		t.Error("a signal does not ask for one, or for two")
	}
}
