package app

import "C" // limits.c looks at the limits of addresses and threads before Go begins

import (
	"errors"
	"fmt"
	"syscall"
)

// leastFiles is how many files the program has to be able to open before it begins. Go's runtime
// needs some, and a run more.
const leastFiles = 16

// enoughFiles returns an error if too few files can be opened.
func enoughFiles() error {
	var open []int
	defer func() {
		for _, file := range open {
			syscall.Close(file)
		}
	}()
	for len(open) < leastFiles {
		file, err := syscall.Open("/", syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
		if errors.Is(err, syscall.EMFILE) {
			return fmt.Errorf("%d files can be opened, but the program needs %d at least%s",
				len(open), leastFiles, filesLimit())
		}
		if err != nil {
			return nil // what it opens itself has errors of its own
		}
		open = append(open, file)
	}
	return nil
}

// filesLimit ends an error of a process that has all files open that it may.
func filesLimit() string {
	var limit syscall.Rlimit
	syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit)
	return fmt.Sprintf("; ulimit -n allows %d, and a higher limit lets it run", limit.Cur)
}
