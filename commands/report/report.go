// Package report is the command that tells what runs were like: as text, as a page with figures,
// and as JSON.
package report

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"gpusph/commands/cli"
	"gpusph/commands/gridrun"
	"gpusph/internal/option"
	"gpusph/internal/statistics"
	"gpusph/internal/stored"
	"gpusph/internal/text"
	"gpusph/output"
)

// options are those of the command report.
type options struct {
	html, json, window string
	force              bool
}

func (o *options) table() option.Table {
	return option.Table{
		option.Text("html", "`file` of the page (default report.html, in the run directory where there "+
			"is one run)", &o.html),
		option.Text("json", "`file` for the same as JSON; /dev/stdout is in place of the text", &o.json),
		option.Text("window", "`times` between which means are [s], as 2:5 (default where each record "+
			"is steady)", &o.window),
		option.Switch("force", "replace these files whatever they are; an older report is "+
			"replaced anyway", &o.force),
	}
}

// Syntax is what the command report takes.
func Syntax() cli.Syntax { return new(options).syntax() }

func (o *options) syntax() cli.Syntax {
	return cli.OwnSyntax("report", about, "The report", o.table())
}

const about = `Tells what runs were like: prints a text, and writes a page with figures that needs no other file. Several runs of the same
flow, on one device and on more, are a series with speed-ups and serial fractions (Karp-Flatt).`

// Run is the command report.
func Run(ctx context.Context, args cli.Line) error {
	var o options
	c, err := cli.BeginOwn(args, o.syntax())
	if c == nil {
		return err
	}
	dirs := c.Flags.Args()
	if len(dirs) == 0 {
		return cli.UsageError(fmt.Errorf("gpusph report takes run directories, but there is none; use " +
			"gpusph report runs/DamBreak3D_2026-11-21T15-04-05"))
	}
	if o.html == "" {
		o.html = "report.html"
		if len(dirs) == 1 {
			o.html = filepath.Join(dirs[0], o.html)
		}
	}
	if slices.ContainsFunc(dirs, cli.IsGridRun) {
		return gridrun.ReportRuns(dirs, o.html, o.json, o.force)
	}
	runs, err := readAll(dirs)
	if err == nil {
		err = o.setWindow(runs)
	}
	if err != nil {
		return cli.UsageError(err)
	}
	for _, file := range []struct {
		option, path string
		kind         output.Kind
	}{{"html", o.html, output.KindReportPage}, {"json", o.json, output.KindReportJSON}} {
		if err := cli.CheckRemade(file.option, file.path, file.kind, o.force); err != nil {
			return cli.UsageError(err)
		}
	}
	r, err := newReport(ctx, runs)
	if err != nil {
		return err
	}
	return o.write(r)
}

// setWindow sets that of all means.
func (o *options) setWindow(runs []*stored.Run) error {
	w, err := statistics.ParseWindow(o.window)
	for _, r := range runs {
		r.Window = w
		if err == nil {
			err = w.CheckEnd(r.Dir, r.Time)
		}
	}
	return err
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

// write prints the text, and writes the files.
func (o *options) write(r *report) error {
	if o.json != "" {
		if err := output.SaveFile(o.json,
			func(w io.Writer) error { return output.WriteJSON(w, r.File) }); err != nil {
			return err
		}
	}
	if err := output.SaveFile(o.html, r.page); err != nil {
		return err
	}
	if o.json == "/dev/stdout" {
		return nil
	}
	var b strings.Builder
	r.text(&b)
	fmt.Fprintf(&b, "\nThe page is %s\n", o.html)
	_, err := io.WriteString(cli.Stdout, text.Printable(b.String()))
	return err
}
