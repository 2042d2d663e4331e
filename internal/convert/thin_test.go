package convert

import "testing"

// A thin wall with fluid on one side has three layers, on the other side of it, and goes half of
// the way to fluid on the next node. With fluid on both sides it stays as thin.
func TestThinWalls(t *testing.T) {
	paddle := boxText(vec{0.4, 0.1, 0.1}, vec{0.5, 0.9, 0.9}) // a spacing thick
	left := `<setmkfluid mk="0"/>` + boxText(vec{0.1, 0.1, 0.1}, vec{0.3, 0.9, 0.5})
	right := `<setmkfluid mk="1"/>` + boxText(vec{0.6, 0.1, 0.1}, vec{0.9, 0.9, 0.5})
	fill := `<setmkfluid mk="1"/><fillbox x="0.7" y="0.5" z="0.3"><modefill>void</modefill>` +
		`<point x="-1" y="-1" z="-1"/><size x="4" y="4" z="1.5"/></fillbox>`
	for name, test := range map[string]struct {
		commands  string
		low, high float64
	}{
		"left": {paddle + left, 0.35, 0.7}, "right": {paddle + right, 0.2, 0.55},
		"filled": {paddle + fill, 0.2, 0.5}, "both": {paddle + left + right, 0.35, 0.55},
		"wider": {boxText(vec{0.2, 0.1, 0.1}, vec{0.5, 0.9, 0.9}) + fill, 0.2, 0.5},
	} {
		c, notes := converted(t, definition(tub+`<setmkbound mk="2"/>`+test.commands))
		if len(c.Walls) != 1 || c.Walls[0].Box == nil {
			t.Fatalf("%s: %+v, %v", name, c.Walls, notes)
		}
		if b := c.Walls[0].Box; b.Min[0] != test.low || b.Max[0] != test.high {
			t.Errorf("%s: from %g to %g m, not from %g to %g m", name, b.Min[0], b.Max[0], test.low,
				test.high)
		}
	}
}
