package picture

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"gpusph/internal/cli"
	"gpusph/internal/grid"
	"gpusph/internal/grid/gridfile"
	"gpusph/internal/grid/gridmeasure"
	"gpusph/internal/grid/gridpicture"
	"gpusph/output"
	pictures "gpusph/output/picture"
)

// gridFields are the fields of flows on grids that can be drawn, and the component of vectors.
var gridFields = map[pictures.Field]struct {
	name      string
	component int
}{
	pictures.Speed:       {gridmeasure.Velocity, 0},
	pictures.VelocityX:   {gridmeasure.Velocity, 1},
	pictures.VelocityY:   {gridmeasure.Velocity, 2},
	pictures.VelocityZ:   {gridmeasure.Velocity, 3},
	pictures.Pressure:    {gridmeasure.Pressure, 0},
	pictures.Temperature: {gridmeasure.Temperature, 0},
}

// drawGrid draws a section of a flow on a grid, through the middle.
func (o *options) drawGrid(dir string) error {
	if err := o.checkGrid(); err != nil {
		return cli.UsageError(err)
	}
	ends, err := limits(o.limits)
	if err != nil {
		return cli.UsageError(err)
	}
	s, err := gridSnapshot(dir, o.time)
	if err != nil {
		return cli.UsageError(err)
	}
	view := max(o.View, pictures.Front)
	across := map[pictures.View]int{pictures.Front: 1, pictures.Side: 0, pictures.Top: 2}[view]
	field := gridFields[o.Field]
	if s.Field(field.name) == nil {
		return cli.UsageError(fmt.Errorf("--field is %s, but the flow has no %s; use speed",
			pictures.Fields[o.Field], strings.ToLower(field.name)))
	}
	to := o.to
	if to == "" {
		to = filepath.Join(dir, strings.Join([]string{"picture", pictures.Fields[o.Field],
			pictures.Views[view], strconv.FormatFloat(s.Time, 'g', 6, 64) + "s.png"}, "_"))
	}
	if err := cli.CheckRemade("to", to, output.KindPicture, o.force); err != nil {
		return cli.UsageError(err)
	}
	err = output.WriteFile(to, func(w io.Writer) error {
		return gridpicture.Section(w, s, gridpicture.Options{Title: filepath.Base(dir), Axis: across,
			At: float64(s.Cells[across]) * s.Spacing[across] / 2, Field: field.name,
			Component: field.component, Range: &ends})
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cli.Stdout, "at %.4g s, %s\n", s.Time, to)
	return err
}

// gridSnapshot is the snapshot of a run of a grid nearest to a time; NaN is the last.
func gridSnapshot(dir string, time float64) (*grid.Snapshot, error) {
	if math.IsNaN(time) {
		time = math.MaxFloat64
	}
	which, err := gridfile.Choose(dir, output.When{Time: time})
	if err != nil {
		return nil, err
	}
	return gridfile.Read(filepath.Join(dir, which[0].File))
}

// checkGrid refuses what takes particles.
func (o *options) checkGrid() error {
	if _, ok := gridFields[o.Field]; !ok {
		return fmt.Errorf("--field is %s, which flows on grids do not have; use speed, vx, vy, vz, "+
			"pressure or temperature", pictures.Fields[o.Field])
	}
	for _, e := range []struct {
		name string
		used bool
	}{{"azimuth", !math.IsNaN(o.azimuth)}, {"elevation", !math.IsNaN(o.elevation)},
		{"surface", o.surface}, {"walls", o.Walls != 0}, {"cut", o.Cut > 0},
		{"region", o.region != ""}, {"size", o.size != usualSize}, {"plain", o.Plain}} {
		if e.used {
			return fmt.Errorf("--%s has no effect: the picture of a flow on a grid is a section of its "+
				"cells; leave it out", e.name)
		}
	}
	return nil
}
