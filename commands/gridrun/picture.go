package gridrun

import (
	"cmp"
	"context"
	"fmt"
	"image"
	"io"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/grid/gridpicture"
	"gpusph/internal/text"
	"gpusph/output"
	pictures "gpusph/output/picture"
)

// artist draws snapshots of a run: sections through the middle, across the view. A still has the
// size of its cells where none is given.
type artist struct {
	*kinds.Look
	dir  string
	axis int  // across which the section is
	fill bool // a size that is given
}

// draw draws a run.
func draw(dir string, l *kinds.Look) (kinds.Artist, error) {
	if err := checkLook(l); err != nil {
		return nil, err
	}
	l.FieldName = strings.ToLower(l.FieldName)
	l.View = max(l.View, pictures.Front)
	axis := map[pictures.View]int{pictures.Front: 1, pictures.Side: 0, pictures.Top: 2}[l.View]
	return &artist{Look: l, dir: dir, axis: axis, fill: l.Width > 0}, nil
}

// checkLook refuses what takes particles.
func checkLook(l *kinds.Look) error {
	for _, e := range []struct {
		name string
		used bool
	}{{"azimuth", !math.IsNaN(l.Azimuth)}, {"elevation", !math.IsNaN(l.Elevation)},
		{"surface", l.Surface}, {"walls", l.Walls != 0}, {"cut", l.Cut > 0},
		{"region", l.Box != ""}, {"plain", l.Plain}} {
		if e.used {
			return fmt.Errorf("--%s has no effect: the picture of a flow on a grid is a section of its "+
				"cells; leave it out", e.name)
		}
	}
	return nil
}

// Still implements kinds.Artist.
func (a *artist) Still(time float64) (*kinds.Still, error) {
	if math.IsNaN(time) { // the last
		time = math.MaxFloat64
	}
	which, err := a.Choose(output.When{Time: time})
	if err != nil {
		return nil, err
	}
	s, err := a.first(which[0])
	if err != nil {
		return nil, err
	}
	file := strings.Join([]string{"picture", a.FieldName, pictures.Views[a.View],
		strconv.FormatFloat(s.Time, 'g', 6, 64) + "s.png"}, "_")
	return &kinds.Still{About: fmt.Sprintf("at %.4g s", s.Time), File: file,
		Write: func(w io.Writer) error { return gridpicture.Section(w, s, a.section(s)) }}, nil
}

// Choose implements kinds.Artist.
func (a *artist) Choose(when output.When) ([]output.Instant, error) {
	return gridfile.Choose(a.dir, when)
}

// first reads a snapshot with all its fields, and finds that which is drawn.
func (a *artist) first(at output.Instant) (*grid.Snapshot, error) {
	s, err := gridfile.Read(filepath.Join(a.dir, at.File))
	if err != nil {
		return nil, err
	}
	all := gridpicture.Fields(s)
	a.FieldName = cmp.Or(a.FieldName, gridpicture.Best(s))
	if !slices.Contains(all, a.FieldName) {
		return nil, fmt.Errorf("--field is %s, but the flow has no %s; use %s", a.FieldName, a.FieldName,
			text.Or(all))
	}
	return s, nil
}

// Begin implements kinds.Artist: the colours are those of all snapshots.
func (a *artist) Begin(ctx context.Context, all []output.Instant) error {
	if a.Width == 0 {
		a.Width, a.Height = kinds.UsualWidth, kinds.UsualHeight
	}
	s, err := a.first(all[0])
	if err != nil {
		return err
	}
	whole := [2]float64{math.Inf(1), math.Inf(-1)}
	for i := range all {
		if !math.IsNaN(a.Ends[0]) && !math.IsNaN(a.Ends[1]) {
			return nil
		}
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if i > 0 {
			if s, err = a.read(all[i]); err != nil {
				return err
			}
		}
		l, err := gridpicture.Limits(s, a.section(s))
		if err != nil {
			return err
		}
		whole = [2]float64{min(whole[0], l[0]), max(whole[1], l[1])}
	}
	for end := range whole {
		if math.IsNaN(a.Ends[end]) {
			a.Ends[end] = whole[end]
		}
	}
	return nil
}

// read reads of a snapshot what a picture takes.
func (a *artist) read(at output.Instant) (*grid.Snapshot, error) {
	return gridfile.Read(filepath.Join(a.dir, at.File), gridpicture.Needs(a.FieldName)...)
}

// section is what a picture of a snapshot shows.
func (a *artist) section(s *grid.Snapshot) gridpicture.Options {
	o := gridpicture.Middle(s, a.axis)
	o.Title, o.Field, o.Range = a.Name(), a.FieldName, &a.Ends
	o.Pixels, o.Fill = [2]int{a.Width, a.Height}, a.fill
	return o
}

// Load implements kinds.Artist.
func (a *artist) Load(at output.Instant) (func() (*image.RGBA, error), error) {
	s, err := a.read(at)
	if err != nil {
		return nil, err
	}
	return func() (*image.RGBA, error) { return gridpicture.Draw(s, a.section(s)) }, nil
}

// Name implements kinds.Artist. Snapshots do not have that of their flow.
func (a *artist) Name() string {
	dir, err := filepath.Abs(a.dir)
	if err != nil {
		dir = a.dir
	}
	return text.Printable(filepath.Base(dir))
}
