package output

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"gpusph/internal/input"
)

// lockName is the file that says which process writes into a run directory, while
// one does.
const lockName = "run.lock"

// lockDir makes the lock file of a run directory and locks it. The kernel holds
// the lock until the process ends, however it ends. A file that a killed process
// has left is taken over, unless that was on another host: not every file system
// shows the locks of other hosts.
func lockDir(dir string) (*os.File, error) {
	for {
		path := filepath.Join(dir, lockName)
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o666)
		if info, e := os.Lstat(path); e == nil && !info.Mode().IsRegular() {
			if err == nil {
				f.Close()
			}
			return nil, fmt.Errorf("%s, which locks the run directory, is not a file but %s; remove it, or name another --dir",
				path, input.Kind(info.Mode()))
		}
		if err != nil {
			return nil, notLocked(dir, err)
		}
		if err := take(f, dir); err != nil {
			f.Close()
			return nil, err
		}
		if isAt(f, f.Name()) {
			return f, nil
		}
		f.Close() // it was another's, who has just removed it
	}
}

// unlock removes a lock file that is locked.
func unlock(f *os.File) {
	os.Remove(f.Name())
	f.Close()
}

// take locks f, unless another process has, and writes into it who did.
func take(f *os.File, dir string) error {
	here, err := os.Hostname()
	if err != nil {
		return notLocked(dir, err)
	}
	var pid int
	var host string
	failed := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	fmt.Fscanf(f, "process %d on %s", &pid, &host)
	held := failed == syscall.EWOULDBLOCK
	// Some file systems have no locks.
	cannot := slices.Contains([]error{syscall.ENOSYS, syscall.EOPNOTSUPP, syscall.ENOLCK}, failed)
	switch {
	case held && host == "":
		return fmt.Errorf("the run directory %s is in use by another process; another --dir would do", dir)
	case held, cannot && host == here && alive(pid):
		return fmt.Errorf("the run directory %s is in use by process %d on %s; another --dir would do", dir, pid, host)
	case host != "" && host != here:
		return fmt.Errorf("the run directory %s is in use by process %d on %s; another --dir would do, and if that process has ended, so would removing %s",
			dir, pid, host, f.Name())
	case failed != nil && !cannot:
		return notLocked(dir, failed)
	}
	f.Truncate(0)
	if _, err := f.WriteAt(fmt.Appendf(nil, "process %d on %s\n", os.Getpid(), here), 0); err != nil {
		os.Remove(f.Name())
		return notLocked(dir, err)
	}
	return nil
}

func notLocked(dir string, err error) error {
	return fmt.Errorf("the run directory %s cannot be written: %w; another --dir would do", dir, cause(err))
}

// alive says whether there is a process on this host.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || err == syscall.EPERM
}

// isAt says whether a path names an open file.
func isAt(f *os.File, path string) bool {
	one, err := f.Stat()
	other, failed := os.Lstat(path)
	return err == nil && failed == nil && os.SameFile(one, other)
}
