package sph

import (
	"fmt"
	"math"

	"gpusph/internal/text"
	"gpusph/sph/opening"
)

// Open gives the case its openings. The case's particles fill the buffers of those that are wet.
func (c *Case) Open(openings []opening.Opening) {
	c.Openings, c.Params.Further.Openings = openings, len(openings)
}

// OpeningLayout is where the particles of the buffer of an opening are.
func (p *Params) OpeningLayout(o *opening.Opening) *opening.Layout {
	return o.LayoutOf(p.Dim, p.Support(), p.DeltaP)
}

// OpeningAt is the opening in whose buffer a point is, from 1 on; 0 is none. Outfalls have no
// buffer.
func (c *Case) OpeningAt(layouts []*opening.Layout, x [3]float64) int {
	for k := range c.Openings {
		o := &c.Openings[k]
		if !o.Free && o.Holds(layouts[k], x, 0) {
			return k + 1
		}
	}
	return 0
}

// OpeningLayouts are those of all openings.
func (c *Case) OpeningLayouts() (all []*opening.Layout) {
	for k := range c.Openings {
		all = append(all, c.Params.OpeningLayout(&c.Openings[k]))
	}
	return all
}

// checkOpenings returns the first thing about openings that cannot be simulated. Case files are
// checked with the line and column before.
func (c *Case) checkOpenings() error {
	p := &c.Params
	if p.Further.Openings != len(c.Openings) {
		return fmt.Errorf("problem %s has %d openings, but its step is of %d; this is a bug",
			c.Name,
			len(c.Openings), p.Further.Openings)
	}
	if len(c.Openings) > opening.MaxOpenings {
		return fmt.Errorf("problem %s has %d inlets and outlets, but may have %d", c.Name,
			len(c.Openings), opening.MaxOpenings)
	}
	if len(c.Openings) > 0 {
		if err := c.CheckMeasured("inlets and outlets"); err != nil {
			return err
		}
	}
	for k, l := range c.OpeningLayouts() {
		o := &c.Openings[k]
		if err := c.checkOpening(o, l); err != nil {
			return fmt.Errorf("the %s %s of problem %s %w", o.Kind(), o.Name, c.Name, err)
		}
	}
	return nil
}

// CheckMeasured refuses lists of one step for what measures the water in each step: this is done
// from the second step of a list on, so it would never be.
func (c *Case) CheckMeasured(what string) error {
	if c.Params.RebuildEvery > 1 {
		return nil
	}
	return fmt.Errorf("problem %s has %s, which look at the water from the second step after new "+
		"lists on; use a rebuild-every of 2 or more in place of %d", c.Name, what,
		c.Params.RebuildEvery)
}

func (c *Case) checkOpening(o *opening.Opening, l *opening.Layout) error {
	p := &c.Params
	switch {
	case o.Velocity != nil && o.Discharge != nil:
		return fmt.Errorf("has both a velocity and a discharge, but one follows from the other")
	case o.Level != nil && o.Pressure != nil:
		return fmt.Errorf("has both a level and a pressure, but one follows from the other")
	case o.Profile != nil && len(o.Profile) != len(l.Sites):
		return fmt.Errorf("has a profile of %d values for %d sites; this is a bug", len(o.Profile),
			len(l.Sites))
	case o.Material < 0 || o.Material > len(c.Materials):
		return fmt.Errorf("lets in the material %d, but there are %d; this is a bug", o.Material,
			len(c.Materials))
	case len(c.Materials) > MaxKinds:
		return fmt.Errorf("is of a flow with %d materials, of which openings tell %d apart",
			len(c.Materials), MaxKinds)
	case o.Carried != nil && p.CarriedField() == 0:
		return fmt.Errorf("has a %s, but the flow has none", o.Carried.Name)
	case o.Level != nil && math.Abs(o.Across[1][2]) < 0.1:
		return fmt.Errorf("has a level, but lies flat; use pressure")
	}
	for a := range 3 {
		if p.Periodic[a] && math.Abs(o.Normal[a]) > 1e-6 {
			return fmt.Errorf("lets fluid flow along %v, along which the flow is periodic; use an axis "+
				"that is not", Axis(a))
		}
	}
	if o.Carried != nil {
		if err := o.Carried.Check(); err != nil {
			return err
		}
	}
	for k := range c.Materials {
		if v := c.VolumeOf(uint8(k)) / math.Pow(p.DeltaP, float64(p.Dim)); math.Abs(v-1) > 1e-6 {
			return fmt.Errorf("is of a flow whose particles of %s have %g of a cell's volume, but what "+
				"comes in has all of it; this is a bug", c.Materials[k].Name, v)
		}
	}
	back, ahead := l.Thickness(), p.OpeningOffset()
	for _, site := range l.Sites {
		for _, depth := range []float64{-ahead, back} {
			for a := range 3 {
				x := site[a] - depth*o.Normal[a]
				if !(x >= p.Min[a] && x <= p.Max[a]) {
					end := p.OnMap(a, min(max(x, p.Min[a]), p.Max[a]))
					return fmt.Errorf("needs %s m behind its plane and %s m before it, but the domain "+
						"ends at %s m along %v; move it into the domain", text.Number(back),
						text.Number(ahead), text.Number(end), Axis(a))
				}
			}
		}
	}
	return nil
}

// openingOffset is how far before the plane of an opening the fluid is looked at, over h.
const openingOffset = 1.0

// OpeningOffset is the same [m].
func (p *Params) OpeningOffset() float64 { return openingOffset * p.H }
