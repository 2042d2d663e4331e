package device

import (
	"math"
	"testing"

	"gpusph/cuda"
	"gpusph/features/flexible"
)

// slabs are blocks of some particles along each axis, one particle along y in the plane, each of a
// part, with a corner at a place. Nothing holds them.
func slabs(m flexible.Material, dp float64, plane bool, all ...slab) *flexible.Structure {
	var parts []flexible.Part
	var points []flexible.Point
	for k, of := range all {
		n := of.n
		parts = append(parts, flexible.Part{Name: "slab", Body: k + 1, Material: m,
			Volume: float64(n[0]*n[1]*n[2]) * math.Pow(dp, 3)})
		if plane {
			parts[k].Volume /= dp
		}
		for i := range n[0] * n[1] * n[2] {
			p := flexible.Point{ID: len(points), Part: k, Clamp: -1}
			for a, at := range [3]int{i % n[0], i / n[0] % n[1], i / n[0] / n[1]} {
				p.At[a] = of.at[a] + (float64(at)+0.5)*dp
			}
			if plane {
				p.At[1] = 0
			}
			points = append(points, p)
		}
	}
	s, err := flexible.NewStructure(parts, points, plane)
	if err != nil {
		panic(err)
	}
	return s
}

type slab struct {
	at [3]float64
	n  [3]int
}

// floor is points of a wall half a spacing below a height.
func floor(z, from, to, dp float64) (all []flexible.TouchPoint) {
	for x := from + dp/2; x < to; x += dp {
		all = append(all, flexible.TouchPoint{At: [3]float64{x, 0, z - dp/2}, Weight: 1, Row: -1,
			Part: -1})
	}
	return all
}

// whole is the energy of all parts, that of contacts, and that of motion [J].
func (a *alone) whole() (sum, contact, kinetic float64) {
	r := a.readings()
	for k := range a.parts {
		of := r[k*cuda.FlexReadings:]
		sum += of[0] + of[1] + of[2] + of[3] - of[4] + of[5] + of[6]
		contact, kinetic = contact+of[6], kinetic+of[1]
	}
	return sum, contact, kinetic
}

// lowest is the least height of a particle [m].
func (a *alone) lowest() float64 {
	n, low := len(a.points), math.Inf(1)
	for _, z := range a.state()[(cuda.FlexX+2)*n:][:n] {
		low = min(low, z)
	}
	return low
}

// A cantilever that falls on a wall rebounds. It keeps its energy, and hardly enters the wall.
func TestCantileverOnWall(t *testing.T) {
	const length, thick, gap, g, through = 0.14, 0.02, 0.01, 20, 5
	const dp, wall = thick / through, -thick/2 - gap
	s := beam(elastic(2e6, 0.3975, 1000), length, thick, through, 3)
	s.ContactsWith(floor(wall, -0.1, 0.3, dp), dp, math.Inf(1))
	a := newAlone(newModel(s, nil, [3]float64{}, 2), [3]float32{0, 0, -g})
	start, _, _ := a.whole()
	worst, most, deepest, taken, kept, rebounds := 0.0, 0.0, 0.0, 0.0, 0.0, 0
	for touching := false; a.clock[0].First < 3000; {
		a.step(float32(2 * s.Longest()))
		if a.clock[0].First%5 > 0 {
			continue
		}
		sum, contact, kinetic := a.whole()
		worst, most, taken = max(worst, math.Abs(sum-start)), max(most, kinetic), max(taken, contact)
		depth := wall + dp/2 - a.lowest()
		deepest = max(deepest, depth)
		if touching && depth < -0.5*dp {
			kept = contact // where nothing touches
			rebounds++
		}
		touching = depth > 0 || touching && depth > -0.5*dp
	}
	t.Logf("%d rebounds, %.3g of a spacing deep, contacts take %.3g of the kinetic energy and keep "+
		"%.2g, the sum changes by %.2g of it", rebounds, deepest/dp, taken/most, kept/most, worst/most)
	if rebounds < 2 || deepest > dp/3 || worst > 0.01*most || !(taken > 0.05*most) ||
		math.Abs(kept) > 0.01*most {
		t.Error("the beam does not rebound as it should")
	}
}

// Parts that collide keep their momentum and their energy, and do not go through each other.
func TestPartsCollide(t *testing.T) {
	const dp, speed = 0.01, 0.6 // 0.02 of the speed of sound
	for _, test := range []struct {
		name  string
		plane bool
		slabs []slab
	}{
		{"beams in the plane", true, []slab{{[3]float64{0, 0, 0}, [3]int{20, 1, 5}},
			{[3]float64{0.033, 0, 0.062}, [3]int{20, 1, 5}}}},
		{"plates in space", false, []slab{{[3]float64{0, 0, 0}, [3]int{10, 8, 4}},
			{[3]float64{0.037, 0.028, 0.051}, [3]int{10, 8, 4}}}},
	} {
		t.Run(test.name, func(t *testing.T) { collide(t, dp, speed, test.plane, test.slabs) })
	}
}

func collide(t *testing.T, dp, speed float64, plane bool, all []slab) {
	s := slabs(elastic(1e6, 0.3, 1000), dp, plane, all...)
	a := newAlone(newModel(s, nil, [3]float64{}, 2), [3]float32{})
	n := len(s.Points)
	for i := range s.Points {
		a.states[(cuda.FlexV+2)*n+i] = speed / 2 * float64(1-2*s.Points[i].Part)
		a.states[(cuda.FlexV)*n+i] = 0.3 * speed / 2 * float64(1-2*s.Points[i].Part)
	}
	start, _, _ := a.whole()
	worst, taken, last := 0.0, 0.0, 0.0
	for range 3000 {
		a.step(float32(2 * s.Longest()))
		sum, contact, _ := a.whole()
		worst, taken, last = max(worst, math.Abs(sum-start)), max(taken, contact), contact
	}
	state := a.state()
	var momentum [3]float64
	apart := 0.0 // velocity of the second part away from the first
	for i := range n {
		for k := range 3 {
			momentum[k] += state[(cuda.FlexV+k)*n+i]
		}
		apart += state[(cuda.FlexV+2)*n+i] * float64(2*s.Points[i].Part-1)
	}
	apart *= 2 / (float64(n) * speed)
	t.Logf("contacts take %.3g of the energy and have %.2g at the end, it changes by %.2g; velocity "+
		"apart %.3g, momentum %.2g", taken/start, last/start, worst/start, apart, momentum)
	if !(taken > 0.1*start) || math.Abs(last) > 0.005*start || worst > 0.01*start || apart < 0.05 {
		t.Error("the parts do not rebound as they should")
	}
	for _, p := range momentum {
		if math.Abs(p) > 1e-11*float64(n)*speed {
			t.Errorf("the momentum is %v", momentum)
		}
	}
}

// A part that slides on a wall keeps its velocity: what is a lattice has no friction.
func TestPartSlides(t *testing.T) {
	const dp, speed, g = 0.01, 0.5, 10
	s := slabs(elastic(1e6, 0.3, 1000), dp, true, slab{[3]float64{0, 0, 0}, [3]int{12, 1, 4}})
	s.ContactsWith(floor(0, -0.2, 1.5, dp), dp, math.Inf(1))
	a := newAlone(newModel(s, nil, [3]float64{}, 2), [3]float32{0, 0, -g})
	n := len(s.Points)
	for i := range s.Points {
		a.states[cuda.FlexV*n+i] = speed
	}
	for float64(a.clock[0].First)*2*s.Longest() < 1 {
		a.step(float32(2 * s.Longest()))
	}
	state := a.state()
	mean, x := 0.0, 0.0
	for i := range n {
		mean += state[cuda.FlexV*n+i] / float64(n)
		x += (state[cuda.FlexX*n+i] - s.Points[i].At[0]) / float64(n)
	}
	force := a.readings()[9] / (g * 1000 * s.Volume(0) * float64(n))
	t.Logf("velocity %.6g of that at first, came %.4g m, the wall bears %.3g of the weight",
		mean/speed, x, force)
	if math.Abs(mean/speed-1) > 1e-3 || x < 0.45 {
		t.Errorf("the velocity is %g m/s, and was %g", mean, speed)
	}
}

// The prongs of a fork that are pressed together do not go through each other.
func TestPartTouchesItself(t *testing.T) {
	const dp = 0.01
	s := slabs(elastic(1e6, 0.3, 1000), dp, true, slab{[3]float64{0, 0, 0}, [3]int{30, 1, 10}})
	var points []flexible.Point
	for _, p := range s.Points { // a slot of two spacings
		if p.At[0] < 0.05 || math.Abs(p.At[2]-0.05) > 0.01 {
			p.ID, p.Near = len(points), nil
			points = append(points, p)
		}
	}
	s.Parts[0].Volume = float64(len(points)) * dp * dp
	s, err := flexible.NewStructure(s.Parts, points, true)
	if err != nil {
		t.Fatal(err)
	}
	a := newAlone(newModel(s, nil, [3]float64{}, 2), [3]float32{})
	n := len(s.Points)
	for i, p := range s.Points {
		if p.At[0] > 0.05 {
			a.states[(cuda.FlexV+2)*n+i] = 4 * (p.At[0] - 0.05) * (1 - 2*math.Round(p.At[2]+0.45))
		}
	}
	start, _, _ := a.whole()
	nearest, worst, taken := math.Inf(1), 0.0, 0.0
	for range 1500 {
		a.step(float32(2 * s.Longest()))
		sum, contact, _ := a.whole()
		worst, taken = max(worst, math.Abs(sum-start)), max(taken, contact)
		state := a.state()
		for i, p := range s.Points {
			for j, q := range s.Points[:i] {
				if p.At[0] > 0.1 && q.At[0] > 0.1 && (p.At[2]-0.05)*(q.At[2]-0.05) < 0 {
					r := 0.0
					for k := range 3 {
						d := state[(cuda.FlexX+k)*n+i] - state[(cuda.FlexX+k)*n+j]
						r += d * d
					}
					nearest = min(nearest, math.Sqrt(r))
				}
			}
		}
	}
	t.Logf("nearest %.3g of a spacing, contacts take %.2g of the energy, which changes by %.2g",
		nearest/dp, taken/start, worst/start)
	if nearest < 2*dp/3 || worst > 0.01*start || !(taken > 0.01*start) {
		t.Error("the prongs do not keep apart as they should")
	}
}
