package cuda_test

import (
	"math"
	"testing"

	"gpusph/cuda"
	"gpusph/gpu"
)

// Speeds as parts of that of sound.
var slowToFast = []float64{1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1}

// oblique are directions, along no axis and no diagonal.
var oblique = [][3]float64{{0.36, -0.48, 0.8}, {-0.6, 0.64, 0.48}, {-0.48, -0.36, -0.8}}

// quantaPerStep is how far sound comes in a step, which is about a quarter of a cell.
func quantaPerStep(shift int) float64 { return 0.24 * float64(int(1)<<shift) }

// march takes n particles without neighbours through correctors of steps of 1 s, in which sound comes one metre, and
// returns how far each has come [m]. Each step has its own gravity.
func march(t *testing.T, f form, shift, steps int, velocities [][4]float32, gravity func() [3]float32) [][3]float64 {
	t.Helper()
	d, n := open(t, f), len(velocities)
	begin, tasks := make([][4]int32, n), make([]cuda.Task, n)
	for i := range tasks {
		tasks[i].Particle = uint32(i)
	}
	args := alone(d, [4]float32{}, [4]int32{}, [3]float32{})
	state := func(v [][4]float32) cuda.State {
		return cuda.State{Pos: d.upload(begin), Vel: d.upload(v), Packed: d.alloc(8 * n), Remainder: d.alloc(8 * n)}
	}
	from, to := state(velocities), state(velocities)
	args.List.Tasks, args.Part.Fluids = d.upload(tasks), int32(n)
	args.List.Entries = d.alloc(32 * 16 * n)
	record := func(gravity [3]float32) cuda.StepRecord {
		return cuda.StepRecord{Length: 1, At: [2]cuda.Forcing{{}, {Gravity: gravity}}}
	}
	args.Record = d.upload(record([3]float32{}))
	args.Euler.Half, args.Euler.Shift = 1, int32(shift)
	args.Euler.PerQuantum = float32(quantaPerStep(shift))
	args.Euler.DisplacementLimit = 0.16 * float32(int(1)<<shift)
	for range steps {
		if gravity != nil {
			d.write(args.Record, record(gravity()))
		}
		args.Packed, args.Vel, args.Euler.From, args.Euler.To = from.Packed, from.Vel, from, to
		gpu.Launch(d.stream, cuda.Forces("wendland", false, "dummy"), args, 0, n)
		from, to = to, from
	}
	at, left := make([][4]int32, n), make([][2]uint32, n)
	d.download(&at, from.Pos)
	d.download(&left, from.Remainder)
	way := make([][3]float64, n)
	for i, p := range at {
		r := remainder(left[i])
		for a := range way[i] {
			way[i][a] = (float64(p[a]) + r[a]) / quantaPerStep(shift)
		}
	}
	return way
}

// remainder is what a particle is from its position [quanta], as remainder.h packs it.
func remainder(w [2]uint32) (r [3]float64) {
	for a, bits := range [3]uint32{w[0], w[1], w[1]>>21<<11 | w[0]>>21} {
		r[a] = math.Ldexp(float64(int32(bits<<11)>>11), -21)
	}
	return r
}

// off is how far one way is from another, as a part of it.
func off(way, want [3]float64) float64 {
	var miss, all float64
	for a := range way {
		miss += (way[a] - want[a]) * (way[a] - want[a])
		all += want[a] * want[a]
	}
	return math.Sqrt(miss / all)
}

// However slow a particle is, it comes as far as its speed says, in the shortest domains and in the longest: with
// cells of 2^20 quanta and of 2^16.
func TestSlowParticlesMove(t *testing.T) {
	const steps = 10000
	var velocities [][4]float32
	for _, speed := range slowToFast {
		for _, way := range oblique {
			velocities = append(velocities, [4]float32{float32(speed * way[0]), float32(speed * way[1]), float32(speed * way[2])})
		}
	}
	inForms(t, func(t *testing.T, f form) {
		for _, shift := range []int{20, 16} {
			for i, way := range march(t, f, shift, steps, velocities, nil) {
				var want [3]float64
				for a := range want {
					want[a] = steps * float64(velocities[i][a])
				}
				if e := off(way, want); !(e < 2e-3) {
					t.Errorf("cells of 2^%d quanta, %g c0: it comes to %v, %.1e from %v", shift, slowToFast[i/len(oblique)], way, e, want)
				}
			}
		}
	})
}

// A particle that comes to rest comes as far as it should.
func TestSlowerAndSlower(t *testing.T) {
	const steps, decay = 10000, 1. / 4000
	inForms(t, func(t *testing.T, f form) {
		for _, shift := range []int{20, 16} {
			var v, want [3]float64
			for a := range v {
				v[a] = 3e-7 * oblique[0][a]
			}
			begin := [4]float32{float32(v[0]), float32(v[1]), float32(v[2])}
			way := march(t, f, shift, steps, [][4]float32{begin}, func() (gravity [3]float32) {
				for a := range v {
					gravity[a] = float32(-decay * v[a])
					next := v[a] + float64(gravity[a])
					want[a] += (v[a] + next) / 2
					v[a] = next
				}
				return gravity
			})
			if e := off(way[0], want); !(e < 2e-3) {
				t.Errorf("cells of 2^%d quanta: it comes to %v, %.1e from %v", shift, way[0], e, want)
			}
		}
	})
}
