package main

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"gpusph/sph"
)

// screen is what people see of a run while it runs: lines, and on a terminal a
// last line that changes. A quiet one shows nothing.
type screen struct {
	out      io.Writer
	columns  func() int // of the terminal; nil where there is none
	quiet    bool
	standing bool // there is a line that changes
}

// newScreen shows on f.
func newScreen(f *os.File, quiet bool) *screen {
	s := &screen{out: f, quiet: quiet}
	if fd := int(f.Fd()); term.IsTerminal(fd) && os.Getenv("TERM") != "dumb" {
		s.columns = func() int {
			if columns, _, err := term.GetSize(fd); err == nil && columns > 0 {
				return columns
			}
			return 80
		}
	}
	return s
}

// line shows a line that stays.
func (s *screen) line(text string) {
	if s.quiet {
		return
	}
	s.clear()
	fmt.Fprintln(s.out, text)
}

// status changes the last line; there must be a terminal.
func (s *screen) status(text string) {
	runes := []rune(text)
	fmt.Fprint(s.out, "\r", string(runes[:min(len(runes), s.columns()-1)]), "\x1b[K")
	s.standing = true
}

// clear takes the line that changes away.
func (s *screen) clear() {
	if s.standing {
		fmt.Fprint(s.out, "\r\x1b[K")
		s.standing = false
	}
}

// partDone is the part of a run to a simulated time [s] that is done: 0 to 1. maxiter
// is the limit of its steps, or 0.
func partDone(p *sph.Progress, end float64, maxiter int) float64 {
	part := p.Time / end
	if maxiter > 0 {
		part = max(part, float64(p.Step)/float64(maxiter))
	}
	return min(part, 1)
}
