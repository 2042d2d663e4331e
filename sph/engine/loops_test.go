package engine

import (
	"slices"
	"sync/atomic"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
	"gpusph/sph"
	"gpusph/sph/exchange"
	"gpusph/sph/scheme"
)

// smoothed adds to the tables, for the time of a test, a level of the fluid that the corrector
// smooths again and again until no particle's changes by more than a tolerance, and a trace that
// every step adds the level to. Launchers of the host do what has no kernel. It returns how many
// iterations each particle has been in, all together.
func smoothed(t *testing.T, most int, tolerance float32) *atomic.Int64 {
	t.Helper()
	fields, passes := sph.Fields, sph.Passes
	t.Cleanup(func() {
		sph.Fields, sph.Passes = fields, passes
		for _, name := range []string{"seed", "smooth", "keep", "trace"} {
			delete(launchers, name)
		}
	})
	level := len(sph.Fields)
	mean, trace := level+1, level+2
	sph.Fields = append(slices.Clip(sph.Fields),
		sph.Field{Name: "Level", Bytes: 4, Kind: scheme.Temporary},
		sph.Field{Name: "Mean", Bytes: 4, Kind: scheme.Temporary},
		sph.Field{Name: "Trace", Columns: []string{"trace"}, Bytes: 4, Kind: scheme.State,
			Diffusivity: func(*sph.Params) float64 { return 0 },
			Begin:       func(_, _, _ [3]float64) float32 { return 0 }})
	loop := &sph.Loop{Name: "smoothing", Counts: "particles whose level changes",
		Most: func(*sph.Params) int { return most }}
	once := new(scheme.Corrector)
	sph.Passes = append(slices.Clip(sph.Passes),
		sph.Pass{Name: "level", Kernel: "seed", Over: scheme.Fluid, Only: once, Writes: []int{level}},
		sph.Pass{Name: "mean", Kernel: "smooth", Over: scheme.Fluid, Only: once, Loop: loop,
			Neighbours: []int{sph.PackedField, sph.VelocityField, level}, Writes: []int{mean}},
		sph.Pass{Name: "change", Kernel: "keep", Over: scheme.Fluid, Only: once, Loop: loop,
			Own: []int{mean}, Writes: []int{level}},
		sph.Pass{Name: "trace", Kernel: "trace", Over: scheme.Fluid, Only: once,
			Own: []int{level}, Writes: []int{trace}})
	iterations := &atomic.Int64{}
	launchers["seed"] = onHost(func(d *domain, _ *readyPass) func(i uint32) {
		ids, store := d.states[sph.StateEven][sph.IDField], d.storing(level, sph.StateMiddle)
		return func(i uint32) { store(i, float32(*hostWord[uint32](ids, i)%7)) }
	})
	launchers["smooth"] = func(d *domain, p *readyPass, h stepStage, s *stripe) {
		args := d.passArgs(p, h, s.Part)
		args.At = d.states[sph.StateMiddle][level]
		args.From, args.Constant[0] = args.At, 1e10
		gpu.Launch(s.stream, cuda.KernelOf[cuda.PassArgs]("scalar"), args, 0, s.Len())
	}
	launchers["keep"] = onHost(func(d *domain, p *readyPass) func(i uint32) {
		now, before := d.states[sph.StateMiddle][mean], d.states[sph.StateMiddle][level]
		count := hostWord[atomic.Int64](d.repeats.countOf(p.loop), 0)
		store := d.storing(level, sph.StateMiddle)
		return func(i uint32) {
			iterations.Add(1)
			x, y := *hostWord[float32](now, i), *hostWord[float32](before, i)
			if max(x-y, y-x) > tolerance {
				count.Add(1)
			}
			store(i, x)
		}
	})
	launchers["trace"] = onHost(func(d *domain, _ *readyPass) func(i uint32) {
		from, add := d.states[d.step%2][trace], d.states[sph.StateMiddle][level]
		store := d.storing(trace, 1-d.step%2)
		return func(i uint32) { store(i, *hostWord[float32](from, i)+*hostWord[float32](add, i)) }
	})
	return iterations
}

// onHost launches what is to be done for each fluid particle of a stripe in a step, on the host.
func onHost(with func(d *domain, p *readyPass) func(i uint32)) launcher {
	return func(d *domain, p *readyPass, _ stepStage, s *stripe) {
		f, step := with(d, p), int32(d.step)
		clock, tasks, part := hostWord[cuda.Clock](d.clock, 0), d.list.Args().Tasks, s.Part
		gpu.Call(s.stream, func() error {
			if step >= clock.Limit {
				return nil
			}
			for k := range part.Fluids {
				f(hostWord[cuda.Task](tasks, uint32(part.Fluid+k)).Particle)
			}
			return nil
		})
	}
}

// hostWord is what an array of a processor device has of a particle.
func hostWord[T any](p gpu.Ptr, i uint32) *T {
	return (*T)(unsafe.Add(nil, uintptr(p)+uintptr(i)*unsafe.Sizeof(*new(T))))
}

// storing stores a particle's value of a field as storeField of cuda/pass.h does.
func (d *domain) storing(field, state int) func(i uint32, v float32) {
	to := d.stores(field, state)
	_, _, edges := d.outgoing(state)
	return func(i uint32, v float32) {
		*hostWord[float32](to.To, i) = v
		if int32(i) < edges.LeftTo {
			*hostWord[float32](to.Left, i) = v
		}
		if int32(i) >= edges.RightFrom {
			*hostWord[float32](to.Right, i) = v
		}
	}
}

// A loop ends as soon as no particle of any device needs another iteration, at once on all devices,
// and at the latest after as many iterations as it may have. The bits are those of one device, also
// from a checkpoint on.
func TestLoops(t *testing.T) {
	const most, steps = 20, 12
	run := func(t *testing.T, o Options, tolerance float32) (hash string, iterations float64) {
		t.Helper()
		count := smoothed(t, most, tolerance)
		c := column(0.05)
		s := start(t, c, o)
		advance(t, s, steps)
		middle, err := s.Checkpoint()
		if err != nil {
			t.Fatal(err)
		}
		advance(t, s, steps)
		iterations = float64(count.Load()) / float64(c.Particles.Count(sph.Fluid)) / (2 * steps)
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Resume(middle, middle.Bounds, nil); err != nil {
			t.Fatal(err)
		}
		advance(t, s, steps)
		again, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		if again.SHA256 != snap.SHA256 {
			t.Errorf("from a checkpoint on the hash is %s, not %s", again.SHA256, snap.SHA256)
		}
		return snap.SHA256, iterations
	}
	hashes := map[string]bool{}
	for name, tolerance := range map[string]float32{
		"ends early": 0.05, "ends late": -1, "ends at once": 10,
	} {
		t.Run(name, func(t *testing.T) {
			var hash string
			var iterations float64
			t.Run("on one device", func(t *testing.T) {
				hash, iterations = run(t, Options{System: open(t, 1)}, tolerance)
			})
			t.Logf("%.2f iterations", iterations)
			switch {
			case tolerance < 0 && iterations != most, tolerance > 1 && iterations != 1,
				tolerance > 0 && tolerance < 1 && !(iterations > 2 && iterations < most-2):
				t.Errorf("a step has %g iterations", iterations)
			}
			hashes[hash] = true
			for _, o := range []Options{{System: open(t, 2), Stripe: 100},
				{System: open(t, 3), Exchange: exchange.Direct},
				{System: open(t, 3), Exchange: exchange.Overlap, Stripe: 50}} {
				t.Run("", func(t *testing.T) {
					got, n := run(t, o, tolerance)
					if got != hash || n != iterations {
						t.Errorf("%d devices have %g iterations and %s, one has %g and %s",
							len(o.System.Devices), n, got, iterations, hash)
					}
				})
			}
		})
	}
	if len(hashes) < 3 {
		t.Error("the trace does not depend on how many iterations there are")
	}
}
