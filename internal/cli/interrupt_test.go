package cli

import (
	"context"
	"errors"
	"testing"
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
	ended := errors.New("ended in order")
	if _, err := UnlessInterrupted(ctx, func() (int, error) { return 0, ended }); err != ended {
		t.Errorf("work that ends in order ends with %v", err)
	}
}
