// Package surface is the command that finds the surface of the fluid in the snapshots of a run.
package surface

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/internal/option"
	"gpusph/internal/stored"
	surfaces "gpusph/internal/surface"
	"gpusph/internal/text"
	"gpusph/output"
	"gpusph/output/picture"
	"gpusph/sph"
)

// options are those of the command surface.
type options struct {
	format            string
	field             picture.Field
	time, from, until float64 // [s]; NaN is not given
	every, smooth     int
	spacing, level    float64
	open              bool
	dir               string
	force             bool
}

func (o *options) table() option.Table {
	return option.Table{
		option.Word("format", "`format` of the files: %s", output.SurfaceFormats,
			option.Default(&o.format, output.SurfaceFormats[0])),
		option.Choice("field", "`what` is kept at the points, in vtp and ply: %s", picture.Fields,
			&o.field),
		option.Switch("open", "the free surface alone, without what lies at walls", &o.open),
		option.When("time", "simulated `time` [s]; the snapshot nearest to it is taken (default all)",
			"without it, all snapshots are taken", &o.time),
		option.When("from", "simulated `time` from which on snapshots are taken [s] (default the "+
			"beginning)", "without it, all from the beginning on are", &o.from).NotWith("time",
			"that is one snapshot"),
		option.When("until", "simulated `time` until which snapshots are taken [s] (default the end)",
			"without it, all until the end are", &o.until).NotWith("time", "that is one snapshot"),
		option.Number("every", "take each `n`-th of these snapshots", 1, 1000000, "1 takes all",
			option.Default(&o.every, 1)),
		option.Number("spacing", "`spacing` of the grid, in particle spacings", surfaces.LeastSpacing,
			100, "1 is usual, 0.5 is finer", option.Default(&o.spacing, 1)),
		option.Number("level", "`part` of the fluid's density at the surface; less keeps more of "+
			"spray, and makes all thicker", 0.05, 0.95, "0.5 keeps volumes", option.Default(&o.level, 0.5)),
		option.Number("smooth", "`number` of times that bumps are smoothed", 0, 1000, "10 is usual",
			option.Default(&o.smooth, surfaces.UsualSmooth)),
		option.Text("dir", "`directory` for the files, surface_00000.vtp and so on (default data in "+
			"the run directory)", &o.dir),
		option.Switch("force", "replace these files whatever they are; older surfaces are "+
			"replaced anyway", &o.force),
	}
}

const about = `Finds the surface of the fluid in the snapshots of a run (vtk or msgpack), as triangles, or lines of flows in two dimensions, for ParaView, Blender and others.`

// Run is the command surface, and Syntax what it takes.
var Run, Syntax = cli.ReadsOwn("surface", about, "The surface", (*options).table, findIn)

func findIn(ctx context.Context, c *cli.Config, o *options) error {
	dir, err := kinds.OnlyParticles(c)
	if err != nil {
		return err
	}
	f, err := o.prepare(dir)
	if err != nil {
		return cli.UsageError(err)
	}
	if err := f.findAll(ctx); err != nil {
		return err
	}
	return f.tell()
}

// finding is surfaces in the making.
type finding struct {
	*options
	run      *stored.Run
	params   sph.Params
	instants []output.Instant
	list     string // that ParaView opens; "" is none

	written []output.Instant
	older   []string // files of before
	most    int      // triangles or lines
}

// prepare reads what there is, and refuses what cannot be done.
func (o *options) prepare(dir string) (*finding, error) {
	if o.field.Solids() {
		return nil, fmt.Errorf("--field %s is of flexible parts, which have no surface here; use "+
			"--field %s", picture.Fields[o.field], picture.Fields[picture.Speed])
	}
	run, err := stored.ReadSummary(dir)
	if err != nil {
		return nil, err
	}
	f := &finding{options: o, run: run}
	if f.params, err = run.Parameters.Flow(); err != nil {
		return nil, fmt.Errorf("the summary of %s cannot be used: %w", dir, err)
	}
	if region := run.Options["region"]; region != "" && region != "everywhere" {
		fmt.Fprintf(os.Stderr, "The snapshots have the particles in %s only (--region): surfaces are "+
			"around these.\n", text.Printable(region))
	}
	if f.instants, err = output.Choose(dir,
		output.When{Time: o.time, From: o.from, Until: o.until, Every: o.every}); err != nil {
		return nil, err
	}
	above := o.dir
	if o.dir == "" {
		above, o.dir = dir, filepath.Join(dir, "data")
	}
	if o.format == "vtp" {
		f.list = filepath.Join(above, "surface.pvd")
	}
	if above != o.dir {
		if err := output.CheckOwnDir(o.dir); err != nil {
			return nil, fmt.Errorf("%w; --dir names another directory", err)
		}
	}
	if err := os.MkdirAll(o.dir, 0o777); err != nil {
		return nil, fmt.Errorf("--dir: %w", err)
	}
	return f, f.findOlder()
}

// file is the one of a surface.
func (f *finding) file(k int) string {
	return filepath.Join(f.dir, fmt.Sprintf("surface_%05d.%s", k, f.format))
}

// findOlder finds the surfaces of the format that are replaced, and refuses what is none.
func (f *finding) findOlder() (err error) {
	f.older, err = filepath.Glob(filepath.Join(f.dir, "surface_[0-9][0-9][0-9][0-9][0-9]."+f.format))
	if err != nil {
		return err
	}
	for _, path := range append([]string{f.file(0)}, f.older...) {
		if err := cli.CheckRemade("dir", path, output.KindOfSurface(f.format), f.force); err != nil {
			return err
		}
	}
	return cli.CheckRemade("dir", f.list, output.KindSurfaceList, f.force)
}

// removeOlder removes the surfaces of before that are not among those of today.
func (f *finding) removeOlder() error {
	for _, path := range f.older {
		if path < f.file(len(f.written)) {
			continue
		}
		if err := os.Remove(path); err != nil {
			return fmt.Errorf("a surface of before cannot be removed: %w", err)
		}
	}
	return nil
}

// findAll finds one surface after the other.
func (f *finding) findAll(ctx context.Context) error {
	for _, at := range f.instants {
		if ctx.Err() != nil {
			return cli.ErrInterrupted
		}
		if err := f.find(at); err != nil {
			return err
		}
	}
	return f.removeOlder()
}

// find finds that of a snapshot, and writes it.
func (f *finding) find(at output.Instant) error {
	s, err := at.Read(f.run.Dir, f.field.Needs()...)
	if err == nil {
		err = f.field.Check(s)
	}
	if err != nil {
		return cli.UsageError(err)
	}
	o := surfaces.Options{Spacing: f.spacing * f.params.DeltaP, Level: f.level, Smooth: f.smooth,
		Open: f.open}
	if f.smooth == 0 {
		o.Smooth = -1
	}
	if f.field.Scaled() {
		o.Value = f.field.Of(s)
	}
	s.Case.Params = f.params // of which a snapshot has less
	m, err := surfaces.Of(s, &f.params, o)
	if err != nil {
		return err
	}
	f.most = max(f.most, len(m.Triangles), len(m.Lines))
	path := f.file(len(f.written))
	err = output.WriteFile(path, func(w io.Writer) error {
		return output.WriteSurface(w, f.format, s, m, picture.Fields[f.field], f.field.Unit())
	})
	if err != nil {
		return err
	}
	name := filepath.Base(path)
	if f.list != "" && filepath.Dir(f.list) != f.dir {
		name = "data/" + name
	}
	f.written = append(f.written, output.Instant{Time: s.Time, File: name})
	if f.list == "" {
		return nil
	}
	return output.WriteFile(f.list,
		func(w io.Writer) error { return output.WriteSeries(w, f.written) })
}

// tell says what was made.
func (f *finding) tell() error {
	of := "triangles"
	if f.params.Dim == 2 {
		of = "lines"
	}
	last := f.written[len(f.written)-1].Time
	what := fmt.Sprintf("%s, %s from %.4g to %.4g s of at most %s %s, ", text.Printable(f.run.Problem),
		text.Count(len(f.written), "surface"), f.written[0].Time, last, text.Thousands(f.most), of)
	if f.list != "" {
		what += f.list
	} else {
		what += filepath.Join(f.dir, "surface_*."+f.format)
	}
	_, err := fmt.Fprintln(cli.Stdout, what)
	return err
}
