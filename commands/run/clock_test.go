package run

import (
	"io"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
	"unsafe"

	"gpusph/commands/cli"
	"gpusph/output"
	"gpusph/sph"
)

// setBack makes a time one of before the clock was set back by two hours: the clock showed as much
// more then, and the monotonic one, which a time has beside it, did not. A time without that is two
// hours later.
func setBack(t *time.Time) {
	const hours, monotonic = 2 * 3600, 1 << 63
	inside := (*struct {
		wall uint64
		ext  int64
	})(unsafe.Pointer(t))
	before := *t
	if inside.wall&monotonic != 0 {
		inside.wall += hours << 30
	} else {
		inside.ext += hours
	}
	if t.Unix()-before.Unix() != hours {
		panic("package time keeps its times in another way now")
	}
}

func TestSetBack(t *testing.T) {
	with := time.Now()
	without := with.Round(0)
	setBack(&with)
	setBack(&without)
	if s := time.Since(with); s < 0 || s > time.Hour {
		t.Errorf("it is %v since a time with the monotonic clock", s)
	}
	if s := time.Since(without); s > -time.Hour {
		t.Errorf("it is %v since one without", s)
	}
}

// A clock that is set back makes no checkpoint late and none early, ends no run, lets none hang,
// and changes no rate and no time that a run took.
func TestClockSetBack(t *testing.T) {
	dir := t.TempDir()
	flow := &sph.Case{Name: "Test", End: 1, Params: sph.Defaults(0.1)}
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	c := &cli.Config{}
	c.CheckpointInterval = time.Hour
	r := &run{Config: c, flow: flow, log: log, screen: cli.NewScreen(os.Stderr, true)}
	k := newCheckpoints(r, nil)
	defer k.close()
	if setBack(&k.last); k.due() {
		t.Error("a checkpoint of every hour is due at once")
	}
	time.Sleep(time.Millisecond)
	if k.wall = time.Millisecond; !k.due() {
		t.Error("one of every millisecond is not due after that")
	}

	w := &watchdog{timeout: time.Hour, longest: time.Microsecond}
	w.begin()
	if setBack(&w.begun); w.begun.IsZero() {
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

	var lines, logged strings.Builder
	m := newMeter(&cli.Screen{Out: &lines}, slog.New(slog.NewTextHandler(&logged, nil)), flow, 0)
	for _, at := range []*time.Time{&m.begun, &m.drawn, &m.plain} {
		*at = at.Add(-10 * time.Second)
		setBack(at)
	}
	if err := m.Progress(&sph.Progress{Time: 0.5, Steps: 10, Step: 10, Particles: 1000_000, Wall: 10}); err != nil {
		t.Fatal(err)
	}
	if line := lines.String(); !strings.Contains(line, " 50 %  ETA 10 s ") ||
		!regexp.MustCompile(" (1|0.9[0-9]*) mips").MatchString(logged.String()) {
		t.Errorf("it says %q, and logs %q", line, &logged)
	}

	begun := time.Now().Add(-10 * time.Second)
	setBack(&begun)
	s := newResults(dir, flow, begun)
	s.begun = s.begun.Add(-20 * time.Second) // of a run that goes on
	if s.end(nil); s.summary.Elapsed < 30 || s.summary.Elapsed > 60 ||
		s.summary.Status != output.Done {
		t.Errorf("the run took %g s, and is %s", s.summary.Elapsed, s.summary.Status)
	}
}
