package jobs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
)

// ran does tasks, and is what ran beside what: a line for each task, with those that were running
// when it began.
type ran struct {
	sync.Mutex
	running, lines []string
}

// task is one that notes who runs beside it, and waits for a signal.
func (r *ran) task(name string, until <-chan struct{},
	err *error) func(context.Context, []string) error {
	return func(ctx context.Context, on []string) error {
		r.Lock()
		r.lines = append(r.lines, name+" on "+strings.Join(on, ",")+" beside "+
			strings.Join(slices.Sorted(slices.Values(r.running)), ","))
		r.running = append(r.running, name)
		r.Unlock()
		select {
		case <-until:
		case <-ctx.Done():
		}
		r.Lock()
		defer r.Unlock()
		r.running = slices.DeleteFunc(r.running, func(s string) bool { return s == name })
		if err == nil {
			return nil
		}
		e := *err
		*err = nil
		return e
	}
}

var now = func() chan struct{} { c := make(chan struct{}); close(c); return c }()

// One job does tasks in their order, several begin with the longest.
func TestOrder(t *testing.T) {
	for jobs, want := range map[int]string{1: "short long middle", 2: "long"} {
		var r ran
		tasks := []*Task{{Needs: Needs{Work: 1}, Do: r.task("short", now, nil)},
			{Needs: Needs{Work: 3}, Do: r.task("long", now, nil)},
			{Needs: Needs{Work: 2}, Do: r.task("middle", now, nil)}}
		q := &Queue{Jobs: Devices([]string{"host"}, jobs)}
		q.Do(t.Context(), tasks)
		var got []string
		for _, line := range r.lines {
			got = append(got, strings.Fields(line)[0])
		}
		if jobs > 1 { // the first two begin in any order
			if len(got) != 3 || slices.Index(got, "short") == 0 {
				t.Errorf("%d jobs do %v", jobs, got)
			}
		} else if strings.Join(got, " ") != want {
			t.Errorf("one job does %v", got)
		}
	}
}

// Tasks wait for memory of their device and of the host; smaller ones overtake them. What is larger
// than all memory is done when nothing runs there.
func TestMemory(t *testing.T) {
	var r ran
	two := make(chan struct{})
	tasks := []*Task{
		{Needs: Needs{Work: 9, Device: 6}, Do: r.task("six", two, nil)},
		{Needs: Needs{Work: 8, Device: 5}, Do: r.task("five", now, nil)},
		{Needs: Needs{Work: 7, Device: 3, Host: 20}, Do: r.task("host", now, nil)},
		{Needs: Needs{Work: 1, Device: 1}, Do: func(ctx context.Context, on []string) error {
			defer close(two) // so it runs beside six, or nothing goes on
			return r.task("one", now, nil)(ctx, on)
		}},
		{Needs: Needs{Device: 99}, Do: r.task("all", now, nil)},
	}
	q := &Queue{Jobs: Devices([]string{"cuda:0"}, 2), Free: map[string]float64{"cuda:0": 10, Host: 15}}
	q.Do(t.Context(), tasks)
	text := strings.Join(r.lines, "\n")
	if len(r.lines) != 5 {
		t.Fatal(text)
	}
	for _, line := range r.lines {
		name, beside := strings.Fields(line)[0], line[strings.Index(line, "beside")+7:]
		if name == "five" && strings.Contains(beside, "six") ||
			name == "all" && beside != "" || name == "one" && beside != "six" {
			t.Errorf("%s has no room there:\n%s", line, text)
		}
	}
}

// A task that takes others of its device along is repeated alone, once, and so are they. Nothing
// begins on the device before all that were there have ended.
func TestRepeat(t *testing.T) {
	var r ran
	lost := errors.New("lost")
	var both sync.WaitGroup
	both.Add(2)
	fail := func(name string) *Task {
		err, first := lost, true
		return &Task{Needs: Needs{Work: 2}, Do: func(ctx context.Context, on []string) error {
			if first {
				first = false
				both.Done()
				both.Wait() // both are running
			}
			return r.task(name, now, &err)(ctx, on)
		}}
	}
	tasks := []*Task{fail("a"), fail("b"), {Needs: Needs{Work: 1}, Do: r.task("c", now, nil)}}
	q := &Queue{Jobs: Devices([]string{"cuda:0"}, 2),
		Repeat: func(err error) bool { return errors.Is(err, lost) }}
	q.Do(t.Context(), tasks)
	if len(r.lines) != 5 {
		t.Fatalf("%q", r.lines)
	}
	for _, line := range r.lines[2:4] {
		if !strings.HasSuffix(line, "beside ") || line[0] == 'c' {
			t.Errorf("it is not repeated alone: %q", r.lines)
		}
	}
	always := lost
	n := 0
	q = &Queue{Jobs: Devices([]string{"host"}, 2), Repeat: func(error) bool { return true }}
	q.Do(t.Context(), []*Task{{Do: func(context.Context, []string) error { n++; return always }}})
	if n != 2 {
		t.Errorf("a task that always fails is done %d times, want 2", n)
	}
}

// Nothing begins after the context has ended, and tasks that wait for memory end.
func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	n, needs := 0, Needs{Device: 1}
	count := func(ctx context.Context, _ []string) error { n++; cancel(); <-ctx.Done(); return nil }
	(&Queue{Jobs: Devices([]string{"host"}, 3), Free: map[string]float64{Host: 1}}).Do(ctx,
		[]*Task{{Needs: needs, Do: count}, {Needs: needs, Do: count}, {Needs: needs, Do: count}})
	if n != 1 {
		t.Errorf("%d tasks have begun", n)
	}
}

// Jobs have parts of the devices, or share them evenly.
func TestDevices(t *testing.T) {
	all := []string{"0", "1", "2", "3", "4"}
	for _, test := range []struct {
		all  []string
		n    int
		want string
	}{{all, 2, "01|234"}, {all[:2], 2, "0|1"}, {all[:1], 3, "0|0|0"}, {all[:2], 5, "0|0|0|1|1"}} {
		var got []string
		for _, d := range Devices(test.all, test.n) {
			got = append(got, strings.Join(d, ""))
		}
		if strings.Join(got, "|") != test.want {
			t.Errorf("%d jobs on %v have %v", test.n, test.all, got)
		}
	}
}
