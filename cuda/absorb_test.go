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
		Links: motion.Links, Pieces: motion.Pieces, Paddles: d.upload([]cuda.AbsorbPaddle{p}),
		Sums: d.upload([]int64{0}), Count: 1,
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

// answer is the correction over the error of the level, both of a frequency, in steps of a length.
// In step n the speed v changes by Δt ((u - v - λx)/τ - λv), the displacement x by the mean of both
// speeds, and u = -G e of the step before: so, with z = exp(iω Δt),
//
//	(z - 1 + Δt/τ + λ Δt) V + λ Δt/τ X = -G Δt/τ E/z,  V = 2 (z - 1)/((z + 1) Δt) X.
func answer(p *cuda.AbsorbPaddle, f, dt float64) complex128 {
	z, one := cmplx.Exp(complex(0, 2*math.Pi*f*dt)), complex(1, 0)
	speed := 2 * (z - one) / ((z + one) * complex(dt, 0))
	left := (z-one+complex(dt/p.Lag+p.Leak*dt, 0))*speed + complex(p.Leak*dt/p.Lag, 0)
	return complex(-p.Gain*dt/p.Lag, 0) / (z * left)
}

// The correction answers to an error of the level as the equations say: after some seconds of a
// sinusoid with its amplitude and phase. The wanted level counts as the measured one does, with the
// other sign, at the same time.
func TestAbsorbFollowsEquations(t *testing.T) {
	p := cuda.AbsorbPaddle{Gain: 4, Lag: 0.06, Leak: 2, Shift: 1, Speed: 10, Accel: 1000, Base: -0.25}
	const f, size = 0.8, 0.02
	type wave struct{ size, turns float64 }
	inForms(t, func(t *testing.T, form form) {
		for name, of := range map[string]struct{ measured, wanted wave }{
			"measured": {wave{size, 0.1}, wave{}}, "wanted": {wave{}, wave{-size, 0.3}},
			"both": {wave{2 * size, 0.2}, wave{1.5 * size, 0.9}},
		} {
			paddle := newPaddleFlow(t, form, p, cuda.MotionPiece{Amplitude: [4]float64{of.wanted.size},
				Frequency: f, Phase: of.wanted.turns})
			sine := func(w wave) complex128 { return cmplx.Rect(w.size, 2*math.Pi*(w.turns-0.25)) }
			var time, dt float64
			for range 6000 {
				c, at := paddle.now()
				time, dt = c.Time, c.Time-time
				want := answer(&p, f, dt) * (sine(of.measured) - sine(of.wanted))
				exact := real(want * cmplx.Exp(complex(0, 2*math.Pi*f*time)))
				if off := math.Abs(at.Shift - exact); time > 5 && off > 5e-4*cmplx.Abs(want) {
					t.Fatalf("%s: at %g s the correction is %g m, not %g", name, time, at.Shift, exact)
				}
				turn := 2 * math.Pi * (f*time + of.measured.turns)
				paddle.step(0.25 + of.measured.size*math.Sin(turn))
			}
			if time < 5.5 {
				t.Fatalf("the steps have come to %g s", time)
			}
		}
	})
}

// Within a step the acceleration a is constant: in its middle the paddle is where ½ a t² says, with
// the mean of both speeds, and so it is in its end.
func TestAbsorbWithinStep(t *testing.T) {
	p := cuda.AbsorbPaddle{Gain: 4, Lag: 0.01, Leak: 1, Shift: 2, Speed: 30, Accel: 1000}
	paddle := newPaddleFlow(t, strict, p, cuda.MotionPiece{})
	const quantum, part = 1e-6, 0.6 // of the way along z
	begun, before := paddle.now()
	for k := range 400 {
		m := paddle.motion(k)
		paddle.step(3 * math.Sin(0.07*float64(k)+1))
		ended, after := paddle.now()
		dt := ended.Time - begun.Time
		a := (after.Speed - before.Speed) / dt
		for moment, s := range []float64{0, dt / 2, dt} {
			x, v := part*(before.Shift+s*(before.Speed+0.5*a*s)), part*(before.Speed+a*s)
			if got := quantum * float64(m.Displacement[moment][2]); math.Abs(got-x) > 1.01*quantum {
				t.Fatalf("step %d, moment %d: the paddle is at %g m, not %g", k, moment, got, x)
			}
			if d := math.Abs(float64(m.Velocity[moment][2]) - v); d > 1e-5 {
				t.Fatalf("step %d, moment %d: the velocity is off by %g m/s of %g", k, moment, d, v)
			}
			if d := math.Abs(float64(m.Acceleration[moment][2]) - part*a); d > 1e-4*p.Accel {
				t.Fatalf("step %d: the acceleration is off by %g m/s² of %g", k, d, part*a)
			}
		}
		if x := before.Shift + 0.5*(before.Speed+after.Speed)*dt; math.Abs(after.Shift-x) > 1e-9 {
			t.Fatalf("step %d ends at %g m, not %g", k, after.Shift, x)
		}
		begun, before = ended, after
	}
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
