package openings

import (
	"math"
	"slices"

	"gpusph/internal/casefile"
	"gpusph/internal/text"
	"gpusph/problems/reading"
	"gpusph/problems/scene"
	"gpusph/sph"
	"gpusph/sph/timeseries"
)

// The inlets and outlets of a scene from those of a case file: where they are, what they give, and
// how the velocity is spread over them.

// given is an inlet or an outlet of the file, and what it gives, positive into the flow.
type given struct {
	InFile
	velocity, discharge, level, pressure, carried *timeseries.Series
	grid                                          *velocityGrid // nil is none

	asked [2]float64 // extents along Across [m]; 0 is one of a disc, or across the plane of the flow
}

// fromFile are the openings of a case file.
type fromFile struct {
	file *casefile.Case
	all  []given
}

// read takes from a case, in the coordinates of its scene, what does not depend on the spacing, and
// returns the greatest level that is given, or -Inf [m]. Sides that openings take are closed in the
// scene: they hold the fluid at first.
func read(of reading.File) (highest float64, err error) {
	file := of.File()
	f := &fromFile{file: file}
	for _, at := range FromFile(file) {
		if err := f.readOne(at, of.Scene(), of.Content); err != nil {
			return 0, err
		}
	}
	if n := len(f.all); n > Max {
		return 0, file.Errorf(f.all[Max].Path, "the case has %d inlets and outlets, but may have %d", n,
			Max)
	}
	of.Keep(Name, f)
	return f.highest(), nil
}

// readOne takes one.
func (f *fromFile) readOne(at InFile, s *scene.Scene,
	read func(name, path string) ([]byte, error)) error {
	o := given{InFile: at}
	way := 1.0
	if !at.Inlet {
		way = -1
	}
	carriedKey, _, carried := at.Carried()
	for _, of := range []struct {
		key    string
		from   *casefile.Series
		to     **timeseries.Series
		factor float64
	}{
		{"velocity", at.Velocity, &o.velocity, way}, {"discharge", at.Discharge, &o.discharge, way},
		{"level", at.Level, &o.level, 1}, {"pressure", at.Pressure, &o.pressure, 1},
		{carriedKey, carried, &o.carried, 1},
	} {
		if of.from == nil {
			continue
		}
		if of.from.File != "" {
			data, err := read(of.from.File, at.Path+"."+of.key)
			if err == nil {
				err = f.file.ReadSeries(at.Path, of.key, of.from, string(data))
			}
			if err == nil {
				err = checkSeries(f.file, &at, of.key, of.from)
			}
			if err != nil {
				return err
			}
		}
		*of.to = timeseries.Rows(of.from.Value, of.from.Rows, of.factor)
		if of.key == "level" && of.from.File != "" { // as the map has it
			for k := range o.level.Values {
				o.level.Values[k] = text.Sum(o.level.Values[k], -s.Origin[2])
			}
		}
	}
	if at.Grid != "" {
		data, err := read(at.Grid, at.Path+".velocity-grid")
		if err != nil {
			return err
		}
		if o.grid, err = readGrid(string(data), s.Origin, way); err != nil {
			return f.file.Errorf(at.Path+".velocity-grid", "%s: %v", at.Grid, err)
		}
		o.velocity = o.grid.means()
	}
	if at.Side != "" {
		a, end := sideOf(at.Side)
		s.Open[a][end] = false
	}
	f.all = append(f.all, o)
	return nil
}

// highest is the greatest level that is given, or -Inf [m].
func (f *fromFile) highest() float64 {
	most := math.Inf(-1)
	for i := range f.all {
		if level := f.all[i].level; level != nil {
			most = max(most, slices.Max(level.Values))
		}
	}
	return most
}

// openScene gives a scene its openings at a spacing.
func openScene(file reading.File, s *scene.Scene, p *sph.Params) error {
	f, b := file.Kept(Name).(*fromFile), &buffers{}
	if len(f.all) == 0 {
		return nil
	}
	for i := range f.all {
		o := &f.all[i]
		to := placed{Path: o.Path, Side: [2]int{-1, -1}, Opening: Opening{
			Name: o.Name, Inlet: o.Inlet, Velocity: o.velocity, Discharge: o.discharge, Level: o.level,
			Pressure: o.pressure, Free: o.Free, NonReflecting: o.NonReflecting,
			OneWay: o.Reverse == "stop",
		}}
		if o.carried != nil {
			key, _, _ := o.Carried()
			to.Carried = &Carried{Name: key, Series: *o.carried}
		}
		if o.Material != "" {
			to.Material = 1 + file.Material(o.Material)
		}
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
		to.Velocities = o.grid
		if err := f.checkFlat(o, &to.Opening, p); err != nil {
			return err
		}
		b.all = append(b.all, to)
	}
	s.Buffers = b
	f.wallsBeside(b, s, p)
	return f.checkApart(b, s, p)
}

// checkApart refuses openings whose buffers overlap.
func (f *fromFile) checkApart(of *buffers, s *scene.Scene, p *sph.Params) error {
	deep := float64(Layers(p.Support(), p.DeltaP)) * p.DeltaP
	for i := range of.all {
		for k := range i {
			a, b := &of.all[k], &of.all[i]
			if at, ok := meet(p, &a.Opening, &b.Opening); ok {
				return f.file.Errorf(b.Path, "the %s %q and the %s %q overlap, as at %s: their buffers are "+
					"%s m deep; move one of them, or let them be smaller", a.Kind(), a.Name, b.Kind(),
					b.Name, s.Origin.Metres(at), text.Number(deep))
			}
		}
	}
	return nil
}

// meet is a place that two openings or their buffers have in common.
func meet(p *sph.Params, a, b *Opening) (at [3]float64, ok bool) {
	for range 2 {
		layers := Layers(p.Support(), p.DeltaP)
		of := &Layout{Along: [2]int{p.Dim - 1, 1}, Layers: layers, Spacing: p.DeltaP}
		for _, u := range places(a.Half[0], p) {
			for _, v := range places(a.Half[1], p) {
				for k := range layers + 1 {
					if p.Dim == 2 {
						u = 0
					}
					depth := max(0, float64(k)-0.5) * p.DeltaP
					if x := a.Point(u, v, depth); (!a.Disc || math.Hypot(u, v) < a.Half[1]) &&
						b.Holds(of, x, -1e-6*p.DeltaP) {
						return x, true
					}
				}
			}
		}
		a, b = b, a
	}
	return at, false
}

// places are those of sites across half of an opening's extent to both sides of its centre, or
// fewer where there are many [m].
func places(half float64, p *sph.Params) (all []float64) {
	const most = 64
	n := int(min(most, max(1, math.Round(2*half/p.DeltaP))))
	for k := range n {
		all = append(all, (2*(float64(k)+0.5)/float64(n)-1)*half)
	}
	return all
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
