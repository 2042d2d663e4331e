// Package view is the command that shows a run from its files in a browser.
package view

import (
	"context"
	"fmt"
	"os"

	"gpusph/commands/cli"
	"gpusph/commands/kinds"
	"gpusph/commands/running"
	"gpusph/internal/live"
	"gpusph/internal/option"
)

// options are those of the command view.
type options struct {
	serve string
}

func (o *options) table() option.Table {
	return option.Table{
		option.Text("serve", "`address` of the page, as 8080 or 0.0.0.0:8080; from other machines it "+
			"takes the token that is printed", option.Default(&o.serve, "localhost")),
	}
}

const about = `Shows a run from its files on a page for a browser, until Ctrl-C. Snapshots must have been kept as vtk (as by default) or msgpack.`

// Run is the command view, and Syntax what it takes.
var Run, Syntax = cli.ReadsOwn("view", about, "The page", (*options).table, view)

func view(ctx context.Context, c *cli.Config, o *options) error {
	dir, k, err := kinds.OnlyDir(c)
	if err != nil {
		return err
	}
	server, err := running.OpenServer(o.serve)
	if err != nil {
		return err
	}
	defer server.Close()
	page, err := k.View(dir)
	if err != nil {
		return cli.UsageError(err)
	}
	server.Serve(page)
	fmt.Fprintf(os.Stderr, "%s is shown at %s\nCtrl-C ends it\n", dir, server.URL())
	<-ctx.Done()
	return nil
}

// OfParticles is the page of a run of particles.
func OfParticles(dir string) (live.Content, error) { return live.FromFiles(dir, cli.FullVersion()) }
