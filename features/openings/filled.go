package openings

import (
	"fmt"
	"math"
	"slices"

	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// filled looks at the openings of a scene that is filled. It refuses those which cannot be meant
// with the flow as it begins, and notes what others are.
func filled(file reading.File, s *scene.Scene, c *sph.Case) error {
	f, layouts := file.Kept(Name).(*fromFile), Layouts(c)
	if len(layouts) == 0 {
		return nil
	}
	in := s.Buffers.(*buffers).all
	for i := range f.all {
		o, made, l := &f.all[i], &Of(c)[i], layouts[i]
		if err := f.checkFast(o, made, l, c); err != nil {
			return err
		}
		if err := f.checkSupercritical(o, &in[i], made, l, c); err != nil {
			return err
		}
		c.Notes = append(c.Notes, noteOpening(c, &in[i], made, l))
	}
	if what := f.wrongSizes(c, layouts); what != "" {
		c.Warnings = append(c.Warnings, what)
	}
	return nil
}

// checkFast refuses velocities that come near the speed of sound.
func (f *fromFile) checkFast(
	o *given, made *Opening, l *Layout, c *sph.Case,
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
	for _, sites := range made.Grid {
		key = ".velocity-grid"
		speed = max(speed, slices.Max(sites), -slices.Min(sites))
	}
	if speed*reading.LeastSound <= p.C0*(1+scene.Tolerance) {
		return nil
	}
	return f.file.Errorf(o.Path+key, "the %s %q has a velocity of %s m/s, but the speed of sound is "+
		"%s m/s and must be at least %s times the velocity; use physics.speed = %s, or a larger opening",
		made.Kind(), o.Name, text.Number(speed), text.Number(p.C0), text.Figure(reading.LeastSound),
		text.Number(text.Three(speed, math.Ceil)))
}

// checkSupercritical refuses a level where the flow is faster than its waves, so that nothing
// downstream of a place acts on it.
func (f *fromFile) checkSupercritical(
	o *given, of *placed, made *Opening, l *Layout, c *sph.Case,
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
func (f *fromFile) wrongSizes(c *sph.Case, layouts []*Layout) string {
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
func effect(o *Opening, part float64) string {
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
func (f *fromFile) dividing(spacing float64) float64 {
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

// leastAcross are the spacings across an opening at least.
const leastAcross = 5

// checkSites refuses an opening of which walls leave little.
func (f *fill) checkSites(o *Opening, l *Layout, all int) error {
	p := &f.Case.Params
	least := leastAcross
	if p.Dim == 3 {
		least *= leastAcross
	}
	where := f.Origin.Metres(o.Centre)
	switch n := len(l.Sites); {
	case n == 0:
		return fmt.Errorf("the %s %q is inside a wall: none of its %d sites around %s is free; move it "+
			"into the fluid, with %s m behind its plane for its buffer", o.Kind(), o.Name, all, where,
			text.Number(l.Thickness()))
	case n < least || 4*n < all:
		return fmt.Errorf("the %s %q is inside a wall: walls take the place of %d of its %d sites "+
			"around %s, or of the %s m behind them; move it, or let it be smaller", o.Kind(), o.Name,
			all-n, all, where, text.Number(l.Thickness()))
	}
	return nil
}

// checkDry refuses an inlet that nothing says where to be wet.
func (f *fill) checkDry(o *Opening, wet int, low float64) error {
	at := f.Origin
	switch {
	case wet > 0:
		return nil
	case o.Level != nil && highest(o.Level) <= low:
		return fmt.Errorf("the %s %q is dry: its level is %s m at most, but its lowest edge is at %s m; "+
			"use a higher level, or an opening that reaches lower", o.Kind(), o.Name,
			at.Number(2, highest(o.Level)), at.Number(2, low))
	case o.Level == nil && o.Inlet:
		return fmt.Errorf("the inlet %q is dry: no fluid is at it at first, so nothing says how deep "+
			"the water is that comes in; use level, or a fluid up to it", o.Name)
	}
	return nil
}

// highest is the greatest value of a series.
func highest(s *timeseries.Series) float64 { return slices.Max(s.Values) }
