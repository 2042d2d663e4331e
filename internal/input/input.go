// Package input reads the files that users name, as long as they are files and not too large.
package input

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"
)

// Most is how large a mesh, a height map or a table may be [bytes].
const Most = 2 << 30

// Open opens a file, and refuses what is none, such as a pipe, which may have nothing to say for
// ever, or a device, which may never end. It does not wait for a writer.
func Open(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil {
		err = check(path, info.Mode())
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// Read reads a file of at most a given number of bytes.
func Read(path string, most int64) ([]byte, error) {
	f, info, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	tooLarge := func(size int64) error {
		return fmt.Errorf("%s has %s, but %s is the most that is read", path, mebibytes(size),
			mebibytes(most))
	}
	if info.Size() > most {
		return nil, tooLarge(info.Size())
	}
	// it may have grown, and those of /proc have no size
	data, err := io.ReadAll(io.LimitReader(f, most+1))
	if err == nil && int64(len(data)) > most {
		err = tooLarge(int64(len(data)))
	}
	return data, err
}

func mebibytes(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d bytes", n)
	}
	return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
}

func check(path string, mode fs.FileMode) error {
	switch {
	case mode.IsRegular():
		return nil
	case mode.IsDir():
		return &os.PathError{Op: "read", Path: path, Err: syscall.EISDIR}
	}
	return fmt.Errorf("%s is %s, not a file; a file with the same content is read", path, Kind(mode))
}

// Kind is what is in the place of a file, in words.
func Kind(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "a file"
}
