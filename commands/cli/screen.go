package cli

import (
	"fmt"
	"io"
	"os"
	"unicode/utf8"

	"golang.org/x/term"

	"gpusph/internal/text"
)

// Screen is what people see of a run while it runs: lines, and on a terminal a
// last line that changes. A quiet one shows nothing.
type Screen struct {
	Out      io.Writer
	Columns  func() int // of the terminal; nil where there is none
	Quiet    bool
	standing bool // there is a line that changes
}

// NewScreen shows on f.
func NewScreen(f *os.File, quiet bool) *Screen {
	s := &Screen{Out: f, Quiet: quiet}
	if fd := int(f.Fd()); term.IsTerminal(fd) && os.Getenv("TERM") != "dumb" {
		s.Columns = func() int {
			if columns, _, err := term.GetSize(fd); err == nil && columns > 0 {
				return columns
			}
			return 80
		}
	}
	return s
}

// Line shows a line that stays, broken at words where the terminal is narrower.
func (s *Screen) Line(line string) {
	if s.Quiet {
		return
	}
	s.Clear()
	if s.Columns != nil {
		line = text.Wrap(line, s.Columns())
	}
	fmt.Fprintln(s.Out, line)
}

// Status changes the last line; there must be a terminal. Of its parts, the most important first,
// those at the end that do not fit are left out.
func (s *Screen) Status(parts ...string) {
	line, room := parts[0], s.Columns()-1
	for _, part := range parts[1:] {
		if utf8.RuneCountInString(line)+2+utf8.RuneCountInString(part) > room {
			break
		}
		line += "  " + part
	}
	runes := []rune(line)
	fmt.Fprint(s.Out, "\r", string(runes[:max(0, min(len(runes), room))]), "\x1b[K")
	s.standing = true
}

// Clear takes the line that changes away.
func (s *Screen) Clear() {
	if s.standing {
		fmt.Fprint(s.Out, "\r\x1b[K")
		s.standing = false
	}
}
