package cuda_test

import (
	"math"
	"math/cmplx"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// paddleFlow is a body that absorbs, in a flow whose level before it a test gives.
type paddleFlow struct {
	*device
	scan   cuda.MinimumScanArgs
	absorb cuda.AbsorbArgs
}

func newPaddleFlow(t *testing.T, f form, p cuda.AbsorbPaddle, wanted cuda.MotionPiece) *paddleFlow {
	d := open(t, f)
	bodies := []cuda.MotionBody{{}, {End: 1}}
	links := []cuda.MotionLink{{Axis: [3]float64{1}, End: 1}, {First: 1, End: 2}}
	moved := cuda.MotionPiece{Amplitude: [4]float64{0.01}, Frequency: 1}
	motion := cuda.MotionTable{
		Pieces: d.upload([]cuda.MotionPiece{moved, wanted}), Links: d.upload(links),
		Bodies: d.upload(bodies), At: d.alloc(4 * int(unsafe.Sizeof(cuda.BodyMotion{}))),
		PerQuantum: 1e6, Count: 2,
	}
	clock := d.upload(cuda.Clock{Limit: math.MaxInt32, VerifiedUntil: math.MaxInt32,
		AccelerationBound: 1e30, Allowed: [2]float32{1e-3, 1e-3}})
	scan := cuda.MinimumScanArgs{
		Clock: clock, Maxima: d.upload([]cuda.Maxima{maxima(8, 1, 0)}), Devices: 1,
		End: 1e9, Cfl: 0.3, H: 0.05, C0: 15, DtMax: 1e-3, SkinMax: 0.02, VerifiedSteps: 1 << 30,
		Records: d.alloc(int(unsafe.Sizeof([2]cuda.StepRecord{}))),
		Forcing: cuda.ForcingTable{At: d.upload(cuda.Forcing{}), Count: 1}, Motion: motion,
	}
	p.Way, p.Body, p.First, p.End, p.PerSum = [3]float64{0.8, 0, 0.6}, 1, 1, 2, 1e-9
	absorb := cuda.AbsorbArgs{Clock: clock, Records: scan.Records, Motion: motion,
		Paddles: d.upload([]cuda.AbsorbPaddle{p}), Sums: d.upload([]int64{0}), Count: 1,
		Steps: d.alloc(2 * int(unsafe.Sizeof(cuda.CorrectionStep{})))}
	w := &paddleFlow{d, scan, absorb}
	w.begin()
	return w
}

func (w *paddleFlow) begin() {
	gpu.Launch(w.stream, cuda.BeginMoving, w.scan, 0, 1)
	w.absorb.Begins = 1
	gpu.Launch(w.stream, cuda.Absorb, w.absorb, 0, 1)
	w.absorb.Begins, w.scan.Step = 0, 0
}

// step does the next step of the period, as it begins with a level [m].
func (w *paddleFlow) step(level float64) {
	w.stream.Upload(w.absorb.Sums, longs([]int64{int64(math.Round(level * 1e9))}))
	w.absorb.Step = w.scan.Step
	gpu.Launch(w.stream, cuda.MinimumScanMoving, w.scan, 0, 1)
	gpu.Launch(w.stream, cuda.Absorb, w.absorb, 0, 1)
	gpu.Launch(w.stream, cuda.Check, w.scan, 0, 1)
	w.scan.Step++
}

func longs(words []int64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&words[0])), 8*len(words))
}

// now is the clock, and the correction at its time.
func (w *paddleFlow) now() (c cuda.Clock, at cuda.Correction) {
	var steps [2]cuda.CorrectionStep
	w.download(&c, w.scan.Clock)
	w.download(&steps, w.absorb.Steps)
	return c, steps[c.Step%2].Begin
}

// motion is how the body moves in the step of a period.
func (w *paddleFlow) motion(step int) cuda.BodyMotion {
	var all [4]cuda.BodyMotion
	w.download(&all, w.absorb.Motion.At)
	return all[step%2*2+1]
}

// The correction answers to an error of the level as the equations say: after some seconds of a
// sinusoid with its amplitude and phase. The wanted level counts as the measured one does, with the
// other sign.
func TestAbsorbFollowsEquations(t *testing.T) {
	p := cuda.AbsorbPaddle{Gain: 4, Lag: 0.06, Leak: 2, Shift: 1, Speed: 10, Accel: 1000, Base: -0.25}
	const f, size = 0.8, 0.02
	i, w := complex(0, 2*math.Pi*f), 2*math.Pi*f
	want := complex(-p.Gain*size, 0) / ((1 + i*complex(p.Lag, 0)) * (i + complex(p.Leak, 0)))
	inForms(t, func(t *testing.T, form form) {
		for name, of := range map[string]struct{ measured, wanted float64 }{
			"measured": {size, 0}, "wanted": {0, -size}, "both": {3 * size, 2 * size},
		} {
			paddle := newPaddleFlow(t, form, p, cuda.MotionPiece{Amplitude: [4]float64{of.wanted},
				Frequency: f})
			var time float64
			for range 6000 {
				c, at := paddle.now()
				time = c.Time
				got, turn := at.Shift, cmplx.Exp(complex(0, w*time-math.Pi/2))
				if exact := real(want * turn); time > 5 && math.Abs(got-exact) > 0.01*cmplx.Abs(want) {
					t.Fatalf("%s: at %g s the correction is %g m, not %g", name, time, got, exact)
				}
				paddle.step(0.25 + of.measured*math.Sin(w*time))
			}
			if time < 5.5 {
				t.Fatalf("the steps have come to %g s", time)
			}
		}
	})
}

// Steps join: where one ends the next begins, with the speed of the chain and the correction. A
// step that is rejected is done again from the same beginning.
func TestAbsorbedStepsJoin(t *testing.T) {
	p := cuda.AbsorbPaddle{Gain: 4, Lag: 0.01, Leak: 1, Shift: 0.02, Speed: 0.3, Accel: 20}
	paddle := newPaddleFlow(t, strict, p, cuda.MotionPiece{})
	const ending, beginning = 2, 0
	for k := range 400 {
		before := paddle.motion(k)
		paddle.step(0.1 * math.Sin(0.05*float64(k)))
		after := paddle.motion(k + 1)
		if before.Displacement[ending] != after.Displacement[beginning] {
			t.Fatalf("step %d ends at %v, the next begins at %v", k, before.Displacement[ending],
				after.Displacement[beginning])
		}
		for a := range 3 {
			v, w := before.Velocity[ending][a], after.Velocity[beginning][a]
			if d := math.Abs(float64(v - w)); d > 1e-6 {
				t.Fatalf("step %d ends with %g m/s, the next begins with %g", k, v, w)
			}
		}
		c, at := paddle.now()
		if v := float64(after.Velocity[beginning][2]); math.Abs(v-0.6*at.Speed) > 1e-6 {
			t.Fatalf("at %g s the body has %g m/s along z, and the correction %g", c.Time, v, at.Speed)
		}
	}
	begun, at := paddle.now()
	was := paddle.motion(int(paddle.scan.Step))
	paddle.scan.Maxima = paddle.upload([]cuda.Maxima{{Used: math.Float32bits(2)}})
	var c cuda.Clock
	paddle.download(&c, paddle.scan.Clock)
	c.VerifiedUntil = 0
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(&c)), unsafe.Sizeof(c))
	paddle.stream.Upload(paddle.scan.Clock, bytes)
	paddle.step(0.1)
	ended, still := paddle.now()
	if ended.Halt != cuda.SkinUsed || ended.Step != begun.Step || still != at {
		t.Fatalf("a step was rejected (%d): the correction was %v, and is %v", ended.Halt, at, still)
	}
	paddle.scan.Maxima = paddle.upload([]cuda.Maxima{maxima(8, 1, 0)})
	paddle.begin()
	if again := paddle.motion(0); again.Displacement[beginning] != was.Displacement[beginning] {
		t.Errorf("it begins at %v, not %v", again.Displacement[beginning], was.Displacement[beginning])
	}
}

// No error of the level takes the paddle beyond its bounds.
func TestAbsorbKeepsBounds(t *testing.T) {
	p := cuda.AbsorbPaddle{Gain: 4, Lag: 0.01, Leak: 0.5, Shift: 0.05, Speed: 0.4, Accel: 10}
	inForms(t, func(t *testing.T, form form) {
		paddle := newPaddleFlow(t, form, p, cuda.MotionPiece{})
		var far, fast float64
		last := 0.0
		for k := range 3000 {
			paddle.step(map[bool]float64{false: 3, true: -3}[k/700%2 == 1])
			_, at := paddle.now()
			far, fast = max(far, math.Abs(at.Shift)), max(fast, math.Abs(at.Speed))
			if a := math.Abs(at.Speed-last) / 1e-3; a > 1.001*p.Accel {
				t.Fatalf("step %d: it accelerates by %g m/s²", k, a)
			}
			last = at.Speed
		}
		if far > 1.001*p.Shift || far < 0.95*p.Shift || fast > p.Speed || fast < 0.95*p.Speed {
			t.Errorf("it comes to %g m and %g m/s, its bounds are %g and %g", far, fast, p.Shift, p.Speed)
		}
	})
}
