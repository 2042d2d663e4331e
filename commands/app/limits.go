package app

import "C" // limits.c looks at the limits of addresses, files and threads before Go begins

import (
	"fmt"
	"syscall"
)

// filesLimit ends an error of a process that has all files open that it may.
func filesLimit() string {
	var limit syscall.Rlimit
	syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit)
	return fmt.Sprintf("; ulimit -n allows %d, and a higher limit lets it run", limit.Cur)
}
