package cli

import (
	"fmt"
	"math"

	"gpusph/internal/text"
)

// leastInWindow is how many intervals between samples the window of --stop-steady has at least, and
// usualWindow the window's part of the run if the command line does not say how long it is.
const (
	leastInWindow = 10
	usualWindow   = 0.1
)

// SteadyWindow is the simulated time over which a flow must be steady [s].
func (c *Config) SteadyWindow(end float64) float64 {
	if c.steadyWindow > 0 {
		return c.steadyWindow
	}
	return usualWindow * end
}

// checkSteady refuses a window in which nothing could be seen, or which the run could not fill
// before its end.
func (c *Config) checkSteady(end float64) error {
	if c.StopSteady == 0 {
		return nil
	}
	window, sample := c.SteadyWindow(end), c.SampleEvery(end)
	switch {
	case window >= end:
		return fmt.Errorf("--steady-window is %s s, but the run ends at %s s and would never be steady "+
			"for so long; use %.3g or a later --tend",
			text.Number(window), text.Number(end), text.Three(usualWindow*end, math.Floor))
	case window < leastInWindow*sample*(1-1e-9):
		return fmt.Errorf("--steady-window is %s s, but samples are %s s apart, and fewer than %d of "+
			"these intervals tell little; use --sample-interval %.3g or --steady-window %.3g",
			text.Number(window), text.Number(sample), leastInWindow,
			text.Three(window/leastInWindow, math.Floor), text.Three(leastInWindow*sample, math.Ceil))
	}
	return nil
}
