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
