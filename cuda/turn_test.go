package cuda_test

import (
	"math"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// A body that turns stays rigid: after a million steps, some thousand turns about an oblique axis, its particles are as far from each
// other as at first, and where the turn says, within a few quanta, which are a ten-thousandth of a spacing. The steps are those of a
// flow: each has another length, and devices compute their records.
func TestTurnStaysRigid(t *testing.T) {
	steps := 1_000_000
	if testing.Short() {
		steps = 20_000
	}
	const quantum, shift = 1e-6, 16 // [m]; Δp would be 0.01 m
	axis := [3]float64{0.36, 0.48, 0.8}
	inForms(t, func(t *testing.T, f form) {
		if f != strict && testing.Short() {
			t.Skip("one form will do")
		}
		d, n := open(t, f), 8
		info := int32(cuda.Info(true, 1, 0, true))
		begin, references, ids, tasks := make([][4]int32, n), make([][4]float32, n), make([]uint32, n), make([]cuda.Task, n)
		for i := range n {
			for a := range 3 {
				begin[i][a] = int32(i>>a&1)*1_000_000 + 3_000_000
				references[i][a] = float32(float64(begin[i][a]-3_500_000) * quantum)
			}
			begin[i][3], ids[i], tasks[i] = info, uint32(i), cuda.Task{Particle: uint32(i), Count: 1 << 30}
		}
		const rate = 1.7 // [turns/s]
		bodies := []cuda.MotionBody{{}, {Pivot: [3]float64{3.5e6, 3.5e6, 3.5e6}, RateArm: 1, CurveArm: 1, End: 1, Turns: 1}}
		motion := cuda.MotionTable{
			Pieces: d.upload([]cuda.MotionPiece{{Value: [4]float64{0, rate}}}), Links: d.upload([]cuda.MotionLink{{Axis: axis, End: 1, Turns: 1}}),
			Bodies: d.upload(bodies), At: d.alloc(4 * int(unsafe.Sizeof(cuda.BodyMotion{}))), PerQuantum: 1 / quantum, Count: 2,
		}
		clock := d.upload(cuda.Clock{Limit: math.MaxInt32, VerifiedUntil: math.MaxInt32, AccelerationBound: 1e30, Allowed: [2]float32{1e-3, 1e-3}})
		scan := cuda.MinimumScanArgs{
			Clock: clock, Maxima: d.upload([]cuda.Maxima{maxima(8, 1, 0)}), Devices: 1,
			End: 1e9, Cfl: 0.3, H: 0.05, C0: 15, DtMax: 1e-3, SkinMax: 0.02, VerifiedSteps: 1 << 30,
			Records: d.alloc(int(unsafe.Sizeof([2]cuda.StepRecord{}))), Forcing: cuda.ForcingTable{At: d.upload(cuda.Forcing{}), Count: 1}, Motion: motion,
		}
		state := func() cuda.State {
			return cuda.State{Pos: d.upload(begin), Vel: d.alloc(16 * n), Packed: d.alloc(8 * n), Remainder: d.alloc(8 * n)}
		}
		from, to := state(), state()
		args := cuda.TurnArgs{
			List: cuda.List{Tasks: d.upload(tasks)}, Part: cuda.Part{Walls: int32(n)}, Clock: clock,
			Euler: cuda.EulerArgs{
				Edges: cuda.Edges{RightFrom: math.MaxInt32}, PerQuantum: 1 / quantum, Half: 1, Shift: shift,
				References: cuda.References{Of: d.upload(references), Id: d.upload(ids), Count: uint32(n)},
			},
		}
		// Steps of two lengths, as a flow's forces would have them.
		shorter, longer := scan.Maxima, d.upload([]cuda.Maxima{maxima(8, 1, 0.05)})
		gpu.Launch(d.stream, cuda.BeginMoving, scan, 0, 1)
		for k := range steps {
			args.Euler.From, args.Euler.To, args.Euler.Step = from, to, int32(k)
			args.Euler.Motions = motion.At + gpu.Ptr(k%2*2)*gpu.Ptr(unsafe.Sizeof(cuda.BodyMotion{}))
			gpu.Launch(d.stream, cuda.Turn, args, 0, args.Part.Len())
			scan.Step, scan.Maxima = int32(k), shorter
			if k%3 == 0 {
				scan.Maxima = longer
			}
			gpu.Launch(d.stream, cuda.MinimumScanMoving, scan, 0, 1)
			gpu.Launch(d.stream, cuda.Check, scan, 0, 1)
			from, to = to, from
		}
		var now cuda.Clock
		d.download(&now, clock)
		at := make([][4]int32, n)
		d.download(&at, from.Pos)
		if now.Step != int32(steps) || !(now.Time > 0.5e-3*float64(steps)) {
			t.Fatalf("%d steps have come to %g s", now.Step, now.Time)
		}
		sin, cos := math.Sincos(2 * math.Pi * math.Mod(rate*now.Time, 1))
		for i := range n {
			var r [3]float64
			for a := range 3 {
				r[a] = float64(begin[i][a] - 3_500_000)
			}
			along := r[0]*axis[0] + r[1]*axis[1] + r[2]*axis[2]
			for a := range 3 {
				b, c := (a+1)%3, (a+2)%3
				want := cos*r[a] + sin*(axis[b]*r[c]-axis[c]*r[b]) + (1-cos)*along*axis[a]
				if off := float64(at[i][a]-3_500_000) - want; math.Abs(off) > 2 {
					t.Errorf("particle %d is off by %g quanta along %d", i, off, a)
				}
			}
			for k := range i {
				var was, is float64
				for a := range 3 {
					was += math.Pow(float64(begin[i][a]-begin[k][a]), 2)
					is += math.Pow(float64(at[i][a]-at[k][a]), 2)
				}
				if math.Abs(math.Sqrt(is)-math.Sqrt(was)) > 3 {
					t.Errorf("particles %d and %d have come from %g to %g quanta of each other", i, k, math.Sqrt(was), math.Sqrt(is))
				}
			}
		}
	})
}
