// Package joints holds rigid bodies that the fluid carries at each other, at walls that move, or at
// the ground: by balls, hinges, sliders or altogether, with springs, dampers, limits and motors.
// cuda/joints/joints.h has the equations.
package joints

import (
	"fmt"
	"io"
	"math"

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
		if why := chains[k].check(c); why != nil {
			return fmt.Errorf("problem %s: %w", c.Name, why)
		}
	}
	if stiff := tooStiff(c); stiff != nil {
		return fmt.Errorf("problem %s: the %s of the joint %s %w", c.Name, stiff.key,
			joints[stiff.joint].Name, stiff)
	}
	return nil
}

// stiff is a key of a joint that would need too many sub-steps.
type stiff struct {
	joint int
	key   string
	steps int
}

func (s *stiff) Error() string {
	return fmt.Sprintf("would need %d sub-steps of each step, but there may be %d; use less "+
		"stiffness or damping, or a heavier body", s.steps, MaxSubSteps)
}

// tooStiff is the fastest spring or damper of the first chain that would need too many sub-steps;
// nil is none.
func tooStiff(c *sph.Case) *stiff {
	for _, ch := range Chains(c) {
		n := SubSteps(c, &ch)
		if n <= MaxSubSteps {
			continue
		}
		worst, fastest := stiff{steps: n}, 0.0
		for _, k := range ch.Joints {
			j := &Of(c)[k]
			spring, damper := math.Sqrt(j.Stiff*j.Yields(c)), j.Damping*j.Yields(c)
			if spring > fastest {
				worst.joint, worst.key, fastest = k, "stiffness", spring
			}
			if damper > fastest {
				worst.joint, worst.key, fastest = k, "damping", damper
			}
		}
		return &worst
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
