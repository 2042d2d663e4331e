package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"gpusph/problems"
)

// Work that looks at no context is not waited for long.
func TestUnlessInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	if n, err := UnlessInterrupted(ctx, func() (int, error) { return 3, nil }); n != 3 || err != nil {
		t.Errorf("there is %d, %v", n, err)
	}
	cancel()
	if _, err := UnlessInterrupted(ctx, func() (int, error) { <-t.Context().Done(); return 0, nil }); err != ErrNothing {
		t.Errorf("work without an end ends with %v", err)
	}
	looks := func() (int, error) { return 0, fmt.Errorf("on one device: %w", ctx.Err()) }
	if _, err := UnlessInterrupted(ctx, looks); err != ErrNothing {
		t.Errorf("work that ends with the context's error ends with %v", err)
	}
	ended := errors.New("ended in order")
	if _, err := UnlessInterrupted(ctx, func() (int, error) { return 0, ended }); err != ended {
		t.Errorf("work that ends in order ends with %v", err)
	}
}

// blocking is a problem whose outline takes for ever, as that of a mesh with very many triangles.
type blocking struct{ problems.Problem }

func (blocking) Outline(float64) (problems.Outline, error) { select {} }

// One signal ends reading the command line with its files, and looking at what a flow needs.
func TestReadingIsInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	ends := func(what string, read func() error) {
		t.Helper()
		done := make(chan error, 1)
		go func() { done <- read() }()
		select {
		case err := <-done:
			if !errors.Is(err, ErrNothing) {
				t.Errorf("%s: %v", what, err)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%s does not end", what)
		}
	}
	c := parsed(t, "--problem DamBreak3D --devices host:1")
	c.Flow = blocking{c.Flow}
	ends("Prepare", func() error { _, _, _, err := c.Prepare(ctx, nil); return err })

	all := problems.All
	reached := make(chan bool)
	problems.All = append(slices.Clone(all), func() problems.Problem { close(reached); select {} })
	ends("Begin", func() error { // it looks for the name among all problems
		return Dispatch(ctx, Line{Words: []string{"--problem", "NoProblem"},
			Commands: []Command{{Name: "run",
				Run: func(_ context.Context, args Line) error {
					_, err := Begin(args, RunSyntax())
					return err
				}}}})
	})
	select {
	case <-reached: // it has read the list, and reads it no more
		problems.All = all
	case <-time.After(10 * time.Second):
		t.Fatal("the problem that is never made is not asked for")
	}
}
