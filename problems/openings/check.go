package openings

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
	"gpusph/sph/opening"
)

// Check looks at the openings of a scene that is filled. It refuses those which cannot be meant
// with the flow as it begins, and notes what others are. sound is how many times faster than the
// flow the speed of sound has to be.
func (f *Openings) Check(s *scene.Scene, c *sph.Case, sound float64) error {
	layouts := c.OpeningLayouts()
	for i := range f.all {
		o, made, l := &f.all[i], &c.Openings[i], layouts[i]
		if err := f.checkFast(o, made, l, c, sound); err != nil {
			return err
		}
		if err := f.checkSupercritical(o, &s.Openings[i], made, l, c); err != nil {
			return err
		}
		c.Notes = append(c.Notes, noteOpening(c, &s.Openings[i], made, l))
		c.Warnings = append(c.Warnings, f.wrongSize(o, made, l)...)
	}
	return nil
}

// checkFast refuses velocities that come near the speed of sound.
func (f *Openings) checkFast(
	o *given, made *opening.Opening, l *opening.Layout, c *sph.Case, sound float64,
) error {
	p, speed, key := &c.Params, 0.0, ".velocity"
	switch {
	case made.Velocity != nil:
		speed = made.Velocity.Most(c.End)
	case made.Discharge != nil:
		speed, key = made.Discharge.Most(c.End)/l.Area(p.Dim), ".discharge"
	}
	if made.Profile != nil {
		speed *= max(1, slices.Max(made.Profile))
	}
	if speed*sound <= p.C0*(1+scene.Tolerance) {
		return nil
	}
	return f.file.Errorf(o.Path+key, "the %s %q has a velocity of %s m/s, but the speed of sound is "+
		"%s m/s and must be at least %s times the velocity; use physics.speed = %s, or a larger opening",
		made.Kind(), o.Name, text.Number(speed), text.Number(p.C0), text.Figure(sound),
		text.Number(text.Three(speed, math.Ceil)))
}

// checkSupercritical refuses a level where the flow is faster than its waves, so that nothing
// downstream of a place acts on it.
func (f *Openings) checkSupercritical(
	o *given, of *scene.Opening, made *opening.Opening, l *opening.Layout, c *sph.Case,
) error {
	p := &c.Params
	if made.Level == nil || of.Depth == 0 {
		return nil
	}
	given := made.Velocity != nil || made.Discharge != nil
	if made.Inlet && given {
		return nil
	}
	speed := of.Speed
	switch {
	case made.Velocity != nil:
		speed = made.Velocity.At(0)
	case made.Discharge != nil:
		wet := 0
		for _, is := range of.Wet {
			if is {
				wet++
			}
		}
		speed = made.Discharge.At(0) / (float64(wet) * math.Pow(p.DeltaP, float64(p.Dim-1)))
	}
	froude := math.Abs(speed) / math.Sqrt(-p.Gravity[2]*of.Depth)
	if froude <= 1 {
		return nil
	}
	why := "the %s %q has a level, but the flow there is supercritical at first: %s m/s at a depth " +
		"of %s m, Froude number %s"
	remedy := ", so no level at the outlet acts on it; leave level out, or use free = true"
	if made.Inlet {
		remedy = ", so its velocity does not follow from the level; give velocity or discharge, too"
	}
	return f.file.Errorf(o.Path+".level", why+remedy, made.Kind(), o.Name,
		text.Number(math.Abs(speed)), text.Number(of.Depth), text.Figure(froude))
}

// worthAWarning is by what part an opening may be larger or smaller than it should be.
const worthAWarning = 0.01

// wrongSize warns of openings whose sites have another width or height than the file has.
func (f *Openings) wrongSize(o *given, made *opening.Opening, l *opening.Layout) (all []string) {
	for k, asked := range o.asked {
		is := float64(l.Along[k]) * l.Spacing
		if asked == 0 || math.Abs(is/asked-1) <= worthAWarning {
			continue
		}
		what := [2]string{"wide", "high"}[k]
		all = append(all, fmt.Sprintf("the %s %q is %s m %s, but its sites take %s m, so that as much "+
			"less or more flows with a given velocity; use --deltap %s, which divides it", made.Kind(),
			o.Name, text.Number(asked), what, text.Number(is),
			text.Number(asked/math.Round(asked/l.Spacing))))
	}
	return all
}
