// Package edit is the command that shows a case file in an editor in a browser, with the flow as it
// will be filled beside it.
package edit

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"gpusph/commands/cli"
	"gpusph/commands/edit/editor"
	"gpusph/internal/live"
	"gpusph/internal/option"
)

// options are those of the command edit.
type options struct {
	serve string
}

func (o *options) table() option.Table {
	return option.Table{
		option.Text("serve", "`address` of the page, as 8080 or localhost:8080, on this machine only; "+
			"the token that is printed with it is needed", option.Default(&o.serve, "localhost")),
	}
}

const about = "Shows a case file in an editor on a page for a browser, until Ctrl-C: errors at " +
	"their places, keys completed, and the flow in 3D as it will be filled, with counts, memory " +
	"and time. A file that is absent begins as one of the examples, and is written when it is saved."

// Run is the command edit, and Syntax what it takes.
var Run, Syntax = cli.ReadsOwn("edit", about, "The page", (*options).table, edit)

func edit(ctx context.Context, c *cli.Config, o *options) error {
	file, err := fileOf(c.Flags.Args())
	if err != nil {
		return cli.UsageError(err)
	}
	a, err := live.ParseAddress(o.serve)
	if err != nil {
		return cli.UsageError(fmt.Errorf("--serve: %w", err))
	}
	program, err := os.Executable()
	if err != nil {
		return err
	}
	page, err := editor.New(file, editor.Commands{
		Check: []string{program, "check", "--case=" + file, "--steps", "20"},
		Run:   []string{program, "run", "--case=" + file}})
	if err != nil {
		return cli.UsageError(err)
	}
	server, err := live.OpenPrivate(a)
	if err != nil {
		return cli.UsageError(fmt.Errorf("--serve: %w", err))
	}
	server.Serve(page)
	defer server.Close()
	fmt.Fprintf(os.Stderr, "%s is shown at %s\nCtrl-C ends it\n", file, server.URL())
	<-ctx.Done()
	return nil
}

// fileOf is the case file that the command is given.
func fileOf(words []string) (string, error) {
	switch {
	case len(words) == 0:
		return "", errors.New("gpusph edit takes a case file: gpusph edit case.toml opens it, or " +
			"begins a new one of that name")
	case len(words) > 1:
		return "", fmt.Errorf("gpusph edit takes one case file, but there are %d: %s", len(words),
			strings.Join(words, ", "))
	}
	file := words[0]
	if !strings.EqualFold(filepath.Ext(file), ".toml") {
		return "", fmt.Errorf("gpusph edit takes a case file, but %q does not end in .toml; use "+
			"gpusph edit %s.toml", file, strings.TrimSuffix(file, filepath.Ext(file)))
	}
	if dir := filepath.Dir(file); dir != "." {
		if info, err := os.Stat(dir); err != nil || !info.IsDir() {
			return "", fmt.Errorf("there is no folder %s, in which %s would be written; create it first",
				dir, filepath.Base(file))
		}
	}
	return file, nil
}
