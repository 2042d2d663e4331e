package run

import (
	"fmt"
	"log/slog"
	"strings"
	"syscall"
	"time"

	"gpusph/internal/text"
)

// setUp is how long a run takes until its first steps are done, by part: by the clock, and of all
// processors together. Devices are opened while particles are made.
type setUp struct {
	begun, last time.Time
	used        time.Duration // of processors, at the last part's end
	parts       []string
	logged      bool
}

func newSetUp(begun time.Time) *setUp {
	s := &setUp{begun: begun, last: begun}
	s.done("command line")
	return s
}

// done ends a part.
func (s *setUp) done(part string) {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &u) // an error leaves 0
	now, used := time.Now(), time.Duration(u.Utime.Nano()+u.Stime.Nano())
	s.parts = append(s.parts, fmt.Sprintf("%s %.3f s (%.3f s)", part, now.Sub(s.last).Seconds(),
		(used-s.used).Seconds()))
	s.last, s.used = now, used
}

// log writes the parts when the first steps are done.
func (s *setUp) log(to *slog.Logger, steps int) {
	if s.logged {
		return
	}
	s.logged = true
	s.done(text.Count(steps, "step"))
	to.Info(fmt.Sprintf("set-up, and in brackets the time of processors: %s; in all %.3f s (%.3f s)",
		strings.Join(s.parts, ", "), s.last.Sub(s.begun).Seconds(), s.used.Seconds()))
}
