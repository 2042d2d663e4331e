package editor

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"time"

	"gpusph/internal/input"
	"gpusph/output"
	"gpusph/problems"
)

// mostText is how long a text may be that is edited [bytes].
const mostText = 4 << 20

// changedError is why a text is not saved: the file is not as the page has shown it.
type changedError struct {
	text []byte // of the file now; nil is none
}

func (*changedError) Error() string { return "the file has changed since it was read" }

// versionOf names a text, so that a page can say on which one its own is based; "" is no file.
func versionOf(text []byte) string {
	if text == nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// read is the text of the file, or nil where there is none.
func (e *Editor) read() ([]byte, error) {
	data, err := input.Read(e.file, mostText)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && data == nil {
		data = []byte{}
	}
	return data, err
}

// save writes a text over the version of the file that the page has shown, and over no other.
func (e *Editor) save(text []byte, shown string) error {
	e.saving.Lock()
	defer e.saving.Unlock()
	now, err := e.read()
	if err != nil {
		return fmt.Errorf("the case file cannot be saved: %w", err)
	}
	if versionOf(now) != shown && (now == nil || !bytes.Equal(now, text)) {
		return &changedError{now}
	}
	return output.SaveFile(e.file, func(w io.Writer) error { _, err := w.Write(text); return err })
}

// watch looks whether files have changed: the case file, and those that it names.
type watch struct {
	mutex sync.Mutex
	seen  map[string]stamp
}

// stamp tells whether a file is another than it was.
type stamp struct {
	at   time.Time
	size int64
	is   bool
}

func stampOf(path string) stamp {
	info, err := os.Stat(path)
	if err != nil {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size(), true}
}

// also watches the files that a case names, and no longer those that it does not.
func (w *watch) also(f problems.FileProblem) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	now := map[string]stamp{}
	for _, name := range f.Files() {
		path := f.File().Path(name)
		if old, ok := w.seen[path]; ok {
			now[path] = old
		} else {
			now[path] = stampOf(path)
		}
	}
	w.seen = now
}

// changed reports whether one of these files has changed since it was asked last.
func (w *watch) changed() (any bool) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for path, old := range w.seen {
		if now := stampOf(path); now != old {
			w.seen[path], any = now, true
		}
	}
	return any
}
