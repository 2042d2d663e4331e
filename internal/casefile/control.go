package casefile

import "gpusph/internal/text"

// Controlled are the bounds of a move that a program makes.
type Controlled struct {
	Range        [2]float64 `key:"range" need:"yes" unit:"m or °" help:"of positions, with 0"`
	Speed        float64    `key:"speed" need:"yes" above:"0" unit:"m/s or °/s" help:"greatest"`
	Acceleration float64    `key:"acceleration" need:"yes" above:"0" unit:"m/s² or °/s²" help:"greatest"`
}

// checkControl refuses bounds that a move cannot have.
func (c *Case) checkControl(m *Move, path string) error {
	low, high := m.Control.Range[0], m.Control.Range[1]
	switch {
	case m.Circle != nil:
		return c.Errorf(path+".circle", "%s has both a circle and control; use control with along, or "+
			"with axis and about", c.Label(path))
	case !(low <= 0 && high >= 0 && low < high):
		return c.Errorf(path+".control.range", "%s has the range %s to %s, which must contain 0, where "+
			"the wall is at first; control = { range = [0, 0.2], speed = 0.5, acceleration = 5 } has",
			c.Label(path), text.Exact(low), text.Exact(high))
	}
	return nil
}
