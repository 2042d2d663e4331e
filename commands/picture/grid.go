package picture

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
	"gpusph/grid"
	"gpusph/grid/gridfile"
	"gpusph/grid/gridpicture"
	"gpusph/internal/text"
	"gpusph/output"
	pictures "gpusph/output/picture"
)

// gridArtist draws snapshots of a run of a grid: sections through the middle, across the view.
type gridArtist struct {
	*look
	dir    string
	axis   int // across which the section is
	limits [2]float64
	pixels [2]int
	fill   bool
}

// prepareGrid reads what the options say, of the directory of a run of a grid. usual is the size
// into which a picture fits where none is asked for; "" is its own.
func (l *look) prepareGrid(dir, usual string) (a *gridArtist, err error) {
	if err := l.checkGrid(); err != nil {
		return nil, err
	}
	a = &gridArtist{look: l, dir: dir, fill: l.size != ""}
	l.field = strings.ToLower(l.field)
	l.View = max(l.View, pictures.Front)
	a.axis = map[pictures.View]int{pictures.Front: 1, pictures.Side: 0, pictures.Top: 2}[l.View]
	if a.limits, err = limits(l.limits); err != nil {
		return nil, err
	}
	if size := cmp.Or(l.size, usual); size != "" {
		a.pixels[0], a.pixels[1], err = sizeOf(size)
	}
	return a, err
}

// checkGrid refuses what takes particles.
func (l *look) checkGrid() error {
	for _, e := range []struct {
		name string
		used bool
	}{{"azimuth", !math.IsNaN(l.azimuth)}, {"elevation", !math.IsNaN(l.elevation)},
		{"surface", l.surface}, {"walls", l.Walls != 0}, {"cut", l.Cut > 0},
		{"region", l.region != ""}, {"plain", l.Plain}} {
		if e.used {
			return fmt.Errorf("--%s has no effect: the picture of a flow on a grid is a section of its "+
				"cells; leave it out", e.name)
		}
	}
	return nil
}

// choose implements source.
func (a *gridArtist) choose(when output.When) ([]output.Instant, error) {
	return gridfile.Choose(a.dir, when)
}

// first reads a snapshot with all its fields, and finds that which is drawn.
func (a *gridArtist) first(at output.Instant) (*grid.Snapshot, error) {
	s, err := gridfile.Read(filepath.Join(a.dir, at.File))
	if err != nil {
		return nil, err
	}
	all := gridpicture.Fields(s)
	a.field = cmp.Or(a.field, gridpicture.Best(s))
	if !slices.Contains(all, a.field) {
		return nil, fmt.Errorf("--field is %s, but the flow has no %s; use %s", a.field, a.field,
			text.Or(all))
	}
	return s, nil
}

// begin implements source: the colours are those of all snapshots.
func (a *gridArtist) begin(ctx context.Context, all []output.Instant) error {
	s, err := a.first(all[0])
	if err != nil {
		return err
	}
	whole := [2]float64{math.Inf(1), math.Inf(-1)}
	for i := range all {
		if !math.IsNaN(a.limits[0]) && !math.IsNaN(a.limits[1]) {
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
		if math.IsNaN(a.limits[end]) {
			a.limits[end] = whole[end]
		}
	}
	return nil
}

// read reads of a snapshot what a picture takes.
func (a *gridArtist) read(at output.Instant) (*grid.Snapshot, error) {
	return gridfile.Read(filepath.Join(a.dir, at.File), gridpicture.Needs(a.field)...)
}

// section is what a picture of a snapshot shows.
func (a *gridArtist) section(s *grid.Snapshot) gridpicture.Options {
	o := gridpicture.Middle(s, a.axis)
	o.Title, o.Field, o.Range = a.name(), a.field, &a.limits
	o.Pixels, o.Fill = a.pixels, a.fill
	return o
}

// load implements source.
func (a *gridArtist) load(at output.Instant) (func() (*image.RGBA, error), error) {
	s, err := a.read(at)
	if err != nil {
		return nil, err
	}
	return func() (*image.RGBA, error) { return gridpicture.Draw(s, a.section(s)) }, nil
}

// name implements source. Snapshots do not have that of their flow.
func (a *gridArtist) name() string {
	dir, err := filepath.Abs(a.dir)
	if err != nil {
		dir = a.dir
	}
	return text.Printable(filepath.Base(dir))
}

// drawGrid draws a section of a flow on a grid.
func (o *options) drawGrid(dir string) error {
	a, err := o.look.prepareGrid(dir, "")
	if err != nil {
		return cli.UsageError(err)
	}
	time := o.time
	if math.IsNaN(time) { // the last
		time = math.MaxFloat64
	}
	which, err := a.choose(output.When{Time: time})
	if err != nil {
		return cli.UsageError(err)
	}
	s, err := a.first(which[0])
	if err != nil {
		return cli.UsageError(err)
	}
	to := o.to
	if to == "" {
		to = filepath.Join(dir, strings.Join([]string{"picture", a.field, pictures.Views[o.View],
			strconv.FormatFloat(s.Time, 'g', 6, 64) + "s.png"}, "_"))
	}
	if err := cli.CheckRemade("to", to, output.KindPicture, o.force); err != nil {
		return cli.UsageError(err)
	}
	err = output.SaveFile(to, func(w io.Writer) error {
		return gridpicture.Section(w, s, a.section(s))
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cli.Stdout, "at %.4g s, %s\n", s.Time, to)
	return err
}
