package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"gpusph/internal/text"
	"gpusph/output"
)

// CheckFile refuses a file that could not be written, before anything is computed.
func CheckFile(option, path string) error {
	dir := filepath.Dir(path)
	info, err := os.Stat(path)
	switch {
	case path == "":
		return nil
	case err == nil && info.IsDir():
		return fmt.Errorf("--%s is %s, which is a directory; use a file in it", option, path)
	case err == nil && !info.Mode().IsRegular():
		return nil // as /dev/stdout
	case err == nil:
		if err := output.CheckSave(path); err != nil {
			return fmt.Errorf("--%s: %w", option, err)
		}
	}
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		return fmt.Errorf("--%s is %s, but there is no directory %s; use a directory that exists", option,
			path, dir)
	}
	if err := tryToWrite(dir); err != nil {
		return fmt.Errorf("--%s is %s, but nothing can be written there: %w", option, path, err)
	}
	return nil
}

// CheckNew is CheckFile that rejects a file that exists, unless force is set.
func CheckNew(option, path string, force bool) error {
	if info, err := os.Stat(path); path != "" && err == nil && info.Mode().IsRegular() && !force {
		return fmt.Errorf("%s exists already; use --force to replace it, or another --%s", path, option)
	}
	return CheckFile(option, path)
}

// CheckRemade is CheckFile for what can be made again: a file of the kind is replaced, and any
// other is refused, unless force is set. No link is followed.
func CheckRemade(option, path string, kind output.Kind, force bool) error {
	if path == "" {
		return nil
	}
	if info, err := os.Lstat(path); force && err == nil && info.Mode().IsRegular() {
		return CheckFile(option, path)
	}
	if err := output.CheckRemade(path, kind); err != nil {
		if info, e := os.Lstat(path); e == nil && info.Mode().IsRegular() {
			return fmt.Errorf("%w; use --force to replace it, or another --%s", err, option)
		}
		return fmt.Errorf("%w; use another --%s", err, option)
	}
	return CheckFile(option, path)
}

// CheckDir refuses a run directory that has files or could not be made, before
// anything is computed.
func (c *Config) CheckDir() error {
	if err := output.CheckRunDir(c.Dir, c.force); err != nil {
		return err
	}
	if err := tryToWrite(c.above()); err != nil {
		return fmt.Errorf("the run directory cannot be made: %w; use another --dir", err)
	}
	return nil
}

// above is the run directory, or the part of its path that exists.
func (c *Config) above() string {
	dir := c.Dir
	if dir == "" {
		dir = "runs"
	}
	for dir != filepath.Dir(dir) {
		if _, err := os.Stat(dir); err == nil || !errors.Is(err, os.ErrNotExist) {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}

// FreeDisk is how many bytes may be written into the run directory, 0 if it is not known, and where
// that is.
func (c *Config) FreeDisk() (bytes float64, where string) {
	where = c.above()
	var s syscall.Statfs_t
	if syscall.Statfs(where, &s) == nil {
		bytes = float64(s.Bavail) * float64(s.Bsize)
	}
	return bytes, where
}

// TakeOver lets the run directory of a command without --force be replaced. It refuses one with
// files that are not of an earlier run of that command.
func (c *Config) TakeOver(command string, isOurs func(name string) bool) error {
	entries, _ := os.ReadDir(c.Dir) // CheckDir says what is wrong
	for _, e := range entries {
		if !isOurs(e.Name()) {
			return fmt.Errorf("the run directory %s has %s, which is not of an earlier %s; "+
				"use another --dir", c.Dir, e.Name(), command)
		}
	}
	c.force = true
	return nil
}

// OpenDir makes the run directory; name begins that of one without --dir.
func (c *Config) OpenDir(name string, begun time.Time) (*output.RunDir, error) {
	dir, err := output.OpenRunDir(c.Dir, name, begun, c.force)
	if err == nil && len(dir.Removed) > 0 && !c.Quiet {
		fmt.Fprintf(os.Stderr, "--force: %s of an earlier run removed from %s: %s\n",
			text.Count(len(dir.Removed), "file"), dir.Path, output.Names(dir.Removed))
	}
	return dir, dirError(err)
}

// DirError is what is wrong with a run directory to go on in.
func DirError(err error) error { return dirError(err) }

// dirError is what is wrong with a run directory. Where the machine lacks something,
// that is no error of the command line.
func dirError(err error) error {
	var lacks syscall.Errno
	lacking := []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EMFILE, syscall.ENFILE,
		syscall.EIO}
	if err == nil || errors.As(err, &lacks) && slices.Contains(lacking, lacks) {
		return err
	}
	return UsageError(err)
}

// tryToWrite makes a file in a directory, and removes it.
func tryToWrite(dir string) error {
	f, err := os.CreateTemp(dir, ".gpusph-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}
