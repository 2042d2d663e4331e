package cli

import (
	"os/signal"
	"syscall"
)

// DeathSignal is the signal that a process of the program should get when the one that has started
// it dies (Pdeathsig), so that it ends in order. It comes once for each thread that dies, and of
// most signals the second ends a run at once; of SIGHUP it does not.
func DeathSignal() syscall.Signal {
	if signal.Ignored(syscall.SIGHUP) { // as nohup has it, and the process would, too
		return syscall.SIGTERM
	}
	return syscall.SIGHUP
}
