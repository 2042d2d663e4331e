// Package report is the command that tells what runs were like: as text, as a page with figures,
// and as JSON.
package report

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/internal/option"
	"gpusph/internal/statistics"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
)

// options are those of the command report.
type options struct{ kinds.ReportOptions }

func (o *options) table() option.Table {
	return option.Table{
		option.Text("html", "`file` of the page (default report.html, in the run directory where there "+
			"is one run)", &o.HTML),
		option.Text("json", "`file` for the same as JSON; /dev/stdout is in place of the text", &o.JSON),
		option.Text("window", "`times` between which means are [s], as 2:5 (default where each record "+
			"is steady)", &o.Window),
		option.Switch("force", "replace these files whatever they are; an older report is "+
			"replaced anyway", &o.Force),
	}
}

const about = `Tells what runs were like: prints a text, and writes a page with figures that needs no other file. Several runs of the same
flow, on one device and on more, are a series with speed-ups and serial fractions (Karp-Flatt).`

// Run is the command report, and Syntax what it takes.
var Run, Syntax = cli.ReadsOwn("report", about, "The report", (*options).table, reportOn)

func reportOn(ctx context.Context, c *cli.Config, o *options) error {
	dirs := c.Flags.Args()
	if len(dirs) == 0 {
		return cli.UsageError(fmt.Errorf("gpusph report takes run directories, but there is none; use " +
			"gpusph report runs/DamBreak3D_2026-11-21T15-04-05"))
	}
	if o.HTML == "" {
		o.HTML = "report.html"
		if len(dirs) == 1 {
			o.HTML = filepath.Join(dirs[0], o.HTML)
		}
	}
	r, err := kinds.Of(dirs...).Report(dirs, &o.ReportOptions)
	if err != nil {
		return cli.UsageError(err)
	}
	for _, file := range []struct {
		option, path string
		kind         output.Kind
	}{{"html", o.HTML, output.KindReportPage}, {"json", o.JSON, output.KindReportJSON}} {
		if err := cli.CheckRemade(file.option, file.path, file.kind, o.Force); err != nil {
			return cli.UsageError(err)
		}
	}
	if err := r.Make(ctx); err != nil {
		return err
	}
	return o.write(r)
}

// write prints the text, and writes the files.
func (o *options) write(r kinds.Report) error {
	if err := output.SaveJSON(o.JSON, r.JSON()); err != nil {
		return err
	}
	if err := output.SaveFile(o.HTML, r.Page); err != nil {
		return err
	}
	if o.JSON == "/dev/stdout" {
		return nil
	}
	var b strings.Builder
	r.Text(&b)
	fmt.Fprintf(&b, "\nThe page is %s\n", o.HTML)
	_, err := io.WriteString(cli.Stdout, text.Printable(b.String()))
	return err
}

// OfParticles reads runs of particles for a report.
func OfParticles(dirs []string, o *kinds.ReportOptions) (kinds.Report, error) {
	runs, err := readAll(dirs)
	if err != nil {
		return nil, err
	}
	w, err := statistics.ParseWindow(o.Window)
	for _, r := range runs {
		r.Window = w
		if err == nil {
			err = w.CheckEnd(r.Dir, r.Time)
		}
	}
	if err != nil {
		return nil, err
	}
	return &report{of: runs}, nil
}

// readAll reads run directories.
func readAll(dirs []string) (runs []*stored.Run, err error) {
	seen := map[string]bool{}
	for _, dir := range dirs {
		if path := filepath.Clean(dir); seen[path] {
			return nil, fmt.Errorf("%s is named twice; name it once", dir)
		} else {
			seen[path] = true
		}
		r, err := stored.Read(dir)
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}
