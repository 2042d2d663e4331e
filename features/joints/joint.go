package joints

import (
	"fmt"
	"math"

	"gpusph/features/bodies"
	"gpusph/internal/text"
	"gpusph/sph"
	"gpusph/sph/motion"
)

// Kind is what a joint lets its bodies do.
type Kind int

// The kinds: of a ball joint all rotations are free, of a hinge that about its axis, of a slider
// the displacement along it, and nothing of what is fixed.
const (
	Ball Kind = iota
	Hinge
	Slider
	Fixed
)

// Kinds are the words of kinds.
var Kinds = []string{"ball", "hinge", "slider", "fixed"}

func (k Kind) String() string { return Kinds[k] }

// Joint holds a free body at another, at one that moves by a law, or at the ground. Its coordinate
// is the angle by which Body has turned about Axis, seen from Other, or how far it has shifted
// along it, since time 0 [rad], [m]. In two dimensions moments and forces are those of a metre of
// width.
type Joint struct {
	Name  string
	Kind  Kind
	Body  int        // a free one, from 1 on
	Other int        // another, from 1 on; 0 is the ground
	At    [3]float64 // at time 0 [m]
	Axis  [3]float64 // at time 0, of length 1

	Stiff     float64 // of a spring [N m/rad], [N/m]
	Rest      float64 // the coordinate without a force of the spring [rad], [m]
	Damping   float64 // [N m s/rad], [N s/m]
	Quadratic float64 // force over the square of the rate [N m s²/rad²], [N s²/m²]

	Limited   bool
	Low, High float64 // limits of the coordinate [rad], [m]
	// Restitution is the rate after an impact at a limit over that before, from 0 to 1.
	Restitution float64

	Motor Motor
	Law   motion.Law // of the motor: the coordinate, or the moment or force
}

// Motor is what the law of a motor is.
type Motor int

const (
	NoMotor Motor = iota
	PlaceMotor
	ForceMotor
)

// free reports whether the joint has a coordinate.
func (j *Joint) free() bool { return j.Kind == Hinge || j.Kind == Slider }

// turns reports whether the coordinate is an angle.
func (j *Joint) turns() bool { return j.Kind == Hinge }

// unit is that of a coordinate in results, and how many of them its own unit has.
func (j *Joint) unit() (unit string, per float64) {
	if j.turns() {
		return "°", 180 / math.Pi
	}
	return "m", 1
}

// Across are two directions at right angles to a direction and to each other. Where the direction
// lies in the plane of flows of two dimensions, the first does, too.
func Across(axis [3]float64) (across [2][3]float64) {
	least := sph.PlaneAxis
	if math.Abs(axis[least]) > 0.5 {
		least = 0
		if math.Abs(axis[2]) < math.Abs(axis[0]) {
			least = 2
		}
	}
	var e [3]float64
	e[least] = 1
	first := crossed(axis, e)
	size := sph.Norm(first)
	for a := range 3 {
		first[a] /= size
	}
	return [2][3]float64{first, crossed(axis, first)}
}

func crossed(a, b [3]float64) (c [3]float64) {
	for k := range 3 {
		c[k] = a[(k+1)%3]*b[(k+2)%3] - a[(k+2)%3]*b[(k+1)%3]
	}
	return c
}

// wrong is a key of the table of a joint and why its value cannot be, as the end of a sentence that
// begins with the key or the joint.
type wrong struct{ key, why string }

func (w *wrong) Error() string { return w.why }

// check returns the first thing about the joint that cannot be simulated.
func (j *Joint) check(c *sph.Case) *wrong {
	refuse := func(key, format string, values ...any) *wrong {
		return &wrong{key, fmt.Sprintf(format, values...)}
	}
	n := len(c.Bodies)
	switch {
	case j.Body < 1 || j.Body > n || c.Bodies[j.Body-1].Free == nil:
		return refuse("body", "is of no free body")
	case j.Other < 0 || j.Other > n:
		return refuse("to", "is of body %d, but bodies are those from 1 to %d", j.Other, n)
	case j.Other == j.Body:
		return refuse("to", "is between the body %s and itself", c.Bodies[j.Body-1].Name)
	}
	for _, body := range []int{j.Body, j.Other} {
		if body == 0 {
			continue
		}
		b := &c.Bodies[body-1]
		if f := bodies.Of(b); f != nil && len(f.Axes) == 2 {
			return refuse("body", "is of the body %s, which turns about two axes; joints need bodies that "+
				"turn about three, one or none", b.Name)
		}
		if b.Corrected != nil {
			return refuse("to", "is of %s, which absorbs waves, so where it goes is not known; leave "+
				"absorb out", b.Name)
		}
	}
	if why := j.checkCoordinate(); why != nil {
		return why
	}
	return nil
}

// checkCoordinate refuses what cannot act on the coordinate.
func (j *Joint) checkCoordinate() *wrong {
	refuse := func(key, format string, values ...any) *wrong {
		return &wrong{key, fmt.Sprintf(format, values...)}
	}
	unit, per := j.unit()
	for _, of := range []struct {
		key   string
		value float64
	}{{"stiffness", j.Stiff}, {"damping", j.Damping}, {"quadratic-damping", j.Quadratic}} {
		if !(of.value >= 0) || math.IsInf(of.value, 0) {
			return refuse(of.key, "is %s, but must not be below 0", text.Number(of.value))
		}
	}
	switch {
	case j.free() && !(math.Abs(sph.Norm(j.Axis)-1) < 1e-9):
		return refuse("axis", "is %v, whose length must be 1", j.Axis)
	case j.Restitution != 0 && !j.Limited:
		return refuse("restitution", "has no effect without limits; leave it out")
	case !(j.Restitution >= 0 && j.Restitution <= 1):
		return refuse("restitution", "is %s, but must be from 0 to 1", text.Number(j.Restitution))
	case !j.free() && (j.Stiff != 0 || j.Damping != 0 || j.Quadratic != 0 || j.Limited ||
		j.Motor != NoMotor):
		return refuse("kind", "is %v, which has no angle or displacement for a spring, a damper, limits "+
			"or a motor; use hinge or slider", j.Kind)
	case j.Limited && !(j.Low < j.High):
		return refuse("limits", "are from %s to %s %s, but the second must be above the first",
			text.Number(j.Low*per), text.Number(j.High*per), unit)
	case j.Limited && !(j.Low <= 0 && j.High >= 0):
		return refuse("limits", "are from %s to %s %s, but the joint begins at 0; use limits around that",
			text.Number(j.Low*per), text.Number(j.High*per), unit)
	case j.Limited && j.Motor == PlaceMotor:
		return refuse("limits", "do not go together with a motor that says where the joint is; leave "+
			"them out")
	}
	if j.Motor == PlaceMotor {
		if x, _, _ := j.Law.At(0); math.Abs(x) > 1e-9 {
			return refuse("motor", "begins at %s %s, but the joint at 0; use 0 at the time 0",
				text.Number(x*per), unit)
		}
	}
	return nil
}
