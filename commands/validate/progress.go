package validate

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// board is the runs that are on their way.
type board struct {
	sync.Mutex // of it and of the screen
	running    []*shown
	done, all  int
	drawn      time.Time
}

// shown is a run on the board.
type shown struct {
	about string
	part  float64 // that is done
}

func (b *board) begin(about string) *shown {
	b.Lock()
	defer b.Unlock()
	s := &shown{about: about}
	b.running = append(b.running, s)
	return s
}

// end takes a run off the board, which the caller has locked.
func (b *board) end(s *shown) {
	b.running = slices.DeleteFunc(b.running, func(other *shown) bool { return other == s })
	b.done++
}

// status is the line that shows the runs: its most important parts first. Of several, those that
// began first are the longest.
func (b *board) status() (parts []string) {
	if len(b.running) > 1 {
		parts = append(parts, fmt.Sprintf("%d of %d done", b.done, b.all))
	}
	for _, s := range b.running {
		about := s.about
		if len(b.running) > 1 {
			about = strings.Join(strings.Fields(about), " ")
		}
		parts = append(parts, fmt.Sprintf("%s %3.0f %%", about, 100*s.part))
	}
	return parts
}

// redrawEvery is how often the line that changes does.
const redrawEvery = 200 * time.Millisecond

// progress shows how far a run is, on a terminal.
func (v *comparison) progress(ctx context.Context, s *shown, part float64) {
	if ctx.Err() != nil {
		return
	}
	v.board.Lock()
	defer v.board.Unlock()
	s.part = part
	now := time.Now()
	if v.screen.Columns != nil && !v.Quiet && now.Sub(v.board.drawn) >= redrawEvery {
		v.screen.Status(v.board.status()...)
		v.board.drawn = now
	}
}
