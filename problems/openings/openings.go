// Package openings makes the inlets and outlets of a scene from those of a case file: where they
// are, what they give, and how the velocity is spread over them.
package openings

import (
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/scene"
	"gpusph/sph"
	"gpusph/sph/opening"
)

// given is an inlet or an outlet of the file, and what it gives, positive into the flow.
type given struct {
	casefile.OpeningAt
	velocity, discharge, level, pressure *opening.Series
}

// Openings are those of a case file.
type Openings struct {
	file *casefile.Case
	all  []given
}

// Read takes from a case, in the coordinates of a scene, what does not depend on the spacing. It
// reads files by the name that a path gives. Sides that openings take are closed in the scene: they
// hold the fluid at first.
func Read(file *casefile.Case, s *scene.Scene,
	read func(name, path string) ([]byte, error)) (*Openings, error) {
	f := &Openings{file: file}
	for _, at := range file.Openings() {
		if err := f.readOne(at, s, read); err != nil {
			return nil, err
		}
	}
	if n := len(f.all); n > opening.MaxOpenings {
		return nil, file.Errorf(f.all[opening.MaxOpenings].Path, "the case has %d inlets and outlets, "+
			"but may have %d", n, opening.MaxOpenings)
	}
	return f, nil
}

// readOne takes one.
func (f *Openings) readOne(at casefile.OpeningAt, s *scene.Scene,
	read func(name, path string) ([]byte, error)) error {
	o := given{OpeningAt: at}
	way := 1.0
	if !at.Inlet {
		way = -1
	}
	for _, of := range []struct {
		key    string
		from   *casefile.Series
		to     **opening.Series
		factor float64
	}{
		{"velocity", at.Velocity, &o.velocity, way}, {"discharge", at.Discharge, &o.discharge, way},
		{"level", at.Level, &o.level, 1}, {"pressure", at.Pressure, &o.pressure, 1},
	} {
		if of.from == nil {
			continue
		}
		if of.from.File != "" {
			data, err := read(of.from.File, at.Path+"."+of.key)
			if err == nil {
				err = f.file.ReadSeries(&at, of.key, of.from, string(data))
			}
			if err != nil {
				return err
			}
		}
		*of.to = seriesOf(of.from, of.factor)
		if of.key == "level" && of.from.File != "" { // as the map has it
			for k := range o.level.Values {
				o.level.Values[k] = text.Sum(o.level.Values[k], -s.Origin[2])
			}
		}
	}
	if at.Side != "" {
		a, end := sideOf(at.Side)
		s.Open[a][end] = false
	}
	f.all = append(f.all, o)
	return nil
}

// Highest is the greatest level that is given, or -Inf [m].
func (f *Openings) Highest() float64 {
	most := math.Inf(-1)
	for i := range f.all {
		if level := f.all[i].level; level != nil {
			most = max(most, slices.Max(level.Values))
		}
	}
	return most
}

// seriesOf is a series whose values are multiplied by a factor.
func seriesOf(from *casefile.Series, factor float64) *opening.Series {
	if from.Rows == nil {
		return opening.Constant(factor * from.Value)
	}
	s := &opening.Series{}
	for _, row := range from.Rows {
		s.Times, s.Values = append(s.Times, row[0]), append(s.Values, factor*row[1])
	}
	return s
}

// Open gives a scene its openings at a spacing.
func (f *Openings) Open(s *scene.Scene, p *sph.Params) error {
	for i := range f.all {
		o := &f.all[i]
		to := scene.Opening{Path: o.Path, Side: [2]int{-1, -1}, Opening: opening.Opening{
			Name: o.Name, Inlet: o.Inlet, Velocity: o.velocity, Discharge: o.discharge, Level: o.level,
			Pressure: o.pressure, Free: o.Free, NonReflecting: o.NonReflecting,
			OneWay: o.Reverse == "stop",
		}}
		place := f.openShape
		if o.Side != "" {
			place = f.openSide
		}
		if err := place(o, &to, s, p); err != nil {
			return err
		}
		if o.Profile != nil {
			to.Factors = profile(o, &to, p)
		}
		if err := f.checkFlat(o, &to.Opening, p); err != nil {
			return err
		}
		s.Openings = append(s.Openings, to)
	}
	return f.checkApart(s, p)
}

// checkApart refuses openings whose buffers overlap.
func (f *Openings) checkApart(s *scene.Scene, p *sph.Params) error {
	for i := range s.Openings {
		for k := range i {
			a, b := &s.Openings[k], &s.Openings[i]
			if at, ok := meet(p, &a.Opening, &b.Opening); ok {
				return f.file.Errorf(b.Path, "the %s %q and the %s %q overlap, as at %s: their buffers are "+
					"%s m deep; move one of them, or let them be smaller", a.Kind(), a.Name, b.Kind(),
					b.Name, s.Origin.Metres(at), text.Number(p.OpeningLayout(&a.Opening).Thickness()))
			}
		}
	}
	return nil
}

// meet is a place that two openings or their buffers have in common.
func meet(p *sph.Params, a, b *opening.Opening) (at [3]float64, ok bool) {
	for range 2 {
		l, of := p.OpeningLayout(a), p.OpeningLayout(b)
		for site := range l.Sites {
			for _, x := range append(a.Column(l, site), l.Sites[site]) {
				if b.Holds(of, x, -1e-6*p.DeltaP) {
					return x, true
				}
			}
		}
		a, b = b, a
	}
	return at, false
}

// sideOf is the axis of a side, and 1 for its upper end.
func sideOf(side string) (axis, end int) {
	i := slices.Index(casefile.Sides, side)
	return i / 2, i % 2
}

// unit is a direction of length 1. Along a coordinate axis it is exact.
func unit(v [3]float64) [3]float64 {
	size := sph.Norm(v)
	for a := range v {
		v[a] /= size
	}
	return v
}
