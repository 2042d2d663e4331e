package bodies

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph"
)

// lightestBody is the least mass of a free body over that of the fluid beside its faces, and the
// same of moments of inertia. The force on a body follows from fluid that moves along with it
// (added mass), as far as its faces one step late, so a lighter body swings from step to step.
// Boxes under water went wrong at 0.034 with mdbc and Verlet and at 0.009 otherwise, and right at
// 0.051 and 0.017.
const lightestBody = 0.05

// LightBody is a free body that is too light, or turns too lightly about an axis.
type LightBody struct {
	Body         int // index
	Turns        bool
	Axis         [3]float64
	Value, Least float64 // of the mass [kg] or the moment of inertia about the pivot [kg m²]
}

// TooLight is the first free body that is too light; nil where none is.
func TooLight(of *sph.Case) *LightBody {
	c := flow{of}
	for _, i := range c.Free() {
		f, pivot, inertia := Of(&c.Bodies[i]), c.Bodies[i].Pivot(), PivotInertia(&c.Bodies[i])
		mass, turning := 0.0, make([]float64, len(f.Axes))
		c.layer(i, func(x, normal [3]float64) {
			mass += c.Params.Mass
			for k, axis := range f.Axes {
				var r [3]float64
				for a := range 3 {
					r[a] = x[a] - pivot[a]
				}
				var lever float64
				for a := range 3 {
					b, d := (a+1)%3, (a+2)%3
					lever += axis[a] * (r[b]*normal[d] - r[d]*normal[b])
				}
				turning[k] += c.Params.Mass * lever * lever
			}
		})
		if least := lightestBody * mass; len(f.Directions) > 0 && f.Mass < least {
			return &LightBody{Body: i, Value: f.Mass, Least: text.Three(least, math.Ceil)}
		}
		for k, axis := range f.Axes {
			var of [3]float64
			for a := range 3 {
				of[a] = dot3(inertia[a], axis)
			}
			if is, least := dot3(axis, of), lightestBody*turning[k]; is < least {
				return &LightBody{Body: i, Turns: true, Axis: axis, Value: is,
					Least: text.Three(least, math.Ceil)}
			}
		}
	}
	return nil
}

// layer visits the particles of a free body at its faces, with the outward normal, which is 0 where
// faces are not known.
func (c flow) layer(body int, visit func(x, normal [3]float64)) {
	for _, x := range c.particlesOf(c.isOf(body + 1)) {
		var normal [3]float64
		if c.FaceOf != nil {
			f, ok := c.FaceOf(body+1, x, c.Params.DeltaP)
			if !ok || f.Distance < -0.9*c.Params.DeltaP {
				continue
			}
			normal = f.Normal
		}
		visit(x, normal)
	}
}

// Error says what is too light, as the end of a sentence that begins with the body.
func (l *LightBody) Error() string {
	if l.Turns {
		return fmt.Sprintf("has a moment of inertia of %s kg m² about %v, too little for the fluid "+
			"beside its faces; use %s at least, or a smaller deltap", text.Number(l.Value), l.Axis,
			text.Number(l.Least))
	}
	return fmt.Sprintf("has a mass of %s kg, too little for the fluid beside its faces; use %s kg at "+
		"least, or a smaller deltap", text.Number(l.Value), text.Number(l.Least))
}
