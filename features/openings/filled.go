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
	layouts := Layouts(c)
	for i := range f.all {
		o, made, l := &f.all[i], &Of(c)[i], layouts[i]
		if err := f.checkFast(o, made, l, c, sound); err != nil {
			return err
		}
		if err := f.checkSupercritical(o, &s.Openings[i], made, l, c); err != nil {
			return err
		}
		c.Notes = append(c.Notes, noteOpening(c, &s.Openings[i], made, l))
	}
	if what := f.wrongSizes(c, layouts); what != "" {
		c.Warnings = append(c.Warnings, what)
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

// wrongSizes is a warning about openings whose sites have another width or height than the file
// has; "" is none.
func (f *Openings) wrongSizes(c *sph.Case, layouts []*opening.Layout) string {
	what, more := "", []string{}
	for i := range f.all {
		o, made, l := &f.all[i], &Of(c)[i], layouts[i]
		for k, asked := range o.asked {
			is := float64(l.Along[k]) * l.Spacing
			if asked == 0 || math.Abs(is/asked-1) <= worthAWarning {
				continue
			}
			if what != "" {
				more = append(more, fmt.Sprintf("the %s of the %s %q", [2]string{"width", "height"}[k],
					made.Kind(), o.Name))
				continue
			}
			what = fmt.Sprintf("the %s %q is %s m %s, but its sites take %s m, so that %s",
				made.Kind(), o.Name, text.Number(asked), [2]string{"wide", "high"}[k], text.Number(is),
				effect(made, is/asked-1))
		}
	}
	switch len(more) {
	case 0:
	case 1:
		what += "; " + more[0] + " differs, too"
	default:
		what += "; " + text.And(more) + " differ, too"
	}
	if what == "" {
		return ""
	}
	remedy := "use a --deltap that divides it"
	if d := f.dividing(c.Params.DeltaP); d > 0 {
		remedy = fmt.Sprintf("use --deltap %s, which divides the lengths of the case", text.Number(d))
	}
	return what + "; " + remedy
}

// effect is what follows where the sites of an opening take a part more of it.
func effect(o *opening.Opening, part float64) string {
	word := func(more, less string) string {
		if part > 0 {
			return more
		}
		return less
	}
	much := text.Figure(100*math.Abs(part)) + " %"
	switch {
	case o.Discharge != nil:
		return "its discharge has a velocity that is " + much + word(" less", " more")
	case o.Velocity != nil:
		return much + word(" more", " less") + " flows with its velocity"
	}
	return much + word(" more", " less") + " flows through it at the same level and pressure"
}

// dividing is the greatest spacing, finer than one, of which the openings and the boxes of the case
// have whole numbers within the part that is warned of [m]; 0 is none that is at least half of it.
func (f *Openings) dividing(spacing float64) float64 {
	var lengths, widths []float64
	for i := range f.all {
		widths = append(widths, f.all[i].asked[:]...)
	}
	add := func(low, high [3]float64) {
		for a := range 3 {
			lengths = append(lengths, high[a]-low[a])
		}
	}
	add(f.file.Domain.Min, f.file.Domain.Max)
	for i := range f.file.Fluids {
		if b := f.file.Fluids[i].Box; b != nil {
			add(b.Min, b.Max)
		}
	}
	lengths = append(lengths, widths...)
	best := 0.0
	for _, w := range widths {
		for n := math.Floor(w/spacing) + 1; w > 0 && n <= 2*w/spacing; n++ {
			// three digits if they divide as well, which are easier to type
			for _, d := range []float64{text.Three(w/n, math.Round), w / n} {
				wrong := func(x float64) bool {
					return x > d/2 && math.Abs(math.Round(x/d)*d/x-1) > 0.5*worthAWarning
				}
				if d > best && d < spacing && !slices.ContainsFunc(lengths, wrong) {
					best = d
				}
			}
		}
	}
	return best
}
