package engine

import (
	"errors"
	"sync/atomic"
	"testing"

	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/measure"
)

// previewed lets a flow go on for some steps with previews of a given number of particles in each
// period, or without for 0. It compares each with a snapshot of the same moment, if it has all
// particles.
func previewed(t *testing.T, c *sph.Case, o Options, most, steps int) (end string, times int) {
	t.Helper()
	o.Stripe = 100
	s := start(t, c, o)
	var before map[uint32]int
	for int(s.clock.Step) < steps {
		var now *sph.Snapshot
		if most >= c.Particles.Len() {
			var err error
			if now, err = s.Snapshot(); err != nil {
				t.Fatal(err)
			}
		}
		if most > 0 {
			if err := s.AskPreview(most); err != nil {
				t.Fatal(err)
			}
		}
		step, time := int(s.clock.Step), s.clock.Time
		if _, err := s.Advance(steps - int(s.clock.Step)); err != nil {
			t.Fatal(err)
		}
		p := s.TakenPreview()
		if most == 0 {
			if p != nil {
				t.Fatal("a preview without a request")
			}
			continue
		}
		if p == nil || p.Step != step || p.Time != time {
			t.Fatalf("the preview is %+v, and not of step %d", p, step)
		}
		times++
		before = checkPlaces(t, c, p, most, before)
		if now != nil {
			checkPreview(t, c, p, now)
		}
	}
	return hash(t, s), times
}

// checkPlaces holds that each particle is there once, and where it was in the preview before.
func checkPlaces(t *testing.T, c *sph.Case, p *measure.Preview, most int, before map[uint32]int) map[uint32]int {
	t.Helper()
	places, used := map[uint32]int{}, map[int]bool{}
	p.Each(func(place int, q *measure.Previewed) {
		id := p.ID(place)
		if _, twice := places[id]; twice || used[place] || place >= p.Places() || int(id) >= c.Particles.Len() || !c.Moves(int(id)) {
			t.Fatalf("particle %d is at place %d of %d, but does not belong there", id, place, p.Places())
		}
		if was, ok := before[id]; ok && was != place {
			t.Fatalf("particle %d was at place %d, and is at %d", id, was, place)
		}
		places[id], used[place] = place, true
	})
	if len(places) > most*11/10+1 || len(places) < min(most, c.Particles.Count(sph.Fluid))/3 {
		t.Fatalf("%d particles are there where %d were asked for", len(places), most)
	}
	return places
}

// checkPreview holds that the preview has what the snapshot has, of all that moves.
func checkPreview(t *testing.T, c *sph.Case, p *measure.Preview, s *sph.Snapshot) {
	t.Helper()
	at := map[uint32]int{}
	for i, id := range s.ID {
		if c.Moves(int(id)) {
			at[id] = i
		}
	}
	n := 0
	p.Each(func(place int, q *measure.Previewed) {
		n++
		id := p.ID(place)
		i, ok := at[id]
		if !ok || q.Velocity != s.Velocity[i] || q.Device != s.Device[i] {
			t.Fatalf("the preview has %+v, the snapshot velocity %v on device %d", q, s.Velocity[i], s.Device[i])
		}
		for a, x := range q.Position {
			if float32(x) != s.Position[i][a] {
				t.Fatalf("the preview has particle %d at %v, the snapshot at %v", id, q.Position, s.Position[i])
			}
		}
		if c.Particles.Type[id] == sph.Fluid && float32(c.Params.Rho0*(1+float64(q.Rel))) != s.Density[i] {
			t.Fatalf("the preview has particle %d with %g, the snapshot with %g kg/m³", id, c.Params.Rho0*(1+float64(q.Rel)), s.Density[i])
		}
		for k, name := range p.Names {
			for _, v := range s.Extra {
				if v.Name == name && v.Of[i] != q.Extra[k] {
					t.Fatalf("the preview has a %s of %g, the snapshot %g", name, q.Extra[k], v.Of[i])
				}
			}
		}
	})
	if n != len(at) {
		t.Fatalf("the preview has %d particles of %d", n, len(at))
	}
}

// A preview has what a snapshot has, or a part of it, on any number of devices and while slices
// move, and changes no bit.
func TestPreviews(t *testing.T) {
	const steps = 30
	flows := map[string]func() *sph.Case{
		"column":   func() *sph.Case { return withScalar(column(0.05), 0.01) },
		"moving":   func() *sph.Case { return stirred(sph.Dummy) },
		"periodic": func() *sph.Case { return around([3]bool{true, true, false}, 10) },
	}
	for name, flow := range flows {
		plain, _ := previewed(t, flow(), Options{System: open(t, 1)}, 0, steps)
		for _, devices := range []int{1, 3} {
			for _, most := range []int{1 << 20, 100} {
				end, times := previewed(t, flow(), Options{System: open(t, devices), Balance: &shaker{}}, most, steps)
				if end != plain || times < 2 {
					t.Errorf("%s on %d devices: after %d previews of %d particles the state is %s, without %s", name, devices, times, most, end, plain)
				}
			}
		}
	}
}

// Previews may become larger and smaller. One that has no room is refused, and the flow goes on.
func TestPreviewsOfAllSizes(t *testing.T) {
	var full atomic.Bool
	gpu.HostFault = func(what string) error { // before there are streams, which ask it
		if what == gpu.NoMemory && full.Load() {
			return errors.New("injected")
		}
		return nil
	}
	t.Cleanup(func() { gpu.HostFault = nil }) // when all streams have ended
	c := column(0.05)
	s := start(t, c, Options{System: open(t, 2)})
	preview := func(most int) {
		t.Helper()
		if err := s.AskPreview(most); err != nil {
			t.Fatal(err)
		}
		advance(t, s, 5)
		checkPlaces(t, c, s.TakenPreview(), most, nil)
	}
	for _, most := range []int{10, 300, 20, 1} {
		preview(most)
	}
	full.Store(true)
	err := s.AskPreview(1 << 20)
	full.Store(false)
	if !errors.Is(err, gpu.ErrMemory) {
		t.Errorf("a preview without memory says %v", err)
	}
	advance(t, s, 5)
	if s.TakenPreview() != nil {
		t.Error("there is a preview without memory")
	}
	preview(1 << 20)
}

// A preview has particles that were born since, and room for those that are born before it is
// taken, but not for all ids that particles have ever had.
func TestPreviewsOfBorn(t *testing.T) {
	c := river(2, 0.03, 0.9, 0.24, 1.2, sph.Dummy, 1)
	s := start(t, c, Options{System: open(t, 2)})
	began, newest, places := uint32(c.Particles.Len()), uint32(0), 0
	for round := range 40 {
		most := []int{1 << 20, 100}[round%2]
		if err := s.AskPreview(most); err != nil {
			t.Fatal(err)
		}
		now, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := s.Advance(20); err != nil {
			t.Fatal(err)
		}
		at, fluid, n := map[uint32]int{}, 0, 0
		for i, id := range now.ID {
			at[id] = i
			if now.Type[i] == sph.Fluid {
				fluid++
			}
		}
		p := s.TakenPreview()
		p.Each(func(place int, q *measure.Previewed) {
			n++
			id := p.ID(place)
			if i, ok := at[id]; ok && q.Velocity != now.Velocity[i] && id < began {
				t.Fatalf("particle %d has %v, the snapshot %v", id, q.Velocity, now.Velocity[i])
			}
			if id >= began {
				newest = max(newest, id)
			}
		})
		if most > fluid && n < fluid*9/10 || n > most*11/10+1 || n < min(most, fluid)/20 {
			t.Fatalf("%d particles are there of %d where %d were asked for", n, fluid, most)
		}
		if places = max(places, p.Places()); most == 100 && p.Places() > 8*most+1 {
			t.Fatalf("%d places for %d particles", p.Places(), most)
		}
	}
	if newest < began+500 {
		t.Errorf("the newest particle is %d of %d at first", newest, began)
	}
}
