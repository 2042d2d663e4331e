package output

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/google/renameio/v2"
)

// WriteFile makes the file at path with what write writes. The file appears, or replaces an older
// one, when it is complete and on the disk. Until then it has a name like .report.txt123456 beside
// it. An older file gives its permissions, and a link is replaced: SaveFile is for files that users
// name. What is no file, as /dev/stdout, is written as it comes.
func WriteFile(path string, write func(io.Writer) error) error {
	if err := writeWhole(path, write); err != nil {
		return fmt.Errorf("%s cannot be written: %w", path, cause(err))
	}
	return nil
}

func writeWhole(path string, write func(io.Writer) error) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(write(f), f.Close())
	}
	List(path)
	f, err := renameio.NewPendingFile(path, renameio.WithTempDir(filepath.Dir(path)),
		renameio.WithPermissions(0o666), renameio.WithExistingPermissions())
	if err != nil {
		return err
	}
	defer f.Cleanup()
	b := bufio.NewWriterSize(f, 1<<16)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return f.CloseAtomicallyReplace()
}

// Growing is a file that grows piece by piece and can be followed meanwhile. A
// piece is in it as a whole or, as on a full disk, not at all.
type Growing struct {
	file *os.File
	size int64
}

// Create makes the file at path, in place of an older one.
func Create(path string) (*Growing, error) {
	List(path)
	f, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be made: %w", path, cause(err))
	}
	return &Growing{file: f}, nil
}

// goOn opens the file at path to continue it after a number of bytes. What is beyond is removed.
func goOn(path string, size int64) (*Growing, error) {
	g, err := Append(path)
	if err != nil {
		return nil, err
	}
	if g.size < size {
		err = fmt.Errorf("it has %d bytes, but had %d at the checkpoint", g.size, size)
	} else {
		err = g.file.Truncate(size)
	}
	if err != nil {
		g.Close()
		return nil, fmt.Errorf("%s cannot be continued: %w", path, cause(err))
	}
	g.size = size
	return g, nil
}

// Append opens the file at path to write on at its end, or makes it.
func Append(path string) (*Growing, error) {
	List(path)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("%s cannot be made: %w", path, cause(err))
	}
	size, err := f.Seek(0, io.SeekEnd)
	return &Growing{file: f, size: size}, err
}

// Write adds a piece. Behind what somebody has cut it would leave a hole of zeros, so that is an
// error.
func (g *Growing) Write(piece []byte) (int, error) {
	if own, err := g.file.Stat(); err == nil && own.Mode().IsRegular() && own.Size() < g.size {
		return 0, g.cut(own.Size())
	}
	if _, err := g.file.WriteAt(piece, g.size); err != nil {
		g.file.Truncate(g.size) // takes back the part that did fit
		return 0, fmt.Errorf("%s cannot be written: %w", g.file.Name(), cause(err))
	}
	g.size += int64(len(piece))
	return len(piece), nil
}

// Check has an error where somebody has removed, replaced or shortened the file since it was
// written: rows are lost then.
func (g *Growing) Check() error {
	name := g.file.Name()
	there, err := os.Stat(name) // a link to the file that is written is as good
	own, failed := g.file.Stat()
	switch {
	case failed != nil:
		return fmt.Errorf("%s cannot be examined: %w", name, cause(failed))
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s has been removed while the run was writing it", name)
	case err != nil:
		return fmt.Errorf("%s cannot be examined: %w", name, cause(err))
	case !os.SameFile(there, own):
		return fmt.Errorf("%s has been replaced by another while the run was writing it", name)
	case own.Size() < g.size:
		return g.cut(own.Size())
	}
	return nil
}

func (g *Growing) cut(size int64) error {
	return fmt.Errorf("%s has been cut to %d bytes while the run was writing it; it should have %d",
		g.file.Name(), size, g.size)
}

// Close closes the file. It may be called again.
func (g *Growing) Close() error {
	if err := g.file.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
		return fmt.Errorf("%s cannot be written: %w", g.file.Name(), cause(err))
	}
	return nil
}

// cause is what went wrong with a file, without its name, which may be that of a
// file that no one sees.
func cause(err error) error {
	var path *os.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// LogFile is run.log. It keeps the first error, which a logger drops. Several goroutines may use
// it.
type LogFile struct {
	*Growing
	mutex sync.Mutex
	err   error
}

// Write adds lines.
func (l *LogFile) Write(line []byte) (int, error) {
	n, err := l.Growing.Write(line)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.err == nil {
		l.err = err
	}
	return n, err
}

// Failed is that error.
func (l *LogFile) Failed() error {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.err
}
