package running

import (
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gpusph/commands/cli"
	"gpusph/output"
)

// flow says how a run continues, and nothing else.
type flow struct{ Flow }

func (flow) HowToGoOn(error) string { return "there is a way" }

// A run in which no step is done ends, and says what it waits for. It waits ten times as long as
// the longest period took.
func TestWatchdog(t *testing.T) {
	var log strings.Builder
	dir := t.TempDir()
	ended := make(chan int, 1)
	r := &Run{Of: flow{}, Screen: cli.NewScreen(os.Stderr, true), Files: &Files{
		Folder: &output.RunDir{Path: dir}, Log: slog.New(slog.NewTextHandler(&log, nil))}}
	w := &Watchdog{run: r, timeout: 30 * time.Millisecond,
		waiting: func() string { return "cuda:1 in Forces" }, exit: func(code int) { ended <- code },
		stop: make(chan struct{})}
	go w.watch()
	defer w.Close()
	w.Begin() // the first period may take any time
	time.Sleep(100 * time.Millisecond)
	if len(ended) > 0 {
		t.Fatal("it has ended in the first period")
	}
	w.End()
	time.Sleep(100 * time.Millisecond) // what is between periods has no limit
	w.longest = time.Millisecond
	w.Begin()
	select {
	case code := <-ended:
		if code != 1 {
			t.Errorf("exit code %d", code)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("it does not end")
	}
	if text := log.String(); !strings.Contains(text, "cuda:1 in Forces") ||
		!strings.Contains(text, "there is a way") {
		t.Errorf("the log says %s", &log)
	}
	stacks, _ := os.ReadFile(filepath.Join(dir, "stacks.txt"))
	if !strings.Contains(string(stacks), "TestWatchdog") {
		t.Errorf("stacks.txt has %s", stacks)
	}
}

// Ticks are three seconds. The period began long ago by the clock, as where the process was stopped
// meanwhile: only ticks count.
func TestPatienceOfWatchdog(t *testing.T) {
	for _, test := range []struct {
		longest time.Duration
		ticks   int
		want    bool
	}{{0, 1200, false}, {time.Second, 20, false}, {time.Second, 21, true}, {time.Minute, 200, false},
		{time.Minute, 201, true}} {
		w := &Watchdog{timeout: time.Minute, longest: test.longest}
		w.Begin()
		w.begun = time.Now().Add(-24 * time.Hour)
		got := false
		for range test.ticks {
			_, got = w.stalled()
		}
		if got != test.want {
			t.Errorf("%d ticks after periods of up to %v: %v", test.ticks, test.longest, got)
		}
	}
}

// A period in which the process was stopped makes the watchdog no more patient.
func TestStoppedPeriodIsNotLong(t *testing.T) {
	w := &Watchdog{timeout: time.Minute}
	w.Begin()
	w.begun = time.Now().Add(-24 * time.Hour)
	w.stalled()
	if w.End(); w.longest > 6*time.Second {
		t.Errorf("the longest period is %v, in two ticks of 3 s", w.longest)
	}
}
