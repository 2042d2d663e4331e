package engine

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/exchange/exchangetest"
)

// amid lets f use the simulation of the first of some processes, each with the given devices. The
// others follow.
func amid(t *testing.T, flow func() *sph.Case, o Options, devices []int, f func(*Simulation)) {
	t.Helper()
	if len(devices) == 1 {
		o.System = open(t, devices[0])
		f(start(t, flow(), o))
		return
	}
	var others sync.WaitGroup
	for rank, m := range exchangetest.New(len(devices)) {
		o := o
		o.System, o.Processes = open(t, devices[rank]), m
		run := func() (*Simulation, error) {
			c := flow()
			anySurfaces(c)
			if rank > 0 {
				c.Controlled = false // the first process tells it
			}
			return New(c, o)
		}
		if rank > 0 {
			o.Balance = nil
			others.Go(func() {
				s, err := run()
				if err == nil {
					err = s.Follow()
				}
				if err != nil {
					t.Errorf("process %d: %v", rank, err)
				}
			})
			continue
		}
		defer others.Wait()
		defer func() {
			s, err := run()
			if err != nil {
				t.Error(err)
				return
			}
			defer s.Close()
			f(s)
		}()
	}
}

// Several processes compute the same bits as one, with slices that move between them at every list.
// They measure, copy and keep the same, and go on from each other's checkpoints.
func TestProcesses(t *testing.T) {
	leaving := func() *sph.Case {
		c := flight([3]float32{4, 0, -4})
		c.End = 1
		return c
	}
	mdbc := func() *sph.Case {
		c := withSurfaces(column(0.05))
		c.Params.Boundary, c.Params.Nu = sph.MDBC, 1e-3
		return c
	}
	verlets := func(boundary sph.Boundary) func() *sph.Case {
		return func() *sph.Case {
			c := stirred(boundary)
			verlet(&c.Params)
			return c
		}
	}
	for _, test := range []struct {
		name      string
		flow      func() *sph.Case
		processes [][]int // how many devices each has
		exchange  exchange.Mode
	}{
		{"column", func() *sph.Case { return column(0.05) }, [][]int{{1, 1}, {1, 2, 1}, {1, 1, 1, 1}}, exchange.Direct},
		{"mdbc", mdbc, [][]int{{2, 3}}, exchange.Overlap},
		{"leaving", leaving, [][]int{{2, 1}, {1, 1, 1}}, exchange.Direct},
		{"stirred", func() *sph.Case { return stirred(sph.Dummy) }, [][]int{{1, 2}}, exchange.Direct},
		{"verlet", verlets(sph.Dummy), [][]int{{1, 2}}, exchange.Direct},
		{"verlet mdbc", verlets(sph.MDBC), [][]int{{1, 2}}, exchange.Direct},
		{"around", func() *sph.Case { return around([3]bool{true, true, false}, 18) }, [][]int{{1, 1}, {2, 1}}, exchange.Overlap},
	} {
		t.Run(test.name, func(t *testing.T) {
			o := Options{Stripe: 100, Exchange: test.exchange, SampleInterval: 0.004, CopyInterval: 0.02}
			var want told80
			amid(t, test.flow, o, []int{1}, func(s *Simulation) { want = tell80(t, s, nil) })
			last := want.checkpoint
			for _, devices := range test.processes {
				o.Balance = &shaker{}
				amid(t, test.flow, o, devices, func(s *Simulation) {
					s.capacity = 8 // lists must get longer
					got := tell80(t, s, last)
					if got.all != want.all {
						t.Errorf("%v: %s, want %s", devices, got.all, want.all)
					}
					if got.resumed != want.end {
						t.Errorf("%v: from a checkpoint %s, want %s", devices, got.resumed, want.end)
					}
					if got.moved == 0 {
						t.Errorf("%v: no slice has moved", devices)
					}
					last = got.checkpoint
				})
			}
		})
	}
}

// told80 is what 80 steps of a flow tell, and what the second half of them tells from a checkpoint.
type told80 struct {
	all, end, resumed string
	moved             int
	checkpoint        *sph.Checkpoint // half way
}

func tell80(t *testing.T, s *Simulation, from *sph.Checkpoint) (told told80) {
	t.Helper()
	all := ""
	must := func(err error) {
		if err != nil {
			t.Error(err)
		}
	}
	steps := func(to int) {
		for int(s.clock.Step) < to && !t.Failed() {
			p, err := s.Advance(to - int(s.clock.Step))
			must(err)
			told.moved += p.Moved
			all += fmt.Sprintf("%d %.9g %d %d; ", p.Step, p.Time, p.Particles, p.Lost)
		}
		captures, err := s.StateCopies(true)
		must(err)
		for _, c := range captures {
			snap := c.Snapshot()
			all += fmt.Sprintf("captured %d %.9g %s ", snap.Step, snap.Time, snap.SHA256)
		}
		all += fmt.Sprintf("%+v ", s.Samples())
	}
	end := func() string {
		if t.Failed() {
			return ""
		}
		snap, err := s.Snapshot()
		must(err)
		m, err := s.Sample()
		must(err)
		pairs, err := s.Neighbours()
		must(err)
		return fmt.Sprintf("step %d %v %+v %d pairs", snap.Step, snap.SHA256, m, pairs)
	}
	steps(40)
	var err error
	told.checkpoint, err = s.Checkpoint()
	must(err)
	steps(80)
	told.end = end()
	told.all = all + told.end
	if from != nil && !t.Failed() {
		must(s.Resume(from, nil, s.policy))
		steps(80)
		told.resumed = end()
	}
	return told
}

// What goes wrong in one process is an error of all, which names its device, and no process waits
// for ever: where a kernel fails, a device has no memory, or the processes have lost each other.
func TestProcessesFail(t *testing.T) {
	t.Cleanup(func() { gpu.HostFault = nil })
	var injected atomic.Pointer[string] // what fails; nil is nothing
	gpu.HostFault = func(what string) error {
		if at := injected.Load(); at != nil && what == *at {
			return errors.New("injected")
		}
		return nil
	}
	for name, test := range map[string]struct {
		spoil func(*Simulation)
		want  []string
	}{
		"kernel": {func(*Simulation) { at := "minimumscan"; injected.Store(&at) }, []string{"0/host:0: minimumscan: injected", "1/host:0: minimumscan: injected"}},
		"memory": {func(s *Simulation) { at := gpu.NoMemory; s.capacity *= 3; injected.Store(&at) }, []string{"0/host:0 has no room", "not enough memory"}},
		"lost":   {func(s *Simulation) { s.group.Processes.Fail(errors.New("injected")) }, []string{"process 0: injected"}},
	} {
		t.Run(name, func(t *testing.T) {
			var sims [2]*Simulation
			followed := make(chan error)
			ready := make(chan bool)
			for rank, m := range exchangetest.New(2) {
				system, err := gpu.Open([]string{"host"}, gpu.Options{Prefix: fmt.Sprintf("%d/", rank)})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { system.Close() })
				go func() {
					var err error
					sims[rank], err = New(column(0.05), Options{System: system, Processes: m, Stripe: 100})
					if err != nil {
						t.Error(err)
					}
					ready <- true
					if rank > 0 && err == nil {
						followed <- sims[rank].Follow()
					}
				}()
			}
			<-ready
			<-ready
			if t.Failed() {
				return
			}
			test.spoil(sims[0])
			var err error
			for i := 0; i < 100 && err == nil; i++ {
				_, err = sims[0].Advance(10)
			}
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("the error is %v, without %q", err, want)
				}
			}
			injected.Store(nil)
			sims[0].Close()
			if err := <-followed; (err != nil) != (name == "lost") {
				t.Errorf("the other process has come back with %v", err)
			}
		})
	}
}
