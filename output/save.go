package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/google/renameio/v2"
)

// SaveJSON is SaveFile of a value as JSON. Without a path it does nothing.
func SaveJSON(path string, v any) error {
	if path == "" {
		return nil
	}
	return SaveFile(path, func(w io.Writer) error { return WriteJSON(w, v) })
}

// SaveFile writes a file that a user has named, and replaces an older one as an editor does: what a
// symbolic link points to is written, mode, owner and hard links stay, and a file that is read-only
// is refused. The new content appears as a whole where the directory and the owner allow that, else
// it is written into the file, which gets its old content back if that fails.
func SaveFile(path string, write func(io.Writer) error) error {
	target, info, err := saveTarget(path)
	if err != nil {
		return err
	}
	switch {
	case isOpen(target):
		return appendTo(target, write)
	case info == nil || !info.Mode().IsRegular():
		return WriteFile(target, write)
	}
	var text bytes.Buffer
	err = write(&text)
	if err == nil {
		List(path)
		err = replace(target, info, text.Bytes())
	}
	if err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, cause(err))
	}
	return nil
}

// CheckSave has an error where SaveFile would refuse to replace a file.
func CheckSave(path string) error {
	_, _, err := saveTarget(path)
	return err
}

// saveTarget is where the content of a path is, which may be a link, and the file there; nil is
// none.
func saveTarget(path string) (target string, info fs.FileInfo, err error) {
	if target, err = followLinks(path); err != nil {
		return "", nil, err
	}
	info, err = os.Lstat(target)
	switch {
	case isOpen(target):
		return target, info, nil
	case errors.Is(err, fs.ErrNotExist):
		return target, nil, nil
	case err != nil:
		return "", nil, fmt.Errorf("%s cannot be examined: %w", path, cause(err))
	}
	// root may write what no other user may
	if info.Mode().IsRegular() && (info.Mode()&0o222 == 0 || !mayWrite(target)) {
		return "", nil, fmt.Errorf("%s is read-only (%v); allow writing with chmod u+w, or use another "+
			"name", path, info.Mode().Perm())
	}
	return target, info, nil
}

// mayWrite asks the kernel, which knows of lists of access and of disks that are read-only.
func mayWrite(path string) bool {
	const writing = 2 // W_OK
	return syscall.Access(path, writing) == nil
}

// mostLinks is how many symbolic links may lead to each other, as in Linux.
const mostLinks = 40

// followLinks is the path at the end of symbolic links, where nothing need be.
func followLinks(path string) (string, error) {
	at := path
	for range mostLinks {
		if isOpen(at) {
			return at, nil
		}
		to, err := os.Readlink(at)
		if err != nil { // no link
			return at, nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Dir(at) + string(filepath.Separator) + to
		}
		at = to
	}
	return "", fmt.Errorf("%s is a symbolic link that leads to itself", path)
}

// isOpen reports whether a path is a file that a process has open, as /dev/stdout is at last.
func isOpen(path string) bool { return strings.HasPrefix(path, "/proc/") }

// appendTo writes what comes at the end of such a file, which stays where it is.
func appendTo(path string, write func(io.Writer) error) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// replace replaces the content of a file.
func replace(path string, info fs.FileInfo, text []byte) error {
	own := info.Sys().(*syscall.Stat_t)
	if own.Nlink == 1 && !hasAttributes(path) {
		err := replaceWhole(path, info, own, text)
		inPlace := []error{syscall.EACCES, syscall.EPERM, syscall.EBUSY, syscall.EXDEV}
		if !slices.ContainsFunc(inPlace, func(e error) bool { return errors.Is(err, e) }) {
			return err
		}
	}
	return overwrite(path, text)
}

// replaceWhole puts a new file with the same mode and owner in the place of one. It fails with
// EPERM where this process may not give it to the owner, and with EBUSY where the file is mounted.
func replaceWhole(path string, info fs.FileInfo, own *syscall.Stat_t, text []byte) error {
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)),
		renameio.WithStaticPermissions(0o600))
	if err != nil {
		return err
	}
	defer f.Cleanup()
	if err := f.Chown(int(own.Uid), int(own.Gid)); err != nil {
		return err
	}
	if err := f.Chmod(info.Mode()); err != nil { // after Chown, which clears bits
		return err
	}
	if _, err := f.Write(text); err != nil {
		return err
	}
	return f.CloseAtomicallyReplace()
}

// hasAttributes reports whether a file has attributes that a new one would lack, as a list of
// access. The label of SELinux follows from the directory.
func hasAttributes(path string) bool {
	names := make([]byte, 1<<16)
	n, err := syscall.Listxattr(path, names)
	if err != nil {
		return errors.Is(err, syscall.ERANGE)
	}
	for name := range strings.SplitSeq(string(names[:n]), "\x00") {
		if name != "" && name != "security.selinux" {
			return true
		}
	}
	return false
}

// overwrite writes into a file.
func overwrite(path string, text []byte) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	old, err := io.ReadAll(f)
	if err != nil {
		return err
	}
	put := func(text []byte) error {
		if _, err := f.WriteAt(text, 0); err != nil {
			return err
		}
		if err := f.Truncate(int64(len(text))); err != nil {
			return err
		}
		return f.Sync()
	}
	if err := put(text); err != nil {
		return errors.Join(err, put(old))
	}
	return f.Close()
}
