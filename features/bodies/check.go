package bodies

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/sph"
)

// inertiaTolerance is the part of the trace of an inertia by which rounding may be off: plates
// that are given by their moments have none to spare.
const inertiaTolerance = 1e-6

// CheckInertia returns why no body has the inertia, as the end of a sentence that begins with what
// has it. The matrix has to be symmetric and positive definite, and no principal moment larger than
// the sum of the other two: then ½ tr(I) 1 - I, which is ∫ r rᵀ dm, has no negative eigenvalue.
func (f *Body) CheckInertia() error {
	i := f.Inertia
	trace := i[0][0] + i[1][1] + i[2][2]
	for a := range 3 {
		for b := range 3 {
			switch {
			case math.IsNaN(i[a][b]) || math.IsInf(i[a][b], 0):
				return errors.New("is not finite")
			case math.Abs(i[a][b]-i[b][a]) > inertiaTolerance*math.Abs(trace):
				return fmt.Errorf("is not symmetric: row %d has %s kg m² in column %d, but row %d has %s "+
					"kg m² in column %d; use the same number in both", a+1, text.Number(i[a][b]), b+1, b+1,
					text.Number(i[b][a]), a+1)
			}
		}
	}
	for a := range 3 {
		if !(i[a][a] > 0) {
			return fmt.Errorf("is %s kg m² about %v, but must be above 0", text.Number(i[a][a]), sph.Axis(a))
		}
	}
	if least := leastEigenvalue(i); !(least > 0) {
		return fmt.Errorf("is not positive definite: about a principal axis it would be %s kg m²; "+
			"use smaller products of inertia", text.Number(least))
	}
	var second [3][3]float64
	for a := range 3 {
		for b := range 3 {
			second[a][b] = -i[a][b]
		}
		second[a][a] += trace / 2
	}
	if least := leastEigenvalue(second); least < -inertiaTolerance*trace {
		return fmt.Errorf("is that of no body: one principal moment is larger than the sum of the other "+
			"two, by %s kg m²; use moments about the centre of mass", text.Number(-2*least))
	}
	return nil
}

// leastEigenvalue of a symmetric matrix, by the formula of the cubic equation (Smith 1961).
func leastEigenvalue(m [3][3]float64) float64 {
	mean := (m[0][0] + m[1][1] + m[2][2]) / 3
	for a := range 3 {
		m[a][a] -= mean
	}
	squares := 0.0
	for a := range 3 {
		for b := range 3 {
			squares += m[a][b] * m[a][b]
		}
	}
	size := math.Sqrt(squares / 6)
	if size == 0 {
		return mean
	}
	half := (m[0][0]*(m[1][1]*m[2][2]-m[1][2]*m[2][1]) - m[0][1]*(m[1][0]*m[2][2]-m[1][2]*m[2][0]) +
		m[0][2]*(m[1][0]*m[2][1]-m[1][1]*m[2][0])) / (2 * size * size * size)
	angle := math.Acos(max(-1, min(1, half))) / 3
	return mean + 2*size*math.Cos(angle+2*math.Pi/3)
}

// Check returns the first thing about a free body that cannot be simulated in a number of
// dimensions, as the end of a sentence that begins with its name.
func (f *Body) Check(dim int) error {
	switch {
	case !(f.Mass > 0) || math.IsInf(f.Mass, 0):
		return fmt.Errorf("has a mass of %s kg, but it must be above 0", text.Number(f.Mass))
	case !(f.Friction >= 0):
		return fmt.Errorf("has the friction %s, but it must not be below 0", text.Number(f.Friction))
	case !(f.Restitution >= 0 && f.Restitution <= 1):
		return fmt.Errorf("has the restitution %s, but it must be from 0 to 1",
			text.Number(f.Restitution))
	}
	if dim == 2 {
		if moment := f.Inertia[sph.PlaneAxis][sph.PlaneAxis]; !(moment > 0) || math.IsInf(moment, 0) {
			return fmt.Errorf("has an inertia that is %s kg m² about %v, but must be above 0",
				text.Number(moment), sph.PlaneAxis)
		}
	} else if err := f.CheckInertia(); err != nil {
		return fmt.Errorf("has an inertia that %w", err)
	}
	if err := f.checkFreedom(dim); err != nil {
		return err
	}
	return f.checkLines()
}

// checkFreedom refuses directions and axes that are not orthonormal, or not in the plane of a flow.
func (f *Body) checkFreedom(dim int) error {
	if len(f.Directions)+len(f.Axes) == 0 {
		return errors.New("has no direction in which it may shift and no axis about which it may turn; " +
			"use walls for what stands still")
	}
	for _, list := range []struct {
		name string
		of   [][3]float64
	}{{"directions", f.Directions}, {"axes", f.Axes}} {
		for i, a := range list.of {
			for k, b := range list.of[:i+1] {
				want := 0.0
				if k == i {
					want = 1
				}
				if !(math.Abs(a[0]*b[0]+a[1]*b[1]+a[2]*b[2]-want) < 1e-9) {
					return fmt.Errorf("has %s %v, which must be of length 1 and at right angles",
						list.name, list.of)
				}
			}
		}
	}
	if dim != 2 {
		return nil
	}
	for _, d := range f.Directions {
		if d[sph.PlaneAxis] != 0 {
			return fmt.Errorf("shifts along %v, across the plane of the flow", d)
		}
	}
	for _, a := range f.Axes {
		if a[0] != 0 || a[2] != 0 {
			return fmt.Errorf("turns about %v, but in two dimensions only about %v", a, sph.PlaneAxis)
		}
	}
	return nil
}

// checkLines refuses springs and moorings that cannot be.
func (f *Body) checkLines() error {
	for k := range f.Springs {
		if s := &f.Springs[k]; !(s.Length >= 0 && s.Stiff >= 0 && s.Damping >= 0) {
			return fmt.Errorf("has the spring %d with a length of %s m, a stiffness of %s N/m and a "+
				"damping of %s N s/m, of which none may be below 0", k+1, text.Number(s.Length),
				text.Number(s.Stiff), text.Number(s.Damping))
		}
	}
	for k := range f.Torsions {
		t := &f.Torsions[k]
		if !(math.Abs(sph.Norm(t.Axis)-1) < 1e-9) {
			return fmt.Errorf("has the torsion %d about the axis %v, whose length must be 1", k+1, t.Axis)
		}
		if !(t.Stiff >= 0 && t.Damping >= 0) {
			return fmt.Errorf("has the torsion %d with a stiffness of %s N m/rad and a damping of %s N m "+
				"s/rad, of which none may be below 0", k+1, text.Number(t.Stiff), text.Number(t.Damping))
		}
	}
	for k := range f.Moorings {
		m := &f.Moorings[k]
		span := sph.Norm([3]float64{m.At[0] - m.Anchor[0], m.At[1] - m.Anchor[1], m.At[2] - m.Anchor[2]})
		switch {
		case !(m.Length > span):
			return fmt.Errorf("has the mooring %d of %s m, but its anchor is %s m away", k+1,
				text.Number(m.Length), text.Number(span))
		case !(m.Weight > 0 && m.Stiff >= 0):
			return fmt.Errorf("has the mooring %d of %s N/m and a stiffness of %s N; the first must be "+
				"above 0, the second not below", k+1, text.Number(m.Weight), text.Number(m.Stiff))
		case m.At[2] < m.Anchor[2]:
			return fmt.Errorf("has the mooring %d, whose anchor is above the body's end of it", k+1)
		}
	}
	return nil
}

// check returns the first thing about free bodies that cannot be simulated.
func check(c *sph.Case) error {
	free := c.Free()
	if told := c.Part(Name).([]int); !slices.Equal(told, free) {
		return fmt.Errorf("problem %s has %d free bodies, but its step is of %d; this is a bug",
			c.Name, len(free), len(told))
	}
	switch {
	case !c.Params.Boundary.CarriesBodies():
		return fmt.Errorf("problem %s has free bodies, but boundary %v does not carry them; use "+
			"boundary %s", c.Name, c.Params.Boundary, text.Or(sph.BoundariesWith(sph.CarryBodies)))
	case len(c.RotatingFrame.Angles) > 0:
		return fmt.Errorf("problem %s has free bodies in a frame that turns, but they are simulated in "+
			"frames at rest only; use walls that move, or no frame", c.Name)
	case c.Params.Central.Omega != 0:
		return fmt.Errorf("problem %s has free bodies and a central force, which does not act on them; "+
			"use one of the two", c.Name)
	}
	particles := make([]int, len(c.Bodies)+1)
	for _, body := range c.Particles.Body {
		particles[body]++
	}
	for i := range c.Bodies {
		b := &c.Bodies[i]
		if b.Free == nil {
			continue
		}
		if b.Motion.Moves() {
			return fmt.Errorf("the body %s of problem %s has both a motion that is prescribed and one that "+
				"the fluid gives it; use one of them", b.Name, c.Name)
		}
		if particles[i+1] == 0 {
			return fmt.Errorf("the body %s of problem %s has no particle", b.Name, c.Name)
		}
		if err := Of(b).Check(c.Params.Dim); err != nil {
			return fmt.Errorf("the body %s of problem %s %w", b.Name, c.Name, err)
		}
		for k := range Of(b).Springs {
			if other := Of(b).Springs[k].Body; other < 0 || other > len(c.Bodies) || other == i+1 {
				return fmt.Errorf("the body %s of problem %s has the spring %d to body %d; other bodies are "+
					"those from 1 to %d", b.Name, c.Name, k+1, other, len(c.Bodies))
			} else if other > 0 && c.Bodies[other-1].Free == nil {
				return fmt.Errorf("the body %s of problem %s has the spring %d to %s, which no fluid carries; "+
					"use a free body, or a fixed point", b.Name, c.Name, k+1, c.Bodies[other-1].Name)
			}
		}
	}
	if light := TooLight(c); light != nil {
		return fmt.Errorf("the body %s of problem %s %w", c.Bodies[light.Body].Name, c.Name, light)
	}
	if stiff := StiffestTie(c); stiff != nil {
		return fmt.Errorf("the body %s of problem %s has the %s %d, whose %s %w",
			c.Bodies[stiff.Body].Name, c.Name, stiff.Kind, stiff.Index+1, stiff.Key, stiff)
	}
	return nil
}
