package run

import (
	"log/slog"
	"strings"

	"gpusph/commands/cli"
	"gpusph/output"
	"gpusph/sph"
)

// warnings go to the screen, the log and the summary, which has the last one about each thing.
type warnings struct {
	screen  *cli.Screen
	log     *slog.Logger
	summary *output.Summary
	places  map[string]int // in the summary, by what they are about
	page    *page          // or nil
}

// newWarnings continues those of the run before, which are in the summary: the page shows them, and
// a warning that has been given is not given again.
func newWarnings(
	screen *cli.Screen, log *slog.Logger, summary *output.Summary, page *page,
) *warnings {
	w := &warnings{screen, log, summary, map[string]int{}, page}
	for place, what := range summary.Warnings {
		about := what
		if strings.Contains(what, haveLeft) {
			about = "lost"
		}
		w.places[about] = place
		if page != nil {
			page.Warn(what)
		}
	}
	return w
}

func (w *warnings) warn(about, what string) {
	all := &w.summary.Warnings
	place, ok := w.places[about]
	if ok && (*all)[place] == what {
		return
	}
	w.log.Warn(what)
	w.screen.Line("warning: " + what)
	if w.page != nil {
		w.page.Warn(what)
	}
	if ok {
		(*all)[place] = what
		return
	}
	w.places[about] = len(*all)
	*all = append(*all, what)
}

// passages warns of what has come through the boundary that is off.
func (w *warnings) passages(all []sph.Passage) {
	for k := range all {
		if what := all[k].Warning(); what != "" {
			w.warn("through "+all[k].Name, what)
		}
	}
}
