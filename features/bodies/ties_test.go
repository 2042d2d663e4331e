package bodies

import (
	"errors"
	"math"
	"strings"
	"testing"

	"gpusph/sph"
)

func init() { // there is no table of features here
	Feature.Install()
	Ties.Install()
}

// tiedBodies are two blocks of 2 kg and 3 kg on the x axis, 1 m apart, of which the first has
// ties, in a flow whose steps are 0.3 h/c0.
func tiedBodies() *sph.Case {
	c := &sph.Case{Name: "tied", Params: sph.Defaults(0.1)}
	c.Params.Dim, c.Params.C0, c.Params.Boundary = 3, 20, sph.Dummy
	for i, mass := range []float64{2, 3} {
		x := [3]float64{float64(i), 0, 1}
		f := &Body{Mass: mass, Directions: [][3]float64{{1}, {0, 1}, {0, 0, 1}},
			Axes: [][3]float64{{1}, {0, 1}, {0, 0, 1}}}
		for a := range 3 {
			f.Inertia[a][a] = mass * (0.1 + 0.1*float64(a))
		}
		c.Bodies = append(c.Bodies, sph.Body{Name: string(rune('a' + i)), Centre: x, Free: f})
	}
	return c
}

// TestTieRates holds that rates are those of small systems: springs in parallel, between two
// bodies, off the centre, on a hinge, and of torsions and dampers.
func TestTieRates(t *testing.T) {
	root := math.Sqrt
	for _, test := range []struct {
		name           string
		change         func(c *sph.Case, f *Body)
		stiff, damping float64
	}{
		{"a spring", func(_ *sph.Case, f *Body) {
			f.Springs = []Spring{{At: [3]float64{0, 0, 1}, To: [3]float64{0, 0, 2}, Stiff: 50, Damping: 8}}
		}, root(50. / 2), 4},
		{"two springs", func(_ *sph.Case, f *Body) {
			s := Spring{At: [3]float64{0, 0, 1}, To: [3]float64{0, 0, 2}, Stiff: 50}
			f.Springs = []Spring{s, s}
		}, root(100. / 2), 0},
		{"between bodies", func(_ *sph.Case, f *Body) {
			f.Springs = []Spring{{At: [3]float64{0, 0, 1}, To: [3]float64{1, 0, 1}, Body: 2, Stiff: 60}}
		}, root(60. / 2 * (1 + 2./3)), 0},
		// the lever is 0.5 m along x, so y turns about z and z about y
		{"off the centre", func(_ *sph.Case, f *Body) {
			f.Springs = []Spring{{At: [3]float64{0.5, 0, 1}, To: [3]float64{0.5, 0, 2}, Stiff: 50}}
		}, root(50 * (1./2 + 0.25/(2*0.2))), 0},
		{"a hinge", func(_ *sph.Case, f *Body) {
			f.Directions, f.Axes, f.Pivot = nil, [][3]float64{{0, 1}}, [3]float64{0, 0, 0}
			f.Springs = []Spring{{At: [3]float64{0, 0, 2}, To: [3]float64{1, 0, 2}, Stiff: 50}}
		}, root(50 * 4 / (2*0.2 + 2*1)), 0},
		{"a torsion", func(_ *sph.Case, f *Body) {
			f.Torsions = []Torsion{{Axis: [3]float64{1}, Stiff: 12, Damping: 3}}
		}, root(12 / 0.2), 15},
		{"a mooring", func(_ *sph.Case, f *Body) {
			f.Moorings = []Mooring{{At: [3]float64{0, 0, 1}, Anchor: [3]float64{1, 0, 0}, Length: 2,
				Weight: 3, Stiff: 400}}
		}, root(203. / 2), 0},
		{"a slider", func(_ *sph.Case, f *Body) {
			f.Directions, f.Axes = [][3]float64{{0, 0, 1}}, nil
			f.Springs = []Spring{{At: [3]float64{5, 0, 1}, To: [3]float64{0, 0, 2}, Stiff: 50}}
		}, root(50. / 2), 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := tiedBodies()
			test.change(c, Of(&c.Bodies[0]))
			Release(c)
			got := ratesOf(&c.Params)
			if math.Abs(got.Stiff-test.stiff) > 1e-6*test.stiff ||
				math.Abs(got.Damping-test.damping) > 1e-6*test.damping {
				t.Errorf("the rates are %+v, want %g and %g", got, test.stiff, test.damping)
			}
		})
	}
}

// amplified is the greatest factor by which 400 steps of a mass on a spring and a damper grow,
// integrated as free bodies are: see cuda/freebody.h.
func amplified(r TieRates, dt float64, scheme sph.Scheme) (most float64) {
	for _, begin := range [][2]float64{{1, 0}, {0, r.Stiff + r.Damping}} {
		x, v, before := begin[0], begin[1], 0.0
		at := func(x, v float64) float64 { return -r.Stiff*r.Stiff*x - r.Damping*v }
		for range 400 {
			a := before
			if scheme != sph.Verlet {
				a = at(x, v)
			}
			a = at(x+v*dt/2, v+a*dt/2)
			x, v, before = x+dt*(2*v+a*dt)/2, v+a*dt, a
			most = max(most, math.Abs(x))
		}
	}
	return most
}

// TestTieStep holds that springs and dampers are stable with the step that they allow, and are not
// with three times as much, by themselves.
func TestTieStep(t *testing.T) {
	for _, scheme := range []sph.Scheme{sph.PredictorCorrector, sph.Verlet} {
		for _, r := range []TieRates{{100, 0}, {0, 100}, {100, 10}, {100, 100}, {10, 100}, {1, 100}} {
			dt := r.step(scheme)
			if got := amplified(r, dt, scheme); got > 2 {
				t.Errorf("%v: %+v grows %g times with steps of %g s", scheme, r, got, dt)
			}
			if got := amplified(r, 3*dt, scheme); got < 10 && r.Stiff*r.Damping == 0 {
				t.Errorf("%v: %+v grows %g times with steps of %g s only: the bound is too low", scheme,
					r, got, 3*dt)
			}
		}
	}
}

// TestStiffestTie holds that ties that make steps too short are found, with the greatest value
// that works.
func TestStiffestTie(t *testing.T) {
	spring := Spring{At: [3]float64{0, 0, 1}, To: [3]float64{0, 0, 2}, Length: 1}
	for _, test := range []struct {
		name, kind, key string
		change          func(f *Body, value float64)
		value           float64
	}{
		{"stiffness", "spring", "stiffness", func(f *Body, v float64) {
			s := spring
			s.Stiff = v
			f.Springs = []Spring{s}
		}, 1e12},
		{"damping", "spring", "damping", func(f *Body, v float64) {
			s := spring
			s.Damping = v
			f.Springs = []Spring{{At: spring.At, To: spring.To, Length: 1, Stiff: 10}, s}
		}, 1e8},
		{"stretched", "spring", "stiffness", func(f *Body, v float64) {
			s := spring
			s.Stiff, s.Length = v, 0.5
			f.Springs = []Spring{s}
		}, 1e4},
		{"torsion", "torsion", "stiffness", func(f *Body, v float64) {
			f.Torsions = []Torsion{{Axis: [3]float64{0, 1}, Stiff: v}}
		}, 1e12},
		{"mooring", "mooring", "weight", func(f *Body, v float64) {
			f.Moorings = []Mooring{{At: spring.At, Anchor: [3]float64{0.1, 0, 0}, Length: 1.5, Weight: v}}
		}, 1e9},
		{"hard mooring", "mooring", "stiffness", func(f *Body, v float64) {
			f.Moorings = []Mooring{{At: spring.At, Anchor: [3]float64{0.1, 0, 0}, Length: 1.5, Weight: 2,
				Stiff: v}}
		}, 1e12},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := tiedBodies()
			test.change(Of(&c.Bodies[0]), test.value)
			s := StiffestTie(c)
			if s == nil || s.Kind != test.kind || s.Key != test.key || s.Value != test.value ||
				!strings.Contains(s.Error(), "at most") {
				t.Fatalf("found %+v, want the %s of a %s", s, test.key, test.kind)
			}
			if test.change(Of(&c.Bodies[0]), s.Most); StiffestTie(c) != nil {
				t.Errorf("%g does not work: %v", s.Most, StiffestTie(c))
			}
			if test.change(Of(&c.Bodies[0]), 1.02*s.Most); StiffestTie(c) == nil {
				t.Errorf("%g works, too", 1.02*s.Most)
			}
		})
	}
}

// TestTieStepLimitsSteps holds that steps are shorter where ties need it, and that a fixed one is
// refused.
func TestTieStepLimitsSteps(t *testing.T) {
	c := tiedBodies()
	usual := c.Params.DefaultStep()
	Of(&c.Bodies[0]).Springs = []Spring{{At: [3]float64{0, 0, 1}, To: [3]float64{0, 0, 2}, Length: 1,
		Stiff: 2 * 25 / (usual * usual)}}
	Release(c)
	if got, by := c.Params.ConstantStep(); math.Abs(got/(usual/5)-1) > 1e-6 || by.String() != "ties" {
		t.Errorf("the step is %g s, want %g", got, usual/5)
	}
	if got := c.Params.DefaultStep(); math.Abs(got/(usual/5)-1) > 1e-6 {
		t.Errorf("the usual step is %g s, want %g", got, usual/5)
	}
	c.Params.Dt, c.Params.Mass, c.Params.Max = usual/2, 1, [3]float64{4, 4, 4}
	if err := c.Params.Check(); err == nil || !strings.Contains(err.Error(), "what ties bodies") {
		t.Errorf("a fixed step is refused by %v", err)
	}
}

// TestLightBody holds that bodies are refused that weigh little beside the fluid at their faces.
func TestLightBody(t *testing.T) {
	c := tiedBodies()
	c.Params.Mass = 1
	for k := range 20 {
		c.Particles.Add([3]float64{0, 0.05 * float64(k), 1}, sph.Wall, 1)
	}
	f := Of(&c.Bodies[0])
	f.Mass = 1
	if l := TooLight(c); l != nil {
		t.Errorf("a body of a twentieth is too light: %v", l)
	}
	f.Mass = 0.99
	if l := TooLight(c); l == nil || l.Body != 0 || l.Least != 1 || l.Turns {
		t.Errorf("a lighter body gives %+v", l)
	}
	f.Mass = 1
	// the normal is along x: about z the lever is y
	c.FaceOf = func(int, [3]float64, float64) (sph.Face, bool) {
		return sph.Face{Normal: [3]float64{1}}, true
	}
	want := 0.0
	for k := range 20 {
		want += 0.05 * 0.0025 * float64(k*k)
	}
	f.Inertia[2][2] = 0.9 * want
	if l := TooLight(c); l == nil || !l.Turns || l.Axis != [3]float64{0, 0, 1} ||
		math.Abs(l.Least/want-1) > 0.01 {
		t.Errorf("a body that turns lightly gives %+v, want at least %g about z", l, want)
	}
	var light error = TooLight(c)
	if !errors.As(light, new(*LightBody)) || !strings.Contains(light.Error(), "moment of inertia") {
		t.Errorf("the error is %v", light)
	}
}

// TestTieForces holds that forces of ties follow from poses: a body that has moved, turned and
// spins, a stretched damper between two bodies, a slack rope, a torsion, and a mooring that hangs.
func TestTieForces(t *testing.T) {
	c := tiedBodies()
	f := Of(&c.Bodies[0])
	f.Springs = []Spring{
		{At: [3]float64{0.5, 0, 1}, To: [3]float64{1, 0.5, 1}, Body: 2, Length: 0.25, Stiff: 40,
			Damping: 7},
		{At: [3]float64{0, 0, 1}, To: [3]float64{0, 0, 3}, Length: 5, Stiff: 40, Slack: true},
	}
	f.Torsions = []Torsion{{Axis: [3]float64{0, 0, 1}, Stiff: 10, Damping: 2}}
	f.Moorings = []Mooring{{At: [3]float64{0, 0, 1}, Anchor: [3]float64{0, 0.2, 0}, Length: 3,
		Weight: 4, Stiff: 1e7}}
	half := math.Pi / 4 // a quarter of a turn about z
	m := &sph.Sample{Poses: []sph.BodyPose{
		{Turn: [4]float64{math.Cos(half), 0, 0, math.Sin(half)}, Spin: [3]float64{0, 0, 3},
			Shift: [3]float64{0, 0.2, 0}, Velocity: [3]float64{0, 1, 0}},
		{Turn: [4]float64{1}, Shift: [3]float64{0, 0.2, 0}, Velocity: [3]float64{2, 0, 0}},
	}}
	// the point (0.5, 0) is at (0, 0.7) and moves with (-1.5, 1); the other is at (1, 0.7)
	want := []TieForce{
		{Name: "a spring 1", Force: 40*0.75 + 7*(2+1.5), Length: 1},
		{Name: "a spring 2", Length: math.Hypot(0.2, 2)},
		{Name: "a torsion", Turns: true, Force: 10*math.Pi/2 + 2*3},
		{Name: "a mooring", Mooring: true, Force: 4, Length: 1, Lies: 2},
	}
	got := TieForces(c, m, true)
	for k, w := range want {
		g := got[k]
		if g.Name != w.Name || math.Abs(g.Force-w.Force) > 1e-4 || math.Abs(g.Length-w.Length) > 1e-9 ||
			math.Abs(g.Lies-w.Lies) > 1e-4 || g.Turns != w.Turns || g.Mooring != w.Mooring {
			t.Errorf("%+v, want %+v", g, w)
		}
	}
	begin := TieForces(c, nil, true)
	if math.Abs(begin[0].Force-40*(math.Hypot(0.5, 0.5)-0.25)) > 1e-9 || begin[2].Force != 0 {
		t.Errorf("at the start they are %+v", begin)
	}
}
