package motion

import (
	"math"
	"math/cmplx"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// arm is a chain of all kinds of links: a carriage that swings and stops, a crane that turns and one more that rolls on it, with a table.
func arm() (r Rigid) {
	half := math.Sqrt(0.5)
	r.Add(Link{Axis: [3]float64{1, 0, 0}, Law: Sinusoid(0.3, 0.5, 0.1, During{Start: 0.2, Finish: 5, Ramp: 0.7})})
	r.Add(Link{Turns: true, Axis: [3]float64{0, 0, 1}, At: [3]float64{1, 2, 0}, Law: Steady(0.4, 0.05, During{Finish: 4, Ramp: 0.3})})
	r.Add(Link{Turns: true, Axis: [3]float64{half, 0, half}, At: [3]float64{0, 2, 1}, Law: Rows([]float64{0, 0.5, 1.5, 2}, []float64{0, 0.1, -0.2, 0}, true)})
	r.Add(Link{Axis: [3]float64{0, half, half}, Law: Steady(0.2, 0, During{Start: 1, Finish: 3})})
	return r
}

// Velocities and accelerations are derivatives of positions, distances in the body stay what they are, and nothing is beyond the bounds.
func TestPose(t *testing.T) {
	r := arm()
	if err := r.Check(6); err != nil {
		t.Fatal(err)
	}
	points := [][3]float64{{0.3, 1.5, 0.7}, {0.9, 2.1, -0.4}, {1.4, 1.2, 0.1}}
	arms := make([]float64, len(r.Links))
	for _, x := range points {
		r.Lengthen(arms, x)
	}
	speed, accel := r.Greatest(6, arms)
	pivot := r.Pivot(points[0])
	var fastest, strongest float64
	for k := range 3000 {
		const h = 1e-5
		time := 0.002*float64(k) + 0.0003
		before, now, after := r.Pose(time-h, pivot), r.Pose(time, pivot), r.Pose(time+h, pivot)
		for i, x := range points {
			a, _, _ := before.Point(x)
			b, v, w := now.Point(x)
			c, _, _ := after.Point(x)
			other := r.Pose(time, x)
			if far(other.Shift, now.Displacement(x)) > 1e-13 || far(other.Velocity, v) > 1e-12 || far(other.Acceleration, w) > 1e-11 {
				t.Fatalf("at %g s the pivot matters", time)
			}
			fastest, strongest = max(fastest, norm(v)), max(strongest, norm(w))
			if d := far(v, scaled(1/(2*h), add(c, scaled(-1, a)))); d > 1e-5 {
				t.Fatalf("at %g s the velocity is off by %g m/s", time, d)
			}
			if d := far(w, scaled(1/(h*h), add(add(c, a), scaled(-2, b)))); d > 2e-2*(1+norm(w)) && k%7 == 0 && !atEdge(&r, time) {
				t.Fatalf("at %g s the acceleration %v is off by %g m/s²", time, w, d)
			}
			if y, _, _ := now.Point(points[0]); math.Abs(far(b, y)-far(x, points[0])) > 1e-13 {
				t.Fatalf("at %g s points %d and 0 have come from %g to %g m", time, i, far(x, points[0]), far(b, y))
			}
		}
		w := now.AngularVelocity()
		_, v, _ := now.Point(points[1])
		x, _, _ := now.Point(points[1])
		y, u, _ := now.Point(points[0])
		d := add(x, scaled(-1, y))
		if e := far(add(v, scaled(-1, u)), [3]float64{w[1]*d[2] - w[2]*d[1], w[2]*d[0] - w[0]*d[2], w[0]*d[1] - w[1]*d[0]}); e > 1e-12 {
			t.Fatalf("at %g s the angular velocity is off by %g m/s", time, e)
		}
	}
	if !(fastest < speed && speed < 4*fastest && strongest < accel && accel < 6*strongest) {
		t.Errorf("it is at %g m/s and %g m/s² at most, and the bounds are %g and %g", fastest, strongest, speed, accel)
	}
}

// atEdge reports whether an acceleration may jump near a time.
func atEdge(r *Rigid, time float64) bool {
	for _, l := range r.Links {
		at := l.Law.folded(time)
		for _, p := range append(l.Law.Pieces, Piece{Time: l.Law.From}, Piece{Time: l.Law.From + l.Law.Period}) {
			if math.Abs(at-p.Time) < 1e-3 {
				return true
			}
		}
	}
	return false
}

// The bound of a turn at a constant rate is exact, and so is a shift's.
func TestGreatestIsExact(t *testing.T) {
	var r Rigid
	r.Add(Link{Turns: true, Axis: [3]float64{0, 1, 0}, Law: Steady(2, 0, During{Finish: Never})})
	const w = 4 * math.Pi
	if v, a := r.Greatest(9, []float64{0.5}); math.Abs(v-0.5*w) > 1e-12 || math.Abs(a-0.5*w*w) > 1e-11 {
		t.Errorf("%g m/s and %g m/s²", v, a)
	}
}

// The bound of a turn on a turn about a parallel axis is exact once the point has been furthest
// out, with 2 ω₁ ω₂ r of Coriolis in the acceleration. The positions are a closed form, and the
// accelerations their second differences.
func TestGreatestOfTurnOnTurn(t *testing.T) {
	const w1, w2, far, arm = 2 * math.Pi * 0.5, 2 * math.Pi * 0.8, 1.5, 0.4
	var r Rigid
	ever := During{Finish: Never}
	up := [3]float64{2: 1}
	r.Add(Link{Turns: true, Axis: up, Law: Steady(w1/(2*math.Pi), 0, ever)})
	r.Add(Link{Turns: true, Axis: up, At: [3]float64{far}, Law: Steady(w2/(2*math.Pi), 0, ever)})
	arms := make([]float64, 2)
	r.Lengthen(arms, [3]float64{far - arm, 0, 2})
	speed, acceleration := r.Greatest(2, arms)
	at := func(time float64) complex128 {
		return cmplx.Rect(1, w1*time) * (far - cmplx.Rect(arm, w2*time))
	}
	var fastest, strongest float64
	for k := range 2000 {
		const h = 1e-4
		time := 0.001 * float64(k)
		a, b, c := at(time-h), at(time), at(time+h)
		fastest = max(fastest, cmplx.Abs(c-a)/(2*h))
		strongest = max(strongest, cmplx.Abs(c-2*b+a)/(h*h))
	}
	if math.Abs(speed/fastest-1) > 1e-5 || math.Abs(acceleration/strongest-1) > 1e-5 {
		t.Errorf("the bounds are %g m/s and %g m/s², and it is at %g and %g at most", speed,
			acceleration, fastest, strongest)
	}
}

// From the axis of a turn a carriage begins with the acceleration 2 ω v of Coriolis alone. A turn
// that becomes faster has α and ω² across each other.
func TestGreatestInClosedForm(t *testing.T) {
	const w, v = 2 * math.Pi * 0.3, 0.7
	var r Rigid
	ever := During{Finish: Never}
	r.Add(Link{Turns: true, Axis: [3]float64{0, 1, 0}, Law: Steady(0.3, 0, ever)})
	r.Add(Link{Axis: [3]float64{0.6, 0, 0.8}, Law: Steady(v, 0, ever)})
	if _, a := r.Greatest(0.001, []float64{0, 0}); math.Abs(a/(2*w*v)-1) > 2e-3 {
		t.Errorf("the bound of 2 ω v = %g m/s² is %g", 2*w*v, a)
	}
	var faster Rigid
	faster.Add(Link{Turns: true, Axis: [3]float64{0, 1, 0}, Law: Steady(0.1, 0.2, ever)})
	const rate, growth = 2 * math.Pi * (0.1 + 0.2*3), 2 * math.Pi * 0.2
	speed, a := faster.Greatest(3, []float64{0.5})
	want := 0.5 * math.Sqrt(growth*growth+math.Pow(rate, 4))
	if math.Abs(speed-0.5*rate) > 1e-12 || math.Abs(a-want) > 1e-12 {
		t.Errorf("the bounds are %g m/s and %g m/s², not %g and %g", speed, a, 0.5*rate, want)
	}
}

// The arm times the size of a pose's matrix is the length of the vector that the matrix makes, and
// no less with more than one axis; extents are the greatest displacements of a shift.
func TestArm(t *testing.T) {
	turning := Steady(0.2, 0.3, During{Finish: Never})
	pivot, x := [3]float64{1, 2, 3}, [3]float64{1.5, 1.1, 3.7}
	size := func(m *Matrix) float64 { return norm([3]float64{norm(m[0]), norm(m[1]), norm(m[2])}) }
	axis := [3]float64{0.48, 0.6, 0.64}
	for _, second := range [][3]float64{scaled(-1, axis), {1, 0, 0}} {
		r := Rigid{Links: []Link{{Turns: true, Axis: axis, Law: turning},
			{Turns: true, Axis: second, Law: turning.Times(-2)}}}
		p, one := r.Pose(0.7, pivot), second[0] < 0
		if w := p.AngularVelocity(); !one { // what is now straight off it is the fastest
			off, r := [3]float64{w[1], -w[0], 0}, &p.Rotation
			for a := range x {
				x[a] = pivot[a] + r[0][a]*off[0] + r[1][a]*off[1] + r[2][a]*off[2]
			}
		}
		arm, d := r.Arm(pivot, x), add(x, scaled(-1, pivot))
		rate := norm(p.Rate.times(d)) / (arm.Rate * size(&p.Rate))
		curve := norm(p.Curve.times(d)) / (arm.Curve * size(&p.Curve))
		if max(rate, curve) > 1+1e-12 || rate < 1-1e-12 || one && curve < 1-1e-12 {
			t.Errorf("with a second axis %v vectors are %g and %g of what arms tell", second, rate, curve)
		}
	}
	swing := Sinusoid(0.5, 1, 0.1, During{Finish: Never})
	shift := Rigid{Links: []Link{{Axis: [3]float64{-0.6, 0, 0.8}, Law: swing}}}
	low, high := shift.Extent(1)
	around := math.Sin(0.2 * math.Pi)
	wantLow := [3]float64{-0.3 * (1 - around), 0, -0.4 * (1 + around)}
	wantHigh := [3]float64{0.3 * (1 + around), 0, 0.4 * (1 - around)}
	if far(low, wantLow) > 1e-12 || far(high, wantHigh) > 1e-12 {
		t.Errorf("it comes from %v to %v, not from %v to %v", low, high, wantLow, wantHigh)
	}
}

// Where a second link has taken a body away from the axis of the first, bounds know how far: a turn
// by a small angle, and a shift, both straight away from the axis and slow.
func TestGreatestFarther(t *testing.T) {
	const w, time = 0.1, 100.0
	slow := Steady(0.0002, 0, During{Finish: time})
	up, ever := [3]float64{2: 1}, During{Finish: Never}
	turn := Link{Turns: true, Axis: up, At: [3]float64{1, 0.5, 0}, Law: slow}
	for name, test := range map[string]struct {
		second Link
		want   float64
	}{
		"turn":  {turn, 1 + 0.5*math.Sin(2*math.Pi*0.02)},
		"shift": {Link{Axis: [3]float64{1, 0, 0}, Law: slow.Times(25)}, 1.5},
	} {
		r := Rigid{Links: []Link{{Turns: true, Axis: up, Law: Steady(w, 0, ever)}}}
		r.Add(test.second)
		arms := make([]float64, 2)
		r.Lengthen(arms, [3]float64{1, 0, 0})
		speed, _ := r.Greatest(2*time, arms)
		if want := 2 * math.Pi * w * test.want; speed < want || speed > 1.01*want {
			t.Errorf("%s: the bound is %g m/s, not %g", name, speed, want)
		}
	}
	r := Rigid{Links: []Link{turn}}
	r.Links[0].Axis = [3]float64{0.48, 0.6, 0.64}
	arms := []float64{0}
	for _, x := range [][3]float64{{1.5, 0.1, 0.7}, {1.1, 0.5, 0}} {
		r.Lengthen(arms, x)
	}
	want := norm(cross(r.Links[0].Axis, [3]float64{0.5, -0.4, 0.7}))
	if math.Abs(arms[0]-want) > 1e-12 {
		t.Errorf("a point is %g m from the axis, not %g", arms[0], want)
	}
}

func cross(v, w [3]float64) [3]float64 {
	return [3]float64{v[1]*w[2] - v[2]*w[1], v[2]*w[0] - v[0]*w[2], v[0]*w[1] - v[1]*w[0]}
}

// Of two motions with unlike periods the fastest parts meet at last, here in the third period, and
// the bound is what both do then.
func TestGreatestOfPeriods(t *testing.T) {
	first := Rows([]float64{0, 0.5, 1, 3.5, 6}, []float64{0, 0.5, 1, 0.5, 0}, true)
	for _, period := range []float64{5, 6} {
		second := Rows([]float64{0, 2, 2.2, 2.6, 4, period}, []float64{0, 0, 0, 0.6, 0.3, 0}, true)
		along := [3]float64{1, 0, 0}
		r := Rigid{Links: []Link{{Axis: along, Law: first}, {Axis: along, Law: second}}}
		bound, _ := r.Greatest(30, []float64{0, 0})
		fastest := 0.0
		for k := range 30000 {
			_, v, _ := r.At(0.001 * float64(k))
			fastest = max(fastest, math.Abs(v[0]))
		}
		if bound < fastest || bound > 1.6*fastest {
			t.Errorf("with a period of %g s the bound is %g m/s, and the greatest %g", period, bound,
				fastest)
		}
	}
}

// The first times of any number spread: no gap between them is much longer than others. What a body
// comes to at such times is what it sweeps.
func TestSwept(t *testing.T) {
	const until = 3.0
	for _, n := range []int{10, 100, 1000} {
		times := []float64{until}
		for k := range n {
			times = append(times, SpreadTime(k, until))
		}
		slices.Sort(times)
		if times[0] != 0 || times[n] != until {
			t.Fatalf("%d times are from %g to %g s", n, times[0], times[n])
		}
		for k := range n {
			if gap := (times[k+1] - times[k]) * float64(n) / until; gap > 2 || gap < 0.3 {
				t.Errorf("of %d times two are %g of the mean gap apart", n, gap)
			}
		}
	}
	r := Rigid{Links: []Link{{Turns: true, Axis: [3]float64{2: 1}, At: [3]float64{1, 2, 0},
		Law: Steady(0.5, 0, During{Finish: 1})}}}
	low, high := r.Path(until, 1000).Swept([3]float64{1.6, 2.8, 5})
	// half a circle of a radius of 1 m, from (0.6, 0.8) to (-0.6, -0.8)
	if far(low, [3]float64{-1.6, -1.6, 0}) > 1e-3 || far(high, [3]float64{0, 0.2, 0}) > 1e-3 {
		t.Errorf("from %v to %v", low, high)
	}
}

// A body on a circle that does not turn: what goes around a point, and back about its own.
func TestCircle(t *testing.T) {
	var r Rigid
	law := Steady(0.25, 0, During{Finish: Never})
	r.Circle([3]float64{0, 0, 1}, [3]float64{1, 0, 0}, [3]float64{2, 0, 0}, law)
	p := r.Pose(1, [3]float64{})
	if d := far(p.Displacement([3]float64{5, 6, 7}), [3]float64{-1, 1, 0}); d > 1e-14 {
		t.Errorf("it is off by %g m: %v", d, p)
	}
	arms := make([]float64, 2)
	r.Lengthen(arms, [3]float64{5, 6, 7})
	if v, a := r.Greatest(9, arms); math.Abs(v-math.Pi/2) > 1e-12 || math.Abs(a-math.Pi*math.Pi/4) > 1e-12 {
		t.Errorf("it is at %g m/s and %g m/s² at most", v, a)
	}
	if d := norm(p.AngularVelocity()); d > 1e-14 {
		t.Errorf("it turns with %g rad/s", d)
	}
}

// Motions of all kinds begin at 0, have no speed that jumps but at time 0, and end where they should.
func TestKinds(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		d := During{Start: float64(random.IntN(3)) * random.Float64(), Finish: Never}
		if random.IntN(3) > 0 {
			d.Finish = d.Start + 0.1 + random.Float64()
		}
		if random.IntN(2) > 0 {
			d.Ramp = 0.3 * min(1, d.Finish-d.Start) * random.Float64()
		}
		for name, law := range map[string]Law{
			"steady": Steady(random.NormFloat64(), 0, d), "sinusoid": Sinusoid(random.NormFloat64(), 3*random.Float64(), random.Float64(), d),
		} {
			r := Rigid{Links: []Link{{Axis: [3]float64{1, 0, 0}, Law: law}}}
			if err := r.Check(100); err != nil {
				t.Fatalf("%s %+v: %v, %+v", name, d, err, law)
			}
			low, high := r.Extent(3)
			speed, _ := r.Greatest(3, []float64{0})
			for k := range 300 {
				if x, v, _ := law.At(0.01 * float64(k)); x < low[0]-1e-12 || x > high[0]+1e-12 || math.Abs(v) > speed+1e-12 {
					t.Fatalf("%s: at %g m and %g m/s it is beyond %g to %g m and %g m/s", name, x, v, low[0], high[0], speed)
				}
			}
			if x, v, _ := law.At(d.Finish + Jump); !math.IsInf(d.Finish, 1) && (v != 0 || math.IsNaN(x) || r.Last() > d.Finish+Jump) {
				t.Fatalf("%s has not ended: %g m, %g m/s, until %g s", name, x, v, r.Last())
			}
		}
	}
	if x, v, a := (&Law{Pieces: Steady(1, 3, During{Start: 0.5, Finish: 2}).Pieces}).At(1.5); math.Abs(x-2.5) > 1e-12 || v != 4 || a != 3 {
		t.Errorf("with an acceleration it is at %g m with %g m/s and %g m/s²", x, v, a)
	}
}

// Motions along one axis, one after the other, are one law: what they are together.
func TestAdd(t *testing.T) {
	first, second := Steady(0.3, 0, During{Start: 0.1, Finish: 1, Ramp: 0.1}), Sinusoid(0.2, 2, 0.3, During{Start: 1.2, Finish: 3})
	var r Rigid
	axis := [3]float64{0, 0, 1}
	r.Add(Link{Axis: axis, Law: first})
	r.Add(Link{Axis: axis, Law: second})
	r.Add(Link{Axis: axis, Law: Steady(-0.1, 0, During{Start: 2, Finish: 5})})
	if len(r.Links) != 1 {
		t.Fatalf("there are %d links", len(r.Links))
	}
	third := Steady(-0.1, 0, During{Start: 2, Finish: 5})
	for k := range 600 {
		time := 0.01 * float64(k)
		x, v, a := r.Links[0].Law.At(time)
		var want [3]float64
		for _, l := range []*Law{&first, &second, &third} {
			y, w, b := l.At(time)
			want = add(want, [3]float64{y, w, b})
		}
		if far([3]float64{x, v, a}, want) > 1e-9 {
			t.Fatalf("at %g s it is %v, want %v", time, [3]float64{x, v, a}, want)
		}
	}
	r.Add(Link{Axis: axis, Law: Sinusoid(0.2, 3, 0, During{Finish: Never})})
	if len(r.Links) != 2 {
		t.Error("two sinusoids at a time are one")
	}
	r.Add(Link{Axis: axis, Law: Steady(0, 1, During{Finish: Never})})
	if err := r.Check(9); err == nil || !strings.Contains(err.Error(), "accelerates for ever") {
		t.Error(err)
	}
}

// A motion that goes on for ever is one also of a flow that does: bench times flows without an end.
func TestEndless(t *testing.T) {
	wave := Sinusoid(0.05, 2, 0, During{Ramp: 1, Finish: Never})
	for _, end := range []float64{3, 1e9, math.MaxFloat64} {
		r := Rigid{Links: []Link{{Law: wave, Axis: [3]float64{1}}}}
		if err := r.Check(end); err != nil {
			t.Errorf("until %g s: %v", end, err)
		}
	}
}
