package picture

import (
	"fmt"
	"image"
	"math"
	"strconv"
	"strings"

	"gpusph/internal/cli"
	"gpusph/internal/option"
	"gpusph/internal/stored"
	"gpusph/internal/surface"
	"gpusph/output"
	pictures "gpusph/output/picture"
	"gpusph/sph"
)

// usualSize is that of pictures without --size [pixels].
const usualSize = "1280x720"

// look is what pictures show, and how: the options that picture and render share.
type look struct {
	pictures.Options
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
	return option.Table{
		option.Choice("field", "`what` the colours mean: %s", pictures.Fields, &l.Field),
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
		option.Text("size", "`size` of the picture, width and height [pixels]",
			option.Default(&l.size, usualSize)),
		option.Switch("plain", "without title, axes and scale", &l.Plain),
	}
}

// prepare reads what the options say, of a run directory.
func (l *look) prepare(dir string) (*artist, error) {
	a := &artist{look: l, dir: dir}
	width, height, ok := strings.Cut(l.size, "x")
	var err, other error
	l.Width, err = strconv.Atoi(width)
	l.Height, other = strconv.Atoi(height)
	if !ok || err != nil || other != nil {
		return nil, fmt.Errorf("--size is %q, but must be a width and a height; use 1280x720", l.size)
	}
	if err := pictures.CheckSize(l.Width, l.Height); err != nil {
		return nil, fmt.Errorf("--size: %w", err)
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

// begin makes the scale of some snapshots, and the view of the first.
func (a *artist) begin(of ...*sph.Snapshot) (err error) {
	if a.Field.Scaled() {
		scale := pictures.NewScale(a.Field, a.limits, of...)
		a.Scale = &scale
	}
	a.painter, err = pictures.NewPainter(of[0], a.Options)
	return err
}

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
