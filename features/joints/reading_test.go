package joints_test

import (
	"math"
	"strings"
	"testing"

	"gpusph/features/bodies"
	"gpusph/features/joints"
	"gpusph/problems"
	"gpusph/sph"
)

// flowOf is the flow of a case file at its spacing.
func flowOf(text string) (*sph.Case, error) {
	p, err := problems.FromText([]byte(text), "t.toml")
	if err != nil {
		return nil, err
	}
	return p.Setup(0)
}

// A flow has the joints of its file, in its own coordinates and in radians, and tells what they do.
// Bodies begin with velocities that joints let them have.
func TestJointsOfFlow(t *testing.T) {
	moving := strings.Replace(pontoons, "density = 500", "density = 500\nvelocity = [0.3, 0, 0.2]", 1)
	c, err := flowOf(moving + links)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Check(); err != nil {
		t.Fatal(err)
	}
	all := joints.Of(c)
	h, rail := all[0], all[1]
	name := func(body int) string { return c.Bodies[body-1].Name }
	if name(h.Body) != "second" || name(h.Other) != "first" || name(rail.Other) != "carriage" ||
		h.Axis != [3]float64{0, 1, 0} || math.Abs(h.High-math.Pi/6) > 1e-12 || !h.Limited ||
		math.Abs(h.Rest-math.Pi/18) > 1e-12 || rail.Motor != joints.ForceMotor {
		t.Errorf("the joints are %+v", all)
	}
	if x, _, _ := rail.Law.At(0.5); math.Abs(x-1.5) > 1e-12 {
		t.Errorf("the motor pushes with %g N after half a second, want 1.5", x)
	}
	first := bodies.Of(&c.Bodies[h.Other-1])
	speed := 2 * math.Pi / 1.5 * 0.05 // of the carriage at first
	if v := first.Velocity; math.Abs(v[0]-speed) > 1e-9 || math.Abs(v[2]-0.2) > 0.2 ||
		sph.Norm(first.Spin) > 1e-9 {
		t.Errorf("the first begins with %v m/s and %v rad/s", v, first.Spin)
	}
	notes := strings.Join(c.Notes, "\n")
	for _, want := range []string{
		`the joint "hinge" is a hinge between second and first about [0, 1, 0]; by its spring alone it ` +
			"swings with a period of",
		`the joint "rail" is a slider between first and carriage along [0, 0, 1]`,
		"joints change the velocities of first and second at the start",
		"joints leave first and second 2 degrees of freedom",
	} {
		if !strings.Contains(notes, want) {
			t.Errorf("there is no note %q in\n%s", want, notes)
		}
	}
}

// What joints cannot hold, bodies that turn about two axes, and springs that would need too many
// sub-steps are refused at their places.
func TestJointsAreRefused(t *testing.T) {
	loop := "[[joint]]\nname = \"weld\"\nkind = \"fixed\"\nbody = \"second\"\nto = \"carriage\"\n" +
		"at = [11.2, 20.5, 30.4]\n"
	for _, test := range []struct{ was, is, want string }{
		{"[[joint]]", loop + "[[joint]]", "hold some motion of their bodies more than once"},
		{"density = 500", "density = 500\nlock = [\"rotation-x\"]", "is of the body first, which turns " +
			"about two axes"},
		{"stiffness = 3", "stiffness = 1e9", "line 33, column 1: joint \"hinge\": stiffness would need"},
	} {
		_, err := flowOf(strings.Replace(pontoons+links, test.was, test.is, 1))
		if err == nil || !strings.Contains(err.Error(), test.want) ||
			!strings.HasPrefix(err.Error(), "t.toml, line ") {
			t.Errorf("%s: %v, not %s", test.is, err, test.want)
		}
	}
}
