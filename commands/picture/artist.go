package picture

import (
	"context"
	"errors"
	"fmt"
	"image"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/internal/stored"
	"gpusph/internal/surface"
	"gpusph/internal/text"
	"gpusph/output"
	pictures "gpusph/output/picture"
	"gpusph/sph"
)

// artist draws snapshots of a run directory.
type artist struct {
	*kinds.Look
	dir     string
	flow    string     // its name
	params  sph.Params // if a surface is drawn
	painter *pictures.Painter
}

// OfParticles draws a run of particles.
func OfParticles(dir string, l *kinds.Look) (kinds.Artist, error) {
	a := &artist{Look: l, dir: dir}
	var err error
	if err = takeField(l); err != nil {
		return nil, err
	}
	if l.Width == 0 {
		l.Width, l.Height = kinds.UsualWidth, kinds.UsualHeight
	}
	if l.Field == pictures.Material {
		run, err := stored.ReadSummary(dir)
		if err != nil {
			return nil, err
		}
		l.Materials = run.Kinds()
	}
	if l.Range != "" && !l.Field.Scaled() {
		return nil, fmt.Errorf("--range is %q, but %s has no scale; leave it out, or use --field speed",
			l.Range, pictures.Fields[l.Field])
	}
	if l.Region, err = regionOf(l.Box); err != nil {
		return nil, err
	}
	if l.Surface && l.Cut > 0 {
		return nil, fmt.Errorf("--surface and --cut do not go together: a surface is whole; use " +
			"one of them")
	}
	if l.Surface && l.Field == pictures.Device {
		return nil, fmt.Errorf("--surface and --field device do not go together: a surface is of no " +
			"device; use one of them")
	}
	if !math.IsNaN(l.Azimuth) || !math.IsNaN(l.Elevation) {
		from := l.View.Angles()
		if !math.IsNaN(l.Azimuth) {
			from.Azimuth = l.Azimuth
		}
		if !math.IsNaN(l.Elevation) {
			from.Elevation = l.Elevation
		}
		l.From = &from
	}
	if l.Surface {
		if a.params, err = flowOf(dir); err != nil {
			return nil, fmt.Errorf("--surface takes the flow's parameters: %w", err)
		}
	}
	return a, nil
}

// takeField finds the field of particles that is named.
func takeField(l *kinds.Look) error {
	if l.FieldName == "" {
		return nil
	}
	i := slices.IndexFunc(pictures.Fields,
		func(name string) bool { return strings.EqualFold(name, l.FieldName) })
	if i < 0 {
		return fmt.Errorf("--field is %q, but must be %s%s", l.FieldName, text.Or(pictures.Fields),
			text.Meant(l.FieldName, pictures.Fields))
	}
	l.Field = pictures.Field(i)
	return nil
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

// Still implements kinds.Artist.
func (a *artist) Still(time float64) (*kinds.Still, error) {
	s, err := output.FindSnapshot(a.dir, time, a.Field.Needs()...)
	if err == nil {
		err = errors.Join(a.addCurves(s), a.beginWith(s))
	}
	if err != nil {
		return nil, err
	}
	return &kinds.Still{About: fmt.Sprintf("%s, at %.4g s", s.Case.Name, s.Time), File: a.file(s),
		Write: func(w io.Writer) error {
			img, err := a.paint(s)
			if err != nil {
				return err
			}
			return pictures.Encode(w, img)
		}}, nil
}

// file is the name of the file of a picture: the field, the view, what differs from the defaults,
// and the time.
func (a *artist) file(s *sph.Snapshot) string {
	parts := []string{"picture", pictures.Fields[a.Field], viewName(a.Look, pictures.Flat(s))}
	end := func(x float64) string {
		if math.IsNaN(x) {
			return ""
		}
		return text.Exact(x)
	}
	if a.Surface {
		parts = append(parts, "surface")
	}
	if a.Walls != 0 {
		parts = append(parts, pictures.WallNames[a.Walls]+"-walls")
	}
	if a.Cut > 0 {
		parts = append(parts, "cut"+text.Exact(a.Cut))
	}
	if a.Box != "" {
		parts = append(parts, "region"+strings.ReplaceAll(strings.ReplaceAll(a.Box, " ", ""),
			",", "_"))
	}
	if a.Range != "" {
		parts = append(parts, end(a.Ends[0])+"to"+end(a.Ends[1]))
	}
	if size := fmt.Sprintf("%dx%d", a.Width, a.Height); size != usualSize {
		parts = append(parts, size)
	}
	if a.Plain {
		parts = append(parts, "plain")
	}
	decimals := 4 // times of some snapshots are later than 10 s
	for x := s.Time; x > 0 && x < 0.1 && decimals < 9; x *= 10 {
		decimals++
	}
	at := strings.TrimRight(strings.TrimRight(strconv.FormatFloat(s.Time, 'f', decimals, 64), "0"),
		".")
	return strings.Join(append(parts, at+"s.png"), "_")
}

// viewName is what a file is named after where the eye is. A flow in two dimensions is seen from
// the front unless another view is asked for.
func viewName(l *kinds.Look, flat bool) string {
	if l.From != nil {
		return fmt.Sprintf("%g_%g", l.From.Azimuth, l.From.Elevation)
	}
	if flat && l.View == pictures.Oblique {
		return pictures.Views[pictures.Front]
	}
	return pictures.Views[l.View]
}

// read reads a snapshot with all that a picture takes.
func (a *artist) read(at output.Instant) (*sph.Snapshot, error) {
	s, err := at.Read(a.dir, a.Field.Needs()...)
	if err != nil {
		return nil, err
	}
	return s, errors.Join(a.addCurves(s), a.Field.Check(s))
}

// addCurves gives a snapshot the curves of a sample near.
func (a *artist) addCurves(s *sph.Snapshot) (err error) {
	s.Curves, err = output.ReadCurves(a.dir, s.Time)
	return err
}

// Choose implements kinds.Artist.
func (a *artist) Choose(when output.When) ([]output.Instant, error) {
	return output.Choose(a.dir, when)
}

// mostScaled is of how many snapshots the scale is made.
const mostScaled = 8

// Begin implements kinds.Artist: it makes the scale of some of the snapshots.
func (a *artist) Begin(_ context.Context, all []output.Instant) error {
	n := len(all)
	var some []*sph.Snapshot
	for k := range min(n, mostScaled) {
		at := 0
		if n > 1 {
			at = k * (n - 1) / (min(n, mostScaled) - 1)
		}
		if k > 0 && (!a.Field.Scaled() || !math.IsNaN(a.Ends[0]) && !math.IsNaN(a.Ends[1])) {
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
		scale := pictures.NewScale(a.Field, a.Ends, of...)
		a.Scale = &scale
	}
	if a.Field.Solids() {
		scale := pictures.NewScale(pictures.Speed, [2]float64{math.NaN(), math.NaN()}, of...)
		a.FluidScale = &scale
	}
	a.painter, err = pictures.NewPainter(of[0], a.Options)
	return err
}

// Load implements kinds.Artist.
func (a *artist) Load(at output.Instant) (func() (*image.RGBA, error), error) {
	s, err := a.read(at)
	if err != nil {
		return nil, err
	}
	return func() (*image.RGBA, error) { return a.paint(s) }, nil
}

// Name implements kinds.Artist.
func (a *artist) Name() string { return text.Printable(a.flow) }

// paint draws a snapshot.
func (a *artist) paint(s *sph.Snapshot) (*image.RGBA, error) {
	var m *surface.Mesh
	if a.Surface {
		o := surface.Options{}
		if of := a.Field.OfFluid(); of.Scaled() {
			o.Value = of.Of(s)
		}
		var err error
		if m, err = surface.Of(s, &a.params, o); err != nil {
			return nil, err
		}
	}
	return a.painter.Paint(s, m)
}
