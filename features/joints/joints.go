// Package joints holds rigid bodies that the fluid carries at each other, at walls that move, or at
// the ground: by balls, hinges, sliders or altogether, with springs, dampers, limits and motors.
// cuda/joints/joints.h has the equations.
package joints

import (
	"fmt"
	"io"

	"gpusph/features/feature"
	"gpusph/problems/reading"
	"gpusph/sph"
)

const Name = "joints" // in cases and samples

// Feature is joints, for the table of features. It builds on free bodies.
var Feature = feature.Feature{
	Flow: &sph.Feature{Name: Name, Check: check, Hash: hash, Holds: holds, Readings: readings,
		Table: samples},
	Table:   table,
	Reading: &reading.Feature{Tables: "[[joint]]", Read: read, Filled: filled},
}

// Of are the joints of a case.
func Of(c *sph.Case) []Joint {
	all, _ := c.Part(Name).([]Joint)
	return all
}

// Give gives a case joints, or takes its joints away.
func Give(c *sph.Case, all []Joint) {
	if len(all) == 0 {
		c.Give(Name, nil)
		return
	}
	c.Give(Name, all)
}

// check returns the first thing about joints that cannot be simulated.
func check(c *sph.Case) error {
	joints := Of(c)
	for k := range joints {
		j := &joints[k]
		if wrong := j.check(c); wrong != nil {
			return fmt.Errorf("the joint %s of problem %s %w", j.Name, c.Name, wrong)
		}
		if j.Other > 0 && c.Bodies[j.Other-1].Free == nil && !c.Bodies[j.Other-1].Moves() {
			return fmt.Errorf("the joint %s of problem %s is to %s, which does not move; use the ground",
				j.Name, c.Name, c.Bodies[j.Other-1].Name)
		}
	}
	chains := Chains(c)
	for k := range chains {
		if err := chains[k].check(c); err != nil {
			return fmt.Errorf("problem %s: %w", c.Name, err)
		}
	}
	return stiffest(c)
}

// stiffest refuses springs and dampers that would need too many sub-steps.
func stiffest(c *sph.Case) error {
	for _, ch := range Chains(c) {
		if n := SubSteps(c, &ch); n > MaxSubSteps {
			name := ""
			most := 0.0
			for _, k := range ch.Joints {
				j := &Of(c)[k]
				if fast := j.Stiff*j.Yields(c) + j.Damping*j.Yields(c); fast > most {
					most, name = fast, j.Name
				}
			}
			return fmt.Errorf("problem %s: the spring or the damper of the joint %s would need %d "+
				"sub-steps of each step, but there may be %d; use less stiffness or damping", c.Name, name,
				n, MaxSubSteps)
		}
	}
	return nil
}

// MaxSubSteps is how many sub-steps a step may have, as kernels have it.
const MaxSubSteps = 64

// SubSteps is how many a step of the flow has at first for the springs and dampers of a chain.
func SubSteps(c *sph.Case, ch *Chain) int { return int(4*c.Params.DefaultStep()*ch.Rate(c)) + 1 }

// hash adds what joints are.
func hash(c *sph.Case, _ float64, add func(of string, write func(h io.Writer))) {
	for _, j := range Of(c) {
		add("the joint "+j.Name, func(h io.Writer) { fmt.Fprintf(h, "%+v", j) })
	}
}

// holds is why the flow makes no sense without a body; "" is that it does.
func holds(c *sph.Case, body int) string {
	for _, j := range Of(c) {
		if j.Body == body+1 || j.Other == body+1 {
			return fmt.Sprintf("the joint %s holds it", j.Name)
		}
	}
	return ""
}
