package output

import (
	"gpusph/internal/text"
	"gpusph/sph"
)

// Left is how many particles have left the domain and were not removed, by what they were.
type Left struct {
	Fluid  int        `json:"fluid"`
	Walls  int        `json:"walls"` // that belong to no body
	Bodies []BodyLeft `json:"bodies,omitempty"`
}

// BodyLeft is how much of a body has left.
type BodyLeft struct {
	Name string `json:"name"`
	Left int    `json:"left"`
	Of   int    `json:"of"`
}

// bodiesOf are the bodies of a case with their numbers of particles; nil where none may leave.
func bodiesOf(c *sph.Case) []BodyLeft {
	if len(c.Free()) == 0 {
		return nil
	}
	all := make([]BodyLeft, len(c.Bodies))
	for i := range all {
		all[i].Name = c.Bodies[i].Name
	}
	for _, body := range c.Particles.Body {
		if body > 0 && int(body) <= len(all) {
			all[body-1].Of++
		}
	}
	return all
}

// newLeft is nil where nothing has left but fluid, if that.
func newLeft(bodies []BodyLeft, p *sph.Progress) *Left {
	if p.Left.Walls() == 0 {
		return nil
	}
	left := &Left{Fluid: p.EscapedFluid(), Walls: p.Left.OfBody(0)}
	for i, b := range bodies {
		if b.Left = p.Left.OfBody(i + 1); b.Left > 0 {
			left.Bodies = append(left.Bodies, b)
		}
	}
	return left
}

// solids counts what was no fluid.
func (l *Left) solids() (n int) {
	if l == nil {
		return 0
	}
	n = l.Walls
	for _, b := range l.Bodies {
		n += b.Left
	}
	return n
}

// rows are those of a report, of what was no fluid.
func (l *Left) rows() (rows [][]string) {
	if l == nil {
		return nil
	}
	add := func(what, more string) {
		rows = append(rows, []string{"Left the domain", "", "", "", what + more})
	}
	if l.Walls > 0 {
		add(particles(l.Walls), " of walls")
	}
	for _, b := range l.Bodies {
		part := "of the " + particles(b.Of) + " of the body " + b.Name
		if b.Left == b.Of {
			part = "of the body " + b.Name + ", all that it has"
		}
		add(text.Thousands(b.Left)+" ", part)
	}
	return rows
}
