package motion

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"
	"sync"

	"gpusph/internal/text"
)

// Control is a link that a program moves while the flow is computed: see Course. Without a name
// there is none.
type Control struct {
	Name      string  // of the wall
	Low, High float64 // between which it stays, with 0 [m or turns]
	Speed     float64 // the greatest [m/s or turns/s]
	Accel     float64 // the greatest [m/s² or turns/s²]
	Turns     bool    // the link turns
}

// limits are the bounds of the link at any time.
func (c *Control) limits() limits { return limits{c.Low, c.High, c.Speed, c.Accel} }

// check returns the first of the bounds that cannot be.
func (c *Control) check() error {
	switch {
	case !(c.Low <= 0 && c.High >= 0 && c.Low < c.High):
		return fmt.Errorf("has the range %g to %g, which must contain 0, where the wall is at first",
			c.Low, c.High)
	case !(c.Speed > 0 && c.Speed < math.Inf(1) && c.Accel > 0 && c.Accel < math.Inf(1)):
		return fmt.Errorf("has the speed %g and the acceleration %g, but needs both above 0", c.Speed,
			c.Accel)
	}
	return nil
}

// sweep goes through the range, for checks of a flow that is not computed yet: at time 0 it is 0.
func (c *Control) sweep(time float64) float64 {
	if time <= 0 {
		return 0
	}
	_, part := math.Modf(time * (math.Sqrt(5) - 1) / 2 * 97)
	switch part *= 1.2; { // the ends are there, too
	case part > 1.1:
		return c.High
	case part > 1:
		return c.Low
	}
	return c.Low + part*(c.High-c.Low)
}

// MaxSlots is how many pieces of a course a device has.
const MaxSlots = 32

// Course is where a link that a program moves has been, and where it goes. Goroutines may read it
// while it is set.
type Course struct {
	of     Control
	slots  int // pieces that a device has
	access sync.RWMutex
	pieces []Piece
}

// NewCourse is that of a link that rests.
func NewCourse(of Control) *Course { return &Course{of: of, slots: MaxSlots, pieces: []Piece{{}}} }

// CourseOf is that of a law, which must not repeat, until a program sets it.
func CourseOf(l *Law) *Course {
	return &Course{slots: len(l.Pieces) + MaxSlots, pieces: slices.Clone(l.Pieces)}
}

// At is the value [m or turns] at a time [s], and its first and second derivative.
func (c *Course) At(time float64) (x, v, a float64) {
	c.access.RLock()
	defer c.access.RUnlock()
	return c.at(time)
}

func (c *Course) at(time float64) (x, v, a float64) {
	p := &c.pieces[c.place(time)]
	return p.at(max(0, time-p.Time))
}

// place is that of the last piece that begins at a time or before.
func (c *Course) place(time float64) int {
	return max(0, sort.Search(len(c.pieces), func(k int) bool { return c.pieces[k].Time > time })-1)
}

// Slots are the pieces from a time on, as many as a device has: the last one is there again.
func (c *Course) Slots(now float64) []Piece {
	c.access.RLock()
	defer c.access.RUnlock()
	all := slices.Clone(c.pieces[c.place(now):])
	for len(all) < c.slots {
		all = append(all, all[len(all)-1])
	}
	return all
}

// Target is where a link is to go.
type Target struct {
	Value    float64 // [m or turns]
	Velocity float64 // with which it is there [m/s or turns/s]
	Over     float64 // time in which it comes there [s]; 0 is as soon as it can
}

// Set lets the link go elsewhere from a time on, which is after all that devices have computed;
// now is how far they are. Without a time it accelerates, is fast, and brakes, within its bounds,
// so that it rests at the target. With one it follows a cubic polynomial, and brakes behind it.
func (c *Course) Set(now, from float64, t Target) error {
	c.access.Lock()
	defer c.access.Unlock()
	x, v, _ := c.at(from)
	if !(t.Value >= c.of.Low && t.Value <= c.of.High) {
		return fmt.Errorf("position is %s, but the range is %s to %s", c.shown(t.Value, ""),
			c.shown(c.of.Low, ""), c.shown(c.of.High, ""))
	}
	next := c.fastest(from, x, v, t.Value)
	if t.Over > 0 {
		var err error
		if next, err = c.within(from, x, v, t); err != nil {
			return err
		}
	} else if t.Velocity != 0 {
		return errors.New("velocity is of a position that is reached over a time; use over, too")
	}
	return c.put(now, from, next)
}

// Jump lets the law have another value from a time on: see Set.
func (c *Course) Jump(now, from, value float64) error {
	c.access.Lock()
	defer c.access.Unlock()
	return c.put(now, from, []Piece{{Time: from, Value: [4]float64{value}}})
}

// put lets other pieces follow from a time on.
func (c *Course) put(now, from float64, next []Piece) error {
	first, kept := c.place(now), c.place(from)
	if c.pieces[kept].Time == from && kept > 0 {
		kept--
	}
	if kept+1-first+len(next) > c.slots {
		return errors.New("is set too often; set it once in several steps")
	}
	c.pieces = append(c.pieces[:kept+1:kept+1], next...)
	return nil
}

// shown is a value in the unit of case files.
func (c *Course) shown(x float64, per string) string {
	if c.of.Turns {
		return text.Number(360*x) + "°" + per
	}
	return text.Number(x) + " m" + per
}

// course grows by pieces that begin where the one before ends.
type course struct {
	pieces  []Piece
	time, x float64
}

// add adds a piece of constant acceleration that lasts for some time.
func (c *course) add(v, a, lasts float64) {
	if !(lasts > 0) {
		return
	}
	c.pieces = append(c.pieces, Piece{Time: c.time, Value: [4]float64{c.x, v, a / 2}})
	c.time, c.x = c.time+lasts, c.x+lasts*(v+lasts*a/2)
}

// rest ends it.
func (c *course) rest() []Piece {
	return append(c.pieces, Piece{Time: c.time, Value: [4]float64{c.x}})
}

// fastest accelerates, is fast, and brakes.
func (c *Course) fastest(from, x, v, to float64) []Piece {
	a, next := c.of.Accel, course{time: from, x: x}
	way := 1.0
	if x+v*math.Abs(v)/(2*a) > to {
		way = -1
	}
	far, now := way*(to-x), way*v
	most := math.Sqrt(max(0, a*far+now*now/2))
	cruise := 0.0
	if most > c.of.Speed {
		most = max(c.of.Speed, now)
		cruise = max(0, far-(2*most*most-now*now)/(2*a)) / most
	}
	next.add(v, way*a, (most-now)/a)
	next.add(way*most, 0, cruise)
	next.add(way*most, -way*a, most/a)
	return next.rest()
}

// within follows a cubic polynomial, and brakes.
func (c *Course) within(from, x, v float64, t Target) ([]Piece, error) {
	p := hermite(from, t.Over, x, t.Value, v, t.Velocity)
	l := p.limits(t.Over)
	end := t.Value + t.Velocity*math.Abs(t.Velocity)/(2*c.of.Accel)
	l.low, l.high = min(l.low, end), max(l.high, end)
	const slack = 1e-9
	switch {
	case l.speed > c.of.Speed*(1+slack):
		return nil, fmt.Errorf("needs %s to be there in time, but its speed is %s at most",
			c.shown(l.speed, "/s"), c.shown(c.of.Speed, "/s"))
	case l.acceleration > c.of.Accel*(1+slack):
		return nil, fmt.Errorf("needs %s to be there in time, but its acceleration is %s at most",
			c.shown(l.acceleration, "/s²"), c.shown(c.of.Accel, "/s²"))
	case l.low < c.of.Low-slack || l.high > c.of.High+slack:
		return nil, fmt.Errorf("comes to between %s and %s on its way, but the range is %s to %s",
			c.shown(l.low, ""), c.shown(l.high, ""), c.shown(c.of.Low, ""), c.shown(c.of.High, ""))
	}
	y, w, _ := p.at(t.Over)
	next := course{pieces: []Piece{p}, time: from + t.Over, x: y}
	next.add(w, -math.Copysign(c.of.Accel, w), math.Abs(w)/c.of.Accel)
	return next.rest(), nil
}

// Connect gives each link of a motion that a program moves its course, of those by name.
func (r *Rigid) Connect(courses map[string]*Course) {
	if !slices.ContainsFunc(r.Links, func(l Link) bool { return l.Control.Name != "" }) {
		return
	}
	r.Links = slices.Clone(r.Links)
	for k := range r.Links {
		l := &r.Links[k]
		if l.Control.Name == "" {
			continue
		}
		if courses[l.Control.Name] == nil {
			courses[l.Control.Name] = NewCourse(l.Control)
		}
		l.course = courses[l.Control.Name]
		l.Law.Pieces = l.course.Slots(0)
	}
}

// at is the value of the link at a time, and its first and second derivative.
func (l *Link) at(time float64) (x, v, a float64) {
	switch {
	case l.course != nil:
		return l.course.At(time)
	case l.Control.Name != "":
		return l.Control.sweep(time), 0, 0
	}
	return l.Law.At(time)
}

// spans are the pieces of the link's law with their bounds: see Law.spans.
func (l *Link) spans(until float64) []span {
	if l.Control.Name != "" {
		return []span{{0, until, l.Control.limits()}}
	}
	return l.Law.spans(until)
}
