package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"gpusph/internal/input"
)

// RunDir is the directory that a command writes its files into. Until it is closed
// no other process can open it.
type RunDir struct {
	Path    string
	Removed []string // files of an earlier run, by force
	made    bool     // for this
	lock    *os.File
}

// OpenRunDir makes the directory of a run: dir, or where that is empty a new one,
// runs/<problem>_<start>, as runs/DamBreak3D_2026-11-21T15-04-05. A dir that exists
// must be empty, unless force is set: then the files are removed that the list of an
// earlier run names, and everything else stays. No link is followed.
func OpenRunDir(dir, problem string, start time.Time, force bool) (*RunDir, error) {
	d := &RunDir{Path: dir}
	_, err := os.Lstat(dir)
	d.made = errors.Is(err, fs.ErrNotExist)
	if dir == "" {
		d.Path, err = newDir(filepath.Join("runs", problem+"_"+start.Format("2006-01-02T15-04-05")))
	} else {
		err = os.MkdirAll(dir, 0o777)
	}
	if err != nil {
		return nil, fmt.Errorf("the run directory cannot be made: %w; use another --dir", err)
	}
	if d.lock, err = lockDir(d.Path); err == nil {
		if err = checkEmpty(d.Path, force); err == nil {
			d.Removed, err = removeFiles(d.Path)
		}
	}
	if err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

// GoOnInRunDir takes a run directory to go on in, with all that is in it but what a killed process
// has left of files.
func GoOnInRunDir(dir string) (*RunDir, error) {
	lock, err := lockDir(dir)
	if err != nil {
		return nil, err
	}
	beginList(dir)
	d := &RunDir{Path: dir, lock: lock}
	if d.Removed, err = removeHalves(dir); err != nil {
		d.Close()
		return nil, fmt.Errorf("the files of an earlier process cannot be removed: %w", err)
	}
	return d, nil
}

// newDir makes a directory that was not there: path or, where that is taken, path_2
// and so on.
func newDir(path string) (string, error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return "", err
	}
	name := path
	for n := 2; ; n++ {
		err := os.Mkdir(name, 0o777)
		if !errors.Is(err, fs.ErrExist) {
			return name, err
		}
		name = fmt.Sprintf("%s_%d", path, n)
	}
}

// CheckRunDir returns why OpenRunDir would not take a directory. It makes none.
func CheckRunDir(dir string, force bool) error {
	if dir == "" {
		return nil
	}
	if _, err := os.Lstat(filepath.Join(dir, lockName)); err == nil {
		lock, err := lockDir(dir)
		if err != nil {
			return err
		}
		unlock(lock)
	}
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return checkEmpty(dir, force)
}

// checkEmpty refuses a directory that cannot be read or has files, unless force is
// set.
func checkEmpty(dir string, force bool) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("the run directory cannot be read: %w; use another --dir", err)
	}
	for _, e := range entries {
		if e.Name() != lockName && !force {
			return fmt.Errorf("the run directory %s is not empty; use --force to replace the files of an "+
				"earlier run, or another --dir", dir)
		}
	}
	if force {
		return unlisted(dir)
	}
	return nil
}

// Clear removes the files of the run.
func (d *RunDir) Clear() error {
	_, err := removeFiles(d.Path)
	return err
}

// Close lets other processes have the directory, and removes it if it was made for
// nothing.
func (d *RunDir) Close() {
	if d.lock != nil {
		unlock(d.lock)
		d.lock = nil
	}
	if d.made {
		os.Remove(d.Path) // if it is empty
	}
}

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
			return nil, fmt.Errorf("%s, which locks the run directory, is not a file but %s; remove it, "+
				"or name another --dir",
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
		return fmt.Errorf("the run directory %s is in use by another process; use another --dir", dir)
	case held, cannot && host == here && alive(pid):
		return fmt.Errorf("the run directory %s is in use by process %d on %s; use another --dir", dir,
			pid, host)
	case host != "" && host != here:
		return fmt.Errorf("the run directory %s is in use by process %d on %s; use another --dir, or "+
			"remove %s if that process has ended",
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
	return fmt.Errorf("the run directory %s cannot be written: %w; use another --dir", dir, cause(err))
}

// alive reports whether there is a process on this host.
func alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || err == syscall.EPERM
}

// isAt reports whether a path names an open file.
func isAt(f *os.File, path string) bool {
	one, err := f.Stat()
	other, failed := os.Lstat(path)
	return err == nil && failed == nil && os.SameFile(one, other)
}
