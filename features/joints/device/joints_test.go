package device

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gpusph/cuda"
	"gpusph/features/bodies"
	"gpusph/features/joints"
	"gpusph/sph"
)

// pendulum is rods of 1 m in a row along x, the first at a joint at the origin.
func pendulum(rods int, kind joints.Kind) *sph.Case {
	var all []sph.Body
	var of []joints.Joint
	for k := range rods {
		all = append(all, rod(fmt.Sprint("rod", k+1), [3]float64{float64(k) + 0.5}, 1, 2))
		of = append(of, joints.Joint{Name: fmt.Sprint("joint", k+1), Kind: kind, Body: k + 1, Other: k,
			At: [3]float64{float64(k)}, Axis: [3]float64{0, 1}})
	}
	return flowOf(all, of)
}

// settle gives bodies velocities that joints let them have.
func settle(c *sph.Case) {
	for _, ch := range joints.Chains(c) {
		ch.Settle(c)
	}
}

// Pendulums of two and three rods, which let go from the horizontal tumble chaotically, keep their
// energy within 1e-4 of what they exchange in 10⁵ steps, and their joints hold within 1e-6 m. That
// of three tumbles out of the plane, too.
func TestPendulumKeepsEnergy(t *testing.T) {
	for _, test := range []struct {
		rods int
		kind joints.Kind
	}{{2, joints.Hinge}, {3, joints.Ball}} {
		t.Run(fmt.Sprint(test.rods, test.kind), func(t *testing.T) {
			c := pendulum(test.rods, test.kind)
			if test.kind == joints.Ball {
				bodies.Of(&c.Bodies[2]).Spin = [3]float64{0.5, 1, 2}
				settle(c)
			}
			r := newRig(t, c, 1e-3)
			was, worst, broken := r.energy(), 0.0, 0.0
			exchanged := 2 * 9.81 * 0.5 * float64(test.rods*test.rods)
			for range 1000 {
				r.advance(100)
				worst = max(worst, math.Abs(r.energy()-was)/exchanged)
				broken = max(broken, r.broken())
			}
			t.Logf("energy within %.1e, joints within %.1e m after %d steps", worst, broken, r.step)
			if !(worst < 1e-4) || !(broken < 1e-6) {
				t.Errorf("the energy changes by %.1e of what is exchanged, joints come %.1e m apart", worst,
					broken)
			}
		})
	}
}

// mixed is a chain of ten bodies with joints of all kinds, and springs along sliders.
func mixed(stiff float64) *sph.Case {
	kinds := []joints.Kind{joints.Hinge, joints.Fixed, joints.Slider, joints.Ball}
	c := pendulum(10, joints.Hinge)
	of := joints.Of(c)
	for k := range of {
		of[k].Kind = kinds[k%len(kinds)]
		if of[k].Kind == joints.Slider {
			of[k].Axis, of[k].Stiff = [3]float64{0.6, 0, 0.8}, stiff
		}
	}
	return c
}

// A chain of ten bodies in space, some of them fixed to each other or sliding, keeps its energy.
func TestChainOfTen(t *testing.T) {
	c := mixed(400)
	of := joints.Of(c)
	bodies.Of(&c.Bodies[9]).Spin = [3]float64{0, 0, 1}
	settle(c)
	r := newRig(t, c, 1e-3)
	all := func() float64 {
		e := r.energy()
		for k, j := range r.joints() {
			e += of[k].Stiff * j.Place * j.Place / 2
		}
		return e
	}
	was, worst, broken := all(), 0.0, 0.0
	for range 50 {
		r.advance(100)
		worst, broken = max(worst, math.Abs(all()-was)/(10*2*9.81*5)), max(broken, r.broken())
	}
	t.Logf("energy within %.1e, joints within %.1e m", worst, broken)
	if !(worst < 1e-5) || !(broken < 1e-9) {
		t.Errorf("the energy changes by %.1e, joints come %.1e m apart", worst, broken)
	}
}

// tenLinked is that with dampers, limits and a motor, too.
func tenLinked() *sph.Case {
	c := mixed(4000)
	of := joints.Of(c)
	of[2].Damping = 3
	of[4].Limited, of[4].Low, of[4].High, of[4].Quadratic = true, -0.1, 0.1, 2
	of[8].Motor, of[8].Law = joints.PlaceMotor, sinusoid(0.5, 2)
	bodies.Of(&c.Bodies[9]).Spin = [3]float64{0, 0, 1}
	settle(c)
	return c
}

// A GPU moves bodies with the bits of a processor. It takes one: GPUSPH_TEST_DEVICES=cuda:0.
func TestJointsOnGPU(t *testing.T) {
	device, _, _ := strings.Cut(os.Getenv("GPUSPH_TEST_DEVICES"), ",")
	if device == "" {
		t.Skip("GPUSPH_TEST_DEVICES names no GPU")
	}
	var want []cuda.BodyState
	var held []cuda.JointState
	for _, of := range []string{"host", device} {
		r := newRigOn(t, tenLinked(), 2e-3, of)
		begun := time.Now()
		r.advance(1000)
		now, states := r.bodies(), r.joints()
		t.Logf("%s: %.1f µs a step", of, time.Since(begun).Seconds()*1e3)
		if want == nil {
			want, held = now, states
		}
		if !slices.Equal(now, want) || !slices.Equal(states, held) {
			t.Errorf("%s has the first body %+v, not %+v", of, now[0], want[0])
		}
	}
}

// A hinge with a spring and a damper is a damped oscillator,
//
//	θ = θ0 e^(-γt) (cos ωt + γ/ω sin ωt),   γ = c/2I, ω² = k/I - γ²,
//
// also where the spring needs sub-steps, and what the damper takes is what the oscillator loses.
func TestHingeIsDampedOscillator(t *testing.T) {
	for _, stiff := range []float64{30, 3e5} {
		const damping, begin = 0.8, 0.3
		c := flowOf([]sph.Body{rod("arm", [3]float64{0.5}, 1, 2)}, []joints.Joint{{Name: "hinge",
			Kind: joints.Hinge, Body: 1, Axis: [3]float64{0, 0, 1}, Stiff: stiff, Damping: damping,
			Rest: -begin}})
		c.Params.Gravity = [3]float64{}
		moment := 2./12 + 2*0.25
		decay := damping / (2 * moment)
		omega := math.Sqrt(stiff/moment - decay*decay)
		dt := 0.02
		if stiff > 1e3 {
			dt = 0.01
		}
		r := newRig(t, c, dt)
		r.advance(50)
		time := 50 * float64(r.dt)
		swings := math.Cos(omega*time) + decay/omega*math.Sin(omega*time)
		want := begin*math.Exp(-decay*time)*swings - begin
		now := r.joints()[0]
		stored := stiff * (now.Place + begin) * (now.Place + begin) / 2
		lost := stiff*begin*begin/2 - stored - r.energy()
		t.Logf("angle %.9f, exactly %.9f; lost %.9g J, taken %.9g J", now.Place, want, lost, now.Energy)
		if off := math.Abs(now.Place - want); off > 1e-3*begin {
			t.Errorf("stiffness %g: it is at %g rad, want %g", stiff, now.Place, want)
		}
		if math.Abs(lost-now.Energy) > 1e-3*lost {
			t.Errorf("stiffness %g: the damper has taken %g J of %g J", stiff, now.Energy, lost)
		}
	}
}

// What a power take-off with linear and quadratic damping takes from a double pendulum is the
// energy that this loses.
func TestPowerTakeOff(t *testing.T) {
	c := pendulum(2, joints.Hinge)
	of := joints.Of(c)
	of[0].Damping, of[1].Quadratic, of[1].Damping = 0.5, 0.4, 0.1
	r := newRig(t, c, 1e-3)
	was, sum := r.energy(), 0.0
	for range 5000 {
		r.advance(1)
		for _, j := range r.joints() {
			sum += j.Power * float64(r.dt)
		}
	}
	lost, taken := was-r.energy(), 0.0
	for _, j := range r.joints() {
		taken += j.Energy
	}
	t.Logf("lost %.9g J, taken %.9g J, power integrated %.9g J", lost, taken, sum)
	if math.Abs(taken-lost) > 1e-6*lost || math.Abs(sum-lost) > 1e-6*lost {
		t.Errorf("it has lost %g J, but %g J were taken, by the power %g J", lost, taken, sum)
	}
}

// A motor moves a slider as its law says, with the force that this takes, and gives the energy that
// the body gains. One that gives a force accelerates it by that.
func TestMotors(t *testing.T) {
	law := sinusoid(0.3, 0.5)
	c := flowOf([]sph.Body{rod("cart", [3]float64{0.5}, 1, 2)}, []joints.Joint{{Name: "rail",
		Kind: joints.Slider, Body: 1, At: [3]float64{0.5}, Axis: [3]float64{0.6, 0, 0.8},
		Motor: joints.PlaceMotor, Law: law}})
	settle(c)
	r := newRig(t, c, 1e-3)
	was := r.energy()
	for range 700 {
		r.advance(1)
		time := float64(r.dt) * float64(r.step)
		now := r.joints()[0]
		x, v, _ := law.At(time)
		_, _, a := law.At(time - float64(r.dt)/2)
		if math.Abs(now.Place-x) > 1e-9 || math.Abs(now.Rate-v) > 1e-9 {
			t.Fatalf("at %g s it is at %g m with %g m/s, want %g m with %g m/s", time, now.Place, now.Rate,
				x, v)
		}
		if want := 2 * (a + 9.81*0.8); math.Abs(now.Along-want) > 1e-3 {
			t.Fatalf("at %g s the motor pushes with %g N, want %g", time, now.Along, want)
		}
	}
	if gained := r.energy() - was; math.Abs(gained+r.joints()[0].Energy) > 1e-6*math.Abs(gained) {
		t.Errorf("the body has gained %g J, the motor given %g J", gained, -r.joints()[0].Energy)
	}

	of := joints.Of(c)
	of[0].Motor, of[0].Law = joints.ForceMotor, sinusoid(4, 0.5)
	c.Params.Gravity = [3]float64{}
	bodies.Of(&c.Bodies[0]).Velocity = [3]float64{}
	r = newRig(t, c, 1e-3)
	r.advance(800)
	w, time := 2*math.Pi*0.5, 0.8
	want := 4. / 2 / w * (1 - math.Cos(w*time))
	if got := r.joints()[0]; math.Abs(got.Rate-want) > 1e-6 ||
		math.Abs(r.energy()+got.Energy) > 1e-9 {
		t.Errorf("it moves with %g m/s, want %g; the motor gave %g J", got.Rate, want, -got.Energy)
	}
}

// A pendulum that falls on a limit stays there while gravity holds it, and leaves when that turns.
func TestLimits(t *testing.T) {
	c := pendulum(2, joints.Hinge)
	of := joints.Of(c)
	of[0].Limited, of[0].Low, of[0].High = true, -0.2, 0.5
	of[1].Limited, of[1].Low, of[1].High = true, -1, 0.3
	r := newRig(t, c, 1e-3)
	r.advance(3000)
	for k, j := range r.joints() {
		if math.Abs(j.Place-of[k].High) > 1e-6 || math.Abs(j.Rate) > 1e-6 || j.Held != 1 {
			t.Errorf("joint %d is at %g rad with %g rad/s, want %g at rest", k+1, j.Place, j.Rate,
				of[k].High)
		}
	}
	// the moment of gravity about each joint
	x := []float64{math.Cos(0.5), math.Cos(0.8)}
	second := -2 * 9.81 * 0.5 * x[1]
	if got := r.joints()[1].Along; math.Abs(got-second) > 1e-3 {
		t.Errorf("the second limit pushes with %g N m, want %g", got, second)
	}
	c.Params.Gravity = [3]float64{0, 0, 9.81}
	r.advance(3000)
	for k, j := range r.joints() {
		if math.Abs(j.Place-of[k].Low) > 1e-6 || j.Held != -1 {
			t.Errorf("after gravity has turned joint %d is at %g rad, want %g", k+1, j.Place, of[k].Low)
		}
	}
}

// A pendulum whose joint moves up and down swings as under a gravity that changes: on a wall that a
// law moves, and on a body that a motor moves alike.
func TestJointAtMovingWall(t *testing.T) {
	law := sinusoid(0.1, 1.3)
	at := [3]float64{0, 0, 0.2}
	wall := sph.Body{Name: "wall"}
	wall.Motion.Links = append(wall.Motion.Links, shift(law))
	hinge := joints.Joint{Name: "hinge", Kind: joints.Hinge, Body: 2, Other: 1, At: at,
		Axis: [3]float64{0, 1}}
	arm := rod("arm", [3]float64{0.5, 0, 0.2}, 1, 2)
	c := flowOf([]sph.Body{wall, arm}, []joints.Joint{hinge})
	settle(c)
	r := newRig(t, c, 1e-3)
	r.advance(3000)
	first := r.joints()[0]
	if far := r.broken(); far > 1e-9 {
		t.Errorf("the joint is %g m from its wall", far)
	}

	rail := joints.Joint{Name: "rail", Kind: joints.Slider, Body: 1, At: at,
		Axis: [3]float64{0, 0, 1}, Motor: joints.PlaceMotor, Law: law}
	c = flowOf([]sph.Body{rod("wall", at, 1, 5), rod("arm", [3]float64{0.5, 0, 0.2}, 1, 2)},
		[]joints.Joint{hinge, rail})
	settle(c)
	r = newRig(t, c, 1e-3)
	r.advance(3000)
	second := r.joints()[0]
	t.Logf("%.12g and %.12g rad", first.Place, second.Place)
	if math.Abs(first.Place-second.Place) > 1e-6 || math.Abs(first.Along-second.Along) > 1e-6 {
		t.Errorf("on a wall %+v, on a body with a motor %+v", first, second)
	}
}

// A wall that turns carries what is fixed to it along.
func TestFixedToTurningWall(t *testing.T) {
	wall := sph.Body{Name: "wall"}
	wall.Motion.Links = append(wall.Motion.Links, turn(sinusoid(0.15, 0.7)))
	c := flowOf([]sph.Body{wall, rod("arm", [3]float64{0.5}, 1, 2)}, []joints.Joint{{Name: "weld",
		Kind: joints.Fixed, Body: 2, Other: 1, At: [3]float64{0.5}}})
	settle(c)
	r := newRig(t, c, 1e-3)
	r.advance(500)
	law := sinusoid(0.15, 0.7)
	turns, rate, _ := law.At(500 * float64(r.dt))
	s := r.bodies()[0]
	if got := 2 * math.Atan2(s.Turn[2], s.Turn[0]); math.Abs(got-2*math.Pi*turns) > 1e-9 ||
		math.Abs(s.Spin[1]-2*math.Pi*rate) > 1e-9 || r.broken() > 1e-9 {
		t.Errorf("it has turned by %g rad with %g rad/s, want %g and %g; %g m off", got, s.Spin[1],
			2*math.Pi*turns, 2*math.Pi*rate, r.broken())
	}
}

// In two dimensions four rods in a loop of hinges are not over-determined, and move as one that is
// let go does.
func TestLoopInPlane(t *testing.T) {
	c := fourBars()
	c.Params.Dim = 2
	for i := range c.Bodies {
		f := bodies.Of(&c.Bodies[i])
		f.Directions, f.Axes = [][3]float64{{1}, {0, 0, 1}}, [][3]float64{{0, 1}}
	}
	r := newRig(t, c, 1e-3)
	was, worst, broken := r.energy(), 0.0, 0.0
	for range 200 {
		r.advance(20)
		worst, broken = max(worst, math.Abs(r.energy()-was)), max(broken, r.broken())
	}
	t.Logf("energy within %.1e J, joints within %.1e m", worst, broken)
	if !(worst < 1e-5) || !(broken < 1e-9) {
		t.Errorf("the energy changes by %.1e J, joints come %.1e m apart", worst, broken)
	}
}

// fourBars is three rods that hang from the ground as three sides of a parallelogram.
func fourBars() *sph.Case {
	down := func(name string, x float64) sph.Body {
		b := rod(name, [3]float64{x, 0, -0.5}, 1, 2)
		bodies.Of(&b).Inertia = [3][3]float64{{1. / 6}, {0, 1. / 6}, {0, 0, 1. / 600}}
		return b
	}
	at := func(name string, body, other int, x, z float64) joints.Joint {
		return joints.Joint{Name: name, Kind: joints.Hinge, Body: body, Other: other,
			At: [3]float64{x, 0, z}, Axis: [3]float64{0, 1}}
	}
	bar := rod("bar", [3]float64{0.5, 0, -1}, 1, 2)
	c := flowOf([]sph.Body{down("left", 0), bar, down("right", 1)},
		[]joints.Joint{at("a", 1, 0, 0, 0), at("b", 2, 1, 0, -1), at("c", 3, 2, 1, -1),
			at("d", 3, 0, 1, 0)})
	c.Params.Gravity = [3]float64{3, 0, -9.81}
	return c
}

// A loop of hinges in space holds more than it must, and is refused with the names of its joints.
func TestOverDeterminedLoop(t *testing.T) {
	for _, test := range []struct {
		c    *sph.Case
		want string
	}{
		{fourBars(), "the joints a, b, c and d hold some motion of their bodies more than once"},
		{func() *sph.Case {
			c := pendulum(1, joints.Hinge)
			joints.Give(c, append(joints.Of(c), joints.Joint{Name: "pin", Kind: joints.Ball, Body: 1}))
			return c
		}(), "the joints joint1 and pin hold some motion"},
	} {
		if err := joints.Feature.Flow.Check(test.c); err == nil ||
			!strings.Contains(err.Error(), test.want) {
			t.Errorf("%v, want %s", err, test.want)
		}
	}
}
