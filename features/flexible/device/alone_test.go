package device

import (
	"math"
	"testing"

	"gpusph/cuda"
	"gpusph/features/flexible"
)

// beam is a cantilever in the plane: clamped left of x = 0, with some particles through its
// thickness.
func beam(m flexible.Material, length, thick float64, through, layers int) *flexible.Structure {
	return strip(m, length, thick, length, through, layers, 0)
}

// strip is one with layers of clamped particles at both ends, and a tip somewhere.
func strip(m flexible.Material, length, thick, tip float64, through, left, right int,
) *flexible.Structure {
	dp := thick / float64(through)
	along := int(math.Round(length / dp))
	part := flexible.Part{Name: "beam", Body: 1, Material: m,
		Volume: float64(along+left+right) * dp * thick,
		Tips:   []flexible.Tip{{Name: "tip", At: [3]float64{tip, 0, 0}}}}
	var points []flexible.Point
	for i := -left; i < along+right; i++ {
		for k := range through {
			p := flexible.Point{ID: len(points), Clamp: -1,
				At: [3]float64{(float64(i) + 0.5) * dp, 0, (float64(k)+0.5)*dp - thick/2}}
			if i < 0 || i >= along {
				p.Clamp = 0
			}
			points = append(points, p)
		}
	}
	s, err := flexible.NewStructure([]flexible.Part{part}, points, true)
	if err != nil {
		panic(err)
	}
	return s
}

// swing is how a cantilever swings that gravity acts on from time 0 on.
type swing struct {
	mean, period, most float64 // of the tip's displacement [m], [s]
	drift              float64 // of the energy, over the greatest elastic energy
}

// swings follows a structure over some periods that are about as long as one given.
func swings(s *flexible.Structure, g float32, about float64, periods float64) (w swing) {
	a := newAlone(newModel(s, nil, [3]float64{}, 2), [3]float32{0, 0, -g})
	dt := 2 * s.Longest()
	a.steps = 2
	a.of.Steps = 2
	z0 := a.readings()[cuda.FlexReadings+2]
	every := max(1, int(about/(500*dt))) // steps between readings
	var crossings, times, z []float64
	greatest := 0.0
	for k := 1; float64(k)*dt < (periods+0.3)*about; k++ {
		a.step(float32(dt))
		if k%every > 0 {
			continue
		}
		r := a.readings()
		at := r[cuda.FlexReadings+2] - z0
		times, z = append(times, float64(k)*dt), append(z, at)
		w.most = max(w.most, math.Abs(at))
		greatest = max(greatest, r[0])
		w.drift = max(w.drift, math.Abs(r[0]+r[1]+r[2]+r[3]+r[5]-r[4]))
	}
	w.drift /= greatest
	// the mean of the extremes crosses between them
	middle := 0.0
	for _, at := range z {
		middle += at / float64(len(z))
	}
	for k := 1; k < len(z); k++ {
		if z[k-1] > middle && z[k] <= middle {
			part := (z[k-1] - middle) / (z[k-1] - z[k])
			crossings = append(crossings, times[k-1]+part*(times[k]-times[k-1]))
		}
	}
	n := len(crossings) - 1
	if n > 0 {
		w.period = (crossings[n] - crossings[0]) / float64(n)
		count := 0
		for k := range z {
			if times[k] >= crossings[0] && times[k] < crossings[n] {
				w.mean += z[k]
				count++
			}
		}
		w.mean /= float64(count)
	}
	return w
}

// elastic is a material of tests.
func elastic(young, nu, density float64) flexible.Material {
	return flexible.Material{Young: young, Poisson: nu, Density: density,
		Hourglass: flexible.UsualHourglass}
}

// A cantilever under its weight swings about where it is at rest: 1.5 % above Timoshenko's beam,
// since its clamp holds its width, by 56 x 8 quadratic elements.
func TestCantilever(t *testing.T) {
	const elements = 0.98516
	const length, thick, density, g = 0.14, 0.02, 1000, 0.02
	m := elastic(2e6, 0.3975, density)
	e, inertia := m.Young/(1-m.Poisson*m.Poisson), thick*thick*thick/12
	_, shear := m.Lame()
	q := density * g * thick
	rest := elements * (q*math.Pow(length, 4)/(8*e*inertia) + q*length*length/(2*5./6*shear*thick))
	period := 2 * math.Pi / (math.Pow(1.87510407/length, 2) * math.Sqrt(e*inertia/(density*thick)))
	var off []float64
	for _, through := range []int{5, 10} {
		w := swings(beam(m, length, thick, through, 3), g, period, 1.3)
		off = append(off, math.Abs(-w.mean/rest-1))
		t.Logf("%d particles through: mean %+.2f %%, period %+.2f %% of a thin beam's, energy %.2g",
			through, 100*(-w.mean/rest-1), 100*(w.period/period-1), w.drift)
		if w.drift > 1e-6 {
			t.Errorf("the energy of %d particles through changes by %g", through, w.drift)
		}
	}
	if off[0] > 0.01 || off[1] > 0.004 {
		t.Errorf("displacements are off by %v", off)
	}
}

// A plate of 4 particles through its thickness, clamped at both ends, bends under its weight as
// 80 x 4 quadratic elements do: 2.9 % more than a thin plate.
func TestClampedPlate(t *testing.T) {
	const length, thick, through, elements, g = 1.0, 0.05, 4, 1.02861, 0.155
	m := elastic(67.5e6, 0.34, 2700)
	stiff := m.Young / (1 - m.Poisson*m.Poisson) * thick * thick * thick / 12
	rest := elements * m.Density * thick * g / (384 * stiff)
	period := 2 * math.Pi / (4.73004 * 4.73004) * math.Sqrt(m.Density*thick/stiff)
	w := swings(strip(m, length, thick, length/2, through, through, through), g, period, 1.3)
	t.Logf("mean %+.2f %%, period %+.2f %% of a thin plate's", 100*(-w.mean/rest-1),
		100*(w.period/period-1))
	if math.Abs(-w.mean/rest-1) > 0.015 {
		t.Errorf("the plate bends by %g m, want %g", -w.mean, rest)
	}
}

// The beam of Turek and Hron (2006), CSM3: their reference is of a fourth level of elements.
func TestTurekHronCSM3(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute")
	}
	const mean, amplitude, frequency = -63.607e-3, 65.160e-3, 1.0995
	w := swings(beam(elastic(1.4e6, 0.4, 1000), 0.35, 0.02, 8, 3), 2, 1/frequency, 1.2)
	got := [3]float64{-w.most / 2, w.most / 2, 1 / w.period}
	t.Logf("mean %.4g m, amplitude %.4g m, frequency %.4g Hz, energy %.2g", got[0], got[1], got[2],
		w.drift)
	for k, want := range [3]float64{mean, amplitude, frequency} {
		if off := got[k]/want - 1; math.Abs(off) > [3]float64{0.03, 0.03, 0.01}[k] {
			t.Errorf("%.4g, want %.4g", got[k], want)
		}
	}
}

// A plate that begins with the velocities of its first mode has the period of a thin plate.
func TestOscillatingPlate(t *testing.T) {
	const length, thick, through, kl = 0.2, 0.02, 6, 1.87510407
	const period = 0.254032 // Landau and Lifshitz (1986), §25
	m := elastic(2e6, 0.3975, 1000)
	s := beam(m, length, thick, through, 3)
	a := newAlone(newModel(s, nil, [3]float64{}, 2), [3]float32{})
	mode := func(x float64) float64 {
		k := kl / length * x
		return (math.Cos(kl)+math.Cosh(kl))*(math.Cosh(k)-math.Cos(k)) +
			(math.Sin(kl)-math.Sinh(kl))*(math.Sinh(k)-math.Sin(k))
	}
	n := len(s.Points)
	for i := range s.Points {
		if p := &s.Points[i]; p.Clamp < 0 {
			a.states[(cuda.FlexV+2)*n+i] = 0.01 * m.Sound() * mode(p.At[0]) / mode(length)
		}
	}
	dt := 2 * s.Longest()
	var crossings []float64
	last := 0.0
	for k := 1; len(crossings) < 2; k++ {
		a.step(float32(dt))
		z := a.readings()[cuda.FlexReadings+2] - s.Points[s.Marks()[0]].At[2]
		if k > 1 && (last > 0) != (z > 0) {
			crossings = append(crossings, dt*(float64(k)-z/(z-last)))
		}
		last = z
	}
	got := 2 * (crossings[1] - crossings[0])
	t.Logf("period %.5g s, %+.2f %%", got, 100*(got/period-1))
	if math.Abs(got/period-1) > 0.03 {
		t.Errorf("the period is %g s, want %g", got, period)
	}
}

// A part that nothing holds keeps its momentum and its angular momentum, damped and far from its
// shape at time 0.
func TestFreePartKeepsMomentum(t *testing.T) {
	m := elastic(1e5, 0.3, 1000)
	m.Damping = 1e-3
	s := block(m, [3]int{8, 3, 3}, 0.01, 0)
	a := newAlone(newModel(s, nil, [3]float64{}, 2), [3]float32{})
	n := len(s.Points)
	for i := range s.Points {
		x := s.Points[i].At
		for k, v := range [3]float64{20 * x[1], 30 * x[2] * x[0], 10 * x[0]} {
			a.states[(cuda.FlexV+k)*n+i] = v
		}
	}
	momenta := func() (of [6]float64) {
		state := a.state()
		for i := range n {
			var x, v [3]float64
			for k := range 3 {
				x[k], v[k] = state[(cuda.FlexX+k)*n+i], state[(cuda.FlexV+k)*n+i]
			}
			for k := range 3 {
				of[k] += v[k]
				of[3+k] += x[(k+1)%3]*v[(k+2)%3] - x[(k+2)%3]*v[(k+1)%3]
			}
		}
		return of
	}
	before := momenta()
	for range 500 {
		a.step(float32(2 * s.Longest()))
	}
	after := momenta()
	if r := a.readings(); !(r[3] > 0.01*r[1]) {
		t.Errorf("nothing is damped: %v", r)
	}
	for k := range before {
		// angular momentum follows positions half a sub-step apart
		if math.Abs(after[k]-before[k]) > [2]float64{1e-9, 1e-3}[k/3]*math.Abs(before[4]) {
			t.Errorf("momenta are %v, and were %v", after, before)
		}
	}
}

// block is a cantilever in space.
func block(m flexible.Material, n [3]int, dp float64, layers int) *flexible.Structure {
	part := flexible.Part{Name: "beam", Body: 1, Material: m,
		Volume: float64((n[0]+layers)*n[1]*n[2]) * dp * dp * dp,
		Tips:   []flexible.Tip{{Name: "tip", At: [3]float64{float64(n[0]) * dp, 0, 0}}}}
	var points []flexible.Point
	for i := -layers; i < n[0]; i++ {
		for k := range n[1] * n[2] {
			p := flexible.Point{ID: len(points), Clamp: -1, At: [3]float64{(float64(i) + 0.5) * dp,
				(float64(k%n[1]) - float64(n[1]-1)/2) * dp, (float64(k/n[1]) - float64(n[2]-1)/2) * dp}}
			if i < 0 {
				p.Clamp = 0
			}
			points = append(points, p)
		}
	}
	s, err := flexible.NewStructure([]flexible.Part{part}, points, false)
	if err != nil {
		panic(err)
	}
	return s
}

// Parts that bend far keep their energy, whatever they are made of.
func TestLargeDeformation(t *testing.T) {
	for _, test := range []struct {
		law   flexible.Law
		nu    float64
		plane flexible.Plane
		space bool
	}{
		{flexible.StVenantKirchhoff, 0.3, flexible.Strain, false},
		{flexible.StVenantKirchhoff, 0.49, flexible.Stress, false},
		{flexible.NeoHookean, 0.49, flexible.Strain, false},
		{flexible.NeoHookean, 0.3, flexible.Stress, false},
		{flexible.NeoHookean, 0.49, flexible.Strain, true},
	} {
		m := elastic(2e6, test.nu, 1000)
		m.Law, m.Plane = test.law, test.plane
		s := beam(m, 0.2, 0.02, 4, 3)
		if test.space {
			s = block(m, [3]int{30, 4, 4}, 0.005, 3)
		}
		w := swings(s, 80, 0.25, 0.5)
		t.Logf("%+v: most %.4g m, energy %.2g", test, w.most, w.drift)
		if !(w.drift < 1e-5 && w.most > 0.1) {
			t.Errorf("%+v: %+v", test, w)
		}
	}
}
