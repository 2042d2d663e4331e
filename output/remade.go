package output

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"gpusph/internal/input"
)

// Kind is what the program makes again at any time, so that it replaces an older one without being
// asked.
type Kind struct {
	name   string // for people
	begins string // any file of the format
	marker string // what such a file of the program has near its beginning
}

// The kinds.
var (
	KindPicture    = Kind{"a picture of gpusph", "\x89PNG\r\n\x1a\n", "Software\x00gpusph"}
	KindReportPage = Kind{"a page of gpusph report", "<!DOCTYPE html>",
		`name="generator" content="gpusph report"`}
	KindReportJSON  = Kind{"a file of gpusph report", "{", `"format": "gpusph report"`}
	KindComparison  = Kind{"a file of gpusph compare", "{", `"format": "gpusph compare"`}
	KindMeasured    = Kind{"a table of gpusph measure", "t[s],step,", "t[s],step,"}
	KindSurfaceList = Kind{"a list of gpusph surface", "<?xml", `name="surface"`}
)

// kindsOfSurfaces are those of SurfaceFormats.
var kindsOfSurfaces = map[string]Kind{
	"vtp": {"a surface of gpusph", "<?xml", `Name="Problem"`},
	"ply": {"a surface of gpusph", "ply\nformat binary_little_endian 1.0\ncomment ",
		"\ncomment time "},
	"obj": {"a surface of gpusph", "# ", " s\nv "},
}

// KindOfTable is a table of the command measure that begins with these columns.
func KindOfTable(columns []string) Kind {
	begins := strings.Join(columns, ",") + ","
	return Kind{"a table of gpusph measure", begins, begins}
}

// KindOfSurface is that of a format.
func KindOfSurface(format string) Kind { return kindsOfSurfaces[format] }

// KindOfMovie is that of a movie with a name. Nothing in it tells who has made it, so the list of
// the run directory has to.
func KindOfMovie(path string) Kind {
	k := Kind{name: "a movie of gpusph that files.txt lists"}
	if strings.EqualFold(filepath.Ext(path), ".gif") {
		k.begins = "GIF8"
	}
	return k
}

// markerWithin is how far from its beginning a file has its marker [bytes].
const markerWithin = 1 << 12

// CheckRemade has an error where a file is in the way: one of another kind, or one that a link
// stands for. A file of the program has the marker of its kind, or is in the list of its run
// directory and of the format.
func CheckRemade(path string, kind Kind) error {
	info, err := os.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s cannot be examined: %w", path, cause(err))
	case info.Mode()&fs.ModeSymlink != 0:
		if to, err := os.Stat(path); err == nil && !to.Mode().IsRegular() && !to.IsDir() {
			return nil // as /dev/stdout
		}
		return fmt.Errorf("%s is a symbolic link, which is not followed", path)
	case info.IsDir():
		return fmt.Errorf("%s is a directory", path)
	case !info.Mode().IsRegular():
		return nil // what is no file is written as it comes
	}
	head, err := headOf(path)
	if err != nil {
		return fmt.Errorf("%s cannot be read: %w", path, cause(err))
	}
	format := bytes.HasPrefix(head, []byte(kind.begins))
	marked := kind.marker != "" && bytes.Contains(head, []byte(kind.marker))
	if format && (marked || isListed(path)) {
		return nil
	}
	return fmt.Errorf("%s is there, and is not %s", path, kind.name)
}

// CheckOwnDir has an error where a part of a run directory is not a directory of its own.
func CheckOwnDir(path string) error {
	info, err := os.Lstat(path)
	if err != nil || info.IsDir() {
		return nil
	}
	what := input.Kind(info.Mode())
	return fmt.Errorf("%s is not a directory but %s, which is not followed", path, what)
}

// headOf is the beginning of a file.
func headOf(path string) ([]byte, error) {
	f, _, err := input.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	head := make([]byte, markerWithin)
	n, err := io.ReadFull(f, head)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return head[:n], err
}

// isListed reports whether the list of its run directory names a file.
func isListed(path string) bool {
	dir, name := filepath.Split(filepath.Clean(path))
	dir = filepath.Clean(dir)
	if filepath.Base(dir) == dataDir {
		dir, name = filepath.Dir(dir), filepath.Join(dataDir, name)
	}
	named, err := readList(dir)
	return err == nil && named[name]
}
