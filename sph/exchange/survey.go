package exchange

import (
	"errors"
	"sync"

	"gpusph/cuda"
	"gpusph/gpu"
)

// surveyPatience is how long kernels wait for those of other processes while links are timed [ms].
const surveyPatience = 10_000

// Survey times the links between processes that have the devices of a system each, without a flow.
// note is why they exchange by no faster transport, where they could. All processes call it.
func Survey(p Processes, system *gpu.System) (links []Link, note string, err error) {
	mode, err := Fastest.On(system)
	if err != nil {
		return nil, "", err
	}
	g := &Group{Processes: p, System: system, Mode: mode, Concurrent: system.Concurrent()}
	counts, err := GatherOf(g, len(system.Devices))
	if err != nil {
		return nil, "", err
	}
	for rank, n := range counts {
		if rank == p.Rank() {
			g.First = g.Count
		}
		g.Firsts = append(g.Firsts, g.Count)
		g.Count += n
	}
	g.Firsts = append(g.Firsts, g.Count)
	if err := g.Connect(); err != nil {
		return nil, "", err
	}
	for i, d := range system.Devices {
		g.Members = append(g.Members, &Member{Group: g, Index: g.First + i, Device: d, Keep: func(e gpu.Event) gpu.Event { return e }})
	}
	g.Join()
	if err := g.agree(g.each((*Member).openSurvey)); err != nil {
		return nil, "", err
	}
	links, err = TimeLinks(g, func(f func(*Member) error) error { return g.each(first(f)) })
	g.each(func(m *Member) error { m.Leave(); return nil })
	g.Left()
	return links, g.Note(), g.agree(err)
}

// first does something with the process's first device only.
func first(f func(*Member) error) func(*Member) error {
	return func(m *Member) error {
		if m != m.Members[0] {
			return nil
		}
		return f(m)
	}
}

// each does something with all devices of this process at once, on threads that they are bound to.
func (g *Group) each(f func(*Member) error) error {
	errs := make([]error, len(g.Members))
	var all sync.WaitGroup
	for i, m := range g.Members {
		all.Go(func() { errs[i] = errors.Join(m.Device.Bind(), f(m)) })
	}
	all.Wait()
	return errors.Join(errs...)
}

func (m *Member) openSurvey() (err error) {
	if m.Main, err = m.Device.NewStream(true); err != nil {
		return err
	}
	for _, side := range m.Sides {
		side.Stream = m.Main
	}
	lost, err := m.Device.Alloc(8)
	if err != nil {
		return err
	}
	m.Patience = func() cuda.Patience {
		return cuda.Patience{Lost: lost, LostOut: lost + 4, Milliseconds: surveyPatience}
	}
	return m.Open()
}

// agree joins the errors of all processes, and lets them hear of each other's memory.
func (g *Group) agree(err error) error {
	memory, wrong := g.Announce()
	type told struct {
		Wrong  string
		Memory []byte
	}
	all, lost := GatherOf(g, told{reason(errors.Join(err, wrong)), memory})
	if lost != nil {
		return lost
	}
	var errs []error
	var announced [][]byte
	for _, t := range all {
		if t.Wrong != "" {
			errs = append(errs, errors.New(t.Wrong))
		}
		announced = append(announced, t.Memory)
	}
	if len(errs) > 0 {
		return errors.Join(errs...)
	}
	return g.Hear(announced)
}
