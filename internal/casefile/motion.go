package casefile

import (
	"fmt"

	"gpusph/internal/text"
)

// Motion is how a wall moves: displacements at times that rise, from where the wall is at first, or
// moves of which each carries those after it. Velocities are continuous between, and the wall rests
// before the first time and after the last, if the motion does not repeat.
type Motion struct {
	Table         string       `key:"table" group:"motion" help:"CSV file: time [s], displacement along x, y, z [m]; # begins a comment"`
	Times         []float64    `key:"times" unit:"s" group:"motion" help:"in place of a table; displacements are at these"`
	Displacements [][3]float64 `key:"displacements" unit:"m" help:"along x, y, z"`
	Repeat        bool         `key:"repeat" help:"true: it repeats after the last time; default the wall rests"`
	Moves         []Move       `key:"moves" group:"motion" help:"in place of a table: shifts and turns; each carries those after it"`
	Waves         *WaveMaker   `key:"waves" group:"motion" help:"in place of a table: the wall is a paddle that makes waves"`
	On            string       `key:"on" help:"name of the wall, or of its group, whose motion carries this one"`
}

// Move is a shift along a direction, or a turn about an axis. It follows a constant speed or
// acceleration, a sinusoid, or a table. Directions, axes and points are where they are at time 0,
// and move with the moves before.
type Move struct {
	Along        *[3]float64  `key:"along" group:"direction" help:"direction of a shift"`
	Axis         *[3]float64  `key:"axis" group:"direction" help:"direction of the axis of a right-handed turn; in two dimensions [0, 1, 0]"`
	About        *[3]float64  `key:"about" unit:"m" help:"a point on the axis"`
	Circle       *[3]float64  `key:"circle" unit:"m" help:"a point that the turn takes around the axis; the wall shifts with it"`
	Speed        *float64     `key:"speed" unit:"m/s or °/s" help:"constant, or the first where there is an acceleration"`
	Acceleration *float64     `key:"acceleration" unit:"m/s² or °/s²" help:"by which the speed grows, up to finish"`
	Amplitude    *float64     `key:"amplitude" unit:"m or °" help:"of a sinusoid, which begins where the wall is"`
	Period       *float64     `key:"period" above:"0" unit:"s" help:"of the sinusoid"`
	Phase        float64      `key:"phase" unit:"°" help:"of the sinusoid at its start; 90 starts at its end"`
	Table        string       `key:"table" help:"CSV file: time [s], displacement [m] or angle [°]"`
	Rows         [][2]float64 `key:"rows" help:"in place of a table: times and displacements or angles"`
	Repeat       bool         `key:"repeat" help:"true: table or rows repeat"`
	Control      *Controlled  `key:"control" help:"in place of a law: a program moves it"`
	Start        float64      `key:"start" least:"0" unit:"s" help:"when it begins; default 0"`
	Finish       *float64     `key:"finish" unit:"s" help:"when it ends; default never"`
	Ramp         float64      `key:"ramp" least:"0" unit:"s" help:"time in which speed or amplitude grow, and a constant speed falls before the finish"`
}

// checkMotions refuses moves that say too little or too much.
func (c *Case) checkMotions() error {
	for i := range c.Walls {
		m := c.Walls[i].Motion
		if m == nil {
			continue
		}
		if m.Waves != nil {
			if err := c.checkMaker(m.Waves, makerPath(i)); err != nil {
				return err
			}
		}
		for k := range m.Moves {
			if err := c.checkMove(&m.Moves[k], fmt.Sprintf("wall.%d.motion.moves.%d", i, k)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *Case) checkMove(m *Move, path string) error {
	if err := c.checkDirection(m, path); err != nil {
		return err
	}
	var laws []string
	for _, law := range []struct {
		key string
		is  bool
	}{{"speed", m.Speed != nil || m.Acceleration != nil}, {"amplitude", m.Amplitude != nil}, {"table", m.Table != ""}, {"rows", m.Rows != nil},
		{"control", m.Control != nil}} {
		if law.is {
			laws = append(laws, law.key)
		}
	}
	switch {
	case len(laws) == 0:
		return c.Errorf(path, "%s does not say how fast: give it a speed, an amplitude with a period, rows or a table", c.Label(path))
	case len(laws) > 1:
		return c.Errorf(path, "%s has both %s and %s; use one of them, and a move each for both", c.Label(path), laws[0], laws[1])
	case (m.Amplitude != nil) != (m.Period != nil):
		return c.Errorf(path, "%s needs both amplitude and period for a sinusoid", c.Label(path))
	case m.Repeat && laws[0] != "table" && laws[0] != "rows":
		return c.Errorf(path+".repeat", "%s has repeat, which is for rows and tables; use an amplitude and a period to swing", c.Label(path))
	case m.Control != nil:
		if err := c.checkControl(m, path); err != nil {
			return err
		}
		fallthrough
	case laws[0] == "table" || laws[0] == "rows":
		if m.Start != 0 || m.Finish != nil || m.Ramp != 0 {
			return c.Errorf(path, "%s has times of its own; leave out start, finish and ramp", c.Label(path))
		}
		return nil
	}
	return c.checkDuring(m, path)
}

// checkDuring refuses a move that ends before it begins, or that never ends to accelerate.
func (c *Case) checkDuring(m *Move, path string) error {
	switch steady := m.Amplitude == nil; {
	case m.Acceleration != nil && m.Finish == nil:
		return c.Errorf(path, "%s accelerates without an end; finish = 2 lets it rest from 2 s on", c.Label(path))
	case m.Finish != nil && !(*m.Finish > m.Start):
		return c.Errorf(path+".finish", "%s finishes at %s s, but starts at %s s; use a later finish", c.Label(path), text.Exact(*m.Finish), text.Exact(m.Start))
	case steady && m.Finish != nil && m.Ramp > 0.5*(*m.Finish-m.Start):
		return c.Errorf(path+".ramp", "%s has a ramp of %s s at both ends, but lasts %s s; use a ramp of at most half of that", c.Label(path),
			text.Exact(m.Ramp), text.Exact(*m.Finish-m.Start))
	}
	return nil
}

// checkDirection refuses directions and axes that are none.
func (c *Case) checkDirection(m *Move, path string) error {
	if m.Along != nil {
		switch {
		case m.About != nil:
			return c.Errorf(path+".about", "%s shifts along a direction, but has a point of an axis; use axis in place of along to turn", c.Label(path))
		case m.Circle != nil:
			return c.Errorf(path+".circle", "%s shifts along a direction, but has a circle; use axis and about in place of along", c.Label(path))
		}
		return c.Direction(path+".along", *m.Along, "[1, 0, 0]")
	}
	if m.About == nil {
		return c.Errorf(path, "%s has an axis without a point on it; about = [0, 0, 0] is the origin", c.Label(path))
	}
	if a := m.Axis; c.Dimension == 2 && (a[0] != 0 || a[2] != 0) {
		return c.Errorf(path+".axis", "%s turns about [%s, %s, %s], but in two dimensions only about y: [0, 1, 0]", c.Label(path),
			text.Exact(a[0]), text.Exact(a[1]), text.Exact(a[2]))
	}
	return c.Direction(path+".axis", *m.Axis, "[0, 1, 0]")
}
