package picture

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/commands/cli"
	"gpusph/internal/option"
	"gpusph/internal/stored"
	"gpusph/internal/surface"
	"gpusph/internal/text"
	"gpusph/output"
	pictures "gpusph/output/picture"
	"gpusph/sph"
)

// usualSize is that of pictures without --size [pixels].
const usualSize = "1280x720"

// look is what pictures show, and how: the options that picture and render share.
type look struct {
	pictures.Options
	field              string  // as it is named; "" is not
	azimuth, elevation float64 // [degrees]; NaN is the view's
	limits, size       string
	region             string
	surface            bool
}

func (l *look) table() option.Table {
	angle := func(name, help, hint string, most float64, to *float64) option.Option {
		row := option.Number(name, help, -most, most, hint, option.Default(to, math.NaN()))
		row.DefValue = "0" // help has it in words
		return row
	}
	field := option.Text("field", "`what` the colours mean: "+text.Or(pictures.Fields)+"; of flows "+
		"on grids speed, vx, vy, vz, vorticity, or any field of the snapshots, as potential-temperature "+
		"(default speed, of flows on grids what shows the flow best)", &l.field)
	field.Words = slices.Concat(pictures.Fields, []string{"vorticity", "potential-temperature"})
	return option.Table{
		field,
		option.Text("range", "`ends` of the scale, as 0,4 or ,4 [m/s], [Pa] and so on (default round "+
			"numbers around the values)", &l.limits),
		option.Choice("view", "`where` the flow is seen from: %s", pictures.Views, &l.View),
		angle("azimuth", "`angle` from the front to the right [degrees] (default the view's: 24 "+
			"of oblique)", "0 is from the front, 90 from the right", 360, &l.azimuth),
		angle("elevation", "`angle` above the horizon [degrees] (default the view's: 24 of oblique)",
			"0 is level, 90 from above", 90, &l.elevation),
		option.Switch("surface", "draw the surface of the fluid in place of its particles", &l.surface),
		option.Choice("walls", "`how` bodies and walls that stand in the tank are drawn: %s",
			pictures.WallNames, &l.Walls),
		option.Number("cut", "`part` of the domain that is left out, on the side from which it is "+
			"seen, in oblique views above: 0.5 shows the inside of a pipe", 0, 0.99,
			"0.5 cuts through the middle", &l.Cut),
		option.Text("region", "`box` that is shown, as x0,x1,z0,z1 or x0,x1,y0,y1,z0,z1 [m]; a bound "+
			"that is left out, as in 1,2,,, is the domain's (default the domain)", &l.region),
		option.Text("size", "`size` of the picture, width and height [pixels] (default "+usualSize+
			", of flows on grids the proportions of the section)", &l.size),
		option.Switch("plain", "without title, axes and scale", &l.Plain),
	}
}

// prepare reads what the options say, of a run directory.
func (l *look) prepare(dir string) (*artist, error) {
	a := &artist{look: l, dir: dir}
	var err error
	if err = l.takeField(); err != nil {
		return nil, err
	}
	if l.Width, l.Height, err = sizeOf(cmp.Or(l.size, usualSize)); err != nil {
		return nil, err
	}
	if a.limits, err = limits(l.limits); err != nil {
		return nil, err
	}
	if l.Field == pictures.Material {
		run, err := stored.ReadSummary(dir)
		if err != nil {
			return nil, err
		}
		l.Materials = run.Kinds()
	}
	if l.limits != "" && !l.Field.Scaled() {
		return nil, fmt.Errorf("--range is %q, but %s has no scale; leave it out, or use --field speed",
			l.limits, pictures.Fields[l.Field])
	}
	if l.Region, err = regionOf(l.region); err != nil {
		return nil, err
	}
	if l.surface && l.Cut > 0 {
		return nil, fmt.Errorf("--surface and --cut do not go together: a surface is whole; use " +
			"one of them")
	}
	if l.surface && l.Field == pictures.Device {
		return nil, fmt.Errorf("--surface and --field device do not go together: a surface is of no " +
			"device; use one of them")
	}
	if !math.IsNaN(l.azimuth) || !math.IsNaN(l.elevation) {
		from := l.View.Angles()
		if !math.IsNaN(l.azimuth) {
			from.Azimuth = l.azimuth
		}
		if !math.IsNaN(l.elevation) {
			from.Elevation = l.elevation
		}
		l.From = &from
	}
	if l.surface {
		if a.params, err = flowOf(dir); err != nil {
			return nil, fmt.Errorf("--surface takes the flow's parameters: %w", err)
		}
	}
	return a, nil
}

// takeField finds the field of particles that is named.
func (l *look) takeField() error {
	if l.field == "" {
		return nil
	}
	i := slices.IndexFunc(pictures.Fields,
		func(name string) bool { return strings.EqualFold(name, l.field) })
	if i < 0 {
		return fmt.Errorf("--field is %q, but must be %s%s", l.field, text.Or(pictures.Fields),
			text.Meant(l.field, pictures.Fields))
	}
	l.Field = pictures.Field(i)
	return nil
}

// sizeOf reads a width and a height [pixels].
func sizeOf(words string) (width, height int, err error) {
	first, second, ok := strings.Cut(words, "x")
	width, err = strconv.Atoi(first)
	height, other := strconv.Atoi(second)
	if !ok || err != nil || other != nil {
		return 0, 0, fmt.Errorf("--size is %q, but must be a width and a height; use 1280x720", words)
	}
	if err := pictures.CheckSize(width, height); err != nil {
		return 0, 0, fmt.Errorf("--size: %w", err)
	}
	return width, height, nil
}

// regionOf is the box that a picture shows: its bounds along x and z, or along all axes. Nothing is
// the domain.
func regionOf(s string) (*pictures.Region, error) {
	if s == "" {
		return nil, nil
	}
	words := strings.Split(s, ",")
	if len(words) == 4 {
		words = []string{words[0], words[1], "", "", words[2], words[3]}
	}
	if len(words) != 6 {
		return nil, fmt.Errorf("--region is %q, but must be x0,x1,z0,z1 or x0,x1,y0,y1,z0,z1 in "+
			"metres; use 1,2,0,0.5, or 1,2,,, where z is as high as the domain", s)
	}
	r, err := cli.RegionOf([6]string(words))
	if err != nil {
		return nil, err
	}
	return &pictures.Region{Low: r.Min, High: r.Max}, nil
}

// flowOf are the parameters of the flow of a run directory.
func flowOf(dir string) (sph.Params, error) {
	run, err := stored.ReadSummary(dir)
	if err != nil {
		return sph.Params{}, err
	}
	return run.Parameters.Flow()
}

// limits are the ends of a scale. What is left out is no number.
func limits(s string) (ends [2]float64, err error) {
	ends = [2]float64{math.NaN(), math.NaN()}
	if s == "" {
		return ends, nil
	}
	wrong := fmt.Errorf("--range is %q, but must be from a number to a greater one; use 0,4 or ,4", s)
	words := strings.Split(s, ",")
	if len(words) != 2 {
		return ends, wrong
	}
	for k, word := range words {
		if word = strings.TrimSpace(word); word == "" {
			continue
		}
		if ends[k], err = strconv.ParseFloat(word, 64); err != nil || math.IsNaN(ends[k]) ||
			math.IsInf(ends[k], 0) {
			return ends, wrong
		}
	}
	if ends[0] >= ends[1] {
		return ends, wrong
	}
	return ends, nil
}

// artist draws snapshots of a run directory.
type artist struct {
	*look
	dir     string
	flow    string // its name
	limits  [2]float64
	params  sph.Params // if a surface is drawn
	painter *pictures.Painter
}

// read reads a snapshot with all that a picture takes.
func (a *artist) read(at output.Instant) (*sph.Snapshot, error) {
	s, err := at.Read(a.dir, a.Field.Needs()...)
	if err != nil {
		return nil, err
	}
	return s, a.Field.Check(s)
}

// choose implements source.
func (a *artist) choose(when output.When) ([]output.Instant, error) {
	return output.Choose(a.dir, when)
}

// mostScaled is of how many snapshots the scale is made.
const mostScaled = 8

// begin implements source: it makes the scale of some of the snapshots.
func (a *artist) begin(_ context.Context, all []output.Instant) error {
	n := len(all)
	var some []*sph.Snapshot
	for k := range min(n, mostScaled) {
		at := 0
		if n > 1 {
			at = k * (n - 1) / (min(n, mostScaled) - 1)
		}
		if k > 0 && (!a.Field.Scaled() || !math.IsNaN(a.limits[0]) && !math.IsNaN(a.limits[1])) {
			break // the first is enough for the view
		}
		s, err := a.read(all[at])
		if err != nil {
			return err
		}
		some = append(some, s)
	}
	return a.beginWith(some...)
}

// beginWith makes the scale of snapshots, and the view of the first.
func (a *artist) beginWith(of ...*sph.Snapshot) (err error) {
	a.flow = of[0].Case.Name
	if a.Field.Scaled() {
		scale := pictures.NewScale(a.Field, a.limits, of...)
		a.Scale = &scale
	}
	a.painter, err = pictures.NewPainter(of[0], a.Options)
	return err
}

// load implements source.
func (a *artist) load(at output.Instant) (func() (*image.RGBA, error), error) {
	s, err := a.read(at)
	if err != nil {
		return nil, err
	}
	return func() (*image.RGBA, error) { return a.paint(s) }, nil
}

// name implements source.
func (a *artist) name() string { return text.Printable(a.flow) }

// paint draws a snapshot.
func (a *artist) paint(s *sph.Snapshot) (*image.RGBA, error) {
	var m *surface.Mesh
	if a.surface {
		o := surface.Options{}
		if a.Field.Scaled() {
			o.Value = a.Field.Of(s)
		}
		var err error
		if m, err = surface.Of(s, &a.params, o); err != nil {
			return nil, err
		}
	}
	return a.painter.Paint(s, m)
}
