package running

import (
	"fmt"
	"os"

	"gpusph/commands/cli"
	"gpusph/internal/live"
)

// OpenServer takes the address that --serve names, before there is a page to serve there; nil is
// none.
func (r *Run) OpenServer() (*live.Server, error) {
	if r.Asked.Serve == "" {
		return nil, nil
	}
	return OpenServer(r.Asked.Serve)
}

// OpenServer takes an address.
func OpenServer(address string) (*live.Server, error) {
	a, err := live.ParseAddress(address)
	var server *live.Server
	if err == nil {
		server, err = live.Open(a)
	}
	if err != nil {
		return nil, cli.UsageError(fmt.Errorf("--serve: %w", err))
	}
	return server, nil
}

// Show serves the page of a run. The address may have a token, so it is for the screen and not for
// the log. Without it no one could open the page, so also a quiet run prints it.
func (r *Run) Show(s *live.Server, page live.Content) {
	s.Serve(page)
	r.Log.Info("the run is shown at " + s.Place())
	fmt.Fprintln(os.Stderr, "the run is shown at "+s.URL())
}
