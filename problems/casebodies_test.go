package problems

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gpusph/features/bodies"
	"gpusph/sph"
)

// bodyCase is a case with a tank of water, and what else a test adds.
const bodyCase = `name = "Bodies"
spacing = 0.02
end = 1

[domain]
min = [0, 0, 0]
max = [1, 0.4, 0.6]
open = ["zmax"]

[[fluid]]
name = "water"
box = { min = [0, 0, 0], max = [1, 0.4, 0.3] }
`

// setupText fills the case of a text.
func setupText(t *testing.T, text string) *sph.Case {
	t.Helper()
	file := filepath.Join(t.TempDir(), "case.toml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := FromFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c, err := p.Setup(0)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestFreeBodies holds that bodies of case files have the mass, the centre and the inertia of their
// shape, that their lines are what the file has, and that they take the place of fluid.
func TestFreeBodies(t *testing.T) {
	c := setupText(t, bodyCase+`
[[wall]]
name = "pier"
box = { min = [0, 0, 0], max = [0.1, 0.4, 0.5] }
force = "pier"

[[body]]
name = "box"
box = { min = [0.3, 0.1, 0.2], max = [0.5, 0.3, 0.4] }
density = 500
spin = [0, 90, 0]
lock = ["y", "rotation-x"]
friction = 0.4

[[body.spring]]
at = [0.5, 0.2, 0.3]
to = [0.7, 0.2, 0.3]
body = "ball"
stiffness = 100
rope = true

[[body]]
name = "ball"
sphere = { centre = [0.8, 0.2, 0.3], radius = 0.1 }
density = 700
hinge = { at = [0.8, 0.2, 0.5], axis = [0, 2, 0] }
spin = [0, 180, 0]

[[body.torsion]]
axis = [0, 0, 3]
stiffness = 2

[[body.mooring]]
at = [0.8, 0.2, 0.2]
anchor = [0.9, 0.2, 0]
length = 0.3
weight = 4
`)
	if len(c.Bodies) != 3 || c.Bodies[0].Free != nil {
		t.Fatalf("there are %d bodies, the first is free: %v", len(c.Bodies), c.Bodies[0].Free != nil)
	}
	box, ball := bodies.Of(&c.Bodies[1]), bodies.Of(&c.Bodies[2])
	near := func(what string, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
			t.Errorf("%s is %v, not %v", what, got, want)
		}
	}
	near("the mass of the box", box.Mass, 4)
	near("its inertia about z", box.Inertia[2][2], 4*0.08/12)
	near("its spin", box.Spin[1], math.Pi/2)
	near("its centre along x", c.Bodies[1].Centre[0], 0.4)
	if len(box.Directions) != 2 || len(box.Axes) != 2 || box.Axes[0] != [3]float64{0, 1, 0} {
		t.Errorf("the box shifts along %v and turns about %v", box.Directions, box.Axes)
	}
	if s := box.Springs[0]; s.Body != 3 || !s.Slack || math.Abs(s.Length-0.2) > 1e-12 {
		t.Errorf("the spring is %+v", s)
	}
	mass := 700 * 4 * math.Pi / 3 * 0.001
	near("the mass of the ball", ball.Mass, mass)
	near("its inertia", ball.Inertia[0][0], mass*0.4*0.01)
	near("its speed", ball.Velocity[0], -math.Pi*0.2) // below its hinge
	if ball.Directions != nil || len(ball.Axes) != 1 || ball.Axes[0] != [3]float64{0, 1, 0} ||
		ball.Pivot != [3]float64{0.8, 0.2, 0.5} {
		t.Errorf("the ball turns about %v through %v and shifts along %v", ball.Axes, ball.Pivot,
			ball.Directions)
	}
	m, axis := ball.Moorings, ball.Torsions[0].Axis
	if len(m) != 1 || m[0].Length != 0.3 || axis != [3]float64{0, 0, 1} {
		t.Errorf("the lines of the ball are %+v and %+v", ball.Moorings, ball.Torsions)
	}
	for i, x := range c.Particles.Position {
		in := x[0] > 0.3 && x[0] < 0.5 && x[1] > 0.1 && x[1] < 0.3 && x[2] > 0.2 && x[2] < 0.4
		if in != (c.Particles.Body[i] == 2) {
			t.Fatalf("particle %d at %v is of body %d", i, x, c.Particles.Body[i])
		}
	}
	notes := strings.Join(c.Notes, "\n")
	for _, want := range []string{
		`the body "box" has 4 kg, 500 kg/m³ on the mean, its centre of mass at (0.4, 0.2, 0.3) m`,
		"shifts along x and z and turns about y and z",
		"it displaces 8 kg of fluid when all of it is under its surface, so it floats, 0.1 m deep",
		"in which it displaces 4 kg", `the body "ball" takes`,
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("there is no note %q in\n%s", want, notes)
		}
	}
}

// TestFreeBodiesInPlane holds that masses and inertias are those of a metre of width, and that what
// the file has goes before what the shape has.
func TestFreeBodiesInPlane(t *testing.T) {
	plane := strings.NewReplacer("end = 1\n", "end = 1\ndimension = 2\n", "[0, 0, 0]", "[0, 0]",
		"[1, 0.4, 0.6]", "[1, 0.6]", "[1, 0.4, 0.3]", "[1, 0.3]").Replace(bodyCase)
	c := setupText(t, plane+`
[[body]]
name = "light"
box = { min = [0.1, 0.3], max = [0.3, 0.4] }
density = 80

[[body]]
name = "heavy"
box = { min = [0.6, 0.1], max = [0.8, 0.2] }
mass = 30
centre = [0.7, 0.14]
inertia = [0.3]
slider = { along = [0, -2] }
`)
	light, heavy := bodies.Of(&c.Bodies[0]), bodies.Of(&c.Bodies[1])
	if m := light.Mass; math.Abs(m-1.6) > 1e-12 || math.Abs(light.Inertia[1][1]-1.6*0.05/12) > 1e-12 {
		t.Errorf("the light body has %v kg and %v kg m²", m, light.Inertia)
	}
	if heavy.Mass != 30 || heavy.Inertia[1][1] != 0.3 || c.Bodies[1].Centre != [3]float64{0.7, 0,
		0.14} {
		t.Errorf("the heavy body has %v kg, %v kg m² and its centre at %v", heavy.Mass,
			heavy.Inertia[1][1],
			c.Bodies[1].Centre)
	}
	if heavy.Axes != nil || len(heavy.Directions) != 1 || heavy.Directions[0] != [3]float64{0, 0, -1} {
		t.Errorf("the heavy body shifts along %v and turns about %v", heavy.Directions, heavy.Axes)
	}
	notes := strings.Join(c.Notes, "\n")
	for _, want := range []string{"so it sinks", `the body "light" has 0.08 of the fluid's density`} {
		if !strings.Contains(notes, want) {
			t.Errorf("there is no note %q in\n%s", want, notes)
		}
	}
}

// TestFreeBodiesOfGo holds what is refused of free bodies of flows that are Go.
func TestFreeBodiesOfGo(t *testing.T) {
	fresh := func() *sph.Case {
		coarse := strings.Replace(bodyCase, "spacing = 0.02", "spacing = 0.05", 1)
		return setupText(t, coarse+"\n[[body]]\nname = \"box\"\n"+
			"box = { min = [0.3, 0.1, 0.2], max = [0.5, 0.3, 0.4] }\ndensity = 500\n")
	}
	for want, spoil := range map[string]func(f *bodies.Body, c *sph.Case){
		"mass of 0 kg":         func(f *bodies.Body, _ *sph.Case) { f.Mass = 0 },
		"friction -1":          func(f *bodies.Body, _ *sph.Case) { f.Friction = -1 },
		"restitution 2":        func(f *bodies.Body, _ *sph.Case) { f.Restitution = 2 },
		"0 kg m² about x":      func(f *bodies.Body, _ *sph.Case) { f.Inertia[0][0] = 0 },
		"not symmetric":        func(f *bodies.Body, _ *sph.Case) { f.Inertia[0][1] = 1 },
		"sum of the other two": func(f *bodies.Body, _ *sph.Case) { f.Inertia[2][2] *= 3 },
		"no direction in which": func(f *bodies.Body, _ *sph.Case) {
			f.Directions,
				f.Axes = nil, nil
		},
		"of length 1": func(f *bodies.Body, _ *sph.Case) { f.Axes[0][0] = 2 },
		"the spring 1 with a length of": func(f *bodies.Body,
			_ *sph.Case) {
			f.Springs = []bodies.Spring{{Length: -1}}
		},
		"the spring 1 to body 1": func(f *bodies.Body,
			_ *sph.Case) {
			f.Springs = []bodies.Spring{{Body: 1}}
		},
		"whose length must be 1": func(f *bodies.Body,
			_ *sph.Case) {
			f.Torsions = []bodies.Torsion{{}}
		},
		"its anchor is 1 m away": func(f *bodies.Body, _ *sph.Case) {
			f.Moorings = []bodies.Mooring{{At: [3]float64{0, 0, 1}, Length: 0.5, Weight: 1}}
		},
		"does not carry them": func(_ *bodies.Body, c *sph.Case) {
			delete(c.Particles.Extra, "Surface")
			c.Params.Boundary, c.Params.Further.Correction = sph.LennardJones, false
		},
		"a frame that turns": func(_ *bodies.Body, c *sph.Case) {
			c.RotatingFrame = sph.RotatingFrame{Axis: [3]float64{0, 1, 0}, Interval: 0.1,
				Angles: []float64{0, 0, 0, 0.1, 0.2, 0.1, 0, 0, 0, 0, 0, 0, 0}}
		},
		"a central force": func(_ *bodies.Body, c *sph.Case) {
			c.Params.Gravity, c.Params.Central.Omega = [3]float64{}, 1
		},
	} {
		t.Run(want, func(t *testing.T) {
			c := fresh()
			spoil(bodies.Of(&c.Bodies[0]), c)
			if err := c.Check(); !strings.Contains(fmt.Sprint(err), want) {
				t.Errorf("it is refused with %v", err)
			}
		})
	}
}
