package run

import (
	"log/slog"
	"slices"

	"gpusph/internal/cli"
	"gpusph/output"
)

// warnings go to the screen, the log and the summary, which has the last one about each thing.
type warnings struct {
	screen  *cli.Screen
	log     *slog.Logger
	summary *output.Summary
	places  map[string]int // in the summary, by what they are about
	page    *page          // or nil
}

func (w *warnings) warn(about, what string) {
	w.log.Warn(what)
	w.screen.Line("warning: " + what)
	if w.page != nil {
		w.page.Warn(what)
	}
	all := &w.summary.Warnings
	if place, ok := w.places[about]; ok {
		(*all)[place] = what
		return
	}
	if place := slices.Index(*all, what); place >= 0 { // the run before a checkpoint has said so
		w.places[about] = place
		return
	}
	w.places[about] = len(*all)
	*all = append(*all, what)
}
