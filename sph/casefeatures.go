package sph

import (
	"fmt"
	"io"
	"slices"
)

// What cases have of features.

// part is what a case has of a feature.
type part struct {
	of    *Feature
	value any
}

// Give lets a case have a feature, with what only the feature knows. It takes the place of what it
// was given before; nil is that the case does not have the feature.
func (c *Case) Give(feature string, value any) {
	f := named(feature)
	c.parts = slices.DeleteFunc(slices.Clone(c.parts), func(p part) bool { return p.of == f })
	if value == nil {
		c.Params.Further.Features &^= 1 << f.place
		return
	}
	c.parts = append(c.parts, part{f, value})
	slices.SortFunc(c.parts, func(a, b part) int { return a.of.place - b.of.place })
	c.Params.Further.Features |= 1 << f.place
}

// Part is what a case has of a feature; nil is that it has not.
func (c *Case) Part(feature string) any {
	for _, p := range c.parts {
		if p.of.Name == feature {
			return p.value
		}
	}
	return nil
}

// ColumnsOf are those of the feature.
func (f *Feature) ColumnsOf(c *Case, m *Sample) []Column {
	if f.Columns == nil {
		return nil
	}
	return f.Columns(c, m)
}

// Contents are those of the first feature that has some.
func (c *Case) Contents(s *Snapshot) []Content {
	for _, p := range c.parts {
		if p.of.Contents != nil {
			return p.of.Contents(c, s)
		}
	}
	return nil
}

// checkFeatures returns the first thing about features that cannot be simulated.
func (c *Case) checkFeatures() error {
	if n := len(c.Free()); n > 0 && len(c.Params.forcesGive()) == 0 {
		return fmt.Errorf("problem %s has %d bodies that no law moves, but its step moves none; this is "+
			"a bug", c.Name, n)
	}
	for _, f := range features {
		has := c.Params.Has(f)
		if f.Has == nil && has != (c.Part(f.Name) != nil) {
			return fmt.Errorf("problem %s has %s, but its step has not, or the other way round; "+
				"this is a bug", c.Name, f.Name)
		}
		if has && f.Check != nil {
			if err := f.Check(c); err != nil {
				return err
			}
		}
	}
	return nil
}

// hashFeatures adds what features decide of the flow.
func (c *Case) hashFeatures(until float64, add func(of string, write func(h io.Writer))) {
	for _, p := range c.parts {
		p.of.Hash(c, until, add)
	}
}

// EachFeature visits those that a case has, in the order of the table.
func (c *Case) EachFeature(visit func(f *Feature)) {
	for _, f := range features {
		if c.Params.Has(f) {
			visit(f)
		}
	}
}

// SumsAt is where the sums of a feature begin among those of all, and how many it has; of a feature
// that the case does not have, where these end, and none.
func (c *Case) SumsAt(feature string) (at, n int) {
	for _, p := range c.parts {
		if n = 0; p.of.Sums != nil {
			n = p.of.Sums(c)
		}
		if p.of.Name == feature {
			return at, n
		}
		at += n
	}
	return at, 0
}

// SumsOf are those of a feature over all steps, of a sample; 0 where it has none yet.
func (m *Sample) SumsOf(c *Case, feature string) []float64 { return c.ofFeature(feature, m.Sums) }

// RatesOf are those at which the sums of a feature change; 0 where the sample has none.
func (m *Sample) RatesOf(c *Case, feature string) []float64 { return c.ofFeature(feature, m.Rates) }

// ReadingsOf are those of a feature in a sample; 0 where it has none yet.
func (m *Sample) ReadingsOf(c *Case, feature string) []float64 {
	f := named(feature)
	at, n := c.ReadingsAt(f), f.readings(c)
	if at+n > len(m.Readings) {
		return make([]float64, n)
	}
	return m.Readings[at : at+n]
}

// ReadingsAt is where those of a feature begin among those of all.
func (c *Case) ReadingsAt(of *Feature) (at int) {
	for _, p := range c.parts {
		if p.of == of {
			break
		}
		at += p.of.readings(c)
	}
	return at
}

// Readings is how many numbers samples have of features.
func (c *Case) Readings() (n int) {
	for _, p := range c.parts {
		n += p.of.readings(c)
	}
	return n
}

func (f *Feature) readings(c *Case) int {
	if f.Readings == nil {
		return 0
	}
	return f.Readings(c)
}

// Volumes are those that have come into the flow through parts of its boundary since the beginning,
// less those that have left it [m³], in two dimensions [m²].
func (c *Case) Volumes(m *Sample) (all []float64) {
	for _, p := range c.parts {
		if p.of.Volumes != nil {
			all = append(all, p.of.Volumes(c, m)...)
		}
	}
	return all
}

// HasBirths reports whether particles are born and removed.
func (c *Case) HasBirths() bool {
	return slices.ContainsFunc(c.parts, func(p part) bool { return p.of.Births })
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

// Wrong is why the flow cannot go on, by a sample and features; "" is that it can.
func (c *Case) Wrong(m *Sample) string {
	for _, p := range c.parts {
		if p.of.Wrong != nil {
			if why := p.of.Wrong(c, m); why != "" {
				return why
			}
		}
	}
	return ""
}

// ofFeature is the part of a feature of sums of all.
func (c *Case) ofFeature(feature string, all []float64) []float64 {
	at, n := c.SumsAt(feature)
	if at+n > len(all) {
		return make([]float64, n)
	}
	return all[at : at+n]
}

// HasCurves reports whether samples have curves for viewers.
func (c *Case) HasCurves() bool {
	return slices.ContainsFunc(c.parts, func(p part) bool { return p.of.Curves != nil })
}

// Curves are those of the first feature that has some, by a sample, and what their values are.
func (c *Case) Curves(m *Sample) (all []Curve, values, unit string) {
	for _, p := range c.parts {
		if p.of.Curves != nil {
			return p.of.Curves(c, m), p.of.CurveValues[0], p.of.CurveValues[1]
		}
	}
	return nil, "", ""
}

// IsSolid reports whether a particle is of a solid with states of its own.
func (c *Case) IsSolid(i int) bool {
	return c.Particles.Type[i] == Wall && slices.ContainsFunc(c.parts, func(p part) bool {
		return p.of.Solid != nil && p.of.Solid(c, i)
	})
}

// EnergyBound is a bound of the energies of features [J].
func (c *Case) EnergyBound() (sum float64) {
	for _, p := range c.parts {
		if p.of.EnergyBound != nil {
			sum += p.of.EnergyBound(c)
		}
	}
	return sum
}
