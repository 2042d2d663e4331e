package problems

import (
	"fmt"

	"gpusph/internal/option"
	"gpusph/problems/scene"
)

// Widener is a problem that can be made wider: n times as wide, it has n times
// the water, and costs n times as much.
type Widener interface {
	Problem
	Widths() int      // how many times as wide as usual it is
	Widen(widths int) // makes it so; Setup refuses what cannot be
}

// WideAxis is the axis along which such a problem becomes wider.
const WideAxis = scene.WideAxis

// mostWidths is more than there can be devices.
const mostWidths = 1000

// wide is the option of problems that can be made wider.
type wide struct{ widths int }

// Widths implements Widener.
func (w *wide) Widths() int { return w.widths }

// Widen implements Widener.
func (w *wide) Widen(widths int) { w.widths = widths }

// option is its row.
func (w *wide) option() option.Option {
	return option.Number("widths", fmt.Sprintf("times as wide along %v, each width the mirror image of the one before, without walls between", scene.WideAxis), 1, mostWidths, "1 is usual", &w.widths)
}
