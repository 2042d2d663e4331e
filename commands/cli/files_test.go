package cli

import (
	"errors"
	"fmt"
	"os"
	"syscall"
	"testing"
)

// A full disk is no error of the command line, another's directory is.
func TestDirError(t *testing.T) {
	for err, usage := range map[error]bool{syscall.ENOSPC: false, syscall.EMFILE: false,
		syscall.EACCES: true, errors.New("in use"): true} {
		if got := dirError(fmt.Errorf("it cannot be made: %w", &os.PathError{Op: "mkdir", Err: err})); IsUsageError(got) != usage {
			t.Errorf("%v becomes %#v", err, got)
		}
	}
}
