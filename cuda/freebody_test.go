package cuda_test

import (
	"math"
	"testing"
	"unsafe"

	"gpusph/cuda"
	"gpusph/gpu"
)

// floating is free bodies alone, in steps of a length.
type floating struct {
	*device
	args  cuda.FreeBodiesArgs
	clock cuda.Clock
	at    gpu.Ptr
}

func float(t *testing.T, f form, dt float32, bodies []cuda.FreeBody, ties []cuda.Tie,
	states []cuda.BodyState, gravity [3]float32) *floating {
	d, n := open(t, f), len(bodies)
	all := append(append(states, make([]cuda.BodyState, 2*n)...), cuda.BodyState{})
	var record cuda.StepRecord
	record.Length = dt
	record.At[0].Gravity, record.At[1].Gravity = gravity, gravity
	o := &floating{device: d, clock: cuda.Clock{Limit: math.MaxInt32}}
	rows := make([]cuda.MotionBody, n+1)
	o.at = d.upload(o.clock)
	o.args = cuda.FreeBodiesArgs{
		Clock: o.at, Record: d.upload(record), Bodies: d.upload(bodies), States: d.upload(all),
		Sums: d.alloc(48 * n), Scale: 1, Count: int32(n),
		Motion: cuda.MotionTable{
			Bodies: d.upload(rows), At: d.alloc(2 * (n + 1) * int(unsafe.Sizeof(cuda.BodyMotion{}))),
			PerQuantum: 1e6, Count: int32(n + 1),
		},
	}
	if len(ties) > 0 {
		o.args.Ties = d.upload(ties)
	}
	d.stream.Fill(o.args.Sums, 0, 48*n)
	return o
}

func (o *floating) step(steps int) []cuda.BodyState {
	for k := range steps {
		for half := range 2 {
			args := o.args
			args.Step, args.Half = int32(k), int32(half)
			gpu.Launch(o.stream, cuda.FreeBodies, args, 0, int(args.Count))
		}
	}
	states := make([]cuda.BodyState, 3*o.args.Count)
	o.download(&states, o.args.States)
	return states[steps%2*int(o.args.Count):][:o.args.Count]
}

func cube() cuda.FreeBody {
	return cuda.FreeBody{
		Mass: 2, Inertia: [9]float64{1, 0, 0, 0, 2, 0, 0, 0, 3}, Inverse: [9]float64{1, 0, 0, 0, 0.5, 0,
			0, 0, 1. / 3},
		Direction: [3][3]float64{{1}, {0, 1}, {0, 0, 1}}, Axis: [3][3]float64{{1}, {0, 1}, {0, 0, 1}},
		Directions: 3, Axes: 3, Body: 1, Smoothing: 1,
	}
}

func spun(spin [3]float64) cuda.BodyState {
	return cuda.BodyState{Turn: [4]float64{1}, Spin: spin, Momentum: [3]float64{spin[0], 2 * spin[1],
		3 * spin[2]}}
}

func energyOf(s *cuda.BodyState) (e float64) {
	for a := range 3 {
		e += 0.5 * s.Spin[a] * s.Momentum[a]
	}
	return e
}

// A body that nothing acts on keeps its momentum, its angular momentum and its energy, about any
// axis, for a hundred turns of some hundred steps each.
func TestFreeBodyTurnsForEver(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		const perTurn, turns = 400, 100
		s := spun([3]float64{0.3, 6, 0.2}) // about the middle axis, which it tumbles about
		s.Velocity = [3]float64{1, -2, 0.5}
		was := energyOf(&s)
		o := float(t, f, 1./perTurn, []cuda.FreeBody{cube()}, nil, []cuda.BodyState{s}, [3]float32{})
		now := o.step(perTurn * turns)[0]
		if drift := energyOf(&now)/was - 1; math.Abs(drift) > 1e-6 {
			t.Errorf("the energy has drifted by %.1e", drift)
		}
		for a := range 3 {
			if now.Momentum[a] != s.Momentum[a] || now.Velocity[a] != s.Velocity[a] {
				t.Errorf("momenta were %v, %v and are %v, %v", s.Velocity, s.Momentum, now.Velocity,
					now.Momentum)
			}
			want := float64(float32(1./perTurn)) * perTurn * turns * s.Velocity[a]
			if math.Abs(now.Shift[a]-want) > 1e-9*turns {
				t.Errorf("it has come %g m, want %g m", now.Shift[a], want)
			}
		}
	})
}

// About a principal axis it turns evenly, but for round-off.
func TestFreeBodyOnPrincipalAxis(t *testing.T) {
	inForms(t, func(t *testing.T, f form) {
		o := float(t, f, 1e-3, []cuda.FreeBody{cube()}, nil, []cuda.BodyState{spun([3]float64{0, 0, 5})},
			[3]float32{})
		now := o.step(10000)[0]
		if math.Abs(now.Spin[2]-5) > 1e-12 || math.Abs(now.Spin[0])+math.Abs(now.Spin[1]) > 1e-12 {
			t.Errorf("it spins with %v, want 5 about z", now.Spin)
		}
		want := math.Mod(5*10000*float64(float32(1e-3)), 2*math.Pi)
		if got := math.Mod(2*math.Atan2(now.Turn[3], now.Turn[0])+2*math.Pi,
			2*math.Pi); math.Abs(got-want) > 1e-9 {
			t.Errorf("it has turned by %.12g, want %.12g", got, want)
		}
	})
}

// A body on a hinge swings as a physical pendulum, for small angles.
func TestFreeBodyOnHinge(t *testing.T) {
	b := cube()
	b.Axes, b.Directions, b.Axis[0], b.Arm = 1, 0, [3]float64{0, 1, 0}, [3]float64{0.01, 0, -0.5}
	period := 2 * math.Pi * math.Sqrt(2/(2*9.81*0.5))
	o := float(t, strict, float32(period/2000), []cuda.FreeBody{b}, nil,
		[]cuda.BodyState{spun([3]float64{})}, [3]float32{0, 0, -9.81})
	half := o.step(1000)[0]
	if angle := 2 * math.Atan2(half.Turn[2], half.Turn[0]); math.Abs(angle-2*0.02) > 1e-4 {
		t.Errorf("after half a period it has turned by %g, want 0.04", angle)
	}
	if speed := math.Abs(half.Spin[1]); speed > 1e-3 {
		t.Errorf("after half a period it spins with %g", speed)
	}
}

// Springs pull two bodies together and apart, a rope does not push, a torsion spring turns back.
func TestFreeBodiesOnSprings(t *testing.T) {
	a, b := cube(), cube()
	a.EndTie, b.FirstTie, b.EndTie, b.Body = 1, 1, 2, 2
	ties := []cuda.Tie{
		{Kind: cuda.SpringTie, Length: 1, Stiff: 4, Other: 2, Between: [3]float64{1, 0, 0}},
		{Kind: cuda.SpringTie, Length: 1, Stiff: 4, Other: 1, Between: [3]float64{-1, 0, 0}},
	}
	s := spun([3]float64{})
	s.Shift[0] = -0.1
	other := spun([3]float64{})
	other.Shift[0] = 0.1
	period := 2 * math.Pi / math.Sqrt(2*4/2.)
	o := float(t, strict, float32(period/2000), []cuda.FreeBody{a, b}, ties, []cuda.BodyState{s,
		other}, [3]float32{})
	half := o.step(1000)
	if math.Abs(half[0].Shift[0]-0.1) > 1e-4 || math.Abs(half[1].Shift[0]+0.1) > 1e-4 ||
		half[0].Velocity[0]+half[1].Velocity[0] != 0 {
		t.Errorf("after half a period they are at %g and %g, want 0.1 and -0.1", half[0].Shift[0],
			half[1].Shift[0])
	}

	ties[0] = cuda.Tie{Kind: cuda.RopeTie, Length: 2, Stiff: 4, To: [3]float64{1, 0, 0}}
	o = float(t, strict, 1e-3, []cuda.FreeBody{a}, ties, []cuda.BodyState{spun([3]float64{})},
		[3]float32{})
	if now := o.step(100)[0]; now.Velocity != [3]float64{} {
		t.Errorf("a slack rope has moved its body with %v", now.Velocity)
	}

	ties[0] = cuda.Tie{Kind: cuda.TorsionTie, At: [3]float64{0, 0, 1}, Stiff: 12}
	s = spun([3]float64{})
	s.Turn = [4]float64{math.Cos(0.5), 0, 0, math.Sin(0.5)} // 1 rad
	o = float(t, strict, float32(math.Pi/2000), []cuda.FreeBody{a}, ties, []cuda.BodyState{s},
		[3]float32{})
	if now := o.step(1000)[0]; math.Abs(2*math.Atan2(now.Turn[3], now.Turn[0])+1) > 1e-4 {
		t.Errorf("after half a period it is at %g rad, want -1", 2*math.Atan2(now.Turn[3], now.Turn[0]))
	}
}

// Two bodies on a spring with a damper that move along together swing against each other as a
// damped oscillator of their reduced mass: the damper has the velocity of both.
func TestFreeBodiesOnDamper(t *testing.T) {
	a, b := cube(), cube()
	b.Mass = 6
	a.EndTie, b.FirstTie, b.EndTie, b.Body = 1, 1, 2, 2
	const stiff, damping, along = 30., 4., 0.7
	ties := []cuda.Tie{
		{Kind: cuda.SpringTie, Length: 1, Stiff: stiff, Damping: damping, Other: 2,
			Between: [3]float64{1, 0, 0}},
		{Kind: cuda.SpringTie, Length: 1, Stiff: stiff, Damping: damping, Other: 1,
			Between: [3]float64{-1, 0, 0}},
	}
	s, other := spun([3]float64{}), spun([3]float64{})
	s.Velocity, other.Velocity, other.Shift = [3]float64{along}, [3]float64{along}, [3]float64{0.2}
	const dt, steps = 1e-3, 700
	o := float(t, strict, dt, []cuda.FreeBody{a, b}, ties, []cuda.BodyState{s, other}, [3]float32{})
	now := o.step(steps)
	const reduced = 2 * 6 / 8.
	time, decay := float64(float32(dt))*steps, damping/(2*reduced)
	omega := math.Sqrt(stiff/reduced - decay*decay)
	want := 0.2 * math.Exp(-decay*time) * (math.Cos(omega*time) + decay/omega*math.Sin(omega*time))
	if got := now[1].Shift[0] - now[0].Shift[0]; math.Abs(got-want) > 1e-5 {
		t.Errorf("they are %g m further apart, want %g", got, want)
	}
	middle := (2*now[0].Shift[0] + 6*now[1].Shift[0]) / 8
	if begin := 6 * 0.2 / 8; math.Abs(middle-begin-along*time) > 1e-9 {
		t.Errorf("their centre has come %g m, want %g", middle-begin, along*time)
	}
}

// A mooring pulls by its table, which is linear between its nodes along both distances, towards the
// anchor along the level and downwards, and as at the end of the table beyond that. Its damping is
// of the velocity of its end.
func TestMooringTable(t *testing.T) {
	const columns, rows, across, up = 5, 3, 0.5, 0.75
	lines := make([]float64, 2*7, 2*(7+columns*rows))
	level := func(x, z float64) float64 { return 1 + 2*x + 3*z + 0.5*x*z }
	down := func(x, z float64) float64 { return 10 - x + 5*z - 2*x*z }
	for j := range rows {
		for i := range columns {
			x, z := float64(i)*across, float64(j)*up
			lines = append(lines, level(x, z), down(x, z))
		}
	}
	body := cube()
	body.EndTie = 1
	tie := cuda.Tie{Kind: cuda.MooringTie, At: [3]float64{0, 0, 0.25}, Table: 7, Columns: columns,
		Rows: rows, Across: across, Up: up, Damping: 0.25}
	const dt = 1e-3
	for _, test := range []struct{ anchor, ends [3]float64 }{
		{[3]float64{0.9, -1.2, -0.7}, [3]float64{1.5, 0.95, 0}},
		{[3]float64{-0.2, 0, -0.1}, [3]float64{0.2, 0.35, 0}},
		{[3]float64{0, 1.9, -0.95}, [3]float64{1.9, 1.2, 0}},
		{[3]float64{0, 7, -4}, [3]float64{2, 1.5, 0}},  // beyond the table
		{[3]float64{0.3, 0, 2}, [3]float64{0.3, 0, 0}}, // below the anchor
	} {
		tie.To = test.anchor
		begin := spun([3]float64{})
		begin.Velocity = [3]float64{0.4, -0.8, 1.2}
		o := float(t, strict, dt, []cuda.FreeBody{body}, []cuda.Tie{tie}, []cuda.BodyState{begin},
			[3]float32{})
		o.args.Lines = o.upload(lines)
		now := o.step(1)[0]
		flat := math.Hypot(test.anchor[0], test.anchor[1])
		pull, below := level(test.ends[0], test.ends[1]), down(test.ends[0], test.ends[1])
		want := [3]float64{pull * test.anchor[0] / flat, pull * test.anchor[1] / flat, -below}
		for a := range 3 {
			want[a] -= 0.25 * begin.Velocity[a]
			got := 2 * (now.Velocity[a] - begin.Velocity[a]) / float64(float32(dt))
			if math.Abs(got-want[a]) > 0.03 {
				t.Errorf("the anchor at %v pulls with %g N along axis %d, want %g", test.anchor, got, a,
					want[a])
			}
		}
		// the lever is 0.25 m along z
		for a, moment := range [3]float64{-0.25 * want[1], 0.25 * want[0], 0} {
			if got := now.Momentum[a] / float64(float32(dt)); math.Abs(got-moment) > 0.01 {
				t.Errorf("the anchor at %v turns with %g N m about axis %d, want %g", test.anchor, got, a,
					moment)
			}
		}
	}
}

// A body that is faster than the bound, or whose state is not a number, ends the flow by the maxima
// of its step; another leaves them.
func TestFastBodyEndsFlow(t *testing.T) {
	for _, test := range []struct {
		velocity, spin, gravity float64
		ends                    bool
	}{{2.9, 0, 0, false}, {3.1, 0, 0, true}, {0, 1.4, 0, false}, {0, 1.6, 0, true},
		{0, 0, math.NaN(), true}, {math.NaN(), 0, 0, true}} {
		s := spun([3]float64{0, 0, test.spin})
		s.Velocity[1] = test.velocity
		o := float(t, strict, 1e-3, []cuda.FreeBody{cube()}, nil, []cuda.BodyState{s},
			[3]float32{0, float32(test.gravity), 0})
		rows := make([]cuda.MotionBody, 2)
		rows[1].CurveArm = 2
		o.args.Motion.Bodies = o.upload(rows)
		o.args.Maxima, o.args.MaxSpeed2 = o.upload(cuda.Maxima{Speed2: 7}), 9
		o.step(1)
		var m cuda.Maxima
		o.download(&m, o.args.Maxima)
		if want := map[bool]uint32{false: 7, true: math.MaxInt32}[test.ends]; m.Speed2 != want {
			t.Errorf("%+v leaves the maximum %x, want %x", test, m.Speed2, want)
		}
	}
}

// Points of a body that tumbles have the velocities and the accelerations of its motion record:
//
//	d(R r)/dt = ω × R r,  d²(R r)/dt² = dω/dt × R r + ω × (ω × R r),
//
// with R its rotation and ω its spin.
func TestRecordedMotionOfPoints(t *testing.T) {
	const n = 301 // steps, so that the record is that of an odd one
	s := spun([3]float64{1, 4, -2})
	o := float(t, strict, 1./400, []cuda.FreeBody{cube()}, nil, []cuda.BodyState{s}, [3]float32{})
	now := o.step(n)[0]
	motions := make([]cuda.BodyMotion, 4)
	o.download(&motions, o.args.Motion.At)
	m := motions[n%2*2+1]
	spin := now.Spin
	angular := [3]float64{now.Acceleration[3], now.Acceleration[4], now.Acceleration[5]}
	for axis := range 3 {
		var turned, rate, curve [3]float64 // of a point on the axis, 1 m from the pivot
		for k := range 3 {
			turned[k], rate[k] = m.Rotation[0][3*k+axis], float64(m.Rate[0][3*k+axis])
			curve[k] = float64(m.Curve[0][3*k+axis])
		}
		turned[axis]++
		velocity := crossed(spin, turned)
		toCentre, grows := crossed(spin, velocity), crossed(angular, turned)
		for k := range 3 {
			if math.Abs(rate[k]-velocity[k]) > 1e-5 {
				t.Errorf("the point on axis %d moves with %v m/s, not %v", axis, rate, velocity)
				break
			}
			if math.Abs(curve[k]-toCentre[k]-grows[k]) > 1e-4 {
				t.Errorf("its acceleration is %v, not %v + %v m/s²", curve, toCentre, grows)
				break
			}
		}
	}
}

func crossed(a, b [3]float64) (c [3]float64) {
	for k := range 3 {
		c[k] = a[(k+1)%3]*b[(k+2)%3] - a[(k+2)%3]*b[(k+1)%3]
	}
	return c
}
