package statistics

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Window is a part of a record, from a time to a later one [s].
type Window struct{ From, Until float64 }

// Has reports whether a time lies in the window. Rounding of text does not matter.
func (w Window) Has(t float64) bool {
	slack := 1e-9 * max(math.Abs(w.From), math.Abs(w.Until))
	return t >= w.From-slack && t <= w.Until+slack
}

// ParseWindow reads what a user gives for --window: two times, as 2:5. "" is none.
func ParseWindow(list string) (*Window, error) {
	if list == "" {
		return nil, nil
	}
	first, second, _ := strings.Cut(list, ":")
	from, err := strconv.ParseFloat(strings.TrimSpace(first), 64)
	until, wrong := strconv.ParseFloat(strings.TrimSpace(second), 64)
	if err != nil || wrong != nil || !(from >= 0 && until > from) || math.IsInf(until, 0) {
		return nil, fmt.Errorf("--window is %q, but takes two times [s] with a colon between them, "+
			"the earlier first; use --window 2:5", list)
	}
	return &Window{from, until}, nil
}

// CheckEnd refuses a window in which a run that ends at a time has nothing [s].
func (w *Window) CheckEnd(run string, end float64) error {
	if w != nil && w.From >= end {
		return fmt.Errorf("--window begins at %g s, but %s ends at %g s; use an earlier one", w.From,
			run, end)
	}
	return nil
}
